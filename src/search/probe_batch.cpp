#include "search/probe_batch.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/error.h"
#include "board/notation.h"
#include "db/board_probe.h"

namespace sow {
namespace {

template <int W>
class ProbeBatchOf final : public ProbeBatch {
 public:
  ProbeBatchOf(const GameDef& game, std::unique_ptr<AnyKernel> kernel, const DatabaseUse& use, int threads,
               std::string file, BadLine on_bad_line)
      : game_(game),
        owned_(std::move(kernel)),
        kernel_(static_cast<const Kernel<W>&>(*owned_)),
        table_(open_table(game, max_seeds, use, threads)),
        probe_(kernel_, table_),
        file_(std::move(file)),
        on_bad_line_(std::move(on_bad_line)) {}

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
        on_bad_line_(Error({file_, line_, 0}, e.message()));
      }
      if (probe_.full()) flush(out);
    }
    flush(out);
  }

  std::uint64_t answered() const override { return answered_; }

 private:
  void add(std::string_view line) {
    Board<W> board;
    if (!read_diagram(line, board))
      board = kernel_.pack(parse_position(line, game_.rules));  // another notation, or invalid
    probe_.add(board, line);
  }

  // Fast path for the usual notation. Returns false for anything else.
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
    probe_.flush([&](std::string_view line, const Margin& margin) {
      out.append(line);
      for (const int bound : {margin.low, margin.high}) {
        const fmt::format_int digits(bound / seed_value);
        out.push_back(' ');
        out.append(digits.data(), digits.size());
      }
      out.push_back('\n');
      ++answered_;
    });
  }

  const GameDef game_;
  std::unique_ptr<AnyKernel> owned_;
  const Kernel<W>& kernel_;
  EndgameTable table_;
  BoardProbe<W, std::string_view> probe_;
  std::string file_;
  BadLine on_bad_line_;
  int line_ = 0;
  std::uint64_t answered_ = 0;
};

}  // namespace

std::unique_ptr<ProbeBatch> make_probe_batch(const GameDef& game, const DatabaseUse& use, int threads,
                                             const std::string& file, BadLine on_bad_line) {
  auto kernel = make_kernel(game.rules, max_seeds);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) -> std::unique_ptr<ProbeBatch> {
    return std::make_unique<ProbeBatchOf<W>>(game, std::move(kernel), use, threads, file, std::move(on_bad_line));
  });
}

}  // namespace sow
