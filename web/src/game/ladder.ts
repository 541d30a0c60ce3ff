// A ladder of named opponents, the weakest first. Progress is computed from the saved games.
import { ladder } from "../words/players";
import type { PlayerKind, Side } from "../api/types";
import { winnerOf, type SavedGame } from "./archive";
import { gameKey } from "./saved";
import { atLevel, human } from "./who";

export interface Rung {
  name: string;
  who: string;
  about: string;
}

export const rungs: readonly Rung[] = ladder;

export const nicknameOf = (who: string): string => rungs.find((rung) => rung.who === who)?.name ?? "";

// The next stronger (1) or weaker (-1) opponent: one of the ladder, or else the same player at another level.
export function opponentBeside(who: string, step: 1 | -1, kinds: readonly PlayerKind[]): string | null {
  const i = rungs.findIndex((rung) => rung.who === who);
  return i < 0 ? atLevel(who, step, kinds) : (rungs[i + step]?.who ?? null);
}

// A finished game against one of them.
export interface Meeting {
  who: string;
  side: Side; // yours
  points: 1 | 0 | -1; // won, drawn, lost
}

// Only finished games from the start position without help count. Oldest first.
export function meetings(games: readonly SavedGame[], key: string): Meeting[] {
  const found: (Meeting & { time: number })[] = [];
  for (const kept of games) {
    const { players, live, position, aided } = kept.saved;
    const winner = winnerOf(kept);
    const side: Side = players.S === human ? "S" : "N";
    const who = players[side === "S" ? "N" : "S"];
    if (live === null || position !== null || aided || winner === undefined || players[side] !== human || nicknameOf(who) === "" || gameKey(kept.saved) !== key) continue;
    found.push({ who, side, points: winner === null ? 0 : winner === side ? 1 : -1, time: kept.time });
  }
  return found.sort((a, b) => a.time - b.time);
}

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

// The stars that the latest of these games has earned.
export function starsEarned(games: readonly SavedGame[], key: string, latest: SavedGame): { rung: Rung; stars: number; next: Rung | undefined } | null {
  const before = meetings(games.filter(({ id }) => id !== latest.id), key);
  const meeting = meetings([latest], key)[0];
  const rung = rungs.find(({ who }) => who === meeting?.who);
  if (!meeting || !rung) return null;
  const after = [...before, meeting];
  return { rung, stars: stars(after, rung.who) - stars(before, rung.who), next: nextChallenge(after) };
}

// After two wins in a row without help other than the coach's, a harder opponent; after two losses, an easier one. `latest` is the last game.
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
