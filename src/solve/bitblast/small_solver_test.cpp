// The small solver against all assignments and against CaDiCaL, with clauses and assumptions that come and
// go.
#include "solve/bitblast/small_solver.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "solve/bitblast/random_terms_test.h"

namespace bonsai::solve {
namespace {

using Numbers = std::vector<int>;

class SmallSolverTest : public ::testing::Test {
 protected:
  SmallSolverTest() { budget_.start(Limits{std::chrono::hours(1)}, 1'000'000); }

  int pick(int variables) {
    const int variable = 1 + static_cast<int>(dice_.below(static_cast<uint64_t>(variables)));
    return dice_.below(2) == 0 ? variable : -variable;
  }
  Numbers pick_some(int variables, size_t count) {
    Numbers numbers;
    while (numbers.size() < count) numbers.push_back(pick(variables));
    return numbers;
  }
  template <typename Value>
  static bool holds(const Numbers& clause, Value&& value) {
    return std::any_of(clause.begin(), clause.end(),
                       [&](int literal) { return value(std::abs(literal)) == (literal > 0); });
  }
  static bool possible(const std::vector<Numbers>& clauses, int variables) {
    for (uint32_t bits = 0; bits < (1u << variables); ++bits) {
      const auto value = [&](int variable) { return ((bits >> (variable - 1)) & 1) != 0; };
      if (std::all_of(clauses.begin(), clauses.end(), [&](const Numbers& c) { return holds(c, value); }))
        return true;
    }
    return false;
  }
  static std::vector<Numbers> with_units(std::vector<Numbers> clauses, const Numbers& units) {
    for (int unit : units) clauses.push_back({unit});
    return clauses;
  }
  void expect_model(const SatSolver& solver, const std::vector<Numbers>& clauses) {
    for (const Numbers& clause : clauses)
      ASSERT_TRUE(holds(clause, [&](int variable) { return solver.value(variable); }));
  }
  // No two of `count` + 1 pigeons in one of `count` holes.
  static void add_pigeons(SatSolver& solver, int count) {
    const auto at = [&](int pigeon, int hole) { return pigeon * count + hole + 1; };
    solver.reserve(at(count, count - 1));
    for (int pigeon = 0; pigeon <= count; ++pigeon) {
      Numbers somewhere;
      for (int hole = 0; hole < count; ++hole) somewhere.push_back(at(pigeon, hole));
      solver.add_clause(somewhere);
      for (int other = 0; other < pigeon; ++other)
        for (int hole = 0; hole < count; ++hole)
          solver.add_clause(Numbers{-at(pigeon, hole), -at(other, hole)});
    }
  }

  Budget budget_;
  Dice dice_{1};
};

TEST_F(SmallSolverTest, agrees_with_all_assignments) {
  for (int round = 0; round < 400; ++round) {
    const int variables = 3 + static_cast<int>(dice_.below(8));
    SmallSolver solver(budget_);
    solver.reserve(variables);
    std::vector<Numbers> clauses;
    for (int step = 0; step < 12; ++step) {
      for (int i = 0; i < variables / 2; ++i) {
        // Also with literals twice, and with both signs.
        clauses.push_back(pick_some(variables, 1 + dice_.below(10) % 5 + (dice_.below(8) != 0)));
        solver.add_clause(clauses.back());
      }
      const Numbers assumptions = pick_some(variables, dice_.below(4));
      const Answer answer = solver.solve(assumptions, -1);
      const std::vector<Numbers> all = with_units(clauses, assumptions);
      ASSERT_EQ(answer, possible(all, variables) ? Answer::sat : Answer::unsat);
      if (answer == Answer::sat) {
        expect_model(solver, all);
        continue;
      }
      Numbers failed;
      for (int literal : assumptions)
        if (solver.failed(literal)) failed.push_back(literal);
      ASSERT_FALSE(possible(with_units(clauses, failed), variables)) << "these do not suffice";
    }
  }
}

TEST_F(SmallSolverTest, agrees_with_cadical) {
  size_t decided[2] = {};
  for (int round = 0; round < 60; ++round) {
    const int variables = 40 + static_cast<int>(dice_.below(60));
    SmallSolver solver(budget_);
    const auto other = make_cadical_solver(budget_);
    solver.reserve(variables);
    other->reserve(variables);
    std::vector<Numbers> clauses;
    // Near the ratio of clauses to variables at which random formulas are hardest.
    for (int i = 0; i < variables * 40 / 10; ++i) {
      clauses.push_back(pick_some(variables, 3));
      solver.add_clause(clauses.back());
      other->add_clause(clauses.back());
    }
    for (int question = 0; question < 10; ++question) {
      const Numbers assumptions = pick_some(variables, 1 + dice_.below(4));
      const Answer answer = solver.solve(assumptions, -1);
      ASSERT_EQ(answer, other->solve(assumptions, -1));
      ++decided[answer == Answer::sat];
      if (answer == Answer::sat) expect_model(solver, with_units(clauses, assumptions));
    }
  }
  EXPECT_GT(decided[0], 50u);
  EXPECT_GT(decided[1], 50u);
}

// Many learned clauses, of which some are dropped between the questions.
TEST_F(SmallSolverTest, forgets_and_stays_right) {
  SmallSolver solver(budget_);
  add_pigeons(solver, 6);
  size_t most = 0, drops = 0;
  for (int question = 0; question < 200; ++question) {
    const Answer answer = solver.solve(Numbers{1 + question % 42}, 100);
    ASSERT_NE(answer, Answer::sat);
    drops += solver.learned_clauses() < most;
    most = std::max(most, solver.learned_clauses());
  }
  EXPECT_GT(drops, 0u);
  EXPECT_EQ(solver.solve({}, -1), Answer::unsat);
  EXPECT_EQ(solver.solve({}, -1), Answer::unsat) << "for good";
}

TEST_F(SmallSolverTest, stops_at_limits_and_goes_on) {
  SmallSolver solver(budget_);
  add_pigeons(solver, 11);
  EXPECT_EQ(solver.solve({}, 50), Answer::unknown);
  budget_.start(Limits{.work = 20'000'000}, 1);
  EXPECT_EQ(solver.solve({}, -1), Answer::unknown);
  EXPECT_TRUE(budget_.exhausted());
  EXPECT_FALSE(budget_.by_clock());
  budget_.start(Limits{std::chrono::hours(1)}, 1);
  SmallSolver other(budget_);
  add_pigeons(other, 5);
  EXPECT_EQ(other.solve({}, 0), Answer::unknown);
  EXPECT_EQ(other.solve({}, -1), Answer::unsat);
}

}  // namespace
}  // namespace bonsai::solve
