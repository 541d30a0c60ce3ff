import { describe, expect, it } from "vitest";
import type { Element } from "../api/types";
import * as t from "./tree";

const study: Element[] = [
  { comment: "a study" },
  { move: "E", taken: 0 },
  { comment: "best?" },
  { variation: [{ move: "F", taken: 0 }, { move: "a", taken: 0 }, { variation: [{ move: "b", taken: 0 }] }, { move: "B", taken: 1 }] },
  { move: "a", taken: 0 },
  { move: "B", taken: 4 },
];

describe("a tree", () => {
  it("round-trips a line", () => {
    expect(t.toLine(t.fromLine(study))).toEqual(study);
  });

  it("finds its main line and paths", () => {
    const tree = t.fromLine(study);
    expect(t.mainLine(tree).map((node) => node.move)).toEqual(["E", "a", "B"]);
    const f = t.childBy(tree, t.root, "F")!;
    expect(t.movesTo(tree, t.endOfLine(tree, f))).toEqual(["F", "a", "B"]);
  });

  it("adds moves and reuses known ones", () => {
    let { tree, id } = t.grow(t.emptyTree(), t.root, "E", 0);
    const again = t.grow(tree, t.root, "E", 0);
    expect(again.id).toBe(id);
    expect(again.tree).toBe(tree);
    ({ tree, id } = t.grow(tree, t.root, "F", 2));
    expect(t.mainLine(tree)[0]!.move).toBe("E");
    ({ tree } = t.grow(tree, t.root, "D", 0, true));
    expect(t.mainLine(tree)[0]!.move).toBe("D");
    ({ tree } = t.grow(tree, t.root, "F", 2, true));
    expect(t.nodeOf(tree, t.root).children.map((child) => t.nodeOf(tree, child).move)).toEqual(["F", "D", "E"]);
  });

  it("does not change older trees", () => {
    const before = t.fromLine(study);
    const line = t.toLine(before);
    t.prune(t.withComment(before, 1, "changed"), 1);
    t.promote(before, t.childBy(before, t.root, "F")!);
    expect(t.toLine(before)).toEqual(line);
  });

  it("promotes the nearest fork only", () => {
    const tree = t.fromLine(study);
    const f = t.childBy(tree, t.root, "F")!;
    const b = t.childBy(tree, f, "b")!;
    const inner = t.promote(tree, b);
    expect(t.mainLine(inner)[0]!.move).toBe("E");
    expect(t.mainLine(inner, f).map((node) => node.move)).toEqual(["b"]);
    expect(t.mainLine(t.promote(inner, b)).map((node) => node.move)).toEqual(["F", "b"]);
  });

  it("prunes a branch with its descendants", () => {
    const tree = t.fromLine(study);
    const pruned = t.prune(tree, t.childBy(tree, t.root, "F")!);
    expect(pruned.nodes.size).toBe(4);
    expect(t.toLine(pruned)).toEqual(study.filter((element) => !("variation" in element)));
    expect(t.prune(tree, t.root).nodes.size).toBe(1);
  });

  it("numbers South's turns but not extra turns", () => {
    const numbers = (moves: string[]) => {
      const tree = t.fromLine(moves.map((move) => ({ move })));
      const path = t.pathTo(tree, t.endOfLine(tree, t.root));
      return path.map((_, i) => t.numbering(path.slice(0, i + 1)));
    };
    expect(numbers(["C", "F", "a", "b", "A"])).toEqual([
      { number: 1, first: true }, { number: 1, first: false }, { number: 1, first: false },
      { number: 1, first: false }, { number: 2, first: true },
    ]);
    const tree = t.fromLine([{ move: "e" }, { move: "A" }]);
    expect([1, 2].map((id) => t.numberText(t.pathTo(tree, id)))).toEqual(["1…", "2."]);
    expect(numbers(["e", "A"])).toEqual([{ number: 1, first: false }, { number: 2, first: true }]);
  });
});
