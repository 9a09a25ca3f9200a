// LLVM's SimplifyCFG among the markers of branches. Tested by source_branches_test.cpp.
//
// A block that it would execute speculatively (a side of a diamond, the second condition of `a && b`) must
// not have a marker. So those of blocks that look like it are moved to the ends of their predecessors, with
// copies of what their conditions are computed from, and guarded by the condition of the edge between; and on
// from there, inner blocks first, so that LLVM finds whole conditions and nested diamonds without markers.
// When it has done its work and the edges are still there, the move was for nothing, and is undone. What is
// no candidate before an inner diamond is gone may be one then: it takes rounds, until one changes nothing.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/Loads.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "load/branch_markers.h"
#include "load/checks.h"
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
constexpr unsigned most_predecessors = 4;   // of a block whose markers move
constexpr unsigned most_cases = 16;         // of a switch before it
constexpr unsigned most_steps = 4;          // between a comparison and a marker that is computed from it

bool is_marker(const Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  return call && (is_branch_marker(*call) || is_switch_marker(*call));
}

// A marker of a load (evidence.h).
bool is_hold(const Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && marker_of(*callee) == Marker::hold;
}

// The arguments that are computed: what is tested, and the guard.
unsigned tested_argument(const CallInst& marker) { return marker.arg_size() - 2; }
unsigned guard_argument(const CallInst& marker) { return marker.arg_size() - 1; }

// A marker that was moved to the predecessors of its block, and its arguments in the block.
struct Moved {
  llvm::WeakVH block;
  llvm::WeakTrackingVH tested, guard;
  llvm::SmallVector<llvm::WeakTrackingVH, 2> markers;  // one for each predecessor
};

class Mover {
 public:
  // `failed`: blocks for which it was for nothing before, and is not tried; undo() adds to them.
  Mover(llvm::Function& function, llvm::SmallPtrSetImpl<const BasicBlock*>& failed)
      : function_(function), failed_(failed) {}

  // Returns true if there was anything to move.
  bool run() {
    for (BasicBlock* block : llvm::post_order(&function_))
      if (!failed_.contains(block) && is_candidate(*block)) move(*block);
    return !moved_.empty();
  }

  // Returns true if some of it was of use.
  bool undo() {
    bool was_useful = false;
    llvm::DominatorTree tree(function_);
    for (Moved& each : llvm::reverse(moved_)) was_useful |= !undo(each, tree);
    for (llvm::WeakTrackingVH& copy : copies_)
      if (copy) llvm::RecursivelyDeleteTriviallyDeadInstructions(copy);
    return was_useful;
  }

 private:
  bool is_candidate(BasicBlock& block);
  void move(BasicBlock& block);
  void copy_markers(const BasicBlock& block, Instruction& choice, llvm::ArrayRef<CallInst*> markers,
                    llvm::ArrayRef<Instruction*> needed, llvm::MutableArrayRef<Moved> moved);
  Value* edge_condition(Instruction& terminator, const BasicBlock& block);
  bool undo(Moved& each, const llvm::DominatorTree& tree);

  llvm::Function& function_;
  llvm::SmallPtrSetImpl<const BasicBlock*>& failed_;
  std::vector<Moved> moved_;
  std::vector<llvm::WeakTrackingVH> copies_;
  // Go no further: a load that is executed early makes later ones needless, and their blocks cheap to execute
  // speculatively, which without markers they would not be.
  llvm::SmallPtrSet<const Instruction*, 8> copied_loads_;
};

// The branches and switches that lead to a block; empty if there are too many, or others, or none that goes
// elsewhere, too.
llvm::SmallVector<Instruction*, 4> choices_to(BasicBlock& block) {
  llvm::SmallVector<Instruction*, 4> found;
  bool is_choice = false;
  for (BasicBlock* predecessor : llvm::predecessors(&block)) {
    Instruction* last = predecessor->getTerminator();
    if (llvm::is_contained(found, last)) continue;  // a switch with several cases
    auto* branch = dyn_cast<BranchInst>(last);
    auto* choice = dyn_cast<llvm::SwitchInst>(last);
    bool is_both = branch && branch->isConditional() && branch->getSuccessor(0) == branch->getSuccessor(1);
    bool is_known = branch || (choice && choice->getNumCases() <= most_cases);
    if (!is_known || is_both || predecessor == &block || found.size() == most_predecessors) return {};
    found.push_back(last);
    is_choice |= choice || branch->isConditional();
  }
  if (!is_choice) found.clear();
  return found;
}

