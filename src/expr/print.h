#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/store.h"

// Printers: infix for people, SMT-LIB 2 for solvers. Output depends on structure only, not on ids or
// addresses.
//
// Threads: as the store's.

namespace bonsai::expr {

// "(input[0] + 0x05) <u 0x10"; four neighbouring bytes as one little-endian word are "input[0:4]". Inner
// terms that occur more than once are named: "let t1 = ..., t2 = ... in ...". Cut with "..." at `limit`
// characters.
std::string to_infix(const Term* term, size_t limit = 4096);

// A complete SMT-LIB 2 script that asserts the conjunction of `assertions` (terms of width 1) and checks it.
std::string to_smtlib(std::span<const Term* const> assertions);

// Writes terms to an SMT-LIB 2 solver, bit by bit: each term is defined once, and named after that.
//
// Width 1 is Bool. Bytes of arrays up to kSmallArray cells are constants of 8 bits; larger arrays are arrays.
// Writes and tables are functions of the index. A float operation's result becomes bits through a fresh
// constant and an assertion, which SMT-LIB offers no function for.
class SmtWriter {
 public:
  static constexpr uint64_t kSmallArray = 256;

  // What was declared: one cell, or the whole array.
  struct Declaration {
    const Term* array;
    uint64_t cell;
    bool whole;
    std::string name;
  };

  // Appends to `out` the commands that `term` needs and that were not written before; returns an expression
  // for it, of sort Bool for width 1, else BitVec. REQUIRES: not an array.
  std::string define(const Term* term, std::string& out);

  // As the solver's: what was written after a push is forgotten at its pop.
  void push() { scopes_.push_back({log_.size(), declarations_.size()}); }
  void pop();

  std::span<const Declaration> declarations() const { return declarations_; }
  bool uses_arrays() const { return uses_arrays_; }
  bool uses_floats() const { return uses_floats_; }

 private:
  enum class Form : uint8_t { Bits, Float, Function };
  struct Scope {
    size_t log, declarations;
  };

  static uint64_t key(const Term* t, Form form) { return t->id() * 4 + static_cast<uint64_t>(form); }
  bool is_written(const Term* t) const;
  void remember(uint64_t key, std::string text);
  void write(const Term* t);
  void name(const Term* t, std::string text, bool is_float);
  void write_array(const Term* t);
  std::string read(const Term* t);
  std::string expression(const Term* t);
  std::string boolean_expression(const Term* t);
  std::string float_expression(const Term* t);
  std::string float_to_int(const Term* t);
  std::string remainder(const Term* t);
  std::string value(const Term* t);     // Bool or BitVec
  std::string bits(const Term* t);      // BitVec, also at width 1
  std::string as_float(const Term* t);  // FloatingPoint
  std::string cell(const Term* array, uint64_t index);
  std::string tree(const Term* array, uint64_t first, unsigned bit);

  std::string* out_ = nullptr;
  std::unordered_map<uint64_t, std::string> names_;
  std::unordered_map<std::string, std::string> cells_;
  std::vector<uint64_t> log_;  // keys in order of writing
  std::vector<Declaration> declarations_;
  std::vector<Scope> scopes_;
  uint64_t next_name_ = 1;
  bool uses_arrays_ = false;
  bool uses_floats_ = false;
  std::unordered_map<uint64_t, unsigned> uses_;  // within one define
};

}  // namespace bonsai::expr
