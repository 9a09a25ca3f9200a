#include "expr/float_value.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <random>

#include "expr/random_program_test.h"
#include "expr/store.h"

namespace bonsai::expr {
namespace {

constexpr Rounding kHostModes[] = {Rounding::NearestEven, Rounding::Up, Rounding::Down, Rounding::Zero};

int host_mode(Rounding r) {
  return r == Rounding::Up     ? FE_UPWARD
         : r == Rounding::Down ? FE_DOWNWARD
         : r == Rounding::Zero ? FE_TOWARDZERO
                               : FE_TONEAREST;
}

// Bit patterns with special values and exponents near each other more often than chance would give.
uint64_t pattern(std::mt19937_64& rng, Width w) {
  const FloatFormat f = FloatFormat::of(w);
  uint64_t bits = rng() & Term::mask(w);
  switch (rng() % 8) {
    case 0: return (bits & f.sign()) | f.infinity();
    case 1: return bits & f.sign();
    case 2: return bits & ~f.infinity();  // denormal
    case 3: return bits | f.infinity();   // NaN or infinity
    case 4:
    case 5: {
      const uint64_t bias = (uint64_t{1} << (f.exponent_bits - 1)) - 1;
      return (bits & ~f.infinity()) | (bias + rng() % 5 - 2) << f.fraction_bits;
    }
    default: return bits;
  }
}

// Through volatiles, so that the compiler cannot compute in its own rounding mode.
template <typename F>
F on_host(Kind kind, Rounding rounding, F x, F y, F z) {
  volatile F a = x, b = y, c = z, r = 0;
  std::fesetround(host_mode(rounding));
  switch (kind) {
    case Kind::FAdd: r = a + b; break;
    case Kind::FSub: r = a - b; break;
    case Kind::FMul: r = a * b; break;
    case Kind::FDiv: r = a / b; break;
    case Kind::FSqrt: r = std::sqrt(a); break;
    case Kind::FMulAdd: r = std::fma(a, b, c); break;
    case Kind::FRem: r = std::fmod(a, b); break;
    default: r = std::nearbyint(a); break;
  }
  std::fesetround(FE_TONEAREST);
  return r;
}

constexpr Kind kOperations[] = {Kind::FAdd,  Kind::FSub,    Kind::FMul, Kind::FDiv,
                                Kind::FSqrt, Kind::FMulAdd, Kind::FRem, Kind::FRound};

TEST(FloatValue, AgreesWithTheHost) {
  std::mt19937_64 rng(testing::seed_from_environment());
  for (int n = 0; n < 200000; ++n) {
    const Kind kind = kOperations[rng() % 8];
    const Rounding r = kHostModes[rng() % 4];
    const uint64_t a = pattern(rng, 64), b = pattern(rng, 64), c = pattern(rng, 64);
    const double d =
        on_host(kind, r, std::bit_cast<double>(a), std::bit_cast<double>(b), std::bit_cast<double>(c));
    const uint64_t expected = std::isnan(d) ? FloatFormat::of(64).nan() : std::bit_cast<uint64_t>(d);
    ASSERT_EQ(fold_float(kind, 64, r, a, b, c), expected)
        << kind_name(kind) << std::hex << " " << a << " " << b;
    const uint32_t x = static_cast<uint32_t>(pattern(rng, 32)), y = static_cast<uint32_t>(pattern(rng, 32)),
                   z = static_cast<uint32_t>(pattern(rng, 32));
    const float f =
        on_host(kind, r, std::bit_cast<float>(x), std::bit_cast<float>(y), std::bit_cast<float>(z));
    const uint64_t expected32 = std::isnan(f) ? FloatFormat::of(32).nan() : std::bit_cast<uint32_t>(f);
    ASSERT_EQ(fold_float(kind, 32, r, x, y, z), expected32)
        << kind_name(kind) << std::hex << " " << x << " " << y;
  }
}

// The 16-bit operations against exact ones: sums and products of halves are exact in doubles, and rounding a
// double to a half is checked on its own below.
TEST(FloatValue, HalfSumsAndProductsAreRoundedOnce) {
  std::mt19937_64 rng(testing::seed_from_environment());
  const auto widen = [](uint64_t h) {
    return std::bit_cast<double>(convert_float(h, 16, 64, Rounding::NearestEven));
  };
  for (int n = 0; n < 300000; ++n) {
    const uint64_t a = pattern(rng, 16), b = pattern(rng, 16);
    for (Rounding r : kHostModes) {
      const double product = widen(a) * widen(b);
      ASSERT_EQ(fold_float(Kind::FMul, 16, r, a, b, 0),
                convert_float(std::bit_cast<uint64_t>(product), 64, 16, r));
      const double sum = on_host(Kind::FAdd, r, widen(a), widen(b), 0.0);
      ASSERT_EQ(fold_float(Kind::FAdd, 16, r, a, b, 0),
                convert_float(std::bit_cast<uint64_t>(sum), 64, 16, r));
    }
  }
}

TEST(FloatValue, HalfDivisionAndRootBracketTheResult) {
  std::mt19937_64 rng(testing::seed_from_environment());
  for (int n = 0; n < 100000; ++n) {
    const uint64_t a = pattern(rng, 16), b = pattern(rng, 16), c = pattern(rng, 16);
    for (Kind kind : {Kind::FDiv, Kind::FSqrt, Kind::FMulAdd}) {
      const uint64_t down = fold_float(kind, 16, Rounding::Down, a, b, c),
                     up = fold_float(kind, 16, Rounding::Up, a, b, c);
      const uint64_t near = fold_float(kind, 16, Rounding::NearestEven, a, b, c);
      const uint64_t zero = fold_float(kind, 16, Rounding::Zero, a, b, c);
      if (FloatFormat::of(16).is_nan(down)) {
        ASSERT_EQ(down, up);
        continue;
      }
      ASSERT_TRUE(fold_float_compare(Kind::FLe, 16, down, up));
      ASSERT_TRUE(near == down || near == up) << std::hex << a << " " << b << " " << c;
      ASSERT_EQ(zero, down & 0x8000 && up & 0x8000 ? up : down & 0x8000 ? zero : down);
    }
  }
}

TEST(FloatValue, ConversionsAgreeWithTheHost) {
  std::mt19937_64 rng(testing::seed_from_environment());
  for (int n = 0; n < 200000; ++n) {
    const Rounding r = kHostModes[rng() % 4];
    const uint64_t a = pattern(rng, 64);
    const int64_t i = static_cast<int64_t>(rng()) >> (rng() % 64);
    std::fesetround(host_mode(r));
    volatile double d = std::bit_cast<double>(a);
    volatile float narrowed = static_cast<float>(d);
    volatile int64_t vi = i;
    volatile uint64_t vu = static_cast<uint64_t>(i);
    volatile double from_signed = static_cast<double>(vi);
    volatile float from_signed32 = static_cast<float>(vi);
    std::fesetround(FE_TONEAREST);
    volatile double from_unsigned =
        static_cast<double>(vu);  // clang's sequence is exact in nearest-even only
    const uint32_t expected = std::isnan(d) ? 0x7fc00000u : std::bit_cast<uint32_t>(float{narrowed});
    ASSERT_EQ(convert_float(a, 64, 32, r), expected) << std::hex << a;
    ASSERT_EQ(int_to_float(Wide(64, static_cast<uint64_t>(i)), true, 64, r),
              std::bit_cast<uint64_t>(double{from_signed}));
    ASSERT_EQ(int_to_float(Wide(64, static_cast<uint64_t>(i)), true, 32, r),
              std::bit_cast<uint32_t>(float{from_signed32}));
    ASSERT_EQ(int_to_float(Wide(64, static_cast<uint64_t>(i)), false, 64, Rounding::NearestEven),
              std::bit_cast<uint64_t>(double{from_unsigned}));
    // Via a wider integer, and from far above: 2^100 * i.
    ASSERT_EQ(int_to_float(Wide(64, static_cast<uint64_t>(i)).sext(200), true, 64, r),
              std::bit_cast<uint64_t>(double{from_signed}));
    ASSERT_EQ(int_to_float(Wide(64, static_cast<uint64_t>(i)).sext(200).shl(100u), true, 64, r),
              std::bit_cast<uint64_t>(std::ldexp(double{from_signed}, i == 0 ? 0 : 100)));
    const double t = std::trunc(d);
    const bool fits = t >= -0x1p63 && t < 0x1p63;
    ASSERT_EQ(float_to_int(a, 64, true, 64).low64(),
              fits ? static_cast<uint64_t>(static_cast<int64_t>(t)) : uint64_t{1} << 63);
    const bool fits8 = t > -1 && t < 256;
    ASSERT_EQ(float_to_int(a, 64, false, 8).low64(), fits8 ? static_cast<uint64_t>(t) : 0x80u);
    if (!std::isnan(d) && !std::isinf(d))
      ASSERT_EQ(int_to_float(float_to_int(a, 64, true, 1100), true, 64, r) & ~(uint64_t{1} << 63),
                std::bit_cast<uint64_t>(std::fabs(t)));
  }
}

TEST(FloatValue, EveryHalfSurvivesWidening) {
  for (uint64_t h = 0; h < 65536; ++h) {
    const bool nan = FloatFormat::of(16).is_nan(h);
    for (Width w : {32u, 64u})
      ASSERT_EQ(convert_float(convert_float(h, 16, w, Rounding::NearestEven), w, 16, Rounding::Down),
                nan ? 0x7e00 : h);
    for (Rounding r : kHostModes) {
      const uint64_t rounded = fold_float(Kind::FRound, 16, r, h, 0, 0);
      ASSERT_EQ(fold_float(Kind::FRound, 16, Rounding::Zero, rounded, 0, 0), rounded);
    }
  }
  EXPECT_EQ(fold_float(Kind::FRound, 16, Rounding::NearestAway, 0x3800, 0, 0), 0x3c00u);  // 0.5 to 1
  EXPECT_EQ(fold_float(Kind::FRound, 16, Rounding::NearestEven, 0x3800, 0, 0), 0u);       // 0.5 to 0
}

TEST(FloatValue, ComparisonsAgreeWithTheHost) {
  std::mt19937_64 rng(testing::seed_from_environment());
  TermStore s;
  for (int n = 0; n < 100000; ++n) {
    const uint64_t a = pattern(rng, 64), b = rng() % 4 ? pattern(rng, 64) : a;
    const double x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
    ASSERT_EQ(fold_float_compare(Kind::FEq, 64, a, b), x == y);
    ASSERT_EQ(fold_float_compare(Kind::FLt, 64, a, b), x < y);
    ASSERT_EQ(fold_float_compare(Kind::FLe, 64, a, b), x <= y);
    if (n % 4 != 0) continue;
    const Term *p = s.constant(64, a), *q = s.constant(64, b);
    ASSERT_EQ(s.fisnan(p)->is_true(), std::isnan(x));
    ASSERT_EQ(s.fisinf(p)->is_true(), std::isinf(x));
    ASSERT_EQ(s.fneg(p)->value(), std::bit_cast<uint64_t>(-x));
    ASSERT_EQ(s.fabs(p)->value(), std::bit_cast<uint64_t>(std::fabs(x)));
    ASSERT_EQ(s.fcopysign(p, q)->value(), std::bit_cast<uint64_t>(std::copysign(x, y)));
    if (!std::isnan(x) || !std::isnan(y)) {
      ASSERT_EQ(std::bit_cast<double>(s.fmin(p, q)->value()), std::fmin(x, y));
      ASSERT_EQ(std::bit_cast<double>(s.fmax(p, q)->value()), std::fmax(x, y));
    }
  }
}

}  // namespace
}  // namespace bonsai::expr
