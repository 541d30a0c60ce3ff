// Splits an OGN file into games without parsing moves, so that ten thousand games can be listed quickly. The server
// parses a game when it is opened.

export interface Listed {
  tags: Record<string, string>;
  text: string; // of this game
}

const tagLine = /^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]/;

// Whether a comment is open after this line.
function commentAfter(line: string, open: boolean): boolean {
  for (let i = 0; i < line.length; ++i) {
    if (open && line[i] === "\\") ++i;
    else if (line[i] === "{") open = true;
    else if (line[i] === "}") open = false;
  }
  return open;
}

// A game starts with its tags. Brackets inside comments are not tags.
export function splitOgn(text: string): Listed[] {
  const games: Listed[] = [];
  let tags: Record<string, string> = {};
  let begin = 0, moves = false, comment = false;
  const finish = (end: number) => {
    const own = text.slice(begin, end);
    if (own.trim()) games.push({ tags, text: own });
    [tags, begin, moves] = [{}, end, false];
  };
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(at, end);
    const tag = comment ? null : tagLine.exec(line);
    if (tag) {
      if (moves) finish(at);
      tags[tag[1]!] = tag[2]!.replace(/\\(.)/g, "$1");
    } else if (line.trim()) {
      moves = true;
      comment = commentAfter(line, comment);
    }
    at = end;
  }
  finish(text.length);
  return games;
}
