// Float arithmetic on bit patterns; float_value.h says how.
//
// Tested by float_value_test.cpp: against the host for 32 and 64 bits, 16 bits against 64-bit arithmetic,
// conversions against the host's and against each other in all rounding modes.

#include "expr/float_value.h"

#include <bit>
#include <cfenv>
#include <cmath>

#pragma STDC FENV_ACCESS ON

namespace bonsai::expr {

namespace {

int host_rounding(Rounding rounding) {
  switch (rounding) {
    case Rounding::NearestEven: return FE_TONEAREST;
    case Rounding::Up: return FE_UPWARD;
    case Rounding::Down: return FE_DOWNWARD;
    case Rounding::Zero: return FE_TOWARDZERO;
    case Rounding::NearestAway: break;
  }
  assert(false && "the host cannot round to nearest away");
  return FE_TONEAREST;
}

class RoundingScope {
 public:
  explicit RoundingScope(Rounding rounding) : changed_(rounding != Rounding::NearestEven) {
    if (changed_) std::fesetround(host_rounding(rounding));
  }
  ~RoundingScope() {
    if (changed_) std::fesetround(FE_TONEAREST);
  }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

 private:
  bool changed_;
};

template <typename F>
F round_to_integral(F a, Rounding rounding) {
  switch (rounding) {
    case Rounding::NearestEven: return std::nearbyint(a);
    case Rounding::NearestAway: return std::round(a);
    case Rounding::Up: return std::ceil(a);
    case Rounding::Down: return std::floor(a);
    case Rounding::Zero: return std::trunc(a);
  }
  return a;
}

template <typename F>
F compute(Kind kind, Rounding rounding, F a, F b, F c) {
  if (kind == Kind::FRound) return round_to_integral(a, rounding);
  if (kind == Kind::FRem) return std::fmod(a, b);
  const RoundingScope scope(rounding);
  switch (kind) {
    case Kind::FAdd: return a + b;
    case Kind::FSub: return a - b;
    case Kind::FMul: return a * b;
    case Kind::FDiv: return a / b;
    case Kind::FSqrt: return std::sqrt(a);
    case Kind::FMulAdd: return std::fma(a, b, c);
    default: break;
  }
  assert(false && "not a float operation");
  return a;
}

// A finite value as (-1)^negative * significand * 2^exponent, exactly.
struct Unpacked {
  bool negative;
  uint64_t significand;
  int exponent;
};

// REQUIRES: finite.
Unpacked unpack(uint64_t bits, FloatFormat format) {
  const uint64_t fraction = bits & ((uint64_t{1} << format.fraction_bits) - 1);
  const int biased = static_cast<int>((bits & ~format.sign()) >> format.fraction_bits);
  const int bias = (1 << (format.exponent_bits - 1)) - 1 + static_cast<int>(format.fraction_bits);
  const bool negative = (bits & format.sign()) != 0;
  if (biased == 0) return {negative, fraction, 1 - bias};
  return {negative, fraction | uint64_t{1} << format.fraction_bits, biased - bias};
}

bool rounds_away(bool negative, bool odd, bool half, bool rest, Rounding rounding) {
  switch (rounding) {
    case Rounding::NearestEven: return half && (rest || odd);
    case Rounding::NearestAway: return half;
    case Rounding::Up: return !negative && (half || rest);
    case Rounding::Down: return negative && (half || rest);
    case Rounding::Zero: return false;
  }
  return false;
}

// Rounds significand * 2^exponent, plus something below half a unit of the significand when `sticky`, to the
// format.
uint64_t pack(Unpacked value, bool sticky, FloatFormat format, Rounding rounding) {
  const uint64_t sign = value.negative ? format.sign() : 0;
  if (value.significand == 0) return sign;  // callers leave no sticky bit below a zero
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const int msb = 63 - std::countl_zero(value.significand);
  // The exponent of the result's last place: fraction_bits below the leading bit, but not below that of
  // denormals.
  const int last = std::max(value.exponent + msb - static_cast<int>(format.fraction_bits),
                            1 - bias - static_cast<int>(format.fraction_bits));
  const int shift = last - value.exponent;
  uint64_t kept;
  bool half = false, rest = sticky;
  if (shift <= 0) {
    kept = value.significand << -shift;
  } else if (shift > 64) {
    kept = 0;
    rest = true;
  } else {
    kept = shift == 64 ? 0 : value.significand >> shift;
    half = (value.significand >> (shift - 1)) & 1;
    rest |= (value.significand & ((uint64_t{1} << (shift - 1)) - 1)) != 0;
  }
  if (rounds_away(value.negative, kept & 1, half, rest, rounding)) ++kept;
  // A carry out of the fraction runs into the exponent field, which is the right result.
  const uint64_t hidden = uint64_t{1} << format.fraction_bits;
  const uint64_t biased =
      last + bias + static_cast<int>(format.fraction_bits) - 1;  // of the kept hidden bit, minus 1
  if (kept < hidden) return sign | kept;
  if (biased + (kept >> format.fraction_bits) >= (uint64_t{1} << format.exponent_bits) - 1) {
    const bool to_infinity = rounds_away(value.negative, true, true, true, rounding);
    return sign | (to_infinity ? format.infinity() : format.infinity() - 1);
  }
  return sign | (kept + (biased << format.fraction_bits));
}

uint64_t canonical(uint64_t bits, FloatFormat format) { return format.is_nan(bits) ? format.nan() : bits; }

double half_to_double(uint64_t bits) {
  return std::bit_cast<double>(convert_float(bits, 16, 64, Rounding::NearestEven));
}

uint64_t fold_half(Kind kind, Rounding rounding, uint64_t a, uint64_t b, uint64_t c) {
  const bool exact = kind == Kind::FRound || kind == Kind::FRem;
  std::feclearexcept(FE_INEXACT);
  const double result = compute(kind, exact ? rounding : Rounding::Zero, half_to_double(a), half_to_double(b),
                                half_to_double(c));
  uint64_t bits = std::bit_cast<uint64_t>(result);
  if (exact) return convert_float(bits, 64, 16, rounding);
  if (std::fetestexcept(FE_INEXACT)) bits |= 1;  // to odd
  // An exact zero sum of unlike signs is -0 when rounding down, +0 otherwise: the sign must be computed in
  // that mode.
  if ((bits << 1) == 0)
    bits = std::bit_cast<uint64_t>(
        compute(kind, rounding, half_to_double(a), half_to_double(b), half_to_double(c)));
  return convert_float(bits, 64, 16, rounding);
}

}  // namespace

uint64_t fold_float(Kind kind, Width width, Rounding rounding, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t bits;
  if (width == 64) {
    bits = std::bit_cast<uint64_t>(compute(kind, rounding, std::bit_cast<double>(a), std::bit_cast<double>(b),
                                           std::bit_cast<double>(c)));
  } else if (width == 32) {
    const auto from = [](uint64_t x) { return std::bit_cast<float>(static_cast<uint32_t>(x)); };
    bits = std::bit_cast<uint32_t>(compute(kind, rounding, from(a), from(b), from(c)));
  } else {
    assert(width == 16);
    bits = fold_half(kind, rounding, a, b, c);
  }
  return canonical(bits, FloatFormat::of(width));
}

bool fold_float_compare(Kind kind, Width width, uint64_t a, uint64_t b) {
  const FloatFormat format = FloatFormat::of(width);
  if (format.is_nan(a) || format.is_nan(b)) return false;
  // Sign and magnitude to a number that orders as the floats do; both zeros give 0.
  const auto order = [&](uint64_t bits) {
    const int64_t magnitude = static_cast<int64_t>(bits & ~format.sign() & Term::mask(width));
    return (bits & format.sign()) != 0 ? -magnitude : magnitude;
  };
  if (kind == Kind::FEq) return order(a) == order(b);
  return kind == Kind::FLt ? order(a) < order(b) : order(a) <= order(b);
}

uint64_t convert_float(uint64_t bits, Width from, Width to, Rounding rounding) {
  const FloatFormat source = FloatFormat::of(from), target = FloatFormat::of(to);
  if (source.is_nan(bits)) return target.nan();
  const uint64_t sign = (bits & source.sign()) != 0 ? target.sign() : 0;
  if ((bits & ~source.sign()) == source.infinity()) return sign | target.infinity();
  return pack(unpack(bits, source), false, target, rounding);
}

uint64_t int_to_float(const Wide& value, bool is_signed, Width to, Rounding rounding) {
  const bool negative = is_signed && value.sign();
  const Wide magnitude = negative ? -value : value;
  const uint32_t active = magnitude.active_bits();
  if (active <= 64) return pack({negative, magnitude.low64(), 0}, false, FloatFormat::of(to), rounding);
  const uint32_t dropped = active - 64;
  const uint64_t top = magnitude.lshr(dropped).low64();
  return pack({negative, top, static_cast<int>(dropped)}, magnitude.trailing_zeros() < dropped,
              FloatFormat::of(to), rounding);
}

Wide float_to_int(uint64_t bits, Width from, bool is_signed, Width to) {
  const FloatFormat format = FloatFormat::of(from);
  const Wide indefinite = Wide(to, 1).shl(to - 1);
  if ((bits & ~format.sign()) >= format.infinity()) return indefinite;
  const Unpacked value = unpack(bits, format);
  if (value.significand == 0) return Wide(to, 0);
  const int msb = 63 - std::countl_zero(value.significand) + value.exponent;
  if (msb < 0) return Wide(to, 0);
  if (msb >= static_cast<int>(to)) return indefinite;
  const uint32_t work = std::max<uint32_t>(to + 1, 64);
  const Wide wide(work, value.significand);
  const Wide magnitude = value.exponent >= 0 ? wide.shl(static_cast<uint32_t>(value.exponent))
                                             : wide.lshr(static_cast<uint32_t>(-value.exponent));
  const Wide result = (value.negative ? -magnitude : magnitude).extract(0, to);
  if (!is_signed) return value.negative && !magnitude.is_zero() ? indefinite : result;
  // The magnitude is below 2^to; in range when the sign bit came out right (the minimum itself is the
  // indefinite value).
  return result.is_zero() || result.sign() == value.negative ? result : indefinite;
}

}  // namespace bonsai::expr
