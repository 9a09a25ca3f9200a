// Rewriting preserves meaning, checked on all values at widths 1 to 4: every binary kind over every pair of
// small shapes.

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "expr/evaluate.h"
#include "expr/print.h"

namespace bonsai::expr {
namespace {

constexpr Kind kBinary[] = {Kind::And,  Kind::Or,   Kind::Xor,  Kind::Add, Kind::Mul,  Kind::UDiv,
                            Kind::SDiv, Kind::URem, Kind::SRem, Kind::Shl, Kind::LShr, Kind::AShr,
                            Kind::Eq,   Kind::Ult,  Kind::Ule,  Kind::Slt, Kind::Sle};

int to_signed(unsigned v, unsigned w) {
  return v >> (w - 1) ? static_cast<int>(v) - (1 << w) : static_cast<int>(v);
}

// The meaning of the kinds, written down once more, on plain ints.
unsigned reference(Kind kind, unsigned w, unsigned a, unsigned b) {
  const unsigned mask = (1u << w) - 1;
  const int x = to_signed(a, w), y = to_signed(b, w);
  switch (kind) {
    case Kind::And: return a & b;
    case Kind::Or: return a | b;
    case Kind::Xor: return a ^ b;
    case Kind::Add: return (a + b) & mask;
    case Kind::Mul: return (a * b) & mask;
    case Kind::UDiv: return b == 0 ? mask : a / b;
    case Kind::SDiv: return y == 0 ? (x >= 0 ? mask : 1) : static_cast<unsigned>(x / y) & mask;
    case Kind::URem: return b == 0 ? a : a % b;
    case Kind::SRem: return y == 0 ? a : static_cast<unsigned>(x % y) & mask;
    case Kind::Shl: return b >= w ? 0 : (a << b) & mask;
    case Kind::LShr: return b >= w ? 0 : a >> b;
    case Kind::AShr: return static_cast<unsigned>(x >> (b >= w ? w : b)) & mask;
    case Kind::Eq: return a == b;
    case Kind::Ult: return a < b;
    case Kind::Ule: return a <= b;
    case Kind::Slt: return x < y;
    case Kind::Sle: return x <= y;
    default: return 99;
  }
}

// Only each stride-th combination by default (primes, so that the choice mixes); all of them when BONSAI_LONG
// is set.
size_t thin(size_t stride) { return std::getenv("BONSAI_LONG") != nullptr ? 1 : stride; }

// A term over x and y (each w bits), with its values for all (x, y): values[x << w | y].
struct Shape {
  const Term* term;
  std::vector<uint8_t> values;
};

class Exhaustive : public ::testing::TestWithParam<unsigned> {
 protected:
  Exhaustive() : w_(GetParam()) {
    const Term* array = store_.array("v", 2);
    x_ = store_.extract(store_.symbolic_byte(array, 0), 0, w_);
    y_ = store_.extract(store_.symbolic_byte(array, 1), 0, w_);
    for (unsigned v = 0; v < 1u << (2 * w_); ++v) {
      assignments_.emplace_back();
      assignments_.back().set(array, 0, static_cast<uint8_t>(v >> w_));
      assignments_.back().set(array, 1, static_cast<uint8_t>(v & mask()));
    }
  }

  unsigned mask() const { return (1u << w_) - 1; }

  Shape shape(const Term* term, const std::function<unsigned(unsigned x, unsigned y)>& value) const {
    Shape s{term, {}};
    for (unsigned v = 0; v < 1u << (2 * w_); ++v)
      s.values.push_back(static_cast<uint8_t>(value(v >> w_, v & mask()) & mask()));
    return s;
  }

  void check(const Shape& s) {
    ++checked_;
    for (unsigned v = 0; v < assignments_.size(); ++v)
      ASSERT_EQ(evaluate(store_, s.term, assignments_[v]), s.values[v])
          << "x=" << (v >> w_) << " y=" << (v & mask()) << " width " << w_ << ": " << to_infix(s.term);
  }

  Shape apply(Kind kind, const Shape& a, const Shape& b) {
    Shape s{store_.make(kind, a.term, b.term), {}};
    for (unsigned v = 0; v < assignments_.size(); ++v)
      s.values.push_back(static_cast<uint8_t>(reference(kind, w_, a.values[v], b.values[v])));
    return s;
  }

  std::vector<Shape> constants() {
    std::vector<Shape> shapes;
    for (unsigned k = 0; k <= mask(); ++k)
      shapes.push_back(shape(store_.constant(w_, k), [k](unsigned, unsigned) { return k; }));
    return shapes;
  }

  std::vector<Shape> leaves() {
    return {shape(x_, [](unsigned x, unsigned) { return x; }),
            shape(y_, [](unsigned, unsigned y) { return y; })};
  }

  std::vector<Shape> widths();
  std::vector<Shape> choices();
  std::vector<Shape> shapes();

