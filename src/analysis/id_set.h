// A set of small numbers: sorted chunks of 64 bits. Sets that share numbers near each other are small, and
// are united chunk by chunk. Tested by id_set_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/hash.h"

namespace bonsai::analysis {

class IdSet {
 public:
  bool empty() const { return chunks_.empty(); }
  void clear() { chunks_.clear(); }
  size_t size() const {
    size_t count = 0;
    for (const Chunk& chunk : chunks_) count += size_t(__builtin_popcountll(chunk.bits));
    return count;
  }
  bool contains(uint32_t id) const {
    auto at = place(id / 64);
    return at != chunks_.end() && at->number == id / 64 && at->bits >> id % 64 & 1;
  }
  // Whether it was not there.
  bool insert(uint32_t id) {
    auto at = chunks_.begin() + (place(id / 64) - chunks_.begin());
    uint64_t bit = uint64_t(1) << id % 64;
    if (at == chunks_.end() || at->number != id / 64) {
      chunks_.insert(at, {id / 64, bit});
      return true;
    }
    if (at->bits & bit) return false;
    at->bits |= bit;
    return true;
  }
  // Adds all of `other`; what was not here is added to `fresh` too. Whether there was any.
  bool insert(const IdSet& other, IdSet& fresh) {
    bool grew = false;
    if (chunks_.size() > 8 * other.chunks_.size()) {
      for (const Chunk& chunk : other.chunks_) {
        auto at = chunks_.begin() + (place(chunk.number) - chunks_.begin());
        if (at == chunks_.end() || at->number != chunk.number) at = chunks_.insert(at, {chunk.number, 0});
        if (uint64_t more = chunk.bits & ~at->bits) {
          at->bits |= more;
          fresh.insert_bits(chunk.number, more);
          grew = true;
        }
      }
      return grew;
    }
    std::vector<Chunk> merged;
    merged.reserve(chunks_.size() + other.chunks_.size());
    auto mine = chunks_.begin();
    for (const Chunk& chunk : other.chunks_) {
      while (mine != chunks_.end() && mine->number < chunk.number) merged.push_back(*mine++);
      uint64_t have = mine != chunks_.end() && mine->number == chunk.number ? (mine++)->bits : 0;
      if (uint64_t more = chunk.bits & ~have) {
        fresh.insert_bits(chunk.number, more);
        grew = true;
      }
      merged.push_back({chunk.number, have | chunk.bits});
    }
    if (!grew) return false;
    merged.insert(merged.end(), mine, chunks_.end());
    chunks_ = std::move(merged);
    return true;
  }
  // Takes all of `other` out.
  void erase(const IdSet& other) {
    auto theirs = other.chunks_.begin();
    std::erase_if(chunks_, [&](Chunk& chunk) {
      while (theirs != other.chunks_.end() && theirs->number < chunk.number) ++theirs;
      if (theirs != other.chunks_.end() && theirs->number == chunk.number) chunk.bits &= ~theirs->bits;
      return chunk.bits == 0;
    });
  }
  // Whether it has one, and those that are none, of the numbers whose bit is set in `marks`.
  // REQUIRES: there is a bit for each.
  bool intersects(const std::vector<uint64_t>& marks) const {
    return std::any_of(chunks_.begin(), chunks_.end(),
                       [&](const Chunk& chunk) { return (chunk.bits & marks[chunk.number]) != 0; });
  }
  template <typename F>
  void for_each_unmarked(const std::vector<uint64_t>& marks, F&& f) const {
    for (const Chunk& chunk : chunks_)
      for (uint64_t bits = chunk.bits & ~marks[chunk.number]; bits; bits &= bits - 1)
        f(chunk.number * 64 + uint32_t(__builtin_ctzll(bits)));
  }
  template <typename F>
  void for_each(F&& f) const {
    for (const Chunk& chunk : chunks_)
      for (uint64_t bits = chunk.bits; bits; bits &= bits - 1)
        f(chunk.number * 64 + uint32_t(__builtin_ctzll(bits)));
  }
  friend bool operator==(const IdSet&, const IdSet&) = default;
  size_t hash() const {
    uint64_t value = 0;
    for (const Chunk& chunk : chunks_)
      value = base::hash_combine(base::hash_combine(value, chunk.number), chunk.bits);
    return value;
  }

 private:
  struct Chunk {
    uint32_t number;
    uint64_t bits;
    friend bool operator==(const Chunk&, const Chunk&) = default;
  };
  std::vector<Chunk>::const_iterator place(uint32_t number) const {
    if (chunks_.empty() || chunks_.back().number < number) return chunks_.end();
    return std::lower_bound(chunks_.begin(), chunks_.end(), number,
                            [](const Chunk& chunk, uint32_t wanted) { return chunk.number < wanted; });
  }
  void insert_bits(uint32_t number, uint64_t bits) {
    auto at = chunks_.begin() + (place(number) - chunks_.begin());
    if (at == chunks_.end() || at->number != number)
      chunks_.insert(at, {number, bits});
    else
      at->bits |= bits;
  }

  std::vector<Chunk> chunks_;
};

}  // namespace bonsai::analysis
