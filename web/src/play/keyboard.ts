// Keyboard input at the board: pits by letter or number, and commands.
import { pitLetter } from "../api/sides";
import type { Turn } from "../api/types";
import type { Geometry } from "../board/geometry";
import { headingKeys, headingOf } from "../board/heading";
import type { App } from "../state/app.svelte";
import { commands } from "./commands";

const digitTimeout = 700; // ms to wait for a second digit if the first one is already a pit

// The mover's pit with this letter, in either case.
export function pitByLetter(key: string, pits: readonly string[]): string | undefined {
  return /^[a-z]$/i.test(key) ? pits.find((pit) => pit.toLowerCase() === key.toLowerCase()) : undefined;
}

// Pits by number, which follows the letter in a label ("E4", "Ax1").
export function pitsByNumber(digits: string, pits: readonly string[], labels: Record<string, string>) {
  const number = (pit: string) => (labels[pit] ?? "").replace(/^\D+/, "");
  return {
    exact: pits.find((pit) => number(pit) === digits),
    longer: pits.some((pit) => number(pit) !== digits && number(pit).startsWith(digits)),
  };
}

// The move of a pit that a key selects: by its sign, or by the arrow in the direction of sowing.
export function moveByKey(key: string, moves: readonly Turn[], geometry: Geometry): Turn | undefined {
  return moves.find(({ move }) => move.slice(1) === key || headingKeys[key] === headingOf(geometry, move));
}

export class Keyboard {
  #digits = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly app: App) {}

  down(event: KeyboardEvent): void {
    if (this.app.dialog || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, [role=tablist], dialog")) return;
    if (event.ctrlKey) {
      if (event.key === "z") this.#handle(event, () => this.app.library.takeBack());
      return;
    }
    // Space and Enter activate the focused button.
    if ((event.key === " " || event.key === "Enter") && target.closest("button, a, summary")) return;
    if (this.app.editor.on) return;
    if (this.#direction(event) || this.#pit(event)) return;
    const command = commands.find(({ keys }) => keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (command && (command.enabled?.(this.app) ?? true)) this.#handle(event, () => command.run(this.app));
  }

  #handle(event: KeyboardEvent, run: () => void): void {
    event.preventDefault();
    this.#forget();
    run();
  }

  #direction(event: KeyboardEvent): boolean {
    const { play, screen } = this.app;
    const { choices } = play;
    if (choices.length === 0) return false;
    const turn = moveByKey(event.key, choices, screen.arrangement.geometry);
    if (turn) this.#handle(event, () => void play.choose(turn.move));
    else if (event.key === "Escape") this.#handle(event, () => (this.app.play.offered = null));
    else return false;
    return true;
  }

  #pit(event: KeyboardEvent): boolean {
    const { session, nav } = this.app;
    const pits = Array.from({ length: session.game.pits_per_player }, (_, i) => pitLetter(nav.mover, i));
    const letter = pitByLetter(event.key, pits);
    if (letter) {
      this.#handle(event, () => this.#play(letter));
      return true;
    }
    if (event.key === "Enter" && this.#digits) {
      const { exact } = pitsByNumber(this.#digits, pits, session.game.labels);
      if (exact) this.#handle(event, () => this.#play(exact));
      return true;
    }
    if (!/^\d$/.test(event.key)) return false;
    event.preventDefault();
    clearTimeout(this.#timer);
    this.#digits += event.key;
    let { exact, longer } = pitsByNumber(this.#digits, pits, session.game.labels);
    if (!exact && !longer) {
      this.#digits = event.key;
      ({ exact, longer } = pitsByNumber(this.#digits, pits, session.game.labels));
    }
    const play = () => {
      this.#forget();
      if (exact) this.#play(exact);
    };
    if (!longer) play();
    else this.#timer = setTimeout(play, digitTimeout);
    return true;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#digits = "";
  }

  #play(pit: string): void {
    this.app.play.press(pit);
  }
}
