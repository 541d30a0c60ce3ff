// The page's menu entries: the main ones are in the top bar, the rest in the menu. On phones all are in the menu.
import type { App } from "../state/app.svelte";
import { menu } from "../words/play";
import type { IconName } from "./Icon.svelte";

export interface Entry {
  label: (app: App) => string;
  icon: IconName;
  run: (app: App) => void;
  main?: boolean;
  dialog?: boolean;
  pressed?: (app: App) => boolean;
}

function toggleSetup(app: App): void {
  if (app.editor.on) app.editor.close();
  else void app.setUp();
}

export const entries: Entry[] = [
  { label: () => menu.newGame, icon: "plus", main: true, dialog: true, run: (app) => (app.dialog = "new") },
  { label: () => menu.learn, icon: "learn", main: true, run: (app) => void app.trainer.startLesson(app.session.game), pressed: (app) => app.trainer.steps.length > 0 },
  { label: () => menu.puzzles, icon: "puzzle", main: true, run: (app) => void app.trainer.startPuzzle(app.trainer.dailyTried ? "next" : "daily"),
    pressed: (app) => app.trainer.puzzle !== null },
  { label: () => menu.home, icon: "home", dialog: true, run: (app) => (app.dialog = "home") },
  { label: () => menu.ladder, icon: "ladder", dialog: true, run: (app) => (app.dialog = "ladder") },
  { label: () => menu.games, icon: "games", dialog: true, run: (app) => (app.dialog = "games") },
  { label: () => menu.open, icon: "open", dialog: true, run: (app) => (app.dialog = "open") },
  { label: () => menu.share, icon: "share", dialog: true, run: (app) => (app.dialog = "share") },
  { label: () => menu.backup, icon: "backup", dialog: true, run: (app) => (app.dialog = "backup") },
  { label: () => menu.setUp, icon: "edit", run: toggleSetup, pressed: (app) => app.editor.on },
  { label: (app) => (app.settings.sound ? menu.mute : menu.unmute), icon: "sound", run: (app) => (app.settings.sound = !app.settings.sound) },
  { label: () => menu.settings, icon: "gear", dialog: true, run: (app) => (app.dialog = "settings") },
  { label: () => menu.keys, icon: "keys", dialog: true, run: (app) => (app.dialog = "keys") },
];

export const iconOf = (entry: Entry, app: App): IconName => (entry.icon === "sound" && !app.settings.sound ? "mute" : entry.icon);
