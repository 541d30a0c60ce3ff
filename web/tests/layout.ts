// Checks the layout: measures the elements in the browser and reports problems.
import type { Page } from "playwright-core";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Control {
  name: string;
  box: Box; // visible part, relative to the page
  size: { width: number; height: number }; // of the clickable area
  cut: boolean; // clipped, or its text overflows
  under: string; // the element covering its center
  fixed: boolean; // does not scroll, so it may cover others temporarily
}

export interface Layout {
  screen: { width: number; height: number };
  pageWidth: number;
  pageHeight: number;
  board: Box;
  toolbar: Box;
  upright: boolean; // the board is turned
  pits: { name: string; box: Box }[];
  writing: { name: string; box: Box }[]; // labels on the board
  controls: Control[]; // of the dialog if one is open
  dialog: Box | null;
}

const slack = 1; // pixels, for rounding
const phoneWidth = 700; // wider screens must not scroll

export async function measure(page: Page): Promise<Layout> {
  return page.evaluate(() => {
    const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll<HTMLElement>(selector)];
    const nameOf = (element: Element) =>
      element.getAttribute("aria-label") ?? (element.textContent?.trim().slice(0, 40) || `${element.tagName} ${element.className}`);
    const boxOf = (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top: top + scrollY, right, bottom: bottom + scrollY };
    };
    // The part that is not clipped by scrolling ancestors.
    const visibleBox = (element: Element) => {
      const box = boxOf(element);
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        if (getComputedStyle(outer).overflow === "visible") continue;
        const clip = boxOf(outer);
        box.left = Math.max(box.left, clip.left);
        box.right = Math.min(box.right, clip.right);
        box.top = Math.max(box.top, clip.top);
        box.bottom = Math.min(box.bottom, clip.bottom);
      }
      return box;
    };
    const isFixed = (element: Element) => element.closest(".controls.fixed") !== null;
    const over = (element: Element) => {
      const box = visibleBox(element);
      const found = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2 - scrollY);
      const ours = !found || (isFixed(found) && !isFixed(element)) || element.contains(found) || found.contains(element) || found.closest("label")?.contains(element);
      return ours ? "" : nameOf(found);
    };
    // Clipped at the sides, or with overflowing text. (scrollWidth would count the rings around pits.)
    const cut = (element: Element) => {
      const box = element.getBoundingClientRect();
      const visible = visibleBox(element);
      if (visible.right - visible.left < box.width - 1) return true;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (element.tagName === "BUTTON" && texts.nextNode()) {
        if (texts.currentNode.parentElement?.closest(".hidden")) continue;
        range.selectNodeContents(texts.currentNode);
        for (const text of range.getClientRects()) {
          if (text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - 1 || text.bottom > box.bottom + 1) return true;
        }
      }
      return false;
    };
    // The clickable area: the control or its label.
    const size = (element: HTMLElement) => {
      const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((one) => one.getBoundingClientRect());
      return { width: Math.max(...boxes.map((box) => box.width)), height: Math.max(...boxes.map((box) => box.height)) };
    };
    scrollTo(0, 0);
    const dialog = document.querySelector("dialog");
    const shown = all("button, input, select, textarea, summary, a", dialog ?? document).filter((element) => {
      const box = visibleBox(element);
      return box.right - box.left > 2 && box.bottom - box.top > 2 && element.checkVisibility();
    });
    const covered = new Map<Element, string>();
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      for (const element of shown) if (!covered.get(element)) covered.set(element, over(element));
    }
    scrollTo(0, 0);
    const named = (elements: Element[]) => elements.map((element) => ({ name: nameOf(element), box: boxOf(element) }));
    return {
      screen: { width: document.documentElement.clientWidth, height: innerHeight },
      pageWidth: document.documentElement.scrollWidth,
      pageHeight: document.documentElement.scrollHeight,
      board: boxOf(document.querySelector(".wood")!),
      upright: document.querySelector(".board")!.getAttribute("data-upright") === "true",
      toolbar: boxOf(document.querySelector(".controls")!),
      pits: named(all(".pit")),
      writing: named(all(".writing > span")),
      controls: shown.map((element) => ({
        name: nameOf(element), box: visibleBox(element), size: size(element), cut: cut(element), under: covered.get(element) ?? "", fixed: isFixed(element),
      })),
      dialog: dialog && boxOf(dialog),
    };
  });
}

