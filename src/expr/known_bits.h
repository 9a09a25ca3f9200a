#pragma once

#include <cstdint>
#include <span>

#include "expr/term.h"

// Bits of a term that are the same under every assignment, from the known bits of its operands: O(1) per
// term.
//
// Threads: pure functions.

namespace bonsai::expr {

struct KnownBits {
  uint64_t zeros = 0;
  uint64_t ones = 0;
};

// Of a term about to be made, at most 64 bits wide, over these operands. `payload` is Extract's low.
KnownBits known_bits(Kind kind, Width width, uint64_t payload, std::span<const Term* const> operands);

}  // namespace bonsai::expr
