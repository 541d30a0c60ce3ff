// Features of some games: choice of direction, owned pits, openings, three rows.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LessonStep } from "../src/api/types";
import { isSite, itNeedsServer, post, Visitor, type Look } from "./harness";
import { here, serve, type Served } from "./server";
import { checkLayout, violations, withAxe } from "./views";
import { setup } from "../src/words/panel";
import * as lesson from "../src/words/lesson";
import { direction } from "../src/words/board";

let server: Served | undefined;
beforeAll(async () => {
  if (!isSite) server = await serve("--games", here("../../tests/data/rules"));
});
afterAll(() => server?.stop());

async function arrive(title: string, look: Look = {}): Promise<Visitor> {
  const visitor = await Visitor.arrive({ ...look, server: server!.base });
  await visitor.newGame(title);
  await visitor.ready(0);
  return visitor;
}
const arrow = (visitor: Visitor, move: string) => visitor.page.locator(`.directions [data-move="${move}"]`);
const lastMove = (visitor: Visitor) => visitor.page.textContent(".move[aria-current]");

itNeedsServer("previews both directions and sows the chosen one", async () => {
  const visitor = await arrive("reverse_free");
  await visitor.page.click('[data-pit="B"]');
  await arrow(visitor, "B<").hover();
  expect(await visitor.page.textContent(".status .preview")).toMatch(/^South .*\bB/);
  expect(await visitor.page.getAttribute('[data-pit="A"]', "class")).toContain("preview-");
  expect(await arrow(visitor, "B<").getAttribute("aria-label")).toMatch(new RegExp(`^${direction("B<", "left", "")}`));
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

itNeedsServer("chooses the direction by keyboard", async () => {
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
  // North's pits run the other way. Enter opens the choice on the focused pit, an arrow key chooses.
  await visitor.page.focus('[data-pit="b"]');
  await keyboard.press("Enter");
  await keyboard.press("ArrowLeft");
  await visitor.ready(2);
  expect(await lastMove(visitor)).toContain("b>");
  await visitor.leave();
});

itNeedsServer("sows a pit with one direction at once and previews on the first tap if set", async () => {
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

itNeedsServer("draws, announces, and sets up owned pits", async () => {
  const visitor = await arrive("Toguz kumalak");
  await visitor.openText('[Variant "toguz-kumalak"]\n[FEN "9-9-9-9-9-9-9-9-2-2-9-9-9-9-9-9-9-9-16-16-S"]\n\n*');
  const name = (pit: string) => visitor.page.getAttribute(`[data-pit="${pit}"]`, "aria-label");
  await visitor.page.keyboard.press("i");
  await visitor.ready(1);
  expect(await name("a")).toContain("0 seeds, South owns this pit");
  await visitor.screenshot("owned-desk");
  await visitor.choose("setUp");
  await visitor.page.getByLabel(setup.owner).check();
  await visitor.page.click('[data-pit="C"]');
  expect(await name("C")).toContain("0 seeds, North owns this pit");
  await visitor.page.click('[data-pit="a"]');
  expect(await name("a")).not.toContain("owns");
  expect(await visitor.page.textContent(".setup .diagram")).toMatch(/^9-9-0n-.*-0-9-/);
  await visitor.button(setup.study).click();
  await visitor.ready(0);
  expect(await name("C")).toContain("North owns this pit");
  await visitor.leave();
});

it.each([["Je ki n je", "je-ki-n-je", "direction"], ["Toguz kumalak", "toguz-kumalak", "own"]])("teaches the special rules of %s", async (title, game, special) => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame(title);
  await visitor.choose("learn");
  const { steps } = await post<{ steps: LessonStep[] }>("api/lesson", { game });
  expect(steps.map(({ topic }) => topic)).toContain(special);
  for (const [i, { topic, good: [move = ""] }] of steps.entries()) {
    await page.waitForSelector(`.trainer:has-text("${lesson.progress(title, i + 1, steps.length)}")`);
    await visitor.ready(0);
    await page.click(`[data-pit="${move[0]}"]`);
    if (move.length > 1 && (await page.$(".directions"))) await arrow(visitor, move).click();
    await page.waitForSelector(`.verdict:has-text("${lesson.correct(move)}")`);
    if (topic === special) break;
    await visitor.button(lesson.next).click();
  }
  await visitor.screenshot(`lesson-${special}`);
  await visitor.leave();
});

itNeedsServer("sets up opening turns", async () => {
  const visitor = await arrive("opening");
  await visitor.choose("setUp");
  await visitor.page.getByLabel(setup.opening).fill("0");
  await visitor.page.keyboard.press("Tab");
  await visitor.button(setup.study).click();
  await visitor.ready(0);
  expect(await visitor.legal()).toEqual(["A", "B", "C", "D"]); // not only the last two
  await visitor.leave();
});

itNeedsServer("has a correct layout with three rows, on desktop and phone, light and dark", async () => {
  for (const [size, theme] of [["desk", "light"], ["phone", "dark"]] as const) {
    const visitor = await arrive("three_rows", { size, theme });
    await checkLayout(visitor, "three rows", size);
    await visitor.screenshot(`three-rows-${size}`);
    await visitor.page.evaluate(withAxe);
    expect(await violations(visitor)).toEqual([]);
    await visitor.leave();
  }
});
