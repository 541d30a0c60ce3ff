import { games } from "./common";

// The file with everything saved in this browser.
export const backup = {
  title: "Backup",
  intro: "A backup is one file with all your games, ratings, stars, settings, and custom rules. Restore it on another device, or keep it in a safe place.",
  download: "Download backup",
  file: "Restore from a file:",
  found: (date: string, n: number): string => `Backup from ${date}: ${games(n)}.`,
  merge: "Add to this device",
  mergeHelp: "Games that are missing here are added. Your settings stay.",
  replace: "Replace everything here",
  replaceHelp: (n: number): string => `Deletes the ${games(n)}, the ratings, and the settings on this device first.`,
  done: "The backup has been restored.",
  reload: "Continue",
  notBackup: "This file is not a backup from Sow.",
  newer: "This backup was made by a newer version of Sow.",
  damaged: "This backup is damaged, so nothing was restored.",
  notStored: "Your browser could not store the backup: storage is full or turned off.",
};
