#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "expr/term.h"

// Assignment: values for the cells of symbolic arrays; cells never set are 0.
//
// Idea: one dense vector per array slot, so that the evaluator reads a cell without hashing; cells far out
// are kept in a sorted list, so that one cell of a huge array does not cost its size.
//
// An assignment belongs to the store of the arrays it was set on.
//
// Threads: none shared; a const Assignment may be evaluated by its store's thread only.

namespace bonsai::expr {

class Assignment {
 public:
  void set(const Term* array, uint64_t cell, uint8_t value);
  uint8_t get(const Term* array, uint64_t cell) const;
  void clear();
  // Memory that it takes, roughly.
  uint64_t bytes() const;

  // Calls fn(slot, cell, value) for each cell that is not 0, by ascending slot and cell.
  template <typename Fn>
  void for_each(Fn&& fn) const;

 private:
  friend class Evaluator;
  static constexpr uint64_t kDenseCells = 1 << 16;
  struct Cells {
    std::vector<uint8_t> dense;
    std::vector<std::pair<uint64_t, uint8_t>> sparse;  // sorted; cells from kDenseCells on
  };

  uint8_t cell(uint32_t slot, uint64_t cell) const {
    if (slot >= arrays_.size()) return 0;
    const Cells& cells = arrays_[slot];
    if (cell < cells.dense.size()) return cells.dense[cell];
    return cell < kDenseCells ? 0 : sparse_cell(cells, cell);
  }
  static uint8_t sparse_cell(const Cells& cells, uint64_t cell);

  std::vector<Cells> arrays_;
  // Names the memo that terms hold for exactly these values; 0 when changed since the last evaluation.
  mutable uint64_t epoch_ = 0;
};

template <typename Fn>
void Assignment::for_each(Fn&& fn) const {
  for (uint32_t slot = 0; slot < arrays_.size(); ++slot) {
    const Cells& cells = arrays_[slot];
    for (uint64_t i = 0; i < cells.dense.size(); ++i)
      if (cells.dense[i] != 0) fn(slot, i, cells.dense[i]);
    for (auto [index, value] : cells.sparse)
      if (value != 0) fn(slot, index, value);
  }
}

}  // namespace bonsai::expr
