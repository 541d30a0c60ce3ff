// What is known about each board of a level before its sets grow (threshold_sets.h): which moves are quiet, and the
// results of captures and of the end of the game, taken from the smaller levels.
//
// Boards are processed in batches to hide memory latency: first all moves are generated, then the values after captures
// are read, then (forced seeds only) the values after the replies to the most promising capture.
#pragma once

#include <array>
#include <vector>

#include "db/probe_board.h"
#include "db/sides.h"
#include "db/state_boards.h"
#include "db/threshold_sets.h"

namespace sow {

template <int W, bool forced>
class InitialInfo {
 public:
  InitialInfo(const Kernel<W>& kernel, const EndgameTable& table, const StateBoards<W>& state_boards, int seeds)
      : kernel_(kernel), table_(table), state_boards_(state_boards), seeds_(seeds) {}

  // Calls visit(number, info) for each board of the row in this state. Impossible boards have no moves and no value.
  template <class Visit>
  void each(const Sides<W>& sides, const typename Sides<W>::Row& row, std::uint64_t state, Visit&& visit) {
    for (std::uint64_t first = 0; first < row.boards; first += batch) {
      const std::size_t count = std::min<std::uint64_t>(batch, row.boards - first);
      captures_.clear();
      replies_.clear();
      for (std::size_t i = 0; i < count; ++i) {
        Board board = sides.board(row.own_seeds, row.own, row.opp_seeds, first + i);
        if (state_boards_.put(state, board))
          expand(board, entries_[i]);
        else
          entries_[i] = {{}, captures_.size(), captures_.size(), 0, 0};
      }
      for (std::size_t i = 0; i < count; ++i) read_captures(entries_[i]);
      for (std::size_t i = 0; i < count; ++i) {
        if constexpr (forced) read_replies(entries_[i]);
        visit(row.first + first + i, entries_[i].info);
      }
    }
  }

 private:
  using Board = sow::Board<W>;
  static constexpr std::size_t batch = 16;

  struct Capture {
    Board board;
    const std::int8_t* value;
    int gain, max_gain;  // max_gain: upper bound on what it can win
  };
  struct Entry {
    BoardInfo info;
    std::size_t captures, captures_end;
    std::size_t replies, replies_end;  // replies to the first capture
  };

  const std::int8_t* find(const Board& board) const {
    const std::int8_t* const value = table_.find(board);
    __builtin_prefetch(value);
    return value;
  }

  void expand(const Board& board, Entry& entry) {
    entry.info = {};
    entry.captures = captures_.size();
    const MoveSet moves = kernel_.legal(board);
    if (moves == 0) {
      const auto [own, opp] = awards(kernel_, board);
      entry.info = {.exits = true, .best = forced ? own : kernel_.rest(board), .min_forced = opp};
    }
    Child<W> children[max_moves];
    const int count = kernel_.expand_leaves(board, moves, children);
    for (const Child<W>* child = children; child != children + count; ++child) {
      if (child->out == 0)
        entry.info.quiet |= set_of(child->move);
      else
        captures_.push_back({child->board, find(child->board), child->gain, child->gain + seeds_ - child->out});
    }
    entry.captures_end = captures_.size();
  }

  void read_captures(Entry& entry) {
    BoardInfo& info = entry.info;
    const auto captures = std::span(captures_).subspan(entry.captures, entry.captures_end - entry.captures);
    for (Capture& capture : captures) {
      const int value = *capture.value;
      if (!forced && (!info.exits || capture.gain - value > info.best)) info.best = capture.gain - value;
      info.min_forced = info.exits ? std::min(info.min_forced, value) : value;
      info.exits = true;
      capture.max_gain -= value;  // minus what the other player can force
      if (capture.max_gain > captures.front().max_gain) std::swap(capture, captures.front());
    }
    entry.replies = replies_.size();
    if (forced && !captures.empty()) add_replies(captures.front().board);
    entry.replies_end = replies_.size();
  }
  // Adds nothing if the game is over there.
  void add_replies(const Board& board) {
    Child<W> children[max_moves];
    const int count = kernel_.expand_leaves(board, kernel_.legal(board), children);
    for (const Child<W>* child = children; child != children + count; ++child) replies_.push_back(find(child->board));
  }

  void read_replies(Entry& entry) {
    int& best = entry.info.best;
    for (std::size_t i = entry.captures; i < entry.captures_end; ++i) {
      const Capture& capture = captures_[i];
      if (capture.max_gain <= best) continue;
      best =
          std::max(best, capture.gain + (i == entry.captures && entry.replies < entry.replies_end
                                             ? min_reply(entry)
                                             : forced_by_opponent(kernel_, capture.board, kernel_.legal(capture.board),
                                                                  [&](const Board& b) { return table_.at(b); })));
    }
  }
  int min_reply(const Entry& entry) const {
    int lowest = max_seeds;
    for (std::size_t i = entry.replies; i < entry.replies_end; ++i) lowest = std::min<int>(lowest, *replies_[i]);
    return lowest;
  }

  const Kernel<W>& kernel_;
  const EndgameTable& table_;
  const StateBoards<W>& state_boards_;
  const int seeds_;
  std::array<Entry, batch> entries_;
  std::vector<Capture> captures_;
  std::vector<const std::int8_t*> replies_;
};

}  // namespace sow
