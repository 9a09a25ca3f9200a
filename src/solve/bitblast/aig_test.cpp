// Gates against their truth tables: every rewriting step, and the clauses that come out.
#include "solve/bitblast/aig.h"

#include <gtest/gtest.h>

#include "solve/bitblast/instance.h"
#include "solve/bitblast/random_terms_test.h"

namespace bonsai::solve {
namespace {

// A circuit over four inputs with the truth table of every literal, as 16 bits, made beside it.
class Circuit {
 public:
  Circuit() {
    static constexpr uint16_t kColumns[] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
    budget_.start(Limits{std::chrono::hours(1)}, 1'000'000);
    literals.push_back({kFalse, 0});
    for (uint32_t i = 0; i < 4; ++i) literals.push_back({aig.input(0, i), kColumns[i]});
  }

  struct Entry {
    Lit literal;
    uint16_t truth;
  };
  Entry pick(Dice& dice) const {
    const Entry& entry = literals[dice.below(literals.size())];
    return dice.below(2) == 0 ? entry : Entry{lit_not(entry.literal), static_cast<uint16_t>(~entry.truth)};
  }
  Entry grow(Dice& dice) {
    const Entry a = pick(dice), b = pick(dice), c = pick(dice);
    Entry made;
    switch (dice.below(6)) {
      case 0:
      case 1: made = {aig.land(a.literal, b.literal), static_cast<uint16_t>(a.truth & b.truth)}; break;
      case 2: made = {aig.lor(a.literal, b.literal), static_cast<uint16_t>(a.truth | b.truth)}; break;
      case 3: made = {aig.lxor(a.literal, b.literal), static_cast<uint16_t>(a.truth ^ b.truth)}; break;
      case 4:
        made = {aig.lmux(a.literal, b.literal, c.literal),
                static_cast<uint16_t>((a.truth & b.truth) | (~a.truth & c.truth))};
        break;
      default:
        made = {aig.lmaj(a.literal, b.literal, c.literal),
                static_cast<uint16_t>((a.truth & b.truth) | (a.truth & c.truth) | (b.truth & c.truth))};
    }
    literals.push_back(made);
    return made;
  }
  // The truth table of a literal, from the gates alone.
  uint16_t table(Lit literal) const {
    std::vector<uint16_t> tables(aig.size());
    for (uint32_t i = 0; i < aig.size(); ++i) {
      const Gate& gate = aig.gate(i);
      const auto of = [&](Lit l) {
        return static_cast<uint16_t>(is_negated(l) ? ~tables[gate_of(l)] : tables[gate_of(l)]);
      };
      switch (gate.kind) {
        case GateKind::Constant: tables[i] = 0; break;
        case GateKind::Input: tables[i] = literals[1 + gate.b].truth; break;
        case GateKind::And: tables[i] = of(gate.a) & of(gate.b); break;
        case GateKind::Xor: tables[i] = of(gate.a) ^ of(gate.b); break;
        case GateKind::Mux: tables[i] = (of(gate.a) & of(gate.b)) | (~of(gate.a) & of(gate.c)); break;
        case GateKind::Maj:
          tables[i] = (of(gate.a) & of(gate.b)) | (of(gate.a) & of(gate.c)) | (of(gate.b) & of(gate.c));
          break;
      }
    }
    const uint16_t table = tables[gate_of(literal)];
    return is_negated(literal) ? static_cast<uint16_t>(~table) : table;
  }

 private:
  Budget budget_;

 public:
  Aig aig{budget_};
  std::vector<Entry> literals;
};

TEST(Aig, rewriting_preserves_truth_tables) {
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    Circuit circuit;
    Dice dice(seed);
    for (int i = 0; i < 25; ++i) {
      const Circuit::Entry made = circuit.grow(dice);
      ASSERT_EQ(circuit.table(made.literal), made.truth) << "seed " << seed << " gate " << i;
    }
  }
}

TEST(Aig, recognises_gates_in_disguise) {
  Budget budget;
  budget.start(Limits{std::chrono::hours(1)}, 1000);
  Aig aig(budget);
  const Lit a = aig.input(0, 0), b = aig.input(0, 1), c = aig.input(0, 2);
  EXPECT_EQ(aig.land(aig.lor(a, b), lit_not(aig.land(a, b))), aig.lxor(a, b));
  EXPECT_EQ(aig.lor(aig.land(c, a), aig.land(lit_not(c), b)), aig.lmux(c, a, b));
  EXPECT_EQ(aig.lmux(c, a, lit_not(a)), lit_not(aig.lxor(c, a)));
  EXPECT_EQ(aig.lmaj(a, b, aig.lmaj(b, a, c)), aig.lmaj(a, b, c));
  EXPECT_EQ(aig.lmaj(a, kFalse, c), aig.land(a, c));
  EXPECT_EQ(aig.land(aig.land(a, b), lit_not(a)), kFalse);
  EXPECT_EQ(aig.land(lit_not(aig.land(a, b)), a), aig.land(a, lit_not(b)));
}

TEST(Aig, exhausted_budget_makes_no_gates) {
  Budget budget;
  budget.start(Limits{std::chrono::hours(1)}, 3);
  Aig aig(budget);
  const Lit a = aig.input(0, 0), b = aig.input(0, 1), c = aig.input(0, 2);
  EXPECT_FALSE(aig.exhausted());
  EXPECT_EQ(aig.land(a, aig.lxor(b, c)), kFalse);
  EXPECT_TRUE(aig.exhausted());
}

// For every input, the clauses allow exactly the value of the gate.
TEST(Instance, clauses_define_the_gates) {
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    Circuit circuit;
    Dice dice(seed);
    Circuit::Entry last{};
    for (int i = 0; i < 20; ++i) last = circuit.grow(dice);
    if (is_constant(last.literal)) continue;
    Budget budget;
    budget.start(Limits{std::chrono::hours(1)}, 1'000'000);
    Instance instance(circuit.aig, budget, Instance::Effort::small);
    instance.define(last.literal);
    for (int input = 0; input < 4; ++input)
      instance.define(circuit.literals[1 + static_cast<size_t>(input)].literal);
    for (int row = 0; row < 16; ++row) {
      std::vector<Lit> assumptions;
      for (int input = 0; input < 4; ++input)
        assumptions.push_back(
            lit_if(circuit.literals[1 + static_cast<size_t>(input)].literal, ((row >> input) & 1) == 0));
      const bool value = ((last.truth >> row) & 1) != 0;
      assumptions.push_back(lit_if(last.literal, !value));
      ASSERT_EQ(instance.solve(assumptions, -1), Answer::sat) << "seed " << seed;
      ASSERT_EQ(instance.value(last.literal), value);
      assumptions.back() = lit_not(assumptions.back());
      ASSERT_EQ(instance.solve(assumptions, -1), Answer::unsat) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace bonsai::solve
