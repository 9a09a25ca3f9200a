#include "expr/fold.h"

namespace bonsai::expr {

Wide fold_wide(Kind kind, const Wide& a, const Wide& b) {
  switch (kind) {
    case Kind::Not: return ~a;
    case Kind::Neg: return -a;
    case Kind::And: return a & b;
    case Kind::Or: return a | b;
    case Kind::Xor: return a ^ b;
    case Kind::Add: return a + b;
    case Kind::Mul: return a * b;
    case Kind::UDiv: return a.udiv(b);
    case Kind::URem: return a.urem(b);
    case Kind::SDiv: return a.sdiv(b);
    case Kind::SRem: return a.srem(b);
    case Kind::Shl: return a.shl(b);
    case Kind::LShr: return a.lshr(b);
    case Kind::AShr: return a.ashr(b);
    case Kind::Eq: return Wide(1, a == b);
    case Kind::Ult: return Wide(1, a.ult(b));
    case Kind::Ule: return Wide(1, a.ule(b));
    case Kind::Slt: return Wide(1, a.slt(b));
    case Kind::Sle: return Wide(1, a.sle(b));
    case Kind::Concat: return Wide::concat(a, b);
    default: break;
  }
  assert(false && "not an integer kind");
  return Wide(1, 0);
}

}  // namespace bonsai::expr
