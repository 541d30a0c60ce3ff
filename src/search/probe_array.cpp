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
      : owned_(std::move(kernel)),
        kernel_(static_cast<const Kernel<W>&>(*owned_)),
        table_(open_table(game, max_seeds, use, threads)) {}

  int stored() const override { return table_.stored(); }

  void probe(const std::uint8_t* boards, std::size_t count, std::int16_t* bounds) const override {
    const int pits = kernel_.pits();
    BoardProbe<W, std::int16_t*> probe(kernel_, table_);
    const auto flush = [&] {
      probe.flush([](std::int16_t* row, const Margin& margin) {
        row[0] = static_cast<std::int16_t>(margin.low / seed_value);
        row[1] = static_cast<std::int16_t>(margin.high / seed_value);
      });
    };
    for (std::size_t i = 0; i < count; ++i, boards += 2 * pits) {
      Board<W> board{};
      int seeds = 0;
      for (int pit = 0; pit < pits; ++pit) {
        board.own.add(pit, boards[pit]);
        board.opp.add(pit, boards[pits + pit]);
        seeds += boards[pit] + boards[pits + pit];
      }
      if (seeds > max_seeds)
        throw Error(fmt::format("row {}: {} seeds, but at most {} are possible", i, seeds, max_seeds));
      probe.add(board, bounds + 2 * i);
      if (probe.full()) flush();
    }
    flush();
  }

  Margin probe(const Position& position) const override {
    const Board<W> board = kernel_.pack(position);
    const int seeds = kernel_.seeds(board);
    return seeds <= table_.stored() ? probe_board(kernel_, table_, board, seeds) : Margin::between(-seeds, seeds);
  }

 private:
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
