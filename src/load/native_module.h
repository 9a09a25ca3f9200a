// A module made natively compilable, so that a run of it tells its path.
//
// The module is the one that lowering reads: after checks, linking and the passes of --opt. Compiled without
// further passes it takes the branches that the interpreter takes, in the same order, and before each it says
// which way it goes:
//
//   void __bonsai_branch(uint32_t id, uint32_t taken)   a conditional branch; taken: its condition, 0 or 1
//   void __bonsai_switch(uint32_t id, uint64_t value)   a switch on `value`, zero-extended
//
// `id` is an ir::BranchId; untraced branches say nothing. The markers of checks.h are gone: checks vanish, an
// uninitialised local is 0, as in the interpreter. Where the program says a place is unreachable it traps.
// External names stay, to be found in the C library or the harness. Functions of the program itself are
// renamed (program.NAME), so that a compiler's implicit call of memcpy does not run the program's own memcpy;
// but bodies for functions of the harness (bonsai.h, klee.h) are weak (link.h), for the harness's own win.
// The entry function stays, and if it is not `main`, a `main` calls it.
#pragma once

#include <string>

#include "ir/program.h"
#include "load/load.h"

namespace llvm {
class Module;
}

namespace bonsai::load {

// Changes the module, which is of no use for lowering then. REQUIRES: `program` was lowered from it.
void make_native(llvm::Module& module, const ir::Program& program, const Options& options);

// A step of make_native (native_variadic.cpp): variadic arguments are passed in memory, as in the
// interpreter.
void pass_variadic_in_memory(llvm::Module& module);

// Writes bitcode. Throws LoadError.
std::string to_bitcode(const llvm::Module& module);
void write_bitcode(const llvm::Module& module, const std::string& path);

}  // namespace bonsai::load
