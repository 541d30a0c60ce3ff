// Regression tests for bugs of the page.
import { expect, it } from "vitest";
import { itNeedsServer, someGame, Visitor } from "./harness";
import { serve } from "./server";
import { moves } from "../src/words/common";
import { players, resign as resignWords } from "../src/words/dialog";
import { gameWaits, unreachable } from "../src/words/errors";
import { setup } from "../src/words/panel";
import * as play from "../src/words/play";
import { Narrator } from "../src/words/narrator";
import type { Ending } from "../src/api/types";

const status = (visitor: Visitor) => visitor.page.textContent(".status");

it("shows the reply of the opponent after a preview by touch", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  await visitor.openText('[Variant "Oware Abapa"]\n[FEN "4-4-4-4-4-4-0-0-0-0-0-24-0-0-S"]\n\n*');
  await visitor.choose("setUp");
  await visitor.button(setup.play).click();
  await visitor.page.tap('[data-pit="A"]');
  await visitor.ready(2);
  expect(await status(visitor)).toMatch(/^Kojo .*\b[a-f]\b/);
  expect(await visitor.page.$(".status .preview")).toBeNull();
  expect(await visitor.page.$(".preview-lift")).toBeNull();
  await visitor.leave();
});

it("counts every fast press of an arrow key", async () => {
  const visitor = await Visitor.arrive();
  const moves = await someGame("oware", "random", "random", 40);
  await visitor.openText(`[Variant "oware"]\n\n${moves.join(" ")} *`);
  await visitor.page.keyboard.press("End");
  await visitor.ready(moves.length);
  await visitor.page.evaluate(() => {
    for (let i = 0; i < 20; ++i) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  });
  await visitor.ready(moves.length - 20);
  await visitor.page.evaluate(() => {
    for (let i = 0; i < 15; ++i) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  });
  await visitor.ready(moves.length - 5);
  await visitor.leave();
});

itNeedsServer("waits for the server if it goes down while the opponent is thinking", async () => {
  const first = await serve();
  const visitor = await Visitor.arrive({ server: first.base });
  await visitor.newGame("Oware (Abapa)", "human", "engine");
  await visitor.ready(0);
  await visitor.page.route("**/api/choose", (route) => route.abort());
  await visitor.page.keyboard.press("f");
  await visitor.page.waitForSelector(".status .error");
  expect(await status(visitor)).toContain(gameWaits(unreachable));
  await first.stop();
  await visitor.page.unroute("**/api/choose");
  const again = await serve("--port", new URL(first.base).port);
  await visitor.ready(2);
  expect(await visitor.page.$(".status .error")).toBeNull();
  await visitor.leave();
  await again.stop();
});

it("replaces counts by typing and removes seeds by touch in setup", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  await visitor.newGame("Owari");
  await visitor.choose("setUp");
  const count = (pit: string) => visitor.counts().then((all) => all[pit]);
  await visitor.page.focus('[data-pit="A"]');
  await visitor.page.keyboard.press("7");
  expect(await count("A")).toBe("7");
  await visitor.page.keyboard.press("2");
  expect(await count("A")).toBe("72");
  await visitor.page.focus('[data-pit="B"]');
  await visitor.page.focus('[data-pit="A"]');
  await visitor.page.keyboard.press("5");
  expect(await count("A")).toBe("5");
  await visitor.page.getByLabel(setup.remove).check();
  await visitor.page.tap('[data-pit="A"]');
  await visitor.page.tap('[data-pit="A"]');
  expect(await count("A")).toBe("3");
  await visitor.page.fill("#position-text", "hello");
  await visitor.button(setup.apply).click();
  await visitor.page.waitForSelector(".setup .error");
  expect(await visitor.page.textContent(".setup .error")).not.toBe("");
  await visitor.leave();
});

