import { beforeEach, expect, it, vi } from "vitest";
import { movesTo } from "../game/tree";
import { notPlayed } from "../words/errors";
import { setup, settled, table, ToyServer } from "./toy";

let server: ToyServer;
beforeEach(() => {
  vi.restoreAllMocks();
  server = new ToyServer();
});

async function withMoves(moves: string) {
  const all = table();
  await all.play.newGame(setup());
  for (const move of moves) await all.play.choose(move);
  const shown = () => movesTo(all.session.tree, all.nav.at).join("");
  return { ...all, shown };
}

it("steps through the game; fast steps add up", async () => {
  const { nav, shown } = await withMoves("AaB");
  nav.step(-1);
  nav.step(-1);
  await settled();
  expect(shown()).toBe("A");
  nav.step(1);
  await settled();
  expect(shown()).toBe("Aa");
  nav.toStart();
  await settled();
  expect(nav.next(-1)).toBeUndefined();
  nav.toEnd();
  await settled();
  expect(shown()).toBe("AaB");
  expect(nav.next(1)).toBeUndefined();
});

it("drops an answer that arrives after the user has gone elsewhere", async () => {
  const { nav, session, play, shown } = await withMoves("Aa");
  server.hold("play");
  void play.choose("B");
  expect(shown()).toBe("AaB"); // shown before the server has answered
  expect(nav.info).toBeNull();
  nav.toStart();
  await settled();
  expect(shown()).toBe("");
  await server.release("play");
  expect(shown()).toBe("");
  expect(nav.info?.position.diagram).toBe("after 0");
  expect(nav.underway).toBe(false);
  expect(movesTo(session.tree, session.end).join("")).toBe("AaB");
});

it("returns to the position before if the server is lost, and tries again", async () => {
  const { nav, play, session, shown } = await withMoves("A");
  server.fail("play");
  await play.choose("a");
  expect(shown()).toBe("A");
  expect(nav.error).toBe(notPlayed("a", "no server"));
  expect(nav.yours).toBe(true);
  expect(movesTo(session.tree, session.end)).toEqual(["A"]);
  server.recover("play");
  nav.tryAgain();
  await settled();
  expect(shown()).toBe("Aa");
  expect(nav.error).toBe("");
});

it("forgets the old position when a new game starts, even if the server does not answer", async () => {
  const { nav, play, notice, session } = await withMoves("Aa");
  server.fail("play");
  notice.text = "old";
  await play.newGame(setup());
  expect(nav.now).toBe(session.game.start);
  expect(nav.view.counts.get("A")).toBe(1);
  expect(nav.info).toBeNull();
  expect(nav.at).toBe(0);
  expect(notice.text).toBe("");
  expect(nav.error).toBe("no server");
  expect(nav.said).toBe("");
  server.recover("play");
  server.back();
  await settled();
  expect(nav.error).toBe("");
  expect(nav.yours).toBe(true);
});

it("clears the message about a move when the server is back, without playing the move", async () => {
  const { nav, play, shown } = await withMoves("A");
  server.fail("play");
  await play.choose("a");
  expect(nav.error).toBe(notPlayed("a", "no server"));
  server.recover("play");
  server.back();
  await settled();
  expect(nav.error).toBe("");
  expect(shown()).toBe("A");
});

it("shows the position asked for once the server is back, unless the user has gone elsewhere", async () => {
  const { nav, session, play, shown } = await withMoves("AaB");
  const saved = session.save(nav.at);
  server.fail("play");
  await play.load(saved, session.game);
  expect([shown(), nav.error]).toEqual(["", "no server"]);
  server.recover("play");
  server.back();
  await settled();
  expect(shown()).toBe("AaB");
  server.fail("play");
  await play.load(saved, session.game);
  server.recover("play");
  nav.toStart();
  await settled();
  server.back();
  await settled();
  expect(shown()).toBe("");
});

it("announces the result when the last seed is in place", async () => {
  const { nav, play, session, sound } = await withMoves("AaBbA");
  let swept = () => {};
  vi.spyOn(nav.view, "sweep").mockReturnValue(new Promise((resolve) => (swept = resolve)));
  void play.choose("a");
  await settled();
  expect(nav.over).toBe(true); // the server says so
  expect(nav.ending).toBeNull();
  expect(session.result).toBeNull();
  expect(nav.said).not.toContain("over");
  swept();
  await settled();
  expect(nav.ending?.winner).toBe("S");
  expect(session.result).toBe(nav.ending);
  expect(nav.said).toContain("over");
  expect(sound.end).toHaveBeenCalledOnce();
});
