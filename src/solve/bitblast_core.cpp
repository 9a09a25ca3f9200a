// One question through core 1: circuit, instance, search, model or unsat core.
//
// Tested by bitblast_core_test.cpp, bitblast_fuzz_test.cpp, bitblast_array_test.cpp, bitblast_table_test.cpp.
#include "solve/bitblast_core.h"

#include <cassert>

#include "expr/support.h"
#include "solve/bitblast/array_refiner.h"
#include "solve/bitblast/blaster.h"
#include "solve/bitblast/instance_cache.h"

namespace bonsai::solve {

using expr::Assignment;
using expr::Term;

namespace {

InstanceCacheConfig cache_config(const BitblastConfig& config) {
  InstanceCacheConfig result;
  result.max_instances = config.max_instances;
  result.max_gates = config.max_instance_gates;
  result.assumed = config.assumed_constraints;
  return result;
}

}  // namespace

struct BitblastCore::Parts {
  Parts(expr::TermStore& term_store, const BitblastConfig& c)
      : config(c),
        blaster(term_store, budget),
        refiner(term_store, blaster),
        cache(blaster.aig(), budget, cache_config(c)) {}

  enum class Prepared : uint8_t { ready, contradiction, trivial, unknown };

  Prepared prepare(std::span<const Term* const> constraints, const Term* question,
                   std::vector<uint32_t>* core);
  Answer check_trivial();
  Answer search(std::span<const Term* const> constraints, std::vector<uint32_t>* core);
  Answer search_hard(size_t count, std::vector<uint32_t>* core);
  Answer solve_refined(Instance& instance, std::span<const Lit> assumptions, int conflicts, bool& drop);
  void export_model(Assignment& model) const;
  void report_core(const CachedInstance& entry, std::vector<uint32_t>& core) const;

  BitblastConfig config;
  BitblastStatistics statistics;
  Budget budget;
  Blaster blaster;
  ArrayRefiner refiner;
  InstanceCache cache;

