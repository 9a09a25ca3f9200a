// Aig: the circuit that terms become, an and-inverter graph with three further gates.
//
// Idea: equal gates are one gate (structural hashing), and the make functions rewrite locally, looking two
// levels deep. Besides And there are Xor, Mux and Maj (the carry of a full adder) gates, because their
// clauses are shorter and need fewer variables than those of their And forms. An And that is a Xor or a Mux
// in disguise is recognised.
//
// A literal is a gate number with a sign in bit 0. Gate 0 is the constant.
//
// Invariants: operands have smaller numbers than their gate. The signs of Xor, Mux and Maj operands are
// normalised: Xor has positive operands; Mux a positive condition and a positive "then"; of Maj at most one
// operand is negated.
//
// Threads: none shared. Failure: when the budget is exhausted the make functions answer kFalse, and their
// results must be thrown away (gates made before stay valid).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solve/bitblast/budget.h"
#include "solve/bitblast/flat_map.h"

namespace bonsai::solve {

using Lit = uint32_t;
inline constexpr Lit kFalse = 0;
inline constexpr Lit kTrue = 1;

constexpr Lit lit_not(Lit a) { return a ^ 1; }
constexpr Lit lit_if(Lit a, bool negated) { return a ^ static_cast<Lit>(negated); }
constexpr bool is_negated(Lit a) { return (a & 1) != 0; }
constexpr uint32_t gate_of(Lit a) { return a >> 1; }
constexpr bool is_constant(Lit a) { return a <= kTrue; }
constexpr Lit lit_constant(bool value) { return value ? kTrue : kFalse; }

enum class GateKind : uint8_t { Constant, Input, And, Xor, Mux, Maj };

struct Gate {
  Lit a = 0;  // Mux: condition. Input: number of the group
  Lit b = 0;  // Mux: then.      Input: bit within the group
  Lit c = 0;  // Mux: else
  GateKind kind : 3 = GateKind::Constant;
  bool has_fact : 1 = false;
  uint32_t fanout : 28 = 0;  // gates that use this one
};

class Aig {
 public:
  explicit Aig(Budget& budget);

  // A new free variable; `group` and `bit` are the caller's.
  Lit input(uint32_t group, uint32_t bit);
  Lit land(Lit a, Lit b);
  Lit lor(Lit a, Lit b) { return lit_not(land(lit_not(a), lit_not(b))); }
  Lit lxor(Lit a, Lit b);
  Lit lmux(Lit condition, Lit then_lit, Lit else_lit);
  Lit lmaj(Lit a, Lit b, Lit c);
  Lit implies(Lit a, Lit b) { return lit_not(land(a, lit_not(b))); }

  // A literal that is always true, though it takes search to see it; whoever uses the gate may want to know.
  void attach_fact(Lit literal, Lit fact);
  // REQUIRES: has_fact.
  Lit fact(uint32_t number) const { return *facts_.find(number); }

  const Gate& gate(uint32_t number) const { return gates_[number]; }
  size_t size() const { return gates_.size(); }
  // The last question ended because nothing was left to make room for more gates with; only clear() helps.
  bool overfull() const { return overfull_; }
  bool exhausted() const { return budget_.exhausted(); }
  Budget& budget() { return budget_; }
  void clear();

 private:
  static constexpr Lit kNone = ~Lit{0};

  bool is_gate(Lit a, GateKind kind) const { return gates_[gate_of(a)].kind == kind; }
  bool repeats_majority(Lit majority, Lit a, Lit b) const;
  Lit intern(GateKind kind, Lit a, Lit b, Lit c);
  void grow_table();
  uint64_t hash(const Gate& gate) const;

  // aig_rewrite.cpp. Each answers the result, or kNone after possibly replacing operands by simpler ones.
  Lit rewrite_and(Lit& a, Lit& b);
  Lit rewrite_and_one(Lit& a, Lit& b, bool& changed);
  Lit rewrite_and_two(Lit& a, Lit& b, bool& changed);
  Lit rewrite_and_negated(Lit a, Lit b);
  Lit restrict(Lit a, Lit known) const;

  Budget& budget_;
  std::vector<Gate> gates_;
  std::vector<uint32_t> table_;  // gate numbers; 0 is free
  FlatMap<uint32_t, Lit> facts_;
  bool overfull_ = false;
};

}  // namespace bonsai::solve
