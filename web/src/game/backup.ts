// Everything that the page has saved in this browser, as one file: games, reports, the ladder log (from which stars are
// computed), and what is in local storage (ratings, settings, and custom rules).
import { progressKey, mergeProgress } from "../train/progress";
import { backup as words } from "../words/backup";
import { isLadderEntry, nextEntry } from "./ladder_log";
import { isReportRow, readSavedGame, type Archive, type Contents, type Memory } from "./archive";
import { mergeRules, rulesKey } from "./own_rules";

const format = "sow-backup";
const version = 1;
const prefix = "sow.";
// Of this device: the game on the board, and the access token, which is a secret.
const kept = ["sow.current", "sow.token"];

export interface Backup extends Contents {
  time: number; // when it was made
  memory: Record<string, string>;
}

function keysOf(memory: Memory): string[] {
  const keys = Array.from({ length: memory.length }, (_, i) => memory.key(i) ?? "");
  return keys.filter(isBackedUp).sort();
}
const entriesOf = (memory: Memory): Record<string, string> => Object.fromEntries(keysOf(memory).map((key) => [key, memory.getItem(key) ?? ""]));
const isBackedUp = (key: string): boolean => key.startsWith(prefix) && !kept.includes(key);

export async function makeBackup(archive: Archive, memory: Memory, time: number): Promise<string> {
  return JSON.stringify({ format, version, time, ...(await archive.contents()), memory: entriesOf(memory) });
}

// Throws one sentence if the text is not a backup, or damaged.
export function readBackup(text: string): Backup {
  const value = parse(text);
  if (value?.format !== format) throw new Error(words.notBackup);
  if (typeof value.version !== "number" || value.version > version) throw new Error(words.newer);
  const { games, reports, ladder = [], memory, time } = value as Record<string, unknown>; // older backups have no ladder log
  if (!Array.isArray(games) || !Array.isArray(reports) || !Array.isArray(ladder) || typeof memory !== "object" || memory === null || typeof time !== "number") throw new Error(words.damaged);
  const readable = games.map(readSavedGame).filter((game) => game !== null);
  const stored = Object.entries(memory);
  const whole = readable.length === games.length && reports.every(isReportRow) && ladder.every(isLadderEntry) &&
    stored.every(([key, text]) => isBackedUp(key) && typeof text === "string");
  if (!whole) throw new Error(words.damaged);
  return { time, games: readable, reports, ladder, memory: Object.fromEntries(stored) };
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

// Deletes what is here. Returns false, and changes nothing, if the browser cannot store everything.
export const replaceBy = (backup: Backup, archive: Archive, memory: Memory): Promise<boolean> => restore(backup, backup.memory, archive, memory, true);

// Adds what is missing here. Of two versions of a game, the one changed last stays.
export async function mergeWith(backup: Backup, archive: Archive, memory: Memory): Promise<boolean> {
  const here = new Map((await archive.list()).map((game) => [game.id, game.time]));
  const games = backup.games.filter(({ id, time }) => time > (here.get(id) ?? -Infinity));
  const wanted = new Set(games.map(({ id }) => id));
  const entries = Object.entries(backup.memory).map(([key, there]) => {
    const mine = memory.getItem(key);
    return [key, mine === null ? there : (merges[key]?.(mine, there) ?? mine)] as const;
  });
  const log = new Map((await archive.ladder()).map((entry) => [entry.id, entry]));
  const ladder = backup.ladder.map((entry) => nextEntry(log.get(entry.id) ?? null, entry, true));
  return restore({ games, reports: backup.reports.filter(({ id }) => wanted.has(id)), ladder }, Object.fromEntries(entries), archive, memory, false);
}
// Other entries, such as the settings, stay as they are here.
const merges: Record<string, (here: string, there: string) => string> = { [progressKey]: mergeProgress, [rulesKey]: mergeRules };

async function restore(contents: Contents, entries: Record<string, string>, archive: Archive, memory: Memory, clear: boolean): Promise<boolean> {
  const before = entriesOf(memory);
  if (store(entries, memory, clear) && (await archive.restore(contents, clear))) return true;
  store(before, memory, true);
  return false;
}

function store(entries: Record<string, string>, memory: Memory, clear: boolean): boolean {
  try {
    if (clear) for (const key of keysOf(memory)) memory.removeItem(key);
    for (const [key, text] of Object.entries(entries)) memory.setItem(key, text);
    return true;
  } catch {
    return false; // full or disabled
  }
}
