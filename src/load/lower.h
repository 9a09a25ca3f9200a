// Lowers a prepared llvm::Module (compiled, checked, linked, optimised) to an ir::Program.
//
// Every scalar of an SSA value becomes a virtual register; vectors, structs and arrays held as values are
// taken apart into their scalars, pointers are integers. Addresses of functions, blocks and globals are
// assigned here, once and for all, so that constant expressions and initialisers are plain bytes. What is not
// supported becomes an Unsupported instruction and one line in `warnings`: a path that reaches it ends there.
#pragma once

#include <string>
#include <vector>

#include "ir/program.h"
#include "load/load.h"
#include "load/source_branches.h"

namespace llvm {
class Module;
}

namespace bonsai::load {

// REQUIRES: the module is valid (llvm::verifyModule) and little-endian.
// `branches`: what run_passes() returned.
ir::Program lower(llvm::Module& module, const Options& options, std::vector<std::string>& warnings,
                  LeftOut* left_out = nullptr, const SourceBranches& branches = {});

}  // namespace bonsai::load
