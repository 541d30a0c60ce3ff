// What is known of each board of a level before its sets grow (threshold_sets.h): the moves that are quiet, and what
// captures or the end bring by the levels below.
//
// Some boards at a time: first their moves are made, then the values after captures are read, then, where the database
// holds forced seeds, those after the replies to the most promising capture. In between the memory answers.
#pragma once

#include <array>
#include <vector>

#include "db/probe_board.h"
#include "db/sides.h"
#include "db/threshold_sets.h"

namespace sow {

template <int W, bool forced>
class KnownBoards {
 public:
  KnownBoards(const Kernel<W>& kernel, const EndgameTable& table, int seeds)
      : kernel_(kernel), table_(table), seeds_(seeds) {}

  // Calls take(number, known) for each board of the row.
  template <class Take>
  void each(const Sides<W>& sides, const typename Sides<W>::Row& row, Take&& take) {
    for (std::uint64_t first = 0; first < row.boards; first += batch) {
      const std::size_t count = std::min<std::uint64_t>(batch, row.boards - first);
      captures_.clear();
      replies_.clear();
      for (std::size_t i = 0; i < count; ++i)
        begin(sides.board(row.own_seeds, row.own, row.opp_seeds, first + i), entries_[i]);
      for (std::size_t i = 0; i < count; ++i) look_at_captures(entries_[i]);
      for (std::size_t i = 0; i < count; ++i) {
        if constexpr (forced) look_at_replies(entries_[i]);
        take(row.first + first + i, entries_[i].known);
      }
    }
  }

 private:
  using Board = sow::Board<W>;
  static constexpr std::size_t batch = 16;

  struct Capture {
    Board board;
    const std::int8_t* value;
    int gain, most;  // most: that it can bring
  };
  struct Entry {
    KnownOfBoard known;
    std::size_t captures, captures_end;
    std::size_t replies, replies_end;  // to the first of its captures
  };

  const std::int8_t* find(const Board& board) const {
    const std::int8_t* const value = table_.find(board);
    __builtin_prefetch(value);
    return value;
  }

  void begin(const Board& board, Entry& entry) {
    entry.known = {};
    entry.captures = captures_.size();
    const MoveSet moves = kernel_.legal(board);
    if (moves == 0) {
      const auto [own, opp] = awards(kernel_, board);
      entry.known = {.other = true, .best = forced ? own : kernel_.rest(board), .least = opp};
    }
    Child<W> children[max_moves];
    const int count = kernel_.expand_leaves(board, moves, children);
    for (const Child<W>* child = children; child != children + count; ++child) {
      if (child->out == 0)
        entry.known.quiet |= set_of(child->move);
      else
        captures_.push_back({child->board, find(child->board), child->gain, child->gain + seeds_ - child->out});
    }
    entry.captures_end = captures_.size();
  }

  void look_at_captures(Entry& entry) {
    KnownOfBoard& known = entry.known;
    const std::span captures(captures_.begin() + entry.captures, captures_.begin() + entry.captures_end);
    for (Capture& capture : captures) {
      const int value = *capture.value;
      if (!forced && (!known.other || capture.gain - value > known.best)) known.best = capture.gain - value;
      known.least = known.other ? std::min(known.least, value) : value;
      known.other = true;
      capture.most -= value;  // what the other player cannot force
      if (capture.most > captures.front().most) std::swap(capture, captures.front());
    }
    entry.replies = replies_.size();
    if (forced && !captures.empty()) add_replies(captures.front().board);
    entry.replies_end = replies_.size();
  }
  // None if the game is over there.
  void add_replies(const Board& board) {
    Child<W> children[max_moves];
    const int count = kernel_.expand_leaves(board, kernel_.legal(board), children);
    for (const Child<W>* child = children; child != children + count; ++child) replies_.push_back(find(child->board));
  }

  void look_at_replies(Entry& entry) {
    int& best = entry.known.best;
    for (std::size_t i = entry.captures; i < entry.captures_end; ++i) {
      const Capture& capture = captures_[i];
      if (capture.most <= best) continue;
      best =
          std::max(best, capture.gain + (i == entry.captures && entry.replies < entry.replies_end
                                             ? least_reply(entry)
                                             : forced_by_opponent(kernel_, capture.board, kernel_.legal(capture.board),
                                                                  [&](const Board& b) { return table_.at(b); })));
    }
  }
  int least_reply(const Entry& entry) const {
    int least = max_seeds;
    for (std::size_t i = entry.replies; i < entry.replies_end; ++i) least = std::min<int>(least, *replies_[i]);
    return least;
  }

  const Kernel<W>& kernel_;
  const EndgameTable& table_;
  const int seeds_;
  std::array<Entry, batch> entries_;
  std::vector<Capture> captures_;
  std::vector<const std::int8_t*> replies_;
};

}  // namespace sow
