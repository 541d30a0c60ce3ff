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
constexpr std::size_t batch_size = 1024;
constexpr float first_rate = 3e-3F, last_rate = 3e-5F;  // learning rates, with cosine decay
constexpr float huber_limit = 4;                        // Huber loss: errors beyond this many seeds count linearly

// The offsets of all parameters in one list: bias | rows, each near and far | outputs, each own, opp, and bias.
class Offsets {
 public:
  explicit Offsets(const NetworkShape& shape) : shape_(shape) {}

  std::size_t bias() const { return 0; }
  std::size_t row(int pit, int content) const {
    return width + (static_cast<std::size_t>(pit) * shape_.contents() + content) * 2 * width;
  }
  std::size_t output(int stage) const { return row(shape_.pits, 0) + static_cast<std::size_t>(stage) * output_size; }
  std::size_t size() const { return output(shape_.stages); }

 private:
  static constexpr std::size_t output_size = 2 * width + width;  // the bias is padded to a whole vector
  NetworkShape shape_;
};

// The accumulators of both sides, with clipped ReLU and its derivative.
struct Accumulators {
  float values[2][width];

  float clipped(int side, int i) const { return std::clamp(values[side][i], 0.0F, 1.0F); }
  bool has_gradient(int side, int i) const { return values[side][i] > 0 && values[side][i] < 1; }
};

class Trainer {
 public:
  Trainer(const NetworkShape& shape, std::span<const Sample> samples, std::uint64_t seed)
      : shape_(shape),
        offsets_(shape),
        samples_(samples),
        random_(seed),
        values_(offsets_.size()),
        gradients_(offsets_.size()),
        means_(offsets_.size()),
        squares_(offsets_.size()) {
    scale_ = std::max(0.5F, static_cast<float>(network_error(nullptr, samples)));
    const auto uniform = [&](float limit) { return limit * (static_cast<float>(random_() >> 40) / 8388608.0F - 1); };
    for (int i = 0; i < width; ++i) values_[offsets_.bias() + i] = 0.5F;
    for (std::size_t i = offsets_.row(0, 0); i < offsets_.output(0); ++i) values_[i] = uniform(0.1F);
    for (int s = 0; s < shape_.stages; ++s)
      for (int i = 0; i < 2 * width; ++i) values_[offsets_.output(s) + i] = uniform(0.2F);
  }

