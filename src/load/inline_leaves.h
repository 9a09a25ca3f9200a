// Inlines the smallest functions at --opt 1: one block of a few arithmetic instructions, no memory, no calls.
//
// A call costs the interpreter as much as twenty such instructions. Nothing that strategies or reports speak
// of is lost: such a function has no effects to skip, and the debug information keeps its name in stack
// traces. Tested by inline_leaves_test.cpp.
#pragma once

namespace llvm {
class Module;
}

namespace bonsai::load {

// True if a call was inlined.
bool inline_leaves(llvm::Module& module);

}  // namespace bonsai::load
