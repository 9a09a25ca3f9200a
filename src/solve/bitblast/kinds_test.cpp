// Every kind at small widths against the evaluator, and at large widths on random operands.
#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "solve/bitblast/random_terms_test.h"
#include "solve/bitblast_core.h"

namespace bonsai::solve {
namespace {

using expr::Assignment;
using expr::Kind;
using expr::Term;
using expr::Width;

class Kinds : public ::testing::Test {
 protected:
  // A word of `width` bits made of symbolic bytes.
  const Term* word(const char* name, Width width) {
    const uint64_t bytes = (width + 7) / 8;
    const Term* array = store_.array(name, bytes);
    const Term* term = store_.symbolic_byte(array, 0);
    for (uint64_t i = 1; i < bytes; ++i) term = store_.concat(store_.symbolic_byte(array, i), term);
    return store_.extract(term, 0, width);
  }

  // With the operands fixed, `term` is exactly what the evaluator says.
  void expect_value(const Term* term, std::vector<const Term*> fixed) {
    const Term* result = word("result", term->width());
    const Term* defines = equal(result, term);
    Assignment model;
    ASSERT_EQ(core_.check(fixed, defines, {}, &model, nullptr), Answer::sat)
        << expr::kind_name(term->kind()) << term->width();
    for (const Term* f : fixed) ASSERT_TRUE(expr::holds(store_, f, model));
    const expr::Wide value = expr::evaluate_wide(store_, term, model);
    ASSERT_EQ(expr::evaluate_wide(store_, result, model), value);
    fixed.push_back(defines);
    ASSERT_EQ(core_.check(fixed, store_.lnot(equal(result, store_.constant(value))), {}, nullptr, nullptr),
              Answer::unsat)
        << expr::kind_name(term->kind()) << term->width();
  }
  const Term* equal(const Term* a, const Term* b) {
    return a->width() == 1 ? store_.lnot(store_.bxor(a, b)) : store_.eq(a, b);
  }

