// Whole games by mouse, keyboard, and touch, against a computer player, and watching.
import { expect, it } from "vitest";
import type { ReadAnswer } from "../src/api/types";
import { itNeedsServer, post, Visitor, type Look } from "./harness";
import { toFragment } from "../src/game/share";
import { pit, endsIn } from "../src/words/board";
import { tryAgain } from "../src/words/common";
import { settings } from "../src/words/dialog";
import { notPlayed, unreachable } from "../src/words/errors";
import * as play from "../src/words/play";
import { moveList } from "../src/words/panel";
import { Narrator } from "../src/words/narrator";

// Ways to enter moves.
type Mover = (pit: string) => Promise<void>;
const ways = {
  "by mouse on a desktop": { look: { size: "desk" }, mover: clicking },
  "by keyboard on a desktop": { look: { size: "desk" }, mover: typing },
  "by touch on a phone": { look: { size: "phone", theme: "dark" }, mover: touching },
} satisfies Record<string, { look: Look; mover: (visitor: Visitor) => Promise<Mover> }>;

async function clicking(visitor: Visitor): Promise<Mover> {
  const pits = await visitor.pits();
  return (pit) => visitor.page.mouse.click(pits.get(pit)!.x, pits.get(pit)!.y);
}
async function touching(visitor: Visitor): Promise<Mover> {
  const pits = await visitor.pits();
  return (pit) => visitor.page.touchscreen.tap(pits.get(pit)!.x, pits.get(pit)!.y);
}
async function typing(visitor: Visitor): Promise<Mover> {
  return (pit) => visitor.page.keyboard.press(pit.toLowerCase());
}

// `stride` selects among the legal pits; these values make short games.
const games: { title: string; stride: number; way: keyof typeof ways }[] = [
  { title: "Owari", stride: 28, way: "by mouse on a desktop" },
  { title: "Oware (Abapa)", stride: 15, way: "by keyboard on a desktop" },
  { title: "Awari", stride: 7, way: "by touch on a phone" },
  { title: "Hus", stride: 21, way: "by touch on a phone" },
  { title: "Kalah", stride: 30, way: "by keyboard on a desktop" },
];

it.each(games)("plays a whole game of $title $way", async ({ title, stride, way }) => {
  const visitor = await Visitor.arrive(ways[way].look);
  await visitor.newGame(title);
  await visitor.ready(0);
  const move = await ways[way].mover(visitor);
  let ply = 0;
  for (; ; ++ply) {
    const legal = await visitor.legalAt(ply);
    if (legal.length === 0) break;
    await move(legal[(ply * stride) % legal.length]!);
  }
  expect(ply).toBeGreaterThan(8);
  expect(await visitor.page.getAttribute(".board", "data-over")).toBe("true");
  // The result on the page agrees with the server's result of the exported game.
  const { records } = await post<ReadAnswer>("api/ogn/read", { text: await visitor.ogn() });
  const { moves, result } = records[0]!;
  expect(moves.length).toBe(ply);
  expect(await visitor.score()).toEqual([result!.N, result!.S]);
  await visitor.leave();
});

it("plays against the computer with taking back and redo", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.page.keyboard.press("u"); // takes back the reply and your move
  await visitor.ready(0);
  await visitor.page.keyboard.press("y");
  await visitor.ready(2);
  await visitor.page.keyboard.press("u");
  await visitor.ready(0);
  await visitor.page.keyboard.press("5"); // pit F5 by number
  await visitor.ready(2);
  expect(await visitor.ogn()).toMatch(/1\. F \(1\. E .*\) [a-f]/s);
  for (;;) {
    await visitor.ready();
    const [pit] = await visitor.legal();
    if (!pit) break;
    const ply = await visitor.ply();
    await visitor.page.click(`[data-pit="${pit}"]`);
    await visitor.page.waitForFunction((before) => Number(document.querySelector<HTMLElement>(".board")?.dataset.ply) > before, ply);
  }
  expect(await visitor.page.getAttribute(".board", "data-over")).toBe("true");
  await visitor.leave();
});

it("plays a game between two computer players to the end", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Kalah", "random", "greedy");
  await visitor.page.waitForSelector(".board[data-over=true]");
  await visitor.leave();
});

it("pauses and resumes two computer players", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  await visitor.newGame("Oware (Abapa)", "random", "cautious");
  const past = (ply: number) =>
    visitor.page.waitForFunction((before) => Number(document.querySelector<HTMLElement>(".board")?.dataset.ply) > before, ply);
  await past(0);
  await visitor.button(play.pause).click();
  await visitor.page.keyboard.press("Escape");
  await visitor.ready();
  const ply = await visitor.ply();
  await visitor.page.keyboard.press("ArrowLeft");
  await visitor.ready(ply - 1);
  await visitor.page.getByLabel(play.speed).selectOption(settings.speeds[0]);
  await visitor.button(play.play).click();
  await past(ply);
  await visitor.leave();
});

it("animates a move and can skip the animation", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  await visitor.newGame("Sungka");
  await visitor.page.click('[data-pit="A"]');
  await visitor.page.waitForSelector(".board[aria-busy=true] .seed.held");
  await visitor.page.keyboard.press("Escape");
  await visitor.ready(1);
  expect(await visitor.page.$(".seed.held")).toBeNull();
  const counts = Object.values(await visitor.counts()).reduce((sum, n) => sum + Number(n), 0);
  expect(counts).toBe(98);
  await visitor.leave();
});

