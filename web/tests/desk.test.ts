// Every main view on a computer, a tablet and a phone held sideways, light and dark.
import { expect, it } from "vitest";
import { Visitor } from "./harness";
import { checkLayout, tour, violations } from "./views";

it("has a correct layout and is accessible in every view", async () => {
  const visitor = await Visitor.arrive();
  await tour(visitor, async (name) => {
    for (const size of ["full", "wide", "tablet", "landscape", "desk"] as const) {
      await visitor.resize(size);
      await checkLayout(visitor, name, size);
      await visitor.screenshot(`${name}-${size}-light`);
    }
    expect(await violations(visitor), name).toEqual([]);
    await visitor.page.emulateMedia({ colorScheme: "dark" });
    await visitor.screenshot(`${name}-desk-dark`);
    expect(await violations(visitor, ["color-contrast"]), `${name}, dark`).toEqual([]);
    await visitor.page.emulateMedia({ colorScheme: "light" });
  });
  await visitor.leave();
});
