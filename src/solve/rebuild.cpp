#include "solve/rebuild.h"

namespace bonsai::solve {

using expr::Kind;
using expr::Term;

const Term* rebuild(expr::TermStore& store, const Term* term, std::span<const Term* const> operands) {
  const Term* a = operands[0];
  switch (term->kind()) {
    case Kind::ZExt: return store.zext(a, term->width());
    case Kind::SExt: return store.sext(a, term->width());
    case Kind::Extract: return store.extract(a, term->low(), term->width());
    case Kind::FAdd: return store.fadd(a, operands[1], term->rounding());
    case Kind::FSub: return store.fsub(a, operands[1], term->rounding());
    case Kind::FMul: return store.fmul(a, operands[1], term->rounding());
    case Kind::FDiv: return store.fdiv(a, operands[1], term->rounding());
    case Kind::FSqrt: return store.fsqrt(a, term->rounding());
    case Kind::FMulAdd: return store.fma(a, operands[1], operands[2], term->rounding());
    case Kind::FRound: return store.fround(a, term->rounding());
    case Kind::FConvert: return store.fconvert(a, term->width(), term->rounding());
    case Kind::SIntToF: return store.sint_to_f(a, term->width(), term->rounding());
    case Kind::UIntToF: return store.uint_to_f(a, term->width(), term->rounding());
    case Kind::FToSInt: return store.f_to_sint(a, term->width());
    case Kind::FToUInt: return store.f_to_uint(a, term->width());
    default: break;
  }
  switch (operands.size()) {
    case 1: return store.make(term->kind(), a);
    case 2: return store.make(term->kind(), a, operands[1]);
    default: return store.make(term->kind(), a, operands[1], operands[2]);
  }
}

}  // namespace bonsai::solve
