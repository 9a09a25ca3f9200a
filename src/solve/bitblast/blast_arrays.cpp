// Reads: from symbolic arrays, through stores, from tables.
//
// Tested by bitblast_array_test.cpp, bitblast_table_test.cpp.
#include <algorithm>
#include <bit>

#include "solve/bitblast/blaster.h"

namespace bonsai::solve {

using expr::Kind;
using expr::Term;

unsigned count_stores(const Term* read, unsigned limit) {
  unsigned count = 0;
  for (const Term* at = read->operand(0); at->kind() == Kind::Store && count <= limit; at = at->operand(0))
    ++count;
  return count;
}

bool decides_by_lookup(const Term* term, LookupPath& path) {
  if (term->width() != 1 || !find_lookup(term, path) || path.steps.size() < 2) return false;
  // The tree must be small enough whatever the index bits turn out to be.
  return std::bit_width(path.table_size()) <= Blaster::kTreeBits;
}

bool decides_by_join(const Term* term, LookupJoin& join) {
  if (term->kind() != Kind::Eq || !find_join(term, join)) return false;
  // Renaming pays when elements are wider than indices.
  const size_t bits = std::max(std::bit_width(join.a.table_size()), std::bit_width(join.b.table_size()));
  return bits <= Blaster::kTreeBits && bits < join.width;
}

const Term* Blaster::find_base_read(const Term* read) const {
  const auto found = base_reads_.find(read->id());
  return found == base_reads_.end() ? nullptr : found->second;
}

const Term* Blaster::base_read(const Term* read) {
  if (const Term* known = find_base_read(read); known != nullptr) return known;
  const Term* base = read->operand(0);
  while (base->kind() == Kind::Store) base = base->operand(0);
  return base_reads_[read->id()] = store_.read(base, read->operand(1));
}

const Bits* Blaster::find_cell(const Term* array, uint64_t index) const {
  const uint32_t slot = array->array().slot;
  return slot < cells_.size() ? cells_[slot].find(index) : nullptr;
}

Bits Blaster::cell(const Term* array, uint64_t index) {
  if (const Bits* known = find_cell(array, index); known != nullptr) return *known;
  const uint32_t slot = array->array().slot;
  if (slot >= cells_.size()) cells_.resize(slot + 1);
  const auto group = static_cast<uint32_t>(groups_.size());
  groups_.push_back({array, index});
  const OutBits bits = allocate(8);
  for (uint32_t i = 0; i < 8; ++i) bits[i] = aig_.input(group, i);
  if (!aig_.exhausted()) cells_[slot][index] = bits;
  return bits;
}

// The value of the read is free; lemmas will tie it down.
void Blaster::make_lazy(const Term* term, OutBits out) {
  const auto group = static_cast<uint32_t>(groups_.size());
  groups_.push_back({});
  for (uint32_t i = 0; i < out.size(); ++i) out[i] = aig_.input(group, i);
  if (!aig_.exhausted()) lazy_[term->id()] = true;
}

void Blaster::blast_read(const Term* term, OutBits out) {
  const unsigned stores = count_stores(term, kEagerStores);
  if (stores > kEagerStores) return make_lazy(term, out);
  if (stores == 0) {
    if (term->operand(0)->kind() == Kind::Table) return blast_table_read(term, out);
    return blast_array_read(term, out);
  }
  // Read over write, innermost store first.
  const Bits index = word(term->operand(1));
  const Bits base = word(base_read(term));
  std::copy(base.begin(), base.end(), out.begin());
  const Term* chain[kEagerStores];
  unsigned count = 0;
  for (const Term* at = term->operand(0); at->kind() == Kind::Store; at = at->operand(0)) chain[count++] = at;
  for (unsigned i = count; i-- > 0;) {
    const Lit hit = bits_equal(aig_, index, word(chain[i]->operand(1)));
    const Bits element = word(chain[i]->operand(2));
    for (size_t bit = 0; bit < out.size(); ++bit) out[bit] = aig_.lmux(hit, element[bit], out[bit]);
  }
}

void Blaster::blast_array_read(const Term* term, OutBits out) {
  const Term* array = term->operand(0);
  const uint64_t size = array->array().size;
  const Bits index = word(term->operand(1));
  const IndexView view = view_index(aig_, index, size);
  if (size == 0) {
    std::fill(out.begin(), out.end(), kFalse);
    return;
  }
  if (view.unknown.size() > std::bit_width(kEagerCells) - 1) return make_lazy(term, out);
  std::vector<Lit> leaves;
  uint64_t at = view.base;
  for (size_t i = 0; i < view.leaves(); ++i, at = view.next(at)) {
    if (at >= size) {
      leaves.insert(leaves.end(), out.size(), kFalse);
      continue;
    }
    const Bits byte = cell(array, at);
    leaves.insert(leaves.end(), byte.begin(), byte.end());
  }
  select_words(aig_, view, leaves, out);
}

void Blaster::blast_table_read(const Term* term, OutBits out) {
  const expr::TableInfo& table = term->operand(0)->table();
  const IndexView view = view_index(aig_, word(term->operand(1)), table.size());
  if (view.unknown.size() > kTreeBits) return make_lazy(term, out);
  std::vector<uint64_t> leaves(view.leaves());
  uint64_t at = view.base;
  for (size_t i = 0; i < leaves.size(); ++i, at = view.next(at)) leaves[i] = table.element(at);
  select_constants(aig_, view, leaves, 0, out);
}

// The term of width 1 over one table look-up that lookup_ describes: a tree of one bit.
void Blaster::blast_lookup(OutBits out) {
  const LookupPath& path = lookup_;
  const IndexView view = view_index(aig_, word(path.index), path.table_size());
  std::vector<uint64_t> leaves(view.leaves());
  uint64_t at = view.base;
  for (size_t i = 0; i < leaves.size() && aig_.budget().spend(kLookupStep); ++i, at = view.next(at))
    leaves[i] = path.value(at);
  select_constants(aig_, view, leaves, path.value(path.table_size()), out);
}

}  // namespace bonsai::solve
