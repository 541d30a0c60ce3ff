import { beforeEach, expect, it, vi } from "vitest";
import { Archive } from "../game/archive";
import { FakeDatabase, FakeMemory } from "../game/fakes";
import { movesTo } from "../game/tree";
import { Library } from "./library.svelte";
import { Report } from "./report.svelte";
import { setup, settled, table, ToyServer, toyGame } from "./toy";

beforeEach(() => {
  vi.restoreAllMocks();
  vi.stubGlobal("localStorage", new FakeMemory());
  vi.stubGlobal("sessionStorage", new FakeMemory());
  new ToyServer();
});

function shelf(of: (ref: { game: string }) => Promise<typeof toyGame> = async () => toyGame) {
  const all = table();
  const archive = new Archive(new FakeDatabase());
  const report = new Report(all.session, all.nav, all.exploration);
  const library = new Library(archive, { of } as never, all.session, all.nav, all.play, report, all.notice);
  const game = () => movesTo(all.session.tree, all.session.end).join("");
  return { ...all, archive, library, game };
}
const savedWith = async (moves: string) => {
  const { play, session, nav, library } = shelf();
  await library.newGame(setup());
  for (const move of moves) await play.choose(move);
  return session.save(nav.at);
};

it("saves the game, and opens it again in the same tab", async () => {
  const { library, play, archive, game } = shelf();
  await library.newGame(setup());
  for (const move of "Aa") await play.choose(move);
  library.save();
  expect(await archive.list()).toMatchObject([{ id: library.currentId, plies: 2, result: "" }]);
  await library.newGame(setup());
  expect(await library.openLast()).toBe(true);
  expect(game()).toBe("Aa");
});

it("does not keep a game without moves", async () => {
  const { library, archive } = shelf();
  await library.newGame(setup());
  library.save();
  await library.newGame(setup());
  await settled();
  expect(await archive.list()).toEqual([]);
});

it("continues a finished game in a copy, so that its result stays", async () => {
  const { library, play, archive } = shelf();
  await library.newGame(setup());
  for (const move of "AaBbAa") await play.choose(move);
  library.save();
  const finished = library.currentId;
  library.takeBack();
  await settled();
  library.save();
  expect(library.currentId).not.toBe(finished);
  expect((await archive.load(finished))?.result).toBe("3–1");
  expect((await archive.load(library.currentId))?.result).toBe("");
});

it("shows the game that was opened last, whichever loads first", async () => {
  const [slow, fast] = [await savedWith("A"), await savedWith("BbA")];
  const waiting: (() => void)[] = [];
  const { library, game } = shelf(() => new Promise((resolve) => waiting.push(() => resolve(toyGame))));
  const first = library.open(slow, "slow");
  const second = library.open(fast, "fast");
  waiting[1]!();
  await second;
  waiting[0]!();
  await first;
  expect([game(), library.currentId]).toEqual(["BbA", "fast"]);
});

it("stays with a new game that starts while another one is loading", async () => {
  const old = await savedWith("Aa");
  let answer: () => void = () => undefined;
  const { library, game } = shelf(() => new Promise((resolve) => (answer = () => resolve(toyGame))));
  const opening = library.open(old, "old");
  await library.newGame(setup());
  answer();
  await opening;
  expect(game()).toBe("");
  expect(library.currentId).not.toBe("old");
});

it("gives a new game with a random start another one, unless the sides are swapped", async () => {
  const random = { ...toyGame, random_start: "toy" };
  const { library, session } = shelf(async ({ game }) => ({ ...random, id: game }));
  const start = async (fields: object) => {
    await library.newGame(setup({}, { game: session.game, ref: session.ref, ...fields }));
    expect(session.ref).toEqual({ game: session.game.id });
    return session.game.id;
  };
  const first = await start({ game: random, ref: { game: "toy" } });
  expect(first).toMatch(/^toy:deal=\d+$/);
  expect(await start({ sameStart: true })).toBe(first);
  const second = await start({});
  expect(second).toMatch(/^toy:deal=\d+$/);
  expect(second).not.toBe(first);
});

it("does not copy a study of a resigned game when a move is taken back", async () => {
  const { library, session, play } = shelf();
  await library.newGame(setup());
  await play.choose("A");
  play.resign();
  await settled();
  const saved = { ...session.save(1), live: null };
  await library.open(saved, "study");
  library.takeBack();
  library.takeBack();
  expect(library.currentId).toBe("study");
});

it("keeps a game that looks empty here but was played in another tab", async () => {
  const { library, archive } = shelf();
  await library.newGame(setup());
  library.save();
  const { currentId } = library;
  const played = (await archive.load(currentId))!;
  await archive.save({ ...played, plies: 1, saved: { ...played.saved, line: [{ move: "A" }] } }, null);
  await library.newGame(setup());
  await settled();
  expect(await archive.load(currentId)).toMatchObject({ plies: 1 });
});
