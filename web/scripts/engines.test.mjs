import { readFileSync } from "node:fs";
import { satisfies } from "semver";
import { expect, test } from "vitest";

const oldest = "18.20.4"; // the version in Debian 12

test("every locked package supports Debian's Node", () => {
  const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
  const refusing = Object.entries(lock.packages)
    .filter(([, { engines }]) => engines?.node && !satisfies(oldest, engines.node))
    .map(([path, { engines }]) => `${path} needs Node ${engines.node}`);
  expect(refusing).toEqual([]);
});
