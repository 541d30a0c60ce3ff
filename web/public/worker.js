// Service worker: after one visit, the page opens offline with everything it needs. The build lists all files of this
// version with a hash of their content; they are fetched once and then served from the cache. Only the page itself is
// fetched from the network first, so that a new version appears at once.
const build = { files: [], served: true }; // replaced by the build
const cacheName = "sow-3";
const games = "api/games"; // the list of games of a server

const address = (path) => new URL(path, self.registration.scope).href;
const keyOf = (path, hash) => `${address(path)}?${hash}`;
const hashes = new Map(build.files);

// The path of a request relative to the page, or null for other requests.
function pathOf(request) {
  const url = new URL(request.url);
  const scope = self.registration.scope;
  const hasQuery = url.search !== "" && request.mode !== "navigate";
  if (request.method !== "GET" || hasQuery || !request.url.startsWith(scope)) return null;
  return url.origin + url.pathname === scope ? "index.html" : (url.origin + url.pathname).slice(scope.length);
}

async function install() {
  const cache = await caches.open(cacheName);
  for (const [path, hash] of build.files) {
    const key = keyOf(path, hash);
    if (!(await cache.match(key))) await cache.put(key, await fetchFresh(path === "index.html" ? "./" : path));
  }
  if (build.served) await fetchGames(new Request(address(games))).catch(() => undefined);
}

async function fetchFresh(path) {
  const response = await fetch(new Request(address(path), { cache: "no-cache" }));
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response;
}

// Deletes the files of old versions and the caches of old workers.
async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("sow") && name !== cacheName) await caches.delete(name);
  const cache = await caches.open(cacheName);
  const current = new Set([...build.files.map(([path, hash]) => keyOf(path, hash)), address(games)]);
  for (const { url } of await cache.keys()) if (url.startsWith(self.registration.scope) && !current.has(url)) await cache.delete(url);
  await self.clients.claim();
}

async function fetchGames(request) {
  const response = await fetch(request);
  const isSecret = /\bno-store\b/i.test(response.headers.get("Cache-Control") ?? "");
  if (response.ok && !isSecret) await (await caches.open(cacheName)).put(address(games), response.clone());
  return response;
}

async function orCached(response, key) {
  try {
    return await response;
  } catch (error) {
    const cached = await (await caches.open(cacheName)).match(key);
    if (cached) return cached;
    throw error;
  }
}

async function cachedFirst(request, key) {
  return (await (await caches.open(cacheName)).match(key)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request);
  if (path === null) return;
  const hash = hashes.get(path);
  if (path === games && build.served) event.respondWith(orCached(fetchGames(request), address(games)));
  else if (path === "index.html" && hash) event.respondWith(orCached(fetch(request), keyOf(path, hash)));
  else if (hash) event.respondWith(cachedFirst(request, keyOf(path, hash)));
});
