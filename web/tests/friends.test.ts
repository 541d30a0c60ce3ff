// Playing with others: turn by turn by link, names, and a match of several games.
import { expect, it } from "vitest";
import { Visitor } from "./harness";
import { violations, withAxe } from "./views";
import { newGame } from "../src/words/dialog";
import { moves } from "../src/words/common";
import { Narrator } from "../src/words/narrator";
import * as play from "../src/words/play";
import * as turns from "../src/words/turns";

async function start(visitor: Visitor, title: string, opponent: string, names: { you: string; friend: string }, games = "1") {
  await visitor.gamePage(title);
  const dialog = visitor.dialog();
  await dialog.getByLabel(newGame.opponent).first().selectOption(opponent);
  await dialog.getByLabel(newGame.yourName).fill(names.you);
  await dialog.getByLabel(newGame.friendName).fill(names.friend);
  await dialog.getByLabel(newGame.match).selectOption(games);
  await dialog.getByRole("button", { name: newGame.start }).click();
  await dialog.waitFor({ state: "detached" });
  await visitor.ready(0);
}
async function send(visitor: Visitor): Promise<string> {
  await visitor.button(turns.send.move).click();
  await visitor.page.waitForSelector(`.send:has-text("${turns.copied}")`);
  return visitor.page.evaluate(() => navigator.clipboard.readText());
}
const strip = (visitor: Visitor, side: string) => visitor.page.textContent(`[data-side="${side}"]`);

it("plays with a friend by link: each device keeps one copy of the game", async () => {
  const ann = await Visitor.arrive();
  await start(ann, "Owari", "friend", { you: "Ann", friend: "Ben" });
  await ann.page.keyboard.press("e");
  await ann.ready(1);
  await ann.button(turns.send.move).waitFor();
  await ann.page.evaluate(withAxe);
  expect(await violations(ann)).toEqual([]);
  await ann.screenshot("send-move-desk");
  const first = await send(ann);
  expect(await ann.button(play.commands.undo).isDisabled()).toBe(true);

  const ben = await Visitor.arrive({ size: "phone", address: new URL(first).hash });
  await ben.ready(1);
  expect(await strip(ben, "S")).toContain("Ann");
  expect(await strip(ben, "N")).toContain("You");
  expect(await ben.page.textContent(".status")).toMatch(/^Ann sows/);
  await ben.page.tap('[data-pit="a"]');
  await ben.ready(2);
  await ben.page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined })); // a share menu that fails
  await ben.button(turns.send.move).click();
  const input = ben.page.getByLabel(turns.link); // the share menu failed: the link can be copied by hand
  await input.waitFor();
  const second = await input.inputValue();
  await ben.screenshot("send-move-phone");

  await ann.page.evaluate((hash) => (location.hash = hash), new URL(second).hash);
  await ann.ready(2);
  expect(await ann.page.textContent(".moves")).toMatch(/E.*a/s);
  expect((await ann.legal()).length).toBeGreaterThan(0);
  await ann.choose("games");
  await ann.dialog().locator("li", { hasText: moves(2) }).waitFor();
  expect(await ann.dialog().locator("li").count()).toBe(1);
  expect(await ann.dialog().locator("li").textContent()).toContain("Ann – Ben");
  await ann.page.keyboard.press("Escape");
  // An old link shows the game as it is.
  await ann.page.evaluate((hash) => (location.hash = hash), new URL(first).hash);
  await ann.page.waitForSelector(`.notice:has-text("${turns.nothingNew}")`);
  await ann.ready(2);
  await ann.leave();
  await ben.leave();
});

it("plays a match of two games with names and a running score", async () => {
  const visitor = await Visitor.arrive();
  await start(visitor, "Owari", "human", { you: "Ann", friend: "Ben" }, "2");
  expect(await strip(visitor, "S")).toContain("Ann");
  await visitor.page.keyboard.press("e");
  await visitor.ready(1);
  expect(await visitor.page.textContent(".status")).toMatch(/^Ann sows/);
  await visitor.resign(); // Ben
  await visitor.page.waitForSelector(`.result:has-text("${new Narrator(null, { S: "Ann", N: "Ben" }).series({ game: 1, games: 2, score: { S: 0, N: 0 } }, { S: 1, N: 0 }, false)}")`);
  await visitor.button(play.nextGame).click();
  await visitor.ready(0);
  expect(await strip(visitor, "S")).toContain("Ben");
  expect(await visitor.page.textContent('[data-side="N"] .points')).toContain("1");
  await visitor.page.keyboard.press("e");
  await visitor.ready(1);
  await visitor.page.reload();
  await visitor.ready(1);
  await visitor.resign(); // Ann
  await visitor.page.waitForSelector(`.result:has-text("${new Narrator(null).series({ game: 2, games: 2, score: { S: 0, N: 1 } }, { S: 1, N: 1 }, true)}")`);
  expect(await visitor.button(play.nextGame).count()).toBe(0);
  expect(await visitor.ogn()).toContain('[South "Ben"]');
  await visitor.leave();
});
