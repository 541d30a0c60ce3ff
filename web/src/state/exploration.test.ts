import { beforeEach, expect, it, vi } from "vitest";
import { movesTo, nodeOf } from "../game/tree";
import { setup, settled, table, ToyServer } from "./toy";

let server: ToyServer;
beforeEach(() => {
  vi.restoreAllMocks();
  server = new ToyServer();
});

async function lookingBack() {
  const all = table();
  await all.play.newGame(setup());
  for (const move of "AaB") await all.play.choose(move);
  await all.nav.visit(1);
  const shown = () => movesTo(all.session.tree, all.nav.at).join("");
  const game = () => movesTo(all.session.tree, all.session.end).join("");
  return { ...all, shown, game };
}

it("tries a move without changing the game, and goes back", async () => {
  const { nav, exploration, play, shown, game } = await lookingBack();
  await play.choose("b"); // not the end of the game: an exploration
  expect([shown(), game()]).toEqual(["Ab", "AaB"]);
  expect(exploration.off).toBe(true);
  exploration.back();
  await settled();
  expect(shown()).toBe("AaB");
  expect(nav.exploring).toBe(false);
});

it("returns to where the exploration started once the game is over", async () => {
  const { nav, session, exploration, play, shown } = await lookingBack();
  play.resign();
  await settled();
  expect(session.result?.reason).toBe("resigned");
  await nav.visit(1);
  await play.choose("b");
  expect(shown()).toBe("Ab");
  exploration.back();
  await settled();
  expect(shown()).toBe("A");
});

it("continues the game from an exploration", async () => {
  const { session, play, shown, game } = await lookingBack();
  await play.choose("b");
  play.continueFromHere();
  await settled();
  expect([shown(), game()]).toEqual(["Ab", "Ab"]);
  expect(session.aided).toBe(true);
  await play.choose("A");
  expect(game()).toBe("AbA");
});

it("removes variations but no moves of the game", async () => {
  const { nav, session, exploration, play, shown } = await lookingBack();
  await play.choose("b");
  const tried = nav.at;
  exploration.comment(tried, "why not");
  expect(nodeOf(session.tree, tried).comment).toBe("why not");
  exploration.remove(1);
  expect(session.tree.nodes.has(1)).toBe(true);
  exploration.remove(tried);
  await settled();
  expect(session.tree.nodes.has(tried)).toBe(false);
  expect(shown()).toBe("A");
});

it("drops a tried move that the server does not confirm", async () => {
  const { session, play, shown, game } = await lookingBack();
  server.fail("play");
  await play.choose("b");
  expect([shown(), game()]).toEqual(["A", "AaB"]);
  expect(session.tree.nodes.size).toBe(4);
});
