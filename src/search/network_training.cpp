#include "search/network_training.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "board/margin.h"

namespace sow {
namespace {

constexpr int width = Network::width;
constexpr std::size_t batch = 1024;
constexpr float first_rate = 3e-3F, last_rate = 3e-5F;
constexpr float robust = 4;  // seeds: larger errors count by their size, not by its square

// The numbers of a network as they are learnt, all in one list:
// bias | rows, each near and far | outputs, each own, opp and bias.
class Places {
 public:
  explicit Places(const NetworkShape& shape) : shape_(shape) {}

  std::size_t bias() const { return 0; }
  std::size_t row(int pit, int content) const {
    return width + (static_cast<std::size_t>(pit) * shape_.contents() + content) * 2 * width;
  }
  std::size_t output(int stage) const { return row(shape_.pits, 0) + static_cast<std::size_t>(stage) * output_size; }
  std::size_t size() const { return output(shape_.stages); }

 private:
  static constexpr std::size_t output_size =
      2 * width + width;  // the bias is followed by nothing, to keep vectors whole
  NetworkShape shape_;
};

// What the two views sum up to, cut off, and which sums were not.
struct Views {
  float sums[2][width];

  float cut(int view, int i) const { return std::clamp(sums[view][i], 0.0F, 1.0F); }
  bool open(int view, int i) const { return sums[view][i] > 0 && sums[view][i] < 1; }
};

class Trainer {
 public:
  Trainer(const NetworkShape& shape, std::span<const Sample> samples, std::uint64_t seed)
      : shape_(shape),
        at_(shape),
        samples_(samples),
        random_(seed),
        values_(at_.size()),
        slopes_(at_.size()),
        means_(at_.size()),
        squares_(at_.size()) {
    scale_ = std::max(0.5F, static_cast<float>(network_error(nullptr, samples)));
    const auto chance = [&](float most) { return most * (static_cast<float>(random_() >> 40) / 8388608.0F - 1); };
    for (int i = 0; i < width; ++i) values_[at_.bias() + i] = 0.5F;
    for (std::size_t i = at_.row(0, 0); i < at_.output(0); ++i) values_[i] = chance(0.1F);
    for (int s = 0; s < shape_.stages; ++s)
      for (int i = 0; i < 2 * width; ++i) values_[at_.output(s) + i] = chance(0.2F);
  }

  void run(const TrainingRun& how) {
    std::vector<std::uint32_t> order(samples_.size());
    std::iota(order.begin(), order.end(), 0U);
    const std::size_t batches = std::max<std::size_t>(1, order.size() / batch);
    const auto steps = static_cast<float>(batches * how.epochs);
    for (int epoch = 0; epoch < how.epochs; ++epoch) {
      for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_() % i]);
      for (std::size_t b = 0; b < batches && !(how.stop != nullptr && *how.stop); ++b) {
        const auto from = b * batch, to = std::min(order.size(), from + batch);
        std::fill(slopes_.begin(), slopes_.end(), 0.0F);
        for (std::size_t i = from; i < to; ++i) add_slopes(samples_[order[i]]);
        const float done = static_cast<float>(++step_) / steps;
        step(last_rate + (first_rate - last_rate) * (1 + std::cos(done * std::numbers::pi_v<float>)) / 2,
             static_cast<float>(to - from));
      }
      if (how.epoch != nullptr) ++*how.epoch;
    }
  }

  Network rounded() const;

 private:
  Views views_of(const Sample& sample) const {
    Views views;
    for (auto& view : views.sums) std::copy_n(&values_[at_.bias()], width, view);
    for (int pit = 0; pit < shape_.pits; ++pit)
      for (int side = 0; side < 2; ++side) {
        const float* row = &values_[at_.row(pit, sample.contents[side][pit])];
        for (int i = 0; i < width; ++i) views.sums[side][i] += row[i];
        for (int i = 0; i < width; ++i) views.sums[1 - side][i] += row[width + i];
      }
    return views;
  }

