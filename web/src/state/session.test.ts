import { beforeEach, expect, it, vi } from "vitest";
import { toLine, movesTo } from "../game/tree";
import { Session, untimed } from "./session.svelte";
import { setup, settled, ToyServer, toyGame } from "./toy";

let server: ToyServer;
beforeEach(() => {
  vi.restoreAllMocks();
  server = new ToyServer();
});

async function played(session: Session, moves: string): Promise<void> {
  for (const move of moves) {
    await session.infoOf(session.end);
    session.extend(session.end, session.turnFrom(session.end, move)!);
  }
}
const line = (session: Session) => movesTo(session.tree, session.end).join("");

it("knows who plays", () => {
  expect(new Session(setup()).together).toBe(true);
  expect(new Session(setup({ N: "engine" })).you).toBe("S");
  expect(new Session(setup({ S: "engine" })).you).toBe("N");
  expect(new Session(setup({ S: "engine", N: "engine" })).watching).toBe(true);
});

it("extends the game and takes moves back to your last turn", async () => {
  const session = new Session(setup({ N: "engine" }));
  await played(session, "AaBb");
  expect(session.takeBack()).toBe(true);
  expect(line(session)).toBe("Aa");
  expect(session.aided).toBe(true);
  expect(session.redo()).toBe(true);
  expect(line(session)).toBe("AaBb");
  expect(session.redo()).toBe(false);
  session.takeBack();
  session.takeBack();
  expect(session.takeBack()).toBe(false);
  await played(session, "B");
  expect(session.undone).toEqual([]);
  expect(JSON.stringify(toLine(session.tree))).toContain("variation"); // the first game
});

it("removes a move that is not confirmed", async () => {
  const session = new Session(setup());
  await played(session, "A");
  await session.infoOf(session.end);
  const { undo } = session.extend(session.end, session.turnFrom(session.end, "b")!);
  expect(line(session)).toBe("Ab");
  undo();
  expect(line(session)).toBe("A");
  expect(session.tree.nodes.size).toBe(2);
});

it("asks once for a position and keeps answers of the previous game apart", async () => {
  const session = new Session(setup());
  await Promise.all([session.infoOf(0), settled()]);
  await session.infoOf(0);
  expect(server.log).toEqual(["play"]);
  server.hold("play");
  await played(session, "");
  session.reset(setup(), untimed);
  const late = session.infoOf(0);
  session.reset(setup(), untimed);
  await server.release("play");
  await late;
  expect(session.turnFrom(0, "A")).toBeNull(); // the answer was for the game before
});

it("ends by resignation and forgets it when the game continues", async () => {
  const session = new Session(setup());
  await played(session, "A");
  expect(session.giveUp("N", true)).toBe(true);
  expect(session.request(session.end)).toMatchObject({ resigned: "N", reason: "time" });
  session.result = (await session.infoOf(session.end)).ending;
  expect(session.giveUp("S", false)).toBe(false);
  session.takeBack();
  expect(session.request(session.end)).not.toHaveProperty("resigned");
  expect(session.tags).toEqual({});
});

it("saves and loads a game", async () => {
  const session = new Session(setup({ N: "engine" }));
  await played(session, "AaB");
  const saved = session.save(1);
  const other = new Session(setup());
  const at = other.load(saved, toyGame);
  expect(movesTo(other.tree, at)).toEqual(["A"]);
  expect(line(other)).toBe("AaB");
  expect(other.save(at)).toEqual(saved);
});
