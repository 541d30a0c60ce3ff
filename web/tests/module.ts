// A small HTTP server in front of the engine in WebAssembly, so that the contract tests can use it like `sow serve`.
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CreateModule } from "sow-engine/module";
import "./crypto";
import type { Served } from "./server";

// `databases`: a folder with endgame databases.
export async function serveModule(folder: string, databases: string): Promise<Served> {
  const dist = join(folder, "dist");
  const wasm = await WebAssembly.compile(new Uint8Array(readFileSync(join(dist, "sow.wasm"))));
  const { default: create } = (await import(/* @vite-ignore */ pathToFileURL(join(dist, "sow.mjs")).href)) as { default: CreateModule };
  let stream: ServerResponse | null = null;
  const module = await create({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm));
      return {};
    },
    onEvent(event, data) {
      if (!stream?.headersSent) stream?.writeHead(200, { "Content-Type": "text/event-stream" });
      stream?.write(`event: ${event}\ndata: ${data}\n\n`);
    },
    shouldStop: () => false,
    print: () => undefined,
    printErr: () => undefined,
  });
  module.FS.mkdirTree("/data");
  for (const entry of readdirSync(databases, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name).slice(databases.length);
    module.FS.mkdirTree(`/data${path}`.replace(/\/[^/]*$/, ""));
    module.FS.writeFile(`/data${path}`, readFileSync(join(databases, path)));
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    stream = response;
    const text = module.ccall("sow_request", "string", ["string", "string", "string"], [request.method!, request.url!, Buffer.concat(chunks).toString()]);
    const { status, body } = JSON.parse(text);
    if (!response.headersSent) response.writeHead(status, { "Content-Type": "application/json" }).write(JSON.stringify(body));
    response.end();
  });
  server.keepAliveTimeout = 0; // no timeout: a busy client must not lose its connection between two requests
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}/`, stop: () => new Promise((done) => (server.close(() => done()), server.closeAllConnections())) };
}
