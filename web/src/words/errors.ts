export const unreachable = "The server cannot be reached.";
export const badStatus = (status: number): string => `The server responded with status ${status}.`;
export const noEngine = (reason: string): string => `The engine could not be loaded: ${reason}`;
export const noGames = "There are no games.";
export const noRoot = "The page has no #app element.";

export const notPlayed = (move: string, error: string): string => `${move} was not played. ${error}`;
export const gameWaits = (error: string): string => `${error} The game will continue when it is back.`;
export const analysisWaits = (error: string): string => `${error} Analysis will continue when it is back.`;

export const damagedLink = "This link is damaged, so the game in it could not be opened.";
export const noGameInText = "This text does not contain a game.";
export const noPuzzles = "The puzzles could not be loaded.";
export const noSuchPuzzle = "There is no puzzle of this kind.";
export const inFile = (file: string, error: string): string => `${file}: ${error}`;
export const otherBrowser =
  "This link works only in the browser where the game is saved. To send a game to someone else, use Share.";
export const otherTab = "This game is also open in another tab. Changes in one tab overwrite those in the other.";
