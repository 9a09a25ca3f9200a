// The gates of the circuit and their structural hashing. The rewriting of And is in aig_rewrite.cpp.
//
// Tested by aig_test.cpp.
#include "solve/bitblast/aig.h"

#include <utility>

#include "base/hash.h"

namespace bonsai::solve {

namespace {

constexpr Work kRehash = 50;  // per gate of a large circuit, measured

}  // namespace

Aig::Aig(Budget& budget) : budget_(budget) { clear(); }

void Aig::clear() {
  gates_.assign(1, Gate{});
  table_.assign(1024, 0);
  facts_.clear();
  overfull_ = false;
}

uint64_t Aig::hash(const Gate& gate) const {
  const uint64_t low = (uint64_t{gate.a} << 32) | gate.b;
  return base::hash_mix(low ^ 0x9e3779b97f4a7c15u,
                        ((uint64_t{gate.c} << 3) | static_cast<uint64_t>(gate.kind)) ^ 0xd6e8feb86659fd93u);
}

void Aig::grow_table() {
  std::vector<uint32_t> table(table_.size() * 2, 0);
  const size_t mask = table.size() - 1;
  for (uint32_t number : table_) {
    if (number == 0) continue;
    size_t at = hash(gates_[number]) & mask;
    while (table[at] != 0) at = (at + 1) & mask;
    table[at] = number;
  }
  table_.swap(table);
}

Lit Aig::intern(GateKind kind, Lit a, Lit b, Lit c) {
  Gate gate;
  gate.a = a;
  gate.b = b;
  gate.c = c;
  gate.kind = kind;
  const size_t mask = table_.size() - 1;
  size_t at = hash(gate) & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    const Gate& other = gates_[table_[at]];
    if (other.kind == kind && other.a == a && other.b == b && other.c == c) return table_[at] << 1;
  }
  if (!budget_.spend_gate()) return kFalse;
  const auto number = static_cast<uint32_t>(gates_.size());
  table_[at] = number;
  gates_.push_back(gate);
  ++gates_[gate_of(a)].fanout;
  ++gates_[gate_of(b)].fanout;
  if (kind == GateKind::Mux || kind == GateKind::Maj) ++gates_[gate_of(c)].fanout;
  if (gates_.size() * 2 > table_.size()) {
    overfull_ = !budget_.spend(gates_.size() * kRehash);
    if (!overfull_) grow_table();
  }
  return number << 1;
}

Lit Aig::input(uint32_t group, uint32_t bit) {
  if (!budget_.spend_gate()) return kFalse;
  Gate gate;
  gate.a = group;
  gate.b = bit;
  gate.kind = GateKind::Input;
  gates_.push_back(gate);
  return static_cast<Lit>(gates_.size() - 1) << 1;
}

void Aig::attach_fact(Lit literal, Lit fact) {
  if (exhausted() || is_constant(literal) || is_constant(fact)) return;
  Gate& gate = gates_[gate_of(literal)];
  facts_[gate_of(literal)] = gate.has_fact ? land(this->fact(gate_of(literal)), fact) : fact;
  gates_[gate_of(literal)].has_fact = true;
}

Lit Aig::land(Lit a, Lit b) {
  if (exhausted()) return kFalse;
  const Lit known = rewrite_and(a, b);
  if (known != kNone) return known;
  if (a > b) std::swap(a, b);
  return intern(GateKind::And, a, b, 0);
}

Lit Aig::lxor(Lit a, Lit b) {
  if (exhausted()) return kFalse;
  const bool negated = is_negated(a) != is_negated(b);
  a &= ~Lit{1};
  b &= ~Lit{1};
  if (a == b) return lit_constant(negated);
  if (a == kFalse) return lit_if(b, negated);
  if (b == kFalse) return lit_if(a, negated);
  // a ^ (a ^ c) = c
  for (int side = 0; side < 2; ++side, std::swap(a, b)) {
    const Gate& gate = gates_[gate_of(a)];
    if (gate.kind != GateKind::Xor) continue;
    if (gate.a == b) return lit_if(gate.b, negated);
    if (gate.b == b) return lit_if(gate.a, negated);
  }
  if (a > b) std::swap(a, b);
  return lit_if(intern(GateKind::Xor, a, b, 0), negated);
}

Lit Aig::lmux(Lit condition, Lit then_lit, Lit else_lit) {
  if (exhausted()) return kFalse;
  if (condition == kTrue) return then_lit;
  if (condition == kFalse) return else_lit;
  if (is_negated(condition)) {
    condition = lit_not(condition);
    std::swap(then_lit, else_lit);
  }
  then_lit = restrict(then_lit, condition);
  else_lit = restrict(else_lit, lit_not(condition));
  if (then_lit == else_lit) return then_lit;
  if (then_lit == lit_not(else_lit)) return lit_not(lxor(condition, then_lit));
  if (then_lit == kTrue) return lor(condition, else_lit);
  if (then_lit == kFalse) return land(lit_not(condition), else_lit);
  if (else_lit == kTrue) return lor(lit_not(condition), then_lit);
  if (else_lit == kFalse) return land(condition, then_lit);
  const bool negated = is_negated(then_lit);
  return lit_if(intern(GateKind::Mux, condition, lit_if(then_lit, negated), lit_if(else_lit, negated)),
                negated);
}

// Is `majority` a Maj of a, b and something else?
bool Aig::repeats_majority(Lit majority, Lit a, Lit b) const {
  const Gate& gate = gates_[gate_of(majority)];
  if (gate.kind != GateKind::Maj) return false;
  const bool negated = is_negated(majority);
  const Lit x = lit_if(gate.a, negated), y = lit_if(gate.b, negated), z = lit_if(gate.c, negated);
  return (a == x || a == y || a == z) && (b == x || b == y || b == z);
}

Lit Aig::lmaj(Lit a, Lit b, Lit c) {
  if (exhausted()) return kFalse;
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  if (a == kFalse) return land(b, c);
  if (a == kTrue) return lor(b, c);
  if (a == b) return a;
  if (b == c) return b;
  if (a == lit_not(b)) return c;
  if (b == lit_not(c)) return a;
  // maj(a, b, maj(a, b, x)) = maj(a, b, x): the carry above the bits of two sign-extended words no longer
  // changes, so that their sum is seen to be sign-extended again.
  if (repeats_majority(c, a, b)) return c;
  if (repeats_majority(b, a, c)) return b;
  if (repeats_majority(a, b, c)) return a;
  // Negating all operands negates the result; the form with fewer negations is the normal one.
  const bool negated = (a & 1) + (b & 1) + (c & 1) > 1;
  return lit_if(intern(GateKind::Maj, lit_if(a, negated), lit_if(b, negated), lit_if(c, negated)), negated);
}

}  // namespace bonsai::solve
