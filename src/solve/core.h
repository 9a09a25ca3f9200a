// A core decides a conjunction of terms: the last resort of the chain.
//
// A core may keep whatever makes the next question cheaper (instances, learned clauses), but its answer
// depends only on what it is asked. A core is used by one thread. Implementations: bitblast_core (SAT),
// smtlib_core (a solver process).
#pragma once

#include <atomic>
#include <chrono>
#include <span>
#include <vector>

#include "expr/assignment.h"
#include "expr/store.h"

namespace bonsai::solve {

enum class Answer : uint8_t { unsat, sat, unknown };

// Counted work: what each step of an algorithm takes in nanoseconds on the machine where its constant was
// measured. A count is the same on every run and under any load, so whatever work decides is reproducible;
// time is not.
using Work = uint64_t;

struct Limits {
  std::chrono::nanoseconds time = std::chrono::seconds(10);  // by the clock
  const std::atomic<bool>* interrupt = nullptr;  // when it becomes true, the answer is unknown soon
  Work work = ~Work{0};

  bool is_interrupted() const { return interrupt && interrupt->load(std::memory_order_relaxed); }
};

// What the last question to a core cost.
struct Spent {
  Work work = 0;
  bool by_clock = false;  // the answer is unknown because of the clock or the interrupt
};

class Core {
 public:
  virtual ~Core() = default;

  // Is `constraints` and `question` satisfiable together? `constraints` are in the order in which the path
  // added them: a prefix of them was most likely asked about before. On sat, `model` (if given) receives
  // values for the symbolic bytes that they read; other bytes are left as they are. On unsat, `core` (if
  // given) receives the positions of constraints that suffice together with the question (all of them if the
  // core cannot tell). REQUIRES: all terms have width 1 and belong to the store that the core was made with.
  virtual Answer check(std::span<const expr::Term* const> constraints, const expr::Term* question,
                       const Limits& limits, expr::Assignment* model, std::vector<uint32_t>* core) = 0;

  virtual Spent spent() const { return {}; }

  // Terms that this core holds on to and that a collection must keep.
  virtual void visit_roots(const expr::TermStore::Mark& mark) const = 0;
};

}  // namespace bonsai::solve
