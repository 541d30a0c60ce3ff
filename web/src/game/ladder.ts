// A ladder of opponents with names, the weakest first. How far somebody has come on it follows from the games they have kept.
import type { Side } from "../api/types";
import { winnerOf, type Kept } from "./archive";
import { gameKey } from "./saved";
import { human } from "./who";

export interface Rung {
  name: string;
  who: string;
  about: string;
}

export const rungs: readonly Rung[] = [
  { name: "Sparrow", who: "random", about: "Picks any pit" },
  { name: "Mouse", who: "engine:level=1", about: "Looks no further than its nose" },
  { name: "Goat", who: "greedy", about: "Takes whatever it can" },
  { name: "Hare", who: "engine:level=2", about: "Quick, and often wrong" },
  { name: "Monkey", who: "engine:level=3", about: "Sees your next move" },
  { name: "Crane", who: "engine:level=4", about: "Patient, misses some things" },
  { name: "Jackal", who: "engine:level=5", about: "Sets small traps" },
  { name: "Leopard", who: "engine:level=6", about: "Punishes mistakes" },
  { name: "Elephant", who: "engine:level=8", about: "Forgets nothing" },
  { name: "Tortoise", who: "engine:level=10", about: "The engine at full strength" },
];

export const nicknameOf = (who: string): string => rungs.find((rung) => rung.who === who)?.name ?? "";

// A game against one of them that is over.
export interface Meeting {
  who: string;
  side: Side; // of the person
  points: 1 | 0 | -1; // won, drawn, lost
}

// The first one first.
export function meetings(games: readonly Kept[], key: string): Meeting[] {
  const found: (Meeting & { time: number })[] = [];
  for (const kept of games) {
    const { players, live } = kept.saved;
    const winner = winnerOf(kept);
    const side: Side = players.S === human ? "S" : "N";
    const who = players[side === "S" ? "N" : "S"];
    if (live === null || winner === undefined || players[side] !== human || nicknameOf(who) === "" || gameKey(kept.saved) !== key) continue;
    found.push({ who, side, points: winner === null ? 0 : winner === side ? 1 : -1, time: kept.time });
  }
  return found.sort((a, b) => a.time - b.time);
}

const streak = 3; // wins one after the other

// One star for a win, one for a win with either side, one for three wins in a row.
export function stars(met: readonly Meeting[], who: string): number {
  const games = met.filter((meeting) => meeting.who === who);
  const wonAs = (side: Side) => games.some((game) => game.side === side && game.points === 1);
  const inARow = games.some((_, i) => i + streak <= games.length && games.slice(i, i + streak).every(({ points }) => points === 1));
  return Number(wonAs("S") || wonAs("N")) + Number(wonAs("S") && wonAs("N")) + Number(inARow);
}

// The first who has not been beaten, then the first who has not given all the stars.
export function nextChallenge(met: readonly Meeting[]): Rung | undefined {
  return rungs.find(({ who }) => stars(met, who) === 0) ?? rungs.find(({ who }) => stars(met, who) < 3);
}

// The side to play against somebody: the one that has not won yet; South, who begins, first.
export const sideAgainst = (met: readonly Meeting[], who: string): Side =>
  met.some((meeting) => meeting.who === who && meeting.side === "S" && meeting.points === 1) &&
  !met.some((meeting) => meeting.who === who && meeting.side === "N" && meeting.points === 1) ? "N" : "S";

// Wins less losses after each game.
export function balance(met: readonly Meeting[]): number[] {
  let sum = 0;
  return met.map(({ points }) => (sum += points));
}
