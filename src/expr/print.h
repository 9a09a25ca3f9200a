#pragma once

#include <cstddef>
#include <string>

#include "expr/store.h"

// The printer for people; smtlib_writer.h is the one for solvers. Output depends on structure only, not on
// ids or addresses.
//
// Threads: as the store's.

namespace bonsai::expr {

// "(input[0] + 0x05) <u 0x10"; four neighbouring bytes as one little-endian word are "input[0:4]". Inner
// terms that occur more than once are named: "let t1 = ..., t2 = ... in ...". Cut with "..." at `limit`
// characters.
std::string to_infix(const Term* term, size_t limit = 4096);

}  // namespace bonsai::expr
