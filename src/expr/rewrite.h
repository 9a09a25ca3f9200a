#pragma once

#include "expr/store.h"

// The rewrite rules: one function per kind, in one file per family. Private to the room.
//
// A rule function gets operands that are in normal form, ordered (constants second, when the kind commutes),
// and not all constant. It returns an equal term, made through the store, or null when no rule applies. The
// store then interns.
//
// Rules must lead somewhere: each replaces a term by one that is smaller, or equally large and nearer to the
// normal form: constants outermost in sums and on the right of comparisons, extensions outside of concats,
// slices pushed to the leaves of concats, not above and/or only. Ordering is by structural hash, never by id
// or address.

namespace bonsai::expr {

// rewrite_arith.cpp
const Term* rewrite_add(TermStore& s, const Term* a, const Term* b);
const Term* rewrite_mul(TermStore& s, const Term* a, const Term* b);
const Term* rewrite_neg(TermStore& s, const Term* a);
const Term* rewrite_divide(TermStore& s, Kind kind, const Term* a, const Term* b);
// rewrite_logic.cpp
const Term* rewrite_not(TermStore& s, const Term* a);
const Term* rewrite_and(TermStore& s, const Term* a, const Term* b);
const Term* rewrite_or(TermStore& s, const Term* a, const Term* b);
const Term* rewrite_xor(TermStore& s, const Term* a, const Term* b);
// At width 1 every integer kind of two operands is a connective. Never null.
const Term* rewrite_boolean(TermStore& s, Kind kind, const Term* a, const Term* b);
// rewrite_shift.cpp
const Term* rewrite_shift(TermStore& s, Kind kind, const Term* a, const Term* amount);
// rewrite_slice.cpp
const Term* rewrite_extract(TermStore& s, const Term* a, Width low, Width width);
const Term* rewrite_concat(TermStore& s, const Term* high, const Term* low);
const Term* rewrite_zext(TermStore& s, const Term* a, Width width);
const Term* rewrite_sext(TermStore& s, const Term* a, Width width);
// rewrite_narrow.cpp: Extract at 0 of a term whose operation can be done at the smaller width.
const Term* narrow(TermStore& s, const Term* a, Width width);
// rewrite_compare.cpp, rewrite_equal.cpp
const Term* rewrite_eq(TermStore& s, const Term* a, const Term* b);
const Term* rewrite_less(TermStore& s, Kind kind, const Term* a, const Term* b);
// rewrite_ite.cpp
const Term* rewrite_ite(TermStore& s, const Term* c, const Term* a, const Term* b);
// rewrite_array.cpp
const Term* rewrite_read(TermStore& s, const Term* array, const Term* index);
const Term* rewrite_store(TermStore& s, const Term* array, const Term* index, const Term* element);
// rewrite_float.cpp
const Term* rewrite_float_compare(TermStore& s, Kind kind, const Term* a, const Term* b);
const Term* rewrite_float_convert(TermStore& s, const Term* a, Width width, Rounding rounding);

// Tests on terms, at any width.
bool is_zero(const Term* t);
bool is_one(const Term* t);
bool is_all_ones(const Term* t);
inline bool is(const Term* t, Kind kind) { return t->kind() == kind; }
// a == ~b, seen from the structure.
inline bool are_complements(const Term* a, const Term* b) {
  return (is(a, Kind::Not) && a->operand(0) == b) || (is(b, Kind::Not) && b->operand(0) == a);
}
// k when the constant is 2^k, else -1.
int exact_log2(const Term* t);
// Whether `a` comes before `b` in a commutative operation: constants last, then by structural hash.
inline bool comes_before(const Term* a, const Term* b) {
  if (a->is_constant() != b->is_constant()) return b->is_constant();
  return a->hash() != b->hash() ? a->hash() < b->hash() : a->id() < b->id();
}

}  // namespace bonsai::expr