bool Mover::is_candidate(BasicBlock& block) {
  if (!llvm::isa<BranchInst, llvm::SwitchInst>(block.getTerminator()) || block.hasAddressTaken() ||
      block.isEHPad())
    return false;
  if (choices_to(block).empty() || llvm::isa<llvm::PHINode>(block.front())) return false;
  unsigned markers = 0, others = 0, stores = 0;
  bool loads = false;
  for (const Instruction& instruction : block) {
    if (instruction.isTerminator() || instruction.isDebugOrPseudoInst()) continue;
    if (is_marker(instruction)) {
      ++markers;
    } else if (auto* store = dyn_cast<llvm::StoreInst>(&instruction); store && store->isSimple()) {
      ++stores;
    } else if (llvm::isSafeToSpeculativelyExecute(&instruction) && !copied_loads_.contains(&instruction)) {
      ++others;
      loads |= instruction.mayReadFromMemory();
    } else {
      return false;
    }
  }
  if (stores && loads) return false;  // a copy would read what was there before
  return markers > 0 && markers <= most_markers && others <= most_instructions && stores <= 1;
}

void Mover::move(BasicBlock& block) {
  std::vector<CallInst*> markers;
  std::vector<Instruction*> needed;
  llvm::SmallPtrSet<Instruction*, 16> is_needed;
  // What the markers are computed from: backwards, since operands come first.
  for (Instruction& instruction : llvm::reverse(block)) {
    bool is_one = is_marker(instruction);
    if (is_one) markers.push_back(llvm::cast<CallInst>(&instruction));
    if (!is_one && !is_needed.contains(&instruction)) continue;
    if (!is_one) needed.push_back(&instruction);
    for (Value* operand : instruction.operands())
      if (auto* from = dyn_cast<Instruction>(operand); from && from->getParent() == &block)
        is_needed.insert(from);
  }
  std::reverse(markers.begin(), markers.end());
  std::reverse(needed.begin(), needed.end());
  size_t first = moved_.size();
  for (CallInst* marker : markers)
    moved_.push_back({&block,
                      marker->getArgOperand(tested_argument(*marker)),
                      marker->getArgOperand(guard_argument(*marker)),
                      {}});
  for (Instruction* choice : choices_to(block))
    copy_markers(block, *choice, markers, needed, llvm::MutableArrayRef(moved_).drop_front(first));
  for (CallInst* marker : markers) marker->eraseFromParent();
  for (Instruction* original : llvm::reverse(needed))
    if (llvm::isInstructionTriviallyDead(original)) original->eraseFromParent();
}

// The condition under which a terminator goes to a block, computed in front of it; null: it always does.
Value* Mover::edge_condition(Instruction& terminator, const BasicBlock& block) {
  llvm::IRBuilder<> builder(&terminator);
  auto keep = [&](Value* value) {
    copies_.emplace_back(value);
    return value;
  };
  if (auto* branch = dyn_cast<BranchInst>(&terminator)) {
    if (!branch->isConditional()) return nullptr;
    Value* condition = branch->getCondition();
    return branch->getSuccessor(0) == &block ? condition : keep(builder.CreateNot(condition));
  }
  auto& choice = llvm::cast<llvm::SwitchInst>(terminator);
  bool is_default = choice.getDefaultDest() == &block;
  Value* any = builder.getFalse();
  for (const auto& each : choice.cases())
    if ((each.getCaseSuccessor() == &block) != is_default) {
      Value* equal = keep(builder.CreateICmpEQ(choice.getCondition(), each.getCaseValue()));
      any = keep(builder.CreateOr(any, equal));
    }
  return is_default ? keep(builder.CreateNot(any)) : any;
}

