#include "expr/store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <unordered_set>

#include "expr/evaluate.h"
#include "expr/print.h"
#include "expr/random_program_test.h"
#include "expr/support.h"

namespace bonsai::expr {
namespace {

TEST(Store, EqualTermsAreOnePointer) {
  TermStore s;
  const Term* a = s.array("in", 8);
  EXPECT_EQ(s.array("in", 8), a);
  EXPECT_NE(s.array("in", 9), a);
  const Term *x = s.symbolic_byte(a, 0), *y = s.symbolic_byte(a, 1);
  EXPECT_EQ(s.add(x, y), s.add(y, x));
  EXPECT_EQ(s.constant(8, 0x1ff), s.constant(8, 0xff));
  EXPECT_EQ(s.constant(Wide(128, 5)), s.zext(s.constant(8, 5), 128));
  const uint64_t elements[] = {1, 2, 3};
  EXPECT_EQ(s.table(elements, 16), s.table(elements, 16));
  EXPECT_NE(s.table(elements, 16), s.table(elements, 32));
}

TEST(Store, MarkersAreNoValues) {
  EXPECT_NE(Term::poison(), Term::uninit());
  EXPECT_NE(Term::uninit(), Term::pending(1, 0));
  EXPECT_EQ(Term::poison(), Term::poison());
  EXPECT_TRUE(Term::pending(1, 0)->is_mark());
}

TEST(Store, BytesOfAValueAreTheValueAgain) {
  TermStore s;
  const Term* a = s.array("in", 64);
  const auto word = [&](uint64_t at) {
    const Term* t = s.symbolic_byte(a, at);
    for (uint64_t i = 1; i < 4; ++i) t = s.concat(s.symbolic_byte(a, at + i), t);
    return t;
  };
  const Term *x = word(0), *y = word(4), *b = s.symbolic_byte(a, 9);
  const uint64_t elements[] = {1, 70000, 3};
  const Term* table = s.table(elements, 32);
  const Term* values[] = {x,
                          s.add(x, y),
                          s.mul(x, y),
                          s.shl(x, s.constant(32, 2)),
                          s.shl(s.zext(b, 32), s.constant(32, 3)),
                          s.zext(b, 32),
                          s.sext(b, 32),
                          s.ite(s.ult(x, y), x, y),
                          s.ite(s.ult(x, y), x, s.constant(32, 77)),
                          s.bxor(x, s.constant(32, 0x1234567)),
                          s.lshr(x, s.constant(32, 5)),
                          s.ashr(x, s.constant(32, 5)),
                          s.add(s.shl(x, s.constant(32, 2)), s.constant(32, 100)),
                          s.urem(x, s.constant(32, 1000)),
                          s.udiv(x, s.constant(32, 1000)),
                          s.mul(s.zext(b, 32), s.zext(s.extract(x, 0, 8), 32)),
                          s.add(s.zext(b, 32), s.zext(s.extract(x, 0, 8), 32)),
                          s.read(table, s.zext(b, 64)),
                          s.sub(x, y),
                          s.bnot(x),
                          s.bor(x, s.constant(32, 0xff00ff)),
                          s.neg(s.shl(x, s.constant(32, 9)))};
  for (const Term* t : values) {
    const Term* bytes = s.extract(t, 0, 8);
    for (Width i = 1; i < 4; ++i) bytes = s.concat(s.extract(t, 8 * i, 8), bytes);
    EXPECT_EQ(bytes, t) << to_infix(bytes) << "\n" << to_infix(t);
  }
}

TEST(Store, BytesPutTogetherByShiftsAreAConcat) {
  TermStore s;
  const Term* a = s.array("in", 4);
  const auto byte = [&](uint64_t i) {
    return s.shl(s.zext(s.symbolic_byte(a, i), 32), s.constant(32, 8 * i));
  };
  const Term* word = s.symbolic_byte(a, 0);
  for (uint64_t i = 1; i < 4; ++i) word = s.concat(s.symbolic_byte(a, i), word);
  EXPECT_EQ(s.bor(s.bor(byte(0), byte(1)), s.bor(byte(2), byte(3))), word);
  EXPECT_EQ(s.bor(byte(1), s.bor(byte(3), s.bor(byte(0), byte(2)))), word);
  EXPECT_EQ(s.add(s.add(byte(0), byte(1)), s.add(byte(2), byte(3))), word);
}

TEST(Store, NormalForms) {
  TermStore s;
  const Term* a = s.array("in", 8);
  const Term *x = s.symbolic_byte(a, 0), *y = s.symbolic_byte(a, 1), *k5 = s.constant(8, 5);
  EXPECT_EQ(s.sub(s.add(x, y), y), x);
  EXPECT_EQ(s.add(s.add(x, k5), s.add(y, k5)), s.add(s.add(x, y), s.constant(8, 10)));
  EXPECT_EQ(s.eq(s.add(x, k5), k5), s.eq(x, s.zero(8)));
  EXPECT_EQ(s.eq(s.sub(x, y), s.zero(8)), s.eq(x, y));
  EXPECT_EQ(s.lnot(s.ult(x, y)), s.ule(y, x));
  EXPECT_EQ(s.ule(x, k5), s.ult(x, s.constant(8, 6)));
  EXPECT_EQ(s.ne(s.zext(s.ult(x, y), 32), s.zero(32)), s.ult(x, y));
  EXPECT_EQ(s.trunc(s.add(s.zext(x, 32), s.zext(y, 32)), 8), s.add(x, y));
  EXPECT_EQ(s.slt(s.zext(x, 32), s.zext(y, 32)), s.ult(x, y));
  EXPECT_TRUE(s.ult(s.zext(x, 32), s.constant(32, 256))->is_true());
  EXPECT_EQ(s.eq(s.ite(s.ult(x, y), k5, s.zero(8)), k5), s.ult(x, y));
  EXPECT_EQ(s.ite(s.ult(x, y), s.add(x, s.one(8)), x), s.add(x, s.zext(s.ult(x, y), 8)));
  EXPECT_EQ(s.eq(s.concat(x, y), s.constant(16, 0x4142)),
            s.land(s.eq(x, s.constant(8, 0x41)), s.eq(y, s.constant(8, 0x42))));
}

TEST(Store, ReadsPassWritesThatCannotMatter) {
  TermStore s;
  const Term* a = s.array("in", 1024);
  const Term* i = s.zext(s.symbolic_byte(a, 0), 64);
  const Term* v = s.symbolic_byte(a, 1);
  const auto at = [&](uint64_t k) { return s.add(i, s.constant(64, k)); };
  const Term* written = s.store(s.store(a, at(4), v), at(5), s.constant(8, 9));
  EXPECT_EQ(s.read(written, at(4)), v);
  EXPECT_EQ(s.read(written, at(6)), s.read(a, at(6)));
  EXPECT_EQ(s.read(written, s.constant(64, 700)), s.symbolic_byte(a, 700));
  EXPECT_EQ(s.read(written, s.constant(64, 20))->operand(0), written);
  EXPECT_TRUE(s.read(a, s.constant(64, 1024))->is_constant());
  EXPECT_EQ(s.store(written, at(5), s.read(written, at(5))), written);
}

TEST(Store, HashDoesNotDependOnTheOrderOfCreation) {
  testing::ProgramMaker maker(testing::seed_from_environment());
  TermStore first, second;
  // Other terms and arrays first, so that ids, slots and addresses all differ.
  testing::build(second, testing::ProgramMaker(99).make(200, true));
  second.array("something else", 3);
  for (int n = 0; n < 300; ++n) {
    const auto steps = maker.make(20, true);
    const auto other = maker.make(10, true);
    testing::build(second, other);
    const auto a = testing::build(first, steps), b = testing::build(second, steps);
    for (size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a[i]->hash(), b[i]->hash()) << testing::describe(steps, i);
      ASSERT_EQ(to_infix(a[i]), to_infix(b[i])) << testing::describe(steps, i);
      ASSERT_EQ(a[i]->support()->hash(), b[i]->support()->hash());
    }
  }
}

TEST(Store, SupportIsWhatATermReads) {
  TermStore s;
  const Term *a = s.array("a", 64), *b = s.array("b", 1 << 20);
  const Term* sum = s.add(s.symbolic_byte(a, 3), s.add(s.symbolic_byte(a, 4), s.symbolic_byte(b, 7)));
  EXPECT_EQ(sum->support()->cell_count(), 3u);
  EXPECT_EQ(sum->support()->ranges().size(), 2u);
  EXPECT_TRUE(sum->support()->contains(a, 4));
  EXPECT_FALSE(sum->support()->contains(a, 5));
  // The same set along another way is the same pointer.
  const Term* other = s.bxor(s.symbolic_byte(b, 7), s.mul(s.symbolic_byte(a, 4), s.symbolic_byte(a, 3)));
  EXPECT_EQ(sum->support(), other->support());
  const Term* index = s.zext(s.symbolic_byte(a, 0), 64);
  EXPECT_EQ(s.read(b, index)->support()->cell_count(), 257u);
  const Term* far = s.concat(index, s.zero(8));
  const Term* whole = s.read(b, s.add(s.mul(index, index), s.extract(far, 0, 64)));
  EXPECT_FALSE(whole->support()->intersects(*s.symbolic_byte(a, 9)->support()));
  EXPECT_TRUE(whole->support()->intersects(*s.symbolic_byte(b, 65535)->support()));
  EXPECT_TRUE(s.read(a, s.mul(index, s.constant(64, 3)))->support()->ranges()[0].is_whole());
  EXPECT_TRUE(s.constant(8, 1)->support()->empty());
}

TEST(Store, CollectionKeepsWhatRootsReachAndNothingElse) {
  TermStore s;
  const Term* a = s.array("in", 16);
  const Term* kept = s.add(s.symbolic_byte(a, 0), s.symbolic_byte(a, 1));
  const Term* wide = s.add(s.sext(kept, 200), s.constant(Wide::all_ones(200).lshr(3)));
  const uint64_t kept_id = kept->id(), wide_hash = wide->hash();
  const Term* dropped = s.mul(s.symbolic_byte(a, 2), s.symbolic_byte(a, 3));
  const uint64_t dropped_id = dropped->id();
  const Term *survivor = nullptr, *victim = dropped;
  s.collect(
      [&](const TermStore::Mark& mark) {
        mark(wide);
        mark(nullptr);
        mark(Term::pending(1, 0));
      },
      [&] {
        survivor = s.is_marked(kept) ? kept : nullptr;
        victim = s.is_marked(dropped) ? dropped : nullptr;
      });
  EXPECT_EQ(survivor, kept);
  EXPECT_EQ(victim, nullptr);
  EXPECT_EQ(s.add(s.symbolic_byte(a, 1), s.symbolic_byte(a, 0)), kept);
  EXPECT_EQ(kept->id(), kept_id);
  EXPECT_EQ(wide->hash(), wide_hash);
  EXPECT_GT(s.mul(s.symbolic_byte(a, 2), s.symbolic_byte(a, 3))->id(), dropped_id);
  Assignment m;
  m.set(a, 0, 0xf0);
  EXPECT_EQ(evaluate_wide(s, wide, m), Wide::all_ones(200).lshr(3) + Wide(8, 0xf0).sext(200));
}

TEST(Store, GarbageStaysBounded) {
  TermStore s;
  const Term* a = s.array("in", 4096);
  testing::ProgramMaker maker(7);
  const Term* kept = s.symbolic_byte(a, 0);
  uint64_t peak_terms = 0, peak_bytes = 0, id = 0;
  for (int round = 0; round < 40; ++round) {
    for (int n = 0; n < 300; ++n) testing::build(s, maker.make(40, false));
    for (int n = 0; n < 100; ++n) {
      std::vector<uint8_t> bytes(1024);
      for (auto& b : bytes) b = static_cast<uint8_t>(maker.below(256));
      s.table(bytes);
    }
    kept = s.add(s.mul(kept, s.constant(8, 3)), s.symbolic_byte(a, static_cast<uint64_t>(round)));
    EXPECT_GT(kept->id(), id);
    id = kept->id();
    if (round < 3 || s.statistics().live_bytes > peak_bytes) {
      peak_terms = std::max(peak_terms, s.statistics().live_terms);
      if (round < 3) peak_bytes = std::max(peak_bytes, s.statistics().live_bytes * 2);
    }
    s.collect([&](const TermStore::Mark& mark) { mark(kept); });
    EXPECT_LT(s.statistics().live_terms, 500u);
    EXPECT_LT(s.statistics().live_bytes, 2'000'000u);
    EXPECT_LT(s.statistics().reserved_bytes, 30'000'000u);
  }
  EXPECT_GT(s.statistics().made_terms, 300'000u);
  EXPECT_LT(s.statistics().live_bytes, peak_bytes);
  Assignment m;
  EXPECT_EQ(evaluate(s, kept, m), 0u);
}

TEST(Store, WordsAndAddends) {
  TermStore s;
  const Term* a = s.array("in", 8);
  Assignment m;
  for (uint8_t i = 0; i < 8; ++i) m.set(a, i, uint8_t(0x10 + i));
  EXPECT_EQ(s.symbolic_word(a, 3, 1), s.symbolic_byte(a, 3));
  EXPECT_EQ(evaluate(s, s.symbolic_word(a, 2, 4), m), 0x15141312u);
  const Term *x = s.symbolic_word(a, 0, 4), *y = s.symbolic_word(a, 4, 4), *c = s.constant(32, 100);
  EXPECT_EQ(addends(x), std::vector<const Term*>{x});
  std::vector<const Term*> found = addends(s.add(s.add(x, c), y));
  std::sort(found.begin(), found.end());
  std::vector<const Term*> expected{x, y, c};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace bonsai::expr
