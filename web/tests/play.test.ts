// Whole games, by mouse and by keyboard, against oneself, against a player, and watching.
import { describe, expect, it } from "vitest";
import { post, Visitor, type Look } from "./harness";

const titles = { owari: "Owari", oware: "Oware (Abapa)", awari: "Awari", hus: "Hus", kalah: "Kalah" };

// Plays to the end, choosing differently from ply to ply but always alike.
async function playOut(visitor: Visitor, move: (pit: string) => Promise<void>): Promise<number> {
  for (let ply = 0; ; ++ply) {
    await visitor.ready(ply);
    const legal = await visitor.legal();
    if (legal.length === 0) return ply;
    await move(legal[(ply * 5) % legal.length]!);
  }
}

async function playWhole(game: keyof typeof titles, look: Look, mover: (visitor: Visitor) => (pit: string) => Promise<void>) {
  const visitor = await Visitor.arrive(look);
  await visitor.newGame(titles[game]);
  const plies = await playOut(visitor, mover(visitor));
  expect(plies).toBeGreaterThan(8);
  expect(await visitor.page.textContent(".status")).toContain("The game is over");
  // What the page shows at the end is what the rules say of the game it has written down.
  const { records } = await post<{ records: { moves: string[]; result: { S: number; N: number } }[] }>(
    "api/ogn/read", { text: await visitor.ogn() });
  expect(records[0]!.moves.length).toBe(plies);
  const held = await visitor.page.$$eval(".held", (all) => all.map((one) => parseInt(one.textContent ?? "", 10)));
  expect(held).toEqual([records[0]!.result.N, records[0]!.result.S]);
  await visitor.leave();
}

const clicking = (visitor: Visitor) => (pit: string) => visitor.page.click(`[data-pit="${pit}"]`);
const typing = (visitor: Visitor) => (pit: string) => visitor.page.keyboard.press(pit.toLowerCase());

describe.each(Object.keys(titles) as (keyof typeof titles)[])("a whole game of %s", (game) => {
  it("by clicking, on a desk", () => playWhole(game, { size: "desk" }, clicking));
  it("by keyboard, on a phone", () => playWhole(game, { size: "phone", theme: "dark" }, typing));
});

it("against a player of the program, taking back and going on", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.page.keyboard.press("u"); // the reply and one's own move
  await visitor.ready(0);
  await visitor.page.keyboard.press("y");
  await visitor.ready(2);
  await visitor.page.keyboard.press("u");
  await visitor.ready(0);
  await visitor.page.keyboard.press("5"); // F5, by its number
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
  expect(await visitor.page.textContent(".status")).toContain("The game is over");
  await visitor.leave();
});

it("shows two players, stops them and lets them go on", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Kalah", "random", "greedy");
  await visitor.page.waitForSelector(".board[data-ply='3']");
  await visitor.button("Pause").click();
  await visitor.ready();
  const ply = await visitor.ply();
  await visitor.page.keyboard.press("ArrowLeft");
  await visitor.ready(ply - 1);
  await visitor.button("Play").click();
  await visitor.page.waitForFunction(() => document.querySelector(".status")?.textContent?.includes("The game is over"));
  await visitor.leave();
});

it("sows seed by seed, and can be skipped", async () => {
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

it("says where a move leads before it is made, and why one cannot be made", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari");
  await visitor.page.hover('[data-pit="E"]');
  await visitor.page.waitForSelector('.preview-last[data-pit="a"]');
  expect(await visitor.page.textContent(".status")).toContain("South plays E4: 3 seeds, the last in a7.");
  await visitor.page.focus('[data-pit="D"]');
  await visitor.page.waitForSelector('.preview-lift[data-pit="D"]');
  expect(await visitor.page.getAttribute('[data-pit="D"]', "aria-label")).toBe("D3, 3 seeds, last in the store");
  await visitor.openText('[Variant "Oware Abapa"]\n[FEN "1-0-0-0-0-5-0-0-0-0-0-0-20-22-S"]\n\n*');
  await visitor.page.keyboard.press("a");
  await visitor.page.waitForSelector(".notice");
  expect(await visitor.page.textContent(".notice")).toContain("would leave North without a seed");
  await visitor.leave();
});
