// Analysis, hints, reports, setting up, sharing and keeping.
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { base, someGame, Visitor } from "./harness";

const ending = "1-0-2-0-1-0-0-3-0-1-0-2-13-13-S";

it("analyses: values on the pits, lines, and what is proven", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari");
  await visitor.page.keyboard.press("v");
  await visitor.page.waitForFunction(() => document.querySelectorAll(".value").length === 6);
  await visitor.openText(ending);
  await visitor.button("Study it").click();
  await visitor.page.waitForSelector(".value.proven.best");
  expect(await visitor.page.textContent(".value.best")).toBe("=+4");
  expect(await visitor.page.textContent(".bar")).toContain("South wins by 4, proven");
  await visitor.page.waitForSelector(".complete");
  await visitor.button("Play up to E").first().click();
  await visitor.ready(1);
  await visitor.leave();
});

it("gives hints and tells threats", async () => {
  const visitor = await Visitor.arrive();
  await visitor.openText(ending);
  await visitor.button("Study it").click();
  await visitor.ready(0);
  await visitor.page.keyboard.press("q");
  await visitor.page.waitForSelector('.hint[data-pit="E"]');
  expect(await visitor.page.textContent(".status")).toContain("Hint:");
  expect(await visitor.page.textContent(".status")).toContain("South wins by 4, proven");
  await visitor.openText("3-3-3-3-0-4-4-3-3-3-3-3-1-0-N");
  await visitor.button("Study it").click();
  await visitor.ready(0);
  await visitor.page.keyboard.press("t");
  await visitor.page.waitForSelector('.threat[data-pit="B"]');
  expect(await visitor.page.textContent(".status")).toContain("Threat: B: takes 3");
  await visitor.leave();
});

it("reports on a game and lets one try again", async () => {
  const visitor = await Visitor.arrive();
  const moves = await someGame("owari", "random", "greedy", 12);
  await visitor.openText(`[Variant "owari"]\n\n${moves.join(" ")} *`);
  await visitor.page.getByRole("tab", { name: "Report" }).click();
  await visitor.button("Make the report").click();
  await visitor.page.waitForSelector(".report table");
  await visitor.page.waitForSelector(".graph canvas");
  expect(await visitor.page.textContent(".report table")).toMatch(/Accuracy\s*\d+ %\s*\d+ %/);
  const again = visitor.page.getByRole("button", { name: /^Try again at/ }).first();
  const which = /Try again at (\d+)(.|…) ([A-Fa-f])/.exec((await again.getAttribute("aria-label")) ?? "")!;
  expect(await visitor.page.textContent(".report li")).not.toContain("best was");
  await visitor.page.getByRole("button", { name: /^Show the best move at/ }).first().click();
  const best = (await visitor.page.textContent(".report li .small b"))!;
  const why = /best was \w: (.+)/.exec((await visitor.page.textContent(".report li .small"))!)?.[1];
  expect(why).toMatch(/\w/);
  await again.click();
  await visitor.ready((Number(which[1]) - 1) * 2 + (which[2] === "." ? 0 : 1));
  expect(await visitor.page.textContent(".status")).toContain("Find something better");
  await visitor.page.click(`[data-pit="${best}"]`);
  await visitor.page.waitForSelector(`.status:has-text("Right: ${best} is the best move: ${why}")`);
  await visitor.leave();
});

it("tells one's own mistakes from the computer's", async () => {
  const visitor = await Visitor.arrive();
  const { page } = visitor;
  await page.route("**/api/choose", (route) => route.fulfill({ json: { version: 1, move: "c", time: 0 } })); // which loses four
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.ready(0);
  await page.keyboard.press("a"); // which loses six
  await visitor.ready(2);
  await visitor.button("Resign").click();
  await visitor.dialog().getByRole("button", { name: "Resign" }).click();
  await page.getByRole("tab", { name: "Report" }).click();
  await page.waitForSelector(".report table");
  expect(await page.locator(".report .found > div", { hasText: "Your worst moment" }).locator("li").allTextContents()).toEqual([expect.stringContaining("A")]);
  const theirs = page.locator(".report details", { hasText: "The computer's mistakes" });
  await theirs.locator("summary").click();
  expect(await theirs.locator("li").allTextContents()).toEqual([expect.stringContaining("c")]);
  await visitor.leave();
});

