#include <gtest/gtest.h>

#include "expr/print.h"
#include "solve/chain.h"
#include "solve/layers/cache.h"
#include "solve/layers/enumerate.h"
#include "solve/layers/ranges.h"
#include "solve/layers/repair.h"
#include "solve/layers/reuse.h"
#include "solve/layers/rewrite.h"
#include "solve/query_log.h"
#include "solve/testing/random_terms.h"

namespace bonsai::solve {
namespace {

using expr::Term;

Config with_layers(unsigned bits) {
  Config config;
  config.solver = Solver::bonsai;
  config.rewrite = bits & 1;
  config.ranges = bits & 2;
  config.reuse = bits & 4;
  config.repair = bits & 8;
  config.cache = bits & 16;
  config.enumerate = bits & 32;
  return config;
}

// Each layer alone, all but each, all and none: the same answers to the same stream.
TEST(Layers, OnOrOffTheAnswersAreTheSame) {
  std::vector<unsigned> settings{0, 63};
  for (unsigned i = 0; i < 6; ++i) {
    settings.push_back(1u << i);
    settings.push_back(63u & ~(1u << i));
  }
  for (uint64_t seed = 0; seed < 60; ++seed) {
    std::string first;
    for (unsigned setting : settings) {
      expr::TermStore store;
      Chain chain(store, with_layers(setting));
      testing::RandomTerms terms(store, seed, {seed % 3 == 0 ? 1u : 2u, 4, 3, seed % 2 == 0, true, false});
      PathCondition paths[2];
      std::string answers;
      for (int i = 0; i < 24; ++i) {
        PathCondition& pc = paths[i % 2];
        const Term* question = terms.condition();
        const Reply reply = chain.may_be_true(pc, question);
        answers += answer_name(reply.answer)[0];
        if (reply.answer != Answer::sat) continue;
        ASSERT_TRUE(expr::holds(store, question, *reply.model));
        for (const Decision& decision : pc.decisions())
          ASSERT_TRUE(expr::holds(store, decision.raw, *reply.model))
              << "layers " << setting << " seed " << seed;
        chain.assume(pc, question, reply.model);
      }
      EXPECT_EQ(chain.statistics().bad_models, 0u) << "layers " << setting << " seed " << seed;
      if (first.empty()) first = answers;
      EXPECT_EQ(answers, first) << "layers " << setting << " seed " << seed;
    }
  }
}

class LayerTest : public ::testing::Test {
 protected:
  const Term* byte(uint64_t i) { return store_.symbolic_byte(x_, i); }
  const Term* number(uint64_t value) { return store_.constant(8, value); }
  void add(const Term* condition, std::vector<std::pair<uint64_t, uint8_t>> cells = {}) {
    auto model = std::make_shared<expr::Assignment>(*pc_.model());
    for (auto [cell, value] : cells) model->set(x_, cell, value);
    pc_.add(store_, condition, condition, model);
  }

  expr::TermStore store_;
  const Term* x_ = store_.array("x", 64);
  PathCondition pc_;
};

TEST_F(LayerTest, RewriteUsesEqualitiesAndIntervals) {
  RewriteLayer layer(store_);
  add(store_.eq(byte(0), number(5)), {{0, 5}});
  add(store_.ult(byte(1), number(10)));
  EXPECT_EQ(layer.apply(pc_, store_.add(byte(0), byte(2))), store_.add(number(5), byte(2)));
  EXPECT_TRUE(layer.apply(pc_, store_.ult(byte(1), number(20)))->is_true());
  EXPECT_TRUE(layer.apply(pc_, store_.eq(byte(1), number(20)))->is_false());
  Query query(store_, pc_, store_.eq(store_.add(byte(0), byte(0)), number(11)));
  EXPECT_EQ(layer.ask(query).answer, Answer::unsat);
}

TEST_F(LayerTest, RangesDecideSums) {
  RangeLayer layer;
  add(store_.ult(byte(0), number(10)));
  add(store_.ult(byte(1), number(10)));
  const Term* sum = store_.add(store_.zext(byte(0), 32), store_.zext(byte(1), 32));
  EXPECT_EQ(layer.range(pc_, sum).high, 18u);
  Query too_large(store_, pc_, store_.ult(store_.constant(32, 18), sum));
  EXPECT_EQ(layer.ask(too_large).answer, Answer::unsat);
  Query valid(store_, pc_, store_.ult(sum, store_.constant(32, 19)));
  EXPECT_EQ(layer.ask(valid).answer, Answer::sat);
}

// Intervals contain every value, whatever wraps.
TEST_F(LayerTest, RangesHoldUnderWrapAround) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    expr::TermStore store;
    testing::RandomTerms terms(store, seed, {2, 4, 4, true, false, false});
    PathCondition pc;
    const Term* condition = terms.condition();
    pc.add(store, condition, condition);
    RangeLayer layer;
    const Term* term = terms.term(8);
    const Range range = layer.range(pc, term);
    terms.any_input([&](const expr::Assignment& input) {
      if (!expr::holds(store, condition, input)) return false;
      const uint64_t value = expr::evaluate(store, term, input);
      EXPECT_GE(value, range.low) << seed;
      EXPECT_LE(value, range.high) << seed;
      return false;
    });
  }
}

