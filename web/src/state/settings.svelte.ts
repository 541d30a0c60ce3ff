// What the user prefers, kept in the browser.
import type { Side } from "../api/types";
import { boards, seedKinds, type BoardKind, type SeedKind } from "../theme/kinds";

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const clocks = [0, 1, 3, 5, 10, 15, 30]; // minutes for each side; 0: none

// How fast seeds are sown and engines follow each other; 0: at once.
export const speeds: { value: number; title: string }[] = [
  { value: 0.5, title: "Slow" },
  { value: 1, title: "Normal" },
  { value: 2, title: "Fast" },
  { value: 5, title: "Very fast" },
  { value: 0, title: "At once" },
];

const key = "sow.settings";

export class Settings {
  theme = $state<Theme>("auto");
  sound = $state(true);
  speed = $state(1);
  preview = $state(true);
  twice = $state(false); // on a touch screen the first tap shows what a move would do, the second makes it
  board = $state<BoardKind>("wood");
  seeds = $state<SeedKind>("pebbles");
  turning = $state(false); // with two people at the board it turns to whoever is to move
  clock = $state(0); // minutes for each side in a new game
  visited = $state(false); // the page has been here before: no lesson by itself
  players = $state.raw<Record<Side, string> | null>(null); // of the last game that was begun

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
      if (themes.includes(kept.theme)) this.theme = kept.theme;
      if (typeof kept.sound === "boolean") this.sound = kept.sound;
      if (speeds.some((speed) => speed.value === kept.speed)) this.speed = kept.speed;
      if (typeof kept.preview === "boolean") this.preview = kept.preview;
      if (typeof kept.twice === "boolean") this.twice = kept.twice;
      if (kept.board in boards) this.board = kept.board;
      if (kept.seeds in seedKinds) this.seeds = kept.seeds;
      if (typeof kept.turning === "boolean") this.turning = kept.turning;
      if (clocks.includes(kept.clock)) this.clock = kept.clock;
      if (typeof kept.visited === "boolean") this.visited = kept.visited;
      if (typeof kept.players?.S === "string" && typeof kept.players.N === "string") this.players = kept.players;
    } catch {
      // Nothing readable is kept: the defaults stand.
    }
  }

  keep(): void {
    const { theme, sound, speed, preview, twice, board, seeds, turning, clock, visited, players } = this;
    try {
      localStorage.setItem(key, JSON.stringify({ theme, sound, speed, preview, twice, board, seeds, turning, clock, visited, players }));
    } catch {
      // The browser keeps nothing for this page.
    }
  }

  // The speed of motion; none if the user's system asks for less motion.
  get motion(): number {
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : this.speed;
  }
}
