// Analysis, hints, reports, setup, sharing, and saving.
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { base, itNeedsServer, someGame, Visitor } from "./harness";
import { newGame, players, share } from "../src/words/dialog";
import { damagedLink } from "../src/words/errors";
import { analysis, moveList, report, setup } from "../src/words/panel";
import * as play from "../src/words/play";
import * as train from "../src/words/train";
import type { Score } from "../src/api/types";
import { Narrator } from "../src/words/narrator";

const winsBy4 = new Narrator(null).verdict({ final: 4, kind: "exact" } as Score, "S");
const ending = "1-0-2-0-1-0-0-3-0-1-0-2-13-13-S";

it("shows analysis on the pits, lines, and proven scores", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari");
  await visitor.page.keyboard.press("v");
  await visitor.page.waitForFunction(() => document.querySelectorAll(".value").length === 6);
  await visitor.openText(ending);
  await visitor.button(setup.study).click();
  await visitor.page.waitForSelector(".value.proven.best");
  expect(await visitor.page.textContent(".value.best")).toBe("=+4");
  expect(await visitor.page.textContent(".bar")).toContain(winsBy4);
  await visitor.page.waitForSelector(".complete");
  await visitor.button(analysis.playTo("E")).first().click();
  await visitor.ready(1);
  await visitor.leave();
});

it("shows hints and threats", async () => {
  const visitor = await Visitor.arrive();
  await visitor.openText(ending);
  await visitor.button(setup.study).click();
  await visitor.ready(0);
  await visitor.page.keyboard.press("q");
  await visitor.page.waitForSelector('.hint[data-pit="E"]');
  expect(await visitor.page.textContent(".status")).toContain(`${play.hint}E `);
  expect(await visitor.page.textContent(".status")).toContain(winsBy4);
  await visitor.openText("3-3-3-3-0-4-4-3-3-3-3-3-1-0-N");
  await visitor.button(setup.study).click();
  await visitor.ready(0);
  await visitor.page.keyboard.press("t");
  await visitor.page.waitForSelector('.threat[data-pit="B"]');
  expect(await visitor.page.textContent(".status")).toMatch(new RegExp(`^${play.threat}.*\\b3\\b.*\\bB\\b`));
  await visitor.leave();
});

it("creates a report and judges another try", async () => {
  const visitor = await Visitor.arrive();
  const moves = await someGame("owari", "random", "greedy", 12);
  await visitor.openText(`[Variant "owari"]\n\n${moves.join(" ")} *`);
  await visitor.tab("report").click();
  await visitor.button(report.create).click();
  await visitor.page.waitForSelector(".report table");
  await visitor.page.waitForSelector(".graph canvas");
  expect(await visitor.page.textContent(".report table")).toMatch(new RegExp(`${report.accuracy}\\s*\\d+%\\s*\\d+%`));
  const again = visitor.page.getByRole("button", { name: report.retryAt("") }).first();
  const which = /(\d+)(.|…) ([A-Fa-f])$/.exec((await again.getAttribute("aria-label")) ?? "")!;
  expect(await visitor.page.textContent(".report li")).not.toContain(report.bestWas);
  await visitor.page.getByRole("button", { name: report.showAt("") }).first().click();
  const best = (await visitor.page.textContent(".report li .small b"))!;
  const why = new RegExp(`${report.bestWas} \\w${report.which("(.+)")}`).exec((await visitor.page.textContent(".report li .small"))!)?.[1];
  expect(why).toMatch(/\w/);
  await again.click();
  await visitor.ready((Number(which[1]) - 1) * 2 + (which[2] === "." ? 0 : 1));
  expect(await visitor.page.textContent(".status")).toMatch(new RegExp(`^${which[3]} `));
  await visitor.page.click(`[data-pit="${best}"]`);
  await visitor.page.waitForSelector(`.status:has-text("${report.correct(best, why!)}")`);
  await visitor.leave();
});

