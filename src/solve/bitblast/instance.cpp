// From gates to clauses (G. Tseitin, 1968), both directions of every definition.
//
// Idea: Xor, Mux and Maj gates have clauses of their own. An And whose operands are Ands used nowhere else
// becomes one wide And: the solver assigns every variable for each question, so variables cost more than
// literals. One-sided definitions (D. Plaisted and S. Greenbaum, 1986) would save clauses but leave the gate
// variables to decisions instead of propagation.
//
// Tested by aig_test.cpp, bitblast_core_test.cpp.
#include "solve/bitblast/instance.h"

#include <algorithm>
#include <cassert>

#include "solve/bitblast/small_solver.h"

namespace bonsai::solve {

namespace {

constexpr size_t kGatesPerReserve = 1024;
constexpr std::chrono::nanoseconds kDestruction(200);  // per gate, measured

}  // namespace

Instance::Instance(const Aig& aig, Budget& budget, Effort effort) : aig_(aig), budget_(budget) {
  if (effort == Effort::small) {
    solver_ = std::make_unique<SmallSolver>(budget);
  } else {
    solver_ = make_cadical_solver(budget);
  }
}

Instance::~Instance() = default;

int Instance::variable_of(Lit literal) const {
  const int* variable = variables_.find(gate_of(literal));
  assert(variable != nullptr);
  return is_negated(literal) ? -*variable : *variable;
}

// The first two literals of a clause are watched: the output and the operand that was made last, which get
// their values last when values run from the inputs up.

void Instance::emit_and(int out) {
  for (int operand : numbers_) clause({-out, operand});
  for (int& operand : numbers_) operand = -operand;
  numbers_.push_back(out);
  std::reverse(numbers_.begin(), numbers_.end());
  solver_->add_clause(numbers_);
}

void Instance::emit_xor(int out, int a, int b) {
  clause({-out, b, a});
  clause({-out, -b, -a});
  clause({out, b, -a});
  clause({out, -b, a});
}

void Instance::emit_mux(int out, int condition, int then_lit, int else_lit) {
  clause({out, -then_lit, -condition});
  clause({-out, then_lit, -condition});
  clause({out, -else_lit, condition});
  clause({-out, else_lit, condition});
  // Implied, but lets equal branches propagate before the condition is known.
  clause({out, -then_lit, -else_lit});
  clause({-out, then_lit, else_lit});
}

void Instance::emit_maj(int out, int a, int b, int c) {
  clause({out, -b, -a});
  clause({out, -c, -a});
  clause({out, -c, -b});
  clause({-out, b, a});
  clause({-out, c, a});
  clause({-out, c, b});
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

// REQUIRES: the variables of the operands are in numbers_.
void Instance::emit(uint32_t number, const Gate& gate) {
  const int out = ++last_variable_;
  solver_->reserve(out);
  ++gates_;
  switch (gate.kind) {
    case GateKind::Input: note_input(number, gate, out); break;
    case GateKind::And: emit_and(out); break;
    case GateKind::Xor: emit_xor(out, numbers_[0], numbers_[1]); break;
    case GateKind::Mux: emit_mux(out, numbers_[0], numbers_[1], numbers_[2]); break;
    case GateKind::Maj: emit_maj(out, numbers_[0], numbers_[1], numbers_[2]); break;
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
    numbers_.clear();
    for (Lit operand : operands_) {
      const int* variable = variables_.find(gate_of(operand));
      if (variable == nullptr) {
        stack_.push_back(gate_of(operand));
      } else {
        numbers_.push_back(is_negated(operand) ? -*variable : *variable);
      }
    }
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
    clause({});
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
  numbers_.clear();
  for (Lit literal : literals)
    if (literal != kFalse) numbers_.push_back(variable_of(literal));
  solver_->add_clause(numbers_);
}

void Instance::add_equal(Lit guard, std::span<const Lit> a, std::span<const Lit> b) {
  for (size_t i = 0; i < a.size(); ++i) {
    add_clause(std::initializer_list<Lit>{lit_not(guard), lit_not(a[i]), b[i]});
    add_clause(std::initializer_list<Lit>{lit_not(guard), a[i], lit_not(b[i])});
  }
}

Answer Instance::solve(std::span<const Lit> assumptions, int conflicts) {
  assert(!broken_);
  numbers_.clear();
  for (Lit literal : assumptions)
    if (literal != kTrue) numbers_.push_back(variable_of(literal));
  return solver_->solve(numbers_, conflicts);
}

bool Instance::value(Lit literal) const {
  if (is_constant(literal)) return literal == kTrue;
  const int variable = variable_of(literal);
  return variable > 0 ? solver_->value(variable) : !solver_->value(-variable);
}

bool Instance::failed(Lit assumption) const {
  return !is_constant(assumption) && solver_->failed(variable_of(assumption));
}

uint64_t Instance::group_value(const GroupVariables& group) const {
  uint64_t value = 0;
  for (size_t i = 0; i < group.variables.size(); ++i)
    if (group.variables[i] != 0 && solver_->value(group.variables[i])) value |= uint64_t{1} << i;
  return value;
}

}  // namespace bonsai::solve
