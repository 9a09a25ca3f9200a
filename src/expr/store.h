#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/pool.h"
#include "base/stop_signal.h"
#include "expr/support_table.h"
#include "expr/term.h"

// TermStore: makes terms, in normal form, and owns them.
//
// Idea: every make function first rewrites (rewrite_*.cpp, one file per family), then interns. The meaning of
// a term is that of SMT-LIB and total: see kinds.def. Rewriting preserves that meaning exactly.
//
// trunc() and extract(t, 0, w) mean the same, with different intentions: trunc narrows the arithmetic below
// it, extract slices and leaves it alone, so that a value stored byte by byte is found whole again when the
// bytes are concatenated.
//
// Memory: a term lives until a collect() that does not reach it from the roots. Arrays and the two Booleans
// are never collected.
//
// Threads: one store per worker, no locks; terms of different stores must not be mixed.
//
// Failure: none. Widths that do not fit are our own bugs, and asserted.

namespace bonsai::expr {

struct StoreStatistics {
  uint64_t live_terms = 0;
  uint64_t live_bytes = 0;      // terms, wide constants, tables, supports, intern tables
  uint64_t reserved_bytes = 0;  // the pool of term cells, free ones included
  uint64_t made_terms = 0;      // cells filled since the beginning
  uint64_t intern_hits = 0;
  uint64_t cache_hits = 0;  // construction answered before rewriting
  uint64_t collections = 0;
  uint64_t collected_terms = 0;
};

class TermStore {
 public:
  TermStore();
  ~TermStore();
  TermStore(const TermStore&) = delete;
  TermStore& operator=(const TermStore&) = delete;

  // Constants. A value wider than the width is cut.
  const Term* constant(Width width, uint64_t value);
  const Term* constant(const Wide& value);
  const Term* zero(Width width) { return constant(width, 0); }
  const Term* one(Width width) { return constant(width, 1); }
  const Term* all_ones(Width width);
  const Term* bool_true() const { return true_; }
  const Term* bool_false() const { return false_; }
  const Term* boolean(bool value) const { return value ? true_ : false_; }

  // By kind, for kinds whose result width follows from the operands and that take no rounding mode.
  const Term* make(Kind kind, const Term* a);
  const Term* make(Kind kind, const Term* a, const Term* b);
  const Term* make(Kind kind, const Term* a, const Term* b, const Term* c);

  // Bit vectors. REQUIRES: operands of equal width.
  const Term* add(const Term* a, const Term* b) { return make(Kind::Add, a, b); }
  const Term* sub(const Term* a, const Term* b);
  const Term* mul(const Term* a, const Term* b) { return make(Kind::Mul, a, b); }
  const Term* udiv(const Term* a, const Term* b) { return make(Kind::UDiv, a, b); }
  const Term* sdiv(const Term* a, const Term* b) { return make(Kind::SDiv, a, b); }
  const Term* urem(const Term* a, const Term* b) { return make(Kind::URem, a, b); }
  const Term* srem(const Term* a, const Term* b) { return make(Kind::SRem, a, b); }
  const Term* band(const Term* a, const Term* b) { return make(Kind::And, a, b); }
  const Term* bor(const Term* a, const Term* b) { return make(Kind::Or, a, b); }
  const Term* bxor(const Term* a, const Term* b) { return make(Kind::Xor, a, b); }
  const Term* bnot(const Term* a) { return make(Kind::Not, a); }
  const Term* neg(const Term* a) { return make(Kind::Neg, a); }
  const Term* shl(const Term* a, const Term* amount) { return make(Kind::Shl, a, amount); }
  const Term* lshr(const Term* a, const Term* amount) { return make(Kind::LShr, a, amount); }
  const Term* ashr(const Term* a, const Term* amount) { return make(Kind::AShr, a, amount); }

  // Comparisons: width 1.
  const Term* eq(const Term* a, const Term* b) { return make(Kind::Eq, a, b); }
  const Term* ne(const Term* a, const Term* b) { return bnot(eq(a, b)); }
  const Term* ult(const Term* a, const Term* b) { return make(Kind::Ult, a, b); }
  const Term* ule(const Term* a, const Term* b) { return make(Kind::Ule, a, b); }
  const Term* ugt(const Term* a, const Term* b) { return ult(b, a); }
  const Term* uge(const Term* a, const Term* b) { return ule(b, a); }
  const Term* slt(const Term* a, const Term* b) { return make(Kind::Slt, a, b); }
  const Term* sle(const Term* a, const Term* b) { return make(Kind::Sle, a, b); }
  const Term* sgt(const Term* a, const Term* b) { return slt(b, a); }
  const Term* sge(const Term* a, const Term* b) { return sle(b, a); }

