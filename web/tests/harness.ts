// A browser page and the actions of its user.
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import type { Engine } from "sow-engine";
import { beforeAll, expect, inject, it } from "vitest";
import type { ChooseAnswer, PlayAnswer } from "../src/api/types";
import { newGame as newGameWords, open, players, resign } from "../src/words/dialog";
import { here } from "./server";
import { commands, labels, menu, tabs } from "../src/words/play";

export const screenshots = inject("screenshots");
export const sizes = {
  full: { viewport: { width: 1920, height: 1080 } },
  wide: { viewport: { width: 1440, height: 900 } },
  desk: { viewport: { width: 1280, height: 720 } },
  tablet: { viewport: { width: 1024, height: 768 } },
  landscape: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
export interface Look {
  size?: keyof typeof sizes;
  theme?: "light" | "dark";
  motion?: boolean; // animations on
  server?: string; // address of another server
  offline?: boolean; // allow the service worker, which keeps the engine, too
  engine?: boolean; // with a server: allow the engine in the browser, if it has been built
  first?: boolean; // first visit: starts with a lesson
  memory?: number; // bytes that each worker of the engine can use, instead of 1 GiB
  address?: string; // appended to the server's address
}

export const base = inject("base");
export const isSite = inject("site") !== "";
// For tests of `sow serve`, or of its answers on the way to the page.
export const itNeedsServer = it.skipIf(isSite);

// One browser per worker, shared by its test files.
const worker = globalThis as { sowBrowser?: Promise<Browser> };
let browser: Browser;
beforeAll(async () => {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
  browser = await (worker.sowBrowser ??= chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 0 }));
});

