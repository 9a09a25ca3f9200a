// Rewriting of extract, concat, zext and sext.
//
// Normal form: concats lean to the right (high part first), hold no neighbouring slices of one term, and
// extensions stand outside of them. A slice goes through everything that only moves bits, so that it ends at
// a leaf or at an arithmetic operation; it does not enter arithmetic (see store.h on trunc), so a value
// written byte by byte and read back is the value again.
//
// Tested by rewrite_test.cpp.

#include <algorithm>

#include "expr/rewrite.h"

namespace bonsai::expr {

namespace {

const Term* extract_concat(TermStore& s, const Term* a, Width low, Width width) {
  const Term *high_part = a->operand(0), *low_part = a->operand(1);
  const Width at = low_part->width();
  if (low >= at) return s.extract(high_part, low - at, width);
  if (low + width <= at) return s.extract(low_part, low, width);
  return s.concat(s.extract(high_part, 0, low + width - at), s.extract(low_part, low, at - low));
}

const Term* extract_extension(TermStore& s, const Term* a, Width low, Width width) {
  const Term* inner = a->operand(0);
  const Width at = inner->width();
  if (low + width <= at) return s.extract(inner, low, width);
  if (is(a, Kind::ZExt)) return low >= at ? s.zero(width) : s.zext(s.extract(inner, low, at - low), width);
  return low >= at ? s.sext(s.sign_bit(inner), width) : s.sext(s.extract(inner, low, at - low), width);
}

const Term* extract_shl(TermStore& s, const Term* a, Width low, Width width) {
  const Term* amount = a->operand(1);
  if (!amount->is_constant()) return nullptr;
  const Width n =
      static_cast<Width>(amount->wide_value().low64());  // below the width: larger ones are folded
  if (n >= a->width()) return nullptr;
  if (low >= n) return s.extract(a->operand(0), low - n, width);
  // A slice across the border stays, so that the bytes of the shifted term find each other (join_shifted).
  return low + width <= n ? s.zero(width) : nullptr;
}

// Through a bitwise operation with a constant that keeps, clears or sets all bits of the slice.
const Term* extract_bitwise(TermStore& s, const Term* a, Width low, Width width) {
  const Term* k = a->operand(1);
  if (!k->is_constant()) return nullptr;
  const Term* part = s.extract(k, low, width);
  if (is_zero(part)) return is(a, Kind::And) ? part : s.extract(a->operand(0), low, width);
  if (!is_all_ones(part)) return nullptr;
  if (is(a, Kind::Or)) return part;
  const Term* rest = s.extract(a->operand(0), low, width);
  return is(a, Kind::Xor) ? s.bnot(rest) : rest;
}

}  // namespace

const Term* rewrite_extract(TermStore& s, const Term* a, Width low, Width width) {
  switch (a->kind()) {
    case Kind::Extract: return s.extract(a->operand(0), a->low() + low, width);
    case Kind::Concat: return extract_concat(s, a, low, width);
    case Kind::ZExt:
    case Kind::SExt: return extract_extension(s, a, low, width);
    case Kind::Shl: return extract_shl(s, a, low, width);
    case Kind::And:
    case Kind::Or:
    case Kind::Xor: return extract_bitwise(s, a, low, width);
    case Kind::Ite:
      if (!a->operand(1)->is_constant() && !a->operand(2)->is_constant()) return nullptr;
      return s.ite(a->operand(0), s.extract(a->operand(1), low, width), s.extract(a->operand(2), low, width));
    default: return nullptr;
  }
}

namespace {

bool is_known_as(const Term* t, Width low, const Term* k) {
  if (!t->is_narrow() || low + k->width() > t->width()) return false;
  const uint64_t mask = Term::mask(k->width());
  return (t->known_ones() >> low & mask) == k->value() &&
         (t->known_zeros() >> low & mask) == (~k->value() & mask);
}

// A slice beside a constant that is what the sliced term is known to hold there.
const Term* join_known(TermStore& s, const Term* high, const Term* low) {
  const Width w = high->width() + low->width();
  if (low->is_constant() && is(high, Kind::Extract) && high->low() >= low->width() &&
      is_known_as(high->operand(0), high->low() - low->width(), low))
    return s.extract(high->operand(0), high->low() - low->width(), w);
  if (high->is_constant() && is(low, Kind::Extract) &&
      is_known_as(low->operand(0), low->low() + low->width(), high))
    return s.extract(low->operand(0), low->low(), w);
  return nullptr;
}

// The upper slices of x << k are slices of x: beside a slice of the shifted term they belong to it.
const Term* join_shifted(TermStore& s, const Term* high, const Term* low) {
  if (!is(low, Kind::Extract)) return nullptr;
  const Term* shifted = low->operand(0);
  if (!is(shifted, Kind::Shl) || !shifted->operand(1)->is_constant()) return nullptr;
  const Width top = low->low() + low->width(),
              k = static_cast<Width>(shifted->operand(1)->wide_value().low64());
  if (top < k || top + high->width() > shifted->width()) return nullptr;
  if (s.extract(shifted->operand(0), top - k, high->width()) != high) return nullptr;
  return s.extract(shifted, low->low(), high->width() + low->width());
}

// high ++ low as one term, when they are neighbours in something; null otherwise.
const Term* join_neighbours(TermStore& s, const Term* high, const Term* low) {
  const Width w = high->width() + low->width();
  if (high->is_constant() && low->is_constant()) return s.concat(high, low);
  if (is(high, Kind::Extract)) {
    const Term* whole = high->operand(0);
    if (is(low, Kind::Extract) && low->operand(0) == whole && low->low() + low->width() == high->low())
      return s.extract(whole, low->low(), w);
  }
  if (is(high, Kind::Ite) && is(low, Kind::Ite) && high->operand(0) == low->operand(0))
    return s.ite(high->operand(0), s.concat(high->operand(1), low->operand(1)),
                 s.concat(high->operand(2), low->operand(2)));
  if (const Term* t = join_known(s, high, low)) return t;
  return join_shifted(s, high, low);
}

bool is_constant_choice(const Term* t) {
  return is(t, Kind::Ite) && t->operand(1)->is_constant() && t->operand(2)->is_constant();
}

// The sign repeated above a term is its sign extension.
bool repeats_sign(const Term* high, const Term* low) {
  const Term* bit = is(high, Kind::SExt) ? high->operand(0) : high;
  if (bit->width() != 1 || !is(bit, Kind::Extract)) return false;
  if (is(low, Kind::SExt)) low = low->operand(0);
  if (bit->operand(0) == low && bit->low() == low->width() - 1) return true;
  // The top bit of a slice is a slice of the same term.
  return is(low, Kind::Extract) && bit->operand(0) == low->operand(0) &&
         bit->low() == low->low() + low->width() - 1;
}

}  // namespace

const Term* rewrite_concat(TermStore& s, const Term* high, const Term* low) {
  const Width w = high->width() + low->width();
  if (is_zero(high)) return s.zext(low, w);
  if (is(high, Kind::ZExt)) return s.zext(s.concat(high->operand(0), low), w);
  if (is(high, Kind::Concat)) return s.concat(high->operand(0), s.concat(high->operand(1), low));
  if (const Term* t = join_neighbours(s, high, low)) return t;
  if (repeats_sign(high, low)) return s.sext(low, w);
  if (is(high, Kind::SExt)) return s.sext(s.concat(high->operand(0), low), w);
  if (is(low, Kind::Concat)) {
    if (const Term* t = join_neighbours(s, high, low->operand(0))) return s.concat(t, low->operand(1));
    if (repeats_sign(high, low->operand(0))) return s.sext(low, w);
  }
  if (high->is_constant() && is(low, Kind::ZExt)) {
    const Term* inner = low->operand(0);
    return s.concat(s.concat(high, s.zero(low->width() - inner->width())), inner);
  }
  // A multiple of a power of two, as sums know it.
  if (is_zero(low) && is(high, Kind::Extract) && high->low() == 0 && high->operand(0)->width() == w)
    return s.shl(high->operand(0), s.constant(w, low->width()));
  if (high->is_constant() && is_constant_choice(low))
    return s.ite(low->operand(0), s.concat(high, low->operand(1)), s.concat(high, low->operand(2)));
  if (low->is_constant() && is_constant_choice(high))
    return s.ite(high->operand(0), s.concat(high->operand(1), low), s.concat(high->operand(2), low));
  return nullptr;
}

const Term* rewrite_zext(TermStore& s, const Term* a, Width width) {
  if (is(a, Kind::ZExt)) return s.zext(a->operand(0), width);
  if (is(a, Kind::Concat) && is_zero(a->operand(1)))
    return s.shl(s.zext(a->operand(0), width), s.constant(width, a->operand(1)->width()));
  if (!is(a, Kind::Extract) || !a->operand(0)->is_narrow()) return nullptr;
  // What the slice cut off is known to be zero.
  const Term* whole = a->operand(0);
  const Width top = a->low() + a->width(), end = std::min(whole->width(), a->low() + width);
  if (top >= end || !is_known_as(whole, top, s.zero(end - top))) return nullptr;
  return s.zext(s.extract(whole, a->low(), end - a->low()), width);
}

const Term* rewrite_sext(TermStore& s, const Term* a, Width width) {
  if (is(a, Kind::SExt)) return s.sext(a->operand(0), width);
  if (is(a, Kind::ZExt)) return s.zext(a->operand(0), width);
  if (a->is_narrow() && (a->known_zeros() >> (a->width() - 1) & 1)) return s.zext(a, width);
  return nullptr;
}

}  // namespace bonsai::expr
