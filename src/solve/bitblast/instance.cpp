// From gates to clauses (G. Tseitin, 1968), both directions of every definition.
//
// Idea: Xor, Mux and Maj gates have clauses of their own. An And whose operands are Ands used nowhere else
// becomes one wide And: the solver assigns every variable for each question, so variables cost more than
// literals. One-sided definitions (D. Plaisted and S. Greenbaum, 1986) would save clauses but leave the gate
// variables to decisions instead of propagation.
//
// Tested by aig_test.cpp, bitblast_core_test.cpp.
#include "solve/bitblast/instance.h"

#include <cadical.hpp>
#include <cassert>

namespace bonsai::solve {

namespace {

constexpr size_t kGatesPerReserve = 1024;
constexpr std::chrono::nanoseconds kDestruction(200);  // per gate, measured

}  // namespace

class Instance::Deadline : public CaDiCaL::Terminator {
 public:
  explicit Deadline(Budget& budget) : budget_(budget) {}
  bool terminate() override { return !budget_.check_time(); }

 private:
  Budget& budget_;
};

struct Instance::Solver {
  explicit Solver(Budget& budget) : deadline(budget) {}
  Deadline deadline;
  CaDiCaL::Solver sat;
};

Instance::Instance(const Aig& aig, Budget& budget, Effort effort)
    : aig_(aig), budget_(budget), solver_(std::make_unique<Solver>(budget)) {
  CaDiCaL::Solver& sat = solver_->sat;
  sat.set("quiet", 1);
  // Its statistics cost a system call at each end of a search, which is a third of an easy question.
  sat.set("profile", 0);
  sat.set("realtime", 1);
  if (effort == Effort::small) {
    sat.set("inprocessing", 0);
    sat.set("lucky", 0);
    sat.set("walk", 0);
  }
  sat.connect_terminator(&solver_->deadline);
}

Instance::~Instance() = default;

int Instance::variable_of(Lit literal) const {
  const int* variable = variables_.find(gate_of(literal));
  assert(variable != nullptr);
  return is_negated(literal) ? -*variable : *variable;
}

void Instance::clause(std::initializer_list<int> literals) {
  for (int literal : literals) solver_->sat.add(literal);
  solver_->sat.add(0);
}

void Instance::emit_and(int out) {
  for (Lit operand : operands_) clause({-out, variable_of(operand)});
  for (Lit operand : operands_) solver_->sat.add(-variable_of(operand));
  solver_->sat.add(out);
  solver_->sat.add(0);
}

void Instance::emit_xor(int out, int a, int b) {
  clause({-out, a, b});
  clause({-out, -a, -b});
  clause({out, -a, b});
  clause({out, a, -b});
}

void Instance::emit_mux(int out, int condition, int then_lit, int else_lit) {
  clause({-condition, -then_lit, out});
  clause({-condition, then_lit, -out});
  clause({condition, -else_lit, out});
  clause({condition, else_lit, -out});
  // Implied, but lets equal branches propagate before the condition is known.
  clause({-then_lit, -else_lit, out});
  clause({then_lit, else_lit, -out});
}

void Instance::emit_maj(int out, int a, int b, int c) {
  clause({-a, -b, out});
  clause({-a, -c, out});
  clause({-b, -c, out});
  clause({a, b, -out});
  clause({a, c, -out});
  clause({b, c, -out});
}

void Instance::note_input(uint32_t number, const Gate& gate, int variable) {
  uint32_t& index = group_index_[gate.a];
  if (index == 0) {
    groups_.push_back({gate.a, {}});
    index = static_cast<uint32_t>(groups_.size());
  }
  std::vector<int>& bits = groups_[index - 1].variables;
  if (bits.size() <= gate.b) bits.resize(gate.b + 1, 0);
  bits[gate.b] = variable;
}

// Into operands_. Ands that only this gate uses are taken apart.
void Instance::collect_operands(const Gate& gate) {
  constexpr size_t kWidest = 512;
  operands_.clear();
  switch (gate.kind) {
    case GateKind::And:
      expand_.assign({gate.b, gate.a});
      while (!expand_.empty()) {
        const Lit operand = expand_.back();
        expand_.pop_back();
        const Gate& inner = aig_.gate(gate_of(operand));
        if (inner.kind == GateKind::And && !is_negated(operand) && inner.fanout == 1 &&
            operands_.size() < kWidest && !has(operand)) {
          expand_.push_back(inner.b);
          expand_.push_back(inner.a);
        } else {
          operands_.push_back(operand);
        }
      }
      return;
    case GateKind::Xor: operands_.assign({gate.a, gate.b}); return;
    case GateKind::Mux:
    case GateKind::Maj: operands_.assign({gate.a, gate.b, gate.c}); return;
    default: return;
  }
}

void Instance::emit(uint32_t number, const Gate& gate) {
  const int out = ++last_variable_;
  ++gates_;
  switch (gate.kind) {
    case GateKind::Input: note_input(number, gate, out); break;
    case GateKind::And: emit_and(out); break;
    case GateKind::Xor: emit_xor(out, variable_of(gate.a), variable_of(gate.b)); break;
    case GateKind::Mux: emit_mux(out, variable_of(gate.a), variable_of(gate.b), variable_of(gate.c)); break;
    case GateKind::Maj: emit_maj(out, variable_of(gate.a), variable_of(gate.b), variable_of(gate.c)); break;
    case GateKind::Constant: assert(false && "constants are folded"); break;
  }
  variables_[number] = out;
  if (gate.has_fact) facts_.push_back(aig_.fact(number));
}

bool Instance::define_gate(uint32_t root) {
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const uint32_t number = stack_.back();
    if (variables_.find(number) != nullptr) {
      stack_.pop_back();
      continue;
    }
    const Gate gate = aig_.gate(number);
    collect_operands(gate);
    const size_t before = stack_.size();
    for (Lit operand : operands_)
      if (variables_.find(gate_of(operand)) == nullptr) stack_.push_back(gate_of(operand));
    if (stack_.size() > before) continue;
    if (gates_ % kGatesPerReserve == 0) budget_.reserve(gates_ * kDestruction);
    if (!budget_.spend_gate()) return false;
    emit(number, gate);
    stack_.pop_back();
  }
  return true;
}

