#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Wide: a constant bit vector of any width from 1 on.
//
// Idea: up to 128 bits are held inline, more in a vector. Bits above the width are always 0. The arithmetic
// is that of SMT-LIB's bit vectors, total: division by zero gives all ones (signed: -1 or 1), the remainder
// the dividend, shifts by the width or more give 0 or the sign.
//
// Threads: a plain value.

namespace bonsai::base {

class Wide {
 public:
  Wide() = default;  // width 1, value 0
  Wide(uint32_t width, uint64_t value);
  static Wide all_ones(uint32_t width);
  // Least significant word first; missing words are 0, surplus bits are cut.
  static Wide from_words(uint32_t width, const uint64_t* words, size_t count);
  // Digits of base 2, 10 or 16, no prefix. Empty when a digit is wrong or there is none; surplus bits are
  // cut.
  static std::optional<Wide> parse(uint32_t width, std::string_view digits, unsigned base);

  uint32_t width() const { return width_; }
  uint32_t word_count() const { return (width_ + 63) / 64; }
  uint64_t word(uint32_t i) const { return i < word_count() ? data()[i] : 0; }
  uint64_t low64() const { return data()[0]; }
  bool bit(uint32_t i) const { return (data()[i / 64] >> (i % 64)) & 1; }
  bool sign() const { return bit(width_ - 1); }
  bool is_zero() const;
  bool is_one() const;
  bool is_all_ones() const;
  bool fits64() const;              // value < 2^64
  uint32_t active_bits() const;     // position of the highest set bit plus 1; 0 for zero
  uint32_t trailing_zeros() const;  // the width for zero
  uint64_t hash() const;

  // REQUIRES: equal widths.
  Wide operator+(const Wide& o) const;
  Wide operator-(const Wide& o) const;
  Wide operator*(const Wide& o) const;
  Wide operator&(const Wide& o) const;
  Wide operator|(const Wide& o) const;
  Wide operator^(const Wide& o) const;
  Wide operator~() const;
  Wide operator-() const;
  Wide udiv(const Wide& o) const;
  Wide urem(const Wide& o) const;
  Wide sdiv(const Wide& o) const;
  Wide srem(const Wide& o) const;
  Wide shl(const Wide& amount) const;
  Wide lshr(const Wide& amount) const;
  Wide ashr(const Wide& amount) const;
  bool ult(const Wide& o) const;
  bool ule(const Wide& o) const { return !o.ult(*this); }
  bool slt(const Wide& o) const;
  bool sle(const Wide& o) const { return !o.slt(*this); }

  Wide shl(uint32_t amount) const;
  Wide lshr(uint32_t amount) const;
  Wide ashr(uint32_t amount) const;
  Wide zext(uint32_t width) const;  // REQUIRES: width >= width()
  Wide sext(uint32_t width) const;  // REQUIRES: width >= width()
  Wide extract(uint32_t low, uint32_t width) const;
  static Wide concat(const Wide& high, const Wide& low);

  std::string to_hex() const;      // (width + 3) / 4 digits
  std::string to_binary() const;   // width digits
  std::string to_decimal() const;  // unsigned

  // Equal width and value.
  friend bool operator==(const Wide& a, const Wide& b);

 private:
  explicit Wide(uint32_t width);  // zero
  uint64_t* data() { return width_ <= 128 ? inline_ : more_.data(); }
  const uint64_t* data() const { return width_ <= 128 ? inline_ : more_.data(); }
  void cut();  // restores the invariant on surplus bits

  uint32_t width_ = 1;
  uint64_t inline_[2] = {0, 0};
  std::vector<uint64_t> more_;
};

}  // namespace bonsai::base
