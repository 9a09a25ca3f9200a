// Tested by native_module_test.cpp.
#include "load/branch_numbers.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace bonsai::load {

BranchNumbers number_branches(const llvm::Module& module) {
  BranchNumbers numbers;
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function) {
      const llvm::Instruction* last = block.getTerminator();
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(last);
      if ((branch && branch->isConditional()) || llvm::isa<llvm::SwitchInst, llvm::IndirectBrInst>(last))
        numbers.try_emplace(last, ir::BranchId(numbers.size()));
    }
  return numbers;
}

}  // namespace bonsai::load
