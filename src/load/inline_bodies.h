// The bodies of C99 inline functions that no file defines.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "load/compile.h"

namespace bonsai::load {

// `inline void f(void) { … }` is in C a body that a compiler may take in place of the definition that some
// other file has. Programs that have no such definition run all the same where the compiler inlines, so they
// get it: sources that call such a function, which is also not `provided`, are compiled once more with these
// bodies, and those that are missing become units of their own. Quick where nothing is missing.
void add_inline_bodies(std::vector<Unit>& units, const Options& options, llvm::LLVMContext& context,
                       llvm::function_ref<bool(llvm::StringRef)> provided);

}  // namespace bonsai::load
