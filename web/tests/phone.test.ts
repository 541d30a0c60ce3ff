// The page on a phone: every main view.
import { expect, it } from "vitest";
import { Visitor } from "./harness";
import { checkLayout, tour, violations } from "./views";

it("is laid out well and accessible in every view", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  await tour(visitor, async (name) => {
    await checkLayout(visitor, name, "phone");
    await visitor.screenshot(`${name}-phone`);
    expect(await violations(visitor), name).toEqual([]);
  });
  await visitor.leave();
});
