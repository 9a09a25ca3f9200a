// SmallSolver: a small SAT solver for thousands of easy questions.
//
// Idea: most questions of a path are decided after a few conflicts; what they cost is bringing clauses in and
// assigning variables. So everything here is flat: clauses in one array, watches in another, no allocation
// per clause or variable, and no preprocessing, no inprocessing. Conflict-driven clause learning as in
// MiniSat (N. Een and N. Sorensson, 2003), with the decision queue of CaDiCaL (A. Biere and A. Froehlich,
// "Evaluating CDCL variable scoring schemes", 2015). Who needs more asks CaDiCaL.
//
// Learned clauses stay for later questions; between questions the worse half is dropped when there are many.
//
// Invariants: clauses are added and dropped at decision level 0 only. The two watched literals of a clause
// are its first two. Assumptions are the decisions of the first levels, one each.
//
// Determinism: the same calls get the same answers, unless the clock strikes.
//
// Threads: none shared.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/bitblast/sat_solver.h"

namespace bonsai::solve {

class SmallSolver final : public SatSolver {
 public:
  explicit SmallSolver(Budget& budget) : budget_(budget) {}

  void reserve(int variable) override;
  void add_clause(std::span<const int> literals) override;
  Answer solve(std::span<const int> assumptions, int conflicts) override;
  bool value(int variable) const override;
  bool failed(int assumption) const override;

  size_t learned_clauses() const { return learned_clauses_; }

 private:
  using Variable = uint32_t;  // from 0
  using Literal = uint32_t;   // 2 * variable, + 1 if negated
  using Clause = uint32_t;    // position of the header in clauses_; the literals follow it
  static constexpr uint32_t kNone = ~uint32_t{0};

  // How a header says it: size, a quality (number of decision levels, the lower the better), learned or not.
  struct Header {
    uint32_t size : 23;
    uint32_t quality : 8;
    uint32_t learned : 1;
  };
  struct Watch {
    Clause clause;
    Literal other : 31;  // some literal of the clause: if it is true, nothing is to be done
    uint32_t binary : 1;
  };
  struct WatchList {
    uint32_t first = 0;
    uint32_t size = 0;
    uint32_t capacity = 0;
  };
  struct Assigned {
    uint32_t level;
    Clause reason;
  };
  struct Link {
    Variable previous = kNone;
    Variable next = kNone;
  };

  static Literal encode(int literal) {
    return literal > 0 ? 2 * static_cast<Literal>(literal - 1) : 2 * static_cast<Literal>(-literal - 1) + 1;
  }
  static Variable variable_of(Literal literal) { return literal >> 1; }

  Header header(Clause clause) const;
  std::span<Literal> literals(Clause clause);
  uint32_t level() const { return static_cast<uint32_t>(levels_.size()); }

  Clause store(std::span<const Literal> literals, bool learned, uint32_t quality);
  bool simplify(std::span<const int> given);
  void push_watch(Literal literal, Watch watch);
  void assign(Literal literal, Clause reason);
  void backtrack(uint32_t level);
  Clause propagate();
  Clause visit_watches(Literal falsified);

  // small_solver_learn.cpp
  void learn(Clause conflict);
  void resolve_to_first_uip(Clause conflict);
  void minimise();
  bool is_implied(Literal literal, unsigned depth);
  uint32_t count_levels();
  void bump_analyzed();
  void find_failed(Literal assumption);
  void drop_clauses();

  void enqueue(Variable variable);
  void dequeue(Variable variable);
  bool decide(std::span<const Literal> assumptions, Answer& answer);
  Answer search(std::span<const Literal> assumptions, int conflicts);

  Budget& budget_;
  std::vector<uint32_t> clauses_;
  std::vector<Watch> watches_;
  std::vector<WatchList> lists_;  // by literal: clauses to look at when it becomes false
  std::vector<int8_t> values_;    // by literal: 1 true, -1 false, 0 open
  std::vector<int8_t> phases_;    // by variable: the last value
  std::vector<Assigned> assigned_;
  std::vector<Literal> trail_;
  std::vector<uint32_t> levels_;  // where each level begins in the trail
  size_t propagated_ = 0;         // of the trail

  // The decision queue: a variable that took part in a conflict moves to its end, and decisions are taken
  // from the end. So new gates are decided from the outputs down, which compares words from their highest
  // bits on. Inputs first need half the conflicts for sums, but took a hundred times as long for the orders
  // of words that bench/sort.c asks about.
  std::vector<Link> links_;
  std::vector<uint64_t> stamps_;  // grow along the queue
  Variable first_ = kNone;
  Variable last_ = kNone;
  Variable search_from_ = kNone;  // all behind it are assigned
  uint64_t last_stamp_ = 0;

  bool contradiction_ = false;  // without assumptions
  bool exhausted_ = false;      // the budget, during the last search
  size_t learned_clauses_ = 0;

  // Scratch.
  enum Seen : uint8_t { unseen, in_conflict, implied, not_implied };
  std::vector<uint8_t> seen_;  // by variable
  std::vector<Variable> analyzed_;
  std::vector<Variable> visited_;  // by minimise
  std::vector<Literal> learned_;
  std::vector<uint32_t> level_marks_;
  uint32_t level_mark_ = 0;
  std::vector<Literal> clause_;
  std::vector<Literal> assumptions_;
  std::vector<int> failed_;
};

}  // namespace bonsai::solve
