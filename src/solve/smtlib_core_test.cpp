#include "solve/smtlib_core.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>

#include "expr/evaluate.h"
#include "solve/query_log.h"
#include "solve/smtlib_values.h"
#include "solve/testing/random_terms.h"

namespace bonsai::solve {
namespace {

using expr::Term;
using std::chrono::milliseconds;

class SmtlibCoreTest : public ::testing::Test {
 protected:
  const Term* byte(uint64_t i) { return store_.symbolic_byte(x_, i); }
  const Term* equals(uint64_t i, uint64_t value) { return store_.eq(byte(i), store_.constant(8, value)); }
  Answer ask(SmtlibCore& core, std::vector<const Term*> constraints, const Term* question,
             milliseconds limit = milliseconds(20000)) {
    model_ = {};
    return core.check(constraints, question, Limits{limit}, &model_, nullptr);
  }

  expr::TermStore store_;
  const Term* x_ = store_.array("x", 64);
  expr::Assignment model_;
};

TEST_F(SmtlibCoreTest, FollowsThePrefix) {
  SmtlibCore core(store_);
  std::vector<const Term*> path;
  for (uint64_t i = 0; i < 30; ++i) {
    const Term* next = store_.ult(byte(i), byte(i + 1));
    EXPECT_EQ(ask(core, path, next), Answer::sat);
    EXPECT_EQ(ask(core, path, store_.lnot(next)), Answer::sat);
    path.push_back(next);
  }
  EXPECT_EQ(ask(core, path, store_.ult(byte(30), byte(0))), Answer::unsat);
  path.resize(3);
  EXPECT_EQ(ask(core, path, store_.ult(byte(30), byte(0))), Answer::sat);
  EXPECT_EQ(core.statistics().starts, 1u);
  EXPECT_EQ(core.statistics().bad_replies, 0u);
}

TEST_F(SmtlibCoreTest, BytesThatBecomeArrays) {
  SmtlibCore core(store_);
  EXPECT_EQ(ask(core, {equals(3, 7)}, equals(4, 9)), Answer::sat);
  const Term* read = store_.read(x_, store_.zext(byte(0), 64));
  EXPECT_EQ(ask(core, {equals(3, 7)}, store_.land(equals(0, 3), store_.eq(read, store_.constant(8, 8)))),
            Answer::unsat);
  EXPECT_EQ(ask(core, {equals(3, 7)}, store_.eq(read, store_.constant(8, 200))), Answer::sat);
  EXPECT_TRUE(expr::holds(store_, store_.eq(read, store_.constant(8, 200)), model_));
  // Past the size everything is 0.
  EXPECT_EQ(ask(core, {equals(0, 64)}, store_.ne(read, store_.zero(8))), Answer::unsat);
}

// Floats: what the theory says is what evaluation says, at every input of a few bits.
TEST_F(SmtlibCoreTest, FloatsAgreeWithEvaluation) {
  SmtlibCore core(store_);
  unsigned asked = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    testing::RandomTerms terms(store_, seed, {1, 4, 3, false, false, true});
    const Term* question = terms.condition();
    if (question->is_constant()) continue;
    ++asked;
    const bool possible =
        terms.any_input([&](const expr::Assignment& input) { return expr::holds(store_, question, input); });
    const Answer answer = ask(core, {}, question);
    if (answer == Answer::unknown) continue;
    EXPECT_EQ(answer, possible ? Answer::sat : Answer::unsat) << seed << "\n" << query_script({}, question);
    if (answer == Answer::sat) EXPECT_TRUE(expr::holds(store_, question, model_)) << seed;
  }
  EXPECT_GT(asked, 20u);
  EXPECT_EQ(core.statistics().bad_replies, 0u) << core.problem().value_or("");
}

TEST_F(SmtlibCoreTest, RemainderIsFmod) {
  SmtlibCore core(store_);
  const Term* bits = store_.concat(byte(1), byte(0));
  for (auto [a, b] : {std::pair{0x4500, 0x4200},
                      {0xc500, 0x4200},
                      {0x4500, 0xc200},
                      {0x0000, 0x4200},
                      {0x8000, 0x4200},
                      {0x4500, 0x0000},
                      {0x7c00, 0x4200},
                      {0x4500, 0x7c00},
                      {0x4248, 0x3801}}) {
    const Term* remainder = store_.frem(bits, store_.constant(16, b));
    const Term* folded = store_.frem(store_.constant(16, a), store_.constant(16, b));
    const Term* fixed = store_.eq(bits, store_.constant(16, a));
    ASSERT_TRUE(folded->is_constant());
    const Answer answer = ask(core, {fixed}, store_.ne(remainder, folded), milliseconds(20000));
    EXPECT_NE(answer, Answer::sat) << std::hex << a << " " << b;
  }
}

TEST_F(SmtlibCoreTest, KilledAtTheLimitAndStartedAgain) {
  SmtlibCore core(store_);
  const Term* all = byte(0);
  for (uint64_t i = 1; i < 8; ++i) all = store_.concat(byte(i), all);
  const Term* hard = store_.feq(store_.fmul(all, all), store_.constant(64, 0x4000000000000000));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(ask(core, {}, hard, milliseconds(300)), Answer::unknown);
  EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(300 + 250));
  EXPECT_EQ(core.statistics().timeouts, 1u);
  EXPECT_EQ(ask(core, {equals(0, 1)}, equals(1, 2)), Answer::sat);
  EXPECT_EQ(core.statistics().starts, 2u);
}

