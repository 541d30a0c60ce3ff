// What the board and the seeds can be made of. All but the first are in themes.css, which is fetched when one of them is chosen.
export const boards = { wood: "Wood", ebony: "Ebony", clay: "Clay", stone: "Stone", indigo: "Indigo" } as const;
export const seedKinds = { pebbles: "Pebbles", cowries: "Cowries", beans: "Beans", glass: "Glass" } as const;
export type BoardKind = keyof typeof boards;
export type SeedKind = keyof typeof seedKinds;
