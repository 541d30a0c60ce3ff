#!/usr/bin/env node
// A bot for owari: it plays the move after which it holds most seeds.
const letters = 'ABCDEF.abcdef';
let board, south;

// The board after a move. Holes go round: South's pits 0-5, South's store, North's pits 7-12, North's store.
function play(before, pit) {
  const after = [...before], [own, other] = pit < 6 ? [6, 13] : [13, 6];
  let hole = pit, hand = after[pit];
  after[pit] = 0;
  while (hand > 0) {
    hole = (hole + 1) % 14;
    if (hole !== other) after[hole]++, hand--;
  }
  if (own - 6 <= hole && hole < own && after[hole] === 1) {  // a pit of one's own that was empty: take what faces it
    after[own] += after[12 - hole];
    after[12 - hole] = 0;
  }
  return after;
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command === 'uci') console.log('id name Greedy in JavaScript\nuciok');
  if (command === 'isready') console.log('readyok');
  if (command === 'position') {
    [board, south] = [[3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0], true];
    if (words[0] === 'fen') {
      const n = words[1].split('-');
      board = [...n.slice(0, 6), n[12], ...n.slice(6, 12), n[13]].map(Number);
      south = n[14] === 'S';
    }
    const moves = words.includes('moves') ? words.slice(words.indexOf('moves') + 1).join('') : '';
    for (const letter of moves) [board, south] = [play(board, letters.indexOf(letter)), !south];
  }
  if (command === 'go') {
    const pits = (south ? [0, 1, 2, 3, 4, 5] : [7, 8, 9, 10, 11, 12]).filter((pit) => board[pit] > 0);
    const gain = (pit) => play(board, pit)[south ? 6 : 13];
    console.log('bestmove ' + letters[pits.reduce((best, pit) => (gain(pit) > gain(best) ? pit : best))]);
  }
  if (command === 'quit') process.exit();
});
