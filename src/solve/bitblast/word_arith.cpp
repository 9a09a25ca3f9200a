// Ripple adders and comparisons.
//
// An adder is one Xor pair and one Maj gate per bit; a comparison is the carry chain of a subtraction alone.
// Carry look-ahead would only add variables: unit propagation does not care for depth.
//
// Tested by kinds_test.cpp.
#include "solve/bitblast/word.h"

namespace bonsai::solve {

namespace {

// out = a + (b ^ invert) + carry.
void ripple(Aig& aig, Bits a, Bits b, bool invert, Lit carry, OutBits out) {
  const size_t width = out.size();
  for (size_t i = 0; i < width && !aig.exhausted(); ++i) {
    const Lit x = a[i], y = lit_if(b[i], invert);
    out[i] = aig.lxor(aig.lxor(x, y), carry);
    if (i + 1 < width) carry = aig.lmaj(x, y, carry);
  }
}

}  // namespace

Lit bits_equal(Aig& aig, Bits a, Bits b) {
  Lit equal = kTrue;
  for (size_t i = 0; i < a.size() && equal != kFalse; ++i)
    equal = aig.land(equal, lit_not(aig.lxor(a[i], b[i])));
  return equal;
}

Lit bits_less(Aig& aig, Bits a, Bits b, bool or_equal) {
  Lit less = lit_constant(or_equal);
  for (size_t i = 0; i < a.size() && !aig.exhausted(); ++i) less = aig.lmaj(lit_not(a[i]), b[i], less);
  return less;
}

Lit bits_signed_less(Aig& aig, Bits a, Bits b, bool or_equal) {
  const size_t low = a.size() - 1;
  const Lit less = bits_less(aig, a.first(low), b.first(low), or_equal);
  return aig.lmaj(a[low], lit_not(b[low]), less);
}

Lit bits_any(Aig& aig, Bits a) {
  Lit none = kTrue;
  for (Lit bit : a) none = aig.land(none, lit_not(bit));
  return lit_not(none);
}

void bits_add(Aig& aig, Bits a, Bits b, OutBits out) { ripple(aig, a, b, false, kFalse, out); }

void bits_subtract(Aig& aig, Bits a, Bits b, OutBits out) { ripple(aig, a, b, true, kTrue, out); }

void bits_negate(Aig& aig, Bits a, OutBits out) {
  // -a flips every bit above the lowest set one.
  Lit seen = kFalse;
  for (size_t i = 0; i < out.size() && !aig.exhausted(); ++i) {
    out[i] = aig.lxor(a[i], seen);
    if (i + 1 < out.size()) seen = aig.lor(seen, a[i]);
  }
}

void bits_mux(Aig& aig, Lit condition, Bits then_bits, Bits else_bits, OutBits out) {
  for (size_t i = 0; i < out.size() && !aig.exhausted(); ++i)
    out[i] = aig.lmux(condition, then_bits[i], else_bits[i]);
}

}  // namespace bonsai::solve
