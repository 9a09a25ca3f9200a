// Factoring of a disjunction of conjunctions (and dually), seen as sets of literals; a literal is whatever is
// no conjunction.
//
// A set that contains another one is absorbed. What all sets have in common is taken out; then the sets part
// by the literal that most have in either polarity, L: (L ∧ F) ∨ (¬L ∧ G) ∨ rest, where F and G are factored
// in turn and what they have in common stands outside of both. The paths of an execution tree part by the
// condition of the root in this way, then by those below: the whole tree becomes true, the tree without one
// leaf a disjunction along the way to that leaf. (Algebraic "quick factoring", Brayton 1987, with
// complements.)
//
// Tested by simplify_boolean_test.cpp.

#include "expr/factor_boolean.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace bonsai::expr {

Signed signed_of(TermStore& store, const Term* term) {
  bool negated = term->kind() == Kind::Not;
  if (negated) term = term->operand(0);
  if (term->kind() == Kind::Ule || term->kind() == Kind::Sle) {
    term = store.lnot(term);
    negated = !negated;
  }
  return term->is_constant() ? constant(store, term->is_true() != negated) : Signed{term, negated};
}

const Term* term_of(TermStore& store, Signed s) { return s.negated ? store.lnot(s.term) : s.term; }

std::vector<Signed> parts_of(TermStore& store, Signed s, bool is_or, uint64_t& budget) {
  if (!is_join(s, is_or)) return {s};
  std::vector<Signed> parts, todo{s};
  std::unordered_set<Signed, SignedHash> seen{s};
  while (!todo.empty()) {
    const Signed next = todo.back();
    todo.pop_back();
    if (budget == 0) {
      parts.push_back(next);
      continue;
    }
    --budget;
    const size_t before = todo.size();
    for (const Term* operand : next.term->operands()) {
      Signed part = signed_of(store, operand);
      part.negated ^= next.negated;
      if (seen.insert(part).second) (is_join(part, is_or) ? todo : parts).push_back(part);
    }
    std::reverse(todo.begin() + static_cast<ptrdiff_t>(before), todo.end());
  }
  return parts;
}

Signed join(TermStore& store, std::span<const Signed> parts, bool is_or) {
  if (parts.empty()) return constant(store, !is_or);
  const Term* all = term_of(store, parts.back());
  for (size_t i = parts.size() - 1; i-- > 0;)
    all = store.make(is_or ? Kind::Or : Kind::And, term_of(store, parts[i]), all);
  return signed_of(store, all);
}

namespace {

constexpr unsigned kMaxDepth = 500;

// A literal is its number: twice that of the term, in order of first occurrence, plus one for a complement.
using Literal = uint32_t;
using Literals = std::vector<Literal>;  // sorted

struct Set {
  Literals literals;
  Signed whole{nullptr};  // the part it was made of, as long as nothing is taken out
};

struct Part {
  Signed formula;
  size_t literals;
};
using Sum = std::vector<Part>;

class Factoring {
 public:
  Factoring(TermStore& store, bool is_or, uint64_t& budget) : store_(store), is_or_(is_or), budget_(budget) {}

  std::optional<Signed> run(std::span<const Signed> parts) {
    std::vector<Set> sets;
    size_t literals = 0;
    for (Signed part : parts) {
      std::vector<Signed> factors = parts_of(store_, part, !is_or_, budget_);
      literals += factors.size();
      if (std::optional<Literals> set = literals_of(factors)) sets.push_back({std::move(*set), part});
    }
    counts_.resize(2 * terms_.size());
    absorb(sets);
    Literal most = 0;
    if (sets.size() == parts.size() && !most_frequent(sets, most)) return std::nullopt;
    Sum sum = sum_of(std::move(sets), 0);
    size_t left = 0;
    for (const Part& part : sum) left += part.literals;
    if (left >= literals) return std::nullopt;
    return join_of(sum);
  }

 private:
  bool spend(size_t cost) {
    if (budget_ < cost) return false;
    budget_ -= cost;
    return true;
  }

  // Nothing for a set that is false.
  std::optional<Literals> literals_of(std::span<const Signed> factors) {
    Literals set;
    for (Signed factor : factors) {
      if (factor == constant(store_, is_or_)) continue;
      if (factor.is_constant()) return std::nullopt;
      auto [it, is_new] = numbers_.try_emplace(factor.term, static_cast<Literal>(terms_.size()));
      if (is_new) terms_.push_back(factor.term);
      set.push_back(2 * it->second + (factor.negated ? 1 : 0));
    }
    std::sort(set.begin(), set.end());
    for (size_t i = 1; i < set.size(); ++i)
      if (set[i] == (set[i - 1] ^ 1)) return std::nullopt;
    return set;
  }

  // Drops each set that contains another. A set that is kept is found by its last literal, which tends to be
  // rare.
  void absorb(std::vector<Set>& sets) {
    std::vector<size_t> order(sets.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::pair(sets[a].literals.size(), a) < std::pair(sets[b].literals.size(), b);
    });
    if (!order.empty() && sets[order.front()].literals.empty()) {
      sets = {Set{}};
      return;
    }
    std::vector<bool> dropped(sets.size());
    std::unordered_map<Literal, std::vector<size_t>> kept;
    const auto contains_one = [&](const Literals& set) {
      for (Literal literal : set) {
        const auto it = kept.find(literal);
        if (it == kept.end()) continue;
        for (size_t other : it->second) {
          if (!spend(1)) return false;
          const Literals& small = sets[other].literals;
          if (std::includes(set.begin(), set.end(), small.begin(), small.end())) return true;
        }
      }
      return false;
    };
    for (size_t i : order) {
      if (contains_one(sets[i].literals))
        dropped[i] = true;
      else
        kept[sets[i].literals.back()].push_back(i);
    }
    size_t next = 0;
    std::erase_if(sets, [&](const Set&) { return dropped[next++]; });
  }