itNeedsServer("lists your mistakes and the computer's separately", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  const replies = ["c", "e"]; // the first loses four seeds, the second is the best
  await page.route("**/api/choose", (route) => route.fulfill({ json: { version: 1, move: replies.shift(), seconds: 0 } }));
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  await page.keyboard.press("e"); // the best move
  await visitor.ready(2);
  await page.keyboard.press("a"); // misses a capture of three seeds
  await visitor.ready(4);
  await visitor.resign();
  await visitor.tab("report").click();
  await page.waitForSelector(".report table");
  expect(await page.locator(".report .found > div", { hasText: report.yourWorst(1) }).locator("li").allTextContents()).toEqual([expect.stringContaining("A")]);
  const theirs = page.locator(".report details", { hasText: report.theirs });
  await theirs.locator("summary").click();
  // One thing to practice, with puzzles.
  const practice = page.locator(".report .practice");
  expect(await practice.textContent()).toContain(report.practice);
  expect(await theirs.locator("li").allTextContents()).toEqual([expect.stringContaining("c")]);
  await visitor.screenshot("practice-desk");
  await page.locator(".practice button").click();
  await page.waitForSelector(`.trainer h2:has-text("${train.kinds.next}")`);
  await page.waitForSelector('h1:has-text("Owari")');
  await visitor.leave();
});

it("keeps variations and comments in files, links, and after a reload", async () => {
  const study = '[Variant "owari"]\n[Event "Test"]\n\n1. E {the best beginning?} (1. F a {quiet} (1... b 2. A) 2. B) a 2. B+4 *';
  const visitor = await Visitor.arrive();
  await visitor.openText(study);
  await visitor.page.keyboard.press("End");
  await visitor.ready(3);
  const written = await visitor.ogn();
  expect(written).toContain("1. E {the best beginning?} (1. F a {quiet} (1... b 2. A) 2. B) a 2. B+4 *");

  await visitor.page.reload();
  await visitor.ready(3);
  expect(await visitor.ogn()).toBe(written);

  await visitor.choose("share");
  const link = visitor.page.locator("#share-link");
  await visitor.page.waitForFunction(() => Boolean((document.querySelector("#share-link") as HTMLInputElement | null)?.value));
  const address = await link.inputValue();
  await visitor.dialog().getByRole("button", { name: share.copy }).nth(1).click();
  await visitor.page.waitForSelector(`text=${share.copied}`);
  expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe("3-0-4-4-1-4-0-0-4-4-4-3-5-0-N");
  const [download] = await Promise.all([visitor.page.waitForEvent("download"), visitor.button(share.download).click()]);
  expect(download.suggestedFilename()).toBe("owari.ogn");
  expect(await text(await download.createReadStream())).toContain("{the best beginning?}");

  await visitor.page.keyboard.press("Escape");
  await visitor.dialog().waitFor({ state: "detached" });

  const guest = await Visitor.arrive({ address: address.slice(base.length), size: "phone" });
  await guest.ready(3);
  expect(await guest.ogn()).toBe(written);
  expect(await guest.addressOf(3)).not.toBe(address); // of the copy
  await guest.leave();

  // Following a link in an open page.
  await visitor.newGame("Kalah");
  await visitor.page.evaluate((hash) => (location.hash = hash), new URL(address).hash);
  await visitor.page.waitForSelector('h1:has-text("Owari")');
  await visitor.ready(3);

  const misled = await Visitor.arrive({ address: "#1.nonsense" });
  expect(await misled.page.textContent(".notice")).toContain(damagedLink);
  await misled.leave();
  await visitor.leave();
});

it("creates, promotes, deletes, and comments variations", async () => {
  const visitor = await Visitor.arrive();
  await visitor.openText('[Variant "owari"]\n\n*');
  for (const [i, key] of ["e", "a", "ArrowLeft", "b"].entries()) {
    await visitor.page.keyboard.press(key);
    await visitor.ready([1, 2, 1, 2][i]!);
  }
  await visitor.button(moveList.comment).click();
  await visitor.page.getByLabel(moveList.commentOn("b")).fill("a {brace} and a\nline");
  await visitor.button(moveList.save).click();
  expect(await visitor.ogn()).toContain("1. E a (1... b {a {brace\\} and a line})");
  await visitor.button(moveList.promote).click();
  expect(await visitor.ogn()).toContain("1. E b {a {brace\\} and a line} (1... a)");
  await visitor.button(moveList.remove).click();
  await visitor.ready(1);
  expect(await visitor.ogn()).toContain("1. E a *");
  await visitor.leave();
});

