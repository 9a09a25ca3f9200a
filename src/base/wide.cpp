// Arithmetic on bit vectors of any width, by schoolbook algorithms on 64-bit words.
//
// Widths over 64 are rare in programs (128-bit intermediate products, memory compared at once), so the code
// is short rather than fast. Division works bit by bit, or word by word when the divisor fits a word.
//
// Tested by wide_test.cpp against __int128 and by algebraic laws at other widths.

#include "base/wide.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/hash.h"

namespace bonsai::base {

namespace {
using Double = unsigned __int128;
}

Wide::Wide(uint32_t width) : width_(width) {
  assert(width >= 1);
  if (width > 128) more_.resize(word_count());
}

Wide::Wide(uint32_t width, uint64_t value) : Wide(width) {
  data()[0] = value;
  cut();
}

Wide Wide::all_ones(uint32_t width) {
  Wide r(width);
  std::fill_n(r.data(), r.word_count(), ~uint64_t{0});
  r.cut();
  return r;
}

Wide Wide::from_words(uint32_t width, const uint64_t* words, size_t count) {
  Wide r(width);
  std::copy_n(words, std::min<size_t>(count, r.word_count()), r.data());
  r.cut();
  return r;
}

std::optional<Wide> Wide::parse(uint32_t width, std::string_view digits, unsigned base) {
  if (digits.empty()) return std::nullopt;
  Wide r(width);
  for (char c : digits) {
    unsigned digit = 99;
    if (c >= '0' && c <= '9') digit = c - '0';
    if (c >= 'a' && c <= 'f') digit = c - 'a' + 10;
    if (c >= 'A' && c <= 'F') digit = c - 'A' + 10;
    if (digit >= base) return std::nullopt;
    Double carry = digit;
    for (uint32_t i = 0; i < r.word_count(); ++i) {
      carry += Double{r.data()[i]} * base;
      r.data()[i] = static_cast<uint64_t>(carry);
      carry >>= 64;
    }
  }
  r.cut();
  return r;
}

void Wide::cut() {
  if (width_ % 64 != 0) data()[word_count() - 1] &= ~uint64_t{0} >> (64 - width_ % 64);
}

bool Wide::is_zero() const {
  return std::all_of(data(), data() + word_count(), [](uint64_t w) { return w == 0; });
}

bool Wide::is_one() const { return fits64() && low64() == 1; }

bool Wide::is_all_ones() const { return *this == all_ones(width_); }

bool Wide::fits64() const { return active_bits() <= 64; }

uint32_t Wide::active_bits() const {
  for (uint32_t i = word_count(); i-- > 0;)
    if (data()[i] != 0) return i * 64 + 64 - std::countl_zero(data()[i]);
  return 0;
}

uint32_t Wide::trailing_zeros() const {
  for (uint32_t i = 0; i < word_count(); ++i)
    if (data()[i] != 0) return i * 64 + std::countr_zero(data()[i]);
  return width_;
}

uint64_t Wide::hash() const {
  uint64_t h = width_;
  for (uint32_t i = 0; i < word_count(); ++i) h = hash_combine(h, data()[i]);
  return h;
}

Wide Wide::operator+(const Wide& o) const {
  assert(width_ == o.width_);
  Wide r(width_);
  Double carry = 0;
  for (uint32_t i = 0; i < word_count(); ++i) {
    carry += Double{data()[i]} + o.data()[i];
    r.data()[i] = static_cast<uint64_t>(carry);
    carry >>= 64;
  }
  r.cut();
  return r;
}

Wide Wide::operator-() const { return ~*this + Wide(width_, 1); }

Wide Wide::operator-(const Wide& o) const { return *this + -o; }

Wide Wide::operator*(const Wide& o) const {
  assert(width_ == o.width_);
  Wide r(width_);
  const uint32_t n = word_count();
  for (uint32_t i = 0; i < n; ++i) {
    Double carry = 0;
    for (uint32_t j = 0; i + j < n; ++j) {
      carry += Double{data()[i]} * o.data()[j] + r.data()[i + j];
      r.data()[i + j] = static_cast<uint64_t>(carry);
      carry >>= 64;
    }
  }
  r.cut();
  return r;
}

Wide Wide::operator&(const Wide& o) const {
  assert(width_ == o.width_);
  Wide r(width_);
  for (uint32_t i = 0; i < word_count(); ++i) r.data()[i] = data()[i] & o.data()[i];
  return r;
}

Wide Wide::operator|(const Wide& o) const {
  assert(width_ == o.width_);
  Wide r(width_);
  for (uint32_t i = 0; i < word_count(); ++i) r.data()[i] = data()[i] | o.data()[i];
  return r;
}

Wide Wide::operator^(const Wide& o) const {
  assert(width_ == o.width_);
  Wide r(width_);
  for (uint32_t i = 0; i < word_count(); ++i) r.data()[i] = data()[i] ^ o.data()[i];
  return r;
}

Wide Wide::operator~() const {
  Wide r(width_);
  for (uint32_t i = 0; i < word_count(); ++i) r.data()[i] = ~data()[i];
  r.cut();
  return r;
}

namespace {

struct Division {
  Wide quotient, remainder;
};

// REQUIRES: b is not 0.
Division divide(const Wide& a, const Wide& b) {
  const uint32_t width = a.width();
  std::vector<uint64_t> quotient(a.word_count());
  if (b.fits64()) {
    Double rest = 0;
    for (uint32_t i = a.word_count(); i-- > 0;) {
      rest = (rest << 64) | a.word(i);
      quotient[i] = static_cast<uint64_t>(rest / b.low64());
      rest %= b.low64();
    }
    return {Wide::from_words(width, quotient.data(), quotient.size()),
            Wide(width, static_cast<uint64_t>(rest))};
  }
  // One bit more than the width, because the shifted remainder may reach it.
  const Wide divisor = b.zext(width + 1);
  Wide rest(width + 1, 0);
  for (uint32_t i = a.active_bits(); i-- > 0;) {
    rest = rest.shl(1u) | Wide(width + 1, a.bit(i));
    if (rest.ult(divisor)) continue;
    rest = rest - divisor;
    quotient[i / 64] |= uint64_t{1} << (i % 64);
  }
  return {Wide::from_words(width, quotient.data(), quotient.size()), rest.extract(0, width)};
}

}  // namespace

Wide Wide::udiv(const Wide& o) const {
  assert(width_ == o.width_);
  return o.is_zero() ? all_ones(width_) : divide(*this, o).quotient;
}

Wide Wide::urem(const Wide& o) const {
  assert(width_ == o.width_);
  return o.is_zero() ? *this : divide(*this, o).remainder;
}

Wide Wide::sdiv(const Wide& o) const {
  const Wide quotient = (sign() ? -*this : *this).udiv(o.sign() ? -o : o);
  return sign() != o.sign() ? -quotient : quotient;
}

Wide Wide::srem(const Wide& o) const {
  const Wide rest = (sign() ? -*this : *this).urem(o.sign() ? -o : o);
  return sign() ? -rest : rest;
}

Wide Wide::shl(uint32_t amount) const {
  Wide r(width_);
  if (amount >= width_) return r;
  const uint32_t words = amount / 64, bits = amount % 64;
  for (uint32_t i = words; i < word_count(); ++i) {
    r.data()[i] = data()[i - words] << bits;
    if (bits != 0 && i > words) r.data()[i] |= data()[i - words - 1] >> (64 - bits);
  }
  r.cut();
  return r;
}

Wide Wide::lshr(uint32_t amount) const {
  Wide r(width_);
  if (amount >= width_) return r;
  const uint32_t words = amount / 64, bits = amount % 64, n = word_count();
  for (uint32_t i = 0; i + words < n; ++i) {
    r.data()[i] = data()[i + words] >> bits;
    if (bits != 0 && i + words + 1 < n) r.data()[i] |= data()[i + words + 1] << (64 - bits);
  }
  return r;
}

Wide Wide::ashr(uint32_t amount) const {
  if (!sign()) return lshr(amount);
  return amount >= width_ ? all_ones(width_) : ~(~*this).lshr(amount);
}

namespace {
uint32_t shift_amount(const Wide& amount, uint32_t width) {
  return amount.fits64() && amount.low64() < width ? static_cast<uint32_t>(amount.low64()) : width;
}
}  // namespace

Wide Wide::shl(const Wide& amount) const { return shl(shift_amount(amount, width_)); }
Wide Wide::lshr(const Wide& amount) const { return lshr(shift_amount(amount, width_)); }
Wide Wide::ashr(const Wide& amount) const { return ashr(shift_amount(amount, width_)); }

bool Wide::ult(const Wide& o) const {
  assert(width_ == o.width_);
  for (uint32_t i = word_count(); i-- > 0;)
    if (data()[i] != o.data()[i]) return data()[i] < o.data()[i];
  return false;
}

bool Wide::slt(const Wide& o) const { return sign() != o.sign() ? sign() : ult(o); }

Wide Wide::zext(uint32_t width) const {
  assert(width >= width_);
  return from_words(width, data(), word_count());
}

Wide Wide::sext(uint32_t width) const {
  const Wide r = zext(width);
  return sign() && width > width_ ? r | all_ones(width).shl(width_) : r;
}

Wide Wide::extract(uint32_t low, uint32_t width) const {
  assert(low + width <= width_);
  const Wide shifted = lshr(low);
  return from_words(width, shifted.data(), shifted.word_count());
}

Wide Wide::concat(const Wide& high, const Wide& low) {
  const uint32_t width = high.width_ + low.width_;
  return high.zext(width).shl(low.width_) | low.zext(width);
}

std::string Wide::to_hex() const {
  std::string s;
  for (uint32_t i = (width_ + 3) / 4; i-- > 0;)
    s += "0123456789abcdef"[(data()[i * 4 / 64] >> (i * 4 % 64)) & 15];
  return s;
}

std::string Wide::to_binary() const {
  std::string s;
  for (uint32_t i = width_; i-- > 0;) s += bit(i) ? '1' : '0';
  return s;
}

std::string Wide::to_decimal() const {
  constexpr uint64_t kChunk = 10'000'000'000'000'000'000u;  // 19 digits
  if (fits64()) return std::to_string(low64());
  const Wide rest = zext(std::max(width_, 64u));
  const Division d = divide(rest, Wide(rest.width_, kChunk));
  const std::string tail = std::to_string(d.remainder.low64());
  return d.quotient.to_decimal() + std::string(19 - tail.size(), '0') + tail;
}

bool operator==(const Wide& a, const Wide& b) {
  return a.width_ == b.width_ && std::equal(a.data(), a.data() + a.word_count(), b.data());
}

}  // namespace bonsai::base
