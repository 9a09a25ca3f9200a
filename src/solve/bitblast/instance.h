// Instance: one incremental SAT solver that holds the clauses of a part of the circuit.
//
// Idea: a gate becomes clauses when a literal that needs it is defined, and stays. A root literal is then
// asserted for good or assumed for one question. The instance knows how many gates each root brought, so that
// its owner can tell the living from the dead.
//
// Threads: none shared. Failure: when the budget is exhausted while clauses are made, the instance is
// broken() and must be dropped; when it is exhausted during the search, the answer is unknown and the
// instance stays usable.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "solve/bitblast/aig.h"
#include "solve/bitblast/flat_map.h"
#include "solve/bitblast/sat_solver.h"
#include "solve/core.h"

namespace bonsai::solve {

class Instance {
 public:
  enum class Effort : uint8_t {
    small,  // the small solver: for thousands of easy questions
    full    // CaDiCaL: for one hard question
  };

  Instance(const Aig& aig, Budget& budget, Effort effort);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  // Makes the clauses of the literal's gates and counts those that are new to the literal.
  void define(Lit root);
  // Asserts the literal for good.
  void assert_hard(Lit root);
  // Asserts a clause for good; its literals are defined first.
  void add_clause(std::span<const Lit> clause);
  // guard implies that the words are equal.
  void add_equal(Lit guard, std::span<const Lit> a, std::span<const Lit> b);

  // Decides what was asserted together with the assumptions; gives up after so many conflicts (negative:
  // never). REQUIRES: not broken.
  Answer solve(std::span<const Lit> assumptions, int conflicts);
  // REQUIRES: solve just answered sat, the literal has().
  bool value(Lit literal) const;
  // REQUIRES: solve just answered unsat, the literal was assumed.
  bool failed(Lit assumption) const;

  bool has(Lit literal) const { return is_constant(literal) || variables_.find(gate_of(literal)) != nullptr; }
  bool broken() const { return broken_; }
  size_t gates() const { return gates_; }
  // The gates that came with this root; 0 if it is not defined.
  size_t gates_of_root(Lit root) const;

  // The input groups of which some bit is in use, with the variables of their bits (0: not in use).
  struct GroupVariables {
    uint32_t group;
    std::vector<int> variables;
  };
  std::span<const GroupVariables> groups() const { return groups_; }
  uint64_t group_value(const GroupVariables& group) const;

 private:
  int variable_of(Lit literal) const;
  bool define_gate(uint32_t number);
  void assert_facts();
  void collect_operands(const Gate& gate);
  void emit(uint32_t number, const Gate& gate);
  void emit_and(int out);
  void emit_xor(int out, int a, int b);
  void emit_mux(int out, int condition, int then_lit, int else_lit);
  void emit_maj(int out, int a, int b, int c);
  void clause(std::initializer_list<int> literals) {
    solver_->add_clause({literals.begin(), literals.size()});
  }
  void note_input(uint32_t number, const Gate& gate, int variable);

  const Aig& aig_;
  Budget& budget_;
  std::unique_ptr<SatSolver> solver_;
  FlatMap<uint32_t, int> variables_;         // by gate number
  FlatMap<uint32_t, uint32_t> root_gates_;   // by gate number of the root
  FlatMap<uint32_t, uint32_t> group_index_;  // by group
  std::vector<GroupVariables> groups_;
  size_t gates_ = 0;
  int last_variable_ = 0;
  bool broken_ = false;

  // Scratch.
  std::vector<uint32_t> stack_;
  std::vector<Lit> operands_;
  std::vector<Lit> expand_;
  std::vector<int> numbers_;
  std::vector<Lit> facts_;  // of new gates, not yet asserted
};

}  // namespace bonsai::solve
