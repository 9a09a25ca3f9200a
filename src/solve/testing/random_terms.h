#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "expr/evaluate.h"
#include "expr/store.h"

// Random terms for tests: every integer kind, tables, symbolic indices and stores, floats when asked for.
//
// Symbolic input is a few bytes, of each of which only the low bits may be read, so that all inputs can be
// enumerated.

namespace bonsai::solve::testing {

using expr::Kind;
using expr::Term;
using expr::Width;

struct RandomShape {
  unsigned bytes = 2;          // of the array "x"
  unsigned bits_per_byte = 4;  // of each that terms read
  unsigned depth = 4;
  bool arrays = true;  // symbolic indices, tables and stores
  bool wide = true;    // widths over 64
  bool floats = false;
};

class RandomTerms {
 public:
  RandomTerms(expr::TermStore& store, uint64_t seed, RandomShape shape)
      : store_(store), random_(seed), shape_(shape), x_(store.array("x", shape.bytes)) {}

  const Term* condition() { return boolean(shape_.depth); }
  const Term* term(Width width) { return value(width, shape_.depth); }
  uint64_t below(uint64_t bound) { return random_() % bound; }
  const Term* array() const { return x_; }

  // Calls fn(assignment) for every input until it gives true; false when none did.
  template <typename Fn>
  bool any_input(Fn&& fn) {
    const unsigned bits = shape_.bytes * shape_.bits_per_byte;
    for (uint64_t input = 0; input < uint64_t{1} << bits; ++input) {
      expr::Assignment assignment;
      for (unsigned i = 0; i < shape_.bytes; ++i)
        assignment.set(x_, i,
                       uint8_t((input >> (i * shape_.bits_per_byte)) & ((1u << shape_.bits_per_byte) - 1)));
      if (fn(assignment)) return true;
    }
    return false;
  }

 private:
  Width some_width() {
    static constexpr std::array<Width, 10> kWidths = {1, 2, 3, 7, 8, 8, 16, 32, 64, 100};
    return kWidths[below(shape_.wide ? kWidths.size() : kWidths.size() - 1)];
  }
  const Term* constant(Width width) {
    switch (below(5)) {
      case 0: return store_.zero(width);
      case 1: return store_.one(width);
      case 2: return store_.all_ones(width);
      case 3: return store_.constant(width, below(20));
      default: return store_.constant(width, random_());
    }
  }
  const Term* leaf(Width width) {
    if (below(5) == 0) return constant(width);
    const Term* byte = store_.extract(store_.symbolic_byte(x_, below(shape_.bytes)), 0, shape_.bits_per_byte);
    if (width < shape_.bits_per_byte)
      return store_.extract(byte, below(shape_.bits_per_byte - width + 1), width);
    return below(3) == 0 ? store_.sext(byte, width) : store_.zext(byte, width);
  }

  const Term* boolean(unsigned depth) {
    if (depth == 0) return leaf(1);
    switch (below(shape_.floats ? 12 : 9)) {
      case 0: return store_.lnot(boolean(depth - 1));
      case 1: return store_.land(boolean(depth - 1), boolean(depth - 1));
      case 2: return store_.lor(boolean(depth - 1), boolean(depth - 1));
      case 3: return store_.make(Kind::Xor, boolean(depth - 1), boolean(depth - 1));
      case 9:
      case 10:
      case 11: {
        static constexpr std::array<Kind, 3> kKinds = {Kind::FEq, Kind::FLt, Kind::FLe};
        const Width width = below(2) ? 16 : 32;
        return store_.make(kKinds[below(3)], floating(width, depth - 1), floating(width, depth - 1));
      }
      default: {
        static constexpr std::array<Kind, 6> kKinds = {Kind::Eq,  Kind::Eq,  Kind::Ult,
                                                       Kind::Ule, Kind::Slt, Kind::Sle};
        const Width width = some_width();
        const Term* a = value(width, depth - 1);
        const Term* b = below(2) ? constant(width) : value(width, depth - 1);
        return store_.make(kKinds[below(kKinds.size())], a, b);
      }
    }
  }

