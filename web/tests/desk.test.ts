// The page on desks of two sizes and in both colours: every main view.
import { expect, it } from "vitest";
import { sizes, Visitor } from "./harness";
import { checkLayout, tour, violations } from "./views";

it("is laid out well and accessible in every view", async () => {
  const visitor = await Visitor.arrive();
  await tour(visitor, async (name) => {
    for (const size of ["wide", "desk"] as const) {
      await visitor.page.setViewportSize(sizes[size].viewport);
      await checkLayout(visitor, name, size);
    }
    await visitor.screenshot(`${name}-desk-light`);
    expect(await violations(visitor), name).toEqual([]);
    await visitor.page.emulateMedia({ colorScheme: "dark" });
    await visitor.screenshot(`${name}-desk-dark`);
    expect(await violations(visitor, ["color-contrast"]), `${name}, dark`).toEqual([]);
    await visitor.page.emulateMedia({ colorScheme: "light" });
  });
  await visitor.leave();
});
