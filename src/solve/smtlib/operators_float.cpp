#include <algorithm>
#include <array>

#include "solve/smtlib/operators.h"

// FloatingPoint. Where the theory leaves a value open (conversion to an integer that does not fit), ours is
// taken, as kinds.def defines it.

namespace bonsai::solve::smtlib {

using expr::Kind;
using expr::Rounding;
using expr::Term;

// The first argument is a rounding mode that our kinds take.
bool Operators::mode_of(Arguments a, bool away_allowed) {
  if (a.empty() || !a[0].sort.is(Sort::Kind::rounding)) {
    fail("the first argument must be a rounding mode");
    return false;
  }
  if (a[0].mode == Rounding::NearestAway && !away_allowed) {
    fail("unsupported: roundNearestTiesToAway here");
    return false;
  }
  return true;
}

bool Operators::floating(std::string_view name, Arguments a, std::optional<Value>& out) {
  if (name == "fp") {
    if (a.size() != 3 ||
        std::any_of(a.begin(), a.end(), [](const Value& v) { return !v.sort.is(Sort::Kind::bit_vector); }) ||
        a[0].sort.width != 1) {
      fail("fp takes a sign, an exponent and a significand");
      return true;
    }
    const uint32_t width = 1 + a[1].sort.width + a[2].sort.width;
    if ((width != 16 && width != 32 && width != 64) || Sort::floating(width).exponent != a[1].sort.width) {
      fail("unsupported: a float that is not of 16, 32 or 64 bits");
      return true;
    }
    out = Value{Sort::floating(width), store_.concat(a[0].term, store_.concat(a[1].term, a[2].term))};
    return true;
  }
  if (!name.starts_with("fp.")) return false;
  return float_arithmetic(name, a, out) || float_class(name, a, out);
}

bool Operators::float_arithmetic(std::string_view name, Arguments a, std::optional<Value>& out) {
  struct Row {
    std::string_view name;
    size_t arity;
  };
  static constexpr std::array<Row, 7> kRounded = {{{"fp.add", 2},
                                                   {"fp.sub", 2},
                                                   {"fp.mul", 2},
                                                   {"fp.div", 2},
                                                   {"fp.fma", 3},
                                                   {"fp.sqrt", 1},
                                                   {"fp.roundToIntegral", 1}}};
  const auto row =
      std::find_if(kRounded.begin(), kRounded.end(), [&](const Row& r) { return r.name == name; });
  if (row == kRounded.end()) return false;
  if (!mode_of(a, row->name == "fp.roundToIntegral")) return true;
  const Arguments x = a.subspan(1);
  if (!expect(x, Sort::Kind::floating, row->arity, row->arity)) return true;
  const Rounding mode = a[0].mode;
  const Term* result = nullptr;
  switch (row - kRounded.begin()) {
    case 0: result = store_.fadd(x[0].term, x[1].term, mode); break;
    case 1: result = store_.fsub(x[0].term, x[1].term, mode); break;
    case 2: result = store_.fmul(x[0].term, x[1].term, mode); break;
    case 3: result = store_.fdiv(x[0].term, x[1].term, mode); break;
    case 4: result = store_.fma(x[0].term, x[1].term, x[2].term, mode); break;
    case 5: result = store_.fsqrt(x[0].term, mode); break;
    default: result = store_.fround(x[0].term, mode); break;
  }
  out = Value{x[0].sort, result};
  return true;
}

bool Operators::float_class(std::string_view name, Arguments a, std::optional<Value>& out) {
  constexpr size_t kMany = ~size_t{0};
  auto& s = store_;
  const auto boolean = [&](const Term* term) { out = Value{Sort::boolean(), term}; };
  static constexpr std::array<std::string_view, 5> kCompare = {"fp.eq", "fp.lt", "fp.leq", "fp.gt", "fp.geq"};
  const auto compare = std::find(kCompare.begin(), kCompare.end(), name) - kCompare.begin();
  if (compare < 5) {
    if (!expect(a, Sort::Kind::floating, 2, kMany)) return true;
    const Term* all = s.bool_true();
    for (size_t i = 0; i + 1 < a.size(); ++i) {
      const Term *x = a[i].term, *y = a[i + 1].term;
      if (compare >= 3) std::swap(x, y);
      all = s.land(all, compare == 0 ? s.feq(x, y) : compare % 2 == 1 ? s.flt(x, y) : s.fle(x, y));
    }
    boolean(all);
    return true;
  }
  if (name == "fp.min" || name == "fp.max") {
    if (expect(a, Sort::Kind::floating, 2, 2))
      out = Value{a[0].sort, name == "fp.min" ? s.fmin(a[0].term, a[1].term) : s.fmax(a[0].term, a[1].term)};
    return true;
  }
  static constexpr std::array<std::string_view, 9> kUnary = {
      "fp.abs",        "fp.neg",        "fp.isNaN",    "fp.isInfinite", "fp.isZero",
      "fp.isNegative", "fp.isPositive", "fp.isNormal", "fp.isSubnormal"};
  const auto unary = std::find(kUnary.begin(), kUnary.end(), name) - kUnary.begin();
  if (unary == 9) return false;
  if (!expect(a, Sort::Kind::floating, 1, 1)) return true;
  const Term* x = a[0].term;
  const Sort sort = a[0].sort;
  const Term* exponent = s.extract(x, sort.significand() - 1, sort.exponent);
  const Term* no_exponent = s.eq(exponent, s.zero(sort.exponent));
  switch (unary) {
    case 0: out = Value{sort, s.fabs(x)}; break;
    case 1: out = Value{sort, s.fneg(x)}; break;
    case 2: boolean(s.fisnan(x)); break;
    case 3: boolean(s.fisinf(x)); break;
    case 4: boolean(s.fiszero(x)); break;
    case 5: boolean(s.land(s.sign_bit(x), s.lnot(s.fisnan(x)))); break;
    case 6: boolean(s.land(s.lnot(s.sign_bit(x)), s.lnot(s.fisnan(x)))); break;
    case 7: boolean(s.land(s.lnot(no_exponent), s.ne(exponent, s.all_ones(sort.exponent)))); break;
    default: boolean(s.land(no_exponent, s.lnot(s.fiszero(x)))); break;
  }
  return true;
}

bool Operators::float_indexed(std::string_view name, Indices i, Arguments a, std::optional<Value>& out) {
  if (name == "fp.to_ubv" || name == "fp.to_sbv") {
    if (i.size() != 1 || i[0] == 0 || i[0] > kMaxWidth || a.size() != 2 ||
        !a[1].sort.is(Sort::Kind::floating)) {
      fail("wrong arguments for a conversion to a bit vector");
    } else if (mode_of(a, false)) {
      // Rounded first, the value is whole, and truncation changes it no more.
      const Term* whole = a[0].mode == Rounding::Zero ? a[1].term : store_.fround(a[1].term, a[0].mode);
      out = Value{Sort::bit_vector(i[0]),
                  name == "fp.to_ubv" ? store_.f_to_uint(whole, i[0]) : store_.f_to_sint(whole, i[0])};
    }
    return true;
  }
  if (name != "to_fp" && name != "to_fp_unsigned") return false;
  if (i.size() != 2 || i[0] > kMaxWidth || i[1] > kMaxWidth) {
    fail("to_fp takes two indices");
    return true;
  }
  const uint32_t width = i[0] + i[1];
  if ((width != 16 && width != 32 && width != 64) || Sort::floating(width).exponent != i[0]) {
    fail("unsupported: a float that is not of 16, 32 or 64 bits");
    return true;
  }
  const Sort sort = Sort::floating(width);
  if (name == "to_fp" && a.size() == 1 && a[0].sort == Sort::bit_vector(width)) {
    out = Value{sort, a[0].term};
  } else if (a.size() != 2 || !a[1].term) {
    fail("wrong arguments for a conversion to a float");
  } else if (mode_of(a, false)) {
    if (a[1].sort.is(Sort::Kind::bit_vector))
      out = Value{sort, name == "to_fp" ? store_.sint_to_f(a[1].term, width, a[0].mode)
                                        : store_.uint_to_f(a[1].term, width, a[0].mode)};
    else if (a[1].sort.is(Sort::Kind::floating) && name == "to_fp")
      out = Value{sort, a[1].sort == sort ? a[1].term : store_.fconvert(a[1].term, width, a[0].mode)};
    else
      fail("wrong arguments for a conversion to a float");
  }
  return true;
}

}  // namespace bonsai::solve::smtlib