  expr::TermStore store_;
  BitblastCore core_{store_};
  Dice dice_{1};
};

constexpr Kind kBinary[] = {Kind::And,  Kind::Or,   Kind::Xor,  Kind::Add, Kind::Mul,  Kind::UDiv,
                            Kind::SDiv, Kind::URem, Kind::SRem, Kind::Shl, Kind::LShr, Kind::AShr,
                            Kind::Ult,  Kind::Ule,  Kind::Slt,  Kind::Sle, Kind::Eq,   Kind::Concat};

TEST_F(Kinds, binary_small_widths) {
  for (Width width = 1; width <= 8; ++width) {
    const Term* x = word("x", width);
    const Term* y = word("y", width);
    const uint64_t all = uint64_t{1} << (2 * width);
    const uint64_t tries = std::min<uint64_t>(all, 96);
    for (Kind kind : kBinary) {
      if (width == 1 && kind != Kind::And && kind != Kind::Or && kind != Kind::Xor && kind != Kind::Concat)
        continue;
      const Term* term = store_.make(kind, x, y);
      for (uint64_t i = 0; i < tries; ++i) {
        const uint64_t pair = all <= 96 ? i : i < 12 ? i * (all / 12 + 1) : dice_.below(all);
        expect_value(
            term, {equal(x, store_.constant(width, pair)), equal(y, store_.constant(width, pair >> width))});
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_EQ(core_.statistics().model_mismatch, 0u);
}

TEST_F(Kinds, unary_slices_and_choices) {
  for (Width width = 2; width <= 8; ++width) {
    const Term* x = word("x", width);
    const Term* y = word("y", width);
    const Term* c = word("c", 1);
    for (uint64_t value = 0; value < std::min<uint64_t>(uint64_t{1} << width, 64); ++value) {
      const Term* fixed = equal(x, store_.constant(width, value));
      for (const Term* term :
           {store_.bnot(x), store_.neg(x), store_.zext(x, 2 * width), store_.sext(x, width + 5),
            store_.extract(store_.add(x, y), width / 2, width - width / 2),
            store_.ite(c, store_.mul(x, y), store_.add(x, y))})
        expect_value(term, {fixed, equal(y, store_.constant(width, value * 5 + 3)),
                            value % 2 == 0 ? c : store_.lnot(c)});
      if (HasFatalFailure()) return;
    }
  }
}

// One operand constant: other circuits (recoded multiplication, narrow division, free shifts).
TEST_F(Kinds, constant_operands) {
  for (Width width : {3u, 5u, 8u, 13u}) {
    const Term* x = word("x", width);
    for (Kind kind : kBinary)
      for (int i = 0; i < 24; ++i) {
        const uint64_t value = i < 8 ? static_cast<uint64_t>(i) - 3 : dice_.next();
        const Term* constant = store_.constant(width, value);
        const Term* fixed = equal(x, store_.constant(width, dice_.next()));
        expect_value(store_.make(kind, x, constant), {fixed});
        expect_value(store_.make(kind, constant, x), {fixed});
        if (HasFatalFailure()) return;
      }
  }
}

TEST_F(Kinds, large_widths) {
  for (Width width : {31u, 33u, 64u, 65u, 128u}) {
    const Term* x = word("x", width);
    const Term* y = word("y", width);
    for (Kind kind : kBinary)
      for (int i = 0; i < 3; ++i) {
        const Term* a = store_.sext(store_.constant(std::min(width, 64u), dice_.next()), width);
        // Small shift amounts and divisors, too.
        const Term* b = store_.sext(
            store_.constant(std::min(width, 64u), i % 2 == 0 ? dice_.below(width) : dice_.next()), width);
        if (i == 2) a = store_.shl(a, store_.constant(width, width / 2));
        expect_value(store_.make(kind, x, y), {equal(x, a), equal(y, b)});
        if (HasFatalFailure()) return;
      }
  }
}

// Products of extended operands are made at a smaller width.
TEST_F(Kinds, extended_products) {
  for (Width narrow : {3u, 8u, 16u})
    for (int form = 0; form < 4; ++form) {
      const Width wide = narrow * 3;
      const Term* x = word("x", narrow);
      const Term* y = word("y", narrow);
      const Term* a = (form & 1) != 0 ? store_.zext(x, wide) : store_.sext(x, wide);
      const Term* b = (form & 2) != 0 ? store_.zext(y, wide) : store_.sext(y, wide);
      for (int i = 0; i < 12; ++i) {
        const Term* vx = store_.constant(narrow, i == 0 ? uint64_t{1} << (narrow - 1) : dice_.next());
        const Term* vy = store_.constant(narrow, i < 2 ? uint64_t{1} << (narrow - 1) : dice_.next());
        expect_value(store_.mul(a, b), {equal(x, vx), equal(y, vy)});
        if (HasFatalFailure()) return;
      }
    }
}

// Backwards: the result is fixed and an operand is wanted.
TEST_F(Kinds, backwards) {
  const Term* x = word("x", 16);
  const Term* y = word("y", 16);
  const auto constant = [&](uint64_t value) { return store_.constant(16, value); };
  EXPECT_EQ(core_.check({}, store_.eq(store_.mul(x, x), constant(0x1231)), {}, nullptr, nullptr),
            Answer::sat);
  EXPECT_EQ(core_.check({}, store_.eq(store_.mul(x, x), constant(0x1232)), {}, nullptr, nullptr),
            Answer::unsat);
  const Term* pair[] = {store_.eq(store_.udiv(x, y), constant(77)),
                        store_.eq(store_.urem(x, y), constant(13))};
  Assignment model;
  EXPECT_EQ(core_.check(pair, store_.ugt(y, constant(20)), {}, &model, nullptr), Answer::sat);
  EXPECT_EQ(core_.check(pair, store_.ult(y, constant(14)), {}, nullptr, nullptr), Answer::unsat);
}

}  // namespace
}  // namespace bonsai::solve
