import { beforeEach, expect, it, vi } from "vitest";
import { comment } from "../words/coach";
import { setup, settled, table, ToyServer } from "./toy";

let server: ToyServer;
beforeEach(() => {
  vi.restoreAllMocks();
  server = new ToyServer();
});

async function begun(coach = true, players = { N: "engine" }) {
  const all = table();
  await all.play.newGame(setup(players, { coach }));
  all.coach.prepare();
  await settled();
  return all;
}
const onB = comment({ move: "B", loss: 3, proven_loss: 0, mark: "mistake", flaw: "other", allows: null, missed: 0 }, { move: "B", taken: 0 } as never);

it("asks before your move, and comments only on moves that lose something", async () => {
  const { coach, play } = await begun();
  expect(server.log).toContain("coach");
  await play.choose("A");
  await settled();
  expect(coach.text).toBe("");
  coach.prepare();
  await play.choose("B");
  await settled();
  expect(coach.text).toBe(onB);
  expect(server.log.at(-1)).toBe("play AaBa"); // the reply has come
  expect(coach.canTakeBack).toBe(true);
  coach.prepare();
  await play.choose("A");
  await settled();
  expect(coach.text).toBe("");
});

it("lets the computer reply before the advice has come", async () => {
  server.hold("coach");
  const { coach, play, nav } = await begun();
  await play.choose("B");
  await settled();
  expect(nav.now?.diagram).toBe("after 2");
  expect(coach.text).toBe("");
  coach.prepare(); // for your next move
  await server.release("coach");
  expect(coach.text).toBe(onB);
});

it("keeps the comment after the move is taken back, but does not offer it again", async () => {
  const { coach, play } = await begun();
  await play.choose("B");
  await settled();
  play.undo();
  await settled();
  expect([coach.text, coach.canTakeBack]).toEqual([onB, false]);
});

it("forgets advice on a move that was taken back before it came", async () => {
  server.hold("coach");
  const { coach, play } = await begun();
  await play.choose("B");
  await settled();
  play.undo();
  await server.release("coach");
  expect(coach.text).toBe("");
});

it("is silent without the coach, and in games between people", async () => {
  for (const { coach, play } of [await begun(false), await begun(true, { N: "human" })]) {
    await play.choose("B");
    await settled();
    expect(coach.text).toBe("");
  }
  expect(server.log.filter((line) => line.startsWith("coach"))).toEqual([]);
});

it("counts as help", async () => {
  const { session } = await begun();
  expect(session.aided).toBe(true);
  const plain = await begun(false);
  expect(plain.session.aided).toBe(false);
  plain.session.setCoach(true);
  expect(plain.session.aided).toBe(true);
});
