// The page's address: a position of a saved game, or a whole game from a link.
import { api, messageOf } from "../api/client";
import { placeText, readPlace, type Place } from "../game/place";
import { recordOf } from "../game/saved";
import { fromFragment, isFragment } from "../game/share";
import * as t from "../game/tree";
import * as errors from "../words/errors";
import type { Library } from "./library.svelte";
import type { Navigation } from "./navigation.svelte";
import type { Notice } from "./notice.svelte";
import type { Session } from "./session.svelte";
import type { Turns } from "./turns.svelte";

export class Address {
  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
    private readonly library: Library,
    private readonly turns: Turns,
    private readonly notice: Notice,
  ) {}

  // Opens the address. A whole game is then removed from it. Returns false if there was nothing to open.
  async open(): Promise<boolean> {
    const fragment = location.hash.slice(1);
    const place = readPlace(fragment);
    if (place) return this.#openPlace(place);
    if (fragment === "") return false;
    history.replaceState(null, "", location.pathname);
    try {
      if (!isFragment(fragment)) throw new Error(errors.damagedLink);
      await this.#openShared(fragment);
      return true;
    } catch (error) {
      this.notice.text = messageOf(error);
      return false;
    }
  }

  async #openPlace({ id, moves }: Place): Promise<boolean> {
    const { session, nav, library } = this;
    if (id === library.currentId && nav.info) {
      const at = t.find(session.tree, moves);
      if (at !== nav.at) nav.go(at);
      return true;
    }
    const kept = await library.archive.load(id);
    if (!kept) {
      this.notice.text = errors.otherBrowser;
      if (nav.info) this.show(true);
      return false;
    }
    await library.open({ ...kept.saved, at: moves }, kept.id);
    return true;
  }

  // Opens a game from a link after the server has checked its moves.
  async #openShared(fragment: string): Promise<void> {
    const { saved, id } = await fromFragment(fragment);
    const text = await api.writeOgn(recordOf(saved), saved.rules);
    const [record] = await api.readOgn(text, saved.rules);
    if (!record) throw new Error(errors.damagedLink);
    if (id !== null) return this.turns.open({ ...saved, line: record.line, clock: null }, id);
    await this.library.open({ ...saved, line: record.line, live: saved.line.length > 0 ? null : saved.live, clock: null });
  }

  // Updates the address to the position on the board; exercises have none. Another game gets a new entry in the browser
  // history.
  show(saved: boolean): void {
    const { session, nav, library } = this;
    const address = saved ? `#${placeText({ id: library.currentId, moves: t.movesTo(session.tree, nav.at) })}` : location.pathname;
    const url = new URL(address, location.href).href;
    if (url === location.href) return;
    const before = readPlace(location.hash.slice(1));
    const leavesGame = before !== null && before.id !== library.currentId && before.moves.length > 0;
    if (leavesGame) history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  }
}
