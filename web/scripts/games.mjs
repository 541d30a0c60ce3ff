// node games.mjs PACKAGE: prints the list of games of the engine in the folder of the package sow-engine.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { createEngine } = await import(pathToFileURL(resolve(process.argv[2], "dist/node.js")));
const engine = await createEngine();
console.log(JSON.stringify(await engine.games()));
engine.close();
