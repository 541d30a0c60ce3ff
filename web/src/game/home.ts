// What to do next, for returning players: the game in progress, the next opponent, and a game not tried yet.
import type { Game } from "../api/types";
import type { SavedGame } from "./archive";
import { gallery } from "./gallery";
import { meetings, nextChallenge, type Rung } from "./ladder";
import type { LadderEntry } from "./ladder_log";
import { gameKey } from "./saved";

export interface Offers {
  unfinished: SavedGame | null;
  challenge: { game: Game; rung: Rung } | null; // in the game played last
  untried: Game | null;
}

// `saved` is sorted by time, newest first.
export function offers(saved: readonly SavedGame[], games: readonly Game[], ladder: readonly LadderEntry[]): Offers {
  const unfinished = saved.find(({ saved: { live }, result, plies }) => live !== null && result === "" && plies > 0) ?? null;
  const latest = saved[0]?.saved;
  const last = latest && latest.game !== null ? games.find(({ id }) => id === gameKey(latest)) : undefined;
  const rung = last && nextChallenge(meetings(ladder, last.id ?? ""));
  const tried = new Set(saved.map((kept) => gameKey(kept.saved).split(/[:/]/)[0]));
  const untried = gallery(games, "all", "").find(({ family, origin }) => origin === "built-in" && !tried.has(family)) ?? null;
  return { unfinished, challenge: last && rung ? { game: last, rung } : null, untried };
}
