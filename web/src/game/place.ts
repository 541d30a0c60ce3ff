// The address of a position: the id of a game saved in this browser and the moves from its start, #game=ID/E.a.B
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