  void run(const TrainingRun& options) {
    std::vector<std::uint32_t> order(samples_.size());
    std::iota(order.begin(), order.end(), 0U);
    const std::size_t batches = std::max<std::size_t>(1, order.size() / batch_size);
    const auto steps = static_cast<float>(batches * options.epochs);
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
      for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_() % i]);
      for (std::size_t b = 0; b < batches && !(options.stop != nullptr && *options.stop); ++b) {
        const auto from = b * batch_size, to = std::min(order.size(), from + batch_size);
        std::fill(gradients_.begin(), gradients_.end(), 0.0F);
        for (std::size_t i = from; i < to; ++i) add_gradients(samples_[order[i]]);
        const float done = static_cast<float>(++step_) / steps;
        adam_step(last_rate + (first_rate - last_rate) * (1 + std::cos(done * std::numbers::pi_v<float>)) / 2,
                  static_cast<float>(to - from));
      }
      if (options.epoch != nullptr) ++*options.epoch;
    }
  }

  Network quantized() const;

 private:
  Accumulators accumulate(const Sample& sample) const {
    Accumulators sums;
    for (auto& view : sums.values) std::copy_n(&values_[offsets_.bias()], width, view);
    for (int pit = 0; pit < shape_.pits; ++pit)
      for (int side = 0; side < 2; ++side) {
        const float* row = &values_[offsets_.row(pit, sample.contents[side][pit])];
        for (int i = 0; i < width; ++i) sums.values[side][i] += row[i];
        for (int i = 0; i < width; ++i) sums.values[1 - side][i] += row[width + i];
      }
    return sums;
  }

  // Backpropagation: adds the gradient of one position to that of the batch.
  void add_gradients(const Sample& sample) {
    const Accumulators sums = accumulate(sample);
    const std::size_t output = offsets_.output(shape_.stage(sample.seeds));
    float value = values_[output + 2 * width];
    for (int view = 0; view < 2; ++view)
      for (int i = 0; i < width; ++i) value += sums.clipped(view, i) * values_[output + view * width + i];
    const float limit = huber_limit / scale_;
    const float error = std::clamp(value - static_cast<float>(sample.margin) / seed_value / scale_, -limit, limit);
    gradients_[output + 2 * width] += error;
    float backward[2][width];
    for (int view = 0; view < 2; ++view)
      for (int i = 0; i < width; ++i) {
        backward[view][i] = sums.has_gradient(view, i) ? error * values_[output + view * width + i] : 0.0F;
        gradients_[output + view * width + i] += error * sums.clipped(view, i);
        gradients_[offsets_.bias() + i] += backward[view][i];
      }
    for (int pit = 0; pit < shape_.pits; ++pit)
      for (int side = 0; side < 2; ++side) {
        float* row = &gradients_[offsets_.row(pit, sample.contents[side][pit])];
        for (int i = 0; i < width; ++i) row[i] += backward[side][i];
        for (int i = 0; i < width; ++i) row[width + i] += backward[1 - side][i];
      }
  }

  // One step of the Adam optimizer.
  void adam_step(float rate, float count) {
    constexpr float beta1 = 0.9F, beta2 = 0.999F;
    const float mean_correction = 1 - std::pow(beta1, static_cast<float>(step_)),
                square_correction = 1 - std::pow(beta2, static_cast<float>(step_));
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const float gradient = gradients_[i] / count;
      means_[i] = beta1 * means_[i] + (1 - beta1) * gradient;
      squares_[i] = beta2 * squares_[i] + (1 - beta2) * gradient * gradient;
      values_[i] -= rate * (means_[i] / mean_correction) / (std::sqrt(squares_[i] / square_correction) + 1e-8F);
    }
  }

  NetworkShape shape_;
  Offsets offsets_;
  std::span<const Sample> samples_;
  Random random_;
  float scale_;  // margins are divided by this number of seeds
  std::uint64_t step_ = 0;
  std::vector<float> values_, gradients_, means_, squares_;
};

Network Trainer::quantized() const {
  Network network(shape_);
  const auto round = [](double value, int limit) {
    return static_cast<int>(std::clamp(std::lround(value), -static_cast<long>(limit), static_cast<long>(limit)));
  };
  const auto set_row = [&](std::size_t from, Network::Numbers& into) {
    for (int i = 0; i < width; ++i)
      into[i] = static_cast<std::int16_t>(round(values_[from + i] * Network::one, Network::max_weight(shape_)));
  };
  set_row(offsets_.bias(), network.bias().near);
  for (int pit = 0; pit < shape_.pits; ++pit)
    for (int content = 0; content < shape_.contents(); ++content) {
      set_row(offsets_.row(pit, content), network.row(pit, content).near);
      set_row(offsets_.row(pit, content) + width, network.row(pit, content).far);
    }
  const double output_scale = scale_ * seed_value * (1 << Network::shift);
  for (int stage = 0; stage < shape_.stages; ++stage) {
    const std::size_t from = offsets_.output(stage);
    auto& output = network.output(stage);
    for (int i = 0; i < width; ++i) {
      output.own[i] = static_cast<std::int16_t>(round(values_[from + i] * output_scale / Network::one, 32767));
      output.opp[i] = static_cast<std::int16_t>(round(values_[from + width + i] * output_scale / Network::one, 32767));
    }
    output.bias = round(values_[from + 2 * width] * output_scale, Network::max_bias);
  }
  return network;
}

}  // namespace

Network train_network(const NetworkShape& shape, std::span<const Sample> samples, const TrainingRun& run) {
  Trainer trainer(shape, samples, run.seed);
  trainer.run(run);
  return trainer.quantized();
}

double network_error(const Network* network, std::span<const Sample> samples) {
  double sum = 0;
  for (const Sample& sample : samples) {
    const int prediction =
        network == nullptr ? 0 : network->value(sample.contents[0], sample.contents[1], sample.seeds);
    const double error = static_cast<double>(prediction - sample.margin) / seed_value;
    sum += error * error;
  }
  return samples.empty() ? 0 : std::sqrt(sum / static_cast<double>(samples.size()));
}

}  // namespace sow
