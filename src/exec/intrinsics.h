// The engine's functions, one per row of intrinsic.def.
#pragma once

#include "exec/machine.h"

namespace bonsai::exec::intrinsics {

// Not in the table: found by the beginning of their names.
Step ubsan_(IntrinsicCall& call);
Step nondet_(IntrinsicCall& call);
Step nondet_bool_(IntrinsicCall& call);
#define INTRINSIC(name, function, meaning) Step function(IntrinsicCall& call);
#define MATH1(name)                        \
  Step name##_float(IntrinsicCall& call);  \
  Step name##_double(IntrinsicCall& call); \
  Step name##_long(IntrinsicCall& call);
#define MATH2(name) MATH1(name)
#define TO_LONG(name) MATH1(name)
#include "exec/intrinsic.def"
#undef INTRINSIC
#undef MATH1
#undef MATH2
#undef TO_LONG

}  // namespace bonsai::exec::intrinsics
