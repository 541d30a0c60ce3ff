// A picture of the position, and an animation of the game.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { picture } from "../src/words/dialog";
import { screenshots, someGame, Visitor } from "./harness";

async function file(visitor: Visitor, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([visitor.page.waitForEvent("download"), visitor.button(button).click()]);
  if (screenshots) await download.saveAs(`${screenshots}/${download.suggestedFilename()}`);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

it("saves the position as a PNG and the game as a GIF", async () => {
  const visitor = await Visitor.arrive();
  const moves = await someGame("kalah", "greedy", "random", 5);
  await visitor.openText(`[Variant "kalah"]\n\n${moves.join(" ")} *`);
  await visitor.choose("share");
  await visitor.button(picture.gif).waitFor();
  const png = await file(visitor, picture.png);
  expect(png.name).toBe("kalah.png");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
  expect(width).toBe(1200);
  expect(height).toBeGreaterThan(300);
  const gif = await file(visitor, picture.gif);
  expect(gif.name).toBe("kalah.gif");
  expect(gif.bytes.subarray(0, 6).toString()).toBe("GIF89a");
  expect(gif.bytes.toString("latin1").split("\x21\xf9\x04").length - 1).toBe(moves.length + 1); // frames
  expect(gif.bytes.length).toBeLessThan(300_000);
  await visitor.button(picture.copy).click();
  await visitor.button(picture.copied).waitFor();
  await visitor.leave();
});
