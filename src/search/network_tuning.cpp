#include "search/network_tuning.h"

namespace sow {
namespace {

constexpr std::size_t first_divisor = 4;        // a quarter of the positions comes from the linear evaluation
constexpr std::size_t validation_divisor = 20;  // a twentieth is held out for validation
constexpr int first_epochs = 10;

}  // namespace

std::optional<TunedNetwork> tune_network(const GameDef& game, const NetworkTuningOptions& options,
                                         const std::atomic<bool>& stop) {
  using Phase = NetworkTuningProgress::Phase;
  NetworkTuningProgress& progress = *options.progress;
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

  const std::size_t target = options.games.positions, first = target / first_divisor;
  if (!games.play(first, {.file = std::string(linear_evaluation)}, stop, progress.positions)) return std::nullopt;
  if (games.samples().size() < target) {
    // Only chunks played with the linear evaluation, even if the file already contains later ones.
    const auto end = std::lower_bound(games.chunk_ends().begin(), games.chunk_ends().end(), first);
    const auto network = std::make_shared<Network>(
        train(std::span(games.samples()).first(*end), std::min(first_epochs, options.epochs)));
    if (stop || !games.play(target, {.network = network}, stop, progress.positions)) return std::nullopt;
  }
  const std::span<const Sample> all = games.samples();
  const std::size_t held_out = all.size() / validation_divisor;
  TunedNetwork tuned{train(all.first(all.size() - held_out), options.epochs), all.size()};
  if (stop) return std::nullopt;
  tuned.baseline_error = network_error(nullptr, all.last(held_out));
  tuned.validation_error = network_error(&tuned.network, all.last(held_out));
  return tuned;
}

}  // namespace sow
