// The boards that threads are searching just now. A thread that finds one of its moves here turns to the others first: when
// it comes back, the result is likely to be in the table (simplified ABDADA). Without that two threads walk through the
// same tree side by side.
//
// A slot holds the hash of one board; when two boards want the same slot the later one has it. That can only cost time.
#pragma once

#include <array>
#include <atomic>

#include "search/table.h"

namespace sow {

class BusyBoards {
 public:
  bool has(Table::Key key) const {
    const std::uint64_t hash = Table::hash(key);
    return slots_[hash % size].load(std::memory_order_relaxed) == hash;
  }

  // The board is busy as long as this lives; `busy` may be null: then nothing is noted.
  class Mark {
   public:
    Mark(BusyBoards* busy, Table::Key key) {
      if (busy == nullptr) return;
      hash_ = Table::hash(key);
      slot_ = &busy->slots_[hash_ % size];
      slot_->store(hash_, std::memory_order_relaxed);
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;
    ~Mark() {
      if (slot_ != nullptr && slot_->load(std::memory_order_relaxed) == hash_)
        slot_->store(0, std::memory_order_relaxed);
    }

   private:
    std::uint64_t hash_ = 0;
    std::atomic<std::uint64_t>* slot_ = nullptr;
  };

 private:
  static constexpr std::size_t size = 1 << 12;
  std::array<std::atomic<std::uint64_t>, size> slots_{};
};

}  // namespace sow
