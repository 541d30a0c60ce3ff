import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Archive } from "../game/archive";
import { FakeDatabase, FakeMemory } from "../game/fakes";
import { human } from "../game/who";
import type { Games } from "./games.svelte";
import { Library } from "./library.svelte";
import type { Report } from "./report.svelte";
import { settled, setup, table, toyGame, ToyServer } from "./toy";

let server: ToyServer;
beforeEach(() => {
  server = new ToyServer();
  vi.stubGlobal("sessionStorage", new FakeMemory());
  vi.stubGlobal("localStorage", new FakeMemory());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const opponent = "greedy";

// One tab of a browser.
function tab(archive: Archive) {
  const parts = table({ N: opponent });
  const report = { clear: () => undefined, save: () => null, load: () => undefined } as unknown as Report;
  const library = new Library(archive, { of: async () => toyGame } as unknown as Games, parts.session, parts.nav, parts.play, report, parts.notice);
  const start = async (players = { S: human, N: opponent }) => {
    await library.newGame(setup(players));
    await settled();
    library.save();
  };
  // The page saves the game after each change.
  const press = async (pit: string) => {
    parts.play.press(pit);
    await settled();
    library.save();
  };
  return { ...parts, library, start, press };
}
const results = async (archive: Archive) => {
  await settled();
  return (await archive.ladder()).map(({ moves, points, void: excluded }) => `${moves.join("")} ${points} ${excluded ? "void" : ""}`.trim());
};

it("records a win, which stays when the game is continued or deleted", async () => {
  const archive = new Archive(new FakeDatabase());
  const { start, press, library, session } = tab(archive);
  await start();
  for (const pit of ["A", "A", "A"]) await press(pit);
  expect(session.result?.winner).toBe("S");
  expect(await results(archive)).toEqual(["AaAaAa 1"]);
  const won = library.currentId;
  library.takeBack();
  await settled();
  library.save();
  await press("B");
  await archive.remove(won);
  expect(await results(archive)).toEqual(["AaAaAa 1", expect.stringMatching(/ void$/)]);
});

it("keeps a loss that is taken back before the server has answered", async () => {
  const archive = new Archive(new FakeDatabase());
  const { start, press, library, play } = tab(archive);
  await start();
  await press("A");
  server.hold("play");
  play.resign();
  library.takeBack();
  await server.release("play");
  expect((await results(archive))[0]).toBe("Aa -1");
});

it("does not count a game with help, from a set-up position, or against a changed opponent", async () => {
  const helps: ((one: ReturnType<typeof tab>) => unknown)[] = [
    ({ session }) => (session.aided = true), // a hint, an analysis, a report
    ({ session }) => session.setCoach(true),
    ({ play }) => (play.setPlayers({ S: human, N: "random" }), play.setPlayers({ S: human, N: opponent })),
    ({ library }) => library.takeBack(),
  ];
  for (const help of helps) {
    const archive = new Archive(new FakeDatabase());
    const one = tab(archive);
    await one.start();
    await one.press("A");
    help(one);
    await settled();
    one.library.save();
    for (const pit of ["A", "A", "A"]) await one.press(pit);
    expect(one.session.result?.winner).toBe("S");
    expect(await results(archive)).toEqual([expect.stringMatching(/ void$/)]);
  }
  const archive = new Archive(new FakeDatabase());
  const one = tab(archive);
  await one.library.newGame(setup({ N: opponent }, { position: "after 4" }));
  one.library.save();
  expect(await results(archive)).toEqual([]);
});

it("does not count a game that was played differently in two tabs", async () => {
  const archive = new Archive(new FakeDatabase());
  const first = tab(archive);
  await first.start();
  await first.press("A");
  const second = tab(archive);
  const kept = (await archive.load(first.library.currentId))!;
  await second.library.open(kept.saved, kept.id);
  await settled();
  await second.press("B");
  for (const pit of ["A", "A"]) await first.press(pit);
  expect(first.session.result?.winner).toBe("S");
  expect(await results(archive)).toEqual([expect.stringMatching(/ void$/)]);
});
