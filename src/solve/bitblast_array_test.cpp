// Symbolic arrays: reads at symbolic indices, stores, and the lemmas that tie them together.
#include <gtest/gtest.h>

#include "expr/evaluate.h"
#include "solve/bitblast/random_terms_test.h"
#include "solve/bitblast_core.h"

namespace bonsai::solve {
namespace {

using expr::Assignment;
using expr::Term;

class BitblastArray : public ::testing::Test {
 protected:
  const Term* index(const char* name) {
    const Term* array = store_.array(name, 8);
    const Term* term = store_.symbolic_byte(array, 0);
    for (uint64_t i = 1; i < 8; ++i) term = store_.concat(store_.symbolic_byte(array, i), term);
    return term;
  }
  const Term* constant(uint64_t value) { return store_.constant(64, value); }
  const Term* byte(uint64_t value) { return store_.constant(8, value); }

  Answer ask(std::vector<const Term*> all) {
    const Term* question = all.back();
    all.pop_back();
    Assignment model;
    for (const Term* array : store_.arrays())
      model.set(array, 0, 0xee);  // must be overwritten where it is read
    const Answer answer = core_.check(all, question, {}, &model, nullptr);
    if (answer == Answer::sat) {
      EXPECT_TRUE(expr::holds(store_, question, model));
      for (const Term* term : all) EXPECT_TRUE(expr::holds(store_, term, model));
    }
    EXPECT_EQ(core_.statistics().model_mismatch, 0u);
    return answer;
  }

  expr::TermStore store_;
  BitblastCore core_{store_};
};

TEST_F(BitblastArray, reads_of_one_array_agree) {
  const Term* a = store_.array("a", 1000);
  const Term* x = index("x");
  const Term* y = index("y");
  const Term* differs = store_.ne(store_.read(a, x), store_.read(a, y));
  EXPECT_EQ(ask({differs}), Answer::sat);
  // x == y, but not by structure.
  EXPECT_EQ(ask({differs, store_.ule(x, y), store_.ule(y, x)}), Answer::unsat);
}

TEST_F(BitblastArray, reads_past_the_end_are_zero) {
  const Term* a = store_.array("a", 1000);
  const Term* x = index("x");
  const Term* read = store_.read(a, x);
  EXPECT_EQ(ask({store_.uge(x, constant(1000)), store_.eq(read, byte(1))}), Answer::unsat);
  EXPECT_EQ(ask({store_.uge(x, constant(999)), store_.eq(read, byte(1))}), Answer::sat);
}

TEST_F(BitblastArray, symbolic_and_constant_reads_agree) {
  const Term* a = store_.array("a", 300);
  const Term* x = index("x");
  std::vector<const Term*> all{store_.ult(x, constant(300)), store_.eq(store_.read(a, x), byte(7))};
  for (uint64_t i = 0; i < 300; ++i) all.push_back(store_.ne(store_.symbolic_byte(a, i), byte(7)));
  EXPECT_EQ(ask(all), Answer::unsat);
  all.erase(all.begin() + 2 + 123);
  EXPECT_EQ(ask(all), Answer::sat);
}

TEST_F(BitblastArray, nested_reads) {
  const Term* a = store_.array("a", 256);
  const Term* x = index("x");
  const auto at = [&](const Term* i) { return store_.zext(store_.read(a, i), 64); };
  const Term* cycle = store_.eq(at(at(at(x))), x);
  EXPECT_EQ(ask({store_.ult(x, constant(256)), store_.ne(at(x), x), cycle}), Answer::sat);
}

TEST_F(BitblastArray, short_and_long_store_chains) {
  for (uint64_t length : {1, 3, 8, 9, 40}) {
    const Term* a = store_.array("a", 512);
    const Term* x = index("x");
    const Term* chain = a;
    for (uint64_t i = 0; i < length; ++i) {
      const Term* at = store_.add(index("y"), constant(i * 3));
      chain = store_.store(chain, at, byte(i + 1));
    }
    const Term* read = store_.read(chain, x);
    const Term* base = store_.read(a, x);
    // The last store wins; a value that nobody stored comes from the base.
    EXPECT_EQ(ask({store_.eq(read, byte(length)), store_.ne(base, byte(length))}), Answer::sat) << length;
    EXPECT_EQ(ask({store_.eq(x, store_.add(index("y"), constant(0))), store_.ne(read, byte(1))}),
              Answer::unsat)
        << length;
    EXPECT_EQ(ask({store_.ugt(read, byte(length)), store_.ne(read, base)}), Answer::unsat) << length;
  }
}

TEST_F(BitblastArray, stores_over_tables) {
  std::vector<uint64_t> elements;
  for (uint64_t i = 0; i < 100; ++i) elements.push_back(i * 7 + 1);
  const Term* x = index("x");
  const Term* table = store_.table(elements, 16);
  const Term* chain = store_.store(table, x, store_.constant(16, 5000));
  const Term* read = store_.read(chain, index("y"));
  EXPECT_EQ(ask({store_.eq(read, store_.constant(16, 5000))}), Answer::sat);
  EXPECT_EQ(ask({store_.eq(read, store_.constant(16, 3))}), Answer::unsat);
  EXPECT_EQ(ask({store_.eq(read, store_.constant(16, 8)), store_.eq(x, constant(1))}), Answer::unsat);
}

TEST_F(BitblastArray, huge_array) {
  const Term* a = store_.array("a", uint64_t{1} << 40);
  const Term* x = index("x");
  EXPECT_EQ(ask({store_.ugt(x, constant(uint64_t{1} << 39)), store_.eq(store_.read(a, x), byte(9))}),
            Answer::sat);
}

// Terms that the core made for itself survive a collection; those of others may die in between.
TEST_F(BitblastArray, survives_collection) {
  const Term* a = store_.array("a", 512);
  for (int round = 0; round < 5; ++round) {
    const Term* chain = a;
    for (uint64_t i = 0; i < 12; ++i)
      chain = store_.store(chain, store_.add(index("y"), constant(i + round)), byte(i));
    const Term* question = store_.eq(store_.read(chain, index("x")), byte(200));
    EXPECT_EQ(ask({store_.ne(store_.read(a, index("x")), byte(200)), question}), Answer::unsat);
    EXPECT_EQ(ask({question}), Answer::sat);
    store_.collect([&](const expr::TermStore::Mark& mark) {
      core_.visit_roots(mark);
      if (round % 2 == 0) mark(question);
    });
    if (round % 2 == 0) EXPECT_EQ(ask({question}), Answer::sat);
  }
}

}  // namespace
}  // namespace bonsai::solve
