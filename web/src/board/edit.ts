// Edits to a pit or store while a position is being set up.
export interface Edit {
  press: () => void;
  add: (seeds: number) => void;
  type: (digit: number) => void;
  own: () => void; // cycles the owner
  end: () => void; // focus left
}

const changes: Record<string, number> = { "+": 1, ArrowUp: 1, "-": -1, ArrowDown: -1, Backspace: -1, Delete: -999 };

// Applies an editing key. Returns whether it was one.
export function editByKey(event: KeyboardEvent, edit: Edit): boolean {
  const change = changes[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (change !== undefined) edit.add(change);
  else if (/^\d$/.test(event.key)) edit.type(Number(event.key));
  else if (event.key.toLowerCase() === "o") edit.own();
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
