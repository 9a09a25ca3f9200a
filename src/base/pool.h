#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

// Pool: cells for objects of one type that never move, with a free list.
//
// Idea: chunks of cells; a released cell holds the link to the next. Which cells are in use is the owner's
// knowledge. Chunks are kept for reuse until the pool dies.
//
// T must be trivially destructible: cells are dropped, not destroyed.
//
// Threads: none shared.

namespace bonsai::base {

template <typename T>
class Pool {
 public:
  static_assert(std::is_trivially_destructible_v<T>);
  static constexpr size_t kCellsPerChunk = 1024;

  // Storage for one T, not yet constructed.
  void* allocate() {
    if (free_ != nullptr) return std::exchange(free_, free_->next);
    if (used_in_last_ == kCellsPerChunk) {
      chunks_.push_back(std::make_unique_for_overwrite<Cell[]>(kCellsPerChunk));
      used_in_last_ = 0;
    }
    return &chunks_.back()[used_in_last_++];
  }

  // REQUIRES: from allocate(), not yet released.
  void release(T* object) { free_ = new (static_cast<void*>(object)) Link{free_}; }

  size_t reserved_bytes() const { return chunks_.size() * kCellsPerChunk * sizeof(Cell); }

 private:
  struct Link {
    Link* next;
  };
  union Cell {
    Cell() {}
    Link link;
    alignas(T) std::byte bytes[sizeof(T)];
  };

  std::vector<std::unique_ptr<Cell[]>> chunks_;
  size_t used_in_last_ = kCellsPerChunk;
  Link* free_ = nullptr;
};

}  // namespace bonsai::base
