// Random starts: "random-kalah:deal=17" is one of 999,999.
const deals = 999_999;

// A start of this game that depends only on the seed (FNV-1a), and differs for almost all seeds.
export function dealOf(game: string, seed: string): string {
  let hash = 0x811c9dc5;
  for (const char of seed) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return `${game}${game.includes("=") ? "," : ":"}deal=${1 + (hash % deals)}`;
}
