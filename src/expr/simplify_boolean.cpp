// Simplification of conditions under what is known at each place.
//
// A nest of conjunctions is simplified as a whole (a nest of disjunctions dually). Its atoms are known in all
// other parts; then each other part is simplified in turn while the rest, as it is by then, is known to hold.
// Facts change from part to part: results are remembered for one set of facts, which has a number. Parts are
// factored before that, so that what several share is visited once, and again when some have changed.
//
// Tested by simplify_boolean_test.cpp.

#include "expr/simplify_boolean.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>
#include <unordered_set>

#include "expr/factor_boolean.h"

namespace bonsai::expr {

namespace {

constexpr unsigned kMaxDepth = 1000;

bool is_connective(const Term* t) {
  return t->width() == 1 && (t->kind() == Kind::And || t->kind() == Kind::Or || t->kind() == Kind::Xor ||
                             t->kind() == Kind::Ite);
}

// x == constant.
bool is_value(const Term* t) { return t->kind() == Kind::Eq && t->operand(1)->is_constant(); }

class Simplifier {
 public:
  Simplifier(TermStore& store, uint64_t& budget) : store_(store), budget_(budget) {}

  const Term* run(const Term* condition) {
    const Signed given = signed_of(store_, condition), got = simplify(given);
    return got == given ? condition : term_of(store_, got);
  }

