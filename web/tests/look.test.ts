// Size, settings, contrast, access token, and a check of the layout checker itself.
import { expect, it } from "vitest";
import { boards, seedKinds } from "../src/theme/kinds";
import { policy } from "../vite.plugins";
import { base, itNeedsServer, Visitor } from "./harness";
import { findProblems, measure } from "./layout";
import { serve } from "./server";
import { finger } from "./views";
import { labels, menu } from "../src/words/play";

it("detects layout problems", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  const broken = [
    [".table", "width", "500px", "the page scrolls sideways"],
    [".wood", "top", "900px", "the board is not on the screen"],
    [".controls", "paddingTop", "900px", "the controls are not on the screen"],
    ['[data-pit="C"]', "width", "20px", "pits differ in size"],
    ['[data-pit="C"]', "translate", "0 9px", "pits are in 3 rows"],
    ['[data-pit="C"]', "translate", "5px", "pits are not in line"],
    [".writing > span", "translate", "-40px", "is not on the board"],
    [".writing > span", "translate", "45px", "overlap"],
    [`[aria-label="${labels.hint}"]`, "translate", "60px", "overlap"],
    [`[aria-label="${labels.hint}"]`, "maxWidth", "20px", `"${labels.hint}" is cut off`],
    [`[aria-label="${labels.undo}"]`, "maxWidth", "12px", "is too small"],
    [".seeds", "pointerEvents", "auto", "is covered by"],
  ] as const;
  for (const [selector, property, value, problem] of broken) {
    const set = (to: string) => visitor.page.$eval(selector, (element, [name, text]) => {
      Object.assign((element as HTMLElement).style, { [name!]: text });
    }, [property, to]);
    await set(value);
    expect(findProblems(await measure(visitor.page), 2, finger).join("\n"), `${selector} ${property}`).toContain(problem);
    await set("");
  }
  expect(findProblems(await measure(visitor.page), 2, finger)).toEqual([]);
  await visitor.leave();
  const atDesk = await Visitor.arrive();
  await atDesk.page.$eval(".side", (side) => ((side as HTMLElement).style.minHeight = "2000px"));
  expect(findProblems(await measure(atDesk.page), 2, finger).join("\n")).toContain("the page scrolls down");
  await atDesk.leave();
});

// The minimum WCAG contrast between the dots of legal pits and the board around them, from a screenshot.
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

it("marks legal pits with a contrast of at least 3:1 on every board, light and dark", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await visitor.choose("settings");
  await page.selectOption("#board-kind", "stone");
  await page.selectOption("#seed-kind", "glass");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue("--pit-lip").includes("e8e5dd"));
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const board of boards) {
      await page.evaluate((kind) => (document.documentElement.dataset.board = kind), board);
      expect(await dotContrast(visitor), `${board}, ${theme}`).toBeGreaterThanOrEqual(3);
    }
  }
  for (const [i, board] of boards.entries()) {
    const seeds = seedKinds[i % 4]!;
    await page.evaluate(([b, s]) => Object.assign(document.documentElement.dataset, { board: b, seeds: s }), [board, seeds]);
    await page.emulateMedia({ colorScheme: i % 2 ? "dark" : "light" });
    await visitor.screenshot(`theme-${board}-${seeds}`);
  }
  // The choice survives a reload.
  await page.reload();
  await visitor.ready(0);
  expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({ board: "stone", seeds: "glass" });
  await visitor.leave();
});

it("keeps theme, sound, and speed after a reload", async () => {
  const visitor = await Visitor.arrive();
  await visitor.choose("settings");
  await visitor.page.selectOption("#theme", "dark");
  await visitor.page.selectOption("#speed", "5");
  await visitor.page.keyboard.press("Escape");
  await visitor.choose("mute");
  await visitor.page.reload();
  await visitor.ready();
  expect(await visitor.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(26, 22, 19)");
  await visitor.button(labels.menu).click();
  await visitor.button(menu.unmute).waitFor();
  await visitor.leave();
});

itNeedsServer("has the same policy as a site", async () => {
  const response = await fetch(base);
  expect(response.headers.get("Content-Security-Policy")).toBe(`${policy}; frame-ancestors 'none'`);
});

itNeedsServer("sends the access token", async () => {
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
