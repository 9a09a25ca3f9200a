// Checks the fast paths' arithmetic against the terms' constant folding, and the machine's general paths with
// it.
#include "exec/arithmetic.h"

#include <gtest/gtest.h>

#include <random>

#include "expr/store.h"
#include "ir/opcode.h"

namespace bonsai::exec {
namespace {

using expr::Term;
using expr::TermStore;

class Arithmetic : public testing::Test {
 protected:
  // Interesting values of a width: the borders, and random ones.
  uint64_t pick(unsigned width) {
    uint64_t mask = ir::mask_of(width);
    switch (rng() % 8) {
      case 0: return 0;
      case 1: return mask;
      case 2: return mask >> 1;
      case 3: return (mask >> 1) + 1;
      case 4: return 1;
      case 5: return rng() % (width + 2) & mask;
      default: return rng() & mask;
    }
  }
  template <typename F>
  void for_all(F&& f) {
    for (unsigned width : {1u, 2u, 7u, 8u, 13u, 16u, 31u, 32u, 33u, 48u, 63u, 64u})
      for (int i = 0; i < 2000; ++i) {
        uint64_t a = pick(width), b = pick(width), mask = ir::mask_of(width);
        f(width, a, b, mask, t.constant(width, a), t.constant(width, b));
      }
  }
  std::mt19937_64 rng{42};
  TermStore t;
};

TEST_F(Arithmetic, BinaryAgreesWithTerms) {
  for_all([&](unsigned width, uint64_t a, uint64_t b, uint64_t mask, const Term* x, const Term* y) {
    SCOPED_TRACE(testing::Message() << "width " << width << " a " << a << " b " << b);
    ASSERT_EQ(arithmetic::add(a, b, mask), t.add(x, y)->value());
    ASSERT_EQ(arithmetic::sub(a, b, mask), t.sub(x, y)->value());
    ASSERT_EQ(arithmetic::mul(a, b, mask), t.mul(x, y)->value());
    if (b) {
      ASSERT_EQ(arithmetic::udiv(a, b, mask), t.udiv(x, y)->value());
      ASSERT_EQ(arithmetic::urem(a, b, mask), t.urem(x, y)->value());
      if (!arithmetic::sdiv_overflows(a, b, mask)) {
        ASSERT_EQ(arithmetic::sdiv(a, b, mask), t.sdiv(x, y)->value());
        ASSERT_EQ(arithmetic::srem(a, b, mask), t.srem(x, y)->value());
      }
    }
    if (b < width) {
      ASSERT_EQ(arithmetic::shl(a, b, mask), t.shl(x, y)->value());
      ASSERT_EQ(arithmetic::lshr(a, b, mask), t.lshr(x, y)->value());
      ASSERT_EQ(arithmetic::ashr(a, b, mask), t.ashr(x, y)->value());
    }
    ASSERT_EQ(arithmetic::ult(a, b, mask), t.ult(x, y)->value());
    ASSERT_EQ(arithmetic::ule(a, b, mask), t.ule(x, y)->value());
    ASSERT_EQ(arithmetic::slt(a, b, mask), t.slt(x, y)->value());
    ASSERT_EQ(arithmetic::sle(a, b, mask), t.sle(x, y)->value());
    ASSERT_EQ(arithmetic::smin(a, b, mask), t.ite(t.slt(x, y), x, y)->value());
    ASSERT_EQ(arithmetic::umax(a, b, mask), t.ite(t.ult(x, y), y, x)->value());
  });
}

// The definition: compute exactly in twice the width, and see whether it fits.
TEST_F(Arithmetic, OverflowAndSaturation) {
  for_all([&](unsigned width, uint64_t a, uint64_t b, uint64_t mask, const Term*, const Term*) {
    SCOPED_TRACE(testing::Message() << "width " << width << " a " << a << " b " << b);
    __int128 sa = arithmetic::to_signed(a, mask), sb = arithmetic::to_signed(b, mask);
    __int128 least = -((__int128)1 << (width - 1)), most = -least - 1;
    auto fits = [&](__int128 v) { return v >= least && v <= most; };
    auto clamp = [&](__int128 v) { return uint64_t(v < least ? least : v > most ? most : v) & mask; };
    ASSERT_EQ(arithmetic::sadd_overflow(a, b, mask), !fits(sa + sb));
    ASSERT_EQ(arithmetic::ssub_overflow(a, b, mask), !fits(sa - sb));
    ASSERT_EQ(arithmetic::smul_overflow(a, b, mask), !fits(sa * sb));
    ASSERT_EQ(arithmetic::uadd_overflow(a, b, mask), (unsigned __int128)a + b > mask);
    ASSERT_EQ(arithmetic::usub_overflow(a, b, mask), a < b);
    ASSERT_EQ(arithmetic::umul_overflow(a, b, mask), (unsigned __int128)a * b > mask);
    ASSERT_EQ(arithmetic::sadd_sat(a, b, mask), clamp(sa + sb));
    ASSERT_EQ(arithmetic::ssub_sat(a, b, mask), clamp(sa - sb));
    if (b < width) {
      unsigned __int128 ushifted = (unsigned __int128)a << b;
      ASSERT_EQ(arithmetic::ushl_sat(a, b, mask), ushifted > mask ? mask : uint64_t(ushifted));
      ASSERT_EQ(arithmetic::sshl_sat(a, b, mask), clamp(sa * ((__int128)1 << b)));
    }
  });
}

TEST_F(Arithmetic, UnaryAndFunnel) {
  for_all([&](unsigned width, uint64_t a, uint64_t b, uint64_t mask, const Term* x, const Term* y) {
    SCOPED_TRACE(testing::Message() << "width " << width << " a " << a << " b " << b);
    uint64_t ones = 0, reversed = 0, leading = 0, trailing = 0;
    for (unsigned i = 0; i < width; ++i) {
      ones += a >> i & 1;
      reversed |= (a >> i & 1) << (width - 1 - i);
    }
    while (leading < width && !(a >> (width - 1 - leading) & 1)) ++leading;
    while (trailing < width && !(a >> trailing & 1)) ++trailing;
    ASSERT_EQ(arithmetic::popcount(a, mask), ones);
    ASSERT_EQ(arithmetic::bit_reverse(a, mask), reversed);
    ASSERT_EQ(arithmetic::leading_zeros(a, mask), leading);
    ASSERT_EQ(arithmetic::trailing_zeros(a, mask), trailing);
    unsigned amount = unsigned(rng() % (2 * width));
    const Term* both = t.concat(x, y);
    const Term* by = t.constant(2 * width, amount % width);
    ASSERT_EQ(arithmetic::funnel_shl(a, b, amount, width, mask),
              t.extract(t.shl(both, by), width, width)->value());
    ASSERT_EQ(arithmetic::funnel_shr(a, b, amount, width, mask),
              t.extract(t.lshr(both, by), 0, width)->value());
  });
}

}  // namespace
}  // namespace bonsai::exec
