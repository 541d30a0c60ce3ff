import { beforeEach, expect, it, vi } from "vitest";
import { movesTo } from "../game/tree";
import * as words from "../words/play";
import { setup, settled, table, ToyServer } from "./toy";

let server: ToyServer;
beforeEach(() => {
  vi.restoreAllMocks();
  server = new ToyServer();
});

async function begun(players: { S?: string; N?: string } = {}) {
  const all = table();
  await all.play.newGame(setup(players));
  const game = () => movesTo(all.session.tree, all.session.end).join("");
  return { ...all, game };
}

it("plays a pressed pit, or says why not", async () => {
  const { play, notice, game } = await begun();
  play.press("a");
  expect(notice.text).toContain("South");
  play.press("A");
  await settled();
  expect(game()).toBe("A");
  expect(notice.text).toBe("");
});

it("lets nobody move for the computer, by whatever way", async () => {
  const { play, notice, game } = await begun({ N: "engine" });
  server.hold("choose");
  await play.choose("A");
  await settled();
  play.press("a");
  expect(notice.text).toBe(words.thinking("The computer"));
  await play.choose("b");
  expect(game()).toBe("A");
  await server.release("choose");
  expect(game()).toBe("Aa");
});

it("offers directions once and plays the chosen one", async () => {
  const { play, nav, game } = await begun();
  const turns = nav.info!.legal;
  nav.info = { ...nav.info!, legal: [{ ...turns[0]!, move: "A<" }, { ...turns[0]!, move: "A>" }] };
  play.press("A");
  expect(play.choices.map(({ move }) => move)).toEqual(["A<", "A>"]);
  play.press("A"); // closes them
  expect(play.choices).toEqual([]);
  play.press("A");
  await play.choose("A>");
  expect(play.choices).toEqual([]);
  expect(game()).toBe("A>");
});

it("ignores a move that is not legal here", async () => {
  const { play, game } = await begun();
  await play.choose("Z");
  expect(game()).toBe("");
});

it("resigns while the computer is thinking", async () => {
  const { play, session, opponent, game } = await begun({ N: "engine" });
  server.hold("choose");
  await play.choose("A");
  await settled();
  play.resign();
  await settled();
  expect(session.result).toMatchObject({ reason: "resigned", winner: "N" });
  await server.release("choose");
  expect(game()).toBe("A");
  expect(opponent.thinking).toBeNull();
});

it("forgets the result when the last move is taken back", async () => {
  const { play, session, nav } = await begun();
  for (const move of "AaBbAa") await play.choose(move);
  expect(session.result).not.toBeNull();
  play.undo();
  await settled();
  expect(session.result).toBeNull();
  expect(nav.ending).toBeNull();
  expect(nav.yours).toBe(true);
  play.redo();
  await settled();
  expect(session.result).not.toBeNull();
});

async function repeated(players: { S?: string; N?: string } = {}) {
  server.repeatsAt = 4;
  const all = await begun(players);
  for (const move of "AaAa") {
    await settled();
    await all.play.choose(move);
  }
  await settled();
  return all;
}

it("asks two people whether the game ends at a repetition", async () => {
  const { session, nav, play, game } = await repeated();
  expect(session.repeats).toBe(true);
  expect(nav.said).toContain(words.endHere);
  play.playOn();
  await settled();
  expect([session.repeats, session.result, nav.over]).toEqual([false, null, false]);
  await play.choose("A");
  expect(game()).toBe("AaAaA");
  play.undo();
  await settled();
  expect(session.result).toBeNull(); // they have decided here already
});

it("ends the game at a repetition if two people agree, also after loading it", async () => {
  const { session, nav, game } = await repeated();
  session.endAtRepetition();
  expect([session.repeats, session.result?.reason, game()]).toEqual([false, "repetition", "AaAa"]);
  const other = table();
  await other.play.load(session.save(nav.at), session.game);
  await settled();
  expect([other.session.repeats, other.session.result?.reason]).toEqual([false, "repetition"]);
});

it("ends a game against the computer at a repetition", async () => {
  const { session, nav } = await repeated({ N: "engine" });
  expect([session.repeats, session.result?.reason, nav.over]).toEqual([false, "repetition", true]);
});
