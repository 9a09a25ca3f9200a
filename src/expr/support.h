#pragma once

#include <cstdint>
#include <span>

#include "expr/term.h"

// Support: the set of symbolic bytes that a term reads.
//
// Idea: sorted disjoint ranges of cells per array; "the whole array" is the range of all its cells, so a scan
// over neighbouring bytes stays one range. Sets are interned by the store that made them and union is
// memoised, so that equal sets are the same pointer and a term costs a pointer.
//
// Invariant: ranges are ordered by the arrays' structural hash, then name, then cell: the order is the same
// in every worker. Neighbouring ranges are joined.
//
// Threads: as the store's.

namespace bonsai::expr {

struct CellRange {
  const Term* array;  // of kind Array
  uint64_t first;
  uint64_t last;  // inclusive

  bool is_whole() const { return first == 0 && last + 1 == array->array().size; }
  friend bool operator==(const CellRange&, const CellRange&) = default;
};

class Support {
 public:
  std::span<const CellRange> ranges() const { return {ranges_, count_}; }
  bool empty() const { return count_ == 0; }
  uint64_t hash() const { return hash_; }
  uint64_t cell_count() const;
  bool contains(const Term* array, uint64_t cell) const;
  bool intersects(const Support& other) const;

 private:
  friend class SupportTable;
  const CellRange* ranges_ = nullptr;
  uint32_t count_ = 0;
  mutable bool marked_ = false;
  uint64_t hash_ = 0;
};

}  // namespace bonsai::expr
