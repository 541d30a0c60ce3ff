// Links, saved games, and two tabs.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { moves } from "../src/words/common";
import { backup } from "../src/words/backup";
import { saved } from "../src/words/dialog";
import { damagedLink, otherBrowser, otherTab } from "../src/words/errors";
import { setup } from "../src/words/panel";
import { base, Visitor } from "./harness";
import { violations, withAxe } from "./views";

const follow = (visitor: Visitor, hash: string) => visitor.page.evaluate((to) => (location.hash = to), hash);

it("reports links that cannot be opened, on load and in an open page", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await page.keyboard.press("e");
  await visitor.ready(2);
  for (const [hash, message] of [["#1.nonsense", damagedLink], ["#game=unknown/E.a", otherBrowser], ["#whatever", damagedLink]] as const) {
    await follow(visitor, hash);
    await page.waitForSelector(`.notice:has-text("${message}")`);
    await page.goto(`${base}favicon.svg`);
    await page.goto(base + hash);
    await page.waitForSelector(`.notice:has-text("${message}")`);
    await visitor.ready(2); // the last game is on the board
  }
  await visitor.leave();
});

it("restores a deleted game", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  for (const title of ["Kalah", "Owari"]) {
    await visitor.newGame(title);
    await page.keyboard.press("a");
    await visitor.ready(1);
  }
  await visitor.choose("games");
  const kalah = visitor.dialog().locator("li", { hasText: "Kalah" });
  await kalah.locator("button").nth(1).click();
  await kalah.waitFor({ state: "detached" });
  await visitor.button(saved.undo).click();
  await kalah.locator("button").first().click();
  await page.waitForSelector('h1:has-text("Kalah")');
  await visitor.ready(1);
  await visitor.leave();
});

it("restores a backup on another device, and refuses other files", async () => {
  const from = await Visitor.arrive();
  await from.newGame("Kalah");
  await from.page.keyboard.press("c");
  await from.ready(1);
  await from.choose("settings");
  await from.page.selectOption("#theme", "dark");
  await from.page.keyboard.press("Escape");
  await from.choose("backup");
  const [file] = await Promise.all([from.page.waitForEvent("download"), from.button(backup.download).click()]);
  expect(file.suggestedFilename()).toMatch(/^sow-backup-\d{4}-\d\d-\d\d\.json$/);
  const path = await file.path();
  const text = readFileSync(path);

  for (const [how, games, theme] of [[backup.merge, 2, "rgb(243, 235, 221)"], [backup.replace, 1, "rgb(26, 22, 19)"]] as const) {
    const to = await Visitor.arrive();
    await to.newGame("Owari");
    await to.page.keyboard.press("a");
    await to.ready(1);
    await to.choose("backup");
    for (const [content, message] of [[text.subarray(0, 99), backup.notBackup], [text.toString().replace('"plies"', '"p"'), backup.damaged]] as const) {
      await to.page.setInputFiles("dialog input[type=file]", { name: "b.json", mimeType: "application/json", buffer: Buffer.from(content) });
      await to.page.waitForSelector(`dialog .error:has-text("${message}")`);
    }
    await to.page.setInputFiles("dialog input[type=file]", { name: "b.json", mimeType: "application/json", buffer: text });
    await to.page.evaluate(withAxe);
    await to.button(how).waitFor();
    expect(await violations(to)).toEqual([]);
    await to.screenshot("dialog-restore-desk");
    await to.button(how).click();
    await to.button(backup.reload).click();
    await to.page.waitForFunction(() => !document.querySelector("dialog"));
    await to.ready();
    expect(await to.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(theme);
    await to.choose("games");
    await to.dialog().locator("li", { hasText: "Kalah" }).waitFor();
    expect(await to.dialog().locator("li", { hasText: moves(1) }).count()).toBe(games);
    await to.leave();
  }
  await from.leave();
});

it("warns if a game is open in two tabs", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Owari");
  await page.keyboard.press("e");
  await visitor.ready(1);
  const second = await visitor.context.newPage();
  await second.goto(await visitor.addressOf(1));
  for (const tab of [page, second]) await tab.waitForSelector(`.notice:has-text("${otherTab}")`);
  await visitor.leave();
});

it("does not play the old position after a rejected paste", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.newGame("Owari");
  await visitor.choose("setUp");
  await visitor.button(setup.play).and(page.locator(":enabled")).waitFor();
  await page.fill("#position-text", "1-2-3");
  await visitor.button(setup.apply).click();
  await page.waitForSelector(".setup .error");
  expect(await visitor.button(setup.play).isDisabled()).toBe(true);
  await page.fill("#position-text", "");
  await visitor.button(setup.play).and(page.locator(":enabled")).waitFor();
  expect(await page.$(".setup .error")).toBeNull();
  await visitor.leave();
});
