// The worker's side: loads the module and runs requests, one at a time.
import { FileCache } from "./databases.js";
import type { CreateModule, ModuleOptions, SowModule } from "./module.js";
import type { Call, FromWorker, Start, ToWorker } from "./protocol.js";
import { stopPoll } from "./stop.js";

const folder = "/data"; // of endgame databases, in the module's file system
const maxText = 1 << 20; // characters of a request: ccall copies it to the stack. The engine refuses smaller ones, too.

// Returns the function that handles the messages to the worker.
export function serve(post: (message: FromWorker) => void): (message: ToWorker) => Promise<void> {
  let host: Host | null = null;
  return async (message) => {
    try {
      if ("call" in message) return await host?.run(message.call);
      host = await Host.start(message.start, post);
      post({ ready: true });
    } catch (error) {
      post({ broken: error instanceof Error ? error.message : String(error) });
    }
  };
}

// What the names of the database files of the requested game begin with: all of them if the request does not name it;
// null if it has none.
export function familyOf({ method, path, body }: Pick<Call, "method" | "path" | "body">): string | null {
  const { game, rules } = method === "POST" ? JSON.parse(body) : { game: method === "BUILD" ? path : new URL(path, "http://sow").searchParams.get("game"), rules: null };
  if (typeof rules === "string") return null;
  return typeof game === "string" ? game.replace(/[:/].*$/s, "").replace(/[^A-Za-z0-9]/g, "-") : "";
}

class Host {
  #module: SowModule | null = null;
  #id = 0; // of the request that is running
  #shouldStop = () => false;
  #saved = new Set<string>();
  #families = new Set<string>(); // games whose files have been read

  private constructor(
    private readonly post: (message: FromWorker) => void,
    private readonly cache: FileCache | null,
  ) {}

  static async start({ module, script, cache }: Start, post: (message: FromWorker) => void): Promise<Host> {
    const host = new Host(post, cache === null ? null : await FileCache.open(cache));
    const { default: create } = (await import(/* @vite-ignore */ script)) as { default: CreateModule };
    host.#module = await new Promise<SowModule>((resolve, reject) => {
      const options: ModuleOptions = {
        instantiateWasm(imports, done) {
          WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), reject);
          return {};
        },
        onEvent: (event, data) => post({ id: host.#id, event, data: JSON.parse(data) }),
        shouldStop: () => host.#shouldStop(),
        print: () => undefined,
        printErr: () => undefined, // failures are thrown, too
      };
      create(options).then(resolve, reject);
    });
    host.#module.FS.mkdirTree(folder);
    return host;
  }

  async run(call: Call): Promise<void> {
    const { id, method, path, body, stop } = call;
    if (path.length + body.length > maxText) return this.post({ id, status: 413, answer: { error: "the request is too large", field: null } });
    this.#id = id;
    this.#shouldStop = stopPoll(stop);
    const module = this.#module!;
    await this.#loadFiles(call);
    if (method === "BUILD") {
      const answer = JSON.parse(module.ccall("sow_build_database", "string", ["string"], [path]));
      await Promise.all(this.#saveFiles(""));
      this.post("status" in answer ? { id, status: answer.status, answer: answer.body } : { id, status: 200, answer });
      return;
    }
    const { status, body: answer } = JSON.parse(module.ccall("sow_request", "string", ["string", "string", "string"], [method, path, body]));
    this.post({ id, status, answer });
  }

  // Reads the endgame databases of the requested game that earlier visits have built, and those of its variants.
  async #loadFiles(call: Call): Promise<void> {
    const family = this.cache && familyOf(call);
    if (!this.cache || family === null || this.#families.has(family)) return;
    this.#families.add(family);
    const { FS } = this.#module!;
    for (const [name, bytes] of await this.cache.load(family)) {
      if (this.#saved.has(name)) continue;
      FS.mkdirTree(`${folder}/${name}`.replace(/\/[^/]*$/, ""));
      FS.writeFile(`${folder}/${name}`, bytes);
      this.#saved.add(name);
    }
  }

  // Keeps the new files of a folder and of those in it.
  #saveFiles(inside: string): Promise<void>[] {
    const { cache } = this;
    const { FS } = this.#module!;
    if (!cache) return [];
    return FS.readdir(folder + inside).flatMap((entry) => {
      const path = `${inside}/${entry}`;
      const name = path.slice(1);
      if (entry.startsWith(".") || this.#saved.has(name)) return [];
      if (FS.isDir(FS.stat(folder + path).mode)) return this.#saveFiles(path);
      this.#saved.add(name);
      return [cache.save(name, FS.readFile(folder + path))];
    });
  }
}
