#include "base/wide.h"

#include <gtest/gtest.h>

#include <random>

namespace bonsai::base {
namespace {

using U = unsigned __int128;
using I = __int128;

Wide wide(uint32_t w, U v) {
  const uint64_t words[2] = {static_cast<uint64_t>(v), static_cast<uint64_t>(v >> 64)};
  return Wide::from_words(w, words, 2);
}

U value(const Wide& v) { return U{v.word(1)} << 64 | v.word(0); }

U random_value(std::mt19937_64& rng) {
  const U v = U{rng()} << 64 | rng();
  switch (rng() % 5) {
    case 0: return v >> (rng() % 128);
    case 1: return ~(v >> (rng() % 128));
    case 2: return U{1} << (rng() % 128);
    case 3: return rng() % 4;
    default: return v;
  }
}

TEST(Wide, AgreesWithInt128) {
  std::mt19937_64 rng(1);
  for (int n = 0; n < 100000; ++n) {
    const uint32_t w = 1 + rng() % 128;
    const U mask = ~U{0} >> (128 - w);
    const U a = random_value(rng) & mask, b = random_value(rng) & mask;
    const I sa = static_cast<I>(a << (128 - w)) >> (128 - w),
            sb = static_cast<I>(b << (128 - w)) >> (128 - w);
    const Wide x = wide(w, a), y = wide(w, b);
    ASSERT_TRUE(value(x + y) == ((a + b) & mask));
    ASSERT_TRUE(value(x - y) == ((a - b) & mask));
    ASSERT_TRUE(value(x * y) == ((a * b) & mask));
    ASSERT_TRUE(value(-x) == (-a & mask));
    ASSERT_TRUE(value(~x) == (~a & mask));
    ASSERT_TRUE(value(x.udiv(y)) == (b == 0 ? mask : a / b)) << w;
    ASSERT_TRUE(value(x.urem(y)) == (b == 0 ? a : a % b)) << w;
    if (sb != 0 && sb != -1) {
      ASSERT_TRUE(value(x.sdiv(y)) == (static_cast<U>(sa / sb) & mask));
      ASSERT_TRUE(value(x.srem(y)) == (static_cast<U>(sa % sb) & mask));
    }
    ASSERT_EQ(x.ult(y), a < b);
    ASSERT_EQ(x.slt(y), sa < sb);
    const U amount = b % (w + 3);
    const Wide shift = wide(w + 8, amount).extract(0, w);
    const U taken = value(shift);
    ASSERT_TRUE(value(x.shl(shift)) == (taken >= w ? 0 : (a << taken) & mask));
    ASSERT_TRUE(value(x.lshr(shift)) == (taken >= w ? 0 : a >> taken));
    ASSERT_TRUE(value(x.ashr(shift)) == (static_cast<U>(sa >> (taken >= w ? 127 : taken)) & mask));
  }
}

TEST(Wide, DivisionIsTheInverseOfMultiplicationAtAnyWidth) {
  std::mt19937_64 rng(2);
  for (int n = 0; n < 5000; ++n) {
    const uint32_t w = 100 + rng() % 400;
    const uint64_t words[8] = {rng(), rng(), rng(), rng(), rng(), rng(), rng(), rng()};
    const Wide a = Wide::from_words(w, words, 8),
               b = Wide::from_words(w, words + 3, 5).lshr(static_cast<uint32_t>(rng() % w));
    if (b.is_zero()) continue;
    ASSERT_EQ(a.udiv(b) * b + a.urem(b), a);
    ASSERT_TRUE(a.urem(b).ult(b));
    ASSERT_EQ(a.sdiv(b) * b + a.srem(b), a);
    const uint32_t cut = 1 + rng() % (w - 1);
    ASSERT_EQ(Wide::concat(a.extract(cut, w - cut), a.extract(0, cut)), a);
    ASSERT_EQ(a.sext(w + 77).ashr(cut).extract(0, w), a.ashr(cut));
    ASSERT_EQ(*Wide::parse(w, a.to_decimal(), 10), a);
    ASSERT_EQ(*Wide::parse(w, a.to_hex(), 16), a);
    ASSERT_EQ(*Wide::parse(w, a.to_binary(), 2), a);
  }
}

TEST(Wide, SpecialValues) {
  EXPECT_EQ(Wide(8, 5).sdiv(Wide(8, 0)), Wide(8, 255));
  EXPECT_EQ(Wide(8, 0x85).sdiv(Wide(8, 0)), Wide(8, 1));
  EXPECT_EQ(Wide(8, 0x80).sdiv(Wide(8, 255)), Wide(8, 0x80));
  EXPECT_EQ(Wide(8, 0x80).srem(Wide(8, 255)), Wide(8, 0));
  EXPECT_FALSE(Wide::parse(8, "12a", 10).has_value());
  EXPECT_FALSE(Wide::parse(8, "", 10).has_value());
  EXPECT_EQ(Wide::parse(8, "256", 10)->low64(), 0u);
  EXPECT_TRUE(Wide::all_ones(130).is_all_ones());
  EXPECT_EQ(Wide(130, 1).shl(129u).active_bits(), 130u);
}

}  // namespace
}  // namespace bonsai::base
