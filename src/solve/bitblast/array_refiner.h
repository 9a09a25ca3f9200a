// ArrayRefiner: does a model of the clauses mean a model of the terms? If not because of lazy reads, adds
// lemmas.
//
// Threads: none shared.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "expr/assignment.h"
#include "solve/bitblast/blaster.h"
#include "solve/bitblast/instance.h"

namespace bonsai::solve {

class ArrayRefiner {
 public:
  enum class Outcome : uint8_t {
    model,     // the assignment satisfies all terms, by evaluation
    refined,   // lemmas were added: solve again
    mismatch,  // the clauses do not mean the terms: our own bug
    gave_up    // the budget is exhausted, or a store holds what the blaster does not support
  };

  ArrayRefiner(expr::TermStore& store, Blaster& blaster) : store_(store), blaster_(blaster) {}

  // REQUIRES: the instance just answered sat. `terms` are those asserted or assumed in it. `assignment`
  // receives the cells.
  Outcome check(Instance& instance, std::span<const expr::Term* const> terms, unsigned round,
                expr::Assignment& assignment);

  bool all_hold(std::span<const expr::Term* const> terms, const expr::Assignment& assignment);

  uint64_t lemmas() const { return lemmas_; }

 private:
  struct Violation {
    const expr::Term* read;
    uint64_t value;  // that the instance gave to the read
    uint64_t index;
  };
  using Cell = std::pair<uint32_t, uint64_t>;  // array slot, index

  Outcome compare(Instance& instance, std::span<const expr::Term* const> terms, unsigned round,
                  expr::Assignment& assignment);
  bool find_violations(const Instance& instance, std::span<const expr::Term* const> terms,
                       const expr::Assignment& assignment);
  bool is_violated(const Instance& instance, const expr::Term* read, const expr::Assignment& assignment);
  bool repair(const Instance& instance, expr::Assignment& assignment);
  bool add_lemmas(Instance& instance, unsigned round, const expr::Assignment& assignment);
  bool add_store_lemma(Instance& instance, const Violation& violation, const expr::Assignment& assignment);
  void add_array_lemma(Instance& instance, const Violation& violation, unsigned round);
  void add_cell_lemma(Instance& instance, const Violation& violation, uint64_t cell);
  void add_table_lemma(Instance& instance, const Violation& violation);
  Word constant_index(uint64_t value) const;
  bool cell_in_use(const Instance& instance, const expr::Term* array, uint64_t cell) const;
  static Cell cell_key(const expr::Term* array, uint64_t cell) { return {array->array().slot, cell}; }

  expr::TermStore& store_;
  Blaster& blaster_;
  uint64_t lemmas_ = 0;
  std::vector<Violation> violations_;
  std::map<Cell, const expr::Term*>
      owners_;                       // cells that no clause mentions and that took the value of a read
  FlatMap<uint64_t, bool> tainted_;  // by term id: below it stands a violated read
  std::vector<const expr::Term*> stack_;
};

}  // namespace bonsai::solve
