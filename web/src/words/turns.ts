// Playing turn by turn with a friend on another device.
export const send = { start: "Send this game", move: "Send this move", result: "Send the result", again: "Send again" };
export const unsent = (name: string): string => `It is ${name ? `${name}'s` : "your friend's"} turn. Send a link that opens the game on their device.`;
export const unsentEnd = (name: string): string => `Send ${name || "your friend"} a link that shows how the game ended.`;
export const sent = (name: string): string => `Waiting for ${name || "your friend"}. Open the link that you receive from them.`;
export const copied = "Link copied. Paste it into a message.";
export const link = "Link for your friend";
export const invitation = (game: string): string => `Your turn in our game of ${game}`;
export const nothingNew = "This link has no new moves. This is the game as it is on this device.";
export const otherMoves = "The moves in this link differ from the game on this device, so it was opened as a separate game.";
