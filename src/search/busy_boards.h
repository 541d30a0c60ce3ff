// The boards that threads are currently searching (simplified ABDADA). A thread defers a move whose board is listed
// here: when it returns to the move, the result is probably in the transposition table. Without this, threads search
// the same tree side by side.
//
// Each slot stores the hash of one board; a newer board overwrites an older one. Losing an entry only costs time.
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

  // Marks the board as busy during its lifetime; does nothing if `busy` is null.
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