it("keeps variations and comments, in a file, in a link and over a reload", async () => {
  const study = '[Variant "owari"]\n[Event "Test"]\n\n1. E {the best beginning?} (1. F a {quiet} (1... b 2. A) 2. B) a 2. B+4 *';
  const visitor = await Visitor.arrive();
  await visitor.openText(study);
  await visitor.page.keyboard.press("End");
  await visitor.ready(3);
  const written = await visitor.ogn();
  expect(written).toContain("1. E {the best beginning?} (1. F a {quiet} (1... b 2. A) 2. B) a 2. B+4 *");

  await visitor.page.reload();
  await visitor.ready(3);
  expect(await visitor.ogn()).toBe(written);

  await visitor.choose("Share");
  const link = visitor.page.locator("#share-link");
  await visitor.page.waitForFunction(() => (document.querySelector("#share-link") as HTMLInputElement).value !== "");
  const address = await link.inputValue();
  await visitor.dialog().getByRole("button", { name: "Copy" }).nth(1).click();
  await visitor.page.waitForSelector("text=Copied ✓");
  expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe("3-0-4-4-1-4-0-0-4-4-4-3-5-0-N");
  const [download] = await Promise.all([visitor.page.waitForEvent("download"), visitor.button("Download").click()]);
  expect(download.suggestedFilename()).toBe("owari.ogn");
  expect(await text(await download.createReadStream())).toContain("{the best beginning?}");

  await visitor.page.keyboard.press("Escape");
  await visitor.dialog().waitFor({ state: "detached" });

  const guest = await Visitor.arrive({ address: address.slice(base.length), size: "phone" });
  await guest.ready(3);
  expect(await guest.ogn()).toBe(written);
  expect(guest.page.url()).not.toContain("#1.");
  await guest.leave();

  // A link followed in a page that is open already.
  await visitor.newGame("Kalah");
  await visitor.page.evaluate((hash) => (location.hash = hash), new URL(address).hash);
  await visitor.page.waitForSelector('h1:has-text("Owari")');
  await visitor.ready(3);

  const misled = await Visitor.arrive({ address: "#1.nonsense" });
  expect(await misled.page.textContent(".notice")).toContain("The link is damaged");
  await misled.leave();
  await visitor.leave();
});

it("makes variations, promotes and deletes them, and takes comments", async () => {
  const visitor = await Visitor.arrive();
  await visitor.openText('[Variant "owari"]\n\n*');
  for (const [i, key] of ["e", "a", "ArrowLeft", "b"].entries()) {
    await visitor.page.keyboard.press(key);
    await visitor.ready([1, 2, 1, 2][i]!);
  }
  await visitor.button("Comment").click();
  await visitor.page.getByLabel("Comment on b").fill("a {brace} and a\nline");
  await visitor.button("Keep").click();
  expect(await visitor.ogn()).toContain("1. E a (1... b {a {brace\\} and a line})");
  await visitor.button("Make main line").click();
  expect(await visitor.ogn()).toContain("1. E b {a {brace\\} and a line} (1... a)");
  await visitor.button("Delete from here").click();
  await visitor.ready(1);
  expect(await visitor.ogn()).toContain("1. E a *");
  await visitor.leave();
});