TEST_F(LayerTest, RepairFindsModels) {
  RepairLayer layer;
  add(store_.ult(byte(1), number(100)));
  const Term* word = store_.concat(byte(3), store_.concat(byte(2), byte(1)));
  const Term* questions[] = {
      store_.eq(byte(0), number('a')),
      store_.eq(store_.bxor(store_.mul(word, store_.constant(24, 3)), store_.constant(24, 0x123456)),
                store_.constant(24, 0x123456 ^ (3 * 0x112233))),
      store_.slt(store_.sext(byte(5), 32), store_.constant(32, 0xfffffff0)),
      store_.land(store_.ne(byte(7), number(0)), store_.ult(number(200), byte(8))),
      store_.eq(store_.trunc(store_.add(store_.zext(byte(9), 32), store_.constant(32, 7)), 8), number(3)),
  };
  for (const Term* question : questions) {
    Query query(store_, pc_, question);
    const Reply reply = layer.ask(query);
    EXPECT_EQ(reply.answer, Answer::sat) << expr::to_infix(question);
    if (reply.model) EXPECT_TRUE(expr::holds(store_, question, *reply.model));
  }
}

TEST_F(LayerTest, EnumerationDecidesSingleBytes) {
  EnumerateLayer layer;
  add(store_.ult(store_.mul(byte(0), byte(0)), number(100)));
  const Term* square = store_.mul(store_.zext(byte(0), 64), store_.zext(byte(0), 64));
  Query possible(store_, pc_, store_.eq(square, store_.constant(64, 1089)));
  const Reply reply = layer.ask(possible);
  ASSERT_EQ(reply.answer, Answer::sat);
  EXPECT_EQ(expr::evaluate(store_, byte(0), *reply.model), 33u);
  Query impossible(store_, pc_, store_.eq(square, store_.constant(64, 1088)));
  EXPECT_EQ(layer.ask(impossible).answer, Answer::unsat);
  Query two_bytes(store_, pc_, store_.ult(byte(0), byte(1)));
  EXPECT_EQ(layer.ask(two_bytes).answer, Answer::unknown);
}

TEST_F(LayerTest, CacheIgnoresOrderAndFindsSubsets) {
  CacheLayer cache;
  const Term* a = store_.ult(byte(0), byte(1));
  const Term* b = store_.ult(byte(1), byte(2));
  const Term* c = store_.ult(byte(2), byte(0));
  const Term* d = store_.ult(byte(2), number(77));
  Query first(store_, pc_, {a, b, d}, c);
  const std::vector<uint32_t> core{0, 1};
  cache.learn(first, {Answer::unsat}, &core);
  EXPECT_EQ(cache.size(), 1u);
  for (const auto& [constraints, question] : std::vector<std::pair<std::vector<const Term*>, const Term*>>{
           {{b, a}, c}, {{c, b}, a}, {{d, c, a}, b}}) {
    Query query(store_, pc_, constraints, question);
    EXPECT_EQ(cache.ask(query).answer, Answer::unsat);
  }
  Query weaker(store_, pc_, {a}, c);
  EXPECT_EQ(cache.ask(weaker).answer, Answer::unknown);
}

TEST_F(LayerTest, CacheIsBoundedAndWeak) {
  CacheLayer cache(10);
  for (uint64_t i = 0; i < 40; ++i) {
    Query query(store_, pc_, {store_.ult(byte(i), number(3))}, store_.ult(number(5), byte(i)));
    const std::vector<uint32_t> core{0};
    cache.learn(query, {Answer::unsat}, &core);
    EXPECT_LE(cache.size(), 10u);
  }
  const Term* kept = store_.ult(byte(39), number(3));
  const Term* question = store_.ult(number(5), byte(39));
  store_.collect(
      [&](const expr::TermStore::Mark& mark) {
        mark(kept);
        mark(question);
      },
      [&] { cache.drop_dead(store_); });
  EXPECT_EQ(cache.size(), 1u);
  Query query(store_, pc_, {kept}, question);
  EXPECT_EQ(cache.ask(query).answer, Answer::unsat);
}

// A model holds the inputs of its path: those of a path with many are not kept in thousands.
TEST_F(LayerTest, CacheBoundsTheMemoryOfModels) {
  auto model = std::make_shared<expr::Assignment>();
  model->set(x_, 5, 77);
  CacheLayer cache(1000, 1000, 10 * model->bytes());
  for (uint64_t i = 0; i < 40; ++i) {
    Query query(store_, pc_, {}, store_.eq(byte(5), number(i)));
    cache.learn(query, {Answer::sat, model}, nullptr);
    EXPECT_LE(cache.size(), 10u);
  }
  EXPECT_EQ(cache.size(), 10u);
}

}  // namespace
}  // namespace bonsai::solve
