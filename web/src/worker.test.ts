// The service worker of public/worker.js, run with a fake cache and network.
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";

const origin = "http://localhost";
const scope = `${origin}/sub/`;
type Stored = Map<string, Response>;

class FakeRequest {
  readonly method = "GET";
  readonly url: string;
  constructor(path: string) {
    this.url = new URL(path, scope).href;
  }
}
type Key = FakeRequest | string;
const urlOf = (key: Key): string => (typeof key === "string" ? new URL(key, scope).href : key.url);

class FakeCache {
  readonly stored: Stored = new Map();
  async match(key: Key) {
    return this.stored.get(urlOf(key))?.clone();
  }
  async put(key: Key, response: Response) {
    this.stored.set(urlOf(key), response);
  }
  async delete(key: Key) {
    return this.stored.delete(urlOf(key));
  }
  async keys() {
    return [...this.stored.keys()].map((url) => new FakeRequest(url));
  }
}

class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  async open(name: string) {
    const cache = this.all.get(name) ?? new FakeCache();
    this.all.set(name, cache);
    return cache;
  }
  async keys() {
    return [...this.all.keys()];
  }
  async delete(name: string) {
    return this.all.delete(name);
  }
}

const source = readFileSync(new URL("../public/worker.js", import.meta.url), "utf8");
let caches: FakeCaches;
let network: Map<string, () => Response>;
let listeners: Map<string, (event: unknown) => void>;

// Starts the worker of a build.
function start(files: Record<string, string>, served = true): void {
  listeners = new Map();
  const self = {
    registration: { scope },
    clients: { claim: async () => undefined },
    skipWaiting: () => undefined,
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  };
  const fetch = async (request: FakeRequest) => {
    const found = network.get(request.url.slice(scope.length));
    if (!found) throw new TypeError("offline");
    return found();
  };
  const filled = source.replace(/const build = .*;/, `const build = ${JSON.stringify({ files: Object.entries(files), served })};`);
  expect(filled).not.toBe(source);
  new Function("self", "caches", "fetch", "Request", filled)(self, caches, fetch, FakeRequest);
}

async function dispatch(type: string, fields: object = {}): Promise<unknown> {
  let result: unknown;
  const keep = (promise: unknown) => (result = promise);
  listeners.get(type)?.({ ...fields, respondWith: keep, waitUntil: keep });
  return result;
}
async function install(): Promise<void> {
  await dispatch("install");
  await dispatch("activate");
}
const get = async (path: string) => (await dispatch("fetch", { request: new FakeRequest(path) })) as Response | undefined;
const text = async (path: string) => (await get(path))?.text();
const cached = () => [...caches.all.values()].flatMap(({ stored }) => [...stored.keys()].map((url) => url.slice(scope.length))).sort();
const serve = (path: string, body: string, headers: Record<string, string> = {}) => network.set(path, () => new Response(body, { headers }));

beforeEach(() => {
  caches = new FakeCaches();
  network = new Map();
});

describe("the service worker", () => {
  it("serves all files of the build and the list of games offline", async () => {
    start({ "index.html": "h1", "assets/a-1.js": "h2", "puzzles/owari.json": "h3" });
    serve("", "page");
    serve("assets/a-1.js", "script");
    serve("puzzles/owari.json", "puzzles");
    serve("api/games", "games", { "Cache-Control": "private, no-cache" });
    await install();
    network.clear();
    expect(await text("")).toBe("page");
    expect(await text("assets/a-1.js")).toBe("script");
    expect(await text("puzzles/owari.json")).toBe("puzzles");
    expect(await text("api/games")).toBe("games");
    expect(await get("other")).toBeUndefined();
  });

  it("fetches the page and the list of games from the network first, other files from the cache", async () => {
    start({ "index.html": "h1", "assets/a-1.js": "h2" });
    for (const path of ["", "assets/a-1.js", "api/games"]) serve(path, "old");
    await install();
    for (const path of ["", "assets/a-1.js", "api/games"]) serve(path, "new");
    expect([await text(""), await text("api/games"), await text("assets/a-1.js")]).toEqual(["new", "new", "old"]);
  });

  it("does not cache a list of games with no-store", async () => {
    start({});
    serve("api/games", "secret", { "Cache-Control": "no-store" });
    await install();
    expect(await text("api/games")).toBe("secret");
    expect(cached()).toEqual([]);
  });

  it("does not look for a server if the page has none", async () => {
    start({}, false);
    await install();
    expect(await get("api/games")).toBeUndefined();
  });

  it("leaves other API calls to the browser", async () => {
    start({ "index.html": "h1" });
    expect(await get("api/db/owari")).toBeUndefined();
    expect(await get("api/db?game=owari")).toBeUndefined();
  });

  it("fetches only the files that a new version has changed, and deletes the old ones", async () => {
    start({ "index.html": "h1", "assets/a-1.js": "h2", "icon.svg": "h3" }, false);
    for (const path of ["", "assets/a-1.js", "icon.svg"]) serve(path, "old");
    await install();
    start({ "index.html": "h4", "assets/a-2.js": "h5", "icon.svg": "h3" }, false);
    network.clear();
    for (const path of ["", "assets/a-2.js"]) serve(path, "new");
    await install();
    expect(cached()).toEqual(["assets/a-2.js?h5", "icon.svg?h3", "index.html?h4"]);
  });

  it("keeps the old version if a file of the new one is missing", async () => {
    start({ "index.html": "h1" }, false);
    serve("", "old");
    await install();
    start({ "index.html": "h2", "assets/a-2.js": "h3" }, false);
    await expect(install()).rejects.toThrow();
    expect(cached()).toContain("index.html?h1");
  });

  it("deletes the caches of old workers and nothing of other pages", async () => {
    start({}, false);
    (await caches.open("sow-2")).put("/", new Response("old"));
    (await caches.open("other")).put("/", new Response("not ours"));
    await dispatch("activate");
    expect([...caches.all.keys()]).toEqual(["other", "sow-3"]);
  });
});
