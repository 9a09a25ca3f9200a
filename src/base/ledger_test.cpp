#include "base/ledger.h"

#include <gtest/gtest.h>

#include <set>

namespace bonsai::base {
namespace {

TEST(Ledger, CountsByReasonDetailAndPlace) {
  Ledger ledger;
  EXPECT_TRUE(ledger.is_empty());
  ledger.add(Reason::unknown, "", {"main", "a.c", 3});
  ledger.add(Reason::unknown, "", {"main", "a.c", 3}, 2);
  ledger.add(Reason::unknown, "", {"main", "a.c", 4});
  ledger.add(Reason::time, "", {}, 0);
  EXPECT_EQ(ledger.entries().size(), 2u);
  EXPECT_EQ(ledger.count(Reason::unknown), 4u);
  EXPECT_EQ(ledger.count(Reason::time), 0u);
}

TEST(Ledger, AddsUpOthers) {
  Ledger one, other;
  one.add(Reason::depth, "", {"f", "a.c", 1});
  other.add(Reason::depth, "", {"f", "a.c", 1}, 5);
  other.add(Reason::native, "call of rand", {});
  one.add(other);
  EXPECT_EQ(one.count(Reason::depth), 6u);
  EXPECT_EQ(one.count(Reason::native), 1u);
  one.forget(Reason::depth);
  EXPECT_EQ(one.entries().size(), 1u);
}

TEST(Ledger, IsBoundedAndItsCountsAreExact) {
  Ledger ledger;
  for (uint32_t line = 1; line <= 1000; ++line) ledger.add(Reason::concretised, "x", {"f", "a.c", line});
  ledger.add(Reason::unknown, "y", {});
  EXPECT_EQ(ledger.entries().size(), Ledger::most_of_reason + 2);
  EXPECT_EQ(ledger.count(Reason::concretised), 1000u);
  EXPECT_EQ(ledger.entries().at({Reason::concretised, "", {}}), 1000 - Ledger::most_of_reason);
}

TEST(Ledger, EachReasonHasAWordOfItsOwn) {
  std::set<std::string_view> words;
  for (Reason reason : all_reasons) {
    EXPECT_TRUE(words.insert(word(reason)).second) << word(reason);
    EXPECT_FALSE(meaning(reason).empty());
    EXPECT_EQ(reason_of(word(reason)), reason);
  }
  EXPECT_EQ(reason_of("nothing"), std::nullopt);
}

TEST(Ledger, Prints) {
  EXPECT_EQ(print({Reason::undefined, "call of f", {"main", "a.c", 7}}), "call of f (a.c:7 in main)");
  EXPECT_EQ(print({Reason::unknown, "", {"main", "", 0}}),
            "a query that the solver did not decide (in main)");
  EXPECT_EQ(print({Reason::time, "", {}}), "states that were left when the time was over");
}

}  // namespace
}  // namespace bonsai::base
