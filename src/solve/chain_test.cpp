#include "solve/chain.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "solve/smtlib_core.h"
#include "solve/testing/random_terms.h"

namespace bonsai::solve {
namespace {

using expr::Term;
using std::chrono::milliseconds;

class ChainTest : public ::testing::Test {
 protected:
  const Term* byte(uint64_t i) { return store_.symbolic_byte(x_, i); }
  const Term* number(uint64_t value) { return store_.constant(8, value); }
  void assume(Chain& chain, PathCondition& pc, const Term* condition) {
    const Reply reply = chain.may_be_true(pc, condition);
    ASSERT_EQ(reply.answer, Answer::sat);
    chain.assume(pc, condition, reply.model);
  }

  expr::TermStore store_;
  const Term* x_ = store_.array("x", 64);
};

TEST_F(ChainTest, Questions) {
  Chain chain(store_, {});
  PathCondition pc;
  assume(chain, pc, store_.ult(byte(0), number(50)));
  assume(chain, pc, store_.ult(number(20), byte(0)));
  assume(chain, pc, store_.eq(store_.urem(byte(0), number(7)), number(3)));
  EXPECT_EQ(chain.may_be_true(pc, store_.eq(byte(0), number(22))).answer, Answer::unsat);
  EXPECT_EQ(chain.must_be_true(pc, store_.ult(byte(0), number(46))).verdict, Verdict::yes);
  const Certainty no = chain.must_be_true(pc, store_.ult(byte(0), number(45)));
  EXPECT_EQ(no.verdict, Verdict::no);
  EXPECT_EQ(expr::evaluate(store_, byte(0), *no.counterexample), 45u);
  const Bounds bounds = chain.range(pc, byte(0));
  EXPECT_EQ(bounds.low, 24u);
  EXPECT_EQ(bounds.high, 45u);
  EXPECT_TRUE(bounds.low_exact && bounds.high_exact);
  EXPECT_FALSE(chain.only_value(pc, byte(0)));
  assume(chain, pc, store_.ult(byte(0), number(27)));
  EXPECT_EQ(chain.only_value(pc, byte(0))->low64(), 24u);
  EXPECT_EQ(chain.value(pc, byte(0))->low64(), 24u);
}

TEST_F(ChainTest, OtherGroupsKeepTheirModel) {
  Chain chain(store_, {});
  PathCondition pc;
  assume(chain, pc, store_.eq(store_.mul(byte(8), byte(8)), number(49)));
  const uint64_t before = expr::evaluate(store_, byte(8), *pc.model());
  const Reply reply = chain.may_be_true(pc, store_.eq(store_.mul(byte(0), byte(1)), number(143)));
  ASSERT_EQ(reply.answer, Answer::sat);
  EXPECT_EQ(expr::evaluate(store_, byte(8), *reply.model), before);
}

// The range found is the one that enumeration finds.
TEST_F(ChainTest, RangesAreExact) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    expr::TermStore store;
    Config config;
    config.solver = Solver::bonsai;
    Chain chain(store, config);
    testing::RandomTerms terms(store, seed, {2, 4, 3, true, false, false});
    PathCondition pc;
    const Term* condition = terms.condition();
    const Reply reply = chain.may_be_true(pc, condition);
    if (reply.answer != Answer::sat) continue;
    chain.assume(pc, condition, reply.model);
    const Term* term = terms.term(16);
    uint64_t low = ~uint64_t{0}, high = 0;
    terms.any_input([&](const expr::Assignment& input) {
      if (!expr::holds(store, condition, input)) return false;
      low = std::min(low, expr::evaluate(store, term, input));
      high = std::max(high, expr::evaluate(store, term, input));
      return false;
    });
    const Bounds bounds = chain.range(pc, term);
    EXPECT_EQ(bounds.low, low) << seed;
    EXPECT_EQ(bounds.high, high) << seed;
  }
}

