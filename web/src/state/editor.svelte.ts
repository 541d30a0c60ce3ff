// Sets up a position by hand. The server validates it.
import { api, messageOf, type PositionInfo } from "../api/client";
import { owner, pitLetter, sides } from "../api/sides";
import type { Owner, Position, Side } from "../api/types";
import { ownersOf, storeOf } from "../board/seeds";
import type { Navigation } from "./navigation.svelte";
import type { Session } from "./session.svelte";

const maxSeeds = 255;

export class Editor {
  on = $state(false);
  position = $state.raw<Position | null>(null);
  answer = $state.raw<PositionInfo | null>(null); // null if the position is invalid
  error = $state("");
  step = $state<1 | -1 | "owner">(1); // effect of a click: add a seed, remove one, or change the owner
  #asked = 0;
  #typed: string | null = null; // the pit or store whose number is being typed

  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
  ) {}

  open(): void {
    this.on = true;
    if (!this.session.game.owns && this.step === "owner") this.step = 1;
    this.set(this.nav.now ?? this.session.game.start);
  }

  // Back to the position of the game.
  close(): void {
    this.on = false;
    this.#asked += 1;
    this.nav.go(this.nav.at);
  }

  set(position: Position): void {
    this.position = { ...position, diagram: diagramOf(position) };
    this.nav.view.show(this.position);
    void this.#check();
  }

  // Accepts any notation. An invalid text leaves the board unchanged.
  async paste(text: string): Promise<void> {
    const asked = ++this.#asked; // ignore a pending check of the position on the board
    try {
      const answer = await api.play({ ...this.session.ref, position: text, moves: [] });
      if (asked === this.#asked) this.set(answer.position);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.answer = null;
      this.error = messageOf(error);
    }
  }
  // Back to the position on the board after a rejected text.
  discardPaste(): void {
    if (this.error) void this.#check();
  }

  clear(): void {
    const { start } = this.session.game;
    const none = (row: number[]) => row.map(() => 0);
    this.set({ ...start, pits: { S: none(start.pits.S), N: none(start.pits.N) }, stores: { S: 0, N: 0 } });
  }

  setMover(mover: Side): void {
    if (!this.position) return;
    const { mark } = this.position;
    this.set({ ...this.position, mover, ...(mark === undefined ? {} : { mark: 0 }) }); // a mark applies to the previous mover
  }

  setOpening(opening: number): void {
    if (this.position) this.set({ ...this.position, opening: Math.max(0, Math.min(this.session.game.opening, opening)) });
  }

  // Possible owners of a pit, nobody first.
  owners(pit: string): Owner[] {
    const { owns } = this.session.game;
    return [null, ...sides.filter((side) => owns?.[side === owner(pit) ? "mine" : "theirs"])];
  }
  // Cycles the owner of a pit. Removes its seeds if owned pits must be empty.
  nextOwner(pit: string): void {
    if (!this.position?.owned) return;
    const all = this.owners(pit);
    const next = all[(all.indexOf(ownersOf(this.position).get(pit) ?? null) + 1) % all.length] ?? null;
    if (next && !this.session.game.owns?.keep) this.put(pit, 0);
    this.#own(pit, next);
  }
  #own(pit: string, next: Owner): void {
    if (!this.position?.owned) return;
    const { owned } = this.position;
    const changed = (side: Side) => owned[side].map((old, i) => (pitLetter(side, i) === pit ? next : old));
    this.set({ ...this.position, owned: { S: changed("S"), N: changed("N") } });
  }

  // A click on a pit or store.
  press(hole: string): void {
    if (this.step !== "owner") this.add(hole, this.step);
    else if (hole.length === 1) this.nextOwner(hole);
  }

  count(hole: string): number {
    if (!this.position) return 0;
    for (const side of sides) {
      if (hole === storeOf(side)) return this.position.stores[side];
      const i = this.position.pits[side].findIndex((_, pit) => pitLetter(side, pit) === hole);
      if (i >= 0) return this.position.pits[side][i] ?? 0;
    }
    return 0;
  }

  put(hole: string, seeds: number): void {
    if (!this.position) return;
    const n = Math.max(0, Math.min(maxSeeds, seeds));
    if (n > 0 && !this.session.game.owns?.keep && ownersOf(this.position).has(hole)) this.#own(hole, null);
    const pits = { ...this.position.pits };
    const stores = { ...this.position.stores };
    for (const side of sides) {
      if (hole === storeOf(side)) stores[side] = n;
      pits[side] = pits[side].map((old, i) => (pitLetter(side, i) === hole ? n : old));
    }
    this.set({ ...this.position, pits, stores });
  }

  add(hole: string, seeds: number): void {
    this.#typed = null;
    this.put(hole, this.count(hole) + seeds);
  }

  // The first digit replaces the number; further digits extend it.
  type(hole: string, digit: number): void {
    const longer = this.count(hole) * 10 + digit;
    this.put(hole, this.#typed === hole && longer <= maxSeeds ? longer : digit);
    this.#typed = hole;
  }
  endTyping(): void {
    this.#typed = null;
  }

  async #check(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const answer = await api.play({ ...this.session.ref, position: this.position?.diagram ?? null, moves: [] });
      if (asked !== this.#asked) return;
      this.answer = answer;
      this.error = "";
    } catch (error) {
      if (asked !== this.#asked) return;
      this.answer = null;
      this.error = messageOf(error);
    }
  }
}

// The one-word notation: South's pits, North's pits, stores, opening turns left, mark, mover.
function diagramOf(position: Position): string {
  const { pits, stores, mover, owned } = position;
  const state = [position.opening, position.mark].filter((n) => n !== undefined);
  const row = (side: Side) => pits[side].map((n, i) => `${n}${owned?.[side][i]?.toLowerCase() ?? ""}`);
  return [...row("S"), ...row("N"), stores.S, stores.N, ...state, mover].join("-");
}
