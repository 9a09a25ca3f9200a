// Tested by branch_lines_test.cpp and tests/reach/jumps.c.
#include "load/branch_lines.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "base/file_name.h"
#include "load/outline.h"

namespace bonsai::load {
namespace {

constexpr const char* mark = "bonsai.jump";

}  // namespace

void mark_jumps_at(llvm::Function& function, const std::string& file, uint32_t line) {
  std::vector<llvm::BranchInst*> jumps;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const llvm::DILocation* at = instruction.getDebugLoc();
    if (!at || at->getLine() != line || !base::is_file(path_of(*at->getScope()), file)) continue;
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
    if (!branch || branch->isConditional()) return;
    jumps.push_back(branch);
  }
  for (llvm::BranchInst* jump : jumps) jump->setMetadata(mark, llvm::MDNode::get(function.getContext(), {}));
}

bool is_marked_jump(const llvm::BranchInst& branch) {
  return branch.isUnconditional() && branch.hasMetadata(mark);
}

}  // namespace bonsai::load