// Copies them in front of a terminator that leads to their block.
void Mover::copy_markers(const BasicBlock& block, Instruction& choice, llvm::ArrayRef<CallInst*> markers,
                         llvm::ArrayRef<Instruction*> needed, llvm::MutableArrayRef<Moved> moved) {
  llvm::DenseMap<Value*, Value*> copies;
  // Everything else that is not of the block dominates it, and so the end of each predecessor.
  auto copy_of = [&](Value* value) {
    auto known = copies.find(value);
    return known == copies.end() ? value : known->second;
  };
  for (Instruction* original : needed) {
    Instruction* copy = original->clone();
    copy->insertBefore(&choice);
    for (llvm::Use& use : copy->operands()) use.set(copy_of(use.get()));
    copies[original] = copy;
    copies_.emplace_back(copy);
    if (copy->mayReadFromMemory()) copied_loads_.insert(copy);
  }
  Value* edge = edge_condition(choice, block);
  for (size_t i = 0; i < markers.size(); ++i) {
    auto* marker = llvm::cast<CallInst>(markers[i]->clone());
    marker->insertBefore(&choice);
    Value* guard = copy_of(marker->getArgOperand(guard_argument(*marker)));
    auto* constant = dyn_cast<llvm::ConstantInt>(guard);
    if (edge && constant && constant->isOne()) {
      guard = edge;
    } else if (edge) {
      llvm::IRBuilder<> builder(marker);
      guard = builder.CreateSelect(edge, guard, builder.getFalse());
      copies_.emplace_back(guard);
    }
    marker->setArgOperand(tested_argument(*marker), copy_of(marker->getArgOperand(tested_argument(*marker))));
    marker->setArgOperand(guard_argument(*marker), guard);
    moved[i].markers.emplace_back(marker);
  }
}

// Returns true if it went back, or is gone itself.
bool Mover::undo(Moved& each, const llvm::DominatorTree& tree) {
  llvm::SmallVector<CallInst*, 2> markers;
  for (llvm::WeakTrackingVH& marker : each.markers)
    if (auto* alive = llvm::dyn_cast_or_null<CallInst>(marker)) markers.push_back(alive);
  if (markers.empty()) return true;
  auto* block = llvm::dyn_cast_or_null<BasicBlock>(each.block);
  if (!block || !block->getParent()) return false;
  llvm::SmallVector<CallInst*, 2> taken;  // those in front of the edges that are still there
  for (const Instruction* choice : choices_to(*block)) {
    size_t before = taken.size();
    for (CallInst* marker : markers)
      if (marker->getParent() == choice->getParent()) taken.push_back(marker);
    if (taken.size() == before) return false;
  }
  if (taken.empty()) return false;
  // What is computed in the block no more is known from the one copy: if the block is executed, it is the
  // same.
  auto argument_there = [&](unsigned index, Value* before) -> Value* {
    auto* instruction = llvm::dyn_cast_or_null<Instruction>(before);
    bool is_there = before && (!instruction || tree.dominates(instruction, block->getTerminator()));
    if (is_there) return before;
    return taken.size() == 1 ? taken.front()->getArgOperand(index) : nullptr;
  };
  CallInst* marker = taken.front();
  Value* tested = argument_there(tested_argument(*marker), each.tested);
  Value* guard = argument_there(guard_argument(*marker), each.guard);
  if (!tested || !guard) return false;
  failed_.insert(block);
  marker->moveBefore(block->getTerminator());
  marker->setArgOperand(tested_argument(*marker), tested);
  marker->setArgOperand(guard_argument(*marker), guard);
  for (CallInst* other : llvm::drop_begin(taken)) other->eraseFromParent();
  return true;
}

