// A function with main's signature that calls another function, as the interpreter starts an entry.
#pragma once

#include <llvm/IR/Module.h>

namespace bonsai::load {

// int NAME(int, char**, char**): passes the argument count, the argument vector and the environment, as far
// as the callee has parameters; what it has besides is zero. Its result, or 0.
llvm::Function* make_caller(llvm::Module& module, llvm::StringRef name, llvm::Function& callee);

// Has LLVMFuzzerInitialize called before anything else, as the drivers of fuzz targets do, if the module has
// one.
void initialize_fuzz_target(llvm::Module& module);

}  // namespace bonsai::load
