// The moves of a game with variations and comments, as an immutable tree: every change returns a new tree that shares
// nodes with the old one.
import { owner } from "../api/sides";
import type { Element } from "../api/types";

export interface Node {
  readonly id: number;
  readonly parent: number; // -1 at the root
  readonly move: string; // "" at the root
  readonly taken: number;
  readonly comment: string;
  readonly children: readonly number[]; // the first is the main line
}

export interface Tree {
  readonly nodes: ReadonlyMap<number, Node>;
  readonly next: number; // the id of the next node
}

export const root = 0;

export function emptyTree(): Tree {
  const node: Node = { id: root, parent: -1, move: "", taken: 0, comment: "", children: [] };
  return { nodes: new Map([[root, node]]), next: 1 };
}

export function nodeOf(tree: Tree, id: number): Node {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`no node ${id}`);
  return node;
}

function change(tree: Tree, nodes: Node[]): Tree {
  const copy = new Map(tree.nodes);
  for (const node of nodes) copy.set(node.id, node);
  return { nodes: copy, next: tree.next };
}

export function childBy(tree: Tree, at: number, move: string): number | undefined {
  return nodeOf(tree, at).children.find((id) => nodeOf(tree, id).move === move);
}

// The node after these moves, as far as they are in the tree.
export function find(tree: Tree, moves: readonly string[]): number {
  let at = root;
  for (const move of moves) at = childBy(tree, at, move) ?? at;
  return at;
}

// Adds a move unless it is already there; it becomes the main line if `main`.
export function grow(tree: Tree, at: number, move: string, taken: number, main = false): { tree: Tree; id: number } {
  const existing = childBy(tree, at, move);
  if (existing !== undefined) return { tree: main ? promote(tree, existing) : tree, id: existing };
  const id = tree.next;
  const parent = nodeOf(tree, at);
  const children = main ? [id, ...parent.children] : [...parent.children, id];
  const node: Node = { id, parent: at, move, taken, comment: "", children: [] };
  return { tree: { ...change(tree, [node, { ...parent, children }]), next: id + 1 }, id };
}

export function withComment(tree: Tree, id: number, comment: string): Tree {
  return change(tree, [{ ...nodeOf(tree, id), comment }]);
}

// Makes the variation containing this node the main line at the nearest fork.
export function promote(tree: Tree, id: number): Tree {
  for (let node = nodeOf(tree, id); node.parent >= 0; node = nodeOf(tree, node.parent)) {
    const parent = nodeOf(tree, node.parent);
    if (parent.children[0] === node.id) continue;
    const children = [node.id, ...parent.children.filter((child) => child !== node.id)];
    return change(tree, [{ ...parent, children }]);
  }
  return tree;
}

// Makes the path to this node the main line.
export function promoteAll(tree: Tree, id: number): Tree {
  for (let promoted = promote(tree, id); promoted !== tree; promoted = promote(tree, id)) tree = promoted;
  return tree;
}

// Removes a node and its descendants.
export function prune(tree: Tree, id: number): Tree {
  const node = nodeOf(tree, id);
  if (node.parent < 0) return emptyTree();
  const nodes = new Map(tree.nodes);
  const doomed = [id];
  for (let gone = doomed.pop(); gone !== undefined; gone = doomed.pop()) {
    doomed.push(...nodeOf(tree, gone).children);
    nodes.delete(gone);
  }
  const parent = nodeOf(tree, node.parent);
  nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { nodes, next: tree.next };
}

// The nodes from the root (exclusive) to this one.
export function pathTo(tree: Tree, id: number): Node[] {
  const path: Node[] = [];
  for (let node = nodeOf(tree, id); node.parent >= 0; node = nodeOf(tree, node.parent)) path.push(node);
  return path.reverse();
}

export const movesTo = (tree: Tree, id: number): string[] => pathTo(tree, id).map((node) => node.move);

// First children, starting below `from`.
export function mainLine(tree: Tree, from: number = root): Node[] {
  const line: Node[] = [];
  for (let id = nodeOf(tree, from).children[0]; id !== undefined; id = nodeOf(tree, id).children[0]) {
    line.push(nodeOf(tree, id));
  }
  return line;
}

export const endOfLine = (tree: Tree, from: number): number => mainLine(tree, from).at(-1)?.id ?? from;

// The number of the last move of a path. South's turns are counted; extra turns have no number of their own. `first`:
// whether the number is written before this move in running text.
export function numbering(path: readonly Node[]): { number: number; first: boolean } {
  let number = 0;
  let previous: "S" | "N" | null = null;
  for (const node of path) {
    const mover = owner(node.move);
    if (previous === null || (mover === "S" && previous === "N")) number += 1;
    previous = mover;
  }
  const last = path.at(-1);
  const before = path.at(-2);
  const first = last !== undefined && owner(last.move) === "S" && (!before || owner(before.move) === "N");
  return { number, first };
}

export function numberText(path: readonly Node[]): string {
  const { number } = numbering(path);
  const last = path.at(-1);
  return last && owner(last.move) === "S" ? `${number}.` : `${number}…`;
}

export function toLine(tree: Tree): Element[] {
  const start = nodeOf(tree, root);
  const line: Element[] = start.comment ? [{ comment: start.comment }] : [];
  appendFrom(tree, start, line);
  return line;
}

function appendFrom(tree: Tree, from: Node, line: Element[]): void {
  for (let node = from; ; ) {
    const [main, ...others] = node.children.map((id) => nodeOf(tree, id));
    if (!main) return;
    appendMove(main, line);
    for (const branch of others) {
      const variation: Element[] = [];
      appendMove(branch, variation);
      appendFrom(tree, branch, variation);
      line.push({ variation });
    }
    node = main;
  }
}

function appendMove(node: Node, line: Element[]): void {
  line.push({ move: node.move, taken: node.taken });
  if (node.comment) line.push({ comment: node.comment });
}

export function fromLine(line: readonly Element[]): Tree {
  return addLine(emptyTree(), root, line);
}

function addLine(tree: Tree, from: number, line: readonly Element[]): Tree {
  let at = from;
  for (const element of line) {
    if ("move" in element) {
      ({ tree, id: at } = grow(tree, at, element.move, element.taken ?? 0));
    } else if ("comment" in element) {
      const before = nodeOf(tree, at).comment;
      tree = withComment(tree, at, before ? `${before} ${element.comment}` : element.comment);
    } else {
      tree = addLine(tree, nodeOf(tree, at).parent < 0 ? at : nodeOf(tree, at).parent, element.variation);
    }
  }
  return tree;
}
