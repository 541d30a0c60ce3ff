// Opens text from a file, the clipboard or drag and drop: a game, a position, or rules.
import { api } from "../api/client";
import type { GameRecord } from "../api/types";
import { splitOgn, type Listed } from "../game/split";
import { human } from "../game/who";
import type { App } from "../state/app.svelte";
import { noGameInText } from "../words/errors";

export type Kind = "ogn" | "toml" | "position";

export function kindOf(text: string, name: string): Kind {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === "toml" || extension === "ogn") return extension;
  if (/^\s*\[\w+\s+"/m.test(text) || /(^|\s)1\.+\s*[A-Za-z]/.test(text)) return "ogn";
  if (/^\s*(name|title|extends)\s*=/m.test(text)) return "toml";
  return "position";
}

// Throws the server's message if the text is none of these.
export async function openText(app: App, text: string, name: string): Promise<void> {
  switch (kindOf(text, name)) {
    case "ogn":
      return openOgn(app, text);
    case "toml": {
      const game = await app.games.add(text);
      await app.library.newGame({ game, ref: { rules: text }, position: null, players: app.defaultSetup().players });
      break;
    }
    case "position":
      await app.setUp();
      await app.editor.paste(text);
      if (app.editor.error) {
        const { error } = app.editor;
        app.editor.close();
        throw new Error(error);
      }
  }
  app.dialog = null;
}

// A file of several games is listed, to choose from.
async function openOgn(app: App, text: string): Promise<void> {
  const games = splitOgn(text);
  if (games.length < 2) return openListed(app, { tags: {}, text });
  app.records = games;
  app.dialog = "open";
}

// Opens one of the games of a file.
export async function openListed(app: App, { text }: Listed): Promise<void> {
  // The game may be a custom one, whose rules the server does not have.
  const variant = /\[Variant\s+"([^"]*)"\]/.exec(text)?.[1];
  const rules = app.games.own.find(({ game: name }) => name === variant)?.toml ?? null;
  const [record] = await api.readOgn(text, rules);
  if (!record) throw new Error(noGameInText);
  await openRecord(app, record);
}

async function openRecord(app: App, { game, position, line, resigned, tags }: GameRecord): Promise<void> {
  const own = app.games.own.find(({ game: name }) => game === null || name === game);
  await app.library.open({
    game, rules: game === null ? (own?.toml ?? null) : null, title: "", position, line, live: null,
    at: [], players: { S: human, N: human }, resigned, tags, flipped: false, clock: null,
  });
  app.records = [];
  app.dialog = null;
  app.tab = "moves";
}
