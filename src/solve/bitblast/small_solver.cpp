// Clauses, propagation and search of the small solver. Learning is in small_solver_learn.cpp.
//
// Tested by small_solver_test.cpp, bitblast_fuzz_test.cpp.
#include "solve/bitblast/small_solver.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace bonsai::solve {

namespace {

constexpr Work kPropagation = 25;  // of one literal, and for each clause that watches it; measured
constexpr Work kWatch = 8;
constexpr unsigned kRestartUnit = 32;  // conflicts

// 1 1 2 1 1 2 4 ... (M. Luby, A. Sinclair, D. Zuckerman, 1993), from index 1 on.
unsigned luby(unsigned index) {
  unsigned bits = static_cast<unsigned>(std::bit_width(index));
  while (index != (1u << bits) - 1) {
    index -= (1u << (bits - 1)) - 1;
    bits = static_cast<unsigned>(std::bit_width(index));
  }
  return 1u << (bits - 1);
}

}  // namespace

SmallSolver::Header SmallSolver::header(Clause clause) const {
  return std::bit_cast<Header>(clauses_[clause]);
}

std::span<SmallSolver::Literal> SmallSolver::literals(Clause clause) {
  return {clauses_.data() + clause + 1, header(clause).size};
}

void SmallSolver::reserve(int variable) {
  const auto count = static_cast<size_t>(variable);
  if (count <= assigned_.size()) return;
  const auto before = static_cast<Variable>(assigned_.size());
  lists_.resize(2 * count);
  values_.resize(2 * count, 0);
  phases_.resize(count, -1);
  assigned_.resize(count);
  links_.resize(count);
  stamps_.resize(count, 0);
  seen_.resize(count, unseen);
  for (Variable v = before; v < count; ++v) enqueue(v);
}

void SmallSolver::enqueue(Variable variable) {
  links_[variable] = {last_, kNone};
  (last_ == kNone ? first_ : links_[last_].next) = variable;
  last_ = variable;
  stamps_[variable] = ++last_stamp_;
  if (values_[2 * variable] == 0) search_from_ = variable;
}

void SmallSolver::dequeue(Variable variable) {
  const Link link = links_[variable];
  (link.previous == kNone ? first_ : links_[link.previous].next) = link.next;
  (link.next == kNone ? last_ : links_[link.next].previous) = link.previous;
}

void SmallSolver::push_watch(Literal literal, Watch watch) {
  WatchList& list = lists_[literal];
  if (list.size == list.capacity) {
    const uint32_t capacity = list.capacity == 0 ? 4 : 2 * list.capacity;
    const size_t first = watches_.size();
    watches_.resize(first + capacity);
    std::copy_n(watches_.begin() + list.first, list.size, watches_.begin() + static_cast<ptrdiff_t>(first));
    list.first = static_cast<uint32_t>(first);
    list.capacity = capacity;
  }
  watches_[list.first + list.size++] = watch;
}

SmallSolver::Clause SmallSolver::store(std::span<const Literal> literals, bool learned, uint32_t quality) {
  const auto clause = static_cast<Clause>(clauses_.size());
  const Header header{static_cast<uint32_t>(literals.size()), std::min(quality, 255u), learned};
  clauses_.push_back(std::bit_cast<uint32_t>(header));
  clauses_.insert(clauses_.end(), literals.begin(), literals.end());
  const bool binary = literals.size() == 2;
  push_watch(literals[0], {clause, literals[1], binary});
  push_watch(literals[1], {clause, literals[0], binary});
  learned_clauses_ += learned;
  return clause;
}

// Into clause_, without what is false for good and what is there twice. False if the clause is true anyway.
bool SmallSolver::simplify(std::span<const int> given) {
  clause_.clear();
  bool useful = true;
  for (int number : given) {
    const Literal literal = encode(number);
    if (values_[literal] > 0) useful = false;
    if (values_[literal] < 0) continue;
    uint8_t& seen = seen_[variable_of(literal)];
    const auto mark = static_cast<uint8_t>(1 + (literal & 1));
    if (seen == mark) continue;
    if (seen != unseen) useful = false;
    seen = mark;
    clause_.push_back(literal);
  }
  for (Literal literal : clause_) seen_[variable_of(literal)] = unseen;
  return useful;
}

void SmallSolver::add_clause(std::span<const int> given) {
  if (level() > 0) backtrack(0);
  // Nearly all clauses are those of a gate: three open literals.
  if (given.size() == 3) {
    const Literal plain[] = {encode(given[0]), encode(given[1]), encode(given[2])};
    const Variable x = variable_of(plain[0]), y = variable_of(plain[1]), z = variable_of(plain[2]);
    if ((values_[plain[0]] | values_[plain[1]] | values_[plain[2]]) == 0 && x != y && x != z && y != z) {
      store(plain, false, 0);
      return;
    }
  }
  if (!simplify(given)) return;
  if (clause_.empty()) {
    contradiction_ = true;
  } else if (clause_.size() == 1) {
    assign(clause_[0], kNone);
  } else {
    store(clause_, false, 0);
  }
}

void SmallSolver::assign(Literal literal, Clause reason) {
  values_[literal] = 1;
  values_[literal ^ 1] = -1;
  assigned_[variable_of(literal)] = {level(), reason};
  trail_.push_back(literal);
}

