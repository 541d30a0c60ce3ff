// The message in the status line that is not about the game's progress: why a press did nothing, or what went wrong.
export class Notice {
  text = $state("");
}
