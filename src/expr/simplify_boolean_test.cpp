#include "expr/simplify_boolean.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <unordered_set>

#include "expr/evaluate.h"
#include "expr/print.h"
#include "expr/random_program_test.h"

namespace bonsai::expr {
namespace {

constexpr uint64_t kPlenty = 1'000'000;

size_t count_terms(const Term* term) {
  std::unordered_set<const Term*> seen{term};
  std::vector<const Term*> todo{term};
  while (!todo.empty()) {
    const Term* next = todo.back();
    todo.pop_back();
    for (const Term* operand : next->operands())
      if (seen.insert(operand).second) todo.push_back(operand);
  }
  return seen.size();
}

class SimplifyBoolean : public ::testing::Test {
 protected:
  // Many independent conditions: the bits of an array.
  const Term* bit(uint64_t i) { return s_.extract(s_.symbolic_byte(bits_, i / 8), i % 8, 1); }
  const Term* both(std::initializer_list<const Term*> terms) { return all(terms, Kind::And); }
  const Term* one_of(std::initializer_list<const Term*> terms) { return all(terms, Kind::Or); }
  const Term* all(const std::vector<const Term*>& terms, Kind kind) {
    const Term* joined = s_.boolean(kind == Kind::And);
    for (const Term* each : terms) joined = s_.make(kind, joined, each);
    return joined;
  }
  const Term* simplified(const Term* condition, uint64_t budget = kPlenty) {
    return simplify_boolean(s_, condition, budget);
  }
  // As small as `simple`, and equal to it, however nested.
  void expect(const Term* condition, const Term* simple) {
    const Term* got = simplified(condition);
    EXPECT_EQ(count_terms(got), count_terms(simple)) << to_infix(condition) << "\n" << to_infix(got);
    for (unsigned i = 0; i < 4096; ++i) {
      Assignment assignment;
      assignment.set(bits_, 0, static_cast<uint8_t>(i));
      assignment.set(bits_, 40, i >> 8 & 3);
      assignment.set(bits_, 41, static_cast<uint8_t>(i >> 10));
      ASSERT_EQ(holds(s_, got, assignment), holds(s_, simple, assignment)) << to_infix(condition);
      ASSERT_EQ(holds(s_, condition, assignment), holds(s_, simple, assignment)) << "the test is wrong";
    }
  }
  // The conditions of the leaves below an inner node of a complete decision tree.
  std::vector<const Term*> leaves(unsigned depth, bool own_atoms, uint64_t node = 1) {
    if (depth == 0) return {s_.bool_true()};
    const Term* by = bit(own_atoms ? node : depth);
    std::vector<const Term*> result;
    for (bool side : {true, false})
      for (const Term* leaf : leaves(depth - 1, own_atoms, 2 * node + side))
        result.push_back(s_.land(side ? by : s_.lnot(by), leaf));
    return result;
  }

