// Look-ups in constant tables: decision trees over the index bits, with equal subtrees shared.
//
// Threads: none shared. Failure: as the Aig's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/term.h"
#include "solve/bitblast/word.h"

namespace bonsai::solve {

inline constexpr Work kLookupStep = 40;  // of the value of one leaf, measured

// How an index selects among `size` elements: bits that are constant select nothing, bits too high lead
// outside.
struct IndexView {
  std::vector<Lit> unknown;   // index bits that select, lowest first
  uint64_t unknown_mask = 0;  // their positions
  uint64_t base = 0;          // the constant ones among the low bits
  Lit beyond = kFalse;        // some bit that no element needs is set
  size_t leaves() const { return size_t{1} << unknown.size(); }
  // The index values in the order of leaves: start with base, then next().
  uint64_t next(uint64_t index) const { return (((index | ~unknown_mask) + 1) & unknown_mask) | base; }
};

IndexView view_index(Aig& aig, Bits index, uint64_t size);

// out = leaves[index], or `outside`. REQUIRES: leaves.size() == view.leaves(); at most 64 bits.
void select_constants(Aig& aig, const IndexView& view, std::span<const uint64_t> leaves, uint64_t outside,
                      OutBits out);

// The same for words. REQUIRES: leaves holds view.leaves() words of out.size() literals; outside is 0.
// Destroys leaves.
void select_words(Aig& aig, const IndexView& view, std::vector<Lit>& leaves, OutBits out);

// A function of one table look-up and constants, such as (zext(T[x]) & 8) == 0 or T[U[x]] < 7. As a function
// of the index it is a single tree, much smaller than the tree of the element.
struct LookupPath {
  const expr::Term* index = nullptr;
  std::vector<const expr::Term*> steps;  // the innermost Read first, the whole term last

  // The value of the whole term when the innermost index is `index_value`.
  uint64_t value(uint64_t index_value) const;
  uint64_t table_size() const { return steps.front()->operand(0)->table().size(); }
};

// Is `term` such a function? A bare Read is the smallest.
bool find_lookup(const expr::Term* term, LookupPath& path);

// An equation between two such functions: T[x] == U[y], T[x] + U[y] == c or T[x] ^ U[y] == c.
struct LookupJoin {
  LookupPath a, b;
  expr::Kind combine = expr::Kind::Eq;
  expr::Width width = 0;
  uint64_t constant = 0;

  // The value that the left side must have when the right side's index is this.
  uint64_t wanted(uint64_t index_value) const;
};

bool find_join(const expr::Term* term, LookupJoin& join);
// The equation as a function of both indices.
Lit join_lookups(Aig& aig, const LookupJoin& join, Bits a_index, Bits b_index);

}  // namespace bonsai::solve
