#include "cluster/value_requests.h"

namespace sow {

ValueRequests::ValueRequests(Mailbox& mailbox, LocalLevels& levels)
    : mailbox_(mailbox),
      levels_(levels),
      max_pending_(max_unanswered_batches * mailbox.batch_bytes() / request_bytes),
      pending_(mailbox.world().ranks()) {
  mailbox.on(Mailbox::requests, [this](int from, auto batch) { answer_requests(from, batch); });
  mailbox.on(Mailbox::answers, [this](int from, auto batch) { receive_answers(from, batch); });
}

void ValueRequests::request_remote(int owner, int seeds, Share::Slot slot, const Pending& pending) {
  std::byte item[request_bytes];
  std::memcpy(item, &slot, sizeof slot);
  item[sizeof slot] = static_cast<std::byte>(seeds);
  if (pending_[owner].size() >= max_pending_)
    mailbox_.wait_while([&] { return pending_[owner].size() >= max_pending_; });
  pending_[owner].push_back(pending);
  mailbox_.add(Mailbox::requests, owner, item, request_bytes);
}

void ValueRequests::answer_requests(int from, std::span<const std::byte> batch) {
  const std::size_t count = batch.size() / request_bytes, width = levels_.forced() ? 2 : 1;
  std::vector<std::byte> answers(count * width);
  for (std::size_t i = 0; i < count; ++i) {
    Share::Slot slot = 0;
    std::memcpy(&slot, &batch[i * request_bytes], sizeof slot);
    const LocalLevels::Level& level = levels_.level(static_cast<int>(batch[i * request_bytes + sizeof slot]));
    answers[i * width] = static_cast<std::byte>(level.values[slot]);
    if (width == 2) answers[i * width + 1] = static_cast<std::byte>(level.replies[slot]);
  }
  mailbox_.answer(from, std::move(answers));
}

void ValueRequests::receive_answers(int from, std::span<const std::byte> batch) {
  const std::size_t width = levels_.forced() ? 2 : 1;
  std::array<Answer, local_batch> answers;
  std::size_t count = 0;
  for (std::size_t at = 0; at < batch.size(); at += width) {
    answers[count++] = {pending_[from].front(), static_cast<std::int8_t>(batch[at]),
                        static_cast<std::int8_t>(batch[at + width - 1])};
    pending_[from].pop_front();
    if (count < local_batch && at + width < batch.size()) continue;
    handle_({answers.data(), count});
    count = 0;
  }
}

}  // namespace sow
