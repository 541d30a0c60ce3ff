// Two devices that play a game by links.
import { beforeEach, expect, it, vi } from "vitest";
import type { SavedGame } from "../game/archive";
import { fromFragment } from "../game/share";
import { movesTo } from "../game/tree";
import { friend, human } from "../game/who";
import { damagedLink } from "../words/errors";
import * as words from "../words/turns";
import type { Library } from "./library.svelte";
import { settled, table, toyGame, ToyServer } from "./toy";
import { Turns } from "./turns.svelte";

beforeEach(() => {
  vi.restoreAllMocks();
  new ToyServer();
  vi.stubGlobal("location", { origin: "https://sow.example", pathname: "/" });
});

// A device, with a library that keeps games in memory.
function device(name = "", players = { S: human, N: friend }) {
  const parts = table(players);
  const { session, nav, play, notice } = parts;
  const kept = new Map<string, SavedGame>();
  let fresh = 0;
  const library = {
    currentId: "game",
    archive: { load: async (id: string) => kept.get(id) ?? null },
    save: () => kept.set(library.currentId, { id: library.currentId, time: 0, result: "", plies: session.plies, saved: session.save(nav.at) }),
    open: async (saved: SavedGame["saved"], id = `fresh${++fresh}`) => {
      library.currentId = id;
      await play.load(saved, toyGame);
    },
  };
  const turns = new Turns(session, nav, library as unknown as Library, { names: { you: name, friend: "" } }, notice);
  const move = async (letter: string) => {
    await play.choose(letter);
    await settled();
    library.save();
  };
  const follow = async (link: string) => {
    const { saved, id } = await fromFragment(link.split("#")[1]!);
    await turns.open(saved, id!);
    await settled();
    library.save();
  };
  const send = async () => {
    const link = await turns.link();
    turns.markSent();
    return link;
  };
  const start = async () => {
    await play.newGame({ game: toyGame, ref: { game: "toy" }, position: null, players, names: { S: "Ann", N: "" } });
    await settled();
    library.save();
  };
  return { ...parts, turns, library, kept, move, follow, send, start, line: () => movesTo(session.tree, session.end).join("") };
}

it("plays a game back and forth", async () => {
  const [ann, ben] = [device(), device("Ben")];
  await ann.start();
  expect(ann.turns.waits).toBeNull(); // Ann moves first
  await ann.move("A");
  expect(ann.turns.waits).toBe("unsent");
  expect(ann.session.canTakeBack).toBe(true);
  const first = await ann.send();
  expect(ann.turns.waits).toBe("sent");
  expect(ann.session.canTakeBack).toBe(false);

  await ben.follow(first);
  expect(ben.session.you).toBe("N");
  expect(ben.session.names).toEqual({ S: "Ann", N: "Ben" });
  expect(ben.line()).toBe("A");
  expect(ben.nav.yours).toBe(true);
  expect(ben.turns.waits).toBeNull();
  await ben.move("b");
  const second = await ben.send();

  await ann.follow(second);
  expect(ann.library.currentId).toBe("game");
  expect([...ann.kept.keys()]).toEqual(["game"]); // updated, not added
  expect(ann.line()).toBe("Ab");
  expect(ann.session.names).toEqual({ S: "Ann", N: "Ben" });
  expect(ann.nav.yours).toBe(true);
  expect(ann.session.canTakeBack).toBe(false);

  // The first link once more, on either device.
  await ben.follow(first);
  expect(ben.line()).toBe("Ab");
  expect(ben.notice.text).toBe(words.nothingNew);
  await ann.follow(first);
  expect(ann.session.you).toBe("S"); // Ann's own link does not change her side
});

it("lets the friend move first", async () => {
  const ann = device("", { S: friend, N: human });
  await ann.start();
  expect(ann.turns.waits).toBe("unsent");
  const ben = device();
  await ben.follow(await ann.send());
  expect(ann.turns.waits).toBe("sent");
  expect(ben.session.you).toBe("S");
  expect(ben.nav.yours).toBe(true);
});

it("sends the end of the game, and a resignation", async () => {
  const [ann, ben] = [device(), device()];
  await ann.start();
  for (const [player, other, moves] of [[ann, ben, "A"], [ben, ann, "a"], [ann, ben, "A"], [ben, ann, "a"], [ann, ben, "A"]] as const) {
    await player.move(moves);
    await other.follow(await player.send());
  }
  await ben.move("a");
  expect(ben.session.result).not.toBeNull();
  expect(ben.turns.waits).toBe("unsent");
  await ann.follow(await ben.send());
  expect(ann.session.result).not.toBeNull();
  expect(ann.turns.waits).toBeNull(); // nothing to send
  expect(ben.turns.waits).toBeNull();

  const [cid, dora] = [device(), device()];
  await cid.start();
  await cid.move("A");
  await dora.follow(await cid.send());
  dora.play.resign();
  await settled();
  expect(dora.turns.waits).toBe("unsent");
  await cid.follow(await dora.send());
  expect(cid.session.resigned).toBe("N");
  expect(cid.session.result?.winner).toBe("S");
});

it("does not overwrite your game with a link that differs from it", async () => {
  const [ann, ben] = [device(), device()];
  await ann.start();
  await ann.move("A");
  await ben.follow(await ann.send());
  const honest = ben.line();
  ann.session.sent = 0;
  ann.play.undo();
  await settled();
  await ann.move("B");
  await ben.follow(await ann.turns.link());
  expect(ben.notice.text).toBe(words.otherMoves);
  expect(ben.library.currentId).toBe("fresh1");
  expect(ben.kept.get("game")?.saved.at.join("")).toBe(honest);
});

it("rejects a link that makes you resign, or that nobody plays by link", async () => {
  const ann = device();
  await ann.start();
  await ann.move("A");
  const saved = ann.session.save(ann.nav.at);
  await expect(ann.turns.open({ ...saved, resigned: "S" }, "other")).rejects.toThrow(damagedLink);
  await expect(ann.turns.open({ ...saved, players: { S: human, N: human } }, "other")).rejects.toThrow(damagedLink);
});