  TermStore s_;
  const Term* bits_ = s_.array("bits", 64);
  const Term *a_ = bit(0), *b_ = bit(1), *c_ = bit(2), *d_ = bit(3);
  const Term* x_ = s_.symbolic_byte(bits_, 40);
  const Term* y_ = s_.symbolic_byte(bits_, 41);
  const Term* is(uint64_t value) { return s_.eq(x_, s_.constant(8, value)); }
};

TEST_F(SimplifyBoolean, WhatStandsBesideAPartIsKnownInIt) {
  const Term *not_a = s_.lnot(a_), *not_b = s_.lnot(b_);
  // C ∧ (D1 ∨ D2) of a merge.
  expect(both({a_, one_of({both({a_, b_}), both({a_, not_b})})}), a_);
  expect(both({a_, b_, one_of({both({a_, c_}), both({b_, d_})})}), both({a_, b_, one_of({c_, d_})}));
  expect(both({a_, one_of({both({not_a, c_}), both({b_, d_})})}), both({a_, b_, d_}));
  expect(one_of({a_, both({one_of({a_, b_}), one_of({c_, a_})})}), one_of({a_, both({b_, c_})}));
  expect(both({a_, s_.ite(both({a_, b_}), c_, d_)}), both({a_, s_.ite(b_, c_, d_)}));
  expect(both({a_, s_.bxor(both({a_, b_}), c_)}), both({a_, s_.bxor(b_, c_)}));
  expect(s_.ite(a_, both({b_, one_of({a_, c_})}), both({d_, one_of({a_, c_})})),
         s_.ite(a_, b_, both({d_, c_})));
  // Deep inside, and known as a whole.
  const Term* whole = one_of({a_, both({b_, c_})});
  expect(both({whole, one_of({d_, both({bit(5), one_of({bit(6), both({bit(7), whole})})})})}),
         both({whole, one_of({d_, both({bit(5), one_of({bit(6), bit(7)})})})}));
}

TEST_F(SimplifyBoolean, PartsAreFactored) {
  const Term *not_a = s_.lnot(a_), *not_b = s_.lnot(b_), *not_c = s_.lnot(c_);
  expect(one_of({both({a_, b_, c_}), both({d_, both({a_, b_})}), both({b_, a_})}), both({a_, b_}));
  expect(one_of({both({a_, b_}), both({not_a, b_})}), b_);
  expect(one_of({both({a_, b_}), both({a_, not_b, c_})}), both({a_, one_of({b_, c_})}));
  expect(one_of({both({a_, b_}), both({a_, c_}), both({a_, d_})}), both({a_, one_of({b_, c_, d_})}));
  expect(both({one_of({a_, b_}), one_of({a_, c_})}), one_of({a_, both({b_, c_})}));
  expect(both({one_of({a_, b_}), one_of({not_a, b_})}), b_);
  expect(both({one_of({a_, b_}), one_of({a_, b_, c_}), one_of({d_, c_, b_, a_})}), one_of({a_, b_}));
  // The sides of a choice have two parts in common, in another order.
  expect(one_of({both({a_, b_}), both({not_a, c_}), both({a_, c_}), both({not_a, b_})}), one_of({b_, c_}));
  expect(one_of({both({a_, b_}), both({a_, not_b}), both({not_a, c_}), both({not_a, not_c})}),
         s_.bool_true());
}

TEST_F(SimplifyBoolean, AtomsAreRelated) {
  EXPECT_NE(is(1), is(2));
  expect(both({is(1), one_of({both({is(2), a_}), both({is(1), b_})})}), both({is(1), b_}));
  expect(both({is(1), one_of({both({s_.lnot(is(2)), a_}), b_})}), both({is(1), one_of({a_, b_})}));
  expect(one_of({s_.lnot(is(1)), both({a_, one_of({is(2), b_})})}), one_of({s_.lnot(is(1)), both({a_, b_})}));
  // All ways through a switch, some of which fork.
  expect(one_of({both({is(1), a_}), both({is(1), s_.lnot(a_)}), is(2), both({is(3), b_}),
                 both({s_.lnot(b_), is(3)}), both({s_.lnot(is(1)), s_.lnot(is(2)), s_.lnot(is(3))})}),
         s_.bool_true());
  // A comparison swallows its complement.
  const Term *less = s_.ult(x_, y_), *not_less = s_.lnot(less);
  EXPECT_EQ(not_less->kind(), Kind::Ule);
  expect(both({less, one_of({both({not_less, a_}), both({b_, c_})})}), both({less, b_, c_}));
  expect(one_of({both({less, b_}), both({not_less, b_})}), b_);
}

TEST_F(SimplifyBoolean, ADecisionTreeCancels) {
  std::mt19937_64 random(1);
  for (bool own_atoms : {false, true})
    for (int round = 0; round < 4; ++round) {
      std::vector<const Term*> some = leaves(8, own_atoms);
      std::shuffle(some.begin(), some.end(), random);
      uint64_t budget = kPlenty;
      EXPECT_TRUE(simplify_boolean(s_, all(some, Kind::Or), budget)->is_true());
      EXPECT_GT(budget, kPlenty - 100'000);
      const Term* missing = some.back();
      some.pop_back();
      const Term* rest = simplified(all(some, Kind::Or));
      EXPECT_EQ(simplified(s_.lor(rest, missing)), s_.bool_true());
      EXPECT_LT(count_terms(rest), 8 * 8u) << to_infix(rest);
    }
}

// What merging a state again and again makes: shared deeply, exponential when written as a tree.
TEST_F(SimplifyBoolean, SharedPartsAreVisitedOnce) {
  const Term *prefix = both({bit(400), bit(401)}), *condition = prefix;
  for (uint64_t i = 0; i < 100; ++i) {
    const Term *by = bit(3 * i), *kept = s_.ite(bit(3 * i + 1), bit(3 * i + 2), by);
    const Term* yes = s_.land(by, s_.land(condition, kept));
    condition = s_.lor(yes, s_.land(s_.land(kept, s_.lnot(by)), condition));
  }
  uint64_t budget = kPlenty;
  const Term* simple = simplify_boolean(s_, condition, budget);
  EXPECT_LT(count_terms(simple), count_terms(condition) - 300);
  EXPECT_GT(budget, kPlenty - 500'000);
}

// Random conditions over few atoms, so that many are related.
class RandomConditions : public SimplifyBoolean {
 protected:
  RandomConditions() : maker_(testing::seed_from_environment()) {
    for (const Term* each : {a_, b_, c_, d_}) atoms_.push_back(each);
    const Term *x = s_.extract(x_, 0, 2), *y = s_.extract(y_, 0, 2);
    for (uint64_t i = 0; i < 3; ++i) atoms_.push_back(s_.eq(x, s_.constant(2, i)));
    for (const Term* each : {s_.ult(x, y), s_.sle(x, y), s_.eq(x, y)}) atoms_.push_back(each);
    for (unsigned i = 0; i < 256; ++i) {
      assignments_.emplace_back();
      assignments_.back().set(bits_, 0, i & 15);
      assignments_.back().set(bits_, 40, i >> 4 & 3);
      assignments_.back().set(bits_, 41, i >> 6);
    }
  }

  const Term* make(unsigned steps, unsigned atoms) {
    std::vector<const Term*> terms;
    const auto pick = [&] {
      const bool old = !terms.empty() && maker_.below(3) != 0;
      const Term* t = old ? terms[terms.size() - 1 - maker_.below(std::min<size_t>(terms.size(), 6))]
                          : atoms_[maker_.below(atoms)];
      return maker_.below(4) == 0 ? s_.lnot(t) : t;
    };
    for (unsigned i = 0; i < steps; ++i) {
      const uint64_t choice = maker_.below(12);
      const Term *p = pick(), *q = pick();
      terms.push_back(choice < 5    ? s_.land(p, q)
                      : choice < 10 ? s_.lor(p, q)
                      : choice < 11 ? s_.bxor(p, q)
                                    : s_.ite(p, q, pick()));
    }
    return terms.back();
  }

  void check(const Term* condition, const Term* simple) {
    EXPECT_LE(count_terms(simple), count_terms(condition)) << to_infix(condition);
    for (const Assignment& assignment : assignments_)
      ASSERT_EQ(holds(s_, simple, assignment), holds(s_, condition, assignment))
          << to_infix(condition) << "\nBONSAI_SEED=" << testing::seed_from_environment();
  }

  testing::ProgramMaker maker_;
  std::vector<const Term*> atoms_;
  std::vector<Assignment> assignments_;
};

TEST_F(RandomConditions, KeepTheirMeaning) {
  size_t before = 0, after = 0;
  for (unsigned round = 0; round < 4000; ++round) {
    const Term* condition = make(5 + static_cast<unsigned>(maker_.below(40)), round % 2 ? 10 : 6);
    const Term* simple = simplified(condition);
    ASSERT_NO_FATAL_FAILURE(check(condition, simple));
    before += count_terms(condition);
    after += count_terms(simple);
  }
  EXPECT_LT(after, before * 3 / 4);
}

TEST_F(RandomConditions, TheBudgetIsKept) {
  for (unsigned round = 0; round < 3000; ++round) {
    const Term* condition = make(5 + static_cast<unsigned>(maker_.below(60)), 10);
    const uint64_t given = maker_.below(400);
    uint64_t budget = given;
    const Term* simple = simplify_boolean(s_, condition, budget);
    EXPECT_LE(budget, given);
    ASSERT_NO_FATAL_FAILURE(check(condition, simple));
  }
  uint64_t none = 0;
  const Term* condition = both({a_, one_of({both({a_, b_}), both({s_.lnot(b_), c_, d_})})});
  EXPECT_EQ(simplify_boolean(s_, condition, none), condition);
}

TEST_F(SimplifyBoolean, DeepTermsNeedNoStack) {
  // And, or, choice and xor by turns, with atoms that recur: facts are found on all levels.
  for (int shape = 0; shape < 3; ++shape) {
    const Term* condition = bit(500);
    for (uint64_t i = 0; i < 100'000; ++i) {
      const Term* by = bit(i * 7 % 400);
      condition = shape == 0   ? s_.make(i % 2 ? Kind::And : Kind::Or, by, condition)
                  : shape == 1 ? s_.ite(by, condition, bit(i * 5 % 400))
                               : s_.bxor(s_.land(by, condition), bit(i * 5 % 400));
    }
    for (uint64_t budget : {10, 10'000, 1'000'000}) {
      uint64_t left = budget;
      EXPECT_LE(count_terms(simplify_boolean(s_, condition, left)), count_terms(condition));
      EXPECT_LE(left, budget);
    }
  }
}

TEST_F(SimplifyBoolean, WideJoinsTakeLinearTime) {
  std::vector<const Term*> parts;
  const Term* array = s_.array("wide", 100'000);
  for (uint64_t i = 0; i < 50'000; ++i)
    parts.push_back(s_.ult(s_.symbolic_byte(array, 2 * i), s_.symbolic_byte(array, 2 * i + 1)));
  const Term* extra = s_.lor(parts[77], parts[78]);
  const Term* most = all(parts, Kind::And);
  EXPECT_EQ(count_terms(simplified(s_.land(most, extra))), count_terms(most));
}

}  // namespace
}  // namespace bonsai::expr
