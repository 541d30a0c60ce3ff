// A match of several rounds with closed pits.
import { expect, it } from "vitest";
import type { RoundAnswer } from "../src/api/types";
import { Narrator } from "../src/words/narrator";
import { post, Visitor } from "./harness";
import { violations, withAxe } from "./views";
import { newGame, players } from "../src/words/dialog";
import * as play from "../src/words/play";

const game = "bosh:round=1";

it("starts the next round and shows its closed pits", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.gamePage("Bosh");
  const dialog = visitor.dialog();
  await dialog.getByLabel(newGame.rounds).selectOption(newGame.maxRounds(2));
  await dialog.getByLabel(players.choose("S")).selectOption("human");
  await dialog.getByLabel(players.choose("N")).selectOption("human");
  await dialog.getByRole("button", { name: newGame.start }).click();
  await page.waitForSelector('h1:has-text("Bosh, round 1")');
  // Always the first legal pit, until the round ends.
  const moves: string[] = [];
  while (!(await page.getByRole("button", { name: play.nextRound }).isVisible())) {
    const [pit] = await visitor.legalAt(moves.length);
    if (pit === undefined) {
      await page.getByRole("button", { name: play.nextRound }).waitFor();
      break;
    }
    moves.push(pit);
    await page.keyboard.press(pit.toLowerCase());
  }
  const answer = await post<RoundAnswer>("api/round", { game, moves, max_rounds: 2 });
  expect(await page.textContent(".result .about")).toContain(new Narrator(null).round(answer));
  const closed = /closed=(\w+)/.exec(answer.next!.game)![1]!.split("");
  await page.getByRole("button", { name: play.nextRound }).click();
  await page.waitForSelector('h1:has-text("Bosh, round 2")');
  await visitor.ready(0);
  for (const pit of closed) {
    expect(await page.getAttribute(`[data-pit="${pit}"]`, "aria-label")).toMatch(/closed$/);
    expect(await page.getAttribute(`[data-pit="${pit}"]`, "class")).toContain("closed");
  }
  expect(await page.locator(".pit.closed").count()).toBe(closed.length);
  await page.evaluate(withAxe);
  expect(await violations(visitor)).toEqual([]);
  await visitor.screenshot("closed-pits-desk");
  // The OGN contains the round and its start position.
  const ogn = await visitor.ogn();
  expect(ogn).toContain(`[Variant "${answer.next!.game}"]`);
  expect(ogn).toContain('[Round "2"]');
  expect(ogn).toContain(`[FEN "${answer.next!.position}"]`);
  await page.reload();
  await visitor.ready(0);
  expect(await page.locator(".pit.closed").count()).toBe(closed.length);
  await visitor.leave();
});
