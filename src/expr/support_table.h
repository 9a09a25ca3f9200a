#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/pool.h"
#include "expr/support.h"

// SupportTable: interns supports and joins them, with a bounded memo of joins. Part of a TermStore.

namespace bonsai::expr {

class SupportTable {
 public:
  SupportTable();

  const Support* empty() const { return empty_; }
  // REQUIRES: first <= last < size of the array.
  const Support* range(const Term* array, uint64_t first, uint64_t last);
  const Support* join(const Support* a, const Support* b) {
    if (a == b || b == empty_) return a;
    return a == empty_ ? b : join_slow(a, b);
  }

  // Mark and sweep: the store marks the supports of live terms, then sweeps.
  static void mark(const Support* support) { support->marked_ = true; }
  void sweep();

  size_t bytes() const { return bytes_; }

 private:
  struct Join {
    const Support *a = nullptr, *b = nullptr, *result = nullptr;
  };
  struct Entry {
    Support support;
    std::unique_ptr<CellRange[]> ranges;
  };

  const Support* join_slow(const Support* a, const Support* b);
  const Support* intern(std::span<const CellRange> ranges);
  void grow();

  std::vector<std::unique_ptr<Entry>> slots_;  // open addressing by hash
  size_t count_ = 0;
  size_t bytes_ = 0;
  const Support* empty_;
  std::vector<Join> joins_;         // direct-mapped memo
  std::vector<CellRange> scratch_;  // of join_slow
};

}  // namespace bonsai::expr
