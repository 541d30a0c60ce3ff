// Games kept in the browser: one entry for each, so that two tabs do not undo each other's work. Reports, which are long, have
// entries of their own: thousands of games are listed without them.
import { other } from "../api/sides";
import type { ReportEnd, ReportPly, Side } from "../api/types";
import type { Database } from "./database";
import { readSaved, type Saved } from "./saved";

// A report that was made, and the moves it is about.
export interface KeptReport {
  moves: string[];
  plies: ReportPly[];
  end: ReportEnd;
}

export interface Kept {
  id: string;
  time: number; // when it was last changed
  result: string; // "22–14", or "" while it goes on
  plies: number;
  saved: Saved;
}

type ReportRow = { id: string; report: KeptReport | null };

// The positions of a game, one before each of its moves.
export interface KeptLine {
  id: string;
  moves: string[];
  positions: string[];
}

// The part of the browser's Storage that is needed; it may refuse to write when full or forbidden.
export type Memory = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export class Archive {
  constructor(private readonly database: Database) {}

  keep(kept: Kept, report: KeptReport | null): Promise<boolean> {
    const reports: ReportRow = { id: kept.id, report };
    return this.#done(this.database.put({ games: kept, reports }));
  }
  remove(id: string): Promise<boolean> {
    return this.#done(this.database.remove(id));
  }
  async load(id: string): Promise<Kept | null> {
    return readKept(await this.database.get("games", id).catch(() => null));
  }
  async report(id: string): Promise<KeptReport | null> {
    const row = (await this.database.get("reports", id).catch(() => null)) as ReportRow | null | undefined;
    return isReport(row?.report) ? row.report : null;
  }

  // The last changed first.
  async list(): Promise<Kept[]> {
    const all = await this.database.all("games").catch(() => []);
    return all.map(readKept).filter((kept) => kept !== null).sort((a, b) => b.time - a.time);
  }

  async lines(): Promise<KeptLine[]> {
    return (await this.database.all("lines").catch(() => [])) as KeptLine[];
  }
  keepLine(line: KeptLine): Promise<boolean> {
    return this.#done(this.database.put({ lines: line }));
  }

  // Takes over the games that versions up to 0.1 kept in the browser's simpler memory.
  async adopt(memory: Memory): Promise<void> {
    const prefix = "sow.game.";
    const keys = Array.from({ length: memory.length }, (_, i) => memory.key(i)).filter((key) => key?.startsWith(prefix));
    await Promise.all(keys.map(async (key) => {
      const { report, ...value } = parse(memory.getItem(key!)) ?? {};
      const kept = readKept(value);
      if (!kept || (await this.keep(kept, isReport(report) ? report : null))) memory.removeItem(key!);
    }));
  }

  #done(work: Promise<void>): Promise<boolean> {
    return work.then(() => true, () => false);
  }
}

// Who has won: null for a draw, undefined while the game goes on.
export function winnerOf({ result, saved }: Kept): Side | null | undefined {
  if (saved.resigned) return other(saved.resigned);
  const [south, north] = result.split("–").map(Number);
  if (south === undefined || north === undefined) return undefined;
  return south === north ? null : south > north ? "S" : "N";
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function readKept(value: unknown): Kept | null {
  if (typeof value !== "object" || value === null) return null;
  const kept = value as Kept;
  const whole =
    typeof kept.id === "string" && typeof kept.time === "number" && typeof kept.result === "string" && typeof kept.plies === "number";
  const saved = readSaved(kept.saved);
  return whole && saved ? { ...kept, saved } : null;
}

// What the page itself has written needs no closer look.
const isReport = (value: unknown): value is KeptReport => {
  const report = value as Partial<KeptReport> | null | undefined;
  return Array.isArray(report?.moves) && Array.isArray(report.plies) && typeof report.end === "object";
};
