#pragma once

#include <memory>
#include <string>
#include <vector>

#include "expr/assignment.h"
#include "expr/store.h"

// Sorts and values of SMT-LIB as our terms have them.
//
// A Bool is a term of width 1, as is a bit vector of width 1; the sort tells them apart. A float is its bit
// pattern. An array with elements of w bits is ceil(w / 8) byte arrays, the least significant first, each
// indexed by the zero-extended index. A rounding mode is a literal, never a variable.

namespace bonsai::solve::smtlib {

inline constexpr uint32_t kMaxWidth = 1 << 16;

struct Sort {
  enum class Kind : uint8_t { boolean, bit_vector, floating, array, rounding };
  Kind kind = Kind::boolean;
  uint32_t width = 1;     // of a bit vector or float; of an array's elements
  uint32_t index = 0;     // of an array: width of the index
  uint32_t exponent = 0;  // of a float

  static Sort boolean() { return {}; }
  static Sort bit_vector(uint32_t width) { return {Kind::bit_vector, width}; }
  static Sort floating(uint32_t width) {
    return {Kind::floating, width, 0, width == 16 ? 5u : width == 32 ? 8u : 11u};
  }
  static Sort array(uint32_t index, uint32_t element) { return {Kind::array, element, index}; }
  static Sort rounding() { return {Kind::rounding, 0}; }
  uint32_t significand() const { return width - exponent; }
  bool is(Kind k) const { return kind == k; }
  friend bool operator==(const Sort&, const Sort&) = default;
  std::string print() const;
};

struct Value {
  Sort sort;
  const expr::Term* term = nullptr;                                // but of an array or a rounding mode
  std::shared_ptr<const std::vector<const expr::Term*>> planes{};  // of an array
  expr::Rounding mode = expr::Rounding::NearestEven;
};

// A fresh symbol, or the same again for the same name and sort. Arrays have their planes' names numbered.
Value make_symbol(expr::TermStore& store, const std::string& name, const Sort& sort);

Value select(expr::TermStore& store, const Value& array, const expr::Term* index);
Value store_element(expr::TermStore& store, const Value& array, const expr::Term* index,
                    const expr::Term* element);

// A value of the sort as SMT-LIB writes it.
std::string print_value(expr::TermStore& store, const Value& value, const expr::Assignment& model);

}  // namespace bonsai::solve::smtlib
