// What the page weighs and keeps, and whether what looks at its layout has eyes.
import { expect, it } from "vitest";
import { boards, seedKinds } from "../src/theme/kinds";
import { Visitor } from "./harness";
import { faults, measure } from "./layout";
import { serve } from "./server";
import { finger } from "./views";

it("would see a page that is laid out badly", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  const spoilt = [
    [".table", "width", "500px", "the page scrolls sideways"],
    [".wood", "top", "900px", "the board is not on the screen"],
    [".controls", "paddingTop", "900px", "the controls are not on the screen"],
    ['[data-pit="C"]', "width", "20px", "pits differ in size"],
    ['[data-pit="C"]', "translate", "0 9px", "pits lie in 3 rows"],
    ['[data-pit="C"]', "translate", "5px", "pits are not in line"],
    [".writing > span", "translate", "-40px", "is not on the board"],
    [".writing > span", "translate", "45px", "overlap"],
    ['[aria-label="Hint"]', "translate", "60px", "overlap"],
    ['[aria-label="Hint"]', "maxWidth", "20px", '"Hint" is cut off'],
    ['[aria-label="Undo"]', "maxWidth", "12px", "is too small"],
    [".seeds", "pointerEvents", "auto", "lies under"],
  ] as const;
  for (const [selector, property, value, fault] of spoilt) {
    const set = (to: string) => visitor.page.$eval(selector, (element, [name, text]) => {
      Object.assign((element as HTMLElement).style, { [name!]: text });
    }, [property, to]);
    await set(value);
    expect(faults(await measure(visitor.page), 2, finger).join("\n"), `${selector} ${property}`).toContain(fault);
    await set("");
  }
  expect(faults(await measure(visitor.page), 2, finger)).toEqual([]);
  await visitor.leave();
  const atDesk = await Visitor.arrive();
  await atDesk.page.$eval(".side", (side) => ((side as HTMLElement).style.marginTop = "500px"));
  expect(faults(await measure(atDesk.page), 2, finger).join("\n")).toContain("the page scrolls down");
  await atDesk.leave();
});

it("weighs less than 150 kB compressed, the list of games included", async () => {
  const visitor = await Visitor.arrive();
  const loaded = await visitor.page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .map((entry) => ({ name: entry.name, weight: (entry as PerformanceResourceTiming).encodedBodySize })));
  const total = loaded.reduce((sum, { weight }) => sum + weight, 0);
  expect(loaded.some(({ name, weight }) => name.endsWith("/api/games") && weight > 0)).toBe(true);
  expect(loaded.length).toBeGreaterThanOrEqual(4); // the page, its script, its style, the games
  expect(loaded.map(({ name }) => name).join()).not.toMatch(/Explorer|themes|Trainer|puzzles/); // what is not used yet
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(150_000);
  await visitor.leave();
});

// The least contrast, as WCAG counts it, between the dots of pits that can be sown and the board around them, in what is really drawn.
async function dotContrast(visitor: Visitor): Promise<number> {
  const dots = await visitor.page.$$eval(".count .dot", (all) => all.map((dot) => {
    const { x, y, width } = dot.getBoundingClientRect();
    return { x: x + width / 2, y: y + width / 2, radius: width / 2 };
  }));
  expect(dots.length).toBe(6);
  const picture = (await visitor.page.screenshot()).toString("base64");
  return visitor.page.evaluate(async ({ dots, picture }) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    context.drawImage(image, 0, 0);
    const luminance = (x: number, y: number) => {
      const [r = 0, g = 0, b = 0] = [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return Math.min(...dots.flatMap(({ x, y, radius }) => {
      const middle = luminance(x, y);
      const out = radius + 3;
      return [[-out, 0], [0, -out], [0, out]].map(([dx, dy]) => contrast(middle, luminance(x + dx!, y + dy!)));
    }));
  }, { dots, picture });
}

it("marks pits that can be sown with at least 3:1, on every board, in light and in dark", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.choose("Settings");
  await page.selectOption("#board-kind", "stone");
  await page.selectOption("#seed-kind", "glass");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue("--pit-lip").includes("e8e5dd"));
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const board of Object.keys(boards)) {
      await page.evaluate((kind) => (document.documentElement.dataset.board = kind), board);
      expect(await dotContrast(visitor), `${board}, ${theme}`).toBeGreaterThanOrEqual(3);
    }
  }
  for (const [i, board] of Object.keys(boards).entries()) {
    const seeds = Object.keys(seedKinds)[i % 4]!;
    await page.evaluate(([b, s]) => Object.assign(document.documentElement.dataset, { board: b, seeds: s }), [board, seeds]);
    await page.emulateMedia({ colorScheme: i % 2 ? "dark" : "light" });
    await visitor.screenshot(`theme-${board}-${seeds}`);
  }
  // What was chosen is there after a reload, too.
  await page.reload();
  await visitor.ready(0);
  expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({ board: "stone", seeds: "glass" });
  await visitor.leave();
});

it("keeps colours, sound and speed over a reload", async () => {
  const visitor = await Visitor.arrive();
  await visitor.choose("Settings");
  await visitor.page.selectOption("#theme", "dark");
  await visitor.page.selectOption("#speed", "5");
  await visitor.page.keyboard.press("Escape");
  await visitor.choose("Mute");
  await visitor.page.reload();
  await visitor.ready();
  expect(await visitor.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(26, 22, 19)");
  await visitor.button("Sound on").waitFor();
  await visitor.leave();
});

it("sends the token of a server that others can reach", async () => {
  const guarded = await serve("--host", "0.0.0.0", "--token", "open-sesame");
  const server = guarded.base.replace("0.0.0.0", "127.0.0.1");
  expect((await fetch(new URL("/api/games", server))).status).toBe(401);
  const visitor = await Visitor.arrive({ server });
  expect(visitor.page.url()).not.toContain("open-sesame");
  await visitor.newGame("Owari");
  await visitor.page.keyboard.press("e");
  await visitor.ready(1);
  await visitor.page.reload();
  await visitor.ready(1);
  await visitor.leave();
  await guarded.stop();
});
