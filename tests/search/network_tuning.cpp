// Tuning networks: training games do not depend on threads or interruptions, and training finds known relations.
#include "search/network_tuning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "base/random.h"
#include "base/text_file.h"
#include "rules/catalog.h"
#include "search/network_file.h"
#include "support/never.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using tests::TemporaryFolder;

const EvaluationUse linear{.file = "linear"};

TrainingOptions few_positions(const std::string& file = "", int threads = 1) {
  return {.positions = 400, .nodes = 20, .threads = threads, .seed = 3, .file = file};
}

std::string text_of(const std::vector<Sample>& samples, const NetworkShape& shape) {
  std::string text;
  for (const Sample& s : samples) {
    for (const auto& side : s.contents)
      for (int i = 0; i < shape.pits; ++i) text += std::to_string(side[i]) + " ";
    text += std::to_string(s.seeds) + " " + std::to_string(s.margin) + "\n";
  }
  return text;
}

TEST(TrainingGames, DoNotDependOnThreadsOrInterruptions) {
  const GameDef def = find_game("kalah:pits=3,seeds=3");
  const TemporaryFolder folder;
  const std::string file = folder.path() / "positions";
  std::atomic<std::size_t> generated{0};
  TrainingGames whole(def, few_positions());
  ASSERT_TRUE(whole.play(400, linear, never, generated));
  EXPECT_EQ(generated, whole.samples().size());
  {
    TrainingGames part(def, few_positions(file));
    ASSERT_TRUE(part.play(100, linear, never, generated));
  }
  std::ofstream(file, std::ios::app) << "half";  // of a chunk
  {
    TrainingGames rest(def, few_positions(file, 2));
    ASSERT_TRUE(rest.play(400, linear, never, generated));
    EXPECT_EQ(text_of(rest.samples(), rest.shape()), text_of(whole.samples(), whole.shape()));
    EXPECT_EQ(rest.chunk_ends(), whole.chunk_ends());
  }
  const TrainingGames read(def, few_positions(file));
  EXPECT_EQ(text_of(read.samples(), read.shape()), text_of(whole.samples(), whole.shape()));
}

TEST(TrainingGames, BeginWithDifferentRandomStarts) {
  const GameDef def = find_game("random-kalah");
  const auto& setup = def.rules.setup;
  std::atomic<std::size_t> generated{0};
  const auto from_first_start = [&](const char* name) {
    TrainingGames games(find_game(name), few_positions());
    EXPECT_TRUE(games.play(400, linear, never, generated));
    return std::count_if(games.samples().begin(), games.samples().end(), [&](const Sample& sample) {
      return std::equal(setup.south.begin(), setup.south.begin() + 6, sample.contents[0].begin()) &&
             std::equal(setup.north.begin(), setup.north.begin() + 6, sample.contents[1].begin());
    });
  };
  EXPECT_GT(from_first_start("random-kalah:deal=1"), 0);
  EXPECT_EQ(from_first_start("random-kalah"), 0);
}

TEST(TrainingGames, RejectsAFileWithOtherOptions) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "positions";
  { const TrainingGames games(find_game("oware"), few_positions(file)); }
  EXPECT_NO_THROW(TrainingGames(find_game("oware"), few_positions(file)));
  EXPECT_THROW(TrainingGames(find_game("awari"), few_positions(file)), Error);
  TrainingOptions other = few_positions(file);
  other.seed = 4;
  EXPECT_THROW(TrainingGames(find_game("oware"), other), Error);
}

TEST(TrainingGames, LockTheirFile) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "positions";
  const TrainingGames first(find_game("oware"), few_positions(file));
  const auto second = [&] { TrainingGames(find_game("oware"), few_positions(file)); };
  EXPECT_THAT(second, testing::ThrowsMessage<Error>(testing::HasSubstr("another `sow tune` is using this file")));
}

