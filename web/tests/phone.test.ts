// Every main view on a phone.
import { expect, it } from "vitest";
import { Visitor } from "./harness";
import { checkLayout, tour, violations } from "./views";

it("has a correct layout and is accessible in every view", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  await tour(visitor, async (name) => {
    await checkLayout(visitor, name, "phone");
    await visitor.screenshot(`${name}-phone`);
    expect(await violations(visitor), name).toEqual([]);
  });
  await visitor.leave();
});
