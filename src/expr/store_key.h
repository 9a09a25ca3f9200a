#pragma once

#include <span>

#include "expr/store.h"

// What tells one term from another: the key of the intern table. Private to the store.

namespace bonsai::expr {

struct TermStore::Key {
  Kind kind;
  uint8_t arity;
  Width width;
  uint64_t payload;
  const Term* operands[3];

  std::span<const Term* const> span() const { return {operands, arity}; }
};

}  // namespace bonsai::expr
