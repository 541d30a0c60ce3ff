// What once went wrong at the page, each told as a person met it.
import { expect, it } from "vitest";
import { someGame, Visitor } from "./harness";
import { serve } from "./server";

const status = (visitor: Visitor) => visitor.page.textContent(".status");

it("shows what the opponent played, not what was looked at before", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  await visitor.openText('[Variant "Oware Abapa"]\n[FEN "4-4-4-4-4-4-0-0-0-0-0-24-0-0-S"]\n\n*');
  await visitor.choose("Set up");
  await visitor.button("Play from here").click();
  await visitor.page.tap('[data-pit="A"]');
  await visitor.ready(2);
  expect(await status(visitor)).toMatch(/^The computer plays [a-f]: /);
  expect(await visitor.page.$(".status .preview")).toBeNull();
  expect(await visitor.page.$(".preview-lift")).toBeNull();
  await visitor.leave();
});

it("counts every press of an arrow, however fast", async () => {
  const visitor = await Visitor.arrive();
  const moves = await someGame("oware", "random", "random", 40);
  await visitor.openText(`[Variant "oware"]\n\n${moves.join(" ")} *`);
  await visitor.page.keyboard.press("End");
  await visitor.ready(moves.length);
  await visitor.page.evaluate(() => {
    for (let i = 0; i < 20; ++i) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  });
  await visitor.ready(moves.length - 20);
  await visitor.page.evaluate(() => {
    for (let i = 0; i < 15; ++i) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  });
  await visitor.ready(moves.length - 5);
  await visitor.leave();
});

it("waits for a server that went away while the opponent was thinking, and goes on", async () => {
  const first = await serve();
  const visitor = await Visitor.arrive({ server: first.base });
  await visitor.newGame("Oware (Abapa)", "human", "engine");
  await visitor.ready(0);
  await visitor.page.route("**/api/choose", (route) => route.abort());
  await visitor.page.keyboard.press("f");
  await visitor.page.waitForSelector(".status .error");
  expect(await status(visitor)).toContain("The server cannot be reached. The game goes on by itself when it is back.");
  await first.stop();
  await visitor.page.unroute("**/api/choose");
  const again = await serve("--port", new URL(first.base).port);
  await visitor.ready(2);
  expect(await visitor.page.$(".status .error")).toBeNull();
  await visitor.leave();
  await again.stop();
});

it("sets up by digits that replace, and takes seeds away by touch", async () => {
  const visitor = await Visitor.arrive({ size: "phone" });
  await visitor.newGame("Owari");
  await visitor.choose("Set up");
  const count = (pit: string) => visitor.counts().then((all) => all[pit]);
  await visitor.page.focus('[data-pit="A"]');
  await visitor.page.keyboard.press("7");
  expect(await count("A")).toBe("7");
  await visitor.page.keyboard.press("2");
  expect(await count("A")).toBe("72");
  await visitor.page.focus('[data-pit="B"]');
  await visitor.page.focus('[data-pit="A"]');
  await visitor.page.keyboard.press("5");
  expect(await count("A")).toBe("5");
  await visitor.page.getByLabel("takes one away").check();
  await visitor.page.tap('[data-pit="A"]');
  await visitor.page.tap('[data-pit="A"]');
  expect(await count("A")).toBe("3");
  await visitor.page.fill("#position-text", "hello");
  await visitor.button("Put it on the board").click();
  await visitor.page.waitForSelector(".setup .error");
  expect(await visitor.page.textContent(".setup .error")).toContain("this is no position");
  await visitor.leave();
});

it("asks before one resigns, then says who has won", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari", "human", "greedy");
  await visitor.page.keyboard.press("e");
  await visitor.ready(2);
  await visitor.button("Resign").click();
  await visitor.button("Play on").click();
  expect(await visitor.legal()).not.toEqual([]);
  await visitor.button("Resign").click();
  await visitor.dialog().getByRole("button", { name: "Resign" }).click();
  await visitor.page.waitForSelector(".result");
  expect(await visitor.page.textContent(".result h2")).toBe("The computer wins");
  expect(await status(visitor)).toContain("The game is over: you resign.");
  // The report begins by itself, and is still there after a reload.
  await visitor.page.getByRole("tab", { name: "Report" }).click();
  await visitor.page.waitForSelector(".report table");
  const table = await visitor.page.textContent(".report table");
  await visitor.page.reload();
  await visitor.ready();
  await visitor.page.getByRole("tab", { name: "Report" }).click();
  expect(await visitor.page.textContent(".report table")).toBe(table);
  // A rematch is against the same opponent.
  await visitor.button("Rematch").click();
  await visitor.ready(0);
  expect(await visitor.page.textContent('[data-side="N"]')).toContain("Computer (greedy)");
  await visitor.leave();
});

it("offers the usual opponent after a study", async () => {
  const visitor = await Visitor.arrive();
  await visitor.newGame("Owari", "human", "engine");
  await visitor.openText('[Variant "owari"]\n[South "engine:level=6"]\n\n1. E *');
  await visitor.choose("New game");
  expect(await visitor.dialog().getByLabel("Who plays North").inputValue()).toBe("engine");
  await visitor.page.keyboard.press("Escape");
  await visitor.choose("Your games");
  expect(await visitor.dialog().textContent()).toContain("1 move,");
  await visitor.leave();
});

it("pauses by Space, whatever was clicked before", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  await visitor.newGame("Oware (Abapa)", "random", "random");
  await visitor.button("Turn the board").click();
  const flipped = () => visitor.page.$eval(".pit", (pit) => pit.getAttribute("data-pit"));
  const before = await flipped();
  await visitor.page.keyboard.press(" ");
  await visitor.button("Play").waitFor();
  expect(await flipped()).toBe(before);
  await visitor.leave();
});

it("says who sows until it is done, with the seeds left in the hand, and nobody moves again when it is over", async () => {
  const visitor = await Visitor.arrive({ motion: true });
  await visitor.newGame("Owari");
  await visitor.ready(0);
  await visitor.page.click('[data-pit="E"]');
  await visitor.page.waitForSelector(".hand");
  const states = () => visitor.page.$$eval(".strip .state", (all) => all.map((one) => one.textContent)); // North's, South's
  expect(await states()).toEqual(["", "sows"]);
  await visitor.ready(1);
  expect(await visitor.page.textContent('[data-side="N"] .state')).toBe("to move");
  await visitor.openText('[Variant "kalah"]\n[FEN "0-0-0-0-0-1-1-0-0-0-0-0-22-24-S"]\n\n*');
  await visitor.page.keyboard.press("f");
  await visitor.page.waitForSelector("text=The game is over");
  await visitor.ready(1);
  expect(await status(visitor)).not.toContain("moves again");
  await visitor.page.keyboard.press("Escape");
  // What was left has been swept to its owner.
  await visitor.page.waitForFunction(() => document.querySelector('[data-pit="a"]')?.getAttribute("aria-label")?.includes("0 seeds"));
  await visitor.leave();
});
