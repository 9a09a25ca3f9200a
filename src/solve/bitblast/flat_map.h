// FlatMap: integer keys to small values, open addressing with linear probing, insert only.
//
// Idea: term ids and gate numbers are looked up for every gate of every query; a node-based map would be the
// most expensive part.
//
// Threads: none shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace bonsai::solve {

template <typename Key, typename Value>
class FlatMap {
 public:
  const Value* find(Key key) const {
    if (size_ == 0) return nullptr;
    const Slot& slot = slots_[locate(key)];
    return slot.used ? &slot.value : nullptr;
  }
  Value* find(Key key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

  // The value of the key, made with Value{} if it was absent. The reference holds until the next call.
  Value& operator[](Key key) {
    if ((size_ + 1) * 8 > slots_.size() * 5) grow();
    Slot& slot = slots_[locate(key)];
    if (!slot.used) {
      slot.used = true;
      slot.key = key;
      ++size_;
    }
    return slot.value;
  }

  size_t size() const { return size_; }
  void clear() {
    slots_.clear();
    size_ = 0;
  }

 private:
  struct Slot {
    Key key{};
    Value value{};
    bool used = false;
  };

  size_t locate(Key key) const {
    const size_t mask = slots_.size() - 1;
    size_t at = base::hash_mix(static_cast<uint64_t>(key) + 0x9e3779b97f4a7c15u, 0xd6e8feb86659fd93u) & mask;
    while (slots_[at].used && slots_[at].key != key) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    for (Slot& slot : old)
      if (slot.used) slots_[locate(slot.key)] = slot;
  }

  std::vector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace bonsai::solve
