// The commands at the board, for the buttons, the keyboard and the list of shortcuts.
import type { IconName } from "../ui/Icon.svelte";
import { commands as titles, type CommandName } from "../words/play";
import type { App } from "../state/app.svelte";

export interface Command {
  id: CommandName;
  title: string;
  keys: string[]; // KeyboardEvent.key; never a letter or digit that names a pit
  icon: IconName;
  run: (app: App) => void;
  enabled?: (app: App) => boolean;
  pressed?: (app: App) => boolean;
}

const notEditing = (app: App) => !app.editor.on;
const canGoBack = (app: App) => notEditing(app) && app.nav.next(-1) !== undefined;
const canGoForward = (app: App) => notEditing(app) && app.nav.next(1) !== undefined;
// No help in an unsolved exercise.
const inPlay = (app: App) => notEditing(app) && (!app.trainer.on || app.trainer.solved) && app.nav.now !== null && !app.nav.over;

export const commands: Command[] = [
  { id: "first", title: titles.first, keys: ["Home"], icon: "first", run: (app) => app.nav.toStart(), enabled: canGoBack },
  { id: "back", title: titles.back, keys: ["ArrowLeft"], icon: "back", run: (app) => app.nav.step(-1), enabled: canGoBack },
  { id: "forward", title: titles.forward, keys: ["ArrowRight"], icon: "forward", run: (app) => app.nav.step(1), enabled: canGoForward },
  { id: "last", title: titles.last, keys: ["End"], icon: "last", run: (app) => app.nav.toEnd(), enabled: canGoForward },
  { id: "undo", title: titles.undo, keys: ["u", "Backspace"], icon: "undo", run: (app) => app.library.takeBack(),
    enabled: (app) => notEditing(app) && (app.session.study ? app.nav.next(-1) !== undefined : app.session.canTakeBack) },
  { id: "redo", title: titles.redo, keys: ["y"], icon: "redo", run: (app) => app.play.redo(),
    enabled: (app) => notEditing(app) && (app.session.study ? app.nav.next(1) !== undefined : app.session.undone.length > 0) },
  { id: "hint", title: titles.hint, keys: ["q"], icon: "hint", run: (app) => void app.hints.ask(false), enabled: inPlay,
    pressed: (app) => app.hints.shown?.threat === false },
  { id: "threat", title: titles.threat, keys: ["t"], icon: "threat", run: (app) => void app.hints.ask(true), enabled: inPlay,
    pressed: (app) => app.hints.shown?.threat === true },
  { id: "flip", title: titles.flip, keys: ["r"], icon: "flip", run: (app) => (app.session.flipped = !app.session.flipped) },
  { id: "resign", title: titles.resign, keys: [], icon: "flag", run: (app) => (app.dialog = "resign"),
    enabled: (app) => notEditing(app) && !app.session.study && !app.session.watching && !app.session.result && app.session.live !== 0 },
  { id: "pause", title: titles.pause, keys: [" "], icon: "play",
    run: (app) => (app.nav.view.sowing && !app.session.watching ? app.nav.view.skip() : app.play.setPaused(!app.session.paused)),
    enabled: (app) => notEditing(app) && !app.session.study && (app.session.watching || app.nav.view.sowing),
    pressed: (app) => !app.session.paused },
  { id: "analysis", title: titles.analysis, keys: ["v"], icon: "chart", run: (app) => (app.analyzer.on = !app.analyzer.on),
    pressed: (app) => app.analyzer.on },
  { id: "zen", title: titles.zen, keys: ["z"], icon: "zen", run: (app) => (app.screen.zen = !app.screen.zen), enabled: notEditing, pressed: (app) => app.screen.zen },
  { id: "sound", title: titles.sound, keys: ["s"], icon: "sound", run: (app) => (app.settings.sound = !app.settings.sound),
    pressed: (app) => app.settings.sound },
  { id: "skip", title: titles.skip, keys: ["Escape"], icon: "forward",
    run: (app) => {
      app.nav.view.skip();
      app.notice.text = "";
      app.hints.clear();
      app.coach.clear();
      app.screen.zen = false;
      if (app.aside && !app.report.trial) app.exploration.back();
    } },
  { id: "keys", title: titles.keys, keys: ["?"], icon: "keys", run: (app) => (app.dialog = "keys") },
];

export const command = (id: CommandName): Command => {
  const found = commands.find((one) => one.id === id);
  if (!found) throw new Error(`no command ${id}`);
  return found;
};
