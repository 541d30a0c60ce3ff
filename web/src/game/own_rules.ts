// The TOML texts of custom games, saved in the browser.
import type { Memory } from "./archive";

export const rulesKey = "sow.rules";

export function loadRules(memory: Pick<Memory, "getItem">): string[] {
  try {
    const value = JSON.parse(memory.getItem(rulesKey) ?? "[]");
    return Array.isArray(value) ? value.filter((text): text is string => typeof text === "string") : [];
  } catch {
    return [];
  }
}

export function saveRules(memory: Pick<Memory, "setItem">, texts: string[]): void {
  try {
    memory.setItem(rulesKey, JSON.stringify(texts));
  } catch {
    // Storage is full or disabled.
  }
}

// Both lists, without those that are in both.
export const mergeRules = (here: string, there: string): string => {
  const texts = [here, there].flatMap((text) => loadRules({ getItem: () => text }));
  return JSON.stringify([...new Set(texts)]);
};
