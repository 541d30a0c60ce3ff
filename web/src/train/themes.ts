// Themes of puzzles, as `sow puzzle` names them (src/study/theme.h).
export const themes = ["feeding", "threat", "hoarding", "extra-turns", "sacrifice", "capture"] as const;
export type Theme = (typeof themes)[number];

export const themeOf = (text: string | undefined): Theme | null => themes.find((theme) => theme === text) ?? null;
