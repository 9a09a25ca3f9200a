// Integer operations on plain values: zero-extended in 64 bits, `mask` is the mask of their width. The one
// definition of what the fast paths compute; results are already reduced. Tested by arithmetic_test.cpp
// against the terms' constant folding.
#pragma once

#include <bit>
#include <cstdint>

namespace bonsai::exec::arithmetic {

inline uint64_t sign_of(uint64_t mask) { return mask ^ (mask >> 1); }
inline int64_t to_signed(uint64_t value, uint64_t mask) {
  uint64_t sign = sign_of(mask);
  return int64_t((value ^ sign) - sign);
}
inline unsigned width_of(uint64_t mask) { return unsigned(std::popcount(mask)); }

inline uint64_t add(uint64_t a, uint64_t b, uint64_t mask) { return (a + b) & mask; }
inline uint64_t sub(uint64_t a, uint64_t b, uint64_t mask) { return (a - b) & mask; }
inline uint64_t mul(uint64_t a, uint64_t b, uint64_t mask) { return (a * b) & mask; }
// REQUIRES: b != 0.
inline uint64_t udiv(uint64_t a, uint64_t b, uint64_t) { return a / b; }
inline uint64_t urem(uint64_t a, uint64_t b, uint64_t) { return a % b; }
// REQUIRES: b != 0, and not MIN / -1.
inline uint64_t sdiv(uint64_t a, uint64_t b, uint64_t mask) {
  return uint64_t(to_signed(a, mask) / to_signed(b, mask)) & mask;
}
inline uint64_t srem(uint64_t a, uint64_t b, uint64_t mask) {
  return uint64_t(to_signed(a, mask) % to_signed(b, mask)) & mask;
}
inline bool sdiv_overflows(uint64_t a, uint64_t b, uint64_t mask) { return b == mask && a == sign_of(mask); }
inline uint64_t band(uint64_t a, uint64_t b, uint64_t) { return a & b; }
inline uint64_t bor(uint64_t a, uint64_t b, uint64_t) { return a | b; }
inline uint64_t bxor(uint64_t a, uint64_t b, uint64_t) { return a ^ b; }
// REQUIRES: b < width.
inline uint64_t shl(uint64_t a, uint64_t b, uint64_t mask) { return (a << b) & mask; }
inline uint64_t lshr(uint64_t a, uint64_t b, uint64_t) { return a >> b; }
inline uint64_t ashr(uint64_t a, uint64_t b, uint64_t mask) {
  return uint64_t(to_signed(a, mask) >> b) & mask;
}

inline uint64_t eq(uint64_t a, uint64_t b, uint64_t) { return a == b; }
inline uint64_t ne(uint64_t a, uint64_t b, uint64_t) { return a != b; }
inline uint64_t ult(uint64_t a, uint64_t b, uint64_t) { return a < b; }
inline uint64_t ule(uint64_t a, uint64_t b, uint64_t) { return a <= b; }
inline uint64_t ugt(uint64_t a, uint64_t b, uint64_t) { return a > b; }
inline uint64_t uge(uint64_t a, uint64_t b, uint64_t) { return a >= b; }
inline uint64_t slt(uint64_t a, uint64_t b, uint64_t mask) {
  return (a ^ sign_of(mask)) < (b ^ sign_of(mask));
}
inline uint64_t sle(uint64_t a, uint64_t b, uint64_t mask) {
  return (a ^ sign_of(mask)) <= (b ^ sign_of(mask));
}
inline uint64_t sgt(uint64_t a, uint64_t b, uint64_t mask) { return slt(b, a, mask); }
inline uint64_t sge(uint64_t a, uint64_t b, uint64_t mask) { return sle(b, a, mask); }

inline uint64_t umin(uint64_t a, uint64_t b, uint64_t) { return a < b ? a : b; }
inline uint64_t umax(uint64_t a, uint64_t b, uint64_t) { return a < b ? b : a; }
inline uint64_t smin(uint64_t a, uint64_t b, uint64_t mask) { return slt(a, b, mask) ? a : b; }
inline uint64_t smax(uint64_t a, uint64_t b, uint64_t mask) { return slt(a, b, mask) ? b : a; }

inline uint64_t uadd_overflow(uint64_t a, uint64_t b, uint64_t mask) { return ((a + b) & mask) < a; }
inline uint64_t usub_overflow(uint64_t a, uint64_t b, uint64_t) { return a < b; }
inline uint64_t umul_overflow(uint64_t a, uint64_t b, uint64_t mask) {
  return (unsigned __int128)a * b > mask;
}
inline uint64_t sadd_overflow(uint64_t a, uint64_t b, uint64_t mask) {
  uint64_t sum = a + b;
  return (~(a ^ b) & (a ^ sum) & sign_of(mask)) != 0;
}
inline uint64_t ssub_overflow(uint64_t a, uint64_t b, uint64_t mask) {
  uint64_t difference = a - b;
  return ((a ^ b) & (a ^ difference) & sign_of(mask)) != 0;
}
inline uint64_t smul_overflow(uint64_t a, uint64_t b, uint64_t mask) {
  __int128 product = (__int128)to_signed(a, mask) * to_signed(b, mask);
  return product != (__int128)to_signed(uint64_t(product) & mask, mask);
}

inline uint64_t signed_limit(bool negative, uint64_t mask) { return negative ? sign_of(mask) : mask >> 1; }
inline uint64_t uadd_sat(uint64_t a, uint64_t b, uint64_t mask) {
  return uadd_overflow(a, b, mask) ? mask : (a + b) & mask;
}
inline uint64_t usub_sat(uint64_t a, uint64_t b, uint64_t) { return a < b ? 0 : a - b; }
inline uint64_t sadd_sat(uint64_t a, uint64_t b, uint64_t mask) {
  return sadd_overflow(a, b, mask) ? signed_limit(a & sign_of(mask), mask) : (a + b) & mask;
}
inline uint64_t ssub_sat(uint64_t a, uint64_t b, uint64_t mask) {
  return ssub_overflow(a, b, mask) ? signed_limit(a & sign_of(mask), mask) : (a - b) & mask;
}
// REQUIRES: b < width.
inline uint64_t ushl_sat(uint64_t a, uint64_t b, uint64_t mask) {
  uint64_t shifted = (a << b) & mask;
  return shifted >> b == a ? shifted : mask;
}
inline uint64_t sshl_sat(uint64_t a, uint64_t b, uint64_t mask) {
  uint64_t shifted = (a << b) & mask;
  return (uint64_t(to_signed(shifted, mask) >> b) & mask) == a ? shifted
                                                               : signed_limit(a & sign_of(mask), mask);
}
inline bool sshl_overflows(uint64_t a, uint64_t b, uint64_t mask) {
  return sshl_sat(a, b, mask) != ((a << b) & mask);
}

inline uint64_t abs(uint64_t a, uint64_t mask) { return a & sign_of(mask) ? (0 - a) & mask : a; }
inline uint64_t popcount(uint64_t a, uint64_t) { return uint64_t(std::popcount(a)); }
inline uint64_t leading_zeros(uint64_t a, uint64_t mask) {
  return uint64_t(std::countl_zero(a)) - (64 - width_of(mask));
}
inline uint64_t trailing_zeros(uint64_t a, uint64_t mask) {
  return a ? uint64_t(std::countr_zero(a)) : width_of(mask);
}
inline uint64_t byte_swap(uint64_t a, uint64_t mask) { return __builtin_bswap64(a) >> (64 - width_of(mask)); }
inline uint64_t bit_reverse(uint64_t a, uint64_t mask) {
  return __builtin_bitreverse64(a) >> (64 - width_of(mask));
}

inline uint64_t funnel_shl(uint64_t a, uint64_t b, uint64_t c, unsigned width, uint64_t mask) {
  unsigned amount = unsigned(c < width ? c : c % width);  // a division costs more than all the rest
  return amount == 0 ? a : ((a << amount) | (b >> (width - amount))) & mask;
}
inline uint64_t funnel_shr(uint64_t a, uint64_t b, uint64_t c, unsigned width, uint64_t mask) {
  unsigned amount = unsigned(c < width ? c : c % width);  // a division costs more than all the rest
  return amount == 0 ? b : ((b >> amount) | (a << (width - amount))) & mask;
}

}  // namespace bonsai::exec::arithmetic
