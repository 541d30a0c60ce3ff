// User settings, saved in the browser.
import { engineChoices, type EngineChoice } from "../api/engines.svelte";
import type { Side } from "../api/types";
import { friend } from "../game/who";
import { boards, seedKinds, type BoardKind, type SeedKind } from "../theme/kinds";

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const clocks = [0, 1, 3, 5, 10, 15, 30]; // minutes per side; 0: none
export const increments = [0, 1, 2, 3, 5, 10, 20]; // seconds added after each move

// Animation speeds; 0: off.
export const speeds = [0.5, 1, 2, 5, 0] as const;
export type Speed = (typeof speeds)[number];

const key = "sow.settings";

export class Settings {
  theme = $state<Theme>("auto");
  sound = $state(true);
  speed = $state<Speed>(1);
  preview = $state(true);
  twice = $state(false); // on touch screens: tap to preview, tap again to sow
  board = $state<BoardKind>("wood");
  seeds = $state<SeedKind>("pebbles");
  turning = $state(false); // with two people: turn the board to the player to move
  clock = $state(0); // minutes per side in a new game
  increment = $state(0); // seconds added after each move
  names = $state.raw({ you: "", friend: "" }); // as given for the last game between two people
  coach = $state(false); // in a new game against the computer
  engine = $state<EngineChoice>("auto"); // where searches run
  visited = $state(false); // not the first visit: no automatic lesson
  players = $state.raw<Record<Side, string> | null>(null); // of the last game started

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
      if (themes.includes(kept.theme)) this.theme = kept.theme;
      if (typeof kept.sound === "boolean") this.sound = kept.sound;
      if (speeds.includes(kept.speed)) this.speed = kept.speed;
      if (typeof kept.preview === "boolean") this.preview = kept.preview;
      if (typeof kept.twice === "boolean") this.twice = kept.twice;
      if (boards.includes(kept.board)) this.board = kept.board;
      if (seedKinds.includes(kept.seeds)) this.seeds = kept.seeds;
      if (typeof kept.turning === "boolean") this.turning = kept.turning;
      if (clocks.includes(kept.clock)) this.clock = kept.clock;
      if (increments.includes(kept.increment)) this.increment = kept.increment;
      if (typeof kept.names?.you === "string" && typeof kept.names.friend === "string") this.names = kept.names;
      if (typeof kept.coach === "boolean") this.coach = kept.coach;
      if (engineChoices.includes(kept.engine)) this.engine = kept.engine;
      if (typeof kept.visited === "boolean") this.visited = kept.visited;
      if (typeof kept.players?.S === "string" && typeof kept.players.N === "string") this.players = kept.players;
    } catch {
      // Unreadable settings: use the defaults.
    }
  }

  save(): void {
    const { theme, sound, speed, preview, twice, board, seeds, turning, clock, increment, names, coach, engine, visited, players } = this;
    try {
      localStorage.setItem(key, JSON.stringify({ theme, sound, speed, preview, twice, board, seeds, turning, clock, increment, names, coach, engine, visited, players }));
    } catch {
      // Storage is full or disabled.
    }
  }

  // The players of the next game. A game with a friend on another device starts only on request.
  remember(players: Record<Side, string>): void {
    if (!Object.values(players).includes(friend)) this.players = { ...players };
  }

  // Animation speed; 0 if the system asks for reduced motion.
  get motion(): number {
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : this.speed;
  }
  // Minimum milliseconds before the reply of a computer player, so that the move before it is seen.
  replyDelay(watching: boolean): number {
    if (this.speed === 0) return watching ? 60 : 0;
    return this.motion === 0 ? 600 : (watching ? 700 : 250) / this.motion;
  }
}
