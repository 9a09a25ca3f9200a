// Floats of all formats. Plain values (and x86_fp80 constants) are computed by the host, which is the machine
// that the program would run on: results, NaN patterns included, are the native ones. Symbolic values become
// float terms.
#include <cmath>
#include <cstring>

#include "exec/machine.h"

namespace bonsai::exec {
namespace {

using expr::Term;
using ir::FloatFunction;
using ir::Op;

// Host values of a format; the x87 format is ten bytes of a long double.
template <typename Float>
Float to_host(uint64_t low, uint64_t high) {
  Float value = 0;
  uint64_t words[2] = {low, high};
  std::memcpy(&value, words, sizeof(Float) > 8 ? 10 : sizeof(Float));
  return value;
}

template <typename Float>
Float host(Value value) {
  if (value.is_plain()) return to_host<Float>(value.bits, 0);
  expr::Wide wide = value.term->wide_value();
  return to_host<Float>(wide.word(0), wide.word(1));
}

template <typename Float>
Value from_host(expr::TermStore& terms, Float value) {
  uint64_t words[2] = {0, 0};
  std::memcpy(words, &value, sizeof(Float) > 8 ? 10 : sizeof(Float));
  if (sizeof(Float) <= 8) return Value::plain(words[0]);
  return Value::of(terms.constant(expr::Wide::from_words(80, words, 2)));
}

bool is_known(Value value) { return value.is_plain() || value.term->is_constant(); }

// Calls f with a value of the host type of the format, to choose the type.
template <typename F>
Value with_format(unsigned width, F&& f) {
  switch (width) {
    case 16: return f(_Float16());
    case 32: return f(float());
    case 64: return f(double());
    case 80: return f((long double)0);
    default: return Value::poison();
  }
}

template <typename Float>
Float compute(Op op, Float a, Float b) {
  switch (op) {
    case Op::FAdd32:
    case Op::FAdd64:
    case Op::FAddX: return Float(a + b);
    case Op::FSub32:
    case Op::FSub64:
    case Op::FSubX: return Float(a - b);
    case Op::FMul32:
    case Op::FMul64:
    case Op::FMulX: return Float(a * b);
    case Op::FDiv32:
    case Op::FDiv64:
    case Op::FDivX: return Float(a / b);
    case Op::FRem:
      if constexpr (sizeof(Float) == 2)
        return Float(std::fmod(float(a), float(b)));
      else
        return std::fmod(a, b);
    default: return a;
  }
}

template <typename Float>
Float compute(FloatFunction function, Float a, Float b) {
  bool zeros = a == 0 && b == 0;
  switch (function) {
    case FloatFunction::sqrt: return std::sqrt(a);
    case FloatFunction::floor: return std::floor(a);
    case FloatFunction::ceil: return std::ceil(a);
    case FloatFunction::trunc: return std::trunc(a);
    case FloatFunction::rint: return std::rint(a);
    case FloatFunction::nearby_int: return std::nearbyint(a);
    case FloatFunction::round: return std::round(a);
    case FloatFunction::round_even:
      return std::nearbyint(a);  // the engine never leaves round-to-nearest-even
    case FloatFunction::canonicalize: return a * Float(1);
    case FloatFunction::min_num: return std::isnan(a) ? b : std::isnan(b) ? a : a < b ? a : b;
    case FloatFunction::max_num: return std::isnan(a) ? b : std::isnan(b) ? a : a > b ? a : b;
    case FloatFunction::minimum:
      if (std::isnan(a) || std::isnan(b)) return a + b;
      return zeros ? (std::signbit(a) ? a : b) : a < b ? a : b;
    case FloatFunction::maximum:
      if (std::isnan(a) || std::isnan(b)) return a + b;
      return zeros ? (std::signbit(a) ? b : a) : a > b ? a : b;
  }
  return a;
}

// Truncation as the x86 instructions do it: the indefinite value 10…0 for NaN and what does not fit.
template <typename Signed, typename Float>
Signed truncate(Float value) {
  constexpr Signed least = Signed(1) << (sizeof(Signed) * 8 - 1);
  const Float limit = -Float(least);
  if (!(value >= -limit && value < limit)) return least;
  return Signed(value);
}

// What compiled code does for an integer type of `to` bits: through 32 bits for narrower types and signed
// int, through 64 else.
template <typename Float>
__int128 to_integer(Float value, unsigned to, bool is_signed) {
  if (to <= 16 || (is_signed && to <= 32)) return truncate<int32_t>(value);
  if (to <= 32 || (is_signed && to <= 64)) return truncate<int64_t>(value);
  if (to > 64) return truncate<__int128>(value);
  const Float two63 = Float(9223372036854775808.0);
  int64_t low = truncate<int64_t>(value), high = truncate<int64_t>(Float(value - two63));
  return (__int128)(uint64_t(low >> 63) & uint64_t(high)) | uint64_t(low);
}

template <typename Float>
__int128 to_integer_saturated(Float value, unsigned to, bool is_signed) {
  if (std::isnan(value)) return 0;
  __int128 greatest = is_signed   ? ((__int128)1 << (to - 1)) - 1
                      : to >= 127 ? ~((__int128)1 << 127)
                                  : ((__int128)1 << to) - 1;
  __int128 least = is_signed ? -greatest - 1 : 0;
  // In long double every limit up to 64 bits is exact, so the comparison is.
  if ((long double)value >= (long double)greatest) return greatest;
  if ((long double)value <= (long double)least) return least;
  return (__int128)value;
}

Value from_integer(expr::TermStore& terms, __int128 value, unsigned width) {
  if (width <= 64) return Value::plain(uint64_t(value) & ir::mask_of(width));
  uint64_t words[2] = {uint64_t(value), uint64_t(value >> 64)};
  expr::Wide wide = expr::Wide::from_words(128, words, 2);
  return Value::of(terms.constant(width <= 128 ? wide.extract(0, width) : wide.sext(width)));
}

__int128 integer(Value value, unsigned width, bool is_signed) {
  expr::Wide wide = value.is_plain() ? expr::Wide(width, value.bits) : value.term->wide_value();
  wide = wide.width() > 128 ? wide.extract(0, 128) : is_signed ? wide.sext(128) : wide.zext(128);
  return __int128((unsigned __int128)wide.word(1) << 64 | wide.word(0));
}

}  // namespace

// Solvers have no useful theory of the 80-bit format: a symbolic value that takes part in such an operation
// is fixed to the one it has under the model, and counted. False: the path ended.
bool Machine::fix_long_double(unsigned format, unsigned width, Value& value) {
  if (format != 80 || is_known(value) || value.is_mark()) return true;
  expr::Wide fixed;
  if (!concretise(term(value, width), "an operand of 80-bit float arithmetic", fixed)) return false;
  value = Value::of(terms_.constant(fixed));
  return true;
}

Value Machine::float_binary(Op op, unsigned width, Value a, Value b) {
  if (a.is_poison()) return a;
  if (b.is_poison()) return b;
  if (is_known(a) && is_known(b))
    return with_format(width, [&](auto zero) {
      using Float = decltype(zero);
      return from_host(terms_, compute<Float>(op, host<Float>(a), host<Float>(b)));
    });
  const Term* x = term(a, width);
  const Term* y = term(b, width);
  switch (op) {
    case Op::FAdd32:
    case Op::FAdd64:
    case Op::FAddX: return Value::of(terms_.fadd(x, y));
    case Op::FSub32:
    case Op::FSub64:
    case Op::FSubX: return Value::of(terms_.fsub(x, y));
    case Op::FMul32:
    case Op::FMul64:
    case Op::FMulX: return Value::of(terms_.fmul(x, y));
    case Op::FDiv32:
    case Op::FDiv64:
    case Op::FDivX: return Value::of(terms_.fdiv(x, y));
    default: return Value::of(terms_.frem(x, y));
  }
}

Value Machine::float_function(FloatFunction function, unsigned width, Value a, Value b) {
  if (a.is_poison()) return a;
  if (b.is_poison()) return b;
  if (is_known(a) && is_known(b))
    return with_format(width, [&](auto zero) {
      // Half computes in float: a single operation is then still rounded correctly.
      using Float = decltype(zero);
      using Working = std::conditional_t<sizeof(Float) == 2, float, Float>;
      return from_host(terms_,
                       Float(compute<Working>(function, Working(host<Float>(a)), Working(host<Float>(b)))));
    });
  const Term* x = term(a, width);
  const Term* y = term(b, width);
  using expr::Rounding;
  const Term* both_zero = terms_.land(terms_.fiszero(x), terms_.fiszero(y));
  auto extremum = [&](bool greatest, bool propagate) {
    const Term* chosen = greatest ? terms_.fmax(x, y) : terms_.fmin(x, y);
    if (!propagate) return chosen;
    const Term* zero = greatest ? terms_.band(x, y) : terms_.bor(x, y);
    const Term* nan = terms_.fadd(x, y);
    return terms_.ite(terms_.funordered(x, y), nan, terms_.ite(both_zero, zero, chosen));
  };
  switch (function) {
    case FloatFunction::sqrt: return Value::of(terms_.fsqrt(x));
    case FloatFunction::floor: return Value::of(terms_.fround(x, Rounding::Down));
    case FloatFunction::ceil: return Value::of(terms_.fround(x, Rounding::Up));
    case FloatFunction::trunc: return Value::of(terms_.fround(x, Rounding::Zero));
    case FloatFunction::round: return Value::of(terms_.fround(x, Rounding::NearestAway));
    case FloatFunction::rint:
    case FloatFunction::nearby_int:
    case FloatFunction::round_even: return Value::of(terms_.fround(x, Rounding::NearestEven));
    case FloatFunction::canonicalize: return a;
    case FloatFunction::min_num: return Value::of(extremum(false, false));
    case FloatFunction::max_num: return Value::of(extremum(true, false));
    case FloatFunction::minimum: return Value::of(extremum(false, true));
    case FloatFunction::maximum: return Value::of(extremum(true, true));
  }
  return a;
}

Value Machine::float_fma(unsigned width, Value a, Value b, Value c) {
  for (Value each : {a, b, c})
    if (each.is_poison()) return each;
  if (is_known(a) && is_known(b) && is_known(c))
    return with_format(width, [&](auto zero) {
      using Float = decltype(zero);
      using Working = std::conditional_t<sizeof(Float) == 2, double, Float>;
      return from_host(
          terms_, Float(std::fma(Working(host<Float>(a)), Working(host<Float>(b)), Working(host<Float>(c)))));
    });
  return Value::of(terms_.fma(term(a, width), term(b, width), term(c, width)));
}

Value Machine::float_compare(unsigned set, unsigned width, Value a, Value b) {
  if (a.is_poison()) return a;
  if (b.is_poison()) return b;
  if (is_known(a) && is_known(b))
    return with_format(width, [&](auto zero) {
      using Float = decltype(zero);
      Float x = host<Float>(a), y = host<Float>(b);
      unsigned relation = x == y ? ir::equal : x > y ? ir::greater : x < y ? ir::less : ir::unordered;
      return Value::plain((set & relation) != 0);
    });
  const Term* x = term(a, width);
  const Term* y = term(b, width);
  const Term* holds = terms_.bool_false();
  if (set & ir::equal) holds = terms_.lor(holds, terms_.feq(x, y));
  if (set & ir::greater) holds = terms_.lor(holds, terms_.flt(y, x));
  if (set & ir::less) holds = terms_.lor(holds, terms_.flt(x, y));
  if (set & ir::unordered) holds = terms_.lor(holds, terms_.funordered(x, y));
  return Value::of(holds);
}

Value Machine::float_cast(Op op, unsigned from, unsigned to, Value a) {
  if (a.is_poison()) return a;
  bool is_signed = op == Op::FpToSi || op == Op::FpToSiSat || op == Op::SiToFp;
  switch (op) {
    case Op::SiToFp:
    case Op::UiToFp:
      if (is_known(a) && from <= 128)
        return with_format(to, [&](auto zero) {
          using Float = decltype(zero);
          __int128 value = integer(a, from, is_signed);
          // Conversions are done at the width that compiled code uses, so that they round alike.
          if (is_signed && from <= 64) return from_host(terms_, Float(int64_t(value)));
          if (!is_signed && from <= 64) return from_host(terms_, Float(uint64_t(value)));
          if (is_signed) return from_host(terms_, Float(value));
          return from_host(terms_, Float((unsigned __int128)value));
        });
      return Value::of(is_signed ? terms_.sint_to_f(term(a, from), to) : terms_.uint_to_f(term(a, from), to));
    case Op::FpTrunc:
    case Op::FpExt:
      if (!is_known(a)) return Value::of(terms_.fconvert(term(a, from), to));
      return with_format(from, [&](auto zero) {
        auto value = host<decltype(zero)>(a);
        return with_format(to, [&](auto target) { return from_host(terms_, decltype(target)(value)); });
      });
    default: break;
  }
  bool saturating = op == Op::FpToSiSat || op == Op::FpToUiSat;
  if (is_known(a))
    return with_format(from, [&](auto zero) {
      auto value = host<decltype(zero)>(a);
      using Working = std::conditional_t<sizeof(value) == 2, float, decltype(value)>;
      __int128 result = saturating ? to_integer_saturated(Working(value), to, is_signed)
                                   : to_integer(Working(value), to, is_signed);
      return from_integer(terms_, result, to);
    });
  const Term* x = term(a, from);
  if (!saturating) {
    if (to <= 16 || (is_signed && to <= 32)) return Value::of(terms_.trunc(terms_.f_to_sint(x, 32), to));
    if (to <= 32 || (is_signed && to <= 64)) return Value::of(terms_.trunc(terms_.f_to_sint(x, 64), to));
    if (to > 64) return Value::of(is_signed ? terms_.f_to_sint(x, to) : terms_.f_to_uint(x, to));
    const Term* two63 = terms_.uint_to_f(terms_.constant(64, uint64_t(1) << 63), from);
    const Term* low = terms_.f_to_sint(x, 64);
    const Term* high = terms_.f_to_sint(terms_.fsub(x, two63), 64);
    const Term* sign = terms_.ashr(low, terms_.constant(64, 63));
    return Value::of(terms_.trunc(terms_.bor(terms_.band(sign, high), low), to));
  }
  // Saturating: the limits are exact in a format wide enough for them.
  const Term* greatest = is_signed ? terms_.lshr(terms_.all_ones(to), terms_.one(to)) : terms_.all_ones(to);
  const Term* least = is_signed ? terms_.bnot(greatest) : terms_.zero(to);
  const Term* above =
      terms_.fle(is_signed ? terms_.sint_to_f(greatest, from) : terms_.uint_to_f(greatest, from), x);
  const Term* below =
      terms_.flt(x, is_signed ? terms_.sint_to_f(least, from) : terms_.uint_to_f(least, from));
  const Term* inside = is_signed ? terms_.f_to_sint(x, to) : terms_.f_to_uint(x, to);
  const Term* result = terms_.ite(above, greatest, terms_.ite(below, least, inside));
  return Value::of(terms_.ite(terms_.fisnan(x), terms_.zero(to), result));
}

}  // namespace bonsai::exec
