#!/usr/bin/env node
// A greedy bot for owari: it plays the move that puts the most seeds into its store.
//
// Holes are numbered around the board: South's pits are 0 to 5 and South's store is 6; North's pits
// are 7 to 12 and North's store is 13. Sowing runs in this order, so pits 0 and 12 face each other.
const HOLES = 14;
const SOUTH_STORE = 6, NORTH_STORE = 13;
const LETTERS = 'ABCDEF.abcdef'; // the letter of each pit, by hole number
const START = [3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0];

// Returns the board after sowing from this pit.
function play(before, pit) {
  const board = [...before];
  const [own, other] = pit < SOUTH_STORE ? [SOUTH_STORE, NORTH_STORE] : [NORTH_STORE, SOUTH_STORE];
  let hand = board[pit];
  let hole = pit;
  board[pit] = 0;
  while (hand > 0) {
    hole = (hole + 1) % HOLES;
    if (hole === other) continue; // skip the opponent's store
    board[hole]++;
    hand--;
  }
  const onOwnSide = own - 6 <= hole && hole < own;
  if (onOwnSide && board[hole] === 1) { // ended in an empty pit: capture the seeds opposite
    const opposite = 12 - hole;
    board[own] += board[opposite];
    board[opposite] = 0;
  }
  return board;
}

// Parses `startpos [moves …]` or `fen DIAGRAM [moves …]`.
function parsePosition(words) {
  let board = START;
  let southToMove = true;
  if (words[0] === 'fen') { // South's pits, North's pits, South's store, North's store, mover
    const fields = words[1].split('-');
    const counts = fields.slice(0, HOLES).map(Number);
    board = [...counts.slice(0, 6), counts[12], ...counts.slice(6, 12), counts[13]];
    southToMove = fields[HOLES] === 'S';
  }
  if (words.includes('moves')) {
    for (const letter of words.slice(words.indexOf('moves') + 1).join('')) {
      board = play(board, LETTERS.indexOf(letter));
      southToMove = !southToMove; // owari has no extra turns
    }
  }
  return { board, southToMove };
}

function bestMove({ board, southToMove }) {
  const [first, store] = southToMove ? [0, SOUTH_STORE] : [7, NORTH_STORE];
  let best = null;
  let mostSeeds = -1;
  for (let pit = first; pit < first + 6; pit++) {
    if (board[pit] === 0) continue;
    const seeds = play(board, pit)[store];
    if (seeds > mostSeeds) [best, mostSeeds] = [pit, seeds];
  }
  return best;
}

let position = { board: START, southToMove: true };
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, ...words] = line.trim().split(/\s+/);
  switch (command) {
    case 'uci':
      console.log('id name Greedy in JavaScript');
      console.log('uciok');
      break;
    case 'isready':
      console.log('readyok');
      break;
    case 'position':
      position = parsePosition(words);
      break;
    case 'go':
      console.log(`bestmove ${LETTERS[bestMove(position)]}`);
      break;
    case 'quit':
      process.exit();
  }
});
