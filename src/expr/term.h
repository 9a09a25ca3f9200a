#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/wide.h"

// Terms: immutable, interned expressions over bit vectors, byte arrays and floats.
//
// Idea: a term is one fixed-size cell in its store's pool and never moves; equal terms of one store are the
// same pointer. A Boolean is a bit vector of width 1. A float is its bit pattern (see kinds.def). Arrays are
// terms too, but no values: they occur only as operand 0 of Read and Store.
//
// Invariants: hash() depends on structure and array names only, never on ids, addresses or the order of
// creation, so that another worker builds the same term with the same operand order. id() is never reused,
// not even after collection.
//
// Threads: a term belongs to the thread of its store. The evaluation memo inside is written through const
// terms.

namespace bonsai::expr {

class Support;
class TermStore;

using Width = uint32_t;
using Wide = base::Wide;

inline constexpr Width kIndexWidth = 64;  // of every array index

enum class Kind : uint8_t {
#define KIND(name, arity, infix, smt, meaning) name,
#include "expr/kinds.def"
#undef KIND
};

inline constexpr unsigned kKindCount = 0
#define KIND(name, arity, infix, smt, meaning) +1
#include "expr/kinds.def"
#undef KIND
    ;

std::string_view kind_name(Kind kind);   // "Add"
std::string_view kind_infix(Kind kind);  // "+"
std::string_view kind_smt(Kind kind);    // "bvadd"
unsigned kind_arity(Kind kind);
bool is_commutative(Kind kind);
bool is_comparison(Kind kind);  // width 1 from two operands of any width, floats included
bool is_float_kind(Kind kind);  // FAdd to FToUInt: core 1 may give up on these

enum class Rounding : uint8_t { NearestEven, NearestAway, Up, Down, Zero };

// A symbolic byte array as the program named it.
struct ArrayInfo {
  std::string_view name;
  uint64_t size;  // in bytes; reads at or past it are 0
  uint32_t slot;  // dense number within the store, in order of creation; never reused
};

// The elements of a constant array, packed little-endian in 1, 2, 4 or 8 bytes each.
class TableInfo {
 public:
  Width element_width() const { return element_width_; }
  uint64_t size() const { return size_; }
  uint64_t element(uint64_t index) const;                // 0 past the end
  uint64_t common_ones() const { return common_ones_; }  // bits set in every element
  uint64_t common_zeros() const {
    return common_zeros_;
  }  // bits clear in every element, within the element width
  uint32_t stride() const { return stride_; }
  std::span<const uint8_t> bytes() const { return {bytes_, size_ * stride_}; }

 private:
  friend class TermStore;
  Width element_width_ = 0;
  uint32_t stride_ = 1;
  uint64_t size_ = 0;
  uint64_t common_ones_ = 0;
  uint64_t common_zeros_ = 0;
  const uint8_t* bytes_ = nullptr;
};

class Term {
 public:
  // Markers for a register's tag slot: not values, the same address in the whole process, never given to a
  // store.
  static const Term* poison();  // using it is an error
  static const Term* uninit();  // never written
  // What a skipped call left, not yet recovered: the call's number on its path, and which part of it.
  static const Term* pending(uint32_t call, uint32_t part);

  Kind kind() const { return kind_; }
  Width width() const { return width_; }  // of an array: of its elements
  uint64_t id() const { return id_; }
  uint64_t hash() const { return hash_; }

  unsigned arity() const { return arity_; }
  const Term* operand(unsigned i) const {
    assert(i < arity_);
    return operands_[i];
  }
  std::span<const Term* const> operands() const { return {operands_, arity_}; }

  bool is_mark() const { return kind_ == Kind::Mark; }
  bool is_pending() const { return kind_ == Kind::Mark && (payload_.value & 3) == 2; }
  // REQUIRES: pending.
  uint32_t pending_call() const { return uint32_t(payload_.value >> 32); }
  uint32_t pending_part() const { return uint32_t(payload_.value) >> 2; }
  bool is_array() const { return kind_ == Kind::Array || kind_ == Kind::Table || kind_ == Kind::Store; }
  bool is_constant() const { return kind_ == Kind::Constant; }
  bool is_true() const { return kind_ == Kind::Constant && width_ == 1 && payload_.value == 1; }
  bool is_false() const { return kind_ == Kind::Constant && width_ == 1 && payload_.value == 0; }
  bool is_narrow() const { return width_ <= 64; }

  // REQUIRES: a constant of at most 64 bits.
  uint64_t value() const {
    assert(is_constant() && is_narrow());
    return payload_.value;
  }
  // REQUIRES: a constant, of any width.
  Wide wide_value() const { return is_narrow() ? Wide(width_, payload_.value) : *payload_.wide; }

  // REQUIRES: an Extract.
  Width low() const {
    assert(kind_ == Kind::Extract);
    return static_cast<Width>(payload_.value);
  }
  // REQUIRES: FAdd, FSub, FMul, FDiv, FSqrt, FMulAdd, FRound, FConvert, SIntToF or UIntToF.
  Rounding rounding() const { return static_cast<Rounding>(payload_.value); }
  // REQUIRES: an Array.
  const ArrayInfo& array() const {
    assert(kind_ == Kind::Array);
    return *payload_.array;
  }
  // REQUIRES: a Table.
  const TableInfo& table() const {
    assert(kind_ == Kind::Table);
    return *payload_.table;
  }

  // The symbolic bytes that the value may depend on. Interned: equal sets are the same pointer. Never null.
  // Of an array term: what a read from it may depend on.
  const Support* support() const { return support_; }
  // False for constants and tables: no symbolic byte is read.
  bool is_symbolic() const;

  // Bits known whatever the assignment; 0 where nothing is known, and for terms wider than 64 bits.
  uint64_t known_zeros() const { return is_narrow() ? known_zeros_ : 0; }
  uint64_t known_ones() const { return is_narrow() ? known_ones_ : 0; }
  // Bounds that follow from the known bits. REQUIRES: at most 64 bits.
  uint64_t unsigned_min() const { return known_ones_; }
  uint64_t unsigned_max() const { return mask(width_) & ~known_zeros_; }

  // All ones in the low `width` bits, 1 <= width <= 64.
  static constexpr uint64_t mask(Width width) { return ~uint64_t{0} >> (64 - width); }

 private:
  friend class TermStore;
  friend class Evaluator;
  constexpr Term() = default;
  constexpr explicit Term(uint64_t marker) { payload_.value = marker; }

  static constexpr uint8_t kNormalFlag = 1;  // what an outermost request for exactly this term gives
  static constexpr uint8_t kMarkFlag = 2;

  union Payload {
    uint64_t value = 0;  // Constant up to 64 bits, Extract's low, a rounding mode
    const Wide* wide;    // Constant over 64 bits
    const ArrayInfo* array;
    const TableInfo* table;
  };

  uint64_t hash_ = 0;
  Kind kind_ = Kind::Mark;
  uint8_t arity_ = 0;
  mutable uint8_t flags_ = 0;
  Width width_ = 0;
  Payload payload_;
  const Term* operands_[3] = {};
  uint64_t id_ = 0;
  const Support* support_ = nullptr;
  uint64_t known_zeros_ = 0;
  uint64_t known_ones_ = 0;  // of a term over 64 bits: its slot in the evaluator's wide memo, plus 1
  mutable uint64_t memo_epoch_ = 0;
  mutable uint64_t memo_value_ = 0;
};

// What a sum adds up, from left to right; of any other term, the term itself.
std::vector<const Term*> addends(const Term* sum);

}  // namespace bonsai::expr
