#include "search/one_turn.h"

#include <chrono>

#include "board/kernel.h"
#include "search/board_key.h"
#include "search/table.h"

namespace sow {
namespace {

// Depth-first search. What can still be gained from a board does not depend on how it was reached, so a board that was
// reached before with the same gain is not examined again. Boards that the table has lost only cost time.
template <int W>
class TurnSearch {
 public:
  TurnSearch(const Game& game, const Kernel<W>& kernel, const Limits& limits, std::size_t bytes)
      : kernel_(kernel),
        index_(game.rules(), game.position().total()),
        limits_(limits),
        budget_(time_budget(limits)),
        start_(Clock::now()),
        has_keys_(index_.fits(table_key_bits)),
        seen_(has_keys_ ? bytes : 0, Table::Growth::automatic) {
    const Position& p = game.position();
    best_.gain = -max_seeds;
    before_ = p.store_of(p.mover) - p.store_of(other(p.mover));
    need_ = p.total() / 2 + 1 - p.store_of(p.mover);
    examine(kernel_.pack(p), kernel_.legal(kernel_.pack(p)), 0, 0);
    best_.complete = !stopped_;
    best_.nodes = nodes_;
  }
  const OneTurn& best() const { return best_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t check_interval = 4096;
  static constexpr std::size_t max_moves_in_turn = 1000;  // turns of some games could be endless

  bool seen(const Board<W>& board, int gain) {
    if (!has_keys_) return false;
    const Table::Key key = board_key(index_, board);
    const auto data = static_cast<std::uint32_t>(gain + max_seeds + 1);
    if (seen_.probe(key) == data) return true;
    seen_.store(key, data, [](std::uint32_t) { return 0; });
    return false;
  }

  void check_limits() {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
    stopped_ = stopped_ || (limits_.stop != nullptr && *limits_.stop) || (limits_.nodes && nodes_ >= *limits_.nodes) ||
               (budget_ != no_limit && ms >= budget_);
  }

  void end_turn(int gain, bool wins) {
    if (gain <= best_.gain) return;
    best_.gain = gain;
    best_.moves = path_;
    best_.wins = wins;
  }

  // `gain` and `won`: the mover's gain, and the seeds in the mover's store, since the start of the turn.
  void examine(const Board<W>& board, MoveSet moves, int gain, int won) {
    if (++nodes_ % check_interval == 0) check_limits();
    Child<W> children[max_moves];
    const int count = kernel_.expand(board, moves, children);
    // The pits next to the store first: they give the extra turns that later moves would spoil.
    for (int i = count - 1; i >= 0 && !stopped_; --i) {
      const Child<W>& c = children[i];
      const int total = gain + c.gain, seeds = won + c.won();
      path_.push_back(c.move);
      const bool majority = seeds >= need_ && kernel_.rules().majority;  // ends the game; the rest does not count
      if (c.same && c.moves != 0 && !majority && path_.size() < max_moves_in_turn) {
        if (!seen(c.board, total)) examine(c.board, c.moves, total, seeds);
      } else {
        const bool over = c.moves == 0 && !majority;
        const int all = over ? total + (c.same ? 1 : -1) * kernel_.rest(c.board) : total;
        end_turn(all, over ? before_ + all > 0 : seeds >= need_);
      }
      path_.pop_back();
    }
  }

  const Kernel<W>& kernel_;
  const Index index_;
  const Limits limits_;
  const std::int64_t budget_;
  const Clock::time_point start_;
  const bool has_keys_;
  Table seen_;
  std::vector<Move> path_;
  OneTurn best_;
  int before_ = 0;  // the mover's margin before the turn
  int need_ = 0;    // seeds that give the mover more than half of all
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace

OneTurn best_turn(const Game& game, const Limits& limits, std::size_t bytes) {
  if (game.ending()) {
    OneTurn none;
    none.complete = true;
    return none;
  }
  return with_width(game.kernel(),
                    [&]<int W>(const Kernel<W>& kernel) { return TurnSearch<W>(game, kernel, limits, bytes).best(); });
}

}  // namespace sow
