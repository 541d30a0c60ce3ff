// A plain web server for a folder: node static.mjs FOLDER [PATH [PORT]]. It prints its address.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const types = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
};

// Files are served under `path`, compressed if there is a FILE.gz. Returns the server and the address.
export async function serveFolder(folder, path = "/", port = 0) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    let file = pathname.startsWith(path) ? join(folder, normalize(decodeURIComponent(pathname.slice(path.length - 1)))) : "";
    if (file.endsWith("/")) file += "index.html";
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    const zipped = existsSync(`${file}.gz`) && request.headers["accept-encoding"]?.includes("gzip");
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream", ...(zipped && { "Content-Encoding": "gzip" }) });
    createReadStream(zipped ? `${file}.gz` : file).pipe(response);
  });
  server.keepAliveTimeout = 0; // no timeout: a busy client must not lose its connection between two requests
  await new Promise((ready) => server.listen(port, "127.0.0.1", ready));
  return { base: `http://127.0.0.1:${server.address().port}${path}`, stop: () => new Promise((done) => (server.close(done), server.closeAllConnections())) };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { base } = await serveFolder(resolve(process.argv[2]), process.argv[3], Number(process.argv[4] ?? 0));
  console.log(base);
}
