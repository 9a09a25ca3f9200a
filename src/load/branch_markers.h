// Which calls are markers of branches (source_branches.h). For the passes that move them.
#pragma once

namespace llvm {
class CallInst;
}

namespace bonsai::load {

bool is_branch_marker(const llvm::CallInst& call);
bool is_switch_marker(const llvm::CallInst& call);

}  // namespace bonsai::load
