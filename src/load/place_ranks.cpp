// Tested by tests/programs/errors_symbolic/macro_errors.c and macro_divisions.c.
#include "load/place_ranks.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <tuple>
#include <utility>

#include "load/c_library.h"

namespace bonsai::load {

void rank_places(llvm::Module& module) {
  using Place = std::tuple<const llvm::DIFile*, unsigned, unsigned, const llvm::DILocation*>;
  using What = std::pair<unsigned, const llvm::Value*>;  // the opcode, and the callee of a call
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(runtime_attribute)) continue;
    std::map<std::pair<Place, What>, unsigned> ranks;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      bool may_fail = call || llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::BinaryOperator>(instruction);
      const llvm::DILocation* at = instruction.getDebugLoc().get();
      if (!at || !may_fail) continue;
      // Not the location itself: a block in a macro has a scope of its own.
      Place place{at->getFile(), at->getLine(), at->getColumn(), at->getInlinedAt()};
      What what{instruction.getOpcode(), call ? call->getCalledOperand() : nullptr};
      unsigned rank = ranks[{place, what}]++;
      if (rank == 0) continue;
      if (auto ranked = at->cloneWithBaseDiscriminator(rank)) instruction.setDebugLoc(*ranked);
    }
  }
}

}  // namespace bonsai::load