 private:
  // Facts assumed within its life are forgotten at its end.
  class Scope {
   public:
    explicit Scope(Simplifier& simplifier)
        : simplifier_(simplifier), facts_(simplifier.trail_.size()), context_(simplifier.context_) {}
    ~Scope() { simplifier_.leave(facts_, context_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Simplifier& simplifier_;
    const size_t facts_;
    const uint64_t context_;
  };
  struct Key {
    const Term* term;
    uint64_t context;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const { return base::hash_combine(key.term->hash(), key.context); }
  };

  Signed simplify(Signed s);
  Signed simplify_join(const Term* t);
  Signed simplify_xor(const Term* t);
  Signed simplify_ite(const Term* t);
  bool simplify_parts(std::vector<Signed>& parts, bool is_or);
  Signed join_again(std::span<const Signed> parts, bool is_or);

  std::optional<bool> known(Signed s) const;
  void assume(Signed s, bool value);
  void forget(const Term* t);
  void leave(size_t facts, uint64_t context);

  TermStore& store_;
  uint64_t& budget_;
  unsigned depth_ = 0;
  std::unordered_map<const Term*, bool> facts_;
  std::unordered_map<const Term*, const Term*> values_;  // terms that are known to equal a constant
  std::vector<const Term*> trail_;                       // keys of both, in order
  uint64_t context_ = 0, last_context_ = 0;              // the number of the facts
  std::unordered_map<Key, Signed, KeyHash> memo_;        // of terms, not complements
};

std::optional<bool> Simplifier::known(Signed s) const {
  if (const auto it = facts_.find(s.term); it != facts_.end()) return it->second != s.negated;
  if (!is_value(s.term)) return std::nullopt;
  const auto it = values_.find(s.term->operand(0));
  if (it == values_.end()) return std::nullopt;
  return (it->second == s.term->operand(1)) != s.negated;
}

// A true conjunction gives each of its parts as well, a false disjunction dually.
void Simplifier::assume(Signed s, bool value) {
  if (s.is_constant()) return;
  context_ = ++last_context_;
  const auto put = [&](Signed fact) {
    const bool holds = value != fact.negated;
    if (facts_.try_emplace(fact.term, holds).second) trail_.push_back(fact.term);
    if (!holds || !is_value(fact.term)) return;
    const Term* x = fact.term->operand(0);
    if (values_.try_emplace(x, fact.term->operand(1)).second) trail_.push_back(x);
  };
  put(s);
  if (is_join(s, !value))
    for (Signed part : parts_of(store_, s, !value, budget_)) put(part);
}

void Simplifier::forget(const Term* t) {
  facts_.erase(t);
  context_ = ++last_context_;
}

void Simplifier::leave(size_t facts, uint64_t context) {
  for (size_t i = facts; i < trail_.size(); ++i) {
    facts_.erase(trail_[i]);
    values_.erase(trail_[i]);
  }
  trail_.resize(facts);
  context_ = context;
}

Signed Simplifier::simplify(Signed s) {
  if (s.is_constant()) return s;
  if (const std::optional<bool> value = known(s)) return constant(store_, *value);
  if (!is_connective(s.term) || budget_ == 0 || depth_ >= kMaxDepth) return s;
  const Key key{s.term, context_};
  auto it = memo_.find(key);
  if (it == memo_.end()) {
    --budget_;
    ++depth_;
    const Kind kind = s.term->kind();
    const Signed result = kind == Kind::Xor   ? simplify_xor(s.term)
                          : kind == Kind::Ite ? simplify_ite(s.term)
                                              : simplify_join(s.term);
    --depth_;
    it = memo_.emplace(key, result).first;
  }
  return s.negated ? !it->second : it->second;
}

Signed Simplifier::simplify_join(const Term* t) {
  const bool is_or = t->kind() == Kind::Or;
  const std::vector<Signed> parts = parts_of(store_, {t}, is_or, budget_);
  if (const std::optional<Signed> factored = factor(store_, parts, is_or, budget_))
    return simplify(*factored);
  std::vector<Signed> now = parts;
  {
    const Scope scope(*this);
    if (!simplify_parts(now, is_or)) return constant(store_, is_or);
  }
  return now == parts ? Signed{t} : join_again(now, is_or);
}

// Each part as it is when the others are false (of a conjunction: true). False: one part decides.
bool Simplifier::simplify_parts(std::vector<Signed>& parts, bool is_or) {
  const auto look_up = [&](Signed& part) {
    const std::optional<bool> value = known(part);
    if (value)
      part = constant(store_, *value);
    else
      assume(part, !is_or);
    return value != is_or;
  };
  // Equalities that hold say most: they come first.
  const auto rank = [&](Signed part) {
    if (is_connective(part.term)) return 2;
    return is_value(part.term) && part.negated == is_or ? 0 : 1;
  };
  for (int round = 0; round < 3; ++round)
    for (Signed& part : parts)
      if (!part.is_constant() && rank(part) == round && !look_up(part)) return false;
  for (Signed& part : parts) {
    // One of the joined kind is left from a budget that is out; its own parts would be known in it.
    if (part.is_constant() || !is_connective(part.term) || is_join(part, is_or)) continue;
    forget(part.term);
    part = simplify(part);
    if (part == constant(store_, is_or)) return false;
    assume(part, !is_or);
  }
  return true;
}

// Parts that may have become constants, equal to or complements of others, or of the joined kind.
Signed Simplifier::join_again(std::span<const Signed> parts, bool is_or) {
  std::vector<Signed> all;
  std::unordered_set<Signed, SignedHash> seen;
  for (Signed each : parts)
    for (Signed part : parts_of(store_, each, is_or, budget_)) {
      if (part == constant(store_, !is_or) || !seen.insert(part).second) continue;
      if (part.is_constant() || seen.contains(!part)) return constant(store_, is_or);
      all.push_back(part);
    }
  const std::optional<Signed> factored = factor(store_, all, is_or, budget_);
  return factored ? *factored : join(store_, all, is_or);
}

Signed Simplifier::simplify_xor(const Term* t) {
  const Signed a = signed_of(store_, t->operand(0)), b = signed_of(store_, t->operand(1));
  const Signed x = simplify(a), y = simplify(b);
  if (x == a && y == b) return {t};
  return signed_of(store_, store_.bxor(term_of(store_, x), term_of(store_, y)));
}

Signed Simplifier::simplify_ite(const Term* t) {
  const Signed given[] = {signed_of(store_, t->operand(0)), signed_of(store_, t->operand(1)),
                          signed_of(store_, t->operand(2))};
  const Signed condition = simplify(given[0]);
  if (condition.is_constant()) return simplify(given[condition.negated ? 2 : 1]);
  const auto side = [&](Signed s, bool value) {
    const Scope scope(*this);
    assume(condition, value);
    assume(given[0], value);
    return simplify(s);
  };
  const Signed x = side(given[1], true), y = side(given[2], false);
  if (condition == given[0] && x == given[1] && y == given[2]) return {t};
  return signed_of(store_, store_.ite(term_of(store_, condition), term_of(store_, x), term_of(store_, y)));
}

// How many terms of width 1, atoms included, or `most`.
uint64_t size_of(const Term* condition, uint64_t most) {
  std::unordered_set<const Term*> seen{condition};
  std::vector<const Term*> todo{condition};
  while (!todo.empty() && seen.size() < most) {
    const Term* next = todo.back();
    todo.pop_back();
    if (!is_connective(next) && next->kind() != Kind::Not) continue;
    for (const Term* operand : next->operands())
      if (seen.insert(operand).second) todo.push_back(operand);
  }
  return std::min<uint64_t>(seen.size(), most);
}

}  // namespace

const Term* simplify_boolean(TermStore& store, const Term* condition, uint64_t& budget) {
  assert(condition->width() == 1);
  uint64_t size = size_of(condition, budget);
  budget -= size;
  while (size <= budget && is_connective(signed_of(store, condition).term)) {
    budget -= size;  // for counting what comes out
    const Term* next = Simplifier(store, budget).run(condition);
    const uint64_t next_size = size_of(next, size);
    if (next_size >= size) break;
    condition = next;
    size = next_size;
  }
  return condition;
}

}  // namespace bonsai::expr
