#include "load/inline_leaves.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

#include "load/checks.h"

namespace bonsai::load {
namespace {

constexpr unsigned most_instructions = 12;

bool is_leaf(const llvm::Function& function) {
  if (function.size() != 1 || function.isVarArg() || function.hasFnAttribute(llvm::Attribute::ReturnsTwice))
    return false;
  unsigned count = 0;
  for (const llvm::Instruction& instruction : function.getEntryBlock()) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
    if (++count > most_instructions) return false;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call) {
      const llvm::Function* callee = call->getCalledFunction();
      bool harmless =
          callee && (marker_of(*callee) || (callee->isIntrinsic() && callee->doesNotAccessMemory()));
      if (!harmless) return false;
    } else if (instruction.mayReadOrWriteMemory() || llvm::isa<llvm::AllocaInst>(instruction)) {
      return false;
    }
  }
  return llvm::isa<llvm::ReturnInst>(function.getEntryBlock().getTerminator());
}

}  // namespace

bool inline_leaves(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.hasLocalLinkage() || !is_leaf(function)) continue;
    if (function.hasFnAttribute(llvm::Attribute::NoInline)) continue;
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      // A call whose types do not fit is an error that must stay one.
      if (call && call->getCalledFunction() == &function &&
          call->getFunctionType() == function.getFunctionType())
        calls.push_back(call);
    }
  }
  bool changed = false;
  for (llvm::CallInst* call : calls) {
    llvm::InlineFunctionInfo info;
    changed |= llvm::InlineFunction(*call, info).isSuccess();
  }
  return changed;
}

}  // namespace bonsai::load
