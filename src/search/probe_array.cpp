#include "search/probe_array.h"

#include <fmt/format.h>

#include "base/error.h"
#include "db/board_probe.h"

namespace sow {
namespace {

template <int W>
class ProbeArrayOf final : public ProbeArray {
 public:
  ProbeArrayOf(const GameDef& game, std::unique_ptr<AnyKernel> kernel, const DatabaseUse& use, int threads)
      : game_(game.name),
        owned_(std::move(kernel)),
        kernel_(static_cast<const Kernel<W>&>(*owned_)),
        table_(open_table(game, max_seeds, use, threads)) {}

  int stored() const override { return table_.stored(); }

  void probe(const Boards& boards, std::int16_t* bounds, const std::atomic<bool>& stop) const override {
    const std::size_t width = 2 * static_cast<std::size_t>(kernel_.pits());
    if (boards.owners != nullptr && !has_owners()) throw Error(fmt::format("{} has no owned pits", game_));
    BoardProbe<W, std::int16_t*> probe(kernel_, table_);
    const auto flush = [&] {
      probe.flush([](std::int16_t* row, const Margin& margin) {
        row[0] = static_cast<std::int16_t>(margin.low / seed_value);
        row[1] = static_cast<std::int16_t>(margin.high / seed_value);
      });
    };
    for (std::size_t i = 0; i < boards.count && !(i % rows_at_a_time == 0 && stop); ++i) {
      const std::uint8_t* row = boards.seeds + i * width;
      probe.add(
          has_owners() && boards.owners != nullptr ? board_of(i, row, boards.owners + i * width) : board_of(i, row),
          bounds + 2 * i);
      if (probe.full()) flush();
    }
    flush();
  }

  Margin probe(const Position& position) const override {
    const Board<W> board = kernel_.pack(position);
    const int seeds = kernel_.seeds(board);
    return table_.has(seeds) ? probe_board(kernel_, table_, board, seeds) : Margin::between(-seeds, seeds);
  }

 private:
  static constexpr std::size_t rows_at_a_time = 1 << 16;  // between checks of `stop`

  const States& states() const { return table_.index().states(); }
  bool has_owners() const { return states().count() > 1; }

  Board<W> board_of(std::size_t i, const std::uint8_t* row) const {
    const int pits = kernel_.pits();
    Board<W> board{};
    int seeds = 0;
    // Each number is read once: other threads may change the array.
    for (int pit = 0; pit < pits; ++pit) {
      const std::uint8_t own = row[pit], opp = row[pits + pit];
      board.own.add(pit, own);
      board.opp.add(pit, opp);
      seeds += own + opp;
    }
    require_possible(i, seeds);
    return board;
  }

  Board<W> board_of(std::size_t i, const std::uint8_t* row, const std::uint8_t* owners) const {
    const int pits = kernel_.pits();
    Position p;
    for (int side = 0; side < 2; ++side)
      for (int k = 0; k < pits; ++k) {
        const std::uint8_t seeds = row[side * pits + k], owner = owners[side * pits + k];
        if (owner > 2) throw Error(fmt::format("row {}: owner {}, expected 0, 1, or 2", i, owner));
        if (owner > 0 && seeds > 0) throw Error(fmt::format("row {}: seeds in an owned pit", i));
        p.pits[side][k] = seeds;
        if (owner > 0) p.owned[owner - 1u] |= bit_of(pit(side, k));
      }
    require_possible(i, p.seeds_in_pits());
    const Board<W> board = kernel_.pack(p);
    if (states().owned(states().number(board)) != p.owned)
      throw Error(fmt::format("row {}: no position of this game has these owners", i));
    return board;
  }

  static void require_possible(std::size_t i, int seeds) {
    if (seeds > max_seeds)
      throw Error(fmt::format("row {}: {} seeds, but at most {} are possible", i, seeds, max_seeds));
  }

  std::string game_;
  std::unique_ptr<AnyKernel> owned_;
  const Kernel<W>& kernel_;
  EndgameTable table_;
};

}  // namespace

std::unique_ptr<ProbeArray> make_probe_array(const GameDef& game, const DatabaseUse& use, int threads) {
  auto kernel = make_kernel(game.rules, max_seeds);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) -> std::unique_ptr<ProbeArray> {
    return std::make_unique<ProbeArrayOf<W>>(game, std::move(kernel), use, threads);
  });
}

}  // namespace sow
