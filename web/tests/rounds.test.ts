// A match of rounds: the end of one, what is put back, and the next with its closed pits.
import { expect, it } from "vitest";
import type { RoundAnswer } from "../src/api/types";
import { post, Visitor } from "./harness";
import { violations, withAxe } from "./views";

const game = "bosh:round=1";

it("goes from the end of a round to the next one, whose closed pits are drawn and spoken", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.choose("New game");
  const dialog = visitor.dialog();
  await dialog.getByRole("radio", { name: /^Bosh \d/ }).check({ force: true });
  await dialog.getByLabel("Rounds").selectOption("At most 2");
  await dialog.getByLabel("Who plays South").selectOption("human");
  await dialog.getByLabel("Who plays North").selectOption("human");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector('h1:has-text("Bosh, round 1")');
  // The first pit that can be played, until somebody cannot.
  const moves: string[] = [];
  while (!(await page.getByRole("button", { name: "Next round" }).isVisible())) {
    const [pit] = await visitor.legalAt(moves.length);
    if (pit === undefined) {
      await page.getByRole("button", { name: "Next round" }).waitFor();
      break;
    }
    moves.push(pit);
    await page.keyboard.press(pit.toLowerCase());
  }
  const answer = await post<RoundAnswer>("api/round", { game, moves, most: 2 });
  expect(await page.textContent(".result .round")).toBe(answer.text.join(" "));
  const closed = /closed=(\w+)/.exec(answer.next!.game)![1]!.split("");
  await page.getByRole("button", { name: "Next round" }).click();
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
  // The record names the round, where it begins and how many there are.
  const ogn = await visitor.ogn();
  expect(ogn).toContain(`[Variant "${answer.next!.game}"]`);
  expect(ogn).toContain('[Round "2"]');
  expect(ogn).toContain(`[FEN "${answer.next!.position}"]`);
  await page.reload();
  await visitor.ready(0);
  expect(await page.locator(".pit.closed").count()).toBe(closed.length);
  await visitor.leave();
});
