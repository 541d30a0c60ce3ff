// Setting up a position by hand. The server says whether it is one.
import { api, messageOf, type Standing } from "../api/client";
import { owner, pitLetter, sides } from "../api/sides";
import type { Owner, Position, Side } from "../api/types";
import { ownersOf, storeOf } from "../board/seeds";
import type { Session } from "./session.svelte";

const most = 255; // seeds a position may hold

export class Editor {
  on = $state(false);
  position = $state.raw<Position | null>(null);
  answer = $state.raw<Standing | null>(null); // what the server makes of it
  error = $state("");
  step = $state<1 | -1 | "owner">(1); // what a press does: to the seeds of a hole, or to who owns it
  #asked = 0;
  #typed: string | null = null; // the hole whose number is being typed

  constructor(private readonly session: Session) {}

  open(): void {
    this.on = true;
    if (!this.session.game.owns && this.step === "owner") this.step = 1;
    this.set(this.session.now ?? this.session.game.start);
  }

  set(position: Position): void {
    this.position = { ...position, diagram: diagramOf(position) };
    this.session.view.show(this.position);
    void this.#check();
  }

  // Reads any notation; keeps the position on the board if it is none.
  async paste(text: string): Promise<void> {
    try {
      const answer = await api.play({ ...this.session.ref, position: text, moves: [] });
      this.set(answer.position);
    } catch (error) {
      this.error = messageOf(error);
    }
  }

  clear(): void {
    const { start } = this.session.game;
    const none = (row: number[]) => row.map(() => 0);
    this.set({ ...start, pits: { S: none(start.pits.S), N: none(start.pits.N) }, stores: { S: 0, N: 0 } });
  }

  setMover(mover: Side): void {
    if (!this.position) return;
    const { mark } = this.position;
    this.set({ ...this.position, mover, ...(mark === undefined ? {} : { mark: 0 }) }); // a mark is for the player whose turn it was
  }

  setOpening(opening: number): void {
    if (this.position) this.set({ ...this.position, opening: Math.max(0, Math.min(this.session.game.opening, opening)) });
  }

  // Who can own a pit, nobody first.
  owners(pit: string): Owner[] {
    const { owns } = this.session.game;
    return [null, ...sides.filter((side) => owns?.[side === owner(pit) ? "mine" : "theirs"])];
  }
  // The next in turn owns the pit. Its seeds are taken away where none can lie in an owned pit.
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

  // A press on a hole.
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
    const n = Math.max(0, Math.min(most, seeds));
    if (n > 0 && !this.session.game.owns?.keep && ownersOf(this.position).has(hole)) this.#own(hole, null);
    const pits = { ...this.position.pits };
    const stores = { ...this.position.stores };
    for (const side of sides) {
      if (hole === storeOf(side)) stores[side] = n;
      pits[side] = pits[side].map((old, i) => (pitLetter(side, i) === hole ? n : old));
    }
    this.set({ ...this.position, pits, stores });
  }

  // What a press, an arrow or the like changes.
  add(hole: string, seeds: number): void {
    this.#typed = null;
    this.put(hole, this.count(hole) + seeds);
  }

  // The first digit begins a new number, those that follow belong to it until something else is done.
  type(hole: string, digit: number): void {
    const longer = this.count(hole) * 10 + digit;
    this.put(hole, this.#typed === hole && longer <= most ? longer : digit);
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

// The notation of one word: South's pits, North's, the stores, what is left of the opening, the mark, the mover.
function diagramOf(position: Position): string {
  const { pits, stores, mover, owned } = position;
  const state = [position.opening, position.mark].filter((n) => n !== undefined);
  const row = (side: Side) => pits[side].map((n, i) => `${n}${owned?.[side][i]?.toLowerCase() ?? ""}`);
  return [...row("S"), ...row("N"), stores.S, stores.N, ...state, mover].join("-");
}
