// Exercises on the real board: the steps of a lesson, or puzzles. Each is a position and the moves that are right in it. The game
// that was on the board waits meanwhile.
import { api, messageOf, refOf } from "../api/client";
import type { Game, LessonStep, Turn } from "../api/types";
import type { App } from "../state/app.svelte";
import type { Saved } from "../game/saved";
import { root } from "../game/tree";
import { keepProgress, loadProgress, solvedDaily, tried, withMistakes, withoutMistake, type Mistake } from "./progress";
import { daily, loadPuzzles, nextPuzzle, puzzleGames, today, type Puzzle } from "./puzzles";

export type PuzzleKind = "daily" | "next" | "mistake";

export class Trainer {
  steps = $state.raw<LessonStep[]>([]); // of the lesson that is on
  step = $state(0);
  puzzle = $state.raw<Puzzle | null>(null);
  kind = $state<PuzzleKind>("next");
  game = $state<string>(puzzleGames[0]); // of puzzles
  verdict = $state("");
  solved = $state(false);
  failed = $state(false); // a wrong move has been tried: the puzzle counts as not solved
  progress = $state.raw(loadProgress(localStorage));
  #before: { id: string; saved: Saved } | null = null; // the game that waits

  constructor(private readonly app: App) {}

  get on(): boolean {
    return this.steps.length > 0 || this.puzzle !== null;
  }
  get lesson(): LessonStep | null {
    return this.steps[this.step] ?? null;
  }
  get good(): readonly string[] {
    return this.lesson?.good ?? this.puzzle?.line.slice(0, 1) ?? [];
  }

  async startLesson(game: Game): Promise<void> {
    try {
      const steps = await api.lesson(refOf(game));
      this.#waitFor();
      this.puzzle = null;
      this.steps = steps;
      this.step = 0;
      await this.#show(game, steps[0]?.position.diagram ?? null);
    } catch (error) {
      this.app.notice = messageOf(error);
    }
  }
  async nextStep(): Promise<void> {
    if (this.step + 1 >= this.steps.length) return;
    this.step += 1;
    await this.#show(this.app.session.game, this.lesson?.position.diagram ?? null);
  }

  async startPuzzle(kind: PuzzleKind): Promise<void> {
    try {
      const puzzle = kind === "mistake" ? this.#ownMistake() : await this.#shipped(kind);
      const game = this.app.catalog.games.find(({ id }) => id === puzzle?.game);
      if (!puzzle || !game) throw new Error("There is no such puzzle.");
      this.#waitFor();
      this.steps = [];
      this.puzzle = puzzle;
      this.kind = kind;
      await this.#show(game, puzzle.position);
    } catch (error) {
      this.app.notice = messageOf(error);
    }
  }
  async #shipped(kind: PuzzleKind): Promise<Puzzle | undefined> {
    const puzzles = await loadPuzzles(kind === "daily" ? puzzleGames[0] : this.game);
    return kind === "daily" ? daily(puzzles, today()) : nextPuzzle(puzzles, this.progress);
  }
  #ownMistake(): Puzzle | undefined {
    const mistake = this.progress.mistakes[0];
    return mistake && { ...mistake, margin: mistake.loss, next: 0, plies: 3 };
  }
  get dailyDone(): boolean {
    return this.progress.day === today();
  }

  #waitFor(): void {
    if (!this.on) this.#before = { id: this.app.currentId, saved: this.app.session.save() };
  }

  async #show(game: Game, position: string | null): Promise<void> {
    this.verdict = "";
    this.solved = this.lesson !== null && this.good.length === 0; // there is nothing to do
    this.failed = false;
    const start = position === game.start.diagram ? null : position;
    await this.app.begin({ game, ref: refOf(game), position: start, players: { S: "human", N: "human" }, study: true });
    this.app.session.flipped = this.app.session.mover === "N";
    scrollTo({ top: 0 });
  }

  // Judges the first move of an exercise. After a wrong one the position comes back.
  async judge(turn: Turn, from: number, sown: Promise<unknown>): Promise<void> {
    if (!this.on || from !== root || this.solved) return;
    const { puzzle, lesson } = this;
    const right = this.good.includes(turn.move);
    await sown;
    if (this.puzzle !== puzzle || this.lesson !== lesson) return;
    if (!right) {
      if (puzzle && !this.failed) this.#count(puzzle, false);
      this.failed = true;
      this.verdict = `Not ${turn.move}: try another pit.`;
      this.app.session.go(root);
      return;
    }
    this.solved = true;
    this.verdict = `Right: ${turn.move}.`;
    if (puzzle && !this.failed) this.#count(puzzle, true);
    if (puzzle && this.kind === "mistake") this.#keep(withoutMistake(this.progress, puzzle.position));
  }

  #count(puzzle: Puzzle, solved: boolean): void {
    let progress = tried(this.progress, puzzle.position, puzzle.plies, solved);
    if (solved && this.kind === "daily") progress = solvedDaily(progress, today());
    this.#keep(progress);
  }
  #keep(progress: typeof this.progress): void {
    this.progress = progress;
    keepProgress(localStorage, progress);
  }
  addMistakes(mistakes: readonly Mistake[]): void {
    this.#keep(withMistakes(this.progress, mistakes));
  }

  // Plays the rest of the line, from where it is followed.
  async playOut(): Promise<void> {
    const { puzzle } = this;
    const { session } = this.app;
    if (!puzzle) return;
    if (!this.failed && !this.solved) this.#count(puzzle, false);
    this.solved = true;
    this.verdict = `The move is ${puzzle.line[0]}.`;
    await session.visit(root);
    for (const move of puzzle.line) {
      if (this.puzzle !== puzzle) return;
      await session.explore(move);
    }
  }

  // Back to what was on the board before.
  async leave(): Promise<void> {
    if (this.#before) await this.app.open(this.#before.saved, this.#before.id); // which clears, once the exercise is off the board
    else this.clear();
  }
  clear(): void {
    this.steps = [];
    this.step = 0;
    this.puzzle = null;
    this.verdict = "";
  }
}
