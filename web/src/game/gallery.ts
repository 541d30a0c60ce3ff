// What a newcomer wants to know of a built-in game besides its rules.
import type { Game } from "../api/types";
import lengths from "./lengths.json"; // made by scripts/lengths

const first = ["owari", "kalah", "oware"]; // to play, in this order
const easy = ["owari", "kalah"];
const plies: Record<string, number | undefined> = lengths;

// Boards of more than two rows, which are sown round in laps, are hard.
type Hardness = "easy" | "medium" | "hard";
const hardness = (game: Game): Hardness => (easy.includes(game.family) ? "easy" : game.rows > 2 ? "hard" : "medium");
// A variant is about as long as its family.
const length = (game: Game): number | undefined => plies[game.name] ?? plies[game.family];

export function factsText(game: Game): string {
  if (game.origin !== "built-in") return game.region;
  const moves = length(game);
  const about = moves === undefined ? "" : `about ${Math.max(10, Math.round(moves / 10) * 10)} moves`;
  return [game.region, hardness(game), about].filter(Boolean).join(" · ");
}

export const groups = { all: "All games", first: "Play these first", easy: "Easy", short: "Short games", three: "Three rows", four: "Four rows" } as const;
export type Group = keyof typeof groups;

const inGroup: Record<Group, (game: Game) => boolean> = {
  all: () => true,
  first: (game) => first.includes(game.name),
  easy: (game) => game.origin === "built-in" && hardness(game) === "easy",
  short: (game) => game.origin === "built-in" && (length(game) ?? 99) < 30,
  three: (game) => game.rows === 3,
  four: (game) => game.rows === 4,
};

// The games of a group whose title, region or description has the text, one's own and those to play first before the others.
export function gallery(games: readonly Game[], group: Group, text: string): Game[] {
  const wanted = text.trim().toLowerCase();
  const place = (game: Game) => (game.origin !== "built-in" ? -1 : first.includes(game.name) ? first.indexOf(game.name) : first.length);
  return games
    .filter((game) => inGroup[group](game) && `${game.title} ${factsText(game)} ${game.about}`.toLowerCase().includes(wanted))
    .map((game, i) => ({ game, i }))
    .sort((a, b) => place(a.game) - place(b.game) || a.i - b.i)
    .map(({ game }) => game);
}
