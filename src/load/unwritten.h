// Objects of a function that SROA takes apart, and what they hold before it.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "load/load.h"

namespace bonsai::load {

// One use of an object, through constant offsets: bytes [begin, end) are read or written by `at`.
struct ObjectAccess {
  llvm::Instruction* at;
  uint64_t begin, end;
  bool reads, writes;
};

// Every use of the object is a plain access inside it, at constant offsets: calls `visit` for each. False:
// there are others.
bool for_each_access(llvm::AllocaInst& object, llvm::function_ref<void(const ObjectAccess&)> visit);

// Gives every part of the function's objects that may be read before it is written, and that SROA would turn
// into undef, a value: markers (checks.h), and zeros for what lies between members. Undef is another value at
// each use, whatever suits the optimiser; a program's memory is not. Nothing is stored where every read is
// behind a write. Returns the objects that have too many such parts: they must stay in memory.
std::vector<llvm::AllocaInst*> write_unwritten(llvm::Function& function, const Options& options);

}  // namespace bonsai::load
