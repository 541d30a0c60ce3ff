// Games turn by turn: the link for the friend, and links that the friend has sent.
import type { Saved } from "../game/saved";
import { toFragment } from "../game/share";
import { arrivalOf, forFriend, friendOf, updated } from "../game/turns";
import { damagedLink } from "../words/errors";
import * as words from "../words/turns";
import { other } from "../api/sides";
import type { Library } from "./library.svelte";
import type { Navigation } from "./navigation.svelte";
import type { Notice } from "./notice.svelte";
import type { Session } from "./session.svelte";
import type { Settings } from "./settings.svelte";

export class Turns {
  constructor(
    private readonly session: Session,
    private readonly nav: Navigation,
    private readonly library: Library,
    private readonly settings: Pick<Settings, "names">,
    private readonly notice: Notice,
  ) {}

  // Whether it is the friend's turn to act: to move, or to see how the game ended. Null: you cannot tell yet, or it is
  // yours.
  get waits(): "unsent" | "sent" | null {
    const { session, nav } = this;
    const { friend, result, liveMover } = session;
    if (friend === null || nav.underway || nav.exploring || (liveMover !== friend && !result)) return null;
    if (session.news > (session.sent ?? 0)) return "unsent";
    return result ? null : "sent";
  }

  // The link to send. The moves in it can no longer be taken back.
  async link(): Promise<string> {
    const { session, nav, library } = this;
    const fragment = await toFragment(forFriend(session.save(nav.at)), { id: library.currentId });
    return `${location.origin}${location.pathname}#${fragment}`;
  }
  markSent(): void {
    this.session.sent = this.session.news;
    this.library.save();
  }

  // Opens a game from a link, in which you are the player called human.
  async open(link: Saved, id: string): Promise<void> {
    const { session, nav, library, settings, notice } = this;
    const friend = friendOf(link);
    if (friend === null || (link.resigned !== null && link.resigned !== friend)) throw new Error(damagedLink);
    const kept = await library.archive.load(id);
    const arrival = kept ? arrivalOf(kept.saved, link) : "news";
    if (kept && arrival === "old") {
      await library.open(kept.saved, id);
      if (session.live !== null) nav.go(session.live);
      notice.text = words.nothingNew;
      return;
    }
    const names = link.names && { ...link.names, [other(friend)]: settings.names.you || link.names[other(friend)] };
    const game = kept && arrival === "news" ? updated(kept.saved, link) : { ...link, ...(names && { names }) };
    // The friend's last move is shown as a move.
    await library.open({ ...game, at: game.at.slice(0, -1) }, arrival === "other" ? undefined : id);
    if (session.live !== null) nav.go(session.live);
    if (arrival === "other") notice.text = words.otherMoves;
  }
}
