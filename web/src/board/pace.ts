// The timing of the sowing animation.
import type { Event } from "../api/types";

const normal = { lift: 260, drop: 170, join: 420, capture: 420, collect: 300, give: 300, remove: 420, own: 420, spared: 300, again: 200, cut: 200, pass: 200 }; // ms
// Maximum length of a turn in ms at normal speed; long turns are sped up to fit.
const maxLength = (trace: readonly Event[]): number => 2800 + 300 * Math.min(4, trace.filter((event) => event.do !== "drop").length - 1);

// Milliseconds after each event of a trace. `speed` 2 is twice as fast, 0 is instant.
export function holds(trace: readonly Event[], speed: number): number[] {
  if (speed <= 0) return trace.map(() => 0);
  const slow = trace.map((event) => normal[event.do]);
  const total = slow.reduce((sum, hold) => sum + hold, 0);
  const factor = Math.min(1, maxLength(trace) / Math.max(1, total)) / speed;
  return slow.map((hold) => hold * factor);
}

// Waits that can be skipped: after skip() every wait ends immediately.
export class Pacer {
  #skipping = false;
  #wake: (() => void) | null = null;

  skip(): void {
    this.#skipping = true;
    this.#wake?.();
  }

  get skipping(): boolean {
    return this.#skipping;
  }

  wait(ms: number): Promise<void> {
    if (this.#skipping || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
    });
  }
}
