#include "game/board_batch.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "board/random_move.h"
#include "game/observation.h"
#include "game/packed_state.h"

namespace sow {
namespace {

template <int W>
class BoardBatchOf final : public BoardBatch {
 public:
  BoardBatchOf(std::shared_ptr<const AnyKernel> kernel, const Position& start, std::size_t count)
      : owned_(std::move(kernel)),
        rules_(static_cast<const Kernel<W>&>(*owned_)),
        moves_(static_cast<int>(owned_->layout().moves().size())),
        start_(rules_.start(start)),
        past_(rules_.needs_history() ? count : 0) {
    rules_.end_by_history(start_, [] { return 0; });
    games_.assign(count, start_);
  }

  std::size_t size() const override { return games_.size(); }

  void legal_mask(bool* mask) const override {
    bool* const end = mask + games_.size() * moves_;
    for (const PackedState<W>& game : games_) {
      for (int first = 0; first < moves_; first += 8) {
        const std::uint64_t flags = spread(game.moves >> first & 255);
        // Writing eight flags at once may touch the next row, which is written later.
        if (end - (mask + first) >= 8)
          std::memcpy(mask + first, &flags, 8);
        else
          std::memcpy(mask + first, &flags, static_cast<std::size_t>(end - (mask + first)));
      }
      mask += moves_;
    }
  }

  void random_moves(Random& random, std::int64_t* moves) const override {
    for (const PackedState<W>& game : games_) *moves++ = game.moves == 0 ? 0 : pick(game.moves, random);
  }

  std::size_t find_illegal(std::span<const std::int64_t> moves) const override {
    for (std::size_t i = 0; i < games_.size(); ++i)
      if (!games_[i].over && (moves[i] < 0 || moves[i] >= moves_ || !has(games_[i].moves, static_cast<Move>(moves[i]))))
        return i;
    return games_.size();
  }

  void step(std::span<const std::int64_t> moves, float* rewards) override {
    for (std::size_t i = 0; i < games_.size(); ++i, rewards += 2) {
      rewards[0] = rewards[1] = 0;
      PackedState<W>& game = games_[i];
      if (game.over) continue;
      play(i, game, static_cast<Move>(moves[i]));
      if (!game.over) continue;
      const int margin = rules_.ending(game).margin(Player::south);
      rewards[0] = static_cast<float>((margin > 0) - (margin < 0));
      rewards[1] = -rewards[0];
    }
  }

  void reset(std::span<const bool> which) override {
    for (std::size_t i = 0; i < games_.size(); ++i) {
      if (!which.empty() && !which[i]) continue;
      games_[i] = start_;
      if (!past_.empty()) past_[i].clear();
    }
  }

  void over(bool* flags) const override {
    for (const PackedState<W>& game : games_) *flags++ = game.over;
  }
  void movers(std::int8_t* players) const override {
    for (const PackedState<W>& game : games_) *players++ = static_cast<std::int8_t>(game.mover);
  }
  void scores(std::int16_t* seeds) const override {
    for (const PackedState<W>& game : games_) {
      std::array<int, 2> count = {game.store[0], game.store[1]};
      if (game.over) count = rules_.ending(game).seeds;
      for (const int n : count) *seeds++ = static_cast<std::int16_t>(n);
    }
  }
  void observe(std::optional<Player> player, float* out) const override {
    const Ruleset& rules = owned_->rules();
    for (const PackedState<W>& game : games_) {
      sow::observe(rules, game, player.value_or(game.mover), out);
      out += observation_size(rules);
    }
  }
  Position position(std::size_t number) const override { return rules_.position(games_[number]); }

 private:
  struct Seen {
    Board<W> board;
    Player mover;
  };

  // Bit i of the byte becomes byte i of the word.
  static std::uint64_t spread(std::uint64_t byte) {
    const std::uint64_t bits = byte * Lanes<8>::ones & 0x8040201008040201;
    return (bits + ~Lanes<8>::tops | bits) >> 7 & Lanes<8>::ones;
  }

  void play(std::size_t number, PackedState<W>& game, Move move) {
    if (past_.empty()) {
      rules_.play(game, move);
      return rules_.end_by_history(game, [] { return 0; });
    }
    std::vector<Seen>& past = past_[number];
    past.push_back({game.board, game.mover});
    const auto store = game.store;
    rules_.play(game, move);
    if (game.store != store) past.clear();  // seeds never leave a store, so no earlier position can occur again
    rules_.end_by_history(game, [&] {
      return static_cast<int>(std::count_if(past.begin(), past.end(), [&](const Seen& seen) {
        return seen.mover == game.mover && seen.board == game.board;
      }));
    });
  }

  std::shared_ptr<const AnyKernel> owned_;
  PackedRules<W> rules_;
  int moves_;
  PackedState<W> start_;
  std::vector<PackedState<W>> games_;
  std::vector<std::vector<Seen>> past_;  // since a store last changed; empty if repetition does not matter
};

}  // namespace

std::unique_ptr<BoardBatch> make_board_batch(std::shared_ptr<const AnyKernel> kernel, Position start,
                                             std::size_t count) {
  kernel->settle(start);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) -> std::unique_ptr<BoardBatch> {
    return std::make_unique<BoardBatchOf<W>>(std::move(kernel), start, count);
  });
}

}  // namespace sow
