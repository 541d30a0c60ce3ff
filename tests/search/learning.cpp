// Learning: positions that do not depend on threads or interruptions, and a fit that finds what is there.
#include "search/learning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "base/random.h"
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

TEST(TrainingGames, ThreadsAndInterruptionsChangeNothing) {
  const GameDef def = find_game("kalah:pits=3,seeds=3");
  const TemporaryFolder folder;
  const std::string file = folder.path() / "positions";
  std::atomic<std::size_t> made{0};
  TrainingGames whole(def, few_positions());
  ASSERT_TRUE(whole.play(400, linear, never, made));
  EXPECT_EQ(made, whole.samples().size());
  {
    TrainingGames part(def, few_positions(file));
    ASSERT_TRUE(part.play(100, linear, never, made));
  }
  std::ofstream(file, std::ios::app) << "half a chunk";
  TrainingGames rest(def, few_positions(file, 2));
  ASSERT_TRUE(rest.play(400, linear, never, made));
  EXPECT_EQ(text_of(rest.samples(), rest.shape()), text_of(whole.samples(), whole.shape()));
  EXPECT_EQ(rest.chunk_ends(), whole.chunk_ends());
  const TrainingGames read(def, few_positions(file));
  EXPECT_EQ(text_of(read.samples(), read.shape()), text_of(whole.samples(), whole.shape()));
}

TEST(TrainingGames, AFileOfOtherOptionsIsRefused) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "positions";
  { const TrainingGames games(find_game("oware"), few_positions(file)); }
  EXPECT_NO_THROW(TrainingGames(find_game("oware"), few_positions(file)));
  EXPECT_THROW(TrainingGames(find_game("awari"), few_positions(file)), Error);
  TrainingOptions other = few_positions(file);
  other.seed = 4;
  EXPECT_THROW(TrainingGames(find_game("oware"), other), Error);
}

TEST(TrainingGames, MayBeginWithEndings) {
  TrainingOptions options = few_positions();
  options.endings = 100;
  TrainingGames games(find_game("oware"), options);
  std::atomic<std::size_t> made{0};
  ASSERT_TRUE(games.play(200, linear, never, made));
  for (const Sample& sample : games.samples()) EXPECT_LE(sample.seeds, 28);
}

TEST(TrainingGames, SayWhyThereAreNoEndings) {
  TrainingOptions options = few_positions();
  options.endings = 1;
  const std::map<std::string, std::string> reasons = {{"hus", "its seeds never leave the pits"},
                                                      {"gabata", "owned pits keep their seeds"},
                                                      {"kalah:pits=2,seeds=1", "there are too few seeds"},
                                                      {"kalah:pits=20,seeds=4", "there are too many boards"}};
  for (const auto& [name, why] : reasons) {
    const GameDef game = find_game(name);
    const auto begin = [&] { TrainingGames(game, options); };
    EXPECT_THAT(begin, testing::ThrowsMessage<Error>(testing::HasSubstr(why)));
  }
}

// What no sum over pits can say: seeds in the first pit are worth something if the pit they reach is empty.
std::vector<Sample> made_up_samples(const NetworkShape& shape, std::size_t count) {
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

TEST(Training, FindsWhatPitsMeanToEachOther) {
  const NetworkShape shape{.pits = 3, .counts = 3, .seeds = 12, .stages = 2};
  const auto samples = made_up_samples(shape, 3000);
  const auto train = [&](std::uint64_t seed) { return train_network(shape, samples, {.epochs = 150, .seed = seed}); };
  const Network network = train(1);
  EXPECT_GT(network_error(nullptr, samples), 1.5);
  EXPECT_LT(network_error(&network, samples), 0.9);
  EXPECT_EQ(network_text(network, ""), network_text(train(1), "")) << "the same again";
  EXPECT_NE(network_text(network, ""), network_text(train(2), "")) << "a seed matters";
}

TEST(Learning, ComesOutTheSameWhenItIsInterrupted) {
  const GameDef def = find_game("kalah:pits=2,seeds=3");
  const TemporaryFolder folder;
  LearningProgress progress;
  LearningOptions options{.games = few_positions(), .epochs = 3, .progress = &progress};
  const auto whole = learn_network(def, options, never);
  ASSERT_TRUE(whole);
  EXPECT_GE(whole->positions, 400U);
  EXPECT_LE(whole->error_after, whole->error_before);
  options.games.file = folder.path() / "positions";
  const std::atomic<bool> at_once{true};
  EXPECT_FALSE(learn_network(def, options, at_once));
  {
    TrainingGames part(def, options.games);
    std::atomic<std::size_t> made{0};
    ASSERT_TRUE(part.play(50, linear, never, made));
  }
  const auto resumed = learn_network(def, options, never);
  ASSERT_TRUE(resumed);
  EXPECT_EQ(network_text(resumed->network, ""), network_text(whole->network, ""));
  const auto again = learn_network(def, options, never);
  EXPECT_EQ(network_text(again->network, ""), network_text(whole->network, ""));
}

}  // namespace
}  // namespace sow