// While this lives, LLVM takes markers for calls that read memory and may not return: they still stay and
// are not repeated, but a store in front of one may be changed behind it.
class ReadOnlyMarkers {
 public:
  explicit ReadOnlyMarkers(llvm::Function& function) {
    for (const Instruction& instruction : llvm::instructions(function))
      if (is_marker(instruction) || is_hold(instruction))
        functions_.insert(llvm::cast<CallInst>(instruction).getCalledFunction());
    for (llvm::Function* each : functions_) {
      each->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly(llvm::ModRefInfo::Ref));
      each->removeFnAttr(llvm::Attribute::WillReturn);
    }
  }
  ReadOnlyMarkers(const ReadOnlyMarkers&) = delete;
  ~ReadOnlyMarkers() {
    for (llvm::Function* each : functions_) {
      each->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
      each->addFnAttr(llvm::Attribute::WillReturn);
    }
  }

 private:
  llvm::SmallPtrSet<llvm::Function*, 4> functions_;
};

// Moves the store that a store of `block` overwrites to the end of the block before, if nothing between needs
// it: LLVM looks for it a few instructions back only, and markers count.
void sink_overwritten_store(BasicBlock& block, llvm::AAResults& aliases) {
  BasicBlock* predecessor = block.getSinglePredecessor();
  auto is_store = [](const Instruction& each) { return llvm::isa<llvm::StoreInst>(each); };
  auto own = llvm::find_if(block, is_store);
  if (!predecessor || predecessor == &block || own == block.end()) return;
  auto known = std::find_if(predecessor->rbegin(), predecessor->rend(), is_store);
  if (known == predecessor->rend()) return;
  auto& store = llvm::cast<llvm::StoreInst>(*known);
  const Value* pointer = store.getPointerOperand();
  if (!store.isSimple() || pointer != llvm::cast<llvm::StoreInst>(*own).getPointerOperand()) return;
  const llvm::DataLayout& layout = block.getModule()->getDataLayout();
  if (!llvm::isDereferenceableAndAlignedPointer(pointer, store.getValueOperand()->getType(), store.getAlign(),
                                                layout))
    return;
  llvm::MemoryLocation place = llvm::MemoryLocation::get(&store);
  for (auto between = predecessor->rbegin(); between != known; ++between) {
    bool is_call = llvm::isa<llvm::CallBase>(*between) && !is_marker(*between) && !is_hold(*between);
    if (is_call || llvm::isModOrRefSet(aliases.getModRefInfo(&*between, place))) return;
  }
  store.moveBefore(predecessor->getTerminator());
}

// Returns true if `user` is a marker, or computes what nothing but markers needs.
bool serves_markers(const Instruction& user, unsigned depth = 0) {
  if (is_marker(user)) return true;
  if (user.isTerminator() || user.mayHaveSideEffects() || llvm::isa<llvm::PHINode>(user) ||
      depth == most_steps)
    return false;
  return llvm::all_of(user.users(), [&](const llvm::User* next) {
    return serves_markers(*llvm::cast<Instruction>(next), depth + 1);
  });
}

// LLVM makes a switch of comparisons with constants only where nothing but the branch needs them. While this
// lives, a branch has a comparison of its own where only markers need it as well.
class OwnComparisons {
 public:
  explicit OwnComparisons(llvm::Function& function) {
    for (BasicBlock& block : function) {
      auto* branch = dyn_cast<BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional()) continue;
      auto* compare = dyn_cast<llvm::ICmpInst>(branch->getCondition());
      bool is_candidate = compare && compare->getParent() == &block && !compare->hasOneUse() &&
                          compare->isEquality() && llvm::isa<llvm::Constant>(compare->getOperand(1));
      bool is_shared = is_candidate && llvm::all_of(compare->users(), [&](const llvm::User* user) {
                         return user == branch || serves_markers(*llvm::cast<Instruction>(user));
                       });
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
      auto& aliases = analyses.getResult<llvm::AAManager>(function);
      for (BasicBlock& block : function) sink_overwritten_store(block, aliases);
      OwnComparisons own(function);
      ReadOnlyMarkers read_only(function);
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
