// Lets the page open without a network once it was visited: what was fetched before is kept. The server goes first; what has a name made
// from its content, and therefore never changes, comes from what is kept.
const kept = "sow";
const constant = (path) => path.startsWith("/assets/");
const wanted = (request) => {
  const { origin, pathname } = new URL(request.url);
  return request.method === "GET" && origin === self.location.origin && (!pathname.startsWith("/api/") || pathname === "/api/games");
};

async function fetched(request) {
  const response = await fetch(request);
  if (response.ok) await (await caches.open(kept)).put(request, response.clone());
  return response;
}

async function answer(request) {
  const known = await caches.match(request);
  if (known && constant(new URL(request.url).pathname)) return known;
  try {
    return await fetched(request);
  } catch (error) {
    if (known) return known;
    throw error;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (wanted(event.request)) event.respondWith(answer(event.request));
});
// What the page fetched before the worker was there.
self.addEventListener("message", (event) => event.waitUntil(Promise.all(event.data.map((path) => fetched(new Request(path))))));
