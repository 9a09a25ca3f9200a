// Branches of the source, kept through the passes of --opt.
//
// The passes turn an `if` into a select, `a && b` into one branch, a switch into values; a loop's condition
// is copied, a branch both sides of which do the same disappears. All of it saves paths, but a test must
// still show which directions of which branch *of the source* it takes. So before any pass each conditional
// branch and each switch gets a number, and a marker in front of it that says so:
//
//   void @bonsai.branch(i32 branch, i32 yes, i32 no, i1 condition, i1 guard)
//       where `guard` holds, the source branch takes direction `yes` if `condition` holds, else `no`
//       (ir::SourceBranch; -1: neither)
//   void @bonsai.switch.iN(i32 branch, iN value, i1 guard)
//       where `guard` holds, it takes the direction of the case `value`
//
// A marker touches only memory that is inaccessible to the program, and always returns: passes neither delete
// nor repeat it, copy it with its block, and keep its condition right whatever they make of it. What they
// cannot do any more is to execute a block speculatively that has a marker, which is what turns branches into
// selects. simplify_control_flow() therefore takes markers out of such blocks first, into the block before,
// with the condition under which they would have been executed as their guard; then it lets LLVM simplify;
// and puts them back where LLVM found nothing to simplify.
//
// The condition of a loop that has && or || in it is a phi of constants and one value in clang's code. There
// the branch on the phi gets its marker in front of the block with the phi, where the one value comes from;
// the constants are implied by the directions that lead there. A marker behind the phi would keep the passes
// from making one branch of all conditions.
//
// After all passes a marker whose branch still ends its block becomes metadata of that branch; the others
// are lowered to Observe instructions.
#pragma once

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/PassManager.h>

#include <optional>
#include <vector>

#include "ir/program.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
class LPMUpdater;
class Module;
}  // namespace llvm

namespace bonsai::load {

// As ir::SourceBranch, with places as LLVM knows them.
struct SourceBranch {
  llvm::DebugLoc location;
  uint32_t rank = 0;
  uint32_t ways = 2;
  std::vector<ir::SourceBranch::Case> cases;
  std::vector<ir::SourceBranch::Implied> implied;
  std::vector<std::vector<llvm::DebugLoc>> code;
};
using SourceBranches = std::vector<SourceBranch>;

// Numbers the branches of all functions that have a line, and puts the markers in front of them. Before all
// passes. `as_written`: there will be none, and each marker stands right in front of its branch.
SourceBranches mark_branches(llvm::Module& module, bool as_written);

// Simplifies control flow as LLVM's pass of that name does.
struct SimplifyControlFlow : llvm::PassInfoMixin<SimplifyControlFlow> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// Rotates loops as LLVM's pass of that name does; markers, of loads too, do not count.
struct RotateLoops : llvm::PassInfoMixin<RotateLoops> {
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager&,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater&);
};

// Around loop passes, which give branches new conditions: the markers follow, and what computed the old
// condition is not needed any more.
struct TieMarkers : llvm::PassInfoMixin<TieMarkers> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};
struct UntieMarkers : llvm::PassInfoMixin<UntieMarkers> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

// After all passes: markers of branches that still are branches become metadata, those of switches that are
// not become markers of branches, one per direction.
void settle_markers(llvm::Function& function, const SourceBranches& branches);

// What the metadata says of a terminator; of a switch only the branch counts.
std::optional<ir::Observation> observation_of(const llvm::Instruction& terminator);
// What a @bonsai.branch says.
ir::Observation observation_of_marker(const llvm::CallBase& marker);

}  // namespace bonsai::load
