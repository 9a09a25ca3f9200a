// BitblastCore: core 1, terms to clauses, decided by SAT solvers.
//
// Idea: terms become one circuit (bitblast/aig.h, bitblast/blaster.h), remembered for the life of the core.
// Small incremental solver instances hold the parts of it that a lineage of path conditions needs
// (bitblast/instance_cache.h), decided by a small solver of our own (bitblast/small_solver.h). Constraints
// are assumptions, so that unsat cores come for free. A question that resists is asked again in an instance
// of its own with everything asserted, on CaDiCaL with its inprocessing. Every model is checked by evaluation
// before it is returned.
//
// Floats: not supported; a question that reaches a float kind is answered unknown at once.
//
// Memory: bounded by the configuration. Terms may be collected between questions; those that the core needs
// are visited.
//
// Determinism: the same sequence of questions gets the same answers and models, those given up for too much
// work included, unless the clock strikes.
//
// Threads: used by the thread of its store.
#pragma once

#include <cstdint>
#include <memory>

#include "solve/core.h"

namespace bonsai::solve {

struct BitblastConfig {
  size_t max_instances = 32;
  size_t max_instance_gates = 4'000'000;  // of all instances together
  size_t assumed_constraints = 32;        // of a path, the last ones; older ones are asserted
  size_t max_circuit = 16'000'000;        // gates and literals remembered; beyond, everything is forgotten
  size_t max_question_gates = 8'000'000;  // made for one question; beyond, it is answered unknown
  int easy_conflicts = 2'000;             // before a question gets an instance of its own
  unsigned max_rounds = 4'096;            // of array lemmas per question
};

struct BitblastStatistics {
  uint64_t questions = 0;
  uint64_t sat = 0;
  uint64_t unsat = 0;
  uint64_t unknown = 0;         // of these:
  uint64_t unsupported = 0;     //   floats
  uint64_t over_limit = 0;      //   work, time, gates or rounds
  uint64_t model_mismatch = 0;  //   a model failed the check: our own bug
  uint64_t decided_by_circuit = 0;
  uint64_t searches = 0;  // calls of the SAT solver
  uint64_t hard_questions = 0;
  uint64_t lemmas = 0;
  uint64_t instances_made = 0;
  uint64_t instances_rebuilt = 0;
  uint64_t constraints_promoted = 0;
  uint64_t resets = 0;
  uint64_t circuit_gates = 0;  // now
};

class BitblastCore : public Core {
 public:
  explicit BitblastCore(expr::TermStore& store, const BitblastConfig& config = {});
  ~BitblastCore() override;

  Answer check(std::span<const expr::Term* const> constraints, const expr::Term* question,
               const Limits& limits, expr::Assignment* model, std::vector<uint32_t>* core) override;
  Spent spent() const override;
  void visit_roots(const expr::TermStore::Mark& mark) const override;

  // Can check() decide questions about this term? False if a float kind occurs in it. Remembered per term.
  bool supports(const expr::Term* term);

  const BitblastStatistics& statistics();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace bonsai::solve