  // The slope of the error by every number, for one position, is added to those of the batch.
  void add_slopes(const Sample& sample) {
    const Views views = views_of(sample);
    const std::size_t output = at_.output(shape_.stage(sample.seeds));
    float value = values_[output + 2 * width];
    for (int view = 0; view < 2; ++view)
      for (int i = 0; i < width; ++i) value += views.cut(view, i) * values_[output + view * width + i];
    const float limit = robust / scale_;
    const float error = std::clamp(value - static_cast<float>(sample.margin) / seed_value / scale_, -limit, limit);
    slopes_[output + 2 * width] += error;
    float back[2][width];
    for (int view = 0; view < 2; ++view)
      for (int i = 0; i < width; ++i) {
        back[view][i] = views.open(view, i) ? error * values_[output + view * width + i] : 0.0F;
        slopes_[output + view * width + i] += error * views.cut(view, i);
        slopes_[at_.bias() + i] += back[view][i];
      }
    for (int pit = 0; pit < shape_.pits; ++pit)
      for (int side = 0; side < 2; ++side) {
        float* row = &slopes_[at_.row(pit, sample.contents[side][pit])];
        for (int i = 0; i < width; ++i) row[i] += back[side][i];
        for (int i = 0; i < width; ++i) row[width + i] += back[1 - side][i];
      }
  }

  // One step of Adam.
  void step(float rate, float count) {
    constexpr float keep_mean = 0.9F, keep_square = 0.999F;
    const float mean_part = 1 - std::pow(keep_mean, static_cast<float>(step_)),
                square_part = 1 - std::pow(keep_square, static_cast<float>(step_));
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const float slope = slopes_[i] / count;
      means_[i] = keep_mean * means_[i] + (1 - keep_mean) * slope;
      squares_[i] = keep_square * squares_[i] + (1 - keep_square) * slope * slope;
      values_[i] -= rate * (means_[i] / mean_part) / (std::sqrt(squares_[i] / square_part) + 1e-8F);
    }
  }

  NetworkShape shape_;
  Places at_;
  std::span<const Sample> samples_;
  Random random_;
  float scale_;  // margins are learnt in so many seeds
  std::uint64_t step_ = 0;
  std::vector<float> values_, slopes_, means_, squares_;
};

Network Trainer::rounded() const {
  Network network(shape_);
  const auto round = [](double value, int most) {
    return static_cast<int>(std::clamp(std::lround(value), -static_cast<long>(most), static_cast<long>(most)));
  };
  const auto set_row = [&](std::size_t from, Network::Numbers& into) {
    for (int i = 0; i < width; ++i)
      into[i] = static_cast<std::int16_t>(round(values_[from + i] * Network::one, Network::most(shape_)));
  };
  set_row(at_.bias(), network.bias().near);
  for (int pit = 0; pit < shape_.pits; ++pit)
    for (int content = 0; content < shape_.contents(); ++content) {
      set_row(at_.row(pit, content), network.row(pit, content).near);
      set_row(at_.row(pit, content) + width, network.row(pit, content).far);
    }
  const double hundredths = scale_ * seed_value * (1 << Network::shift);
  for (int stage = 0; stage < shape_.stages; ++stage) {
    const std::size_t from = at_.output(stage);
    auto& output = network.output(stage);
    for (int i = 0; i < width; ++i) {
      output.own[i] = static_cast<std::int16_t>(round(values_[from + i] * hundredths / Network::one, 32767));
      output.opp[i] = static_cast<std::int16_t>(round(values_[from + width + i] * hundredths / Network::one, 32767));
    }
    output.bias = round(values_[from + 2 * width] * hundredths, Network::most_bias);
  }
  return network;
}

}  // namespace

Network train_network(const NetworkShape& shape, std::span<const Sample> samples, const TrainingRun& run) {
  Trainer trainer(shape, samples, run.seed);
  trainer.run(run);
  return trainer.rounded();
}

double network_error(const Network* network, std::span<const Sample> samples) {
  double sum = 0;
  for (const Sample& sample : samples) {
    const int guess = network == nullptr ? 0 : network->value(sample.contents[0], sample.contents[1], sample.seeds);
    const double error = static_cast<double>(guess - sample.margin) / seed_value;
    sum += error * error;
  }
  return samples.empty() ? 0 : std::sqrt(sum / static_cast<double>(samples.size()));
}

}  // namespace sow
