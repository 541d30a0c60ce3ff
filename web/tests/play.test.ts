// Whole games, by mouse and by keyboard, against oneself, against a player, and watching.
import { expect, it } from "vitest";
import type { ReadAnswer } from "../src/api/types";
import { post, Visitor, type Look } from "./harness";

// Ways to move: each is tried in some games.
type Mover = (pit: string) => Promise<void>;
const ways = {
  "by clicking, on a desk": { look: { size: "desk" }, mover: clicking },
  "by keyboard, on a desk": { look: { size: "desk" }, mover: typing },
  "by touching, on a phone": { look: { size: "phone", theme: "dark" }, mover: touching },
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

// Games, and a stride from legal pit to legal pit that makes them short.
const games: { title: string; stride: number; way: keyof typeof ways }[] = [
  { title: "Owari", stride: 28, way: "by clicking, on a desk" },
  { title: "Oware (Abapa)", stride: 15, way: "by keyboard, on a desk" },
  { title: "Awari", stride: 7, way: "by touching, on a phone" },
  { title: "Hus", stride: 21, way: "by touching, on a phone" },
  { title: "Kalah", stride: 30, way: "by keyboard, on a desk" },
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
  expect(await visitor.page.textContent(".status")).toContain("The game is over");
  // What the page shows at the end is what the rules say of the game it has written down.
  const { records } = await post<ReadAnswer>("api/ogn/read", { text: await visitor.ogn() });
  const { moves, result } = records[0]!;
  expect(moves.length).toBe(ply);
  const held = await visitor.page.$$eval(".held", (all) => all.map((one) => parseInt(one.textContent ?? "", 10)));
  expect(held).toEqual([result!.N, result!.S]);
  await visitor.leave();
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

it("shows two players to the end", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Kalah", "random", "greedy");
  await visitor.page.waitForFunction(() => document.querySelector(".status")?.textContent?.includes("The game is over"));
  await visitor.leave();
});

it("stops two players and lets them go on", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  await visitor.newGame("Oware (Abapa)", "random", "cautious");
  const past = (ply: number) =>
    visitor.page.waitForFunction((before) => Number(document.querySelector<HTMLElement>(".board")?.dataset.ply) > before, ply);
  await past(0);
  await visitor.button("Pause").click();
  await visitor.page.keyboard.press("Escape");
  await visitor.ready();
  const ply = await visitor.ply();
  await visitor.page.keyboard.press("ArrowLeft");
  await visitor.ready(ply - 1);
  await visitor.page.getByLabel("Speed").selectOption("At once");
  await visitor.button("Play").click();
  await past(ply);
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

// Holds back what the server says of positions until it is let go, or refused.
async function holdBack(visitor: Visitor) {
  let answer: (go: boolean) => void = () => undefined;
  const decided = new Promise<boolean>((resolve) => (answer = resolve));
  await visitor.page.route("**/api/play", async (route) => ((await decided) ? route.continue() : route.abort()));
  return { letGo: () => answer(true), refuse: () => answer(false) };
}

it("sows at once, before the server has answered", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari");
  await visitor.ready(0);
  const held = await holdBack(visitor);
  await visitor.page.click('[data-pit="E"]');
  await visitor.page.waitForSelector('.board[aria-busy=true][data-ply="1"]');
  expect(await visitor.counts()).toMatchObject({ E: "0", F: "4", a: "4" });
  expect(await visitor.page.textContent(".status")).toContain("South plays E:");
  expect(await visitor.legal()).toEqual([]); // not known yet
  held.letGo();
  await visitor.ready(1);
  await visitor.page.click('[data-pit="b"]');
  await visitor.ready(2);
  await visitor.leave();
});

it("takes a move back that the server does not confirm", async () => {
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
  expect(await visitor.page.textContent(".status")).toContain("E was not played. The server cannot be reached.");
  expect(await visitor.counts()).toEqual(before);
  expect(await visitor.page.$(".seed.held")).toBeNull();
  expect(await visitor.page.textContent(".moves")).toContain("No moves yet");
  await visitor.page.unroute("**/api/play");
  await visitor.button("Try again").click();
  await visitor.page.keyboard.press("Escape");
  await visitor.ready(1);
  await visitor.leave();
});

it("says where a move leads before it is made, and why one cannot be made", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari");
  await visitor.page.hover('[data-pit="E"]');
  await visitor.page.waitForSelector('.preview-last[data-pit="a"]');
  expect(await visitor.page.textContent(".status")).toContain("South plays E: 3 seeds, the last in a.");
  await visitor.page.reload();
  await visitor.ready(0);
  // The pits are the second stop of Tab; arrows go from one to the next.
  for (const key of ["Tab", "Tab", "ArrowRight", "ArrowRight", "ArrowRight"]) await visitor.page.keyboard.press(key);
  await visitor.page.waitForSelector('.preview-lift[data-pit="D"]');
  expect(await visitor.page.getAttribute('[data-pit="D"]', "aria-label")).toBe("South's pit D, 3 seeds, last in the store");
  await visitor.openText('[Variant "Oware Abapa"]\n[FEN "1-0-0-0-0-5-0-0-0-0-0-0-20-22-S"]\n\n*');
  await visitor.page.keyboard.press("a");
  await visitor.page.waitForSelector(".notice");
  expect(await visitor.page.textContent(".notice")).toContain("would leave North without a seed");
  await visitor.leave();
});
