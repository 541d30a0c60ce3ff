#include "game/packed_game.h"

#include "game/observation.h"
#include "game/packed_state.h"

namespace sow {
namespace {

template <int W>
class PackedGameOf final : public PackedGame {
 public:
  PackedGameOf(std::shared_ptr<const AnyKernel> kernel, const Position& start)
      : PackedGame(std::move(kernel), start),
        packed_rules_(static_cast<const Kernel<W>&>(*kernel_)),
        now_(packed_rules_.start(start)) {
    end_by_history();
  }

  std::unique_ptr<PackedGame> clone() const override { return std::make_unique<PackedGameOf>(*this); }

  MoveSet moves() const override { return now_.moves; }
  bool over() const override { return now_.over; }
  Player mover() const override { return now_.mover; }

  void play(Move move) override {
    if (now_.over) play_on();
    if (past_.empty()) past_.reserve(first_plies);
    past_.push_back({now_, static_cast<std::uint8_t>(move)});
    packed_rules_.play(now_, move);
    end_by_history();
  }

  bool undo() override {
    if (past_.empty()) return false;
    now_ = past_.back().before;
    past_.pop_back();
    while (!played_on_.empty() && played_on_.back() > past_.size()) played_on_.pop_back();
    return true;
  }

  bool may_play_on() const override {
    return now_.over && now_.reason == EndReason::repetition && rules().repeat_agreed;
  }
  void play_on() override {
    if (!may_play_on()) return;
    played_on_.push_back(past_.size());
    packed_rules_.play_on(now_);
  }
  bool played_on() const override { return !played_on_.empty() && played_on_.back() == past_.size(); }

  std::vector<Move> history() const override {
    std::vector<Move> moves;
    moves.reserve(past_.size());
    for (const Ply& ply : past_) moves.push_back(ply.move);
    return moves;
  }
  int plies() const override { return static_cast<int>(past_.size()); }
  Position position() const override { return packed_rules_.position(now_); }
  std::optional<Ending> ending() const override {
    return now_.over ? std::optional(packed_rules_.ending(now_)) : std::nullopt;
  }
  void observe(Player player, float* out) const override { sow::observe(rules(), now_, player, out); }

 private:
  struct Ply {
    PackedState<W> before;
    std::uint8_t move;
  };

  static constexpr std::size_t first_plies = 8;  // saves a few allocations

  // Seeds never leave a store, so only positions since the last change of a store can be equal. Positions before the
  // players played on do not count.
  void end_by_history() {
    packed_rules_.end_by_history(now_, [this] {
      const std::size_t first = played_on_.empty() ? 0 : played_on_.back();
      int count = 0;
      for (std::size_t i = past_.size(); i > first && past_[i - 1].before.store == now_.store; --i)
        count += now_.repeats(past_[i - 1].before) ? 1 : 0;
      return count;
    });
  }

  PackedRules<W> packed_rules_;
  PackedState<W> now_;
  std::vector<Ply> past_;
  std::vector<std::size_t> played_on_;  // numbers of plies after which the players did not end the game
};

}  // namespace

std::unique_ptr<PackedGame> make_packed_game(std::shared_ptr<const AnyKernel> kernel, Position start) {
  kernel->settle(start);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) -> std::unique_ptr<PackedGame> {
    return std::make_unique<PackedGameOf<W>>(std::move(kernel), start);
  });
}

}  // namespace sow
