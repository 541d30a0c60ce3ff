// Compares the optimized network with a plain implementation, and tests network files.
#include "search/network.h"

#include <gtest/gtest.h>

#include "base/text_file.h"
#include "board/random_move.h"
#include "game/game.h"
#include "rules/catalog.h"
#include "search/evaluation.h"
#include "search/network_file.h"
#include "search/training_games.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using tests::TemporaryFolder;

// Uses the largest allowed weights, so that an overflow would be detected.
Network random_network(const NetworkShape& shape, std::uint64_t seed) {
  Network network(shape);
  Random random(seed);
  const auto fill = [&](Network::Numbers& numbers, int limit) {
    for (auto& number : numbers)
      number = static_cast<std::int16_t>(static_cast<int>(random() % (2U * limit + 1)) - limit);
  };
  const int limit = Network::max_weight(shape);
  fill(network.bias().near, limit);
  for (int pit = 0; pit < shape.pits; ++pit)
    for (int content = 0; content < shape.contents(); ++content) {
      fill(network.row(pit, content).near, limit);
      fill(network.row(pit, content).far, limit);
    }
  for (int stage = 0; stage < shape.stages; ++stage) {
    fill(network.output(stage).own, 32767);
    fill(network.output(stage).opp, 32767);
    network.output(stage).bias = static_cast<std::int32_t>(random() % 1000000);
  }
  return network;
}

int content_of(const NetworkShape& shape, const Position& p, int side, int i) {
  const Hole hole = pit(side, i);
  if (shape.owned && (p.owned[1 - side] & bit_of(hole)) != 0) return shape.counts;
  if (shape.owned && (p.owned[side] & bit_of(hole)) != 0) return shape.counts + 1;
  return std::min<int>(p.pits[side][i], shape.counts - 1);
}

int plain_value(const Network& network, const Position& p, int seeds) {
  const NetworkShape& shape = network.shape();
  const auto& output = network.output(shape.stage(seeds));
  std::int64_t total = output.bias;
  for (int view = 0; view < 2; ++view)
    for (int k = 0; k < Network::width; ++k) {
      int sum = network.bias().near[k];
      for (int i = 0; i < shape.pits; ++i) {
        sum += network.row(i, content_of(shape, p, view, i)).near[k];
        sum += network.row(i, content_of(shape, p, 1 - view, i)).far[k];
      }
      total += std::clamp(sum, 0, Network::one) * (view == 0 ? output.own : output.opp)[k];
    }
  return static_cast<int>(total >> Network::shift);
}

TEST(Network, MatchesPlainImplementation) {
  for (const char* name : {"oware", "kalah", "hus", "toguz-kumalak", "moruba"}) {
    const GameDef def = find_game(name);
    const Network network = random_network(network_shape(def), 7);
    Random random(1);
    Game game(def);
    for (int ply = 0; ply < 60; ++ply) {
      if (game.ending()) game = Game(def);
      with_width(game.kernel(), [&](const auto& kernel) {
        const auto board = kernel.pack(game.position());
        const int seeds = kernel.seeds(board);
        EXPECT_EQ(network(board, seeds), plain_value(network, game.position(), seeds)) << name << " ply " << ply;
      });
      game.play(pick(game.moves(), random));
    }
  }
}

TEST(Network, RoundTripsThroughItsFile) {
  const Network network = random_network({.pits = 9, .counts = 17, .owned = true, .seeds = 162, .stages = 3}, 5);
  const std::string text = network_text(network, "a test");
  const Network back = parse_network(text, "mine.network");
  EXPECT_EQ(back.shape(), network.shape());
  EXPECT_EQ(network_text(back, "a test"), text);
}

std::string error_of(const std::string& text) {
  try {
    parse_network(text, "mine.network");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Network, RejectsDamagedFilesWithOneLine) {
  const std::string text = network_text(random_network({.pits = 2, .counts = 3, .seeds = 8, .stages = 2}, 5), "a test");
  ASSERT_EQ(error_of(text), "");
  const auto expect_refused = [&](const std::string& damaged, std::size_t at) {
    const std::string error = error_of(damaged);
    EXPECT_TRUE(error.starts_with("mine.network:")) << at << ": " << error;
    EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 0) << at;
  };
  const std::size_t begin = text.find("format");
  for (std::size_t at = begin; at < text.size(); at += 7) expect_refused(text.substr(0, at), at);
  const std::size_t numbers = text.find("\"\"\"\n") + 4, end = text.rfind("\"\"\"");
  for (std::size_t at = numbers; at < end; at += 11) {
    if (text[at] == '\n' || text[at] == '=') continue;
    std::string damaged = text;
    damaged[at] = damaged[at] == 'A' ? 'B' : 'A';
    expect_refused(damaged, at);
  }
  expect_refused("", 0);
  expect_refused("pits = ö", 0);
  for (const auto& [from, to] : {std::pair{"pits = 2", "pits = 3"},
                                 {"pits = 2", "pits = 0"},
                                 {"format = 1", "format = 2"},
                                 {"counts = 3", "counts = 4"},
                                 {"stages = 2", "stages = 1"}}) {
    std::string changed = text;
    changed.replace(changed.find(from), std::string(from).size(), to);
    expect_refused(changed, 0);
  }
}