export class Visitor {
  #problems: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on("pageerror", (error) => this.#problems.push(error.message));
    // Errors logged by the browser or the page. Failed requests are part of some tests.
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) this.#problems.push(message.text());
    });
  }

  static async arrive(look: Look = {}): Promise<Visitor> {
    const context = await browser.newContext({
      ...sizes[look.size ?? "desk"],
      colorScheme: look.theme ?? "light",
      reducedMotion: look.motion ? "no-preference" : "reduce",
      serviceWorkers: look.offline ? "allow" : "block", // a worker's requests bypass page.route
      permissions: ["clipboard-read", "clipboard-write"],
    });
    context.setDefaultTimeout(Number(process.env.PATIENCE ?? 0)); // rely on the test timeout; PATIENCE=5000 shows which step hangs
    if (!isSite && !look.engine && !look.offline) await context.route("**/sow-*.wasm", (route) => route.abort());
    const { memory } = look;
    if (memory) {
      await context.route(/\/sow-[\w-]+\.js$/, async (route) => {
        const script = await (await route.fetch()).text();
        expect(script).toContain(`return ${2 ** 30}`);
        await route.fulfill({ body: script.replace(`return ${2 ** 30}`, `return ${memory}`), contentType: "text/javascript" });
      });
    }
    const settings = JSON.stringify({ visited: true, speed: look.motion ? 1 : 0 });
    if (!look.first) await context.addInitScript((text) => localStorage.getItem("sow.settings") ?? localStorage.setItem("sow.settings", text), settings);
    const visitor = new Visitor(context, await context.newPage());
    await visitor.page.goto((look.server ?? base) + (look.address ?? ""));
    await visitor.ready();
    return visitor;
  }

  // Changes the size of the window and waits for the new arrangement.
  async resize(size: keyof typeof sizes): Promise<void> {
    await this.page.setViewportSize(sizes[size].viewport);
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  // Closes the page. Fails if there were errors.
  async leave(): Promise<void> {
    await this.context.close();
    expect(this.#problems).toEqual([]);
  }

  async ready(ply?: number): Promise<void> {
    const which = ply === undefined ? "" : `[data-ply="${ply}"]`;
    await this.page.waitForSelector(`.board[aria-busy="false"]${which}`);
  }

  // The address once it shows this ply. It is compressed in the background.
  async addressOf(ply: number): Promise<string> {
    await this.page.waitForFunction(async (length) => {
      if (!location.hash.startsWith("#1.")) return false;
      const letters = location.hash.slice(3).replace(/-/g, "+").replace(/_/g, "/");
      const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
      const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
      return JSON.parse(text).at.length === length;
    }, ply);
    return this.page.url();
  }

  async ply(): Promise<number> {
    return Number(await this.page.getAttribute(".board", "data-ply"));
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }
  // Chooses an entry of the top bar or of the menu.
  async choose(entry: keyof typeof menu): Promise<void> {
    await this.page.waitForSelector(".board"); // a page that is still loading has no bar yet
    const inBar = this.page.locator("header nav").getByRole("button", { name: menu[entry], exact: true });
    if (await inBar.isVisible()) return inBar.click();
    await this.button(labels.menu).click();
    await this.dialog().getByRole("button", { name: menu[entry], exact: true }).click();
  }
  dialog() {
    return this.page.locator("dialog");
  }

  // Opens the page of a game, or of the game on the board, with all its options.
  async gamePage(title?: string): Promise<void> {
    await this.choose("newGame");
    await this.dialog().locator(title ? `.game:has(.title:text-is("${title}"))` : ".game.current").click(); // faster than by role, which computes every name
    await this.dialog().locator("summary", { hasText: newGameWords.more }).first().click();
  }

  async newGame(title: string, south = "human", north = "human"): Promise<void> {
    await this.gamePage(title);
    await this.dialog().getByLabel(players.choose("S")).selectOption(south);
    await this.dialog().getByLabel(players.choose("N")).selectOption(north);
    await this.dialog().getByRole("button", { name: newGameWords.start }).click();
    await this.dialog().waitFor({ state: "detached" });
    await this.page.waitForSelector(`h1:has-text("${title}")`);
  }

  async openText(text: string): Promise<void> {
    await this.choose("open");
    await this.page.fill("#open-text", text);
    await this.dialog().getByRole("button", { name: open.open, exact: true }).click();
    await this.dialog().waitFor({ state: "detached" });
    await this.ready();
  }

  // The letters of the legal pits.
  legal(): Promise<string[]> {
    return this.page.$$eval(".pit[aria-disabled=false]", (pits) => pits.map((pit) => pit.getAttribute("data-pit") ?? "").sort());
  }
  // The same once the board shows a ply.
  async legalAt(ply: number): Promise<string[]> {
    const board = await this.page.waitForFunction((target) => {
      if (!document.querySelector(`.board[aria-busy="false"][data-ply="${target}"]`)) return null;
      return [...document.querySelectorAll(".pit[aria-disabled=false]")].map((pit) => pit.getAttribute("data-pit") ?? "").sort();
    }, ply);
    return (await board.jsonValue()) ?? [];
  }

  // Screen coordinates of the pits, for many clicks in a row.
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

  // The seeds of North and South: in their stores, or else the number beside their names.
  async score(): Promise<number[]> {
    return this.page.evaluate(() => ["N", "S"].map((side) => {
      const held = document.querySelector(`[data-side="${side}"] .held`)?.textContent;
      return parseInt(held ?? document.querySelector(`[data-store="${side}"]`)?.textContent?.replace(/\D/g, "") ?? "", 10);
    }));
  }

  async ogn(): Promise<string> {
    await this.choose("share");
    await this.page.waitForFunction(() => Boolean((document.querySelector("#share-ogn") as HTMLTextAreaElement | null)?.value));
    const text = await this.page.inputValue("#share-ogn");
    await this.page.keyboard.press("Escape");
    await this.dialog().waitFor({ state: "detached" });
    return text;
  }

  tab(name: keyof typeof tabs) {
    return this.page.getByRole("tab", { name: tabs[name] });
  }

  // Resigns the game, through the menu on a phone.
  async resign(): Promise<void> {
    if (!(await this.button(commands.resign).isVisible())) await this.button(labels.menu).click();
    await this.button(commands.resign).click();
    await this.dialog().getByRole("button", { name: resign.yes, exact: true }).click();
  }

  async screenshot(name: string): Promise<void> {
    if (screenshots) await this.page.screenshot({ path: `${screenshots}/${name}.png` });
  }
}

// The engine package as built by scripts/engine.
let engine: Promise<Engine> | undefined;
async function packageEngine(): Promise<Engine> {
  const { createEngine } = (await import(/* @vite-ignore */ here("../../build/engine/dist/node.js"))) as typeof import("sow-engine");
  return createEngine();
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  if (isSite) return (await (engine ??= packageEngine())).ask(`/${path}` as "/api/play", body as never) as Promise<T>;
  const response = await fetch(base + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  return response.json() as Promise<T>;
}

// A deterministic game between two computer players.
export async function someGame(game: string, south: string, north: string, maxPlies = 1000): Promise<string[]> {
  const moves: string[] = [];
  for (let seed = 1; moves.length < maxPlies; ++seed) {
    const { position, ending } = await post<PlayAnswer>("api/play", { game, moves, legal: "none" });
    if (ending) break;
    const player = position.mover === "S" ? south : north;
    moves.push((await post<ChooseAnswer>("api/choose", { game, moves, player, seed })).move);
  }
  return moves;
}
