#pragma once

#include <cstdint>
#include <ostream>
#include <string_view>

#include "base/result.h"
#include "solve/chain.h"

// Runs SMT-LIB 2 scripts on the chain: what `bonsai solve FILE.smt2` does.
//
// Reads QF_BV, QF_ABV, QF_FP, QF_BVFP and QF_ABVFP: set-logic, set-info, set-option, declare-fun (without
// parameters), declare-const, define-fun (expanded), define-const, define-sort (without parameters), assert,
// check-sat, check-sat-assuming, push, pop, get-value, get-model, echo, reset, reset-assertions, exit.
// A declared bit vector of w bits is a symbolic array of ceil(w/8) bytes, an array is one symbolic array per
// byte of its elements. Not supported, and said so with the place: quantifiers, uninterpreted functions,
// integers and reals, equality and ite of arrays, floats but of 16, 32 and 64 bits, fp.rem, rounding modes as
// variables.
//
// Output is as z3's: one line per check-sat (sat, unsat, unknown), and the values asked for.

namespace bonsai::solve {

struct ScriptSummary {
  uint64_t sat = 0;
  uint64_t unsat = 0;
  uint64_t unknown = 0;
};

// An error's message is "line L column C: what is wrong"; what came before it has been run and printed.
// REQUIRES: `text` stays as it is during the call.
base::Result<ScriptSummary> run_script(std::string_view text, Chain& chain, std::ostream& out);

}  // namespace bonsai::solve
