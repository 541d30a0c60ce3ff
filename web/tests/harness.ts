// A person at the page.
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { beforeAll, expect, inject } from "vitest";
import type { ChooseAnswer, PlayAnswer } from "../src/api/types";

export const screenshots = inject("screenshots");
export const sizes = {
  wide: { viewport: { width: 1440, height: 900 } },
  desk: { viewport: { width: 1280, height: 720 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
export interface Look {
  size?: keyof typeof sizes;
  theme?: "light" | "dark";
  motion?: boolean; // seeds move; without it everything happens at once
  server?: string; // its address, if it is not that of all tests
  offline?: boolean; // the page may keep itself for later
  first?: boolean; // the first visit ever, which begins with a lesson
  address?: string; // what follows the server's address
}

export const base = inject("base");

// One for all the files that a worker runs one after the other; it ends with the worker.
const worker = globalThis as { sowBrowser?: Promise<Browser> };
let browser: Browser;
beforeAll(async () => {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
  browser = await (worker.sowBrowser ??= chromium.launch({ executablePath, args: ["--no-sandbox"] }));
});

export class Visitor {
  #problems: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on("pageerror", (error) => this.#problems.push(error.message));
    // What the browser refuses (scripts, styles) and what the page logs; answers that say no are part of the tests.
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) this.#problems.push(message.text());
    });
  }

  static async arrive(look: Look = {}): Promise<Visitor> {
    const context = await browser.newContext({
      ...sizes[look.size ?? "desk"],
      colorScheme: look.theme ?? "light",
      reducedMotion: look.motion ? "no-preference" : "reduce",
      serviceWorkers: look.offline ? "allow" : "block", // requests of a worker escape page.route
      permissions: ["clipboard-read", "clipboard-write"],
    });
    context.setDefaultTimeout(Number(process.env.PATIENCE ?? 0)); // the bound of the test is enough; PATIENCE=5000 tells which step hangs
    if (!look.first) await context.addInitScript(() => localStorage.getItem("sow.settings") ?? localStorage.setItem("sow.settings", '{"visited":true}'));
    const visitor = new Visitor(context, await context.newPage());
    await visitor.page.goto((look.server ?? base) + (look.address ?? ""));
    await visitor.ready();
    return visitor;
  }

  // Nothing the browser refused, nothing thrown.
  async leave(): Promise<void> {
    await this.context.close();
    expect(this.#problems).toEqual([]);
  }

  async ready(ply?: number): Promise<void> {
    const which = ply === undefined ? "" : `[data-ply="${ply}"]`;
    await this.page.waitForSelector(`.board[aria-busy="false"]${which}`);
  }

  async ply(): Promise<number> {
    return Number(await this.page.getAttribute(".board", "data-ply"));
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }
  // What the bar at the top has, or on a phone the menu.
  async choose(name: string): Promise<void> {
    if (await this.button("Menu").isVisible()) await this.button("Menu").click();
    await this.page.getByRole("navigation").getByRole("button", { name, exact: true }).click();
  }
  dialog() {
    return this.page.locator("dialog");
  }

  async newGame(title: string, south = "human", north = "human"): Promise<void> {
    await this.choose("New game");
    await this.dialog().locator(`label:has(.title:text-is("${title}")) input`).check({ force: true }); // by role would compute the names of all
    await this.dialog().getByLabel("Who plays South").selectOption(south);
    await this.dialog().getByLabel("Who plays North").selectOption(north);
    await this.dialog().getByRole("button", { name: "Begin" }).click();
    await this.dialog().waitFor({ state: "detached" });
    await this.page.waitForSelector(`h1:has-text("${title}")`);
  }

  async openText(text: string): Promise<void> {
    await this.choose("Open");
    await this.page.fill("#open-text", text);
    await this.dialog().getByRole("button", { name: "Open", exact: true }).click();
    await this.dialog().waitFor({ state: "detached" });
    await this.ready();
  }

  // The pits that can be played now, by letter.
  legal(): Promise<string[]> {
    return this.page.$$eval(".pit[aria-disabled=false]", (pits) => pits.map((pit) => pit.getAttribute("data-pit") ?? "").sort());
  }
  // The same as soon as the board has come to a ply.
  async legalAt(ply: number): Promise<string[]> {
    const board = await this.page.waitForFunction((wanted) => {
      if (!document.querySelector(`.board[aria-busy="false"][data-ply="${wanted}"]`)) return null;
      return [...document.querySelectorAll(".pit[aria-disabled=false]")].map((pit) => pit.getAttribute("data-pit") ?? "").sort();
    }, ply);
    return (await board.jsonValue()) ?? [];
  }

  // Where each pit is on the screen: many clicks in a row need not look for them again.
  async pits(): Promise<Map<string, { x: number; y: number }>> {
    const boxes = await this.page.$$eval(".pit", (pits) =>
      pits.map((pit) => {
        const box = pit.getBoundingClientRect();
        return [pit.getAttribute("data-pit") ?? "", { x: box.x + box.width / 2, y: box.y + box.height / 2 }] as const;
      }));
    return new Map(boxes);
  }

  counts(): Promise<Record<string, string>> {
    return this.page.$$eval(".count", (counts) =>
      Object.fromEntries(counts.map((count, i) => [count.querySelector("small")?.textContent ?? `store ${i}`, count.querySelector("b")?.textContent ?? ""])));
  }

  async ogn(): Promise<string> {
    await this.choose("Share");
    await this.page.waitForFunction(() => (document.querySelector("#share-ogn") as HTMLTextAreaElement)?.value !== "");
    const text = await this.page.inputValue("#share-ogn");
    await this.page.keyboard.press("Escape");
    await this.dialog().waitFor({ state: "detached" });
    return text;
  }

  async screenshot(name: string): Promise<void> {
    if (screenshots) await this.page.screenshot({ path: `${screenshots}/${name}.png` });
  }
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(base + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  return response.json() as Promise<T>;
}

// A whole game between two of the server's players, the same every time.
export async function someGame(game: string, south: string, north: string, most = 1000): Promise<string[]> {
  const moves: string[] = [];
  for (let seed = 1; moves.length < most; ++seed) {
    const { position, ending } = await post<PlayAnswer>("api/play", { game, moves, legal: "none" });
    if (ending) break;
    const who = position.mover === "S" ? south : north;
    moves.push((await post<ChooseAnswer>("api/choose", { game, moves, who, seed })).move);
  }
  return moves;
}
