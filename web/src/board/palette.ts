// The colors of the board and the seeds as they are on the page, for pictures.
export interface Palette {
  paper: string;
  text: string;
  soft: string;
  woodLight: string;
  wood: string;
  woodDark: string;
  ink: string; // labels on the wood
  pit: string;
  pitDeep: string;
  pitLip: string;
  south: string;
  north: string;
  seeds: { body: string; edge: string }[];
  serif: string;
  sans: string;
}

const kinds = [0, 1, 2, 3, 4]; // of seeds, as in Seeds.svelte

export function pagePalette(): Palette {
  const probe = document.createElement("i");
  document.body.append(probe);
  // A computed color has light-dark() resolved; the value of a custom property does not.
  const color = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = {
    paper: color("paper"), text: color("ink"), soft: color("soft"), woodLight: color("wood-light"), wood: color("wood"), woodDark: color("wood-dark"),
    ink: color("wood-ink"), pit: color("pit"), pitDeep: color("pit-deep"), pitLip: color("pit-lip"), south: color("south-deep"), north: color("north-deep"),
  };
  probe.remove();
  const root = getComputedStyle(document.documentElement);
  return { ...found, seeds: kinds.map(seedColors), serif: root.getPropertyValue("--serif"), sans: root.getPropertyValue("--sans") };
}

// From a seed on the board.
function seedColors(kind: number): { body: string; edge: string } {
  const seed = document.querySelector(`.seed.kind${kind}`) ?? document.querySelector(".seed");
  const style = seed && getComputedStyle(seed);
  return { body: style?.getPropertyValue("--body") || "#e9dcc0", edge: style?.getPropertyValue("--edge") || "#b49f78" };
}
