// A ladder of named opponents, the weakest first. Progress is computed from the log of games against them.
import { ladder } from "../words/players";
import type { PlayerKind, Side } from "../api/types";
import { winnerOf, type SavedGame } from "./archive";
import type { LadderEntry, Points } from "./ladder_log";
import { gameKey } from "./saved";
import { atLevel, human, ladderName } from "./who";

export interface Rung {
  name: string;
  who: string;
  about: string;
}

export const rungs: readonly Rung[] = ladder;

export const nicknameOf = ladderName;

// The next stronger (1) or weaker (-1) opponent: one of the ladder, or else the same player at another level.
export function opponentBeside(who: string, step: 1 | -1, kinds: readonly PlayerKind[]): string | null {
  const i = rungs.findIndex((rung) => rung.who === who);
  return i < 0 ? atLevel(who, step, kinds) : (rungs[i + step]?.who ?? null);
}

// A finished game against one of them.
export interface Meeting {
  who: string;
  side: Side; // yours
  points: Points;
}

// The games that count, oldest first.
export const meetings = (log: readonly LadderEntry[], key: string): Meeting[] =>
  log.flatMap(({ game, who, side, points, time, void: excluded }) => (excluded || points === null || game !== key || nicknameOf(who) === "" ? [] : [{ who, side, points, time }]))
    .sort((a, b) => a.time - b.time);

const streak = 3; // consecutive wins

// One star for a win, one for wins with both sides, one for three wins in a row.
export function stars(met: readonly Meeting[], who: string): number {
  const games = met.filter((meeting) => meeting.who === who);
  const wonAs = (side: Side) => games.some((game) => game.side === side && game.points === 1);
  const inARow = games.some((_, i) => i + streak <= games.length && games.slice(i, i + streak).every(({ points }) => points === 1));
  return Number(wonAs("S") || wonAs("N")) + Number(wonAs("S") && wonAs("N")) + Number(inARow);
}

// The first unbeaten opponent, or else the first with stars left.
export function nextChallenge(met: readonly Meeting[]): Rung | undefined {
  return rungs.find(({ who }) => stars(met, who) === 0) ?? rungs.find(({ who }) => stars(met, who) < 3);
}

// The side to play against an opponent: South until you have won with it, then North.
export const sideAgainst = (met: readonly Meeting[], who: string): Side =>
  met.some((meeting) => meeting.who === who && meeting.side === "S" && meeting.points === 1) &&
  !met.some((meeting) => meeting.who === who && meeting.side === "N" && meeting.points === 1) ? "N" : "S";

// Wins minus losses after each game.
export function balance(met: readonly Meeting[]): number[] {
  let sum = 0;
  return met.map(({ points }) => (sum += points));
}

export interface LadderResult {
  rung: Rung;
  counts: boolean;
  stars: number; // earned
  next: Rung | undefined;
}
// What this game has earned.
export function starsEarned(log: readonly LadderEntry[], id: string): LadderResult | null {
  const latest = log.find((entry) => entry.id === id);
  const rung = rungs.find(({ who }) => who === latest?.who);
  if (!latest || !rung) return null;
  const after = meetings(log, latest.game);
  const before = meetings(log.filter((entry) => entry !== latest), latest.game);
  return { rung, counts: !latest.void, stars: stars(after, rung.who) - stars(before, rung.who), next: nextChallenge(after) };
}

// After two wins in a row without help other than the coach's, a harder opponent; after two losses, an easier one.
// `latest` is the last game.
export function nextLevel(games: readonly SavedGame[], latest: SavedGame): "harder" | "easier" | null {
  const { players } = latest.saved;
  const like = ({ saved }: SavedGame) => gameKey(saved) === gameKey(latest.saved) &&
    [saved.players.S, saved.players.N].sort().join() === [players.S, players.N].sort().join() && saved.live !== null && saved.position === null;
  const before = games.filter((kept) => kept.id !== latest.id && like(kept) && winnerOf(kept) !== undefined).sort((a, b) => b.time - a.time)[0];
  if (!before || !like(latest)) return null;
  const won = (kept: SavedGame) => {
    const winner = winnerOf(kept);
    return winner == null ? null : kept.saved.players[winner] === human;
  };
  const both = [before, latest];
  if (both.every((kept) => won(kept) === true && (!kept.saved.aided || kept.saved.coach))) return "harder";
  return both.every((kept) => won(kept) === false) ? "easier" : null;
}
