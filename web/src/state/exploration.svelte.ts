// Moves outside the game: trying a line, going back to the game, and editing variations.
import * as t from "../game/tree";
import type { Navigation } from "./navigation.svelte";
import type { Session } from "./session.svelte";

export class Exploration {
  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
  ) {}

  // Tries a move from the position on the board.
  async explore(move: string): Promise<void> {
    const turn = this.nav.legalMove(move);
    if (!turn) return;
    await this.nav.follow(turn, this.session.branch(this.nav.at, turn), () => void this.explore(move));
  }

  // Whether the board shows a variation of the game rather than one of its positions.
  get off(): boolean {
    const { session, nav } = this;
    return nav.exploring && nav.at !== t.root && !session.inGame(nav.at);
  }

  // To the current position, or in a finished game to where the exploration started.
  back(): void {
    const { session, nav } = this;
    if (session.live === null) return;
    if (!session.result || session.inGame(nav.at)) return nav.go(session.live);
    const left = t.pathTo(session.tree, nav.at).filter((node) => session.inGame(node.id)).at(-1);
    nav.go(left?.id ?? t.root);
  }

  comment(id: number, text: string): void {
    this.session.tree = t.withComment(this.session.tree, id, text);
  }
  // Only in a study: the main line of a game is fixed.
  promote(id: number): void {
    this.session.forgetEnd();
    this.session.tree = t.promote(this.session.tree, id);
  }
  // Moves of the game cannot be removed.
  remove(id: number): void {
    const { session, nav } = this;
    if (id === t.root || session.inGame(id)) return;
    if (session.study) session.forgetEnd();
    const { parent } = t.nodeOf(session.tree, id);
    const inside = t.pathTo(session.tree, nav.at).some((node) => node.id === id);
    if (inside) nav.at = parent;
    session.undone = [];
    session.tree = t.prune(session.tree, id);
    if (inside) nav.go(parent);
  }
}
