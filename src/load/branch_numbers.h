// Numbers for the branches of a module, as it is right before lowering: the same for the IR that is made of
// it (ir::Branch) and for the native build that reports them (native_module.h).
#pragma once

#include <llvm/ADT/DenseMap.h>

#include "ir/program.h"

namespace llvm {
class Instruction;
class Module;
}  // namespace llvm

namespace bonsai::load {

using BranchNumbers = llvm::DenseMap<const llvm::Instruction*, ir::BranchId>;

// From 0 in module order: conditional branches, switches, indirect branches.
BranchNumbers number_branches(const llvm::Module& module);

}  // namespace bonsai::load
