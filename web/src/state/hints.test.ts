import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../api/client";
import type { Hint } from "../api/types";
import { Analyzer } from "./analyzer.svelte";
import { Hints } from "./hints.svelte";
import { setup, settled, table, ToyServer } from "./toy";

let answers: { threat: boolean; answer: (move: string) => Promise<void>; fail: (text: string) => Promise<void> }[];
beforeEach(() => {
  vi.restoreAllMocks();
  new ToyServer();
  answers = [];
  vi.spyOn(api, "hint").mockImplementation(({ threat }) => new Promise((resolve, reject) => answers.push({
    threat: threat === true,
    answer: (move) => (resolve({ move, quiet: false, why: null, analysis: { moves: [] }, taken: 0 } as unknown as Hint), settled()),
    fail: (text) => (reject(new Error(text)), settled()),
  })));
});

async function begun() {
  const all = table();
  await all.play.newGame(setup());
  await settled();
  const hints = new Hints(all.session, all.nav, new Analyzer(1000), all.notice);
  return { ...all, hints };
}

it("shows a hint, hides it on the second request, and counts as help", async () => {
  const { hints, session } = await begun();
  void hints.ask(false);
  await answers[0]!.answer("A");
  expect(hints.shown).toMatchObject({ move: "A", threat: false });
  expect(session.aided).toBe(true);
  void hints.ask(false);
  expect(hints.shown).toBeNull();
  expect(answers).toHaveLength(1);
});

it("forgets an answer that comes after a move, or in another game", async () => {
  const { hints, play } = await begun();
  void hints.ask(false);
  await play.choose("A");
  await settled();
  await answers[0]!.answer("B");
  expect(hints.shown).toBeNull();
  void hints.ask(false);
  await play.newGame(setup());
  await answers[1]!.answer("b");
  expect(hints.shown).toBeNull();
});

it("shows the answer to the last question, whichever comes first", async () => {
  const { hints } = await begun();
  void hints.ask(true);
  void hints.ask(false);
  await answers[1]!.answer("A");
  await answers[0]!.answer("b");
  expect(hints.shown).toMatchObject({ move: "A", threat: false });
});

it("reports an error, unless the user has moved on", async () => {
  const { hints, play, notice } = await begun();
  void hints.ask(false);
  await answers[0]!.fail("no engine");
  expect(notice.text).toBe("no engine");
  notice.text = "";
  void hints.ask(false);
  await play.choose("A");
  await answers[1]!.fail("no engine");
  expect(notice.text).toBe("");
});
