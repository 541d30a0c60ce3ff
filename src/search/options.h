// The engine's options, each declared once. Command-line flags, player options, UCI options, JSON fields, and the
// tables in the documentation are generated from these entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "board/layout.h"
#include "rules/catalog.h"
#include "search/limits.h"

namespace sow {

struct Option {
  std::string_view name;   // "lines": --lines on the command line, lines=3 for a player, "lines" in JSON
  std::string_view uci;    // name of the UCI option; empty if there is none
  std::string_view value;  // placeholder for the value in help texts
  std::string_view help;
  std::int64_t min = 0, max = 0;  // range of a number
  std::optional<std::int64_t> default_value = {};
  std::string_view default_words = {};  // description of a default that is not a fixed number

  // The same option with a meaning or default that differs slightly for one command.
  constexpr Option with_help(std::string_view text) const {
    Option option = *this;
    option.help = text;
    return option;
  }
  constexpr Option with_default(std::int64_t number) const {
    Option option = *this;
    option.default_value = number;
    return option;
  }
  constexpr Option with_default(std::string_view words) const {
    Option option = *this;
    option.default_words = words;
    return option;
  }
};

// Empty if the text is not a number or out of range.
std::optional<std::int64_t> parse_number(std::string_view text, std::int64_t min, std::int64_t max);

// "1 to 60"
std::string range_text(const Option& option);
// The default as shown in help and docs; empty if there is none.
std::string default_text(const Option& option);

constexpr std::size_t mebibytes(std::int64_t count) { return count << 20; }

namespace options {

inline constexpr std::int64_t max_time_ms = 2'000'000'000;
inline constexpr std::int64_t max_nodes = std::int64_t{1} << 53;  // JSON numbers are exact up to here

inline constexpr Option game = {.name = "game",
                                .uci = "Variant",
                                .value = "GAME",
                                .help = "a game from `sow rules list`, `kalah:pits=5,seeds=3`, or a TOML file",
                                .default_words = default_game};
inline constexpr Option db = {.name = "db",
                              .uci = "DbPath",
                              .value = "FOLDER",
                              .help = "folder with endgame databases",
                              .default_words = "the user's data folder"};
inline constexpr Option evaluation = {.name = "evaluation",
                                      .uci = "EvalFile",
                                      .value = "FILE",
                                      .help = "evaluation network created by `sow tune`, or `linear`",
                                      .default_words = "the game's own"};
inline constexpr Option hash = {.name = "hash",
                                .uci = "Hash",
                                .value = "N",
                                .help = "transposition table size in MiB",
                                .min = 1,
                                .max = 65536,
                                .default_value = 64};
inline constexpr Option threads = {.name = "threads",
                                   .uci = "Threads",
                                   .value = "N",
                                   .help = "number of search threads",
                                   .min = 1,
                                   .max = 256,
                                   .default_value = 1};
inline constexpr Option lines = {.name = "lines",
                                 .uci = "MultiPV",
                                 .value = "N",
                                 .help = "number of moves to analyze in full, each with a score and a line",
                                 .min = 1,
                                 .max = max_moves,
                                 .default_value = 1};
inline constexpr Option level = {.name = "level",
                                 .uci = "Level",
                                 .value = "N",
                                 .help = "playing strength, from 1 (beginner) to 10 (full strength)",
                                 .min = 1,
                                 .max = 10,
                                 .default_value = 10};
inline constexpr Option ponder = {.name = "ponder",
                                  .uci = "Ponder",
                                  .value = "",
                                  .help = "informs the user interface that `go ponder` is supported",
                                  .default_words = "false"};
inline constexpr Option depth = {.name = "depth",
                                 .uci = "",
                                 .value = "N",
                                 .help = "maximum search depth in plies",
                                 .min = 1,
                                 .max = max_depth,
                                 .default_words = "no limit"};
inline constexpr Option time = {.name = "time",
                                .uci = "",
                                .value = "MS",
                                .help = "time per move in milliseconds",
                                .min = 1,
                                .max = max_time_ms,
                                .default_value = 1000,
                                .default_words = "1000, or no limit if another limit is set"};
inline constexpr Option nodes = {.name = "nodes",
                                 .uci = "",
                                 .value = "N",
                                 .help = "maximum number of nodes per move",
                                 .min = 1,
                                 .max = max_nodes,
                                 .default_words = "no limit"};

// The solver needs much more memory than a search: it stores most of the tree, and endgame tables as well.
inline constexpr Option solve_hash = {.name = "hash",
                                      .uci = "",
                                      .value = "N",
                                      .help = "total memory in MiB; solving is fastest if most of the tree fits",
                                      .min = 1,
                                      .max = 1048576,
                                      .default_value = 3072};
inline constexpr Option minimax_depth = {.name = "depth",
                                         .uci = "",
                                         .value = "N",
                                         .help = "search depth in plies",
                                         .min = 1,
                                         .max = 100,
                                         .default_words = "15, or 6 for games with four rows"};

}  // namespace options
}  // namespace sow
