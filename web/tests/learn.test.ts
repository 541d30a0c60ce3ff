// The first visit, lessons and puzzles.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { LessonStep } from "../src/api/types";
import { post, Visitor } from "./harness";
import { here } from "./server";

it("begins with a lesson on the board, then a gentle opponent", async () => {
  const visitor = await Visitor.arrive({ first: true, size: "phone" });
  const { page } = visitor;
  const { steps } = await post<{ steps: LessonStep[] }>("api/lesson", { game: "owari" });
  await page.waitForSelector(".trainer h2:has-text('Sowing')");
  expect(await visitor.button("Next").isDisabled()).toBe(true);
  for (const { topic, good } of steps) {
    if (topic === "end") break;
    await visitor.ready(0);
    const wrong = (await visitor.legal()).find((pit) => !good.includes(pit));
    if (topic === "capture" && wrong) {
      await page.tap(`[data-pit="${wrong}"]`);
      await page.waitForSelector(`.verdict:has-text("Not ${wrong}")`);
      await visitor.ready(0);
    }
    await page.tap(`[data-pit="${good[0]}"]`);
    await page.waitForSelector(`.verdict:has-text("Right: ${good[0]}")`);
    await visitor.button("Next").click();
  }
  await page.waitForSelector(".trainer h2:has-text('How it ends')");
  await visitor.screenshot("lesson-phone");
  await visitor.button("Play a game").click();
  await page.waitForSelector('[data-side="N"]:has-text("Computer (level 1)")');
  // It comes by itself only once.
  await page.reload();
  await visitor.ready(0);
  expect(await page.$(".trainer")).toBeNull();
  await visitor.leave();
});

it("gives puzzles, counts them, and goes back to the game", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Kalah", "human", "greedy");
  await visitor.ready(0);
  await visitor.choose("Puzzles");
  await page.waitForSelector(".trainer h2:has-text('Puzzle of the day')");
  await visitor.ready(0);
  const { puzzles } = JSON.parse(readFileSync(here("../public/puzzles/owari.json"), "utf8")) as { puzzles: { position: string; line: string[] }[] };
  await visitor.choose("Share");
  const position = await page.inputValue("#share-position");
  await page.keyboard.press("Escape");
  const puzzle = puzzles.find((one) => one.position === position)!;
  await page.click(`[data-pit="${puzzle.line[0]![0]}"]`);
  await page.waitForSelector(".verdict.good");
  expect(await page.textContent(".trainer dl")).toMatch(/Solved\s*1\s*Days in a row\s*1/);
  await visitor.screenshot("puzzle-desk-light");
  await visitor.button("Play the line").click();
  await visitor.ready(puzzle.line.length);
  await visitor.button("Next puzzle").click();
  await visitor.ready(0);
  await visitor.button("Show me").click();
  await page.waitForSelector('.verdict:has-text("The move is")');
  await page.getByLabel("Puzzles of").selectOption("Toguz kumalak");
  await page.waitForSelector('h1:has-text("Toguz kumalak")');
  await visitor.ready(0);
  await visitor.button("Close").click();
  await page.waitForSelector('h1:has-text("Kalah")');
  expect(await visitor.legal()).toContain("A");
  // Exercises are not among the games that were played.
  await visitor.choose("Your games");
  await visitor.dialog().locator("li").first().waitFor();
  expect(await visitor.dialog().locator("li").allTextContents()).toEqual([expect.stringContaining("Kalah")]);
  await visitor.leave();
});

it("has an address for each position, and goes back and forward between games", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Owari");
  await page.keyboard.press("e");
  await visitor.ready(1);
  await page.waitForFunction(() => location.hash.endsWith("/E"));
  const address = page.url();
  await page.keyboard.press("a");
  await visitor.ready(2);
  await visitor.newGame("Kalah");
  await visitor.ready(0);
  await page.keyboard.press("a");
  await visitor.ready(1);
  await page.goBack();
  await page.waitForSelector('h1:has-text("Owari")');
  await visitor.ready(2);
  await page.goForward();
  await page.waitForSelector('h1:has-text("Kalah")');
  await page.goto(address);
  await page.waitForSelector('h1:has-text("Owari")');
  await visitor.ready(1);
  await visitor.leave();
});

it("opens without a network once it was visited, and says what it needs", async () => {
  const visitor = await Visitor.arrive({ offline: true });
  const { page } = visitor;
  expect((await (await fetch(new URL("/manifest.webmanifest", page.url()))).json()).short_name).toBe("Sow");
  await page.waitForFunction(async () => {
    const kept = await caches.open("sow");
    if ((await navigator.serviceWorker.ready).active?.state !== "activated") return false;
    return (await kept.match("/")) && (await kept.match("/api/games"));
  });
  await visitor.context.setOffline(true);
  // On a busy machine the browser has been seen to drop the first request without a network: who reads the page would try again, too.
  await page.reload().catch(() => page.reload());
  await page.waitForSelector(".board");
  await page.waitForSelector(".status:has-text('The server cannot be reached')");
  await visitor.context.setOffline(false);
  await visitor.button("Try again").click();
  await visitor.ready(0);
  await visitor.leave();
});
