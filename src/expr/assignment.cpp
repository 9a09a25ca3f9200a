#include "expr/assignment.h"

#include <algorithm>

namespace bonsai::expr {

uint8_t Assignment::sparse_cell(const Cells& cells, uint64_t cell) {
  const auto it = std::ranges::lower_bound(cells.sparse, cell, {}, &std::pair<uint64_t, uint8_t>::first);
  return it != cells.sparse.end() && it->first == cell ? it->second : 0;
}

void Assignment::set(const Term* array, uint64_t cell, uint8_t value) {
  assert(cell < array->array().size);
  const uint32_t slot = array->array().slot;
  epoch_ = 0;
  if (slot >= arrays_.size()) arrays_.resize(slot + 1);
  Cells& cells = arrays_[slot];
  if (cell < kDenseCells) {
    if (cell >= cells.dense.size()) cells.dense.resize(cell + 1);
    cells.dense[cell] = value;
    return;
  }
  const auto it = std::ranges::lower_bound(cells.sparse, cell, {}, &std::pair<uint64_t, uint8_t>::first);
  if (it != cells.sparse.end() && it->first == cell)
    it->second = value;
  else
    cells.sparse.insert(it, {cell, value});
}

uint8_t Assignment::get(const Term* array, uint64_t index) const { return cell(array->array().slot, index); }

uint64_t Assignment::bytes() const {
  uint64_t sum = sizeof *this + arrays_.capacity() * sizeof(Cells);
  for (const Cells& cells : arrays_)
    sum += cells.dense.capacity() + cells.sparse.capacity() * sizeof(cells.sparse[0]);
  return sum;
}

void Assignment::clear() {
  arrays_.clear();
  epoch_ = 0;
}

}  // namespace bonsai::expr
