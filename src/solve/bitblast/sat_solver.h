// SatSolver: an incremental SAT solver, as instances use it.
//
// Two implementations: small_solver.h, for thousands of easy questions, and CaDiCaL (cadical_solver.cpp), for
// one hard question.
//
// Literals are signed numbers of variables, from 1 on.
//
// Threads: none shared.
#pragma once

#include <memory>
#include <span>

#include "solve/bitblast/budget.h"
#include "solve/core.h"

namespace bonsai::solve {

class SatSolver {
 public:
  virtual ~SatSolver() = default;

  // From now on the variables up to this one exist, and only those may be used.
  virtual void reserve(int variable) = 0;
  virtual void add_clause(std::span<const int> literals) = 0;
  // Decides the clauses under the assumptions; unknown after so many conflicts (negative: no limit) or when
  // the budget is exhausted, and the solver stays usable.
  virtual Answer solve(std::span<const int> assumptions, int conflicts) = 0;
  // REQUIRES: solve just answered sat.
  virtual bool value(int variable) const = 0;
  // Is the assumption one of those that contradict the clauses? REQUIRES: solve just answered unsat.
  virtual bool failed(int assumption) const = 0;
};

std::unique_ptr<SatSolver> make_cadical_solver(Budget& budget);

}  // namespace bonsai::solve