  // Of the current question.
  std::vector<const Term*> terms;  // constraints, then the question
  std::vector<Lit> literals;       // of the constraints
  Lit question_literal = kFalse;
  std::vector<Lit> assumptions;
  Assignment assignment;
};

BitblastCore::BitblastCore(expr::TermStore& store, const BitblastConfig& config)
    : parts_(std::make_unique<Parts>(store, config)) {}

BitblastCore::~BitblastCore() = default;

bool BitblastCore::supports(const Term* term) { return parts_->blaster.supports(term); }

void BitblastCore::visit_roots(const expr::TermStore::Mark& mark) const { parts_->blaster.visit_roots(mark); }

Spent BitblastCore::spent() const { return {parts_->budget.spent(), parts_->budget.by_clock()}; }

const BitblastStatistics& BitblastCore::statistics() {
  BitblastStatistics& s = parts_->statistics;
  s.lemmas = parts_->refiner.lemmas();
  s.instances_made = parts_->cache.made();
  s.instances_rebuilt = parts_->cache.rebuilt();
  s.constraints_promoted = parts_->cache.promoted();
  s.circuit_gates = parts_->blaster.aig().size();
  return s;
}

// Makes the literals; decides the question if they already do.
BitblastCore::Parts::Prepared BitblastCore::Parts::prepare(std::span<const Term* const> constraints,
                                                           const Term* question,
                                                           std::vector<uint32_t>* core) {
  terms.assign(constraints.begin(), constraints.end());
  terms.push_back(question);
  literals.clear();
  bool trivial = true;
  for (const Term* term : terms) {
    const BlastStatus status = blaster.blast(term);
    if (status != BlastStatus::done) {
      ++(status == BlastStatus::unsupported ? statistics.unsupported : statistics.over_limit);
      return Prepared::unknown;
    }
    const Lit literal = blaster.literal(term);
    if (literal == kFalse) {
      if (core != nullptr && literals.size() < constraints.size())
        core->push_back(static_cast<uint32_t>(literals.size()));
      return Prepared::contradiction;
    }
    trivial &= literal == kTrue;
    literals.push_back(literal);
  }
  question_literal = literals.back();
  literals.pop_back();
  return trivial ? Prepared::trivial : Prepared::ready;
}

// All literals are true, so any assignment is a model; it is checked all the same.
Answer BitblastCore::Parts::check_trivial() {
  ++statistics.decided_by_circuit;
  assignment.clear();
  if (refiner.all_hold(terms, assignment)) return Answer::sat;
  assert(false && "the circuit of a term is not the term");
  ++statistics.model_mismatch;
  return Answer::unknown;
}

// Searches until the model is one of the terms. `drop` says that the instance must not be used again.
Answer BitblastCore::Parts::solve_refined(Instance& instance, std::span<const Lit> assumed, int conflicts,
                                          bool& drop) {
  for (unsigned round = 0; round < config.max_rounds; ++round) {
    ++statistics.searches;
    const Answer answer = instance.solve(assumed, conflicts);
    if (answer != Answer::sat) return answer;
    switch (refiner.check(instance, terms, round, assignment)) {
      case ArrayRefiner::Outcome::model: return Answer::sat;
      case ArrayRefiner::Outcome::refined: break;
      case ArrayRefiner::Outcome::gave_up: drop = true; return Answer::unknown;
      case ArrayRefiner::Outcome::mismatch:
        assert(false && "a model of the clauses is no model of the terms");
        ++statistics.model_mismatch;
        drop = true;
        return Answer::unknown;
    }
    if (budget.exhausted()) return Answer::unknown;
  }
  return Answer::unknown;
}

void BitblastCore::Parts::report_core(const CachedInstance& entry, std::vector<uint32_t>& core) const {
  for (size_t i = 0; i < literals.size(); ++i)
    if (i < entry.hard.size() || entry.instance->failed(literals[i]))
      core.push_back(static_cast<uint32_t>(i));
}

// An instance of its own for a question that resisted: everything asserted, inprocessing on.
Answer BitblastCore::Parts::search_hard(size_t count, std::vector<uint32_t>* core) {
  ++statistics.hard_questions;
  Instance instance(blaster.aig(), budget, Instance::Effort::full);
  for (Lit literal : literals) instance.assert_hard(literal);
  instance.assert_hard(question_literal);
  if (instance.broken()) return Answer::unknown;
  bool drop = false;
  const Answer answer = solve_refined(instance, {}, -1, drop);
  if (answer == Answer::unsat && core != nullptr)
    for (uint32_t i = 0; i < count; ++i) core->push_back(i);
  return answer;
}

Answer BitblastCore::Parts::search(std::span<const Term* const> constraints, std::vector<uint32_t>* core) {
  CachedInstance* entry = cache.acquire(constraints, literals, question_literal);
  if (entry == nullptr) return Answer::unknown;
  assumptions.assign(literals.begin() + static_cast<ptrdiff_t>(entry->hard.size()), literals.end());
  assumptions.push_back(question_literal);
  bool drop = false;
  Answer answer = solve_refined(*entry->instance, assumptions, config.easy_conflicts, drop);
  if (answer == Answer::unsat && core != nullptr) report_core(*entry, *core);
  if (drop) cache.drop(entry);
  if (answer != Answer::unknown || drop || budget.exhausted()) return answer;
  return search_hard(constraints.size(), core);
}

// Bytes that the terms read but no clause mentions are 0 in the model, whatever they were before.
void BitblastCore::Parts::export_model(Assignment& model) const {
  constexpr uint64_t kFew = 4096;
  std::vector<expr::CellRange> wide;
  for (const Term* term : terms)
    for (const expr::CellRange& range : term->support()->ranges()) {
      if (range.last - range.first >= kFew) {
        wide.push_back(range);
        continue;
      }
      for (uint64_t cell = range.first; cell <= range.last; ++cell)
        model.set(range.array, cell, assignment.get(range.array, cell));
    }
  if (wide.empty()) return;
  std::vector<std::pair<const Term*, uint64_t>> stale;
  model.for_each([&](uint32_t slot, uint64_t cell, uint8_t) {
    for (const expr::CellRange& range : wide)
      if (range.array->array().slot == slot && cell >= range.first && cell <= range.last)
        stale.emplace_back(range.array, cell);
  });
  for (auto [array, cell] : stale) model.set(array, cell, 0);
  assignment.for_each([&](uint32_t slot, uint64_t cell, uint8_t value) {
    for (const expr::CellRange& range : wide)
      if (range.array->array().slot == slot && cell >= range.first && cell <= range.last)
        model.set(range.array, cell, value);
  });
}

Answer BitblastCore::check(std::span<const Term* const> constraints, const Term* question,
                           const Limits& limits, Assignment* model, std::vector<uint32_t>* core) {
  Parts& p = *parts_;
  ++p.statistics.questions;
  if (core != nullptr) core->clear();
  p.budget.start(limits, p.config.max_question_gates);
  if (p.blaster.memory_units() > p.config.max_circuit || p.blaster.aig().overfull()) {
    p.cache.clear();
    p.blaster.clear();
    ++p.statistics.resets;
  }
  Answer answer = Answer::unknown;
  switch (p.prepare(constraints, question, core)) {
    case Parts::Prepared::ready: answer = p.search(constraints, core); break;
    case Parts::Prepared::contradiction: answer = Answer::unsat, ++p.statistics.decided_by_circuit; break;
    case Parts::Prepared::trivial: answer = p.check_trivial(); break;
    case Parts::Prepared::unknown: ++p.statistics.unknown; return Answer::unknown;
  }
  switch (answer) {
    case Answer::sat:
      ++p.statistics.sat;
      if (model != nullptr) p.export_model(*model);
      break;
    case Answer::unsat: ++p.statistics.unsat; break;
    case Answer::unknown: ++p.statistics.unknown, ++p.statistics.over_limit; break;
  }
  return answer;
}

}  // namespace bonsai::solve
