// The options of the engine, declared once. Flags of the command line, options of players, UCI options, fields of JSON
// requests and the tables of the docs are made from these entries.
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
  std::string_view name;   // --lines on a command line, lines=3 of a player, "lines" in JSON
  std::string_view uci;    // MultiPV; empty: UCI has no such option
  std::string_view value;  // what stands for its value in help texts
  std::string_view help;
  std::int64_t least = 0, most = 0;  // of a number
  std::optional<std::int64_t> default_value = {};
  std::string_view default_words = {};  // for a default that is no number, or not always the same

  // The same option where a command or a player means it a little differently.
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

// The number a text stands for; nothing if it is none, or out of range.
std::optional<std::int64_t> parse_number(std::string_view text, std::int64_t least, std::int64_t most);

// "1 to 60"
std::string range_text(const Option& option);
// The default as help and docs show it; empty if there is none.
std::string default_text(const Option& option);

constexpr std::size_t mebibytes(std::int64_t count) { return count << 20; }

namespace options {

inline constexpr std::int64_t longest_ms = 2'000'000'000;
inline constexpr std::int64_t most_nodes = std::int64_t{1} << 53;  // what a number in JSON holds exactly

inline constexpr Option game = {.name = "game",
                                .uci = "Variant",
                                .value = "GAME",
                                .help = "a game of `sow rules list`, `kalah:pits=5,seeds=3`, or a TOML file",
                                .default_words = default_game};
inline constexpr Option db = {.name = "db",
                              .uci = "DbPath",
                              .value = "FOLDER",
                              .help = "folder of endgame databases",
                              .default_words = "the user's data folder"};
inline constexpr Option evaluation = {.name = "evaluation",
                                      .uci = "EvalFile",
                                      .value = "FILE",
                                      .help = "file of a learnt evaluation, made by `sow tune`, or `linear`",
                                      .default_words = "the game's own"};
inline constexpr Option hash = {.name = "hash",
                                .uci = "Hash",
                                .value = "N",
                                .help = "MiB of the transposition table",
                                .least = 1,
                                .most = 65536,
                                .default_value = 64};
inline constexpr Option threads = {.name = "threads",
                                   .uci = "Threads",
                                   .value = "N",
                                   .help = "threads to search with",
                                   .least = 1,
                                   .most = 256,
                                   .default_value = 1};
inline constexpr Option lines = {.name = "lines",
                                 .uci = "MultiPV",
                                 .value = "N",
                                 .help = "how many moves get a score and a line of their own",
                                 .least = 1,
                                 .most = max_moves,
                                 .default_value = 1};
inline constexpr Option level = {.name = "level",
                                 .uci = "Level",
                                 .value = "N",
                                 .help = "strength: 1 loses to a child, 10 is full strength",
                                 .least = 1,
                                 .most = 10,
                                 .default_value = 10};
inline constexpr Option ponder = {.name = "ponder",
                                  .uci = "Ponder",
                                  .value = "",
                                  .help = "whether the interface may send `go ponder`; for the interface to know",
                                  .default_words = "false"};
inline constexpr Option depth = {.name = "depth",
                                 .uci = "",
                                 .value = "N",
                                 .help = "plies to look ahead at most",
                                 .least = 1,
                                 .most = max_depth,
                                 .default_words = "no limit"};
inline constexpr Option time = {.name = "time",
                                .uci = "",
                                .value = "MS",
                                .help = "milliseconds a move",
                                .least = 1,
                                .most = longest_ms,
                                .default_value = 1000,
                                .default_words = "1000, if there is no other limit"};
inline constexpr Option nodes = {.name = "nodes",
                                 .uci = "",
                                 .value = "N",
                                 .help = "nodes to search for a move",
                                 .least = 1,
                                 .most = most_nodes,
                                 .default_words = "no limit"};

// A solver wants every position it has seen, and tables of endings beside it.
inline constexpr Option solve_hash = {.name = "hash",
                                      .uci = "",
                                      .value = "N",
                                      .help = "MiB of memory to take in all; most of the tree should fit",
                                      .least = 1,
                                      .most = 1048576,
                                      .default_value = 3072};
inline constexpr Option minimax_depth = {.name = "depth",
                                         .uci = "",
                                         .value = "N",
                                         .help = "plies to look ahead",
                                         .least = 1,
                                         .most = 100,
                                         .default_words = "15, or 6 on four rows"};

}  // namespace options
}  // namespace sow
