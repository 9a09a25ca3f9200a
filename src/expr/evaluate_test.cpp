#include "expr/evaluate.h"

#include <gtest/gtest.h>

#include "expr/print.h"
#include "expr/smtlib_writer.h"

namespace bonsai::expr {
namespace {

TEST(Evaluate, ChangesWithTheAssignment) {
  TermStore s;
  const Term* a = s.array("in", 4);
  const Term* sum = s.add(s.zext(s.symbolic_byte(a, 0), 16), s.zext(s.symbolic_byte(a, 1), 16));
  Assignment m;
  EXPECT_EQ(evaluate(s, sum, m), 0u);
  m.set(a, 0, 200);
  m.set(a, 1, 100);
  EXPECT_EQ(evaluate(s, sum, m), 300u);
  Assignment copy = m;
  copy.set(a, 1, 1);
  EXPECT_EQ(evaluate(s, sum, copy), 201u);
  EXPECT_EQ(evaluate(s, sum, m), 300u);
  m.clear();
  EXPECT_EQ(evaluate(s, sum, m), 0u);
}

TEST(Evaluate, FarCellsAreSparse) {
  TermStore s;
  const Term* a = s.array("big", uint64_t{1} << 40);
  Assignment m;
  m.set(a, uint64_t{1} << 39, 7);
  m.set(a, (uint64_t{1} << 39) - 1, 6);
  m.set(a, 3, 5);
  EXPECT_EQ(evaluate(s, s.symbolic_byte(a, uint64_t{1} << 39), m), 7u);
  EXPECT_EQ(evaluate(s, s.symbolic_byte(a, (uint64_t{1} << 39) + 1), m), 0u);
  std::vector<uint64_t> cells;
  m.for_each([&](uint32_t, uint64_t cell, uint8_t) { cells.push_back(cell); });
  EXPECT_EQ(cells, (std::vector<uint64_t>{3, (uint64_t{1} << 39) - 1, uint64_t{1} << 39}));
}

// Deep terms: making, evaluating, printing and collecting must not recurse.
TEST(Evaluate, MillionDeepChain) {
  constexpr int kDepth = 1'000'000;
  TermStore s;
  const Term* a = s.array("in", 8);
  const Term *x = s.zext(s.symbolic_byte(a, 0), 32), *y = s.zext(s.symbolic_byte(a, 1), 32);
  const Term* t = x;
  uint32_t expected = 3;
  for (int i = 0; i < kDepth; ++i) {
    t = i % 2 ? s.bxor(s.mul(t, s.constant(32, 31)), y) : s.add(t, y);
    expected = i % 2 ? (expected * 31) ^ 250 : expected + 250;
  }
  Assignment m;
  m.set(a, 0, 3);
  m.set(a, 1, 250);
  EXPECT_EQ(evaluate(s, t, m), expected);
  EXPECT_EQ(evaluate(s, s.trunc(t, 8), m), expected & 0xff);
  EXPECT_LE(to_infix(t, 1000).size(), 1003u);
  s.collect([&](const TermStore::Mark& mark) { mark(t); });
  EXPECT_GT(s.statistics().live_terms, 1'000'000u);
  s.collect([](const TermStore::Mark&) {});
  EXPECT_LT(s.statistics().live_terms, 10u);
}

TEST(Evaluate, DeepChainsPrint) {
  TermStore s;
  const Term* x = s.zext(s.symbolic_byte(s.array("in", 8), 0), 32);
  const Term* t = x;
  for (int i = 0; i < 100'000; ++i)
    t = i % 2 ? s.bxor(s.mul(t, s.constant(32, 31)), x) : s.add(t, s.mul(t, x));
  const Term* condition = s.eq(t, x);
  EXPECT_GT(to_smtlib({&condition, 1}).size(), 1'000'000u);
  EXPECT_GT(to_infix(t, 10'000'000).size(), 1'000'000u);
}

TEST(Evaluate, DeepIfThenElseAndStores) {
  constexpr int kDepth = 100'000;
  TermStore s;
  const Term* a = s.array("in", 256);
  const Term* memory = s.array("memory", 1 << 20);
  const Term* chosen = s.symbolic_byte(a, 200);
  const Term* base = s.zext(s.symbolic_byte(a, 0), 64);
  for (int i = 0; i < kDepth; ++i) {
    const Term* byte = s.symbolic_byte(a, static_cast<uint64_t>(i % 199));
    chosen = s.ite(s.ult(byte, s.constant(8, static_cast<uint64_t>(i % 251))), s.add(chosen, byte), chosen);
    memory = s.store(memory, s.mul(base, s.constant(64, static_cast<uint64_t>(i) * 2 + 3)), byte);
  }
  Assignment m;
  m.set(a, 0, 1);
  m.set(a, 1, 9);
  EXPECT_NO_FATAL_FAILURE(evaluate(s, chosen, m));
  // base is 1: cell 2*i + 3 got byte i % 199.
  const Term* index = s.add(base, s.constant(64, 2 * 200 + 2));
  EXPECT_EQ(evaluate(s, s.read(memory, index), m), 9u);
}

}  // namespace
}  // namespace bonsai::expr