const inside = (box: Box, outer: Box): boolean =>
  box.left >= outer.left - slack && box.top >= outer.top - slack && box.right <= outer.right + slack && box.bottom <= outer.bottom + slack;
const overlap = (a: Box, b: Box): boolean =>
  a.left + slack < b.right && b.left + slack < a.right && a.top + slack < b.bottom && b.top + slack < a.bottom;
const width = (box: Box): number => box.right - box.left;
const height = (box: Box): number => box.bottom - box.top;

function overlapping(things: readonly { name: string; box: Box }[]): string[] {
  return things.flatMap((a, i) =>
    things.slice(i + 1).filter((b) => overlap(a.box, b.box)).map((b) => `"${a.name}" and "${b.name}" overlap`));
}

// The number of distinct coordinates and how much their distances differ.
function unevenness(values: readonly number[]): { places: number; spread: number } {
  const places = [...values].sort((a, b) => a - b).filter((value, i, sorted) => i === 0 || value - sorted[i - 1]! > slack);
  const steps = places.slice(1).map((value, i) => value - places[i]!);
  return { places: places.length, spread: steps.length ? Math.max(...steps) - Math.min(...steps) : 0 };
}

function unevenPits({ pits, upright }: Layout, rows: number): string[] {
  const sizes = pits.flatMap(({ box }) => [width(box), height(box)]);
  const across = unevenness(pits.map(({ box }) => (upright ? box.top : box.left)));
  const down = unevenness(pits.map(({ box }) => (upright ? box.left : box.top)));
  return [
    ...(Math.max(...sizes) - Math.min(...sizes) > slack ? ["pits differ in size"] : []),
    ...(down.places === rows ? [] : [`pits are in ${down.places} rows, not ${rows}`]),
    ...(across.places === pits.length / rows && across.spread <= slack ? [] : ["pits are not in line"]),
  ];
}

// All layout problems. `rows`: of the game; `minSize`: minimum size of a control in pixels.
export function findProblems(layout: Layout, rows: number, minSize: number): string[] {
  const { screen, controls, dialog, board } = layout;
  const whole: Box = { left: 0, top: 0, right: screen.width, bottom: screen.height };
  return [
    ...(layout.pageWidth > screen.width ? [`the page scrolls sideways: ${layout.pageWidth} > ${screen.width}`] : []),
    ...(screen.width > phoneWidth && layout.pageHeight > screen.height ? [`the page scrolls down: ${layout.pageHeight} > ${screen.height}`] : []),
    ...(inside(board, whole) ? [] : [`the board is not on the screen: ${JSON.stringify(board)}`]),
    ...(inside(layout.toolbar, whole) ? [] : [`the controls are not on the screen: ${JSON.stringify(layout.toolbar)}`]),
    ...(dialog && !inside(dialog, whole) ? [`the dialog is not on the screen: ${JSON.stringify(dialog)}`] : []),
    ...unevenPits(layout, rows),
    ...layout.writing.filter(({ box }) => !inside(box, board)).map(({ name }) => `"${name}" is not on the board`),
    ...overlapping(layout.writing),
    ...overlapping(controls.filter(({ fixed }) => fixed)),
    ...overlapping(controls.filter(({ fixed }) => !fixed)),
    ...controls.filter(({ under }) => under).map(({ name, under }) => `"${name}" is covered by "${under}"`),
    ...controls.filter(({ cut }) => cut).map(({ name }) => `"${name}" is cut off`),
    ...controls.filter(({ box }) => box.left < -slack || box.right > screen.width + slack).map(({ name }) => `"${name}" is off the screen`),
    ...controls.filter(({ size }) => size.width < minSize || size.height < minSize)
      .map(({ name, size }) => `"${name}" is too small: ${size.width} by ${size.height}`),
  ];
}
