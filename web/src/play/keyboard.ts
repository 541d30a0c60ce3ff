// Keys at the board: pits by letter or number, and the commands.
import { pitLetter } from "../api/sides";
import type { Turn } from "../api/types";
import { boardGeometry, type Geometry } from "../board/geometry";
import { headingKeys, headingOf } from "../board/heading";
import type { App } from "../state/app.svelte";
import { commands } from "./commands";

const patience = 700; // ms to wait for a second digit where a first one could be a pit of its own

// The pit of the player to move that a key names, if any: letters in either case.
export function pitByLetter(key: string, pits: readonly string[]): string | undefined {
  return /^[a-z]$/i.test(key) ? pits.find((pit) => pit.toLowerCase() === key.toLowerCase()) : undefined;
}

// Pits by number, which stand behind the letter in a label ("E4", "Ax1").
export function pitsByNumber(digits: string, pits: readonly string[], labels: Record<string, string>) {
  const number = (pit: string) => (labels[pit] ?? "").replace(/^\D+/, "");
  return {
    exact: pits.find((pit) => number(pit) === digits),
    longer: pits.some((pit) => number(pit) !== digits && number(pit).startsWith(digits)),
  };
}

// The move a key chooses among those of one pit: by its sign, or by the arrow that points where its seeds go.
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
      if (event.key === "z") this.#done(event, () => this.app.session.undo());
      return;
    }
    // Space and Enter press the button that has the focus.
    if ((event.key === " " || event.key === "Enter") && target.closest("button, a, summary")) return;
    if (this.app.editor.on) return;
    if (this.#direction(event) || this.#pit(event)) return;
    const command = commands.find(({ keys }) => keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (command && (command.enabled?.(this.app) ?? true)) this.#done(event, () => command.run(this.app));
  }

  #done(event: KeyboardEvent, run: () => void): void {
    event.preventDefault();
    this.#forget();
    run();
  }

  #direction(event: KeyboardEvent): boolean {
    const { choices, session } = this.app;
    if (choices.length === 0) return false;
    const turn = moveByKey(event.key, choices, boardGeometry(session.game, session.flipped, false));
    if (turn) this.#done(event, () => void session.play(turn.move));
    else if (event.key === "Escape") this.#done(event, () => (this.app.choosing = null));
    else return false;
    return true;
  }

  #pit(event: KeyboardEvent): boolean {
    const { session } = this.app;
    const pits = Array.from({ length: session.game.pitsPerPlayer }, (_, i) => pitLetter(session.mover, i));
    const letter = pitByLetter(event.key, pits);
    if (letter) {
      this.#done(event, () => this.#play(letter));
      return true;
    }
    if (event.key === "Enter" && this.#digits) {
      const { exact } = pitsByNumber(this.#digits, pits, session.game.labels);
      if (exact) this.#done(event, () => this.#play(exact));
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
    else this.#timer = setTimeout(play, patience);
    return true;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#digits = "";
  }

  #play(pit: string): void {
    this.app.press(pit);
  }
}
