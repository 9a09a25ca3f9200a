// Narrowing: the low bits of sums, products and bitwise operations need the low bits of the operands only.
//
// C computes in int what the program means in char; trunc undoes that. Only trunc does it, not extract:
// store.h says why.
//
// Tested by rewrite_test.cpp.

#include "expr/rewrite.h"

namespace bonsai::expr {

const Term* narrow(TermStore& s, const Term* a, Width width) {
  switch (a->kind()) {
    case Kind::Not:
    case Kind::Neg: return s.make(a->kind(), s.trunc(a->operand(0), width));
    case Kind::Add:
    case Kind::Mul:
    case Kind::And:
    case Kind::Or:
    case Kind::Xor: return s.make(a->kind(), s.trunc(a->operand(0), width), s.trunc(a->operand(1), width));
    case Kind::Shl: {
      if (!a->operand(1)->is_constant()) return nullptr;
      const uint64_t n = a->operand(1)->wide_value().low64();
      return n >= width ? s.zero(width) : s.shl(s.trunc(a->operand(0), width), s.constant(width, n));
    }
    case Kind::ZExt:
    case Kind::SExt:
      // Down to the operand, and on into it.
      return width <= a->operand(0)->width() ? s.trunc(a->operand(0), width) : nullptr;
    case Kind::Ite: return s.ite(a->operand(0), s.trunc(a->operand(1), width), s.trunc(a->operand(2), width));
    default: return nullptr;
  }
}

}  // namespace bonsai::expr
