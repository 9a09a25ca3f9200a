// Lemmas on demand for reads at symbolic indices.
//
// Idea: the clauses know a lazy read as free bits. A model of the clauses fixes the bytes of the arrays, and
// evaluation says what each read should be. If the terms hold anyway, nothing matters. Otherwise the lowest
// reads whose value differs (those whose index and stores hold no other such read) violate an axiom of arrays
// under this very model, and that instance of the axiom is added:
//   read over write   x = j_k, x != j_1 .. j_(k-1)  =>  r = e_k
//   below all writes  x != j_1 .. j_n               =>  r = read(base, x)
//   two reads         x = y                         =>  r = s             (W. Ackermann, 1954)
//   a read and a cell x = 17                        =>  r = cell 17
//   past the end      x >= size                     =>  r = 0
//   a block of a table: the high bits of x          =>  r = tree over the low bits
// Each excludes the model that asked for it, so the loop ends. Before lemmas, cells that no clause mentions
// simply take the value of the read that looks there. After R. Brummayer and A. Biere, "Lemmas on demand for
// the extensional theory of arrays", 2009.
//
// Tested by bitblast_array_test.cpp.
#include "solve/bitblast/array_refiner.h"

#include "expr/evaluate.h"

namespace bonsai::solve {

using expr::Assignment;
using expr::Kind;
using expr::Term;

namespace {

// From this round on, a read that keeps colliding with cells gets the lemmas of all cells in use.
constexpr unsigned kBulkRound = 8;
constexpr size_t kBulkCells = 4096;
constexpr unsigned kRepairPasses = 8;
constexpr unsigned kBlockBits = 8;
constexpr Work kStep = 50;        // of a walk over terms, measured
constexpr Work kEvaluation = 20;  // of a term, measured

}  // namespace

bool ArrayRefiner::all_hold(std::span<const Term* const> terms, const Assignment& assignment) {
  for (const Term* term : terms)
    if (!expr::holds(store_, term, assignment)) return false;
  return true;
}

ArrayRefiner::Outcome ArrayRefiner::check(Instance& instance, std::span<const Term* const> terms,
                                          unsigned round, Assignment& assignment) {
  const uint64_t before = store_.evaluated();
  const Outcome outcome = compare(instance, terms, round, assignment);
  blaster_.aig().budget().spend((store_.evaluated() - before) * kEvaluation);
  return outcome;
}

ArrayRefiner::Outcome ArrayRefiner::compare(Instance& instance, std::span<const Term* const> terms,
                                            unsigned round, Assignment& assignment) {
  assignment.clear();
  for (const Instance::GroupVariables& used : instance.groups()) {
    const InputGroup& group = blaster_.group(used.group);
    if (group.array == nullptr) continue;
    const uint64_t value = instance.group_value(used);
    if (value != 0) assignment.set(group.array, group.cell, static_cast<uint8_t>(value));
  }
  if (all_hold(terms, assignment)) return Outcome::model;
  if (blaster_.lazy_reads() == 0) return Outcome::mismatch;
  owners_.clear();
  for (unsigned pass = 0; pass < kRepairPasses; ++pass) {
    if (!find_violations(instance, terms, assignment)) return Outcome::gave_up;
    if (!repair(instance, assignment)) break;
    if (all_hold(terms, assignment)) return Outcome::model;
  }
  if (!find_violations(instance, terms, assignment)) return Outcome::gave_up;
  if (violations_.empty()) return Outcome::mismatch;
  return add_lemmas(instance, round, assignment) ? Outcome::refined : Outcome::gave_up;
}

bool ArrayRefiner::is_violated(const Instance& instance, const Term* read, const Assignment& assignment) {
  if (!blaster_.is_lazy(read)) return false;
  const Bits bits = blaster_.word(read);
  const uint64_t expected = expr::evaluate(store_, read, assignment);
  uint64_t value = 0;
  bool differs = false;
  for (size_t i = 0; i < bits.size(); ++i) {
    if (!instance.has(bits[i])) continue;
    const uint64_t bit = instance.value(bits[i]) ? 1 : 0;
    value |= bit << i;
    differs |= bit != ((expected >> i) & 1);
  }
  if (differs) violations_.push_back({read, value, expr::evaluate(store_, read->operand(1), assignment)});
  return differs;
}

// Finds the lowest violated reads, by a walk with operands first; false when the budget is exhausted.
bool ArrayRefiner::find_violations(const Instance& instance, std::span<const Term* const> terms,
                                   const Assignment& assignment) {
  violations_.clear();
  tainted_.clear();
  stack_.assign(terms.rbegin(), terms.rend());
  while (!stack_.empty()) {
    if (!blaster_.aig().budget().spend(kStep)) return false;
    const Term* term = stack_.back();
    if (tainted_.find(term->id()) != nullptr) {
      stack_.pop_back();
      continue;
    }
    const size_t before = stack_.size();
    bool tainted = false;
    const auto visit = [&](const Term* operand) {
      const bool* known = tainted_.find(operand->id());
      if (known == nullptr) {
        stack_.push_back(operand);
      } else {
        tainted |= *known;
      }
    };
    for (const Term* operand : term->operands()) visit(operand);
    if (term->kind() == Kind::Read) {
      const Term* base = blaster_.find_base_read(term);
      if (base != nullptr) visit(base);
    }
    if (stack_.size() > before) continue;
    if (!tainted && term->kind() == Kind::Read) tainted = is_violated(instance, term, assignment);
    tainted_[term->id()] = tainted;
    stack_.pop_back();
  }
  return true;
}

bool ArrayRefiner::cell_in_use(const Instance& instance, const Term* array, uint64_t cell) const {
  const Bits* bits = blaster_.find_cell(array, cell);
  if (bits == nullptr) return false;
  for (Lit bit : *bits)
    if (instance.has(bit)) return true;
  return false;
}

// Gives cells that no clause mentions the value that a read expects there. False if there was none.
bool ArrayRefiner::repair(const Instance& instance, Assignment& assignment) {
  bool repaired = false;
  for (const Violation& violation : violations_) {
    const Term* array = violation.read->operand(0);
    if (array->kind() != Kind::Array || violation.index >= array->array().size) continue;
    if (cell_in_use(instance, array, violation.index)) continue;
    if (!owners_.emplace(cell_key(array, violation.index), violation.read).second) continue;
    assignment.set(array, violation.index, static_cast<uint8_t>(violation.value));
    repaired = true;
  }
  return repaired;
}

bool ArrayRefiner::add_lemmas(Instance& instance, unsigned round, const Assignment& assignment) {
  for (const Violation& violation : violations_) {
    switch (violation.read->operand(0)->kind()) {
      case Kind::Array: add_array_lemma(instance, violation, round); break;
      case Kind::Table: add_table_lemma(instance, violation); break;
      default:
        if (!add_store_lemma(instance, violation, assignment)) return false;
    }
    ++lemmas_;
    if (instance.broken() || blaster_.aig().exhausted()) return false;
  }
  return true;
}

Word ArrayRefiner::constant_index(uint64_t value) const {
  Word word(expr::kIndexWidth);
  for (size_t i = 0; i < word.size(); ++i) word[i] = lit_constant(((value >> i) & 1) != 0);
  return word;
}

bool ArrayRefiner::add_store_lemma(Instance& instance, const Violation& violation,
                                   const Assignment& assignment) {
  Aig& aig = blaster_.aig();
  const Bits index = blaster_.word(violation.read->operand(1));
  const Bits value = blaster_.word(violation.read);
  Lit guard = kTrue;
  for (const Term* at = violation.read->operand(0); at->kind() == Kind::Store; at = at->operand(0)) {
    if (blaster_.blast(at->operand(1)) != BlastStatus::done) return false;
    const Lit hit = bits_equal(aig, index, blaster_.word(at->operand(1)));
    if (expr::evaluate(store_, at->operand(1), assignment) == violation.index) {
      if (blaster_.blast(at->operand(2)) != BlastStatus::done) return false;
      instance.add_equal(aig.land(guard, hit), value, blaster_.word(at->operand(2)));
      return true;
    }
    guard = aig.land(guard, lit_not(hit));
  }
  const Term* base = blaster_.base_read(violation.read);
  if (blaster_.blast(base) != BlastStatus::done) return false;
  instance.add_equal(guard, value, blaster_.word(base));
  return true;
}

void ArrayRefiner::add_cell_lemma(Instance& instance, const Violation& violation, uint64_t cell) {
  const Bits index = blaster_.word(violation.read->operand(1));
  const Lit guard = bits_equal(blaster_.aig(), index, constant_index(cell));
  instance.add_equal(guard, blaster_.word(violation.read), blaster_.cell(violation.read->operand(0), cell));
}

void ArrayRefiner::add_array_lemma(Instance& instance, const Violation& violation, unsigned round) {
  Aig& aig = blaster_.aig();
  const Term* array = violation.read->operand(0);
  const Bits index = blaster_.word(violation.read->operand(1));
  const Bits value = blaster_.word(violation.read);
  if (violation.index >= array->array().size) {
    const Lit inside = bits_less(aig, index, constant_index(array->array().size), false);
    const Word zero(value.size(), kFalse);
    instance.add_equal(lit_not(inside), value, zero);
    return;
  }
  const auto owner = owners_.find(cell_key(array, violation.index));
  if (owner != owners_.end() && owner->second != violation.read) {
    const Lit guard = bits_equal(aig, index, blaster_.word(owner->second->operand(1)));
    instance.add_equal(guard, value, blaster_.word(owner->second));
    return;
  }
  add_cell_lemma(instance, violation, violation.index);
  if (round < kBulkRound) return;
  std::vector<uint64_t> cells;
  for (const Instance::GroupVariables& used : instance.groups()) {
    const InputGroup& group = blaster_.group(used.group);
    if (group.array == array && cells.size() < kBulkCells) cells.push_back(group.cell);
  }
  for (uint64_t cell : cells) add_cell_lemma(instance, violation, cell);
}

void ArrayRefiner::add_table_lemma(Instance& instance, const Violation& violation) {
  Aig& aig = blaster_.aig();
  const expr::TableInfo& table = violation.read->operand(0)->table();
  const Bits index = blaster_.word(violation.read->operand(1));
  const Word block = constant_index(violation.index);
  const Lit guard = bits_equal(aig, index.subspan(kBlockBits), Bits(block).subspan(kBlockBits));
  Word within(index.begin(), index.end());
  std::copy(block.begin() + kBlockBits, block.end(), within.begin() + kBlockBits);
  // The high bits are constant here: as many candidates as the block has elements, also past the table's end.
  const IndexView view = view_index(aig, within, ~uint64_t{0});
  std::vector<uint64_t> leaves(view.leaves());
  uint64_t at = view.base;
  for (size_t i = 0; i < leaves.size(); ++i, at = view.next(at)) leaves[i] = table.element(at);
  const Bits value = blaster_.word(violation.read);
  Word element(value.size());
  select_constants(aig, view, leaves, 0, element);
  if (!aig.exhausted()) instance.add_equal(guard, value, element);
}

}  // namespace bonsai::solve
