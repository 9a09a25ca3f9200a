// Blaster: terms to words of the circuit.
//
// Idea: every subterm is translated once and remembered by id, for as long as the circuit lives; instances
// (instance.h) take the parts that they need. So a term that occurs in many instances costs circuit work
// once. The walk is iterative: depth is bounded by memory, not by the stack.
//
// Symbolic arrays: the byte at a constant index is a group of 8 inputs. A read at a symbolic index with few
// candidates selects among their bytes; with more it becomes "lazy": 8 free inputs, whose consistency with
// the bytes, with other reads and with stores is enforced by lemmas when a model violates it
// (array_refiner.h).
//
// Memory: results are remembered by id, which is never reused, so terms may be collected meanwhile. Terms
// that the blaster itself made are kept alive through visit_roots.
//
// Threads: none shared.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "expr/store.h"
#include "solve/bitblast/aig.h"
#include "solve/bitblast/flat_map.h"
#include "solve/bitblast/lookup.h"
#include "solve/bitblast/word.h"

namespace bonsai::solve {

enum class BlastStatus : uint8_t {
  done,
  unsupported,  // a float kind
  exhausted     // the budget
};

// What 1 or 8 inputs of the circuit stand for.
struct InputGroup {
  const expr::Term* array = nullptr;  // null: the value of a lazy read
  uint64_t cell = 0;
};

class Blaster {
 public:
  Blaster(expr::TermStore& store, Budget& budget);

  // Makes the words of the term and its subterms. After anything but done, the term has no word.
  BlastStatus blast(const expr::Term* term);
  // REQUIRES: blasted, a value.
  Bits word(const expr::Term* term) const;
  Lit literal(const expr::Term* term) const { return word(term)[0]; }
  // No float kind within reach, lazily read stores included.
  bool supports(const expr::Term* term);

  // The byte of a symbolic array; created on demand. REQUIRES: within its size.
  Bits cell(const expr::Term* array, uint64_t index);
  // The same if it exists.
  const Bits* find_cell(const expr::Term* array, uint64_t index) const;
  const InputGroup& group(uint32_t number) const { return groups_[number]; }

  bool is_lazy(const expr::Term* read) const { return lazy_.find(read->id()) != nullptr; }
  size_t lazy_reads() const { return lazy_.size(); }
  // For a read below whose stores the blaster looked: the read of the base array at the same index. May make
  // terms.
  const expr::Term* base_read(const expr::Term* read);
  // The same if it was made.
  const expr::Term* find_base_read(const expr::Term* read) const;

  Aig& aig() { return aig_; }
  const Aig& aig() const { return aig_; }
  size_t memory_units() const { return aig_.size() + arena_used_; }
  void clear();
  void visit_roots(const expr::TermStore::Mark& mark) const;

  // A read over more stores than this is lazy; an array read with more candidate cells than this is.
  static constexpr unsigned kEagerStores = 8;
  static constexpr size_t kEagerCells = 32;
  // A table look-up with more index bits than this is lazy.
  static constexpr size_t kTreeBits = 20;

 private:
  struct Division {
    expr::Width width;
    const Lit* a;
    const Lit* b;
    const Lit* quotient;
    const Lit* remainder;
  };

  // blaster.cpp
  BlastStatus look_for_floats(const expr::Term* root, bool limited);
  void push_children(const expr::Term* term, std::vector<const expr::Term*>& out);
  OutBits allocate(size_t width);
  OutBits copy(Bits bits);
  void impose_known_bits(const expr::Term* term, OutBits out) const;

  // blast_kinds.cpp
  void blast_one(const expr::Term* term, OutBits out);
  void blast_slices(const expr::Term* term, OutBits out);
  void blast_add(const expr::Term* term, OutBits out);
  void blast_division(const expr::Term* term, OutBits out);
  Division division(Bits a, Bits b);

  // blast_arrays.cpp
  void blast_read(const expr::Term* term, OutBits out);
  void blast_array_read(const expr::Term* term, OutBits out);
  void blast_table_read(const expr::Term* term, OutBits out);
  void blast_lookup(OutBits out);
  void make_lazy(const expr::Term* term, OutBits out);

  expr::TermStore& store_;
  Aig aig_;
  FlatMap<uint64_t, const Lit*> words_;  // by term id
  FlatMap<uint64_t, bool> lazy_;         // by id of the read
  FlatMap<uint64_t, bool> supported_;    // by term id
  std::unordered_map<uint64_t, const expr::Term*> base_reads_;
  std::vector<InputGroup> groups_;
  std::vector<FlatMap<uint64_t, Bits>> cells_;  // by array slot, then by index
  std::unordered_multimap<uint64_t, Division> divisions_;

  std::vector<std::unique_ptr<Lit[]>> arena_;
  Lit* arena_next_ = nullptr;
  size_t arena_left_ = 0;
  size_t arena_used_ = 0;

  // Scratch of the walk.
  std::vector<const expr::Term*> stack_;
  std::vector<const expr::Term*> children_;
  LookupPath lookup_;
  LookupJoin join_;
};

// Stores between the read and its base array, counted up to `limit` + 1.
unsigned count_stores(const expr::Term* read, unsigned limit);
// Is this a term of width 1 that a single decision tree over a table's index decides?
bool decides_by_lookup(const expr::Term* term, LookupPath& path);
// Is this an equation between two table look-ups that is better decided by renaming the elements?
bool decides_by_join(const expr::Term* term, LookupJoin& join);

}  // namespace bonsai::solve