// Every flipped bit is detected, and a file cut off at any byte is resumed.
TEST(TrainingGames, RejectDamagedFiles) {
  const GameDef def = find_game("kalah:pits=2,seeds=2");
  const TemporaryFolder folder;
  const std::string file = folder.path() / "positions";
  std::atomic<std::size_t> generated{0};
  std::string expected;
  {
    TrainingGames games(def, few_positions(file));
    ASSERT_TRUE(games.play(400, linear, never, generated));
    expected = text_of(games.samples(), games.shape());
  }
  const std::string good = read_text_file(file);
  ASSERT_GT(good.size(), 400u);
  Random random(1);
  for (int i = 0; i < 400; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    std::ofstream(file, std::ios::binary) << bad;
    try {
      TrainingGames(def, few_positions(file));
      ADD_FAILURE() << "damage was not detected";
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("delete the file to start over"), std::string::npos) << e.what();
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
    }
  }
  for (std::size_t size = 0; size < good.size(); size += 97) {  // interrupted at any byte
    std::ofstream(file, std::ios::binary) << good.substr(0, size);
    TrainingGames games(def, few_positions(file));
    ASSERT_TRUE(games.play(400, linear, never, generated));
    EXPECT_EQ(text_of(games.samples(), games.shape()), expected) << size;
  }
  std::ofstream(file, std::ios::binary) << good;
  EXPECT_EQ(text_of(TrainingGames(def, few_positions(file)).samples(), network_shape(def)), expected);
}

TEST(TrainingGames, CanStartFromRandomEndgamePositions) {
  TrainingOptions options = few_positions();
  options.endings = 100;
  TrainingGames games(find_game("oware"), options);
  std::atomic<std::size_t> generated{0};
  ASSERT_TRUE(games.play(200, linear, never, generated));
  for (const Sample& sample : games.samples()) EXPECT_LE(sample.seeds, 28);
}

TEST(TrainingGames, ExplainWhyThereAreNoRandomEndgamePositions) {
  TrainingOptions options = few_positions();
  options.endings = 1;
  const std::map<std::string, std::string> reasons = {{"hus", "seeds never leave the pits"},
                                                      {"gabata", "the index does not cover seeds in owned pits"},
                                                      {"kalah:pits=2,seeds=1", "the game has too few seeds"},
                                                      {"kalah:pits=20,seeds=4", "the game has too many boards"}};
  for (const auto& [name, why] : reasons) {
    const GameDef game = find_game(name);
    const auto create = [&] { TrainingGames(game, options); };
    EXPECT_THAT(create, testing::ThrowsMessage<Error>(testing::HasSubstr(why)));
  }
}

// A relation that no sum over pits can express: seeds in the first pit only count if the pit they reach is empty.
std::vector<Sample> synthetic_samples(const NetworkShape& shape, std::size_t count) {
  Random random(1);
  std::vector<Sample> samples(count);
  for (Sample& s : samples) {
    for (auto& side : s.contents)
      for (int i = 0; i < shape.pits; ++i) side[i] = static_cast<std::uint8_t>(random() % 3);
    s.seeds = 6;
    s.margin = static_cast<std::int16_t>(s.contents[0][0] > 0 && s.contents[1][0] == 0 ? 300 : -100);
  }
  return samples;
}

TEST(Training, FindsRelationsBetweenPits) {
  const NetworkShape shape{.pits = 3, .counts = 3, .seeds = 12, .stages = 2};
  const auto samples = synthetic_samples(shape, 3000);
  const auto train = [&](std::uint64_t seed) { return train_network(shape, samples, {.epochs = 150, .seed = seed}); };
  const Network network = train(1);
  EXPECT_GT(network_error(nullptr, samples), 1.5);
  EXPECT_LT(network_error(&network, samples), 0.9);
  EXPECT_EQ(network_text(network, ""), network_text(train(1), "")) << "deterministic";
  EXPECT_NE(network_text(network, ""), network_text(train(2), "")) << "depends on the seed";
}

TEST(NetworkTuning, GivesTheSameResultWhenInterrupted) {
  const GameDef def = find_game("kalah:pits=2,seeds=3");
  const TemporaryFolder folder;
  NetworkTuningProgress progress;
  NetworkTuningOptions options{.games = few_positions(), .epochs = 3, .progress = &progress};
  const auto whole = tune_network(def, options, never);
  ASSERT_TRUE(whole);
  EXPECT_GE(whole->positions, 400U);
  EXPECT_LE(whole->validation_error, whole->baseline_error);
  options.games.file = folder.path() / "positions";
  const std::atomic<bool> at_once{true};
  EXPECT_FALSE(tune_network(def, options, at_once));
  {
    TrainingGames part(def, options.games);
    std::atomic<std::size_t> generated{0};
    ASSERT_TRUE(part.play(50, linear, never, generated));
  }
  const auto resumed = tune_network(def, options, never);
  ASSERT_TRUE(resumed);
  EXPECT_EQ(network_text(resumed->network, ""), network_text(whole->network, ""));
  const auto again = tune_network(def, options, never);
  EXPECT_EQ(network_text(again->network, ""), network_text(whole->network, ""));
}

}  // namespace
}  // namespace sow
