// TOML texts of the user's own games, kept in the browser.
import type { Memory } from "./archive";

const key = "sow.rules";

export function loadRules(memory: Pick<Memory, "getItem">): string[] {
  try {
    const value = JSON.parse(memory.getItem(key) ?? "[]");
    return Array.isArray(value) ? value.filter((text): text is string => typeof text === "string") : [];
  } catch {
    return [];
  }
}

export function keepRules(memory: Pick<Memory, "setItem">, texts: string[]): void {
  try {
    memory.setItem(key, JSON.stringify(texts));
  } catch {
    // The browser keeps nothing for this page.
  }
}