// Each of these would overflow the stack of a recursive parser.
TEST(Network, RejectsDeepNesting) {
  std::string dotted = "a";
  for (int i = 0; i < 75'000; ++i) dotted += ".a";
  EXPECT_EQ(error_of(dotted + " = 1"), "mine.network:1: a key has more than 16 dots");
  EXPECT_EQ(error_of("[" + dotted + "]"), "mine.network:1: a key has more than 16 dots");
  EXPECT_NE(error_of("a = " + std::string(100'000, '[')), "");
}

TEST(Network, RejectsDimensionsOutOfRange) {
  const std::string text = network_text(random_network({.pits = 2, .counts = 3, .seeds = 8, .stages = 2}, 5), "a test");
  for (const auto& [from, to] : {std::pair{"pits = 2", "pits = 27"},
                                 {"pits = 2", "pits = -1"},
                                 {"pits = 2", "pits = 4611686018427387904"},
                                 {"counts = 3", "counts = 257"},
                                 {"counts = 3", "counts = 1"},
                                 {"seeds = 8", "seeds = 256"},
                                 {"seeds = 8", "seeds = 0"},
                                 {"stages = 2", "stages = 65"},
                                 {"stages = 2", "stages = 0"}}) {
    std::string changed = text;
    changed.replace(changed.find(from), std::string(from).size(), to);
    EXPECT_NE(error_of(changed).find("must be a number from"), std::string::npos) << to << ": " << error_of(changed);
  }
}

TEST(Network, RejectsNumbersThatCouldOverflow) {
  Network network({.pits = 2, .counts = 3, .seeds = 8, .stages = 2});
  network.row(1, 2).far[31] = 32767;
  EXPECT_NE(error_of(network_text(network, "a test")), "");
  network.row(1, 2).far[31] = static_cast<std::int16_t>(-Network::max_weight(network.shape()));
  EXPECT_EQ(error_of(network_text(network, "a test")), "");
  network.output(0).bias = -2147483647 - 1;
  EXPECT_NE(error_of(network_text(network, "a test")), "");
}

TEST(Network, IsFoundNextToTheRuleFile) {
  const TemporaryFolder folder;
  const std::string rules = folder.path() / "mine.toml", data = folder.path() / "data";
  write_text_file(rules, "name = \"mine\"\ntitle = \"Mine\"\nextends = \"oware\"\n");
  const GameDef mine = find_game(rules);
  const NetworkShape shape = network_shape(mine);
  EXPECT_EQ(network_for(mine, {}, {.folder = data}), nullptr);  // the network of oware does not apply
  const auto put = [&](const std::string& path, std::uint64_t seed) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    write_text_file(path, network_text(random_network(shape, seed), "a test"));
  };
  const auto bias_of = [](const std::shared_ptr<const Network>& network) { return network->output(0).bias; };
  const auto paths = network_paths(mine, data);
  ASSERT_EQ(paths, (std::vector<std::string>{folder.path() / "mine.network"}));
  put(paths[0], 2);
  EXPECT_EQ(bias_of(network_for(mine, {}, {.folder = data})), random_network(shape, 2).output(0).bias);
  EXPECT_EQ(bias_of(network_for(mine, {}, {})), random_network(shape, 2).output(0).bias);
  EXPECT_EQ(network_for(mine, {.file = "linear"}, {.folder = data}), nullptr);
  const std::string named = folder.path() / "named.network";
  put(named, 1);
  EXPECT_EQ(bias_of(network_for(mine, {.file = named}, {.folder = data})), random_network(shape, 1).output(0).bias);
  // A damaged file is an error if it was named, otherwise a warning.
  write_text_file(paths[0], "mine");
  std::string warning;
  const auto warn = [&](const std::string& problem) { warning += problem; };
  EXPECT_EQ(network_for(mine, {}, {.folder = data, .warn = warn}), nullptr);
  EXPECT_TRUE(warning.starts_with(paths[0])) << warning;
  EXPECT_THROW(network_for(mine, {.file = paths[0]}, {}), Error);
  EXPECT_THROW(network_for(find_game("hus"), {.file = named}, {}), Error);
  EXPECT_THROW(network_for(mine, {.file = folder.path() / "none"}, {}), Error);
}

TEST(Network, IsFoundInTheDataFolderForBuiltInGamesOnly) {
  const TemporaryFolder folder;
  const std::string data = folder.path() / "data";
  const GameDef oware = find_game("oware");
  const auto paths = network_paths(oware, data);
  ASSERT_EQ(paths.size(), 1U);
  std::filesystem::create_directories(std::filesystem::path(paths[0]).parent_path());
  write_text_file(paths[0], network_text(random_network(network_shape(oware), 1), "a test"));
  EXPECT_EQ(network_for(oware, {}, {.folder = data})->output(0).bias,
            random_network(network_shape(oware), 1).output(0).bias);
  EXPECT_NE(network_for(oware, {}, {}), network_for(oware, {}, {.folder = data}));
  // A game that was sent to the server has neither a file nor a name of its own.
  GameDef sent = oware;
  sent.spec.clear();
  EXPECT_TRUE(network_paths(sent, data).empty());
  // The spec is what a client calls the game: it is not a path.
  sent.spec = "mine.toml";
  EXPECT_TRUE(network_paths(sent, "").empty());
}

TEST(Network, BuiltInNetworksServeVariantsAndOtherSeedCounts) {
  for (const char* name : {"oware", "awari", "owari", "kalah", "hus"})
    EXPECT_NE(network_for(find_game(name), {}, {}), nullptr) << name;
  EXPECT_EQ(network_for(find_game("kalah/empty-capture"), {}, {}), network_for(find_game("kalah"), {}, {}));
  EXPECT_EQ(network_for(find_game("kalah:seeds=3"), {}, {}), network_for(find_game("kalah"), {}, {}));
  EXPECT_EQ(network_for(find_game("hus/no-singles"), {}, {}), nullptr);
  EXPECT_EQ(network_for(find_game("kalah:pits=5"), {}, {}), nullptr);
  EXPECT_EQ(network_for(find_game("sungka"), {}, {}), nullptr);
}

}  // namespace
}  // namespace sow
