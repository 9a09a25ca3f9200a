#pragma once

#include <bit>
#include <cstdint>

#include "expr/term.h"

// The meaning of the integer kinds on constants: one definition for construction and evaluation.
//
// Threads: pure functions.

namespace bonsai::expr {

inline int64_t sign_extend(uint64_t value, Width width) {
  return static_cast<int64_t>(value << (64 - width)) >> (64 - width);
}

// REQUIRES: an integer kind of arity 1 or 2 whose result width follows from the operands; operands of `width`
// <= 64 bits within their mask. Arity 1 ignores b. The result is within the mask of its width. Not for
// Concat.
inline uint64_t fold(Kind kind, Width width, uint64_t a, uint64_t b) {
  const uint64_t mask = Term::mask(width);
  switch (kind) {
    case Kind::Not: return ~a & mask;
    case Kind::Neg: return -a & mask;
    case Kind::And: return a & b;
    case Kind::Or: return a | b;
    case Kind::Xor: return a ^ b;
    case Kind::Add: return (a + b) & mask;
    case Kind::Mul: return (a * b) & mask;
    case Kind::UDiv: return b == 0 ? mask : a / b;
    case Kind::URem: return b == 0 ? a : a % b;
    case Kind::SDiv: {
      const int64_t x = sign_extend(a, width), y = sign_extend(b, width);
      if (y == 0) return x >= 0 ? mask : 1;
      return y == -1 ? -a & mask : static_cast<uint64_t>(x / y) & mask;
    }
    case Kind::SRem: {
      const int64_t x = sign_extend(a, width), y = sign_extend(b, width);
      if (y == 0) return a;
      return y == -1 ? 0 : static_cast<uint64_t>(x % y) & mask;
    }
    case Kind::Shl: return b >= width ? 0 : (a << b) & mask;
    case Kind::LShr: return b >= width ? 0 : a >> b;
    case Kind::AShr: return static_cast<uint64_t>(sign_extend(a, width) >> (b >= width ? 63 : b)) & mask;
    case Kind::Eq: return a == b;
    case Kind::Ult: return a < b;
    case Kind::Ule: return a <= b;
    case Kind::Slt: return sign_extend(a, width) < sign_extend(b, width);
    case Kind::Sle: return sign_extend(a, width) <= sign_extend(b, width);
    default: break;
  }
  assert(false && "not an integer kind");
  return 0;
}

// The same at any width; comparisons give width 1. Also for Concat.
Wide fold_wide(Kind kind, const Wide& a, const Wide& b);

}  // namespace bonsai::expr
