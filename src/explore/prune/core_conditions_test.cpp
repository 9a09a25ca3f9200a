#include "explore/prune/core_conditions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "expr/store.h"

namespace bonsai::explore {
namespace {

using expr::Term;
using testing::AnyOf;
using testing::EndsWith;
using testing::StartsWith;

class CoreConditionsTest : public testing::Test {
 protected:
  const Term* byte(unsigned i) { return terms.symbolic_byte(array, i); }
  const Term* is(unsigned i, uint64_t value) { return terms.eq(byte(i), terms.constant(8, value)); }
  // The first bytes, the lowest first.
  const Term* word(const Term* of, unsigned bytes) {
    const Term* all = terms.symbolic_byte(of, 0);
    for (unsigned i = 1; i < bytes; ++i) all = terms.concat(terms.symbolic_byte(of, i), all);
    return all;
  }
  // Of bytes 0 to count - 1: each is 'x'.
  const Term* all_are_x(unsigned count) {
    const Term* all = is(0, 'x');
    for (unsigned i = 1; i < count; ++i) all = terms.land(all, is(i, 'x'));
    return all;
  }

  expr::TermStore terms;
  const Term* array = terms.array("arg00", 64);
};

TEST_F(CoreConditionsTest, AByteThatIsAConstant) {
  EXPECT_TRUE(is_core(is(0, '-')));
  EXPECT_TRUE(is_core(terms.eq(terms.constant(8, '-'), byte(5))));
  // What comes to the same: widened bytes, sums, bounds that leave one value.
  EXPECT_EQ(in_words(terms.eq(terms.zext(byte(0), 32), terms.constant(32, 'A'))), "arg00[0] == 'A'");
  EXPECT_EQ(in_words(terms.eq(terms.add(byte(0), terms.one(8)), terms.constant(8, 'A'))), "arg00[0] == '@'");
  EXPECT_EQ(in_words(terms.ult(byte(0), terms.one(8))), "arg00[0] == '\\0'");
  // Some bits of a byte.
  EXPECT_EQ(in_words(terms.eq(terms.extract(byte(3), 2, 3), terms.constant(3, 5))),
            "arg00[3] bits 2 to 4 == 5");
}

TEST_F(CoreConditionsTest, WhatSaysNothingDefiniteIsNotCore) {
  EXPECT_FALSE(is_core(terms.ne(byte(0), terms.constant(8, '-'))));
  EXPECT_FALSE(is_core(terms.ult(byte(0), terms.constant(8, 7))));
  EXPECT_FALSE(is_core(terms.slt(byte(0), terms.zero(8))));
  EXPECT_FALSE(is_core(terms.eq(byte(0), byte(1))));
  EXPECT_FALSE(is_core(terms.eq(terms.mul(byte(0), byte(1)), terms.constant(8, 6))));
  EXPECT_FALSE(is_core(terms.bool_true()));
  EXPECT_FALSE(is_core(terms.bool_false()));
}

// Where the value comes from must be one byte of an input.
TEST_F(CoreConditionsTest, OtherReadsAreNotCore) {
  const Term* index = terms.zext(byte(0), 64);
  EXPECT_FALSE(is_core(terms.eq(terms.read(array, index), terms.constant(8, 'a'))));
  const uint8_t squares[] = {0, 1, 4, 9, 16, 25};
  EXPECT_FALSE(is_core(terms.eq(terms.read(terms.table(squares), index), terms.constant(8, 9))));
  const Term* written = terms.store(array, index, terms.constant(8, 'b'));
  EXPECT_FALSE(is_core(terms.eq(terms.symbolic_byte(written, 2), terms.constant(8, 'a'))));
}

TEST_F(CoreConditionsTest, ConjunctionsAndDisjunctionsOfSuch) {
  const Term *a = is(0, 'a'), *b = is(1, 'b'), *c = is(2, 'c'), *less = terms.ult(byte(3), byte(4));
  for (const Term* core : {terms.land(a, b), terms.lor(a, b), terms.lor(is(0, 'a'), is(0, 'b')),
                           terms.lor(terms.land(a, b), c), terms.land(terms.lor(a, b), c)})
    EXPECT_TRUE(is_core(core)) << in_words(core);
  for (const Term* other : {terms.land(a, less), terms.lor(less, a), terms.lor(a, terms.lnot(b)),
                            terms.lnot(terms.land(a, b)), terms.land(terms.lor(a, less), c)})
    EXPECT_FALSE(is_core(other));
}

// It is a name of the path, not a copy of the input.
TEST_F(CoreConditionsTest, ManyPartsAreNotCore) {
  EXPECT_TRUE(is_core(all_are_x(16)));
  EXPECT_FALSE(is_core(all_are_x(33)));
}

TEST_F(CoreConditionsTest, CharactersAsCHasThem) {
  const std::pair<uint64_t, const char*> table[] = {
      {0, "'\\0'"}, {'\n', "'\\n'"}, {'\t', "'\\t'"}, {'\\', "'\\\\'"}, {'\'', "'\\''"},
      {' ', "' '"}, {'!', "'!'"},    {'~', "'~'"},    {'0', "'0'"},     {'"', "'\"'"},
      {'\r', "13"}, {1, "1"},        {127, "127"},    {128, "128"},     {255, "255"},
  };
  for (auto [value, text] : table)
    EXPECT_EQ(in_words(is(7, value)), std::string("arg00[7] == ") + text) << value;
}

// Which of two parts comes first is the terms' business.
TEST_F(CoreConditionsTest, WordsOfConnectives) {
  const std::string a = "arg00[0] == 'a'", b = "arg00[1] == 'b'", c = "arg00[2] == 'c'";
  EXPECT_THAT(in_words(terms.land(is(0, 'a'), is(1, 'b'))), AnyOf(a + " && " + b, b + " && " + a));
  EXPECT_THAT(in_words(terms.lor(is(0, 'a'), is(1, 'b'))), AnyOf(a + " || " + b, b + " || " + a));
  // Parts of another kind have parentheses, parts of the same kind have none.
  EXPECT_THAT(in_words(terms.land(terms.lor(is(0, 'a'), is(1, 'b')), is(2, 'c'))),
              AnyOf("(" + a + " || " + b + ") && " + c, "(" + b + " || " + a + ") && " + c,
                    c + " && (" + a + " || " + b + ")", c + " && (" + b + " || " + a + ")"));
  std::string three = in_words(terms.lor(terms.lor(is(0, 'a'), is(1, 'b')), is(2, 'c')));
  EXPECT_EQ(three.find('('), std::string::npos) << three;
  EXPECT_EQ(three.size(), a.size() + b.size() + c.size() + 8);
}

// Terms take an equation of a number apart into bytes; it is one condition all the same.
TEST_F(CoreConditionsTest, AnEquationOfANumber) {
  const Term *two = terms.array("port", 2), *four = terms.array("size", 4), *eight = terms.array("time", 8);
  auto words_of = [&](const Term* of, unsigned bytes, uint64_t value) {
    const Term* equation = terms.eq(word(of, bytes), terms.constant(8 * bytes, value));
    return is_core(equation) ? in_words(equation) : "not core";
  };
  EXPECT_EQ(words_of(two, 2, 258), "port == 258");
  EXPECT_EQ(words_of(four, 4, 12), "size == 12");
  EXPECT_EQ(words_of(four, 4, uint32_t(-1)), "size == -1");
  EXPECT_EQ(words_of(eight, 8, 1ull << 40), "time == 1099511627776");
  EXPECT_EQ(words_of(eight, 8, uint64_t(-5)), "time == -5");
  // Of some of its bytes, or of characters, it is not.
  EXPECT_THAT(words_of(four, 2, 0x6261),
              AnyOf("size[0] == 'a' && size[1] == 'b'", "size[1] == 'b' && size[0] == 'a'"));
  EXPECT_THAT(words_of(array, 2, 0x6261),
              AnyOf("arg00[0] == 'a' && arg00[1] == 'b'", "arg00[1] == 'b' && arg00[0] == 'a'"));
  const Term* first = terms.eq(word(two, 2), terms.constant(16, 80));
  const Term* second = terms.eq(word(two, 2), terms.constant(16, 443));
  EXPECT_THAT(in_words(terms.lor(first, second)),
              AnyOf("port == 80 || port == 443", "port == 443 || port == 80"));
}

TEST_F(CoreConditionsTest, LongWordsAreCut) {
  // Each part has at least 15 characters, and 4 more stand between two of them.
  std::string words = in_words(all_are_x(16));
  EXPECT_THAT(words, StartsWith("arg00["));
  EXPECT_THAT(words, EndsWith("…"));
  EXPECT_EQ(words.size(), 200 + std::string("…").size());
  EXPECT_LT(in_words(all_are_x(8)).size(), 200u);
}

TEST_F(CoreConditionsTest, NumbersInTheOrderOfTheirFirstUse) {
  CoreConditions table;
  EXPECT_EQ(table.size(), 0u);
  EXPECT_EQ(table.id(is(0, 'a')), 0u);
  EXPECT_EQ(table.id(is(0, 'b')), 1u);
  EXPECT_EQ(table.id(is(1, 'a')), 2u);
  EXPECT_EQ(table.id(is(0, 'b')), 1u);
  EXPECT_EQ(table.size(), 3u);
  EXPECT_EQ(table[1].words, "arg00[0] == 'b'");
  EXPECT_EQ(table[1].name, is(0, 'b')->hash());
  // By name alone, as it was kept.
  EXPECT_EQ(table.id(CoreConditions::Entry{is(1, 'a')->hash(), "in other words"}), 2u);
  EXPECT_EQ(table[2].words, "arg00[1] == 'a'");
  EXPECT_EQ(table.id(CoreConditions::Entry{77, "of another run"}), 3u);
  EXPECT_EQ(table[3].words, "of another run");
}

// Another worker makes its own terms, in another order.
TEST_F(CoreConditionsTest, NamesAreTheSameInAllStores) {
  expr::TermStore other;
  other.array("stdin", 8);
  const Term* same = other.array("arg00", 64);
  auto is_there = [&](unsigned i, uint64_t value) {
    return other.eq(other.symbolic_byte(same, i), other.constant(8, value));
  };
  const Term *b = is_there(1, 'b'), *a = is_there(0, 'a');
  CoreConditions table;
  EXPECT_EQ(table.id(terms.lor(is(0, 'a'), is(1, 'b'))), table.id(other.lor(b, a)));
  EXPECT_EQ(table.id(is(0, 'a')), table.id(a));
  EXPECT_NE(table.id(is(0, 'a')), table.id(b));
  EXPECT_EQ(table.size(), 3u);
}

TEST(CoreConditions, AnyNumberOfThreads) {
  constexpr unsigned workers = 4, count = 200;
  CoreConditions table;
  std::vector<std::vector<ConditionId>> ids(workers, std::vector<ConditionId>(count));
  std::vector<std::thread> threads;
  for (unsigned worker = 0; worker < workers; ++worker)
    threads.emplace_back([&, worker] {
      expr::TermStore terms;
      const Term* array = terms.array("in", 256);
      for (unsigned i = 0; i < count; ++i) {
        unsigned at = worker % 2 ? count - 1 - i : i;
        ids[worker][at] = table.id(terms.eq(terms.symbolic_byte(array, at), terms.constant(8, 200)));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(table.size(), count);
  for (unsigned i = 0; i < count; ++i) {
    EXPECT_EQ(table[ids[0][i]].words, "in[" + std::to_string(i) + "] == 200");
    for (unsigned worker = 1; worker < workers; ++worker) EXPECT_EQ(ids[worker][i], ids[0][i]);
  }
}

}  // namespace
}  // namespace bonsai::explore
