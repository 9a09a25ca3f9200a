// Floats: the operations that are bit operations, and the few rules that hold for IEEE arithmetic.
//
// Almost no algebraic law of numbers holds for floats (x + 0 is not x when x is -0, x * 1 is not x when x is
// a NaN with a payload), so there are few rules here.
//
// Tested by float_test.cpp.

#include "expr/float_value.h"
#include "expr/rewrite.h"

namespace bonsai::expr {

namespace {

// Any NaN that t can be is the canonical one.
bool is_canonical(const Term* t) {
  switch (t->kind()) {
    case Kind::FAdd:
    case Kind::FSub:
    case Kind::FMul:
    case Kind::FDiv:
    case Kind::FRem:
    case Kind::FSqrt:
    case Kind::FMulAdd:
    case Kind::FRound:
    case Kind::FConvert:
    case Kind::SIntToF:
    case Kind::UIntToF: return true;
    default: return false;
  }
}

bool widens(const Term* t) { return is(t, Kind::FConvert) && t->width() > t->operand(0)->width(); }

bool is_nan_constant(const Term* t) {
  return t->is_constant() && FloatFormat::of(t->width()).is_nan(t->value());
}

}  // namespace

const Term* rewrite_float_compare(TermStore& s, Kind kind, const Term* a, const Term* b) {
  if (is_nan_constant(a) || is_nan_constant(b)) return s.bool_false();
  if (a == b) return kind == Kind::FLt ? s.bool_false() : s.lnot(s.fisnan(a));
  // Widening is exact and keeps the order.
  if (widens(a) && widens(b) && a->operand(0)->width() == b->operand(0)->width())
    return s.make(kind, a->operand(0), b->operand(0));
  return nullptr;
}

const Term* rewrite_float_convert(TermStore& s, const Term* a, Width width, Rounding rounding) {
  if (!is(a, Kind::FConvert) || !widens(a)) return nullptr;
  const Term* inner = a->operand(0);
  if (inner->width() != width) return s.fconvert(inner, width, rounding);
  return is_canonical(inner) ? inner : nullptr;
}

const Term* TermStore::fadd(const Term* a, const Term* b, Rounding r) {
  assert(is_float_width(a->width()) && a->width() == b->width() && r != Rounding::NearestAway);
  return make_with(Kind::FAdd, a->width(), static_cast<uint64_t>(r), a, b, nullptr);
}

const Term* TermStore::fsub(const Term* a, const Term* b, Rounding r) {
  assert(is_float_width(a->width()) && a->width() == b->width() && r != Rounding::NearestAway);
  return make_with(Kind::FSub, a->width(), static_cast<uint64_t>(r), a, b, nullptr);
}

const Term* TermStore::fmul(const Term* a, const Term* b, Rounding r) {
  assert(is_float_width(a->width()) && a->width() == b->width() && r != Rounding::NearestAway);
  return make_with(Kind::FMul, a->width(), static_cast<uint64_t>(r), a, b, nullptr);
}

const Term* TermStore::fdiv(const Term* a, const Term* b, Rounding r) {
  assert(is_float_width(a->width()) && a->width() == b->width() && r != Rounding::NearestAway);
  return make_with(Kind::FDiv, a->width(), static_cast<uint64_t>(r), a, b, nullptr);
}

const Term* TermStore::fsqrt(const Term* a, Rounding r) {
  assert(is_float_width(a->width()) && r != Rounding::NearestAway);
  return make_with(Kind::FSqrt, a->width(), static_cast<uint64_t>(r), a, nullptr, nullptr);
}

const Term* TermStore::fma(const Term* a, const Term* b, const Term* c, Rounding r) {
  assert(is_float_width(a->width()) && a->width() == b->width() && a->width() == c->width() &&
         r != Rounding::NearestAway);
  return make_with(Kind::FMulAdd, a->width(), static_cast<uint64_t>(r), a, b, c);
}

const Term* TermStore::fround(const Term* a, Rounding r) {
  assert(is_float_width(a->width()));
  return make_with(Kind::FRound, a->width(), static_cast<uint64_t>(r), a, nullptr, nullptr);
}

const Term* TermStore::fconvert(const Term* a, Width width, Rounding r) {
  assert(is_float_width(a->width()) && is_float_width(width));
  if (a->width() == width) return a;
  // Widening is exact: one term for all modes.
  const Rounding used = width > a->width() ? Rounding::NearestEven : r;
  return make_with(Kind::FConvert, width, static_cast<uint64_t>(used), a, nullptr, nullptr);
}

const Term* TermStore::sint_to_f(const Term* a, Width width, Rounding r) {
  assert(is_float_width(width));
  return make_with(Kind::SIntToF, width, static_cast<uint64_t>(r), a, nullptr, nullptr);
}

const Term* TermStore::uint_to_f(const Term* a, Width width, Rounding r) {
  assert(is_float_width(width));
  return make_with(Kind::UIntToF, width, static_cast<uint64_t>(r), a, nullptr, nullptr);
}

const Term* TermStore::f_to_sint(const Term* a, Width width) {
  assert(is_float_width(a->width()));
  return make_with(Kind::FToSInt, width, 0, a, nullptr, nullptr);
}

const Term* TermStore::f_to_uint(const Term* a, Width width) {
  assert(is_float_width(a->width()));
  return make_with(Kind::FToUInt, width, 0, a, nullptr, nullptr);
}

const Term* TermStore::fneg(const Term* a) {
  return bxor(a, constant(a->width(), FloatFormat::of(a->width()).sign()));
}

const Term* TermStore::fabs(const Term* a) { return zext(extract(a, 0, a->width() - 1), a->width()); }

const Term* TermStore::fcopysign(const Term* magnitude, const Term* sign) {
  return concat(sign_bit(sign), extract(magnitude, 0, magnitude->width() - 1));
}

const Term* TermStore::fisnan(const Term* a) {
  return ult(constant(a->width(), FloatFormat::of(a->width()).infinity()), fabs(a));
}

const Term* TermStore::fisinf(const Term* a) {
  return eq(fabs(a), constant(a->width(), FloatFormat::of(a->width()).infinity()));
}

const Term* TermStore::fiszero(const Term* a) { return eq(fabs(a), zero(a->width())); }

const Term* TermStore::fmin(const Term* a, const Term* b) {
  return ite(fisnan(a), b, ite(lor(fisnan(b), flt(a, b)), a, b));
}

const Term* TermStore::fmax(const Term* a, const Term* b) {
  return ite(fisnan(a), b, ite(lor(fisnan(b), flt(b, a)), a, b));
}

}  // namespace bonsai::expr
