#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "expr/term.h"

// SmtlibWriter: prints terms as SMT-LIB 2 commands, incrementally.
//
// Idea: a scope for every (push); what a scope declared or defined goes with its (pop), so a term is printed
// once as long as it stays asserted. A symbolic byte read at a constant index is a constant of 8 bits; an
// array that is read at a symbolic index or written to is an array, and stays one for this writer. A term of
// width 1 is a Bool. A float result is a value of the floating-point theory; where its bits are needed, a
// constant is declared that stands for them (the theory has no function for that), NaN being the canonical
// one.
//
// Threads: as the store's.

namespace bonsai::expr {

class SmtlibWriter {
 public:
  SmtlibWriter() { scopes_.emplace_back(); }

  // A model of the asserted terms is given by these values: a byte, or a cell of an array by its index.
  struct ByteName {
    const Term* array;
    uint64_t cell;
    std::string name;
  };
  struct CellName {
    const Term* array;
    std::string index;
    std::string value;
  };

  // True when an array has to become an array that the scopes know as bytes: then pop everything first.
  // REQUIRES: called for each term before it is asserted.
  bool prepare(const Term* term);
  void push();
  void pop(size_t count = 1);
  size_t depth() const { return scopes_.size() - 1; }
  void assert_term(const Term* term);
  // Writes what the term needs; an expression for it, of sort Bool at width 1, else BitVec. It holds as long
  // as the scope. REQUIRES: no array.
  std::string define(const Term* term);

  // The commands since the last call.
  std::string take() { return std::exchange(text_, {}); }
  void append(std::string_view text) { text_ += text; }

  // Gives up once there are more bytes to take, or `interrupt` becomes true: what was written then is no use,
  // and neither is this writer. Without this call nothing is too long.
  void limit(size_t most, const std::atomic<bool>* interrupt) {
    most_ = most;
    interrupt_ = interrupt;
  }
  bool has_given_up() {
    given_up_ |= text_.size() > most_ || (interrupt_ && interrupt_->load(std::memory_order_relaxed));
    return given_up_;
  }

  template <typename OnByte, typename OnCell>
  void for_each_value(OnByte&& on_byte, OnCell&& on_cell) const {
    for (const Scope& scope : scopes_) {
      for (const ByteName& byte : scope.bytes) on_byte(byte);
      for (const CellName& cell : scope.cells) on_cell(cell);
    }
  }

 private:
  struct Scope {
    std::vector<std::string> keys;  // what was declared or defined here
    std::vector<ByteName> bytes;
    std::vector<CellName> cells;
  };

  bool define_once(const std::string& key);
  void write_dag(const Term* term);
  void write_one(const Term* term, bool named);
  static std::string sort(const Term* term);
  static std::string bit_vector(Width width);
  static std::string float_sort(Width width);
  static std::string literal(const Wide& value);
  static std::string literal(Width width, uint64_t value);
  std::string body(const Term* term);
  std::string slice_body(const Term* term);
  std::string read_body(const Term* term);
  std::string table_read(const Term* term);
  bool is_too_long(const TableInfo& table);
  std::string float_body(const Term* term);
  std::string float_to_int(const Term* term);
  std::string float_bits(const Term* term);
  std::string array(const Term* term);
  std::string byte(const Term* array, uint64_t cell);
  std::string bits(const Term* term);  // as a bit vector, also at width 1
  size_t most_ = ~size_t{0};
  const std::atomic<bool>* interrupt_ = nullptr;
  bool given_up_ = false;
  std::string text_of(const Term* term);   // as a Bool at width 1, else as a bit vector
  std::string as_float(const Term* term);  // as a value of the floating-point theory

  std::string text_;
  std::vector<Scope> scopes_;
  std::unordered_set<std::string> defined_;
  std::unordered_set<uint32_t> arrays_;                    // slots of arrays that are arrays
  std::unordered_map<uint32_t, uint32_t> bytes_in_scope_;  // slot -> bytes that the scopes name
  std::unordered_map<const Term*, std::string> inline_;    // of the term being asserted
};

// A complete script that asserts the conjunction of `assertions` (terms of width 1) and checks it.
std::string to_smtlib(std::span<const Term* const> assertions);

}  // namespace bonsai::expr
