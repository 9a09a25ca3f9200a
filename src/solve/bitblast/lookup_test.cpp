// Decision trees and joins of table look-ups against enumeration.
#include "solve/bitblast/lookup.h"

#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "expr/store.h"
#include "solve/bitblast/random_terms_test.h"
#include "solve/bitblast_core.h"

namespace bonsai::solve {
namespace {

using expr::Assignment;
using expr::Term;

TEST(Lookup, index_views_enumerate_the_candidates) {
  Budget budget;
  budget.start(Limits{std::chrono::hours(1)}, 1000);
  Aig aig(budget);
  const Lit x = aig.input(0, 0), y = aig.input(0, 1), z = aig.input(0, 2);
  const Lit index[] = {kTrue, x, kFalse, y, z};
  const IndexView view = view_index(aig, index, 16);
  EXPECT_EQ(view.leaves(), 4u);
  EXPECT_EQ(view.beyond, z);
  std::vector<uint64_t> seen;
  uint64_t at = view.base;
  for (size_t i = 0; i < view.leaves(); ++i, at = view.next(at)) seen.push_back(at);
  EXPECT_EQ(seen, (std::vector<uint64_t>{1, 3, 9, 11}));
}

TEST(Lookup, equal_elements_share_a_leaf) {
  Budget budget;
  budget.start(Limits{std::chrono::hours(1)}, 100'000);
  Aig aig(budget);
  Word index;
  for (uint32_t i = 0; i < 16; ++i) index.push_back(aig.input(0, i));
  const IndexView view = view_index(aig, index, 65536);
  const size_t before = aig.size();
  std::vector<uint64_t> leaves(65536);
  for (uint64_t i = 0; i < 65536; ++i) leaves[i] = i >> 12 == 5 ? 7 : 9;
  Word out(8);
  select_constants(aig, view, leaves, 0, out);
  EXPECT_LT(aig.size() - before, 8u);
}

// Random predicates over one and two look-ups: for every pair of indices, the core agrees with the evaluator.
TEST(Lookup, paths_and_joins_agree_with_evaluation) {
  uint64_t checked = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    expr::TermStore store;
    BitblastCore core(store);
    Dice dice(seed);
    const auto table = [&] {
      std::vector<uint64_t> elements(1 + dice.below(40));
      for (uint64_t& e : elements) e = dice.below(3) == 0 ? dice.below(8) : dice.next();
      return store.table(elements, 9 + static_cast<expr::Width>(seed % 3));
    };
    const Term* in = store.array("in", 2);
    const auto index = [&](uint64_t i) {
      return store.zext(store.extract(store.symbolic_byte(in, i), 0, 4 + seed % 2), 64);
    };
    const Term* a = store.read(table(), index(0));
    const Term* b = store.read(table(), seed % 5 == 0 ? index(0) : index(1));
    const Term* c = store.constant(a->width(), dice.below(3) == 0 ? dice.next() : 5);
    const Term* questions[] = {
        store.eq(a, b),
        store.eq(store.add(a, b), c),
        store.eq(store.bxor(a, b), c),
        store.eq(store.sub(a, b), c),
        store.ult(store.mul(a, c), store.constant(a->width(), 77)),
        store.eq(store.read(table(), store.zext(a, 64)), b),
        store.slt(store.urem(store.zext(a, 20), store.constant(20, 13)), store.constant(20, 4))};
    for (const Term* question : questions) {
      for (uint64_t x = 0; x < 32; x += 1 + seed % 3)
        for (uint64_t y = 0; y < 32; y += 1 + seed % 4) {
          Assignment assignment;
          assignment.set(in, 0, static_cast<uint8_t>(x));
          assignment.set(in, 1, static_cast<uint8_t>(y));
          const Term* fixed[] = {store.eq(store.symbolic_byte(in, 0), store.constant(8, x)),
                                 store.eq(store.symbolic_byte(in, 1), store.constant(8, y))};
          const Answer expected = expr::holds(store, question, assignment) ? Answer::sat : Answer::unsat;
          ASSERT_EQ(core.check(fixed, question, {}, nullptr, nullptr), expected) << "seed " << seed;
          ++checked;
        }
    }
    ASSERT_EQ(core.statistics().model_mismatch, 0u);
  }
  EXPECT_GT(checked, 50'000u);
}

}  // namespace
}  // namespace bonsai::solve
