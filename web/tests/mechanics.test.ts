// What only some games have: a choice of direction, pits that are owned, an opening, three rows.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LessonStep } from "../src/api/types";
import { post, Visitor, type Look } from "./harness";
import { here, serve, type Served } from "./server";
import { checkLayout, violations, withAxe } from "./views";

let server: Served;
beforeAll(async () => {
  server = await serve("--games", here("../../tests/data/rules"));
});
afterAll(() => server?.stop());

async function arrive(title: string, look: Look = {}): Promise<Visitor> {
  const visitor = await Visitor.arrive({ ...look, server: server.base });
  await visitor.newGame(title);
  await visitor.ready(0);
  return visitor;
}
const arrow = (visitor: Visitor, move: string) => visitor.page.locator(`.directions [data-move="${move}"]`);
const lastMove = (visitor: Visitor) => visitor.page.textContent(".move[aria-current]");

it("offers two arrows, shows what each would do, and sows as chosen", async () => {
  const visitor = await arrive("reverse_free");
  await visitor.page.click('[data-pit="B"]');
  await arrow(visitor, "B<").hover();
  expect(await visitor.page.textContent(".status .preview")).toContain("South plays B");
  expect(await visitor.page.getAttribute('[data-pit="A"]', "class")).toContain("preview-");
  expect(await arrow(visitor, "B<").getAttribute("aria-label")).toMatch(/^B<, left: last in /);
  await visitor.page.evaluate(withAxe);
  expect(await violations(visitor)).toEqual([]);
  await visitor.screenshot("directions-desk");
  await arrow(visitor, "B<").click();
  await visitor.ready(1);
  expect(await lastMove(visitor)).toContain("B<");
  expect(await visitor.page.locator(".directions").count()).toBe(0);
  expect(await visitor.ogn()).toContain("B<");
  await visitor.page.reload();
  await visitor.ready(1);
  await visitor.leave();
});

it("takes the direction from the keyboard", async () => {
  const visitor = await arrive("reverse_free");
  const { keyboard } = visitor.page;
  await keyboard.press("b");
  await visitor.page.waitForSelector(".directions");
  await keyboard.press("Escape");
  await visitor.page.waitForSelector(".directions", { state: "detached" });
  await keyboard.press("b");
  await keyboard.press("<");
  await visitor.ready(1);
  expect(await lastMove(visitor)).toContain("B<");
  // North's pits lie the other way round. The focus is on the pit: Enter opens, an arrow chooses.
  await visitor.page.focus('[data-pit="b"]');
  await keyboard.press("Enter");
  await keyboard.press("ArrowLeft");
  await visitor.ready(2);
  expect(await lastMove(visitor)).toContain("b>");
  await visitor.leave();
});

it("sows at once a pit that goes one way only, and by touch shows before it sows if that is wanted", async () => {
  const visitor = await arrive("split", { size: "phone" });
  await visitor.page.evaluate(() => localStorage.setItem("sow.settings", '{"visited":true,"twice":true}'));
  await visitor.page.reload();
  await visitor.ready(0);
  await visitor.page.tap('[data-pit="C"]');
  const box = (await arrow(visitor, "C>").boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await arrow(visitor, "C>").tap();
  await visitor.page.waitForSelector(".preview-last");
  await visitor.screenshot("directions-phone");
  expect(await visitor.ply()).toBe(0);
  await arrow(visitor, "C>").tap();
  await visitor.ready(1);
  const [pit] = await visitor.legal();
  await visitor.page.tap(`[data-pit="${pit}"]`);
  await visitor.page.waitForSelector(".preview-last");
  await visitor.page.tap(`[data-pit="${pit}"]`);
  await visitor.ready(2);
  await visitor.leave();
});

it("draws, speaks and sets up pits that are owned", async () => {
  const visitor = await arrive("Toguz kumalak");
  await visitor.openText('[Variant "toguz-kumalak"]\n[FEN "9-9-9-9-9-9-9-9-2-2-9-9-9-9-9-9-9-9-16-16-S"]\n\n*');
  const name = (pit: string) => visitor.page.getAttribute(`[data-pit="${pit}"]`, "aria-label");
  await visitor.page.keyboard.press("i");
  await visitor.ready(1);
  expect(await name("a")).toContain("0 seeds, South owns this pit");
  await visitor.screenshot("owned-desk");
  await visitor.choose("Set up");
  await visitor.page.getByLabel("changes who owns the pit").check();
  await visitor.page.click('[data-pit="C"]');
  expect(await name("C")).toContain("0 seeds, North owns this pit");
  await visitor.page.click('[data-pit="a"]');
  expect(await name("a")).not.toContain("owns");
  expect(await visitor.page.textContent(".setup .diagram")).toMatch(/^9-9-0n-.*-0-9-/);
  await visitor.button("Study it").click();
  await visitor.ready(0);
  expect(await name("C")).toContain("North owns this pit");
  await visitor.leave();
});

it.each([["Je ki n je", "je-ki-n-je", "direction"], ["Toguz kumalak", "toguz-kumalak", "own"]])("teaches what is special in %s", async (title, game, wanted) => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame(title);
  await visitor.choose("Learn");
  const { steps } = await post<{ steps: LessonStep[] }>("api/lesson", { game });
  expect(steps.map(({ topic }) => topic)).toContain(wanted);
  for (const [i, { topic, good: [move = ""] }] of steps.entries()) {
    await page.waitForSelector(`.trainer:has-text(", ${i + 1} of ${steps.length}")`);
    await visitor.ready(0);
    await page.click(`[data-pit="${move[0]}"]`);
    if (move.length > 1 && (await page.$(".directions"))) await arrow(visitor, move).click();
    await page.waitForSelector(`.verdict:has-text("Right: ${move}")`);
    if (topic === wanted) break;
    await visitor.button("Next").click();
  }
  await visitor.screenshot(`lesson-${wanted}`);
  await visitor.leave();
});

it("sets up the turns of an opening", async () => {
  const visitor = await arrive("opening");
  await visitor.choose("Set up");
  await visitor.page.getByLabel("Turns of the opening left").fill("0");
  await visitor.page.keyboard.press("Tab");
  await visitor.button("Study it").click();
  await visitor.ready(0);
  expect(await visitor.legal()).toEqual(["A", "B", "C", "D"]); // not only the last two
  await visitor.leave();
});

it("lays three rows out well on a desk and on a phone, in light and in dark", async () => {
  for (const [size, theme] of [["desk", "light"], ["phone", "dark"]] as const) {
    const visitor = await arrive("three_rows", { size, theme });
    await checkLayout(visitor, "three rows", size);
    await visitor.screenshot(`three-rows-${size}`);
    await visitor.page.evaluate(withAxe);
    expect(await violations(visitor)).toEqual([]);
    await visitor.leave();
  }
});
