#pragma once

#include <span>

#include "expr/store.h"

namespace bonsai::solve {

// The term with other operands of the same widths, in normal form. REQUIRES: as many operands as the term
// has, at least one.
const expr::Term* rebuild(expr::TermStore& store, const expr::Term* term,
                          std::span<const expr::Term* const> operands);

}  // namespace bonsai::solve
