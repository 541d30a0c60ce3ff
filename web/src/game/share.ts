// A link that contains a whole game: JSON with shortened moves, deflated, in URL-safe base64.
//
//   #1.q1YqVrJSUMov...        1: encoding version
import { damagedLink } from "../words/errors";
import type { Element } from "../api/types";
import { readSaved, type Saved } from "./saved";

const version = "1.";
const maxBytes = 1 << 20; // of decompressed JSON

// A move is its text, a comment {"c":text}, a variation an array. Captures follow from the rules.
type Short = string | { c: string } | Short[];

function shorten(line: readonly Element[]): Short[] {
  return line.map((element) =>
    "move" in element ? element.move : "comment" in element ? { c: element.comment } : shorten(element.variation));
}

function lengthen(line: unknown): Element[] {
  if (!Array.isArray(line)) throw new Error("not a line");
  return line.map((short: Short) =>
    typeof short === "string" ? { move: short } : Array.isArray(short) ? { variation: lengthen(short) } : { comment: short.c });
}

async function through(bytes: Uint8Array, transform: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > maxBytes) throw new Error("too large");
    pieces.push(next.value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const toLetters = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const toBytes = (letters: string): Uint8Array =>
  Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

// A game from a link.
export interface Shared {
  saved: Saved;
  id: string | null; // of a game played turn by turn, on both devices
  kept: string | null; // of the game in the browser whose address this is
}

export async function toFragment(saved: Saved, ids: { id?: string; kept?: string } = {}): Promise<string> {
  const text = JSON.stringify({ ...saved, line: shorten(saved.line), ...ids });
  return version + toLetters(await through(new TextEncoder().encode(text), new CompressionStream("deflate")));
}

export const isFragment = (fragment: string): boolean => fragment.startsWith(version);

const isIdOrNull = (value: unknown): value is string | null => value === null || (typeof value === "string" && /^\w{1,64}$/.test(value));

// Throws if the fragment is damaged.
export async function fromFragment(fragment: string): Promise<Shared> {
  let saved: Saved | null = null;
  let ids: { id: unknown; kept: unknown } = { id: null, kept: null };
  try {
    const bytes = await through(toBytes(fragment.slice(version.length)), new DecompressionStream("deflate"));
    const { id = null, kept = null, ...value } = JSON.parse(new TextDecoder().decode(bytes));
    ids = { id, kept };
    saved = readSaved({ ...value, line: lengthen(value.line) });
  } catch {
    throw new Error(damagedLink);
  }
  const { id, kept } = ids;
  if (!saved || !isIdOrNull(id) || !isIdOrNull(kept)) throw new Error(damagedLink);
  return { saved, id, kept };
}
