// The games one can play: those of the server and custom ones.
import { api, refOf, type GameRef } from "../api/client";
import type { Catalog, Game } from "../api/types";
import { loadRules, saveRules } from "../game/own_rules";
import { noGames } from "../words/errors";

export class Games {
  own = $state.raw<Game[]>([]); // custom games

  constructor(readonly catalog: Catalog) {}

  get all(): Game[] {
    return [...this.own, ...this.catalog.games];
  }
  get usual(): Game {
    const game = this.catalog.games.find(({ id }) => id === this.catalog.default_game) ?? this.catalog.games[0];
    if (!game) throw new Error(noGames);
    return game;
  }
  byId(id: string | undefined): Game | undefined {
    return this.catalog.games.find((game) => game.id === id);
  }
  known(ref: GameRef): Game | undefined {
    return "rules" in ref ? this.own.find(({ toml }) => toml === ref.rules) : this.byId(ref.game);
  }
  // A known game, or one that the server describes, such as another size.
  async of(ref: GameRef): Promise<Game> {
    return this.known(ref) ?? api.game(ref);
  }
  same(a: Game, b: Game): boolean {
    return JSON.stringify(refOf(a)) === JSON.stringify(refOf(b));
  }

  // Adds a custom game after the server has checked it.
  async add(rules: string): Promise<Game> {
    const game = await this.#check(rules);
    this.#save();
    return game;
  }
  async load(): Promise<void> {
    for (const rules of loadRules(localStorage)) await this.#check(rules).catch(() => undefined);
  }
  remove(name: string): void {
    this.own = this.own.filter((game) => game.game !== name);
    this.#save();
  }

  async #check(rules: string): Promise<Game> {
    const game: Game = { ...(await api.game({ rules })), toml: rules };
    this.own = [...this.own.filter(({ game: name }) => name !== game.game), game];
    return game;
  }
  #save(): void {
    saveRules(localStorage, this.own.map(({ toml }) => toml));
  }
}
