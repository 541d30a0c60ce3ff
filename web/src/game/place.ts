// A position in a saved game: the id and the moves from the start. As an address it works in one browser only, so it is
// used only for games that are too long for an address: #game=ID/E.a.B
export interface Place {
  id: string;
  moves: string[];
}

export const placeText = ({ id, moves }: Place): string => `game=${id}/${moves.map(encodeURIComponent).join(".")}`;

export function readPlace(fragment: string): Place | null {
  const [, id, moves] = /^game=(\w+)\/(.*)$/.exec(fragment) ?? [];
  if (id === undefined || moves === undefined) return null;
  try {
    return { id, moves: moves === "" ? [] : moves.split(".").map(decodeURIComponent) };
  } catch {
    return null;
  }
}
