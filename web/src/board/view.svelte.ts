// What the board shows: an animated move or a position.
import type { PlayAnswer, Position, Side, Turn } from "../api/types";
import type { Sound } from "../ui/sound";
import { holds, Pacer } from "./pace";
import { hand, SeedBoard, swept } from "./seeds";

export interface Placed {
  id: number;
  hole: string; // pit, store, or hand
  index: number; // within the hole
}

export class BoardView {
  #board: SeedBoard;
  #pacer = new Pacer(); // of the current animation
  #sound: Sound;

  seeds = $state.raw<Placed[]>([]); // sorted by id, so that each keeps its element
  counts = $state.raw<Map<string, number>>(new Map());
  owners = $state.raw<Map<string, Side>>(new Map()); // by pit
  reached = $state<string | null>(null); // pit or store below the hand
  flash = $state.raw<Set<string>>(new Set()); // pits being captured
  sowing = $state(false);
  sower = $state<Side | null>(null);
  held = $state(0); // seeds in the hand
  glide = $state(0); // duration of a seed's movement in ms

  constructor(start: Position, sound: Sound) {
    this.#board = new SeedBoard(start);
    this.#sound = sound;
    this.#render();
  }

  // Shows a position and ends any animation.
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

  // Animates a move. Resolves when the animation ends or is skipped. Speed 0 is instant.
  async sow(turn: Turn, before: Position, speed: number): Promise<void> {
    this.show(before);
    const pacer = this.#pacer;
    this.sowing = true;
    this.sower = turn.mover;
    const trace = turn.trace ?? []; // very long turns have no trace and show their result at once
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
      if (pacer !== this.#pacer) return; // replaced by another position
      this.#board.apply(event, turn.mover);
      if (!pacer.skipping) {
        this.#render();
        await pacer.wait(hold);
      }
    }
    if (pacer !== this.#pacer) return;
    this.show(turn.after);
  }

  // Moves the remaining seeds to the stores at the end of a game.
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

