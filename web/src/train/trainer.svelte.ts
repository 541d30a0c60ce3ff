// Exercises on the board: lesson steps and puzzles. Each is a position and its correct moves; a puzzle can be several
// moves long, and the page plays the replies. The current game is set aside and comes back afterwards.
import { noSuchPuzzle } from "../words/errors";
import * as lessonWords from "../words/lesson";
import * as words from "../words/train";
import { api, messageOf, refOf } from "../api/client";
import { owner } from "../api/sides";
import type { Game, LessonStep, Turn } from "../api/types";
import type { Exploration } from "../state/exploration.svelte";
import type { Games } from "../state/games.svelte";
import type { Library } from "../state/library.svelte";
import type { Navigation } from "../state/navigation.svelte";
import type { Notice } from "../state/notice.svelte";
import type { Session } from "../state/session.svelte";
import type { Saved } from "../game/saved";
import { root } from "../game/tree";
import { human } from "../game/who";
import { solve } from "./mistakes";
import {
  currentStreak, failedDaily, latest, loadProgress, ratingOfDepth, replaceMistake, saveProgress, solvedDaily, tried, triedDaily, withMistakes, withoutMistake, type Mistake, type Progress,
} from "./progress";
import { daily, hasPuzzles, loadPuzzles, nextPuzzle, puzzleGames, themesOf, today, withTheme, type Puzzle } from "./puzzles";
import { afterPuzzle, bestOf, isOver, puzzleFor, startRun, withBest, type Run, type RushMinutes } from "./rush";
import type { Theme } from "./themes";

export type PuzzleKind = "daily" | "next" | "mistake" | "rush";

const replyPause = 400; // in milliseconds, so that your own move is seen
const rushPause = 900; // between two puzzles of a rush, for a look at the verdict
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

