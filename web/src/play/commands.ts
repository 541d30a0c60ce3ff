// What can be done at the board, once: for the buttons, the keyboard and the sheet that explains it.
import type { IconName } from "../ui/Icon.svelte";
import type { App } from "../state/app.svelte";

export interface Command {
  id: string;
  title: string;
  keys: string[]; // as KeyboardEvent.key; none that could be a pit
  icon: IconName;
  run: (app: App) => void;
  enabled?: (app: App) => boolean;
  pressed?: (app: App) => boolean;
}

const notEditing = (app: App) => !app.editor.on;
const canGoBack = (app: App) => notEditing(app) && app.session.next(-1) !== undefined;
const canGoOn = (app: App) => notEditing(app) && app.session.next(1) !== undefined;
// Exercises are to be done without help.
const inPlay = (app: App) => notEditing(app) && (!app.trainer.on || app.trainer.solved) && app.session.now !== null && !app.session.over;

export const commands: Command[] = [
  { id: "first", title: "To the start", keys: ["Home"], icon: "first", run: (app) => app.session.toStart(), enabled: canGoBack },
  { id: "back", title: "One move back", keys: ["ArrowLeft"], icon: "back", run: (app) => app.session.step(-1), enabled: canGoBack },
  { id: "forward", title: "One move on", keys: ["ArrowRight"], icon: "forward", run: (app) => app.session.step(1), enabled: canGoOn },
  { id: "last", title: "To the end", keys: ["End"], icon: "last", run: (app) => app.session.toEnd(), enabled: canGoOn },
  { id: "undo", title: "Take back", keys: ["u", "Backspace"], icon: "undo", run: (app) => app.session.undo(),
    enabled: (app) => notEditing(app) && (app.session.study ? app.session.next(-1) !== undefined : app.session.live !== 0) },
  { id: "redo", title: "Play it again", keys: ["y"], icon: "redo", run: (app) => app.session.redo(),
    enabled: (app) => notEditing(app) && (app.session.study ? app.session.next(1) !== undefined : app.session.undone.length > 0) },
  { id: "hint", title: "Hint", keys: ["q"], icon: "hint", run: (app) => void app.askHint(false), enabled: inPlay,
    pressed: (app) => app.hintShown?.threat === false },
  { id: "threat", title: "What is threatened", keys: ["t"], icon: "threat", run: (app) => void app.askHint(true), enabled: inPlay,
    pressed: (app) => app.hintShown?.threat === true },
  { id: "flip", title: "Turn the board", keys: ["r"], icon: "flip", run: (app) => (app.session.flipped = !app.session.flipped) },
  { id: "resign", title: "Resign", keys: [], icon: "flag", run: (app) => (app.dialog = "resign"),
    enabled: (app) => notEditing(app) && !app.session.study && !app.session.watching && !app.session.result && app.session.live !== 0 },
  { id: "pause", title: "Stop the players that are watched, or let them go on", keys: [" "], icon: "play",
    run: (app) => (app.session.view.sowing && !app.session.watching ? app.session.view.skip() : app.session.setPaused(!app.session.paused)),
    enabled: (app) => notEditing(app) && !app.session.study && (app.session.watching || app.session.view.sowing),
    pressed: (app) => !app.session.paused },
  { id: "analysis", title: "Analysis on or off", keys: ["v"], icon: "chart", run: (app) => (app.analyzer.on = !app.analyzer.on),
    pressed: (app) => app.analyzer.on },
  { id: "zen", title: "The board alone", keys: ["z"], icon: "zen", run: (app) => (app.zen = !app.zen), enabled: notEditing, pressed: (app) => app.zen },
  { id: "sound", title: "Sound on or off", keys: ["s"], icon: "sound", run: (app) => (app.settings.sound = !app.settings.sound),
    pressed: (app) => app.settings.sound },
  { id: "skip", title: "Skip the sowing; forget the message; back to the game and the page", keys: ["Escape"], icon: "forward",
    run: (app) => {
      app.session.view.skip();
      app.notice = "";
      app.hint = null;
      app.zen = false;
      if (app.aside && !app.report.trial) app.session.backToGame();
    } },
  { id: "keys", title: "This sheet", keys: ["?"], icon: "keys", run: (app) => (app.dialog = "keys") },
];

export const command = (id: string): Command => {
  const found = commands.find((one) => one.id === id);
  if (!found) throw new Error(`no command ${id}`);
  return found;
};

export const keyNames: Record<string, string> = {
  ArrowLeft: "←", ArrowRight: "→", " ": "Space", Escape: "Esc", Home: "Home", End: "End", Backspace: "⌫",
};