  // Booleans. REQUIRES: width 1.
  const Term* land(const Term* a, const Term* b) { return make(Kind::And, a, b); }
  const Term* lor(const Term* a, const Term* b) { return make(Kind::Or, a, b); }
  const Term* lnot(const Term* a) { return make(Kind::Not, a); }
  const Term* implies(const Term* a, const Term* b) { return lor(lnot(a), b); }
  const Term* ite(const Term* condition, const Term* then_term, const Term* else_term) {
    return make(Kind::Ite, condition, then_term, else_term);
  }

  // Widths. zext and sext to the same width give the term itself. REQUIRES: the slice lies within the
  // operand.
  const Term* zext(const Term* a, Width width);
  const Term* sext(const Term* a, Width width);
  const Term* trunc(const Term* a, Width width);
  const Term* extract(const Term* a, Width low, Width width);
  const Term* concat(const Term* high, const Term* low) { return make(Kind::Concat, high, low); }
  const Term* sign_bit(const Term* a) { return extract(a, a->width() - 1, 1); }
  // zext or trunc, whichever fits.
  const Term* resize(const Term* a, Width width) {
    return width < a->width() ? trunc(a, width) : zext(a, width);
  }

  // Arrays; indices have kIndexWidth bits. The same name with the same size is the same array.
  const Term* array(std::string_view name, uint64_t size);
  const Term* table(std::span<const uint64_t> elements, Width element_width);
  const Term* table(std::span<const uint8_t> bytes);
  const Term* store(const Term* array, const Term* index, const Term* element) {
    return make(Kind::Store, array, index, element);
  }
  const Term* read(const Term* array, const Term* index) { return make(Kind::Read, array, index); }
  const Term* symbolic_byte(const Term* array, uint64_t index) {
    return read(array, constant(kIndexWidth, index));
  }
  // Neighbouring bytes as one number, the first the lowest.
  const Term* symbolic_word(const Term* array, uint64_t first, uint64_t bytes) {
    const Term* all = symbolic_byte(array, first);
    for (uint64_t i = 1; i < bytes; ++i) all = concat(symbolic_byte(array, first + i), all);
    return all;
  }
  // The symbolic arrays made so far; ArrayInfo::slot is the position.
  std::span<const Term* const> arrays() const { return arrays_; }

  // Floats: bit patterns of width 16, 32 or 64. REQUIRES: no NearestAway, except in fround.
  const Term* fadd(const Term* a, const Term* b, Rounding r = Rounding::NearestEven);
  const Term* fsub(const Term* a, const Term* b, Rounding r = Rounding::NearestEven);
  const Term* fmul(const Term* a, const Term* b, Rounding r = Rounding::NearestEven);
  const Term* fdiv(const Term* a, const Term* b, Rounding r = Rounding::NearestEven);
  const Term* frem(const Term* a, const Term* b) { return make(Kind::FRem, a, b); }
  const Term* fsqrt(const Term* a, Rounding r = Rounding::NearestEven);
  const Term* fma(const Term* a, const Term* b, const Term* c, Rounding r = Rounding::NearestEven);
  const Term* fround(const Term* a, Rounding r);
  const Term* feq(const Term* a, const Term* b) { return make(Kind::FEq, a, b); }
  const Term* flt(const Term* a, const Term* b) { return make(Kind::FLt, a, b); }
  const Term* fle(const Term* a, const Term* b) { return make(Kind::FLe, a, b); }
  const Term* fconvert(const Term* a, Width width, Rounding r = Rounding::NearestEven);
  const Term* sint_to_f(const Term* a, Width width, Rounding r = Rounding::NearestEven);
  const Term* uint_to_f(const Term* a, Width width, Rounding r = Rounding::NearestEven);
  const Term* f_to_sint(const Term* a, Width width);
  const Term* f_to_uint(const Term* a, Width width);
  // These are bit operations and make no float kinds: sign operations keep NaN payloads, as LLVM's do.
  const Term* fneg(const Term* a);
  const Term* fabs(const Term* a);
  const Term* fcopysign(const Term* magnitude, const Term* sign);
  const Term* fisnan(const Term* a);
  const Term* fisinf(const Term* a);
  const Term* fiszero(const Term* a);
  const Term* funordered(const Term* a, const Term* b) { return lor(fisnan(a), fisnan(b)); }
  // IEEE 754-2008 minNum and maxNum: the other operand when one is NaN; of equal operands (+0, -0) the
  // second.
  const Term* fmin(const Term* a, const Term* b);
  const Term* fmax(const Term* a, const Term* b);