  const Term* value(Width width, unsigned depth) {
    if (depth == 0) return leaf(width);
    const Term* a = nullptr;
    switch (below(shape_.arrays ? 20 : 17)) {
      case 0: return store_.bnot(value(width, depth - 1));
      case 1: return store_.neg(value(width, depth - 1));
      case 2: return store_.ite(boolean(depth - 1), value(width, depth - 1), value(width, depth - 1));
      case 3: {
        const Width inner = some_width();
        a = value(inner, depth - 1);
        if (inner > width) return store_.extract(a, below(inner - width + 1), width);
        return below(2) ? store_.zext(a, width) : store_.sext(a, width);
      }
      case 4:
        if (width == 1) return boolean(depth - 1);
        a = value(1 + below(width - 1), depth - 1);
        return store_.concat(a, value(width - a->width(), depth - 1));
      case 5: return leaf(width);
      case 17: return table(width, depth);
      case 18:
        a = store_.read(x_, store_.zext(value(below(2) ? 2 : 8, depth - 1), 64));
        return store_.resize(store_.extract(a, 0, shape_.bits_per_byte), width);
      case 19: return stored(width, depth);
      default: {
        static constexpr std::array<Kind, 13> kKinds = {
            Kind::And,  Kind::Or,  Kind::Xor,  Kind::Add,  Kind::Add,  Kind::Shl, Kind::LShr,
            Kind::AShr, Kind::Mul, Kind::UDiv, Kind::SDiv, Kind::URem, Kind::SRem};
        // Wide multiplications and divisions are circuits of thousands of gates: a few are enough.
        const size_t kinds = width <= 8 || below(10) == 0 ? kKinds.size() : kKinds.size() - 5;
        return store_.make(kKinds[below(kinds)], value(width, depth - 1), value(width, depth - 1));
      }
    }
  }

  const Term* table(Width width, unsigned depth) {
    std::vector<uint64_t> elements(1 + below(20));
    const Width element = below(2) ? 8 : 1 + below(64);
    for (uint64_t& value : elements) value = below(3) ? below(8) : random_();
    const Term* index = store_.zext(value(below(2) ? 4 : 8, depth - 1), 64);
    return store_.resize(store_.read(store_.table(elements, element), index), width);
  }

  const Term* stored(Width width, unsigned depth) {
    auto index = [&] { return store_.zext(value(below(2) ? 2 : 4, depth - 1), 64); };
    const Term* array = x_;
    if (below(3) == 0) array = store_.table(std::vector<uint64_t>{3, 1, 4, 1, 5}, 8);
    for (uint64_t i = 1 + below(2); i > 0; --i)
      array = store_.store(array, index(), store_.zext(value(4, depth - 1), 8));
    return store_.resize(store_.extract(store_.read(array, index()), 0, shape_.bits_per_byte), width);
  }

  const Term* floating(Width width, unsigned depth) {
    if (depth == 0) return below(2) ? leaf(width) : constant(width);
    static constexpr std::array<expr::Rounding, 4> kModes = {expr::Rounding::NearestEven, expr::Rounding::Up,
                                                             expr::Rounding::Down, expr::Rounding::Zero};
    const expr::Rounding mode = kModes[below(4)];
    const Term* a = floating(width, depth - 1);
    switch (below(11)) {
      case 0: return store_.fadd(a, floating(width, depth - 1), mode);
      case 1: return store_.fsub(a, floating(width, depth - 1), mode);
      case 2: return store_.fmul(a, floating(width, depth - 1), mode);
      case 3: return store_.fdiv(a, floating(width, depth - 1), mode);
      case 4: return store_.fsqrt(a, mode);
      case 5: return store_.fround(a, mode);
      case 6: return store_.fconvert(floating(width == 16 ? 32 : 16, depth - 1), width, mode);
      case 7: return store_.sint_to_f(value(some_width(), depth - 1), width, mode);
      case 8: return store_.uint_to_f(value(some_width(), depth - 1), width, mode);
      case 9: return store_.resize(below(2) ? store_.f_to_sint(a, 8) : store_.f_to_uint(a, 8), width);
      default: return store_.fneg(a);
    }
  }

  expr::TermStore& store_;
  std::mt19937_64 random_;
  RandomShape shape_;
  const Term* x_;
};

}  // namespace bonsai::solve::testing
