// Games saved in the browser, one entry each, so that two tabs do not overwrite each other's games. Reports are long
// and stored separately, so that listing thousands of games stays fast.
import { other } from "../api/sides";
import type { ReportEnd, ReportPly, Side } from "../api/types";
import type { Database } from "./database";
import { isLadderEntry, nextEntry, type LadderEntry } from "./ladder_log";
import { gameKey, movesOf, readSaved, type Saved } from "./saved";
import { human, ladderName } from "./who";

// A report and the moves it covers.
export interface SavedReport {
  moves: string[];
  plies: ReportPly[];
  end: ReportEnd;
}

export interface SavedGame {
  id: string;
  time: number; // of the last change
  result: string; // "22–14", or "" for an unfinished game
  plies: number;
  saved: Saved;
}

export type ReportRow = { id: string; report: SavedReport | null };

// The positions of a game, one before each move.
export interface SavedLine {
  id: string;
  moves: string[];
  positions: string[];
}

// All games, their reports, and the ladder, for backups.
export interface Contents {
  games: SavedGame[];
  reports: ReportRow[];
  ladder: LadderEntry[];
}

// The part of Storage that is used. Writing can fail if it is full or disabled.
export type Memory = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export class Archive {
  constructor(private readonly database: Database) {}

  save(kept: SavedGame, report: SavedReport | null): Promise<boolean> {
    const reports: ReportRow = { id: kept.id, report };
    return this.#done(this.database.put({ games: kept, reports }));
  }
  // Results on the ladder stay.
  remove(id: string): Promise<boolean> {
    return this.#done(this.database.remove(id, ["games", "reports", "lines"]));
  }
  // Removes a game without moves, also from the ladder, unless it has been played in another tab.
  async removeEmpty(id: string): Promise<void> {
    const kept = await this.load(id);
    if (kept && kept.saved.line.length > 0) return;
    const entry = (await this.ladder()).find((one) => one.id === id);
    await this.remove(id);
    if (entry?.moves.length === 0) await this.#done(this.database.remove(id, ["ladder"]));
  }
  async load(id: string): Promise<SavedGame | null> {
    return readSavedGame(await this.database.get("games", id).catch(() => null));
  }
  async report(id: string): Promise<SavedReport | null> {
    const row = (await this.database.get("reports", id).catch(() => null)) as ReportRow | null | undefined;
    return isReport(row?.report) ? row.report : null;
  }

  // Newest first.
  async list(): Promise<SavedGame[]> {
    const all = await this.database.all("games").catch(() => []);
    return all.map(readSavedGame).filter((kept) => kept !== null).sort((a, b) => b.time - a.time);
  }

  async lines(): Promise<SavedLine[]> {
    return (await this.database.all("lines").catch(() => [])) as SavedLine[];
  }
  saveLine(line: SavedLine): Promise<boolean> {
    return this.#done(this.database.put({ lines: line }));
  }

  // Adds the state of a ladder game to the log.
  record(entry: LadderEntry): Promise<boolean> {
    return this.#done(this.database.update("ladder", entry.id, (old) => nextEntry(isLadderEntry(old) ? old : null, entry)));
  }
  async ladder(): Promise<LadderEntry[]> {
    const all: unknown[] = await this.database.all("ladder").catch(() => []);
    return all.filter(isLadderEntry);
  }
  // Fills the log from the saved games of version 0.1, which had none.
  async adoptLadder(): Promise<void> {
    if ((await this.ladder()).length > 0) return;
    const ladder = entriesOf(await this.list());
    if (ladder.length > 0) await this.#done(this.database.putAll({ ladder }, false));
  }

  async contents(): Promise<Contents> {
    const reports: unknown[] = await this.database.all("reports").catch(() => []);
    return { games: await this.list(), reports: reports.filter(isReportRow), ladder: await this.ladder() };
  }
  // Adds all of these; `clear`: deletes all others first.
  restore({ games, reports, ladder }: Contents, clear: boolean): Promise<boolean> {
    return this.#done(this.database.putAll({ games, reports, ladder }, clear));
  }

  // Imports the games that version 0.1 saved in local storage.
  async adopt(memory: Memory): Promise<void> {
    const prefix = "sow.game.";
    const keys = Array.from({ length: memory.length }, (_, i) => memory.key(i)).filter((key) => key?.startsWith(prefix));
    await Promise.all(keys.map(async (key) => {
      const { report, ...value } = parse(memory.getItem(key!)) ?? {};
      const kept = readSavedGame(value);
      if (!kept || (await this.save(kept, isReport(report) ? report : null))) memory.removeItem(key!);
    }));
  }

  #done(work: Promise<void>): Promise<boolean> {
    return work.then(() => true, () => false);
  }
}

// The winner; null for a draw, undefined for an unfinished game.
export function winnerOf({ result, saved }: SavedGame): Side | null | undefined {
  if (saved.resigned) return other(saved.resigned);
  const [south, north] = result.split("–").map(Number);
  if (south === undefined || north === undefined) return undefined;
  return south === north ? null : south > north ? "S" : "N";
}

// The ladder games among saved ones.
export function entriesOf(games: readonly SavedGame[]): LadderEntry[] {
  return games.flatMap((kept) => {
    const { id, time, plies, saved } = kept;
    const { players, live, position, aided = false } = saved;
    const winner = winnerOf(kept);
    const side: Side = players.S === human ? "S" : "N";
    const who = players[side === "S" ? "N" : "S"];
    if (live === null || position !== null || aided || plies === 0 || players[side] !== human || ladderName(who) === "") return [];
    if (saved.resigned !== null && winner === side) return [];
    return [{ id, game: gameKey(saved), who, side, moves: movesOf(saved), time, points: winner === undefined ? null : winner === null ? 0 : winner === side ? 1 : -1, void: false } satisfies LadderEntry];
  });
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

export function readSavedGame(value: unknown): SavedGame | null {
  if (typeof value !== "object" || value === null) return null;
  const kept = value as SavedGame;
  const whole =
    typeof kept.id === "string" && typeof kept.time === "number" && typeof kept.result === "string" && typeof kept.plies === "number";
  const saved = readSaved(kept.saved);
  return whole && saved ? { ...kept, saved } : null;
}

export const isReportRow = (value: unknown): value is ReportRow => {
  const row = value as Partial<ReportRow> | null | undefined;
  return typeof row?.id === "string" && (row.report === null || isReport(row.report));
};
// Written by the page itself, so a shallow check is enough.
const isReport = (value: unknown): value is SavedReport => {
  const report = value as Partial<SavedReport> | null | undefined;
  return Array.isArray(report?.moves) && Array.isArray(report.plies) && typeof report.end?.sides === "object";
};