void SmallSolver::backtrack(uint32_t to) {
  if (level() <= to) return;
  const uint32_t first = levels_[to];
  for (size_t i = trail_.size(); i > first; --i) {
    const Literal literal = trail_[i - 1];
    const Variable variable = variable_of(literal);
    phases_[variable] = (literal & 1) != 0 ? -1 : 1;
    values_[literal] = values_[literal ^ 1] = 0;
    if (stamps_[variable] > stamps_[search_from_]) search_from_ = variable;
  }
  trail_.resize(first);
  levels_.resize(to);
  propagated_ = std::min<size_t>(propagated_, first);
}

// The clause that became false, or kNone.
SmallSolver::Clause SmallSolver::propagate() {
  while (propagated_ < trail_.size()) {
    const Literal falsified = trail_[propagated_] ^ 1;
    if (!budget_.spend(kPropagation + kWatch * lists_[falsified].size)) {
      exhausted_ = true;
      return kNone;
    }
    ++propagated_;
    const Clause conflict = visit_watches(falsified);
    if (conflict != kNone) return conflict;
  }
  return kNone;
}

SmallSolver::Clause SmallSolver::visit_watches(Literal falsified) {
  Watch* watches = watches_.data();  // moves when a watch finds a new list
  size_t from = lists_[falsified].first, to = from;
  const size_t end = from + lists_[falsified].size;
  Clause conflict = kNone;
  while (from < end) {
    const Watch seen = watches[from++];
    const int8_t other_value = values_[seen.other];
    if (other_value > 0) {
      watches[to++] = seen;
      continue;
    }
    if (seen.binary) {
      watches[to++] = seen;
      if (other_value < 0) {
        conflict = seen.clause;
        break;
      }
      assign(seen.other, seen.clause);
      continue;
    }
    Literal* const literals = clauses_.data() + seen.clause + 1;
    const Literal other = literals[0] ^ literals[1] ^ falsified;
    const int8_t value = values_[other];
    if (value > 0) {
      watches[to++] = {seen.clause, other, 0};
      continue;
    }
    const uint32_t size = header(seen.clause).size;
    uint32_t k = 2;
    while (k < size && values_[literals[k]] < 0) ++k;
    if (k < size) {
      const Literal replacement = literals[k];
      literals[0] = other;
      literals[1] = replacement;
      literals[k] = falsified;
      push_watch(replacement, {seen.clause, other, 0});
      watches = watches_.data();
      continue;
    }
    watches[to++] = {seen.clause, other, 0};
    if (value < 0) {
      conflict = seen.clause;
      break;
    }
    assign(other, seen.clause);
  }
  while (from < end) watches[to++] = watches[from++];
  lists_[falsified].size = static_cast<uint32_t>(to - lists_[falsified].first);
  return conflict;
}

// The next decision; false if there is none to take, and the answer is known.
bool SmallSolver::decide(std::span<const Literal> assumptions, Answer& answer) {
  while (level() < assumptions.size()) {
    const Literal assumption = assumptions[level()];
    if (values_[assumption] < 0) {
      find_failed(assumption);
      answer = Answer::unsat;
      return false;
    }
    levels_.push_back(static_cast<uint32_t>(trail_.size()));
    if (values_[assumption] == 0) {
      assign(assumption, kNone);
      return true;
    }
  }
  if (trail_.size() == assigned_.size()) {
    answer = Answer::sat;
    return false;
  }
  while (values_[2 * search_from_] != 0) search_from_ = links_[search_from_].previous;
  levels_.push_back(static_cast<uint32_t>(trail_.size()));
  assign(2 * search_from_ + (phases_[search_from_] < 0 ? 1 : 0), kNone);
  return true;
}

Answer SmallSolver::search(std::span<const Literal> assumptions, int conflicts) {
  unsigned restarts = 1;
  unsigned until_restart = kRestartUnit;
  for (;;) {
    const Clause conflict = propagate();
    if (exhausted_) return Answer::unknown;
    if (conflict != kNone) {
      if (level() == 0) {
        contradiction_ = true;
        return Answer::unsat;
      }
      learn(conflict);
      if (conflicts >= 0 && conflicts-- == 0) return Answer::unknown;
      if (until_restart > 0) --until_restart;
      continue;
    }
    if (until_restart == 0 && level() > assumptions.size()) {
      until_restart = kRestartUnit * luby(++restarts);
      backtrack(static_cast<uint32_t>(assumptions.size()));
    }
    Answer answer;
    if (!decide(assumptions, answer)) return answer;
  }
}

Answer SmallSolver::solve(std::span<const int> assumptions, int conflicts) {
  backtrack(0);
  failed_.clear();
  exhausted_ = false;
  if (contradiction_) return Answer::unsat;
  if (propagate() != kNone) {
    contradiction_ = true;
    return Answer::unsat;
  }
  if (exhausted_) return Answer::unknown;
  drop_clauses();
  assumptions_.clear();
  for (int literal : assumptions) assumptions_.push_back(encode(literal));
  const Answer answer = search(assumptions_, conflicts);
  // Values are read after sat only.
  if (answer != Answer::sat) backtrack(0);
  return answer;
}

bool SmallSolver::value(int variable) const { return values_[encode(variable)] > 0; }

bool SmallSolver::failed(int assumption) const {
  return std::find(failed_.begin(), failed_.end(), assumption) != failed_.end();
}

}  // namespace bonsai::solve
