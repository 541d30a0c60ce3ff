// Games kept in the browser: one entry for each, so that two tabs do not undo each other's work.
import type { ReportEnd, ReportPly } from "../api/types";
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
  report: KeptReport | null;
}

const prefix = "sow.game.";
const rulesKey = "sow.rules";
const mostKept = 200;

// The part of the browser's Storage that is needed; it may refuse to write when full or forbidden.
export type Memory = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export class Archive {
  constructor(private readonly memory: Memory) {}

  keep(kept: Kept): boolean {
    try {
      this.memory.setItem(prefix + kept.id, JSON.stringify(kept));
      if (this.memory.length > mostKept) for (const old of this.list().slice(mostKept)) this.remove(old.id);
      return true;
    } catch {
      return false;
    }
  }

  load(id: string): Kept | null {
    return parseKept(this.memory.getItem(prefix + id));
  }

  remove(id: string): void {
    this.memory.removeItem(prefix + id);
  }

  // The last changed first.
  list(): Kept[] {
    const all: Kept[] = [];
    for (let i = 0; i < this.memory.length; ++i) {
      const key = this.memory.key(i);
      if (!key?.startsWith(prefix)) continue;
      const kept = parseKept(this.memory.getItem(key));
      if (kept) all.push(kept);
    }
    return all.sort((a, b) => b.time - a.time);
  }

  // TOML texts of the user's own games.
  rules(): string[] {
    try {
      const value = JSON.parse(this.memory.getItem(rulesKey) ?? "[]");
      return Array.isArray(value) ? value.filter((text): text is string => typeof text === "string") : [];
    } catch {
      return [];
    }
  }

  keepRules(texts: string[]): boolean {
    try {
      this.memory.setItem(rulesKey, JSON.stringify(texts));
      return true;
    } catch {
      return false;
    }
  }
}

function parseKept(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text);
    const whole =
      typeof kept.id === "string" && typeof kept.time === "number" && typeof kept.result === "string" && typeof kept.plies === "number";
    const saved = readSaved(kept.saved);
    return whole && saved ? { ...kept, saved, report: isReport(kept.report) ? kept.report : null } : null;
  } catch {
    return null;
  }
}

// What the page itself has written needs no closer look.
const isReport = (value: Partial<KeptReport> | null | undefined): boolean =>
  Array.isArray(value?.moves) && Array.isArray(value.plies) && typeof value.end === "object";
