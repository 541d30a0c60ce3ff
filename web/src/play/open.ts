// What a text that somebody opens, pastes or drops may be: a game, a position, or rules.
import type { App } from "../state/app.svelte";

export type Kind = "ogn" | "toml" | "position";

export function kindOf(text: string, name: string): Kind {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  if (ending === "toml" || ending === "ogn") return ending;
  if (/^\s*\[\w+\s+"/m.test(text) || /(^|\s)1\.+\s*[A-Za-z]/.test(text)) return "ogn";
  if (/^\s*(name|title|extends)\s*=/m.test(text)) return "toml";
  return "position";
}

// Throws what the server says of a text that is none of these.
export async function openText(app: App, text: string, name: string): Promise<void> {
  switch (kindOf(text, name)) {
    case "ogn":
      return app.openOgn(text);
    case "toml": {
      const game = await app.addOwn(text);
      await app.begin({ game, ref: { rules: text }, position: null, players: app.usual().players });
      break;
    }
    case "position":
      app.editor.open();
      await app.editor.paste(text);
      if (app.editor.error) {
        const { error } = app.editor;
        app.editor.on = false;
        app.session.go(app.session.at);
        throw new Error(error);
      }
  }
  app.dialog = null;
}
