// LLVM's SimplifyCFG among the markers of branches. Tested by source_branches_test.cpp.
//
// A block that it would execute speculatively (a side of a diamond, the second condition of `a && b`) must
// not have a marker. So those of blocks that look like it are moved to the end of their one predecessor, with
// copies of what their conditions are computed from, and guarded by the condition of the edge between. When
// LLVM has done its work and the edge is still there, the move was for nothing, and is undone. An inner
// diamond must be gone before the outer one can go: it takes rounds, until one changes nothing.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <utility>
#include <vector>

#include "load/branch_markers.h"
#include "load/source_branches.h"

namespace bonsai::load {

namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::CallInst;
using llvm::dyn_cast;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned most_rounds = 32;
constexpr unsigned most_instructions = 12;  // that a block may execute speculatively, markers aside
constexpr unsigned most_markers = 24;       // in one block

bool is_marker(const Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  return call && (is_branch_marker(*call) || is_switch_marker(*call));
}

// The arguments that are computed: what is tested, and the guard.
unsigned tested_argument(const CallInst& marker) { return marker.arg_size() - 2; }
unsigned guard_argument(const CallInst& marker) { return marker.arg_size() - 1; }

// A marker that was moved, and what it needs to go back.
struct Moved {
  llvm::WeakTrackingVH marker;
  llvm::WeakVH block;
  llvm::WeakTrackingVH tested, guard;              // before,
  llvm::WeakTrackingVH moved_tested, moved_guard;  // and without the condition of the edge
};

class Mover {
 public:
  // `failed`: blocks for which it was for nothing before, and is not tried; undo() adds to them.
  Mover(llvm::Function& function, llvm::SmallPtrSetImpl<const BasicBlock*>& failed)
      : function_(function), failed_(failed) {}

  // Returns true if there was anything to move.
  bool run() {
    for (BasicBlock* block : llvm::post_order(&function_)) {
      if (!received_.contains(block) && !failed_.contains(block) && is_candidate(*block)) move(*block);
    }
    return !moved_.empty();
  }

  // Returns true if some of it was of use.
  bool undo() {
    bool was_useful = false;
    for (Moved& each : moved_) was_useful |= !undo(each);
    for (llvm::WeakTrackingVH& copy : copies_)
      if (copy) llvm::RecursivelyDeleteTriviallyDeadInstructions(copy);
    return was_useful;
  }

 private:
  bool is_candidate(BasicBlock& block);
  void move(BasicBlock& block);
  Value* copy_to(Value* value, Instruction& before, llvm::ValueToValueMapTy& copies);
  bool undo(Moved& each);

  llvm::Function& function_;
  llvm::SmallPtrSetImpl<const BasicBlock*>& failed_;
  std::vector<Moved> moved_;
  std::vector<llvm::WeakTrackingVH> copies_;
  llvm::SmallPtrSet<const BasicBlock*, 16> received_, emptied_;
};

// Its predecessor, from which it is one of two targets; null: there is none.
BranchInst* branch_to(BasicBlock& block) {
  BasicBlock* predecessor = block.getSinglePredecessor();
  if (!predecessor || predecessor == &block) return nullptr;
  auto* branch = dyn_cast<BranchInst>(predecessor->getTerminator());
  bool is_choice = branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1);
  return is_choice ? branch : nullptr;
}

bool Mover::is_candidate(BasicBlock& block) {
  if (!llvm::isa<BranchInst, llvm::SwitchInst>(block.getTerminator()) || block.hasAddressTaken() ||
      block.isEHPad())
    return false;
  BranchInst* branch = branch_to(block);
  if (!branch || emptied_.contains(branch->getParent()) || llvm::isa<llvm::PHINode>(block.front()))
    return false;
  unsigned markers = 0, others = 0, stores = 0;
  bool loads = false;
  for (const Instruction& instruction : block) {
    if (instruction.isTerminator() || instruction.isDebugOrPseudoInst()) continue;
    if (is_marker(instruction)) {
      ++markers;
    } else if (auto* store = dyn_cast<llvm::StoreInst>(&instruction); store && store->isSimple()) {
      ++stores;
    } else if (llvm::isSafeToSpeculativelyExecute(&instruction)) {
      ++others;
      loads |= instruction.mayReadFromMemory();
    } else {
      return false;
    }
  }
  if (stores && loads) return false;  // a copy would read what was there before
  return markers > 0 && markers <= most_markers && others <= most_instructions && stores <= 1;
}

Value* Mover::copy_to(Value* value, Instruction& before, llvm::ValueToValueMapTy& copies) {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() == before.getParent()) return value;
  if (auto known = copies.find(value); known != copies.end()) return known->second;
  // Everything else that is not of this block dominates it, and so the end of its one predecessor.
  return value;
}

