// The structure of the source: no file imports itself through others, not even for types.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const folder = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(ts|svelte)$/.test(name)).map((name) => join(folder, name));

function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g);
  return [...found].flatMap(([, path]) => {
    const target = join(dirname(file), path!);
    return [target, `${target}.ts`].filter((name) => files.includes(name) && existsSync(name));
  });
}

function cycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, path: readonly string[]) => {
    if (path.includes(file)) return void found.push([...path.slice(path.indexOf(file)), file].map((name) => relative(folder, name)).join(" → "));
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) if (next !== file) walk(next, [...path, file]); // MoveLine is recursive
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}

it("finds cycles", () => expect(cycles(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]]))).toHaveLength(1));
it("has no import cycles", () => expect(cycles(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([]));
