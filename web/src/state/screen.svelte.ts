// The arrangement of the page for the size of the window and the shape of the board.
import { innerHeight, innerWidth } from "svelte/reactivity/window";
import { arrange, type Arrangement } from "../board/arrangement";
import type { Trainer } from "../train/trainer.svelte";
import type { Editor } from "./editor.svelte";
import type { Session } from "./session.svelte";

export class Screen {
  zen = $state(false); // show only the board
  readonly arrangement: Arrangement = $derived.by(() => this.#arrange());

  constructor(
    private readonly session: Session,
    private readonly editor: Editor,
    private readonly trainer: Trainer,
  ) {}

  // Few controls, the rest in the menu.
  get phone(): boolean {
    return this.arrangement.place === "stacked" || this.arrangement.place === "column";
  }

  #arrange(): Arrangement {
    const { game, flipped } = this.session;
    const size = { width: innerWidth.current ?? 1280, height: innerHeight.current ?? 720 };
    return arrange(game, flipped, size, { alone: this.zen, tall: this.editor.on || this.trainer.on });
  }
}