TEST_F(ChainTest, ALostModelIsFoundAgain) {
  Chain chain(store_, {});
  PathCondition pc;
  chain.assume(pc, store_.eq(store_.mul(byte(0), byte(1)), number(143)));
  chain.assume(pc, store_.ult(number(1), byte(2)));
  EXPECT_FALSE(pc.model());
  EXPECT_EQ(chain.model(pc).answer, Answer::sat);
  EXPECT_EQ(chain.may_be_true(pc, store_.ult(number(9), byte(0))).answer, Answer::sat);
  chain.assume(pc, store_.eq(store_.mul(byte(2), number(2)), number(3)));
  EXPECT_EQ(chain.model(pc).answer, Answer::unsat);
  EXPECT_EQ(chain.may_be_true(pc, store_.ult(number(9), byte(0))).answer, Answer::unsat);
}

// The product of two primes of 32 bits: no core does that soon.
const Term* factoring(expr::TermStore& store, const Term* array) {
  auto word = [&](uint64_t first) {
    const Term* all = store.symbolic_byte(array, first);
    for (uint64_t i = 1; i < 4; ++i) all = store.concat(store.symbolic_byte(array, first + i), all);
    return store.zext(all, 64);
  };
  const Term *p = word(0), *q = word(4);
  return store.land(store.land(store.ult(store.one(64), p), store.ult(store.one(64), q)),
                    store.eq(store.mul(p, q), store.constant(64, 3203431823u * uint64_t{2860486313u})));
}

TEST_F(ChainTest, LimitsHold) {
  for (Solver solver : {Solver::bonsai, Solver::smtlib, Solver::portfolio}) {
    Config config;
    config.solver = solver;
    config.time_per_query = milliseconds(400);
    Chain chain(store_, config);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(chain.may_be_true({}, factoring(store_, x_)).answer, Answer::unknown);
    const auto took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took, milliseconds(400 + 250)) << int(solver);
    EXPECT_EQ(chain.statistics().unknown, 1u);
    EXPECT_EQ(chain.may_be_true({}, store_.eq(store_.mul(byte(0), byte(1)), number(143))).answer,
              Answer::sat);
  }
}

// What work ends is reproducible, what the clock ends is counted.
TEST_F(ChainTest, WorkEndsQueriesBeforeTheClock) {
  for (Solver solver : {Solver::bonsai, Solver::smtlib, Solver::portfolio}) {
    Config config;
    config.solver = solver;
    config.work_per_query = 200'000'000;
    config.time_per_query = std::chrono::minutes(10);
    Chain chain(store_, config);
    EXPECT_EQ(chain.may_be_true({}, factoring(store_, x_)).answer, Answer::unknown);
    EXPECT_EQ(chain.statistics().unknown, 1u);
    EXPECT_EQ(chain.statistics().cut_by_clock, 0u);
    EXPECT_GE(chain.work(), config.work_per_query / 2) << int(solver);
    EXPECT_LT(chain.work(), config.work_per_query * 2) << int(solver);

    config.time_per_query = milliseconds(1);
    Chain hasty(store_, config);
    EXPECT_EQ(hasty.may_be_true({}, factoring(store_, x_)).answer, Answer::unknown);
    EXPECT_EQ(hasty.statistics().cut_by_clock, 1u) << int(solver);

    config.time_per_query = std::chrono::minutes(10);
    for (const milliseconds left : {milliseconds(0), milliseconds(50)}) {
      Chain ending(store_, config);
      ending.set_deadline(std::chrono::steady_clock::now() + left);
      EXPECT_EQ(ending.may_be_true({}, factoring(store_, x_)).answer, Answer::unknown);
      EXPECT_EQ(ending.statistics().cut_by_clock, 0u) << "the run is at its end";
    }
  }
}

TEST_F(ChainTest, TheTotalTimeIsLimited) {
  Config config;
  config.total_time = milliseconds(0);
  Chain chain(store_, config);
  EXPECT_EQ(chain.may_be_true({}, store_.eq(store_.mul(byte(0), byte(1)), number(143))).answer,
            Answer::unknown);
}