// z3 counts its resources: it gives up at the same point every time, and goes on.
TEST_F(SmtlibCoreTest, GivesUpByItsResources) {
  Work spent[2] = {};
  for (Work& work : spent) {
    SmtlibCore core(store_);
    const Term* all = byte(0);
    for (uint64_t i = 1; i < 8; ++i) all = store_.concat(byte(i), all);
    const Term* hard = store_.feq(store_.fmul(all, all), store_.constant(64, 0x4000000000000000));
    const Limits limits{.time = std::chrono::minutes(10), .work = 100'000'000};
    EXPECT_EQ(core.check({}, hard, limits, nullptr, nullptr), Answer::unknown);
    EXPECT_FALSE(core.spent().by_clock);
    work = core.spent().work;
    EXPECT_EQ(ask(core, {equals(0, 1)}, equals(1, 2)), Answer::sat);
    EXPECT_EQ(core.statistics().starts, 1u);
  }
  EXPECT_EQ(spent[0], spent[1]);
  EXPECT_GE(spent[0], 100'000'000u);
}

// What is too long for the limit, or is interrupted while it is written, is unknown; the next query is right
// again.
TEST_F(SmtlibCoreTest, GivesUpWhileWriting) {
  SmtlibCore core(store_);
  const Term* deep = byte(0);
  for (uint64_t i = 1; i < 20'000; ++i)
    deep = i % 2 == 0 ? store_.add(deep, byte(i % 64)) : store_.bxor(deep, byte(i * 7 % 64));
  std::vector<uint8_t> table(100'000);
  for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<uint8_t>(i % 251);
  const Term* index = store_.concat(store_.zext(byte(0), 56), byte(1));
  const std::atomic<bool> interrupt = true;
  for (const Term* large : {deep, store_.read(store_.table(table), index)}) {
    const Term* question = store_.eq(large, store_.constant(8, 9));
    const Limits few{.time = std::chrono::minutes(10), .work = 100'000'000};
    EXPECT_EQ(core.check(std::vector{equals(2, 3)}, question, few, &model_, nullptr), Answer::unknown);
    EXPECT_FALSE(core.spent().by_clock);
    EXPECT_EQ(ask(core, {equals(2, 3)}, equals(2, 4)), Answer::unsat);
    const Limits over{.time = std::chrono::minutes(10), .interrupt = &interrupt};
    EXPECT_EQ(core.check(std::vector{equals(2, 3)}, question, over, &model_, nullptr), Answer::unknown);
    EXPECT_EQ(ask(core, {equals(2, 3)}, equals(3, 4)), Answer::sat);
  }
  EXPECT_EQ(core.statistics().timeouts, 0u);
}

TEST_F(SmtlibCoreTest, KilledBehindOurBack) {
  SmtlibCore core(store_);
  EXPECT_EQ(ask(core, {}, equals(1, 2)), Answer::sat);
  ::kill(core.process_id(), SIGKILL);
  EXPECT_EQ(ask(core, {}, equals(1, 3)), Answer::unknown);
  EXPECT_EQ(core.statistics().crashes, 1u);
  EXPECT_EQ(ask(core, {}, equals(1, 3)), Answer::sat);
}

TEST_F(SmtlibCoreTest, BadSolvers) {
  const std::pair<const char*, const char*> cases[] = {
      {"sh -c 'while read line; do echo garbage; done'", "hang"},
      {"sh -c 'echo warning; exec z3 -in'", "reply"},
      {"sh -c 'while read line; do case $line in *echo*) echo ${line:7:99} | tr -d \")\\\\\"\" ;; esac; "
       "done'",
       "any"},
      {"sleep 100", "hang"},
      {"true", "end"},
      {"cat", "any"},
      {"sh -c 'kill -SEGV $$'", "end"},
      {"yes", "any"},
      {"/no/such/solver", "missing"},
      {"", "missing"},
  };
  for (const auto& [command, kind] : cases) {
    SmtlibCore core(store_, command);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(ask(core, {}, equals(1, 2), milliseconds(200)), Answer::unknown) << command;
    EXPECT_LT(std::chrono::steady_clock::now() - start, 2 * milliseconds(200 + 250)) << command;
    if (std::string_view(kind) == "missing") EXPECT_TRUE(core.problem()) << command;
    if (std::string_view(kind) == "reply") EXPECT_GT(core.statistics().bad_replies, 0u) << command;
    if (std::string_view(kind) == "end") EXPECT_GT(core.statistics().crashes, 0u) << command;
    if (std::string_view(kind) == "hang") EXPECT_GT(core.statistics().timeouts, 0u) << command;
  }
}

TEST_F(SmtlibCoreTest, OutOfMemoryIsUnknown) {
  SmtlibCore core(store_, "z3 -in", 20 << 20);
  EXPECT_EQ(ask(core, {}, equals(1, 2)), Answer::unknown);
}

TEST_F(SmtlibCoreTest, Cvc5) {
  if (std::system("command -v cvc5 > /dev/null") != 0) GTEST_SKIP() << "no cvc5";
  SmtlibCore core(store_, "cvc5 --incremental --lang smt2");
  EXPECT_EQ(ask(core, {equals(3, 7)}, equals(4, 9)), Answer::sat);
  EXPECT_TRUE(expr::holds(store_, equals(4, 9), model_));
  const Term* read = store_.read(x_, store_.zext(byte(0), 64));
  EXPECT_EQ(ask(core, {equals(3, 7)}, store_.eq(read, store_.constant(8, 200))), Answer::sat);
  EXPECT_TRUE(expr::holds(store_, store_.eq(read, store_.constant(8, 200)), model_));
  EXPECT_EQ(ask(core, {equals(3, 7)}, equals(3, 8)), Answer::unsat);
  EXPECT_EQ(core.statistics().bad_replies, 0u) << core.problem().value_or("");
}

TEST_F(SmtlibCoreTest, LeavesNothingBehind) {
  auto descriptors = [] {
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
    return count;
  };
  const size_t before = descriptors();
  for (int i = 0; i < 5; ++i) {
    SmtlibCore core(store_);
    EXPECT_EQ(ask(core, {}, equals(1, 2)), Answer::sat);
  }
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child, not even a dead one
  EXPECT_EQ(errno, ECHILD);
}

TEST(SmtlibValues, ParsedStrictly) {
  std::vector<base::Wide> values;
  EXPECT_TRUE(parse_values("((a #x0f) ((select m |b )|) #b101)\n (c (_ bv7 8)))\n", 3, values));
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].low64(), 15u);
  EXPECT_EQ(values[1].width(), 3u);
  EXPECT_EQ(values[2].low64(), 7u);
  for (const char* bad : {"", "(", "((a #x0f)", "((a #x0f)) x", "((a 15))", "((a #xzz))", "((a))",
                          "(error \"x\")", "((a (_ bv7 0)))", "((a #x))", "((a #x0f) (b #x0f))"}) {
    values.clear();
    EXPECT_FALSE(parse_values(bad, 1, values)) << bad;
  }
}

}  // namespace
}  // namespace bonsai::solve
