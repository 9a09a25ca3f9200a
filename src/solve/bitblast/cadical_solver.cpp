// CaDiCaL with its inprocessing, for questions that resist the small solver.
//
// Tested by bitblast_core_test.cpp.
#include <cadical.hpp>

#include "solve/bitblast/sat_solver.h"

namespace bonsai::solve {

namespace {

class Deadline : public CaDiCaL::Terminator {
 public:
  explicit Deadline(Budget& budget) : budget_(budget) {}
  bool terminate() override { return !budget_.check_time(); }

 private:
  Budget& budget_;
};

class CadicalSolver final : public SatSolver {
 public:
  explicit CadicalSolver(Budget& budget) : deadline_(budget) {
    sat_.set("quiet", 1);
    // Its statistics cost a system call at each end of a search.
    sat_.set("profile", 0);
    sat_.set("realtime", 1);
    sat_.connect_terminator(&deadline_);
  }

  void reserve(int variable) override { sat_.reserve(variable); }
  void add_clause(std::span<const int> literals) override {
    for (int literal : literals) sat_.add(literal);
    sat_.add(0);
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
  Deadline deadline_;
  mutable CaDiCaL::Solver sat_;
};

}  // namespace

std::unique_ptr<SatSolver> make_cadical_solver(Budget& budget) {
  return std::make_unique<CadicalSolver>(budget);
}

}  // namespace bonsai::solve
