// Board and seed materials. All but the first of each are in themes.css, which is loaded on demand.
export const boards = ["wood", "ebony", "clay", "stone", "indigo"] as const;
export const seedKinds = ["pebbles", "cowries", "beans", "glass"] as const;
export type BoardKind = (typeof boards)[number];
export type SeedKind = (typeof seedKinds)[number];
