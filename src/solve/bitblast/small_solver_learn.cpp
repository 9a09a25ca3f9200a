// What the small solver learns from a conflict, and what it forgets.
//
// The first unique implication point (J. Marques-Silva and K. Sakallah, 1996), minimised recursively (N.
// Sorensson and A. Biere, 2009). The quality of a learned clause is the number of its decision levels (G.
// Audemard and L. Simon, 2009).
//
// Tested by small_solver_test.cpp, bitblast_fuzz_test.cpp.
#include <algorithm>
#include <bit>

#include "solve/bitblast/small_solver.h"

namespace bonsai::solve {

namespace {

constexpr unsigned kMinimiseDepth = 64;
constexpr uint32_t kGoodQuality = 2;     // learned clauses that are kept for good
constexpr Work kResolution = 40;         // per variable that takes part in a conflict, measured
constexpr size_t kLearnedAtLeast = 400;  // before any are dropped

}  // namespace

// Into learned_, the literal to be asserted first.
void SmallSolver::resolve_to_first_uip(Clause conflict) {
  learned_.assign(1, 0);
  size_t at = trail_.size();
  unsigned open = 0;  // literals of this level that are still to be resolved
  Literal asserting = kNone;
  Clause reason = conflict;
  do {
    for (Literal literal : literals(reason)) {
      const Variable variable = variable_of(literal);
      if (literal == asserting || seen_[variable] != unseen || assigned_[variable].level == 0) continue;
      seen_[variable] = in_conflict;
      analyzed_.push_back(variable);
      if (assigned_[variable].level == level()) {
        ++open;
      } else {
        learned_.push_back(literal);
      }
    }
    do asserting = trail_[--at];
    while (seen_[variable_of(asserting)] == unseen);
    reason = assigned_[variable_of(asserting)].reason;
  } while (--open > 0);
  learned_[0] = asserting ^ 1;
}

// Does the literal follow from others of the learned clause?
bool SmallSolver::is_implied(Literal literal, unsigned depth) {
  const Variable variable = variable_of(literal);
  if (assigned_[variable].level == 0) return true;
  if (depth > 0 && seen_[variable] != unseen) return seen_[variable] != not_implied;
  const Clause reason = assigned_[variable].reason;
  if (reason == kNone || depth > kMinimiseDepth) return false;
  bool result = true;
  for (Literal other : literals(reason))
    if (variable_of(other) != variable && !is_implied(other, depth + 1)) {
      result = false;
      break;
    }
  if (depth > 0) {
    seen_[variable] = result ? implied : not_implied;
    visited_.push_back(variable);
  }
  return result;
}

void SmallSolver::minimise() {
  visited_.clear();
  std::erase_if(learned_, [&](Literal literal) { return literal != learned_[0] && is_implied(literal, 0); });
  for (Variable variable : visited_) seen_[variable] = unseen;
}

uint32_t SmallSolver::count_levels() {
  level_marks_.resize(std::max<size_t>(level_marks_.size(), level() + 1), 0);
  ++level_mark_;
  uint32_t count = 0;
  for (Literal literal : learned_) {
    uint32_t& mark = level_marks_[assigned_[variable_of(literal)].level];
    count += mark != level_mark_;
    mark = level_mark_;
  }
  return count;
}

void SmallSolver::bump_analyzed() {
  std::sort(analyzed_.begin(), analyzed_.end(),
            [&](Variable a, Variable b) { return stamps_[a] < stamps_[b]; });
  for (Variable variable : analyzed_) {
    if (links_[variable].next == kNone) continue;
    dequeue(variable);
    enqueue(variable);
  }
}

void SmallSolver::learn(Clause conflict) {
  analyzed_.clear();
  resolve_to_first_uip(conflict);
  minimise();
  const uint32_t quality = count_levels();
  budget_.spend((analyzed_.size() + visited_.size()) * kResolution);
  for (Variable variable : analyzed_) seen_[variable] = unseen;
  if (learned_.size() == 1) {
    backtrack(0);
    bump_analyzed();
    assign(learned_[0], kNone);
    return;
  }
  const auto second = std::max_element(learned_.begin() + 1, learned_.end(), [&](Literal a, Literal b) {
    return assigned_[variable_of(a)].level < assigned_[variable_of(b)].level;
  });
  std::swap(learned_[1], *second);
  backtrack(assigned_[variable_of(learned_[1])].level);
  bump_analyzed();
  assign(learned_[0], store(learned_, true, quality));
}

// The assumptions that imply that this one is false.
void SmallSolver::find_failed(Literal assumption) {
  const auto decode = [](Literal literal) {
    const int number = static_cast<int>(variable_of(literal)) + 1;
    return (literal & 1) != 0 ? -number : number;
  };
  failed_.push_back(decode(assumption));
  if (level() == 0 || assigned_[variable_of(assumption)].level == 0) return;
  seen_[variable_of(assumption)] = in_conflict;
  for (size_t i = trail_.size(); i > levels_[0]; --i) {
    const Variable variable = variable_of(trail_[i - 1]);
    if (seen_[variable] == unseen) continue;
    seen_[variable] = unseen;
    const Clause reason = assigned_[variable].reason;
    if (reason == kNone) {
      failed_.push_back(decode(trail_[i - 1]));
      continue;
    }
    for (Literal literal : literals(reason))
      if (variable_of(literal) != variable && assigned_[variable_of(literal)].level > 0)
        seen_[variable_of(literal)] = in_conflict;
  }
}

// Drops the worse half of the learned clauses when there are many, and what is true or false for good. Writes
// the rest anew.
void SmallSolver::drop_clauses() {
  if (learned_clauses_ < std::max(kLearnedAtLeast, assigned_.size() / 2)) return;
  std::vector<uint32_t> qualities;
  for (size_t at = 0; at < clauses_.size(); at += header(static_cast<Clause>(at)).size + 1)
    if (const Header h = header(static_cast<Clause>(at)); h.learned) qualities.push_back(h.quality);
  const auto middle = qualities.begin() + static_cast<ptrdiff_t>(qualities.size() / 2);
  std::nth_element(qualities.begin(), middle, qualities.end());
  const uint32_t limit = std::max(*middle, kGoodQuality);
  size_t dispensable = qualities.size() / 2;  // of equal quality the older ones go

  std::vector<uint32_t> old;
  old.swap(clauses_);
  watches_.clear();
  std::fill(lists_.begin(), lists_.end(), WatchList{});
  for (Literal literal : trail_) assigned_[variable_of(literal)].reason = kNone;
  learned_clauses_ = 0;
  for (size_t at = 0; at < old.size();) {
    const auto h = std::bit_cast<Header>(old[at]);
    const std::span<const Literal> literals(old.data() + at + 1, h.size);
    at += h.size + 1;
    if (h.learned && h.quality > kGoodQuality && h.quality >= limit && dispensable > 0) {
      --dispensable;
      continue;
    }
    clause_.clear();
    bool satisfied = false;
    for (Literal literal : literals) {
      satisfied |= values_[literal] > 0;
      if (values_[literal] == 0) clause_.push_back(literal);
    }
    if (!satisfied) store(clause_, h.learned, h.quality);
  }
}

}  // namespace bonsai::solve
