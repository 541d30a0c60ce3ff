#include "search/learning.h"

namespace sow {
namespace {

constexpr std::size_t first_share = 4, test_share = 20;  // one part of so many
constexpr int first_epochs = 10;

}  // namespace

std::optional<Learned> learn_network(const GameDef& game, const LearningOptions& options,
                                     const std::atomic<bool>& stop) {
  using Phase = LearningProgress::Phase;
  LearningProgress& progress = *options.progress;
  TrainingGames games(game, options.games);
  const auto train = [&](std::span<const Sample> samples, int epochs) {
    progress.epoch = 0;
    progress.phase = Phase::training;
    Network network =
        train_network(games.shape(), samples,
                      {.epochs = epochs, .seed = options.games.seed, .stop = &stop, .epoch = &progress.epoch});
    progress.phase = Phase::playing;
    return network;
  };

  const std::size_t wanted = options.games.positions, first = wanted / first_share;
  if (!games.play(first, {.file = std::string(linear_evaluation)}, stop, progress.positions)) return std::nullopt;
  if (games.samples().size() < wanted) {
    // The chunks of the first part alone, also where the file already has some of the second.
    const auto end = std::lower_bound(games.chunk_ends().begin(), games.chunk_ends().end(), first);
    const auto network = std::make_shared<Network>(
        train(std::span(games.samples()).first(*end), std::min(first_epochs, options.epochs)));
    if (stop || !games.play(wanted, {.network = network}, stop, progress.positions)) return std::nullopt;
  }
  const std::span<const Sample> all = games.samples();
  const std::size_t kept_apart = all.size() / test_share;
  Learned learned{train(all.first(all.size() - kept_apart), options.epochs), all.size()};
  if (stop) return std::nullopt;
  learned.error_before = network_error(nullptr, all.last(kept_apart));
  learned.error_after = network_error(&learned.network, all.last(kept_apart));
  return learned;
}

}  // namespace sow