// Delays the answers to /api/play until they are released or refused.
async function holdBack(visitor: Visitor) {
  let answer: (go: boolean) => void = () => undefined;
  const decided = new Promise<boolean>((resolve) => (answer = resolve));
  await visitor.page.route("**/api/play", async (route) => ((await decided) ? route.continue() : route.abort()));
  return { release: () => answer(true), refuse: () => answer(false) };
}

itNeedsServer("shows a move before the server has answered", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari");
  await visitor.ready(0);
  const held = await holdBack(visitor);
  await visitor.page.click('[data-pit="E"]');
  await visitor.page.waitForSelector('.board[aria-busy=true][data-ply="1"]');
  expect(await visitor.counts()).toMatchObject({ E: "0", F: "4", a: "4" });
  expect(await visitor.page.textContent(".status")).toMatch(/^South .*\bE\b/);
  expect(await visitor.legal()).toEqual([]); // not known yet
  held.release();
  await visitor.ready(1);
  await visitor.page.click('[data-pit="b"]');
  await visitor.ready(2);
  await visitor.leave();
});

itNeedsServer("takes back a move that the server does not confirm", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  await visitor.newGame("Owari");
  await visitor.ready(0);
  const before = await visitor.counts();
  const held = await holdBack(visitor);
  await visitor.page.click('[data-pit="E"]');
  await visitor.page.waitForSelector(".seed.held");
  held.refuse();
  await visitor.page.waitForSelector(".status .error");
  await visitor.ready(0);
  expect(await visitor.page.textContent(".status")).toContain(notPlayed("E", unreachable));
  expect(await visitor.counts()).toEqual(before);
  expect(await visitor.page.$(".seed.held")).toBeNull();
  expect(await visitor.page.textContent(".moves")).toContain(moveList.empty);
  await visitor.page.unroute("**/api/play");
  await visitor.button(tryAgain).click();
  await visitor.page.keyboard.press("Escape");
  await visitor.ready(1);
  await visitor.leave();
});

it("previews moves and explains illegal ones", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari");
  await visitor.page.hover('[data-pit="E"]');
  await visitor.page.waitForSelector('.preview-last[data-pit="a"]');
  expect(await visitor.page.textContent(".status")).toMatch(/South .*\bE\b.*\ba\b/);
  await visitor.page.reload();
  await visitor.ready(0);
  // The pits are the second tab stop; arrow keys move between them.
  for (const key of ["Tab", "Tab", "ArrowRight", "ArrowRight", "ArrowRight"]) await visitor.page.keyboard.press(key);
  await visitor.page.waitForSelector('.preview-lift[data-pit="D"]');
  expect(await visitor.page.getAttribute('[data-pit="D"]', "aria-label")).toBe(`${pit("South's", "D", 3)}, ${endsIn("store")}`);
  await visitor.openText('[Variant "Oware Abapa"]\n[FEN "1-0-0-0-0-5-0-0-0-0-0-0-20-22-S"]\n\n*');
  await visitor.page.keyboard.press("a");
  await visitor.page.waitForSelector(".notice");
  expect(await visitor.page.textContent(".notice")).toContain(new Narrator(null).refusal("A", "S", { reason: "starves", rule: null }));
  await visitor.leave();
});

it("asks two people whether a repetition ends the game", async () => {
  const cycle = [..."AaBbCcDdEeFf"];
  const fragment = await toFragment({
    game: "oware", rules: null, title: "", position: "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", line: [], live: 0, at: [],
    players: { S: "human", N: "human" }, resigned: null, tags: {}, flipped: false, clock: null,
  });
  const visitor = await Visitor.arrive({ address: `#${fragment}` });
  const goAround = async (ply: number) => {
    for (const [i, pit] of cycle.entries()) {
      expect(await visitor.legalAt(ply + i)).toEqual([pit]);
      await visitor.page.keyboard.press(pit.toLowerCase());
    }
    await visitor.page.waitForSelector(`.result h2:text-is("${play.endHere}")`);
  };
  await goAround(0);
  await visitor.screenshot("repetition");
  await visitor.button(play.playOn).click();
  await goAround(cycle.length);
  await visitor.button(play.endGame).click();
  await visitor.page.waitForSelector(`.result:has-text("${play.review}")`);
  expect(await visitor.score()).toEqual([24, 24]);
  await visitor.leave();
});

it("gives each game with a random start another one, which it keeps", async () => {
  const visitor = await Visitor.arrive();
  const title = async () => /Random Kalah, deal \d+/.exec((await visitor.page.textContent("h1"))!)![0];
  await visitor.newGame("Random Kalah");
  const first = await title();
  await visitor.page.click(`[data-pit="${(await visitor.legal())[0]}"]`);
  await visitor.ready(1);
  await visitor.addressOf(1);
  await visitor.page.reload();
  await visitor.page.waitForSelector(`h1:has-text("${first}")`);
  await visitor.newGame("Random Kalah");
  expect(await title()).not.toBe(first);
  await visitor.leave();
});
