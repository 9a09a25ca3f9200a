// Circuits over words: bit vectors as arrays of literals, least significant first.
//
// Every function writes its result to `out`, which must not overlap the operands. All widths from 1 on.
// Constants need no special care from the caller: they are literals, and the gates fold them.
//
// Threads: none shared. Failure: as the Aig's; the loops stop early when the budget is exhausted.
#pragma once

#include <span>
#include <vector>

#include "solve/bitblast/aig.h"

namespace bonsai::solve {

using Bits = std::span<const Lit>;
using OutBits = std::span<Lit>;
using Word = std::vector<Lit>;

// word_arith.cpp
Lit bits_equal(Aig& aig, Bits a, Bits b);
Lit bits_less(Aig& aig, Bits a, Bits b, bool or_equal);         // unsigned
Lit bits_signed_less(Aig& aig, Bits a, Bits b, bool or_equal);  // signed
Lit bits_any(Aig& aig, Bits a);                                 // not zero
void bits_add(Aig& aig, Bits a, Bits b, OutBits out);
void bits_subtract(Aig& aig, Bits a, Bits b, OutBits out);
void bits_negate(Aig& aig, Bits a, OutBits out);
void bits_mux(Aig& aig, Lit condition, Bits then_bits, Bits else_bits, OutBits out);

// word_shift.cpp
enum class ShiftKind : uint8_t { left, logical_right, arithmetic_right };
void bits_shift(Aig& aig, ShiftKind kind, Bits a, Bits amount, OutBits out);

// word_multiply.cpp
void bits_multiply(Aig& aig, Bits a, Bits b, OutBits out);

// word_divide.cpp: quotient and remainder at once.
void bits_divide(Aig& aig, Bits a, Bits b, OutBits quotient, OutBits remainder);

}  // namespace bonsai::solve
