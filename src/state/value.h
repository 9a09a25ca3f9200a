// What a register holds: 64 plain bits, or a term.
//
// `term` is null for a plain value of up to 64 bits, held zero-extended in `bits`. Otherwise it is one of
//   - an interned constant, for integers and floats wider than 64 bits,
//   - a symbolic term,
//   - a mark that is not a value: poison, uninitialised, or pending (a result not yet recovered).
// Plain work never allocates, and one test of `term` guards every fast path.
#pragma once

#include <cstdint>

#include "expr/term.h"

namespace bonsai::state {

struct Value {
  uint64_t bits = 0;
  const expr::Term* term = nullptr;

  static Value plain(uint64_t bits) { return {bits, nullptr}; }
  static Value of(const expr::Term* term) {
    if (term->is_constant() && term->width() <= 64) return {term->value(), nullptr};
    return {0, term};
  }
  static Value poison() { return {0, expr::Term::poison()}; }
  static Value uninit() { return {0, expr::Term::uninit()}; }

  bool is_plain() const { return term == nullptr; }
  bool is_poison() const { return term == expr::Term::poison(); }
  bool is_uninit() const { return term == expr::Term::uninit(); }
  bool is_pending() const { return term && term->is_pending(); }
  bool is_mark() const { return term && term->kind() == expr::Kind::Mark; }
};
static_assert(sizeof(Value) == 16);

}  // namespace bonsai::state
