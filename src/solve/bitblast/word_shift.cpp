// Barrel shifters: one row of Mux gates per bit of the amount that can matter, then one gate per bit for
// larger amounts.
//
// Rows shift by 1, 2, 4, ... up to the first power of two that is at least the width; amounts between the
// width and that power shift everything out by themselves. A constant amount folds to a renaming.
//
// Tested by kinds_test.cpp.
#include <bit>

#include "solve/bitblast/word.h"

namespace bonsai::solve {

void bits_shift(Aig& aig, ShiftKind kind, Bits a, Bits amount, OutBits out) {
  const size_t width = a.size();
  const size_t rows = std::bit_width(width - 1);
  const Lit fill = kind == ShiftKind::arithmetic_right ? a[width - 1] : kFalse;
  Word from(a.begin(), a.end()), to(width);
  for (size_t row = 0; row < rows && !aig.exhausted(); ++row) {
    if (amount[row] == kFalse) continue;
    const size_t distance = size_t{1} << row;
    for (size_t i = 0; i < width; ++i) {
      Lit shifted = fill;
      if (kind == ShiftKind::left) {
        if (i >= distance) shifted = from[i - distance];
      } else if (i + distance < width) {
        shifted = from[i + distance];
      }
      to[i] = aig.lmux(amount[row], shifted, from[i]);
    }
    from.swap(to);
  }
  const Lit beyond = bits_any(aig, amount.subspan(rows));
  for (size_t i = 0; i < width; ++i) out[i] = aig.lmux(beyond, fill, from[i]);
}

}  // namespace bonsai::solve