void Mover::move(BasicBlock& block) {
  BranchInst* branch = branch_to(block);
  BasicBlock* predecessor = branch->getParent();
  std::vector<CallInst*> markers;
  std::vector<Instruction*> needed;
  llvm::SmallPtrSet<Instruction*, 16> is_needed;
  // What the markers are computed from, in order: backwards, since operands come first.
  for (Instruction& instruction : llvm::reverse(block)) {
    bool is_one = is_marker(instruction);
    if (is_one) markers.push_back(llvm::cast<CallInst>(&instruction));
    if (!is_one && !is_needed.contains(&instruction)) continue;
    if (!is_one) needed.push_back(&instruction);
    for (Value* operand : instruction.operands())
      if (auto* from = dyn_cast<Instruction>(operand); from && from->getParent() == &block)
        is_needed.insert(from);
  }
  llvm::ValueToValueMapTy copies;
  for (Instruction* original : llvm::reverse(needed)) {
    Instruction* copy = original->clone();
    copy->insertBefore(branch);
    for (llvm::Use& use : copy->operands()) use.set(copy_to(use.get(), *copy, copies));
    copies[original] = copy;
    copies_.emplace_back(copy);
  }
  llvm::IRBuilder<> builder(branch);
  Value* edge = branch->getCondition();
  if (branch->getSuccessor(0) != &block) {
    edge = builder.CreateNot(edge);
    copies_.emplace_back(edge);
  }
  for (CallInst* marker : llvm::reverse(markers)) {
    Value* tested = marker->getArgOperand(tested_argument(*marker));
    Value* guard = marker->getArgOperand(guard_argument(*marker));
    Value* moved_tested = copy_to(tested, *branch, copies);
    Value* moved_guard = copy_to(guard, *branch, copies);
    auto* constant = dyn_cast<llvm::ConstantInt>(moved_guard);
    Value* both = edge;
    if (!constant || !constant->isOne()) {
      both = builder.CreateSelect(edge, moved_guard, builder.getFalse());
      copies_.emplace_back(both);
    }
    marker->moveBefore(branch);
    marker->setArgOperand(tested_argument(*marker), moved_tested);
    marker->setArgOperand(guard_argument(*marker), both);
    moved_.push_back({marker, &block, tested, guard, moved_tested, moved_guard});
  }
  for (Instruction* original : needed)
    if (llvm::isInstructionTriviallyDead(original)) original->eraseFromParent();
  received_.insert(predecessor);
  emptied_.insert(&block);
}

// Returns true if it went back, or is gone itself.
bool Mover::undo(Moved& each) {
  auto* marker = llvm::dyn_cast_or_null<CallInst>(each.marker);
  if (!marker) return true;
  auto* block = llvm::dyn_cast_or_null<BasicBlock>(each.block);
  BranchInst* branch = block && block->getParent() ? branch_to(*block) : nullptr;
  if (!branch || branch->getParent() != marker->getParent()) return false;
  Value* tested = each.tested ? each.tested : each.moved_tested;
  Value* guard = each.guard ? each.guard : each.moved_guard;
  if (!tested || !guard) return false;
  failed_.insert(block);
  marker->moveBefore(block->getTerminator());
  marker->setArgOperand(tested_argument(*marker), tested);
  marker->setArgOperand(guard_argument(*marker), guard);
  return true;
}

// LLVM makes a switch of comparisons with constants only where nothing but the branch needs them. While this
// lives, branches have comparisons of their own, apart from those that markers have.
class OwnComparisons {
 public:
  explicit OwnComparisons(llvm::Function& function) {
    for (BasicBlock& block : function) {
      auto* branch = dyn_cast<BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional()) continue;
      auto* compare = dyn_cast<llvm::ICmpInst>(branch->getCondition());
      bool is_shared = compare && compare->getParent() == &block && !compare->hasOneUse() &&
                       compare->isEquality() && llvm::isa<llvm::Constant>(compare->getOperand(1));
      if (!is_shared) continue;
      Instruction* own = compare->clone();
      own->insertBefore(branch);
      branch->setCondition(own);
      pairs_.push_back({compare, own});
    }
  }
  OwnComparisons(const OwnComparisons&) = delete;
  ~OwnComparisons() {
    for (auto& [shared, own] : pairs_) {
      auto* first = llvm::dyn_cast_or_null<Instruction>(shared);
      auto* second = llvm::dyn_cast_or_null<Instruction>(own);
      if (!first || !second || first == second || first->getParent() != second->getParent() ||
          !first->isIdenticalTo(second) || !first->comesBefore(second))
        continue;
      second->replaceAllUsesWith(first);
      second->eraseFromParent();
    }
  }

 private:
  std::vector<std::pair<llvm::WeakTrackingVH, llvm::WeakTrackingVH>> pairs_;
};

}  // namespace

llvm::PreservedAnalyses SimplifyControlFlow::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
  llvm::SmallPtrSet<const BasicBlock*, 16> failed;
  bool has_changed = false;  // since `failed` was empty
  for (unsigned round = 0; round < most_rounds; ++round) {
    Mover mover(function, failed);
    bool has_moved = mover.run();
    if (has_moved || round == 0) {
      OwnComparisons own(function);
      llvm::PreservedAnalyses preserved = llvm::SimplifyCFGPass().run(function, analyses);
      analyses.invalidate(function, preserved);
    }
    has_changed |= mover.undo();
    if (has_moved) continue;
    // What failed once may go now.
    if (!std::exchange(has_changed, false)) break;
    failed.clear();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace bonsai::load
