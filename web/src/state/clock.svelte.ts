// A chess clock: it runs for the player to move, who loses when the time is up. Each move adds the increment.
import { sides } from "../api/sides";
import type { Side } from "../api/types";
import type { SavedClock } from "../game/saved";

const tick = 200; // ms

export class Clock {
  minutes = $state(0); // per side; 0: no clock
  increment = $state(0); // seconds added after each move
  shown = $state.raw<Record<Side, number>>({ S: 0, N: 0 }); // whole seconds left
  onend: ((side: Side) => void) | null = null;

  #left: Record<Side, number> = { S: 0, N: 0 }; // ms
  #runs: Side | null = null;
  #since = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  set(minutes: number, increment = 0): void {
    this.load(minutes > 0 ? { minutes, increment, left: { S: minutes * 60_000, N: minutes * 60_000 } } : null);
  }
  load(kept: SavedClock | null): void {
    this.run(null);
    this.minutes = kept?.minutes ?? 0;
    this.increment = kept?.increment ?? 0;
    this.#left = { S: 0, N: 0, ...kept?.left };
    this.#show();
  }
  save(): SavedClock | null {
    if (this.minutes === 0) return null;
    const left = { ...this.#left };
    if (this.#runs) left[this.#runs] = Math.max(0, left[this.#runs] - (performance.now() - this.#since));
    return { minutes: this.minutes, ...(this.increment > 0 && { increment: this.increment }), left };
  }

  // A move of this side was made, or (-1) was not made after all.
  moved(side: Side, times: 1 | -1 = 1): void {
    if (this.minutes === 0 || this.increment === 0) return;
    this.#count();
    this.#left[side] += times * this.increment * 1000;
    this.#show();
  }

  // Starts the clock of this side; null stops it.
  run(side: Side | null): void {
    this.#count();
    this.#runs = side;
    clearInterval(this.#timer);
    if (side) this.#timer = setInterval(() => this.#count(), tick);
  }

  #count(): void {
    const now = performance.now();
    const side = this.#runs;
    if (side) {
      this.#left[side] = Math.max(0, this.#left[side] - (now - this.#since));
      this.#show();
    }
    this.#since = now;
    if (!side || this.#left[side] > 0) return;
    this.#runs = null;
    clearInterval(this.#timer);
    this.onend?.(side);
  }

  #show(): void {
    const seconds = (side: Side) => Math.ceil(this.#left[side] / 1000);
    if (sides.some((side) => seconds(side) !== this.shown[side])) this.shown = { S: seconds("S"), N: seconds("N") };
  }
}

export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
