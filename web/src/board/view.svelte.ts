// The board as it is seen now: follows a sowing seed by seed, or shows a position at once.
import type { PlayAnswer, Position, Side, Turn } from "../api/types";
import type { Sound } from "../ui/sound";
import { holds, Pacer } from "./pace";
import { hand, SeedBoard, swept } from "./seeds";

export interface Placed {
  id: number;
  hole: string; // or the hand
  index: number; // among the seeds there
}

export class BoardView {
  #board: SeedBoard;
  #pacer = new Pacer(); // of the sowing that is shown
  #sound: Sound;

  seeds = $state.raw<Placed[]>([]); // by id, so that each keeps its element
  counts = $state.raw<Map<string, number>>(new Map());
  owners = $state.raw<Map<string, Side>>(new Map()); // of pits
  reached = $state<string | null>(null); // the hole the hand is above
  flash = $state.raw<Set<string>>(new Set()); // pits that are being captured
  sowing = $state(false);
  sower = $state<Side | null>(null); // who sows now
  held = $state(0); // seeds in the hand
  glide = $state(0); // ms a seed takes to its next place

  constructor(start: Position, sound: Sound) {
    this.#board = new SeedBoard(start);
    this.#sound = sound;
    this.#render();
  }

  // Ends what is being sown.
  show(position: Position): void {
    this.skip();
    this.#pacer = new Pacer();
    this.glide = 0;
    this.flash = new Set();
    this.sowing = false;
    this.sower = null;
    this.#board.set(position);
    this.#render();
  }

  // Resolves when the sowing has come to its end, was skipped or has been ended. Speed 0: at once.
  async sow(turn: Turn, before: Position, speed: number): Promise<void> {
    this.show(before);
    const pacer = this.#pacer;
    this.sowing = true;
    this.sower = turn.mover;
    const trace = turn.trace ?? []; // too long to watch: what it leads to is shown at once
    const times = holds(trace, speed);
    if (speed <= 0) {
      pacer.skip();
      this.#sound.turn(turn);
    }
    for (const [i, event] of trace.entries()) {
      const hold = times[i] ?? 0;
      if (!pacer.skipping) {
        this.glide = Math.min(hold * 0.95, 320);
        this.#sound.event(event, hold);
        if (event.do === "capture" || event.do === "join" || event.do === "remove") {
          this.flash = new Set([...this.flash, event.at]);
          await pacer.wait(hold * 0.6);
        } else if (event.do === "lift") {
          this.flash = new Set();
        }
      }
      if (pacer !== this.#pacer) return; // another position is shown
      this.#board.apply(event, turn.mover);
      if (!pacer.skipping) {
        this.#render();
        await pacer.wait(hold);
      }
    }
    if (pacer !== this.#pacer) return;
    this.show(turn.after);
  }

  // What is left at the end goes to whoever gets it, where there are stores to hold it.
  async sweep({ position, ending }: PlayAnswer, stores: boolean, speed: number): Promise<void> {
    const left = ending && stores ? swept(position, ending) : null;
    if (!left) return;
    const time = speed > 0 ? 700 / speed : 0;
    const pacer = this.#pacer;
    await pacer.wait(time);
    if (pacer !== this.#pacer) return;
    this.glide = pacer.skipping ? 0 : time;
    this.#board.set(left);
    this.#render();
    await pacer.wait(time);
  }

  skip(): void {
    this.#pacer.skip();
  }

  #render(): void {
    const seeds: Placed[] = [];
    const counts = new Map<string, number>();
    for (const [hole, ids] of this.#board.holes) {
      counts.set(hole, ids.length);
      ids.forEach((id, index) => seeds.push({ id, hole, index }));
    }
    this.seeds = seeds.sort((a, b) => a.id - b.id);
    this.counts = counts;
    this.owners = this.#board.owners;
    this.reached = this.#board.reached;
    this.held = counts.get(hand) ?? 0;
  }
}