it("asks before resigning, then shows who resigned", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.button(play.commands.resign).click();
  await visitor.button(resignWords.no).click();
  expect(await visitor.legal()).not.toEqual([]);
  await visitor.resign();
  await visitor.page.waitForSelector(".result");
  expect(await visitor.page.textContent(".result h2")).toBe(new Narrator("S").headline({ reason: "resigned", side: "S", winner: "N" } as Ending));
  expect(Math.max(...(await visitor.score()))).toBeLessThan(12); // the stores, not all seeds for the winner
  // The report starts automatically and survives a reload.
  await visitor.tab("report").click();
  await visitor.page.waitForSelector(".report table");
  const table = await visitor.page.textContent(".report table");
  await visitor.page.reload();
  await visitor.ready();
  await visitor.tab("report").click();
  expect(await visitor.page.textContent(".report table")).toBe(table);
  // A rematch has the same opponent.
  await visitor.button(play.rematch).click();
  await visitor.ready(0);
  expect(await visitor.page.textContent('[data-side="N"]')).toContain("Zuri");
  await visitor.leave();
});

it("offers the last opponent after a study", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari", "human", "engine");
  await visitor.openText('[Variant "owari"]\n[South "engine:level=6"]\n\n1. E *');
  await visitor.gamePage();
  expect(await visitor.dialog().getByLabel(players.choose("N")).inputValue()).toBe("engine");
  await visitor.page.keyboard.press("Escape");
  await visitor.choose("games");
  await visitor.dialog().locator("li", { hasText: moves(1) }).first().waitFor();
  await visitor.leave();
});

it("pauses with Space even after a click on a button", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  await visitor.newGame("Oware (Abapa)", "random", "random");
  await visitor.button(play.commands.flip).click();
  const flipped = () => visitor.page.$eval(".pit", (pit) => pit.getAttribute("data-pit"));
  const before = await flipped();
  await visitor.page.keyboard.press(" ");
  await visitor.button(play.play).waitFor();
  expect(await flipped()).toBe(before);
  await visitor.leave();
});

it("shows who is sowing and the seeds in the hand, and no extra turn after the end", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  await visitor.newGame("Owari");
  await visitor.ready(0);
  await visitor.page.click('[data-pit="E"]');
  await visitor.page.waitForSelector(".hand");
  const states = () => visitor.page.$$eval(".strip .state", (all) => all.map((one) => one.textContent)); // North's, South's
  expect(await states()).toEqual(["", play.state.sowing]);
  await visitor.ready(1);
  expect(await visitor.page.textContent('[data-side="N"] .state')).toBe(play.state.toMove);
  await visitor.openText('[Variant "kalah"]\n[FEN "0-0-0-0-0-1-1-0-0-0-0-0-22-24-S"]\n\n*');
  await visitor.page.keyboard.press("f");
  await visitor.page.waitForSelector(".board[data-over=true]");
  await visitor.ready(1);
  expect(await status(visitor)).not.toContain("moves again");
  await visitor.page.keyboard.press("Escape");
  // The remaining seeds have been captured.
  await visitor.page.waitForFunction(() => document.querySelector('[data-pit="a"]')?.getAttribute("aria-label")?.includes("0 seeds"));
  await visitor.leave();
});

it("leaves time to see your own move with reduced motion", async () => {
  const visitor = await Visitor.arrive();
  await visitor.page.evaluate(() => localStorage.setItem("sow.settings", '{"visited":true}'));
  await visitor.page.reload();
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  // The page itself notes when each ply appears: on a busy machine, the test would see it too late.
  await visitor.page.evaluate(() => {
    const board = document.querySelector<HTMLElement>(".board")!;
    const observer = new MutationObserver(() => performance.mark(`ply ${board.dataset.ply}`));
    observer.observe(board, { attributeFilter: ["data-ply"] });
  });
  await visitor.page.keyboard.press("e");
  await visitor.page.waitForSelector('.board[data-ply="2"]');
  const shown = await visitor.page.evaluate(() => [1, 2].map((ply) => performance.getEntriesByName(`ply ${ply}`)[0]!.startTime));
  expect(shown[1]! - shown[0]!).toBeGreaterThan(300);
  await visitor.leave();
});

it("scrolls to the report on a phone", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  const { page } = visitor;
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  await page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.resign();
  await visitor.button(play.review).click();
  await page.waitForSelector(".report table");
  await page.waitForFunction(() => document.querySelector(".report")!.getBoundingClientRect().top < innerHeight / 2);
  await visitor.leave();
});