  unsigned w_;
  TermStore store_;
  const Term *x_, *y_;
  std::vector<Assignment> assignments_;
  uint64_t checked_ = 0;
};

// Extensions, slices and concats that come back to width w.
std::vector<Shape> Exhaustive::widths() {
  std::vector<Shape> r;
  r.push_back(shape(store_.bnot(x_), [](unsigned x, unsigned) { return ~x; }));
  r.push_back(shape(store_.neg(x_), [](unsigned x, unsigned) { return -x; }));
  for (unsigned n = 1; n < w_; ++n) {
    const Term* low = store_.extract(x_, 0, n);
    r.push_back(shape(store_.zext(low, w_), [n](unsigned x, unsigned) { return x & ((1u << n) - 1); }));
    r.push_back(shape(store_.sext(low, w_), [n](unsigned x, unsigned) {
      return static_cast<unsigned>(to_signed(x & ((1u << n) - 1), n));
    }));
    r.push_back(shape(store_.concat(low, store_.extract(y_, 0, w_ - n)), [this, n](unsigned x, unsigned y) {
      return x << (w_ - n) | (y & ((1u << (w_ - n)) - 1));
    }));
    r.push_back(shape(store_.concat(low, store_.zero(w_ - n)),
                      [this, n](unsigned x, unsigned) { return x << (w_ - n); }));
    r.push_back(shape(store_.concat(store_.extract(x_, n, w_ - n), store_.all_ones(n)),
                      [n](unsigned x, unsigned) { return x | ((1u << n) - 1); }));
  }
  return r;
}

std::vector<Shape> Exhaustive::choices() {
  std::vector<Shape> r;
  const Term* bit = store_.extract(y_, 0, 1);
  const Term* less = store_.ult(x_, y_);
  r.push_back(shape(store_.ite(bit, x_, y_), [](unsigned x, unsigned y) { return y & 1 ? x : y; }));
  r.push_back(shape(store_.ite(less, x_, y_), [](unsigned x, unsigned y) { return x < y ? x : y; }));
  for (unsigned k : {0u, 1u, mask() / 2, mask()}) {
    r.push_back(shape(store_.ite(bit, x_, store_.constant(w_, k)),
                      [k](unsigned x, unsigned y) { return y & 1 ? x : k; }));
    r.push_back(shape(store_.ite(bit, store_.constant(w_, k), store_.constant(w_, k / 2)),
                      [k](unsigned, unsigned y) { return y & 1 ? k : k / 2; }));
  }
  return r;
}

// Everything one operation away from x, y and a constant.
std::vector<Shape> Exhaustive::shapes() {
  std::vector<Shape> r = leaves();
  for (std::vector<Shape> more : {widths(), choices()}) r.insert(r.end(), more.begin(), more.end());
  const std::vector<Shape> base = leaves(), numbers = constants();
  for (Kind kind : kBinary) {
    if (is_comparison(kind) && w_ > 1) continue;
    r.push_back(apply(kind, base[0], base[1]));
    for (const Shape& k : numbers) {
      r.push_back(apply(kind, base[0], k));
      r.push_back(apply(kind, k, base[0]));
    }
  }
  return r;
}

TEST_P(Exhaustive, EveryShapeAlone) {
  for (const Shape& s : shapes()) check(s);
}

TEST_P(Exhaustive, EveryKindOverAShapeAndAConstant) {
  const std::vector<Shape> numbers = constants();
  const size_t stride = thin(w_ == 4 ? 3 : 1);
  size_t n = 0;
  for (const Shape& s : shapes())
    for (Kind kind : kBinary)
      if (n++ % stride == 0)
        for (const Shape& k : numbers) {
          ASSERT_NO_FATAL_FAILURE(check(apply(kind, s, k)));
          ASSERT_NO_FATAL_FAILURE(check(apply(kind, k, s)));
        }
}

TEST_P(Exhaustive, EveryKindOverTwoShapes) {
  const std::vector<Shape> all = shapes();
  const size_t stride = thin(w_ == 4 ? 53 : w_ == 3 ? 3 : 1);
  size_t n = 0;
  for (const Shape& a : all)
    for (const Shape& b : all)
      if (n++ % stride == 0)
        for (Kind kind : kBinary) ASSERT_NO_FATAL_FAILURE(check(apply(kind, a, b)));
}

// Slices, extensions and choices above every kind.
TEST_P(Exhaustive, EverySliceOfEveryKind) {
  const std::vector<Shape> all = shapes();
  const unsigned full = 1u << (2 * w_);
  const size_t stride = thin(w_ == 4 ? 5 : 1);
  size_t taken = 0;
  for (const Shape& a : all) {
    if (taken++ % stride != 0) continue;
    for (Kind kind : kBinary) {
      if (is_comparison(kind)) continue;
      const Shape s = apply(kind, a, all[0]);
      for (unsigned low = 0; low < w_; ++low)
        for (unsigned n = 1; low + n <= w_; ++n) {
          const Term* slice = store_.extract(s.term, low, n);
          const Term* cut = low == 0 ? store_.trunc(s.term, n) : slice;
          const Term* wide = store_.zext(store_.shl(store_.sext(slice, w_ + 2), store_.one(w_ + 2)), w_ + 3);
          for (unsigned v = 0; v < full; v += low + 1) {
            const unsigned expected = s.values[v] >> low & ((1u << n) - 1);
            const unsigned shifted =
                (static_cast<unsigned>(to_signed(expected, n)) << 1) & ((1u << (w_ + 2)) - 1);
            ASSERT_EQ(evaluate(store_, slice, assignments_[v]), expected) << to_infix(slice);
            ASSERT_EQ(evaluate(store_, cut, assignments_[v]), expected) << to_infix(cut);
            ASSERT_EQ(evaluate(store_, wide, assignments_[v]), shifted) << to_infix(wide);
          }
        }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Exhaustive, ::testing::Values(1u, 2u, 3u, 4u));

}  // namespace
}  // namespace bonsai::expr
