// What a newcomer wants to know of a built-in game besides its rules. Lengths are plies of games between two players of level 2.
import type { Game } from "../api/types";

export interface Facts {
  hard: 1 | 2 | 3;
  plies: number;
  first?: number; // its place among those to play first
}

const facts: Record<string, Facts> = {
  owari: { hard: 1, plies: 23, first: 1 },
  kalah: { hard: 1, plies: 29, first: 2 },
  oware: { hard: 2, plies: 49, first: 3 },
  "al-manqala": { hard: 2, plies: 54 },
  awari: { hard: 2, plies: 86 },
  ayoayo: { hard: 2, plies: 22 },
  "bao-kiarabu": { hard: 3, plies: 37 },
  bohnenspiel: { hard: 2, plies: 34 },
  dakon: { hard: 2, plies: 23 },
  endodoi: { hard: 2, plies: 12 },
  halusa: { hard: 2, plies: 24 },
  hoyito: { hard: 2, plies: 32 },
  hus: { hard: 3, plies: 61 },
  ohvalhu: { hard: 2, plies: 24 },
  "ot-tjin": { hard: 2, plies: 73 },
  owela: { hard: 3, plies: 22 },
  songo: { hard: 2, plies: 58 },
  sungka: { hard: 2, plies: 23 },
  "vai-lung-thlan": { hard: 2, plies: 91 },
  wari: { hard: 2, plies: 42 },
  woli: { hard: 2, plies: 77 },
};

// A variant is as hard and as long as its family.
export const factsOf = (game: Game): Facts | undefined => (game.origin === "built-in" ? (facts[game.name] ?? facts[game.family]) : undefined);

const hardness = ["", "easy", "medium", "hard"];
const length = (plies: number): string => `about ${Math.max(10, Math.round(plies / 10) * 10)} moves`;

export function factsText(game: Game): string {
  const known = factsOf(game);
  return [game.region, ...(known ? [hardness[known.hard], length(known.plies)] : [])].filter(Boolean).join(" · ");
}

export const groups = { all: "All games", first: "Play these first", easy: "Easy", short: "Short games", rows: "Four rows" } as const;
export type Group = keyof typeof groups;

const inGroup: Record<Group, (game: Game) => boolean> = {
  all: () => true,
  first: (game) => facts[game.name]?.first !== undefined,
  easy: (game) => factsOf(game)?.hard === 1,
  short: (game) => (factsOf(game)?.plies ?? 99) < 30,
  rows: (game) => game.rows === 4,
};

// The games of a group whose title, region or description has the text, one's own and those to play first before the others.
export function gallery(games: readonly Game[], group: Group, text: string): Game[] {
  const wanted = text.trim().toLowerCase();
  const place = (game: Game) => (game.origin !== "built-in" ? 0 : (facts[game.name]?.first ?? 9));
  return games
    .filter((game) => inGroup[group](game) && `${game.title} ${factsText(game)} ${game.about}`.toLowerCase().includes(wanted))
    .map((game, i) => ({ game, i }))
    .sort((a, b) => place(a.game) - place(b.game) || a.i - b.i)
    .map(({ game }) => game);
}
