#pragma once

#include <span>
#include <string>

#include "expr/store.h"

// Printers: infix for people, SMT-LIB 2 for solvers. Output depends on structure only, not on ids or
// addresses.
//
// Threads: as the store's.

namespace bonsai::expr {

// "(x[0] + 0x05) <u 0x10". Shared subterms that are large are named once: "let t1 = ... in ...". Cut with
// "..." after about `limit` characters.
std::string to_infix(const Term* term, size_t limit = 4096);

// A complete SMT-LIB 2 script that asserts the conjunction of `assertions` (terms of width 1), without
// (check-sat) and without (exit). Shared subterms become define-funs; every symbolic byte that is read at a
// constant index only is a constant of 8 bits, other arrays are arrays. Logic is chosen by what occurs.
std::string to_smtlib(std::span<const Term* const> assertions);

}  // namespace bonsai::expr
