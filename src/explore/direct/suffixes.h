// Ways to targets that were found from the beginning of a function, for paths that come there.
//
// A suffix is control flow alone: every point (ir/points.h) passed from the function's first instruction to
// the target, concrete branches and those in functions that it calls included; the points behind an indirect
// call tell what it called. Which objects and values were met on the way means nothing in a caller and is
// left out.
//
// Threads: any number may ask and add.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "explore/direct/targets.h"
#include "ir/program.h"

namespace bonsai::explore {

struct Suffix {
  uint32_t target = 0;  // of Targets
  std::vector<uint32_t> points;
  bool is_error = false;  // the target is an error behind the last point
};
using SuffixRef = std::shared_ptr<const Suffix>;

// What the search backwards did.
struct BackwardCounts {
  uint64_t functions = 0;     // that paths began at
  uint64_t suffixes = 0;      // found
  uint64_t tried = 0;         // on paths that came to the beginning of one
  uint64_t followed = 0;      // of those, to the end
  uint64_t instructions = 0;  // executed on paths that began elsewhere, and on suffixes
  uint64_t queries = 0;       // asked on them that rewriting did not answer
};

class SuffixBook {
 public:
  // No more from one function to one target are kept.
  static constexpr size_t most_of_target = 64;

  // False: it is known, or there are enough.
  bool add(ir::FunctionId function, Suffix suffix);
  // Of a function, from the given one on.
  std::vector<SuffixRef> of(ir::FunctionId function, size_t from = 0) const;
  // Functions that have one, in the order in which they got it.
  std::vector<ir::FunctionId> functions(size_t from = 0) const;
  // Changes with every suffix that is added.
  uint64_t version() const { return version_.load(std::memory_order_acquire); }

  // True for the first who asks: the search backwards is his.
  bool claim() { return !claimed_.exchange(true); }

  void count(const BackwardCounts& more);
  BackwardCounts counts() const;

 private:
  mutable std::mutex mutex_;  // of what follows
  std::unordered_map<ir::FunctionId, std::vector<SuffixRef>> by_function_;
  std::vector<ir::FunctionId> order_;
  BackwardCounts counts_;
  std::atomic<uint64_t> version_ = 0;
  std::atomic<bool> claimed_ = false;
};

}  // namespace bonsai::explore
