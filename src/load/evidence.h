// What stands between LLVM's passes and the errors of a program: see passes.h for the list and the reasons.
#pragma once

#include <llvm/IR/PassManager.h>

#include "load/load.h"

namespace llvm {
class Module;
}

namespace bonsai::load {

// Removes attributes, metadata and flags that let LLVM assume the program has no errors. Once, before all
// passes.
void strip_assumptions(llvm::Module& module, const Options& options);

// Holds on to objects whose accesses SROA and InstCombine could clip or delete; let_go() ends it.
void keep_objects(llvm::Function& function, const Options& options);
void let_go(llvm::Module& module);

// Drops the flags that make poison, in functions whose source is known. After all passes.
void drop_poison_flags(llvm::Function& function);

// Gives instructions that may fault and have no line the nearest one.
void repair_locations(llvm::Function& function);

// Loads that may fault stay where the passes find their results useless (x * 0, a comparison that is folded):
// HoldLoads gives each a user, which the passes between do not remove. DropHolds removes those that are not
// needed any more: of values that another load or a store gives by now, and all but one of each load.
// ReleaseLoads removes all, and makes the loads volatile that nothing else needs.
struct HoldLoads : llvm::PassInfoMixin<HoldLoads> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};
struct DropHolds : llvm::PassInfoMixin<DropHolds> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};
struct ReleaseLoads : llvm::PassInfoMixin<ReleaseLoads> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

// Around loop passes, which drop the location of what they hoist.
struct RememberLocations : llvm::PassInfoMixin<RememberLocations> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};
struct RestoreLocations : llvm::PassInfoMixin<RestoreLocations> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

// Removes checks that cannot fail, and those that an equal one dominates.
struct RemoveRedundantChecks : llvm::PassInfoMixin<RemoveRedundantChecks> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace bonsai::load
