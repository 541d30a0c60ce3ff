// Changing the seeds of a hole while a position is set up.
export interface Edit {
  press: () => void;
  add: (seeds: number) => void;
  type: (digit: number) => void;
  own: () => void; // the next player owns it
  end: () => void; // the hole is left
}

const changes: Record<string, number> = { "+": 1, ArrowUp: 1, "-": -1, ArrowDown: -1, Backspace: -1, Delete: -999 };

// Whether the key is one that changes a hole.
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
