// What the page weighs and keeps, and whether what looks at its layout has eyes.
import { expect, it } from "vitest";
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
});

it("weighs less than 150 kB compressed", async () => {
  const visitor = await Visitor.arrive();
  const weights = await visitor.page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter(({ name }) => !name.includes("/api/"))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  expect(weights.length).toBeGreaterThanOrEqual(3); // the page, its script, its style
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(150_000);
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
  guarded.stop();
});