export class Trainer {
  steps = $state.raw<LessonStep[]>([]); // of the current lesson
  step = $state(0);
  results = $state.raw<("first" | "later")[]>([]); // of the steps solved: on the first try, or later
  puzzle = $state.raw<Puzzle | null>(null);
  kind = $state<PuzzleKind>("next");
  theme = $state<Theme | null>(null); // of the puzzles to show; null: all
  found = $state(0); // moves of the puzzle's line that are on the board, replies included
  run = $state.raw<Run | null>(null); // the current rush, or the last one until something else starts
  rushOver = $state(false);
  record = $state(false); // the rush that ended was your best
  verdict = $state("");
  right = $state(false); // the verdict is good
  solved = $state(false);
  failed = $state(false); // a wrong move was tried, so the puzzle counts as failed
  progress = $state.raw(loadProgress(localStorage));
  #before: { id: string; saved: Saved } | null = null; // the game set aside
  #replying = false; // the page plays a reply
  #here = root; // the node from which the next move of the solution is played
  #day = ""; // of the daily puzzle, which may be solved after midnight
  #rushEnd: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly games: Games,
    private readonly session: Session,
    private readonly nav: Navigation,
    private readonly exploration: Exploration,
    private readonly library: Library,
    private readonly notice: Notice,
  ) {}

  get on(): boolean {
    return this.steps.length > 0 || this.puzzle !== null;
  }
  get lesson(): LessonStep | null {
    return this.steps[this.step] ?? null;
  }
  get good(): readonly string[] {
    const { lesson, puzzle, found } = this;
    return lesson?.good ?? (found === 0 ? puzzle?.good : undefined) ?? puzzle?.line.slice(found, found + 1) ?? [];
  }
  // The game whose puzzles are shown.
  get game(): string {
    const { ref } = this.session;
    return this.progress.game || ("game" in ref && hasPuzzles(ref.game) ? ref.game : puzzleGames[0]);
  }
  // The number of moves you have to find, and the number you have found.
  get length(): number {
    return this.#yourMoves(this.#goal);
  }
  get foundMoves(): number {
    return this.#yourMoves(this.found);
  }
  // Moves of the line that are part of the task. In a mistake from your own games, only the first move is.
  get #goal(): number {
    return this.puzzle?.proven ? this.puzzle.line.length : 1;
  }
  #yourMoves(end: number): number {
    return this.puzzle?.line.slice(0, end).filter((move, _, [first]) => owner(move) === owner(first!)).length ?? 0;
  }

  async startLesson(game: Game): Promise<void> {
    try {
      const steps = await api.lesson(refOf(game));
      this.#setAside();
      this.puzzle = null;
      this.steps = steps;
      this.step = 0;
      this.results = [];
      await this.#show(game, steps[0]?.position.diagram ?? null);
    } catch (error) {
      this.notice.text = messageOf(error);
    }
  }
  async nextStep(): Promise<void> {
    const { step, steps, results } = this;
    // After a step repeated from the summary, back to the summary.
    const last = steps.length - 1;
    if (step < last) await this.goTo(results.length === last ? last : step + 1);
  }
  async goTo(step: number): Promise<void> {
    this.step = step;
    await this.#show(this.session.game, this.lesson?.position.diagram ?? null);
  }

  async startPuzzle(kind: PuzzleKind): Promise<void> {
    try {
      const puzzle = kind === "mistake" ? await this.#ownMistake() : await this.#shipped(kind);
      const game = this.games.byId(puzzle?.game);
      if (!puzzle || !game) throw new Error(noSuchPuzzle);
      this.#setAside();
      this.steps = [];
      this.puzzle = puzzle;
      this.kind = kind;
      if (kind !== "rush") this.#forgetRush();
      await this.#show(game, puzzle.position);
      if (kind === "daily" && triedDaily(latest(localStorage, this.progress), this.#day)) this.failed = true; // a second try does not count
    } catch (error) {
      this.notice.text = messageOf(error);
    }
  }
  async #shipped(kind: PuzzleKind): Promise<Puzzle | undefined> {
    const puzzles = await loadPuzzles(this.run && kind === "rush" ? this.run.game : this.game);
    if (kind === "daily") {
      this.#day = today();
      return daily(puzzles, this.#day);
    }
    if (kind === "rush") return this.run ? puzzleFor(this.run, puzzles, Math.random()) : undefined;
    return nextPuzzle(withTheme(puzzles, this.theme), this.progress);
  }
  // Shows puzzles of another game or theme from now on.
  async openPuzzles(game: string, theme: Theme | null): Promise<void> {
    this.#update((progress) => ({ ...progress, game }));
    this.theme = theme;
    await this.startPuzzle("next");
  }
  // Shows puzzles of this theme, or of any if the game has none.
  async practice(game: string, theme: Theme | null): Promise<void> {
    const present = await themesOf(game).catch((): readonly Theme[] => []);
    await this.openPuzzles(game, theme && present.includes(theme) ? theme : null);
  }

  async startRush(minutes: RushMinutes): Promise<void> {
    try {
      await loadPuzzles(this.game); // before the clock starts
    } catch (error) {
      this.notice.text = messageOf(error);
      return;
    }
    this.#forgetRush();
    const run = startRun(this.game, minutes, Date.now());
    this.run = run;
    this.rushOver = this.record = false;
    this.#rushEnd = setTimeout(() => this.endRush(), run.ends - Date.now());
    await this.startPuzzle("rush");
  }
  get rushing(): boolean {
    return this.kind === "rush" && this.puzzle !== null && this.run !== null;
  }
  endRush(): void {
    clearTimeout(this.#rushEnd);
    const { run } = this;
    if (!run) return;
    this.rushOver = this.solved = true; // the last puzzle is no longer judged
    this.record = run.solved > bestOf(this.progress.rush, run);
    this.#update((progress) => ({ ...progress, rush: withBest(progress.rush, run) }));
  }
  #forgetRush(): void {
    clearTimeout(this.#rushEnd);
    this.run = null;
  }
  // Counts a puzzle of the rush and shows the next one.
  async #continueRush(puzzle: Puzzle, solved: boolean): Promise<void> {
    if (!this.run) return;
    const run = afterPuzzle(this.run, puzzle.position, solved);
    this.run = run;
    this.solved = true;
    if (isOver(run, Date.now())) return this.endRush();
    await pause(rushPause);
    if (this.run === run && this.puzzle === puzzle) await this.startPuzzle("rush");
  }

  // The first of your mistakes that makes a fair puzzle. The others are dropped.
  async #ownMistake(): Promise<Puzzle | undefined> {
    for (let mistake = this.progress.mistakes[0]; mistake; mistake = this.progress.mistakes[0]) {
      const solved = mistake.good ? mistake : await solve(mistake);
      if (solved) {
        this.#update((progress) => replaceMistake(progress, solved));
        return { ...solved, rating: ratingOfDepth(solved.plies ?? 1) };
      }
      this.#update((progress) => withoutMistake(progress, mistake.position));
    }
    return undefined;
  }
  get dailyDone(): boolean {
    return this.progress.day === today();
  }
  get dailyTried(): boolean {
    return triedDaily(this.progress, today());
  }
  get streak(): number {
    return currentStreak(this.progress, today());
  }

  #setAside(): void {
    if (!this.on) this.#before = { id: this.library.currentId, saved: this.session.save(this.nav.at) };
  }

  async #show(game: Game, position: string | null): Promise<void> {
    this.verdict = "";
    this.right = false;
    this.solved = this.lesson !== null && this.good.length === 0; // nothing to solve
    this.failed = false;
    this.found = 0;
    this.#here = root;
    const start = position === game.start.diagram ? null : position;
    const players = { S: human, N: human };
    await this.library.newGame({ game, ref: refOf(game), position: start, players, study: true, learner: this.lesson ? "S" : owner(this.puzzle?.line[0] ?? "A") }, true);
    this.session.flipped = this.nav.mover === "N";
    scrollTo({ top: 0 });
  }

  // Judges a move of an exercise. A wrong move is taken back.
  async judge(turn: Turn, from: number, sown: Promise<unknown>): Promise<void> {
    if (!this.on || this.solved || this.#replying) return;
    const { puzzle, lesson } = this;
    const here = this.#here;
    const right = from === here && this.good.includes(turn.move);
    await sown;
    if (this.puzzle !== puzzle || this.lesson !== lesson || this.solved) return;
    if (from !== here) return this.nav.go(here); // a try from an earlier position of the line
    this.right = right;
    if (lesson) return this.#judgeStep(lesson, turn, right);
    if (puzzle) await (right ? this.#advance(puzzle, turn.move) : this.#wrong(puzzle, turn.move));
  }
  async #wrong(puzzle: Puzzle, move: string): Promise<void> {
    if (!this.failed && !this.rushing) this.#count(puzzle, false);
    this.failed = true;
    this.verdict = this.rushing ? words.strike(move, this.good[0] ?? "") : words.wrong(move);
    if (this.rushing) await this.#continueRush(puzzle, false);
    else this.nav.go(this.#here);
  }
  // Plays the replies to a correct move.
  async #advance(puzzle: Puzzle, move: string): Promise<void> {
    this.verdict = words.correct(move);
    this.found += 1;
    const [first = ""] = puzzle.line;
    let at = this.nav.at;
    this.#replying = true;
    try {
      while (this.found < this.#goal && owner(puzzle.line[this.found]!) !== owner(first)) {
        await pause(replyPause);
        if (this.puzzle === puzzle && this.nav.at !== at) await this.nav.visit(at);
        if (this.puzzle !== puzzle || this.solved) return;
        await this.exploration.explore(puzzle.line[this.found]!);
        at = this.nav.at;
        this.found += 1;
      }
    } finally {
      this.#replying = false;
    }
    if (this.puzzle !== puzzle || this.solved) return;
    this.#here = at;
    if (this.found < this.#goal) {
      this.verdict = words.correctSoFar(move, this.length - this.foundMoves);
      return;
    }
    this.solved = true;
    if (this.rushing) return this.#continueRush(puzzle, true);
    if (!this.failed) this.#count(puzzle, true);
    if (this.kind === "mistake") this.#update((progress) => withoutMistake(progress, puzzle.position));
  }

  #judgeStep(step: LessonStep, turn: Turn, right: boolean): void {
    if (right) {
      this.#solveStep(this.failed ? "later" : "first");
      this.verdict = lessonWords.correct(turn.move);
    } else {
      this.failed = true;
      this.verdict = lessonWords.wrong(step, turn);
      this.nav.go(root);
    }
  }
  #solveStep(result: "first" | "later"): void {
    this.solved = true;
    this.results = Object.assign([...this.results], { [this.step]: result });
  }
  // Plays a move that solves the step.
  async showAnswer(): Promise<void> {
    const [move] = this.good;
    if (!this.lesson || move === undefined) return;
    this.#solveStep("later");
    this.verdict = lessonWords.answer(move);
    await this.nav.visit(root);
    await this.exploration.explore(move);
  }

  #count(puzzle: Puzzle, solved: boolean): void {
    this.#update((known) => {
      const progress = tried(known, puzzle.position, puzzle.rating, solved);
      return this.kind === "daily" ? (solved ? solvedDaily : failedDaily)(progress, this.#day) : progress;
    });
  }
  #update(change: (progress: Progress) => Progress): void {
    this.progress = change(latest(localStorage, this.progress));
    saveProgress(localStorage, this.progress);
  }
  // Adds those mistakes that make fair puzzles.
  async addMistakes(mistakes: readonly Mistake[]): Promise<void> {
    for (const mistake of mistakes) {
      const solved = await solve(mistake).catch(() => mistake); // without a server, solved when the puzzle is shown
      if (solved) this.#update((progress) => withMistakes(progress, [solved]));
    }
  }

  // Shows the solution and plays out its line.
  async playOut(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle) return;
    if (!this.failed && !this.solved) this.#count(puzzle, false);
    this.solved = true;
    this.verdict = words.answer(puzzle.line[0] ?? "");
    this.right = true;
    await this.nav.visit(root);
    for (const move of puzzle.line) {
      if (this.puzzle !== puzzle) return;
      await this.exploration.explore(move);
    }
  }

  // Returns to the game that was set aside.
  async leave(): Promise<void> {
    if (this.#before) await this.library.open(this.#before.saved, this.#before.id); // also clears the exercise
    else this.clear();
  }
  clear(): void {
    this.steps = [];
    this.step = 0;
    this.results = [];
    this.puzzle = null;
    this.verdict = "";
    this.#forgetRush();
  }
}
