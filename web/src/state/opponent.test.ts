import { beforeEach, expect, it, vi } from "vitest";
import { movesTo } from "../game/tree";
import { gameWaits } from "../words/errors";
import { setup, settled, table, ToyServer } from "./toy";

let server: ToyServer;
beforeEach(() => {
  vi.restoreAllMocks();
  server = new ToyServer();
});

async function against(players: { S?: string; N?: string } = { N: "engine" }) {
  const all = table();
  await all.play.newGame(setup(players));
  await settled();
  const game = () => movesTo(all.session.tree, all.session.end).join("");
  return { ...all, game };
}

it("replies to a move", async () => {
  const { play, opponent, game, session } = await against();
  await play.choose("B");
  await settled();
  expect(game()).toBe("Ba");
  expect(opponent.thinking).toBeNull();
  expect(session.liveMover).toBe("S");
});

it("drops a reply that arrives after the move was taken back", async () => {
  const { play, opponent, game, nav } = await against();
  server.hold("choose");
  await play.choose("A");
  await settled();
  expect(opponent.thinking).toBe("N");
  play.undo();
  await settled();
  expect(opponent.thinking).toBeNull();
  await server.release("choose");
  expect(game()).toBe("");
  expect(nav.error).toBe("");
  await play.choose("B");
  await settled();
  expect(game()).toBe("Ba");
});

it("drops a reply to the previous game", async () => {
  const { play, game, opponent } = await against();
  server.hold("choose");
  await play.choose("A");
  await settled();
  await play.newGame(setup({ N: "engine" }));
  await server.release("choose");
  expect(game()).toBe("");
  expect(opponent.thinking).toBeNull();
});

it("moves unseen while the board shows something else", async () => {
  const { play, game, nav, opponent } = await against();
  server.hold("choose");
  await play.choose("A");
  await settled();
  nav.toStart();
  await server.release("choose");
  expect(game()).toBe("Aa");
  expect(nav.at).toBe(0);
  expect(opponent.news).toBe(true);
  nav.toEnd();
  await settled();
  expect(opponent.news).toBe(false);
});

it("waits for a lost server and then continues", async () => {
  const { play, game, nav, opponent } = await against();
  server.fail("choose");
  await play.choose("A");
  await settled();
  expect(nav.error).toBe(gameWaits("no server"));
  expect(opponent.thinking).toBeNull();
  server.recover("choose");
  server.back();
  await settled();
  await settled();
  expect(game()).toBe("Aa");
  expect(nav.error).toBe("");
});

it("gives up waiting for a lost server when a new game starts", async () => {
  const { play, game, nav } = await against();
  server.fail("choose");
  await play.choose("A");
  await settled();
  await play.newGame(setup());
  server.recover("choose");
  server.back();
  await settled();
  expect(game()).toBe("");
  expect(nav.error).toBe("");
});

it("reports an error that waiting does not cure, and asks again on request", async () => {
  const { play, game, nav } = await against();
  server.fail("choose", 400);
  await play.choose("A");
  await settled();
  expect(nav.error).toBe("no server");
  server.recover("choose");
  nav.tryAgain();
  await settled();
  expect(game()).toBe("Aa");
});

it("pauses and resumes a game between computers", async () => {
  const { play, session, game } = await against({ S: "engine", N: "engine" });
  server.hold("choose");
  play.setPaused(true);
  await server.release("choose");
  const before = game();
  await settled();
  expect(game()).toBe(before);
  play.setPaused(false);
  for (let i = 0; i < 30 && !session.result; ++i) await settled();
  expect(game()).toHaveLength(6);
  expect(session.result?.winner).toBe("S");
});
