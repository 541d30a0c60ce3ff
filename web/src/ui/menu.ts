// What the page can do apart from the game on the board, once: for the bar of a desk and the menu of a phone.
import type { App } from "../state/app.svelte";
import type { IconName } from "./Icon.svelte";

export interface Entry {
  label: (app: App) => string;
  icon: IconName;
  run: (app: App) => void;
  dialog?: boolean;
  short?: boolean; // the icon alone is enough where there is little room
  pressed?: (app: App) => boolean;
}

function toggleSetup(app: App): void {
  if (!app.editor.on) return app.editor.open();
  app.editor.on = false;
  app.session.go(app.session.at);
}

export const entries: Entry[] = [
  { label: () => "New game", icon: "plus", dialog: true, run: (app) => (app.dialog = "new") },
  { label: () => "Learn", icon: "hint", run: (app) => void app.trainer.startLesson(app.session.game), pressed: (app) => app.trainer.steps.length > 0 },
  { label: () => "Puzzles", icon: "puzzle", run: (app) => void app.trainer.startPuzzle(app.trainer.dailyDone ? "next" : "daily"),
    pressed: (app) => app.trainer.puzzle !== null },
  { label: () => "Ladder", icon: "ladder", dialog: true, run: (app) => (app.dialog = "ladder") },
  { label: () => "Open", icon: "open", dialog: true, run: (app) => (app.dialog = "open") },
  { label: () => "Your games", icon: "games", dialog: true, run: (app) => (app.dialog = "games") },
  { label: () => "Share", icon: "share", dialog: true, run: (app) => (app.dialog = "share") },
  { label: () => "Set up", icon: "edit", run: toggleSetup, pressed: (app) => app.editor.on },
  { label: (app) => (app.settings.sound ? "Mute" : "Sound on"), icon: "sound", short: true, run: (app) => (app.settings.sound = !app.settings.sound) },
  { label: () => "Settings", icon: "gear", short: true, dialog: true, run: (app) => (app.dialog = "settings") },
  { label: () => "Keyboard", icon: "keys", short: true, dialog: true, run: (app) => (app.dialog = "keys") },
];

export const iconOf = (entry: Entry, app: App): IconName => (entry.icon === "sound" && !app.settings.sound ? "mute" : entry.icon);
