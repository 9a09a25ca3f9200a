// Rewriting of array reads and writes.
//
// A read passes every write whose index provably differs and ends at one whose index is provably the same;
// proof is what the rewriting of the equality of the two indices gives. Writes at one index replace each
// other.
//
// Tested by rewrite_test.cpp.

#include "expr/rewrite.h"

namespace bonsai::expr {

namespace {

// More writes than this are not looked through when their indices need the equality rewriter.
constexpr unsigned kMaxProofs = 64;
// A table slice up to this long is searched for a common value.
constexpr uint64_t kMaxScan = 256;

const Term* read_table(TermStore& s, const Term* array, const Term* index) {
  const TableInfo& table = array->table();
  if (index->is_constant()) return s.constant(array->width(), table.element(index->value()));
  const uint64_t first = index->unsigned_min(), last = index->unsigned_max();
  if (first >= table.size()) return s.zero(array->width());
  if (last - first >= kMaxScan) return nullptr;
  const uint64_t value = table.element(first);
  for (uint64_t i = first + 1; i <= last; ++i) {
    // Only indices that agree with the known bits can occur.
    if ((i & index->known_zeros()) != 0 || (~i & index->known_ones()) != 0) continue;
    if (table.element(i) != value) return nullptr;
  }
  return s.constant(array->width(), value);
}

}  // namespace

const Term* rewrite_read(TermStore& s, const Term* array, const Term* index) {
  const Term* from = array;
  unsigned proofs = 0;
  while (is(from, Kind::Store)) {
    const Term* written = from->operand(1);
    if (written == index) return from->operand(2);
    if (!written->is_constant() || !index->is_constant()) {
      if (++proofs > kMaxProofs || !s.eq(written, index)->is_false()) break;
    }
    from = from->operand(0);
  }
  if (from != array) return s.read(from, index);
  if (is(array, Kind::Table)) return read_table(s, array, index);
  if (is(array, Kind::Array) && index->unsigned_min() >= array->array().size) return s.zero(array->width());
  return nullptr;
}

const Term* rewrite_store(TermStore& s, const Term* array, const Term* index, const Term* element) {
  if (is(array, Kind::Store) && array->operand(1) == index) return s.store(array->operand(0), index, element);
  // Writing back what is there.
  if (is(element, Kind::Read) && element->operand(0) == array && element->operand(1) == index) return array;
  return nullptr;
}

}  // namespace bonsai::expr
