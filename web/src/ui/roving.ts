// Roving tabindex: a row of buttons is one tab stop, and arrow keys move between them.
export function roving(row: HTMLElement) {
  const buttons = () => [...row.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  function stopAt(chosen: HTMLElement | undefined) {
    for (const button of row.querySelectorAll("button")) button.tabIndex = button === chosen ? 0 : -1;
  }
  function keydown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const all = buttons();
    const next = all[(all.indexOf(document.activeElement as HTMLButtonElement) + step + all.length) % all.length];
    event.preventDefault();
    event.stopPropagation();
    stopAt(next);
    next?.focus();
  }
  stopAt(buttons()[0]);
  row.addEventListener("keydown", keydown);
  return () => row.removeEventListener("keydown", keydown);
}
