#pragma once

#include <cstdint>

#include "expr/term.h"

// The meaning of the float kinds on constants: one definition for construction and evaluation.
//
// Idea: the host's FPU computes 32- and 64-bit operations, under fesetround for modes other than
// nearest-even. 16-bit operations are computed in 64 bits rounded to odd, and then rounded once to 16; that
// is exact for all modes because 53 bits are more than 11 + 2. Conversions from integers and to narrower
// floats are done on the bits.
//
// Threads: pure functions; the calling thread's rounding mode is set and restored. REQUIRES: it is
// nearest-even before.

namespace bonsai::expr {

inline constexpr bool is_float_width(Width width) { return width == 16 || width == 32 || width == 64; }

struct FloatFormat {
  unsigned exponent_bits;
  unsigned fraction_bits;  // without the hidden bit

  static constexpr FloatFormat of(Width width) {
    return width == 16 ? FloatFormat{5, 10} : width == 32 ? FloatFormat{8, 23} : FloatFormat{11, 52};
  }
  constexpr uint64_t infinity() const { return ((uint64_t{1} << exponent_bits) - 1) << fraction_bits; }
  constexpr uint64_t nan() const {
    return infinity() | uint64_t{1} << (fraction_bits - 1);
  }  // the canonical one
  constexpr uint64_t sign() const { return uint64_t{1} << (exponent_bits + fraction_bits); }
  constexpr bool is_nan(uint64_t bits) const { return (bits & ~sign()) > infinity(); }
};

// FAdd, FSub, FMul, FDiv, FRem, FSqrt, FMulAdd, FRound on patterns of `width` bits; unused operands are
// ignored.
uint64_t fold_float(Kind kind, Width width, Rounding rounding, uint64_t a, uint64_t b, uint64_t c);
// FEq, FLt, FLe.
bool fold_float_compare(Kind kind, Width width, uint64_t a, uint64_t b);
uint64_t convert_float(uint64_t bits, Width from, Width to, Rounding rounding);
uint64_t int_to_float(const Wide& value, bool is_signed, Width to, Rounding rounding);
// Towards zero; 100...0 when NaN or out of range.
Wide float_to_int(uint64_t bits, Width from, bool is_signed, Width to);

}  // namespace bonsai::expr
