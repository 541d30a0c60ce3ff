// A link that holds a whole game: the saved game as JSON, moves shortened, deflated, in the letters a fragment may have.
//
//   #1.q1YqVrJSUMov...        1: the version of this encoding
import type { Element } from "../api/types";
import { readSaved, type Saved } from "./saved";

const version = "1.";
const mostBytes = 1 << 20; // of what a link may unfold to

// A move is its letter alone, a comment {"c":text}, a variation an array. What was taken follows from the rules.
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
    if (size > mostBytes) throw new Error("too large");
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

export async function toFragment(saved: Saved): Promise<string> {
  const text = JSON.stringify({ ...saved, line: shorten(saved.line) });
  return version + toLetters(await through(new TextEncoder().encode(text), new CompressionStream("deflate")));
}

export const isFragment = (fragment: string): boolean => fragment.startsWith(version);

// Throws if the fragment is damaged.
export async function fromFragment(fragment: string): Promise<Saved> {
  let saved: Saved | null = null;
  try {
    const bytes = await through(toBytes(fragment.slice(version.length)), new DecompressionStream("deflate"));
    const value = JSON.parse(new TextDecoder().decode(bytes));
    saved = readSaved({ ...value, line: lengthen(value.line) });
  } catch {
    throw new Error("The link is damaged: it holds no game.");
  }
  if (!saved) throw new Error("The link is damaged: it holds no game.");
  return saved;
}
