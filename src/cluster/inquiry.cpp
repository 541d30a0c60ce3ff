#include "cluster/inquiry.h"

namespace sow {

Inquiry::Inquiry(Post& post, Holdings& holdings)
    : post_(post),
      holdings_(holdings),
      most_open_(batches_unanswered * post.batch_bytes() / ask_bytes),
      open_(post.world().ranks()) {
  post.on(Post::asks, [this](int from, auto batch) { answer(from, batch); });
  post.on(Post::answers, [this](int from, auto batch) { hear(from, batch); });
}

void Inquiry::ask_there(int owner, int seeds, Share::Place place, const Purpose& purpose) {
  std::byte item[ask_bytes];
  std::memcpy(item, &place, sizeof place);
  item[sizeof place] = static_cast<std::byte>(seeds);
  if (open_[owner].size() >= most_open_) post_.wait_while([&] { return open_[owner].size() >= most_open_; });
  open_[owner].push_back(purpose);
  post_.put(Post::asks, owner, item, ask_bytes);
}

void Inquiry::answer(int from, std::span<const std::byte> batch) {
  const std::size_t count = batch.size() / ask_bytes, width = holdings_.forced() ? 2 : 1;
  std::vector<std::byte> answers(count * width);
  for (std::size_t i = 0; i < count; ++i) {
    Share::Place place = 0;
    std::memcpy(&place, &batch[i * ask_bytes], sizeof place);
    const Holdings::Level& level = holdings_.level(static_cast<int>(batch[i * ask_bytes + sizeof place]));
    answers[i * width] = static_cast<std::byte>(level.values[place]);
    if (width == 2) answers[i * width + 1] = static_cast<std::byte>(level.replies[place]);
  }
  post_.answer(from, std::move(answers));
}

void Inquiry::hear(int from, std::span<const std::byte> batch) {
  const std::size_t width = holdings_.forced() ? 2 : 1;
  std::array<Answer, at_once> answers;
  std::size_t count = 0;
  for (std::size_t at = 0; at < batch.size(); at += width) {
    answers[count++] = {open_[from].front(), static_cast<std::int8_t>(batch[at]),
                        static_cast<std::int8_t>(batch[at + width - 1])};
    open_[from].pop_front();
    if (count < at_once && at + width < batch.size()) continue;
    use_({answers.data(), count});
    count = 0;
  }
}

}  // namespace sow
