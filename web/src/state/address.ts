// The page's address: the whole game on the board, with the position shown.
import { api, messageOf } from "../api/client";
import { placeText, readPlace, type Place } from "../game/place";
import { gameKey, recordOf, type Saved } from "../game/saved";
import { fromFragment, isFragment, toFragment, type Shared } from "../game/share";
import * as t from "../game/tree";
import * as errors from "../words/errors";
import type { Library } from "./library.svelte";
import type { Navigation } from "./navigation.svelte";
import type { Notice } from "./notice.svelte";
import type { Session } from "./session.svelte";
import type { Turns } from "./turns.svelte";

export class Address {
  #shown: Place | null = null; // what the address bar shows
  #shows = 0; // only the latest one counts
  #saved = true; // whether the game on the board is saved: exercises are not

  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
    private readonly library: Library,
    private readonly turns: Turns,
    private readonly notice: Notice,
  ) {}

  // Opens the address. A link to a game that is not saved here is then removed from it. Returns false if there was
  // nothing to open.
  async open(): Promise<boolean> {
    const fragment = location.hash.slice(1);
    if (fragment === "") return false;
    this.#shows += 1;
    const place = readPlace(fragment);
    try {
      if (place) {
        this.#shown = place;
        if (await this.#openPlace(place)) return true;
        throw new Error(errors.otherBrowser);
      }
      if (!isFragment(fragment)) throw new Error(errors.damagedLink);
      const shared = await fromFragment(fragment);
      this.#shown = shared.kept === null ? null : { id: shared.kept, moves: shared.saved.at };
      if (this.#shown && (await this.#openPlace(this.#shown, shared.saved))) return true;
      this.#shown = null;
      history.replaceState(null, "", location.pathname);
      await this.#openShared(shared);
      return true;
    } catch (error) {
      this.notice.text = messageOf(error);
      this.#shown = null;
      history.replaceState(null, "", location.pathname);
      if (this.nav.info) this.show(this.#saved);
      return false;
    }
  }

  // Opens a position of a saved game. Returns false if it is not saved here. `expected`: the game in the address, which
  // may have moves that the saved one does not have.
  async #openPlace({ id, moves }: Place, expected?: Saved): Promise<boolean> {
    const { session, nav, library } = this;
    if (id === library.currentId && nav.info) {
      const at = t.find(session.tree, moves);
      if (expected && t.movesTo(session.tree, at).length < moves.length) return false;
      if (at !== nav.at) nav.go(at);
      return true;
    }
    const kept = await library.archive.load(id);
    if (!kept || (expected && (gameKey(kept.saved) !== gameKey(expected) || kept.saved.position !== expected.position || !hasMoves(kept.saved, moves)))) return false;
    await library.open({ ...kept.saved, at: moves }, kept.id);
    return true;
  }

  // Opens a game from a link after the server has checked its moves.
  async #openShared({ saved, id }: Shared): Promise<void> {
    const text = await api.writeOgn(recordOf(saved), saved.rules);
    const [record] = await api.readOgn(text, saved.rules);
    if (!record) throw new Error(errors.damagedLink);
    if (id !== null) return this.turns.open({ ...saved, line: record.line, clock: null }, id);
    await this.library.open({ ...saved, line: record.line, live: saved.line.length > 0 ? null : saved.live, clock: null });
  }

  // Updates the address to the game and the position on the board; exercises have none. Another game gets a new entry
  // in the browser history.
  show(saved: boolean): void {
    const { session, nav, library } = this;
    const shows = ++this.#shows;
    this.#saved = saved;
    if (!saved) {
      this.#shown = null;
      return history.replaceState(null, "", location.pathname);
    }
    const place = { id: library.currentId, moves: t.movesTo(session.tree, nav.at) };
    const before = this.#shown;
    this.#shown = place;
    const leavesGame = before !== null && before.id !== place.id && before.moves.length > 0;
    // At once, since Back may be pressed before the game has been compressed.
    if (leavesGame) history.pushState(null, "", `#${placeText(place)}`);
    void addressOf(session.save(nav.at), place, session.tree.nodes.size).then((fragment) => {
      if (shows === this.#shows && location.hash !== `#${fragment}`) history.replaceState(null, "", `#${fragment}`);
    });
  }
}

const hasMoves = (saved: Saved, moves: string[]): boolean => {
  const tree = t.fromLine(saved.line);
  return t.movesTo(tree, t.find(tree, moves)).length === moves.length;
};

const maxNodes = 2000; // of a tree in an address
const maxLetters = 16_000; // more are cut off by some programs

// The whole game, so that the address can be sent to others. Large studies have an address for this browser only.
async function addressOf(saved: Saved, place: Place, nodes: number): Promise<string> {
  const whole = nodes <= maxNodes ? await toFragment(saved, { kept: place.id }) : "";
  return whole !== "" && whole.length <= maxLetters ? whole : placeText(place);
}
