// CaDiCaL with its inprocessing, for questions that resist the small solver.
//
// Tested by bitblast_core_test.cpp.
#include <cadical.hpp>

#include "solve/bitblast/sat_solver.h"

namespace bonsai::solve {

namespace {

// Charges the search to the budget. CaDiCaL asks whether to go on at fixed points, about every ten decisions,
// and tells the size of each clause that it learns: both are the same on every run. A conflict costs what
// propagation between two of them and its analysis cost, which grow with the clauses that there are and with
// the size of the learned one.
class Payer : public CaDiCaL::Terminator, public CaDiCaL::Learner {
 public:
  explicit Payer(Budget& budget) : budget_(budget) {}
  bool terminate() override { return !budget_.spend(kPoint + clauses_ / kClausesPerPoint); }
  bool learning(int size) override {
    budget_.spend(static_cast<Work>(size) * (kLiteral + clauses_ / kClausesPerLiteral));
    return false;  // of the clause no more is wanted
  }
  void learn(int) override {}
  void count_clause() { ++clauses_; }

 private:
  // Measured on sums, products and hashes of 1,500 to 400,000 clauses.
  static constexpr Work kPoint = 5'000;
  static constexpr Work kClausesPerPoint = 30;
  static constexpr Work kLiteral = 700;
  static constexpr Work kClausesPerLiteral = 12;

  Budget& budget_;
  uint64_t clauses_ = 0;
};

class CadicalSolver final : public SatSolver {
 public:
  explicit CadicalSolver(Budget& budget) : payer_(budget) {
    sat_.set("quiet", 1);
    // Its statistics cost a system call at each end of a search.
    sat_.set("profile", 0);
    sat_.set("realtime", 1);
    sat_.connect_terminator(&payer_);
    sat_.connect_learner(&payer_);
  }

  void reserve(int variable) override { sat_.reserve(variable); }
  void add_clause(std::span<const int> literals) override {
    for (int literal : literals) sat_.add(literal);
    sat_.add(0);
    payer_.count_clause();
  }
  Answer solve(std::span<const int> assumptions, int conflicts) override {
    for (int literal : assumptions) sat_.assume(literal);
    if (conflicts >= 0) sat_.limit("conflicts", conflicts);
    switch (sat_.solve()) {
      case 10: return Answer::sat;
      case 20: return Answer::unsat;
      default: return Answer::unknown;
    }
  }
  // CaDiCaL's val is not const, though it changes nothing that a caller sees.
  bool value(int variable) const override { return sat_.val(variable) > 0; }
  bool failed(int assumption) const override { return sat_.failed(assumption); }

 private:
  Payer payer_;
  mutable CaDiCaL::Solver sat_;
};

}  // namespace

std::unique_ptr<SatSolver> make_cadical_solver(Budget& budget) {
  return std::make_unique<CadicalSolver>(budget);
}

}  // namespace bonsai::solve