it("opens a dropped file and reports errors in another", async () => {
  const visitor = await Visitor.arrive();
  const drop = (name: string, text: string) =>
    visitor.page.evaluate(([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content!], file!));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, text]);
  await drop("game.ogn", '[Variant "kalah"]\n\n1. C F a *');
  await visitor.page.waitForSelector('h1:has-text("Kalah")');
  await visitor.page.keyboard.press("End");
  await visitor.ready(3);
  await drop("bad.ogn", '[Variant "kalah"]\n\n1. C C *');
  await visitor.page.waitForSelector(".notice");
  expect(await visitor.page.textContent(".notice")).toContain("bad.ogn:");
  await visitor.leave();
});

it("sets up positions by clicks, keys, and text", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari");
  await visitor.choose("setUp");
  await visitor.button(setup.clear).click();
  await visitor.page.click('[data-pit="A"]');
  await visitor.page.click('[data-pit="A"]');
  await visitor.page.click('[data-pit="A"]', { button: "right" });
  await visitor.page.focus('[data-pit="c"]');
  await visitor.page.keyboard.type("12");
  await visitor.page.keyboard.press("-");
  await visitor.page.click('button[aria-label^="South\'s store"]');
  await visitor.page.getByLabel(setup.moves("North")).check();
  expect(await visitor.page.textContent(".diagram")).toBe("1-0-0-0-0-0-0-0-11-0-0-0-1-0-N");
  await visitor.page.fill("#position-text", "1-2-3");
  await visitor.button(setup.apply).click();
  await visitor.page.waitForSelector(".setup .error");
  await visitor.page.fill("#position-text", "(3 3 3 3 0 4 1 4 3 3 3 3 3 0) N");
  await visitor.button(setup.apply).click();
  await visitor.page.waitForFunction(() => document.querySelector(".diagram")?.textContent === "3-3-3-3-0-4-4-3-3-3-3-3-1-0-N");
  await visitor.button(setup.play).click();
  await visitor.page.waitForSelector(".setup", { state: "detached" });
  await visitor.ready(0);
  expect(await visitor.legal()).toEqual(["a", "b", "c", "d", "e", "f"]);
  await visitor.leave();
});

it("plays custom games and other sizes", async () => {
  const visitor = await Visitor.arrive();
  await visitor.choose("newGame");
  const file = (text: string) => ({ name: "fours.toml", mimeType: "text/plain", buffer: Buffer.from(text) });
  await visitor.page.setInputFiles("dialog input[type=file]", file("name = 'x'\nsow = 3\n"));
  await visitor.page.waitForSelector("dialog .error");
  await visitor.page.setInputFiles("dialog input[type=file]",
    file('name = "fours"\ntitle = "Fours"\nextends = "oware"\nsource = "A test."\n\n[[land]]\nat = "theirs"\ncount = 4\ntake = ["pit"]\n'));
  await visitor.page.waitForSelector('dialog h2:has-text("Fours")');
  await visitor.dialog().locator("summary", { hasText: newGame.more }).first().click();
  await visitor.dialog().getByLabel(players.choose("N")).selectOption("human");
  await visitor.button(newGame.start).click();
  await visitor.page.waitForSelector('h1:has-text("Fours")');
  await visitor.ready(0);
  await visitor.page.keyboard.press("f");
  await visitor.ready(1);
  await visitor.page.reload();
  await visitor.page.waitForSelector('h1:has-text("Fours")');
  await visitor.ready(1);

  await visitor.gamePage("Kalah");
  await visitor.page.getByLabel(newGame.pits).fill("3");
  await visitor.page.getByLabel(newGame.seeds).fill("2");
  await visitor.button(newGame.start).click();
  await visitor.page.waitForSelector('h1:has-text("Kalah")');
  await visitor.ready(0);
  expect(await visitor.legal()).toEqual(["A", "B", "C"]);
  await visitor.choose("games");
  await visitor.dialog().getByRole("button", { name: /Fours/ }).first().click();
  await visitor.page.waitForSelector('h1:has-text("Fours")');
  await visitor.ready(1);
  await visitor.leave();
});
