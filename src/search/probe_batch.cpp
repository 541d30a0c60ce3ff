#include "search/probe_batch.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/error.h"
#include "board/notation.h"
#include "db/probe_board.h"

namespace sow {
namespace {

template <int W>
class ProbeBatchOf final : public ProbeBatch {
 public:
  ProbeBatchOf(const GameDef& game, std::unique_ptr<AnyKernel> kernel, const DatabaseUse& use, int threads,
               std::string file)
      : game_(game),
        owned_(std::move(kernel)),
        kernel_(static_cast<const Kernel<W>&>(*owned_)),
        table_(open_table(game, max_seeds, use, threads)),
        file_(std::move(file)) {}

  void answer(std::string_view lines, std::string& out) override {
    while (!lines.empty()) {
      const auto end = std::min(lines.find('\n'), lines.size());
      std::string_view line = lines.substr(0, end);
      lines.remove_prefix(std::min(end + 1, lines.size()));
      ++line_;
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
      if (line.empty()) continue;
      try {
        add(line);
      } catch (const Error& e) {
        flush(out);
        throw Error({file_, line_, 0}, e.message());
      }
      if (count_ == waiting_.size()) flush(out);
    }
    flush(out);
  }

  std::uint64_t answered() const override { return answered_; }

 private:
  // Positions that have been read and not yet looked up: while the memory answers, others are read.
  struct Waiting {
    std::string_view line;
    Board<W> board;
    int seeds;
  };

  void add(std::string_view line) {
    Waiting& next = waiting_[count_];
    next.line = line;
    if (!read_diagram(line, next.board))
      next.board = kernel_.pack(parse_position(line, game_.rules));  // another notation, or an error
    next.seeds = kernel_.seeds(next.board);
    if (next.seeds <= table_.levels()) __builtin_prefetch(table_.level(next.seeds) + table_.index().number(next.board));
    ++count_;
  }

  // The usual notation, read as fast as it can be; false if there is anything else about it.
  bool read_diagram(std::string_view text, Board<W>& board) const {
    const int pits = kernel_.pits();
    const char *at = text.data(), *const end = at + text.size();
    std::array<Lanes<W>, 2> sides{};
    int total = 0;
    for (int field = 0; field < 2 * pits + 2; ++field) {
      if (at == end || *at < '0' || *at > '9') return false;
      int number = 0;
      while (at != end && *at >= '0' && *at <= '9' && number <= max_seeds) number = number * 10 + (*at++ - '0');
      total += number;
      if (at == end || *at != '-' || total > max_seeds) return false;
      ++at;
      if (field < 2 * pits)
        sides[field < pits ? 0 : 1].add(field % pits, static_cast<std::uint8_t>(number));
      else if (number > 0 && !game_.rules.has_stores())
        return false;
    }
    if (total == 0 || end - at != 1 || (*at != 'S' && *at != 'N')) return false;
    board = {sides[0], sides[1]};
    if (*at == 'N') board.turn();
    return true;
  }

  void flush(std::string& out) {
    for (std::size_t i = 0; i < count_; ++i) {
      const Waiting& w = waiting_[i];
      const Margin margin = w.seeds <= table_.stored() ? probe_board(kernel_, table_, w.board, w.seeds)
                                                       : Margin::between(-w.seeds, w.seeds);
      out.append(w.line);
      for (const int bound : {margin.low, margin.high}) {
        const fmt::format_int digits(bound / seed_value);
        out.push_back(' ');
        out.append(digits.data(), digits.size());
      }
      out.push_back('\n');
    }
    answered_ += count_;
    count_ = 0;
  }

  const GameDef game_;
  std::unique_ptr<AnyKernel> owned_;
  const Kernel<W>& kernel_;
  EndgameTable table_;
  std::string file_;
  int line_ = 0;
  std::uint64_t answered_ = 0;
  std::array<Waiting, 32> waiting_;
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<ProbeBatch> make_probe_batch(const GameDef& game, const DatabaseUse& use, int threads,
                                             const std::string& file) {
  auto kernel = make_kernel(game.rules, max_seeds);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) -> std::unique_ptr<ProbeBatch> {
    return std::make_unique<ProbeBatchOf<W>>(game, std::move(kernel), use, threads, file);
  });
}

}  // namespace sow