it("opens a dropped file, and says what is wrong with another", async () => {
  const visitor = await Visitor.arrive();
  const drop = (name: string, text: string) =>
    visitor.page.evaluate(([file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content!], file!));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, text]);
  await drop("game.ogn", '[Variant "kalah"]\n\n1. C F a *');
  await visitor.page.waitForSelector('h1:has-text("Kalah")');
  await visitor.page.keyboard.press("End");
  await visitor.ready(3);
  await drop("bad.ogn", '[Variant "kalah"]\n\n1. C C *');
  await visitor.page.waitForSelector(".notice");
  expect(await visitor.page.textContent(".notice")).toContain("bad.ogn:");
  await visitor.leave();
});

it("sets up positions by hand and by text", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari");
  await visitor.choose("Set up");
  await visitor.button("Empty").click();
  await visitor.page.click('[data-pit="A"]');
  await visitor.page.click('[data-pit="A"]');
  await visitor.page.click('[data-pit="A"]', { button: "right" });
  await visitor.page.focus('[data-pit="c"]');
  await visitor.page.keyboard.type("12");
  await visitor.page.keyboard.press("-");
  await visitor.page.click('button[aria-label^="South\'s store"]');
  await visitor.page.getByLabel("North moves").check();
  expect(await visitor.page.textContent(".diagram")).toBe("1-0-0-0-0-0-0-0-11-0-0-0-1-0-N");
  await visitor.page.fill("#position-text", "1-2-3");
  await visitor.button("Put it on the board").click();
  await visitor.page.waitForSelector(".setup .error");
  await visitor.page.fill("#position-text", "(3 3 3 3 0 4 1 4 3 3 3 3 3 0) N");
  await visitor.button("Put it on the board").click();
  await visitor.page.waitForFunction(() => document.querySelector(".diagram")?.textContent === "3-3-3-3-0-4-4-3-3-3-3-3-1-0-N");
  await visitor.button("Play from here").click();
  await visitor.page.waitForSelector(".setup", { state: "detached" });
  await visitor.ready(0);
  expect(await visitor.legal()).toEqual(["a", "b", "c", "d", "e", "f"]);
  await visitor.leave();
});

it("plays games of the user's own, and other sizes", async () => {
  const visitor = await Visitor.arrive();
  await visitor.choose("New game");
  const file = (text: string) => ({ name: "fours.toml", mimeType: "text/plain", buffer: Buffer.from(text) });
  await visitor.page.setInputFiles("dialog input[type=file]", file("name = 'x'\nsow = 3\n"));
  await visitor.page.waitForSelector("dialog .error");
  await visitor.page.setInputFiles("dialog input[type=file]",
    file('name = "fours"\ntitle = "Fours"\nextends = "oware"\nsource = "A test."\n\n[[land]]\nat = "theirs"\ncount = 4\ntake = ["pit"]\n'));
  await visitor.page.waitForSelector('dialog h3:has-text("Fours")');
  await visitor.dialog().getByLabel("Who plays North").selectOption("human");
  await visitor.button("Begin").click();
  await visitor.page.waitForSelector('h1:has-text("Fours")');
  await visitor.ready(0);
  await visitor.page.keyboard.press("f");
  await visitor.ready(1);
  await visitor.page.reload();
  await visitor.page.waitForSelector('h1:has-text("Fours")');
  await visitor.ready(1);

  await visitor.choose("New game");
  await visitor.dialog().getByRole("radio", { name: /^Kalah 2/ }).check({ force: true });
  await visitor.page.getByLabel("Pits in a row").fill("3");
  await visitor.page.getByLabel("Seeds in a pit").fill("2");
  await visitor.button("Begin").click();
  await visitor.page.waitForSelector('h1:has-text("Kalah")');
  await visitor.ready(0);
  expect(await visitor.legal()).toEqual(["A", "B", "C"]);
  await visitor.choose("Your games");
  await visitor.dialog().getByRole("button", { name: /Fours/ }).first().click();
  await visitor.page.waitForSelector('h1:has-text("Fours")');
  await visitor.ready(1);
  await visitor.leave();
});
