// The interpreter's handlers: opcodes of the IR, and versions of some of them for one access size.
//
// specialise.cpp copies the program's code, replaces opcodes by handlers, targets by distances, and
// precomputes masks; dispatch.cpp has a function for each handler. In the copy:
//   aux of integer instructions      the mask of the result's width (of the operands' for comparisons)
//   aux of sized loads and stores    site | alignment mask << 32
//   targets                          distances from the instruction itself, as int32_t
#pragma once

#include <cstdint>

#include "ir/opcode.h"

namespace bonsai::exec {

enum class Handler : uint8_t {
#define OP(name, mnemonic, format, meaning) name,
#include "ir/opcode.def"
#define SIZED(name) name##8, name##16, name##32, name##64,
  SIZED(Load) SIZED(LoadX) SIZED(Store) SIZED(StoreX) SIZED(LoadLocal) SIZED(StoreLocal)
#undef SIZED
      JoinPaths,  // a Join where paths are merged: imm is 0, or level + 1 and mark << 8 of the loop it heads
  SlicedJump,     // of a slice: goes on at dst, and nothing is noted
  count
};
static_assert(unsigned(Handler::count) <= 256);

}  // namespace bonsai::exec
