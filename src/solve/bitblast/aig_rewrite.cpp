// Local two-level rewriting of And gates, which never makes the circuit larger.
//
// The rules are those of R. Brummayer and A. Biere, "Local two-level and-inverter graph minimization without
// blowup", MEMICS 2006: contradiction, idempotence, subsumption, substitution, resolution. Rules for Xor and
// Mux operands are added, and an And of two negated Ands that share a variable in opposite signs is
// recognised as a Mux (or a Xor).
//
// Tested by aig_test.cpp, which enumerates all small circuits against their truth tables.
#include <utility>

#include "solve/bitblast/aig.h"

namespace bonsai::solve {

// A simpler literal that equals `a` wherever `known` is true.
Lit Aig::restrict(Lit a, Lit known) const {
  if (a == known) return kTrue;
  if (a == lit_not(known)) return kFalse;
  const Gate& gate = gates_[gate_of(a)];
  const bool negated = is_negated(a);
  switch (gate.kind) {
    case GateKind::And:
      if (gate.a == known) return lit_if(gate.b, negated);
      if (gate.b == known) return lit_if(gate.a, negated);
      if (gate.a == lit_not(known) || gate.b == lit_not(known)) return lit_constant(negated);
      return a;
    case GateKind::Xor:
      if (gate.a == (known & ~Lit{1})) return lit_if(gate.b, negated != !is_negated(known));
      if (gate.b == (known & ~Lit{1})) return lit_if(gate.a, negated != !is_negated(known));
      return a;
    case GateKind::Mux:
      if (gate.a == known) return lit_if(gate.b, negated);
      if (gate.a == lit_not(known)) return lit_if(gate.c, negated);
      return a;
    default: return a;
  }
}

// Both operands are negated Ands: !(x & y) & !(u & v).
Lit Aig::rewrite_and_negated(Lit a, Lit b) {
  const Gate& g = gates_[gate_of(a)];
  const Gate& h = gates_[gate_of(b)];
  const Lit x[2] = {g.a, g.b}, u[2] = {h.a, h.b};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      // Resolution: !(x & y) & !(x & !y) = !x.
      if (x[i] == u[j] && x[1 - i] == lit_not(u[1 - j])) return lit_not(x[i]);
    }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      // !(x & y) & !(!x & v) = !(x ? y : v).
      if (x[i] == lit_not(u[j])) return lit_not(lmux(x[i], x[1 - i], u[1 - j]));
    }
  return kNone;
}

// Rules that look into `a` alone, b being any literal.
Lit Aig::rewrite_and_one(Lit& a, Lit& b, bool& changed) {
  const Lit simpler = restrict(a, b);
  if (simpler == a) return kNone;
  if (simpler == kTrue) return b;
  if (simpler == kFalse) return kFalse;
  // (b & y) & b is `a` itself, which exists; the restricted operand would only find it again.
  if (!is_negated(a) && is_gate(a, GateKind::And)) return a;
  a = simpler;
  changed = true;
  return kNone;
}

// Rules that look into both operands. `a` is an And, negated or not; b a positive And.
Lit Aig::rewrite_and_two(Lit& a, Lit& b, bool& changed) {
  const Gate& g = gates_[gate_of(a)];
  const Gate& h = gates_[gate_of(b)];
  const Lit x[2] = {g.a, g.b}, u[2] = {h.a, h.b};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      if (x[i] == lit_not(u[j])) return is_negated(a) ? b : kFalse;
      if (x[i] != u[j]) continue;
      if (is_negated(a)) {  // substitution: !(u & y) & (u & v) = !y & (u & v)
        a = lit_not(x[1 - i]);
      } else {  // idempotence: (u & y) & (u & v) = y & (u & v)
        a = x[1 - i];
      }
      changed = true;
      return kNone;
    }
  return kNone;
}

Lit Aig::rewrite_and(Lit& a, Lit& b) {
  for (bool changed = true; changed;) {
    changed = false;
    if (a == kFalse || b == kFalse || a == lit_not(b)) return kFalse;
    if (a == kTrue || a == b) return b;
    if (b == kTrue) return a;
    for (int side = 0; side < 2 && !changed; ++side) {
      std::swap(a, b);
      const Lit known = rewrite_and_one(a, b, changed);
      if (known != kNone) return known;
    }
    if (changed) continue;
    if (!is_gate(a, GateKind::And) || !is_gate(b, GateKind::And)) return kNone;
    if (is_negated(a) && is_negated(b)) return rewrite_and_negated(a, b);
    if (is_negated(b)) std::swap(a, b);
    const Lit known = rewrite_and_two(a, b, changed);
    if (known != kNone) return known;
  }
  return kNone;
}

}  // namespace bonsai::solve