void Instance::define(Lit root) {
  if (broken_ || is_constant(root) || root_gates_.find(gate_of(root)) != nullptr) return;
  const size_t before = gates_;
  if (!define_gate(gate_of(root))) broken_ = true;
  assert_facts();
  root_gates_[gate_of(root)] = static_cast<uint32_t>(gates_ - before);
}

// Facts of the gates that came in.
void Instance::assert_facts() {
  while (!facts_.empty() && !broken_) {
    const Lit fact = facts_.back();
    facts_.pop_back();
    if (define_gate(gate_of(fact))) {
      clause({variable_of(fact)});
    } else {
      broken_ = true;
    }
  }
}

size_t Instance::gates_of_root(Lit root) const {
  const uint32_t* gates = root_gates_.find(gate_of(root));
  return gates == nullptr ? 0 : *gates;
}

void Instance::assert_hard(Lit root) {
  define(root);
  if (broken_ || root == kTrue) return;
  if (root == kFalse) {
    solver_->sat.add(0);
  } else {
    clause({variable_of(root)});
  }
}

void Instance::add_clause(std::span<const Lit> literals) {
  for (Lit literal : literals) {
    if (literal == kTrue) return;
    if (!is_constant(literal) && !broken_ && !define_gate(gate_of(literal))) broken_ = true;
  }
  if (broken_) return;
  for (Lit literal : literals)
    if (literal != kFalse) solver_->sat.add(variable_of(literal));
  solver_->sat.add(0);
}

void Instance::add_equal(Lit guard, std::span<const Lit> a, std::span<const Lit> b) {
  for (size_t i = 0; i < a.size(); ++i) {
    add_clause(std::initializer_list<Lit>{lit_not(guard), lit_not(a[i]), b[i]});
    add_clause(std::initializer_list<Lit>{lit_not(guard), a[i], lit_not(b[i])});
  }
}

Answer Instance::solve(std::span<const Lit> assumptions, int conflicts) {
  assert(!broken_);
  CaDiCaL::Solver& sat = solver_->sat;
  for (Lit literal : assumptions)
    if (literal != kTrue) sat.assume(variable_of(literal));
  if (conflicts >= 0) sat.limit("conflicts", conflicts);
  switch (sat.solve()) {
    case 10: return Answer::sat;
    case 20: return Answer::unsat;
    default: return Answer::unknown;
  }
}

bool Instance::value(Lit literal) const {
  if (is_constant(literal)) return literal == kTrue;
  return solver_->sat.val(variable_of(literal)) > 0;
}

bool Instance::failed(Lit assumption) const {
  return !is_constant(assumption) && solver_->sat.failed(variable_of(assumption));
}

uint64_t Instance::group_value(const GroupVariables& group) const {
  uint64_t value = 0;
  for (size_t i = 0; i < group.variables.size(); ++i)
    if (group.variables[i] != 0 && solver_->sat.val(group.variables[i]) > 0) value |= uint64_t{1} << i;
  return value;
}

}  // namespace bonsai::solve