  Sum sum_of(std::vector<Set> sets, unsigned depth) {
    Sum sum;
    while (!sets.empty()) {
      size_t total = 0;
      for (const Set& set : sets) {
        if (set.literals.empty()) return always();
        total += set.literals.size();
      }
      Literal by = 0;
      const bool can_go_on = sets.size() > 1 && depth < kMaxDepth && spend(total);
      if (can_go_on && take_out_common(sets, depth, sum)) return sum;
      if (!can_go_on || !most_frequent(sets, by)) {
        for (const Set& set : sets) sum.push_back({product(set), set.literals.size()});
        return sum;
      }
      std::vector<Set> with, without, rest;
      for (Set& set : sets) {
        const auto it = std::lower_bound(set.literals.begin(), set.literals.end(), by);
        if (it == set.literals.end() || *it > by + 1) {
          rest.push_back(std::move(set));
          continue;
        }
        std::vector<Set>& side = *it == by ? with : without;
        set.literals.erase(it);
        side.push_back({std::move(set.literals)});
      }
      if (!add_choice(by, sum_of(std::move(with), depth + 1), sum_of(std::move(without), depth + 1), sum))
        return always();
      sets = std::move(rest);
    }
    return sum;
  }

  // What is in every set, times the sum of what is left of them.
  bool take_out_common(std::vector<Set>& sets, unsigned depth, Sum& sum) {
    Literals common = sets.front().literals, both;
    for (size_t i = 1; i < sets.size() && !common.empty(); ++i) {
      both.clear();
      std::ranges::set_intersection(common, sets[i].literals, std::back_inserter(both));
      common.swap(both);
    }
    if (common.empty()) return false;
    for (Set& set : sets) {
      Set left;
      std::ranges::set_difference(set.literals, common, std::back_inserter(left.literals));
      set = std::move(left);
    }
    std::vector<Signed> factors;
    for (Literal literal : common) factors.push_back(signed_of_literal(literal));
    add_product(factors, sum_of(std::move(sets), depth + 1), sum);
    return true;
  }

  // The term that occurs most often, as its positive literal. False: none occurs twice.
  bool most_frequent(const std::vector<Set>& sets, Literal& most) {
    for (const Set& set : sets)
      for (Literal literal : set.literals) ++counts_[literal];
    uint32_t count = 1;
    for (const Set& set : sets)
      for (Literal literal : set.literals) {
        const Literal plain = literal & ~Literal{1};
        const uint32_t here = counts_[plain] + counts_[plain + 1];
        if (here < count || here < 2 || (here == count && plain >= most)) continue;
        count = here;
        most = plain;
      }
    for (const Set& set : sets)
      for (Literal literal : set.literals) counts_[literal] = 0;
    return count > 1;
  }

  // (by ∧ with) ∨ (¬by ∧ without). False: it is always so.
  bool add_choice(Literal by, Sum with, Sum without, Sum& sum) {
    const bool yes = is_always(with), no = is_always(without);
    if (yes && no) return false;
    if (yes || no) {
      sum.push_back({signed_of_literal(yes ? by : by + 1), 1});
      const Sum& other = yes ? without : with;
      sum.insert(sum.end(), other.begin(), other.end());
      return true;
    }
    std::unordered_set<Signed, SignedHash> shared;
    for (const Part& part : with) shared.insert(part.formula);
    const auto take = [&](const Part& part) {
      if (!shared.contains(part.formula)) return false;
      sum.push_back(part);
      return true;
    };
    const size_t before = sum.size();
    std::erase_if(without, take);
    shared.clear();
    for (size_t i = before; i < sum.size(); ++i) shared.insert(sum[i].formula);
    std::erase_if(with, [&](const Part& part) { return shared.contains(part.formula); });
    const Signed yes_factor[] = {signed_of_literal(by)}, no_factor[] = {signed_of_literal(by + 1)};
    if (!with.empty()) add_product(yes_factor, with, sum);
    if (!without.empty()) add_product(no_factor, without, sum);
    return true;
  }

  void add_product(std::span<const Signed> factors, const Sum& last, Sum& sum) {
    std::vector<Signed> all(factors.begin(), factors.end());
    size_t literals = all.size();
    for (const Part& part : last) literals += part.literals;
    if (!is_always(last)) all.push_back(join_of(last));
    sum.push_back({join(store_, all, !is_or_), literals});
  }

  Signed product(const Set& set) {
    if (set.whole.term) return set.whole;
    std::vector<Signed> factors;
    for (Literal literal : set.literals) factors.push_back(signed_of_literal(literal));
    return join(store_, factors, !is_or_);
  }
  Signed join_of(const Sum& sum) {
    std::vector<Signed> parts;
    for (const Part& part : sum) parts.push_back(part.formula);
    return join(store_, parts, is_or_);
  }
  Signed signed_of_literal(Literal literal) const { return {terms_[literal / 2], literal % 2 != 0}; }
  Sum always() const { return {{constant(store_, is_or_), 0}}; }
  bool is_always(const Sum& sum) const {
    return sum.size() == 1 && sum.front().formula == constant(store_, is_or_);
  }

  TermStore& store_;
  const bool is_or_;
  uint64_t& budget_;
  std::vector<const Term*> terms_;
  std::unordered_map<const Term*, Literal> numbers_;
  std::vector<uint32_t> counts_;  // of each literal; 0 between uses
};

}  // namespace

std::optional<Signed> factor(TermStore& store, std::span<const Signed> parts, bool is_or, uint64_t& budget) {
  return Factoring(store, is_or, budget).run(parts);
}

}  // namespace bonsai::expr