  // Reclaims every term that no root reaches. `visit_roots` calls mark for each root; null and the static
  // markers are allowed and ignored. `before_sweep`, when given, may drop weak references: is_marked says
  // which terms survive. REQUIRES: no other pointer to a term of this store is used afterwards.
  using Mark = std::function<void(const Term*)>;
  void collect(const std::function<void(const Mark& mark)>& visit_roots,
               const std::function<void()>& before_sweep = nullptr);
  bool is_marked(const Term* term) const;

  const StoreStatistics& statistics();
  // Steps of the evaluator so far: a measure of work that is the same on every run.
  uint64_t evaluated() const { return evaluated_; }

  // Making terms and collecting them looks at `stop`, and throws base::Stopped when the run is over. Then
  // the terms that there are can still be read, but no more can be collected.
  void set_stop(base::StopSignal* stop) { stop_ = stop; }
  void look_for_end(uint64_t steps = 1) {
    if (stop_) stop_->look_for_end(steps);
  }

 private:
  friend class Evaluator;
  struct Key;
  struct Slot {
    uint64_t hash = 0;
    Term* term = nullptr;
  };
  // One answered construction: (tag, operands) before rewriting.
  struct Made {
    uint64_t tag = 0;
    const Term* operands[3] = {};
    const Term* result = nullptr;
  };
  struct TableStorage {
    TableInfo info;
    std::vector<uint8_t> bytes;
  };
  struct ArrayStorage {
    ArrayInfo info;
    std::string name;
  };

  const Term* make_with(Kind kind, Width width, uint64_t payload, const Term* a, const Term* b,
                        const Term* c);
  const Term* trunc_uncached(const Term* a, Width width);
  bool is_outermost() const { return depth_ == 0 && narrowing_ == 0; }
  Made& made_slot(uint64_t tag, const Term* a, const Term* b, const Term* c);
  const Term* build(const Key& key);
  const Term* rewrite(const Key& key);
  const Term* lift_over_ite(const Key& key);
  const Term* fold_constants(const Key& key);
  static uint64_t hash_of(const Key& key);
  const Term* intern(const Key& key, uint64_t hash);
  const Term* insert(const Key& key, uint64_t hash);
  const Support* support_of(const Key& key);
  const Term* table_of(std::unique_ptr<TableStorage> storage);
  size_t find_slot(const Key& key, uint64_t hash) const;
  void grow();
  void mark_from(const Term* root);
  void sweep();

  base::Pool<Term> pool_;
  std::vector<Slot> slots_;  // open addressing by structural hash
  size_t count_ = 0;
  std::vector<Made> made_;  // direct-mapped
  unsigned depth_ = 0;      // of nested constructions
  unsigned narrowing_ = 0;  // of nested trunc pushed into arithmetic
  uint64_t next_id_ = 1;
  SupportTable supports_;
  StoreStatistics statistics_;

  std::vector<const Term*> arrays_;
  std::vector<std::unique_ptr<ArrayStorage>> array_storage_;
  std::unordered_map<const Term*, std::unique_ptr<TableStorage>> table_storage_;
  std::unordered_map<const Term*, std::unique_ptr<Wide>> wide_storage_;
  size_t table_bytes_ = 0;
  const Term* true_ = nullptr;
  const Term* false_ = nullptr;
  std::vector<const Term*> mark_stack_;
  base::StopSignal* stop_ = nullptr;

  // The evaluator's.
  uint64_t next_epoch_ = 1;
  uint64_t evaluated_ = 0;
  std::vector<const Term*> evaluation_stack_;
  std::vector<Wide> wide_memo_;
  std::vector<uint32_t> free_wide_memo_;
};

}  // namespace bonsai::expr