TEST_F(ChainTest, FloatsGoToTheProcess) {
  Config config;
  config.time_per_query = std::chrono::minutes(2);  // the answer counts here, also on a busy machine
  Chain chain(store_, config);
  const Term* all = store_.concat(store_.concat(byte(3), byte(2)), store_.concat(byte(1), byte(0)));
  const Term* one = store_.constant(32, 0x3f800000);
  const Term* two = store_.constant(32, 0x40000000);
  const Reply reply = chain.may_be_true({}, store_.feq(store_.fadd(all, one), all));
  ASSERT_EQ(reply.answer, Answer::sat);
  const auto bits = static_cast<uint32_t>(expr::evaluate(store_, all, *reply.model));
  float value;
  std::memcpy(&value, &bits, sizeof value);
  EXPECT_TRUE(value + 1.0f == value);
  EXPECT_EQ(chain.may_be_true({}, store_.feq(store_.fmul(all, all), two)).answer, Answer::unsat);
}

TEST_F(ChainTest, MissingSolverIsAClearProblem) {
  Config config;
  config.solver = Solver::smtlib;
  config.solver_command = "/no/such/solver -in";
  Chain chain(store_, config);
  EXPECT_EQ(chain.may_be_true({}, store_.eq(store_.mul(byte(0), byte(1)), number(143))).answer,
            Answer::unknown);
  ASSERT_TRUE(chain.problem());
  EXPECT_EQ(*chain.problem(), "cannot run the solver '/no/such/solver': No such file or directory");
}

TEST_F(ChainTest, LogsQueriesThatSolversRead) {
  const auto folder = std::filesystem::temp_directory_path() / ("bonsai-log-" + std::to_string(getpid()));
  Config config;
  config.log_directory = folder;
  {
    Chain chain(store_, config);
    PathCondition pc;
    assume(chain, pc, store_.eq(store_.mul(byte(0), byte(1)), number(143)));
    chain.may_be_true(pc, store_.eq(store_.mul(byte(1), byte(2)), number(35)));
  }
  std::ifstream file(folder / "00000000.smt2");
  std::string first;
  std::getline(file, first);
  EXPECT_TRUE(first.starts_with("; bonsai: sat in ")) << first;
  for (const std::string solver : {"z3", "cvc5"}) {
    const std::string command =
        solver + " " + (folder / "00000000.smt2").string() + " > " + (folder / "out").string() + " 2>&1";
    if (std::system(("command -v " + solver + " > /dev/null").c_str()) != 0) continue;
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::ifstream out(folder / "out");
    std::string answer;
    std::getline(out, answer);
    EXPECT_EQ(answer, "sat") << solver;
  }
  std::filesystem::remove_all(folder);
}

TEST_F(ChainTest, SurvivesCollections) {
  Config config;
  config.solver = Solver::bonsai;
  Chain chain(store_, config);
  testing::RandomTerms terms(store_, 5, {2, 4, 4, true, true, false});
  PathCondition pc;
  for (uint64_t epoch = 1; epoch <= 50; ++epoch) {
    for (int i = 0; i < 4; ++i) {
      const Term* question = terms.condition();
      const Reply reply = chain.may_be_true(pc, question);
      const bool possible = terms.any_input([&](const expr::Assignment& input) {
        if (!expr::holds(store_, question, input)) return false;
        for (const Decision& decision : pc.decisions())
          if (!expr::holds(store_, decision.raw, input)) return false;
        return true;
      });
      EXPECT_EQ(reply.answer, possible ? Answer::sat : Answer::unsat);
      if (possible && pc.decisions().size() < 6) chain.assume(pc, question, reply.model);
    }
    store_.collect(
        [&](const expr::TermStore::Mark& mark) {
          pc.visit_roots(mark, epoch);
          chain.visit_roots(mark);
        },
        [&] { chain.drop_dead(); });
  }
}

}  // namespace
}  // namespace bonsai::solve
