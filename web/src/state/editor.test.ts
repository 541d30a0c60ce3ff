import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../api/client";
import { Editor } from "./editor.svelte";
import { setup, settled, table, ToyServer } from "./toy";

beforeEach(() => {
  vi.restoreAllMocks();
  new ToyServer();
});

async function opened() {
  const all = table();
  await all.play.newGame(setup());
  const editor = new Editor(all.session, all.nav);
  editor.open();
  await settled();
  return { ...all, editor };
}

it("adds, removes, and types seeds, on the board as well", async () => {
  const { editor, nav } = await opened();
  editor.press("A");
  expect(editor.count("A")).toBe(2);
  editor.step = -1;
  for (let i = 0; i < 5; ++i) editor.press("A");
  expect(editor.count("A")).toBe(0);
  editor.type("b", 1);
  editor.type("b", 2);
  expect(editor.count("b")).toBe(12);
  editor.endTyping();
  editor.type("b", 3);
  expect(nav.view.counts.get("b")).toBe(3);
  expect(editor.position?.diagram).toBe("0-1-1-3-0-0-S");
});

it("says what is wrong with a pasted position, and forgets that when it is discarded", async () => {
  const { editor } = await opened();
  vi.mocked(api.play).mockRejectedValueOnce(new Error("nonsense"));
  await editor.paste("1-2-3");
  expect([editor.error, editor.answer, editor.count("A")]).toEqual(["nonsense", null, 1]);
  editor.discardPaste();
  await settled();
  expect(editor.error).toBe("");
  expect(editor.answer).not.toBeNull();
});

it("ignores an old check when the board has changed", async () => {
  const { editor } = await opened();
  let fail: (error: Error) => void = () => undefined;
  vi.mocked(api.play).mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
  editor.add("A", 1);
  editor.add("A", 1);
  await settled();
  fail(new Error("too late"));
  await settled();
  expect(editor.error).toBe("");
});

it("leaves the game's board alone when a pasted position arrives after it was closed", async () => {
  const { editor, nav } = await opened();
  let answer: (value: never) => void = () => undefined;
  vi.mocked(api.play).mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const pasted = editor.paste("9-9-9-9-0-0-S");
  editor.close();
  await settled();
  answer({ position: { ...nav.now!, pits: { S: [9, 9], N: [9, 9] } } } as never);
  await pasted;
  expect(nav.view.counts.get("A")).toBe(1);
  expect(editor.on).toBe(false);
});
