// Statistics on positions: from engine games, from your own games, and proven margins.
import { api } from "../api/client";
import type { Game } from "../api/types";
import { gameKey, type Saved } from "../game/saved";
import type { App } from "../state/app.svelte";
import { countOwn, type Book, type Tallies } from "./tally";

// Loaded on demand.
const books = import.meta.glob<{ default: Book }>("./books/*.json");

// Other sizes share the book of their game; positions differ.
async function loadBook(game: Game): Promise<Book | null> {
  const name = game.origin === "built-in" ? (game.id ?? "").split(":")[0] : "";
  return (await books[`./books/${name}.json`]?.())?.default ?? null;
}

async function positionsOf(saved: Saved, moves: string[]): Promise<string[]> {
  const { start, history } = await api.follow({ game: saved.game, rules: saved.rules, position: saved.position, moves });
  return [start, ...history.map(({ after }) => after)].map(({ diagram }) => diagram);
}

export class Explorer {
  book = $state.raw<Book | null>(null);
  own = $state.raw<Tallies>({});
  error = $state("");
  #loads = 0; // only the latest load counts

  constructor(private readonly app: App) {}

  async load(): Promise<void> {
    const { session, nav, analyzer, library: { archive } } = this.app;
    const load = ++this.#loads;
    this.error = "";
    try {
      const [book, own] = await Promise.all([loadBook(session.game), countOwn(archive, gameKey(session.save(nav.at)), positionsOf)]);
      if (load !== this.#loads) return;
      this.book = book;
      this.own = own;
      analyzer.proven = book?.proven ?? {};
    } catch (error) {
      if (load === this.#loads) this.error = String(error);
    }
  }
}
