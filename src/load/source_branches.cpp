// Tested by source_branches_test.cpp.
#include "load/source_branches.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/MemorySSAUpdater.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "load/branch_markers.h"
#include "load/c_library.h"
#include "load/checks.h"

namespace bonsai::load {

namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::CallInst;
using llvm::dyn_cast;
using llvm::Instruction;
using llvm::SwitchInst;
using llvm::Value;

constexpr const char* branch_metadata = "bonsai.branch";
constexpr const char* tie_metadata = "bonsai.tie";
constexpr unsigned most_ways = 32;  // of a switch that is none any more, told apart by comparisons

llvm::FunctionCallee declare(llvm::Module& module, const std::string& name,
                             llvm::ArrayRef<llvm::Type*> arguments) {
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), arguments, false);
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setNoSync();
  function->addFnAttr(llvm::Attribute::NoFree);
  function->addFnAttr(llvm::Attribute::NoCallback);
  function->addFnAttr(llvm::Attribute::WillReturn);
  function->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
  return callee;
}

// In front of `before`, at its line.
void add_marker(Instruction* before, ir::Observation what, Value* condition, Value* guard,
                const llvm::DebugLoc& location) {
  llvm::IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(location);
  llvm::Type* word = builder.getInt32Ty();
  llvm::Type* bit = builder.getInt1Ty();
  llvm::FunctionCallee callee = declare(*before->getModule(), "bonsai.branch", {word, word, word, bit, bit});
  builder.CreateCall(callee, {builder.getInt32(what.branch), builder.getInt32(what.yes),
                              builder.getInt32(what.no), condition, guard});
}

void add_switch_marker(SwitchInst& choice, uint32_t branch) {
  llvm::IRBuilder<> builder(&choice);
  llvm::Type* type = choice.getCondition()->getType();
  std::string name = "bonsai.switch.i" + std::to_string(type->getIntegerBitWidth());
  llvm::FunctionCallee callee =
      declare(*choice.getModule(), name, {builder.getInt32Ty(), type, builder.getInt1Ty()});
  builder.CreateCall(callee, {builder.getInt32(branch), choice.getCondition(), builder.getTrue()});
}

// The places of the code that is executed only behind an edge, as far as it runs straight on.
std::vector<llvm::DebugLoc> code_behind(const BasicBlock* from, const BasicBlock* block) {
  std::vector<llvm::DebugLoc> found;
  for (unsigned i = 0; i < 16 && block->getSinglePredecessor() == from; ++i) {
    for (const Instruction& instruction : *block) {
      bool is_line = instruction.getDebugLoc() && instruction.getDebugLoc().getLine() &&
                     !llvm::isa<llvm::UnreachableInst>(instruction);
      if (is_line && (found.empty() || found.back() != instruction.getDebugLoc()))
        found.push_back(instruction.getDebugLoc());
      auto* call = dyn_cast<llvm::CallBase>(&instruction);
      // Calls stay, and may not return.
      if (call && !call->getIntrinsicID()) return found;
    }
    auto* jump = dyn_cast<BranchInst>(block->getTerminator());
    if (!jump || jump->isConditional()) break;
    from = block;
    block = jump->getSuccessor(0);
  }
  return found;
}

class Marking {
 public:
  Marking(SourceBranches& branches, bool as_written) : branches_(branches), as_written_(as_written) {}

  void run(llvm::Function& function) {
    ranks_.clear();
    numbers_.clear();
    for (BasicBlock& block : function) {
      Instruction* last = block.getTerminator();
      if (!last->getDebugLoc() || last->getDebugLoc().getLine() == 0) continue;
      if (auto* branch = dyn_cast<BranchInst>(last)) {
        if (branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) mark(*branch);
      } else if (auto* choice = dyn_cast<SwitchInst>(last)) {
        bool is_narrow = choice->getCondition()->getType()->getIntegerBitWidth() <= 64;
        if (is_narrow && choice->getNumCases() > 0) mark(*choice);
      }
    }
  }

 private:
  SourceBranch& add(const Instruction& last) {
    const llvm::DebugLoc& at = last.getDebugLoc();
    SourceBranch& branch = branches_.emplace_back();
    branch.location = at;
    const auto* scope = llvm::cast<llvm::DIScope>(at.getScope());
    branch.rank = ranks_[{scope->getFile(), at.getLine(), at.getCol(), at.getInlinedAt()}]++;
    return branch;
  }

  void mark(BranchInst& instr) {
    SourceBranch& branch = add(instr);
    for (unsigned i = 0; i < 2; ++i)
      branch.code.push_back(code_behind(instr.getParent(), instr.getSuccessor(i)));
    auto id = uint32_t(branches_.size() - 1);
    numbers_[&instr] = id;
    Parts parts;
    bool is_taken_apart = !as_written_ && take_apart(instr.getCondition(), *instr.getParent(), parts);
    if (!is_taken_apart) parts = {.values = {{instr.getCondition(), &instr}}, .edges = {}};
    Value* always = llvm::ConstantInt::getTrue(instr.getContext());
    for (auto [value, before] : parts.values)
      add_marker(before, {id, 0, 1}, value, always, instr.getDebugLoc());
    for (const Edge& edge : parts.edges)
      branches_[edge.branch].implied.push_back({edge.way, id, edge.value ? 0u : 1u});
  }

  // A direction of another branch in which a condition is a constant.
  struct Edge {
    uint32_t branch, way;
    bool value;
  };
  // What a condition is made of by && and ||.
  struct Parts {
    std::vector<std::pair<Value*, Instruction*>> values;  // and in front of what each is known
    std::vector<Edge> edges;
  };

  // Adds the parts of a condition that is a phi of `block`, where nothing else happens. False: it is none.
  bool take_apart(Value* condition, BasicBlock& block, Parts& parts) {
    auto* phi = dyn_cast<llvm::PHINode>(condition);
    if (!phi || phi->getParent() != &block) return false;
    for (const Instruction& each : block)
      if (!llvm::isa<llvm::PHINode>(each) && !each.isTerminator() && !each.isDebugOrPseudoInst())
        return false;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      BasicBlock* from = phi->getIncomingBlock(i);
      auto* last = dyn_cast<BranchInst>(from->getTerminator());
      if (!last || from == &block) return false;
      auto* constant = dyn_cast<llvm::ConstantInt>(phi->getIncomingValue(i));
      if (last->isUnconditional()) {
        if (take_apart(phi->getIncomingValue(i), *from, parts)) continue;
        parts.values.push_back({phi->getIncomingValue(i), last});
        continue;
      }
      auto known = numbers_.find(last);
      if (!constant || known == numbers_.end()) return false;
      parts.edges.push_back({known->second, last->getSuccessor(0) == &block ? 0u : 1u, constant->isOne()});
    }
    return true;
  }

  void mark(SwitchInst& instr) {
    std::vector<const BasicBlock*> targets{instr.getDefaultDest()};
    SourceBranch& branch = add(instr);
    for (const auto& each : instr.cases()) {
      auto known = std::find(targets.begin(), targets.end(), each.getCaseSuccessor());
      auto way = uint32_t(known - targets.begin());
      if (known == targets.end()) targets.push_back(each.getCaseSuccessor());
      branch.cases.push_back({each.getCaseValue()->getZExtValue(), way});
    }
    std::sort(branch.cases.begin(), branch.cases.end(),
              [](const auto& a, const auto& b) { return a.value < b.value; });
    branch.ways = uint32_t(targets.size());
    for (const BasicBlock* target : targets) branch.code.push_back(code_behind(instr.getParent(), target));
    if (branch.ways < 2) return branches_.pop_back();
    add_switch_marker(instr, uint32_t(branches_.size() - 1));
  }

  using Place = std::tuple<const llvm::DIFile*, unsigned, unsigned, const llvm::DILocation*>;
  SourceBranches& branches_;
  bool as_written_;
  std::map<Place, uint32_t> ranks_;
  llvm::DenseMap<const Instruction*, uint32_t> numbers_;
};

uint32_t number(const CallInst& marker, unsigned argument) {
  return uint32_t(llvm::cast<llvm::ConstantInt>(marker.getArgOperand(argument))->getZExtValue());
}

// The terminator goes where the condition says, or where its negation says.
bool decides_by(const Instruction& terminator, const Value* condition, bool& inverted) {
  auto* branch = dyn_cast<BranchInst>(&terminator);
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return false;
  auto plain = [](const Value* value, bool& negated) {
    for (;;) {
      if (auto* frozen = dyn_cast<llvm::FreezeInst>(value)) {
        value = frozen->getOperand(0);
        continue;
      }
      auto* operation = dyn_cast<llvm::BinaryOperator>(value);
      if (!operation || operation->getOpcode() != Instruction::Xor) return value;
      auto* ones = dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
      if (!ones || !ones->isOne()) return value;
      negated = !negated;
      value = operation->getOperand(0);
    }
  };
  inverted = false;
  const Value* tested = plain(branch->getCondition(), inverted);
  const Value* wanted = plain(condition, inverted);
  return tested == wanted && !llvm::isa<llvm::Constant>(tested);
}

void set_numbers(Instruction& instruction, const char* kind, ir::Observation what) {
  llvm::LLVMContext& context = instruction.getContext();
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  auto number = [&](uint32_t value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(word, value));
  };
  llvm::Metadata* offset =
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), what.offset));
  llvm::Metadata* numbers[] = {number(what.branch), number(what.yes), number(what.no), offset,
                               number(what.width)};
  instruction.setMetadata(kind, llvm::MDNode::get(context, numbers));
}

std::optional<ir::Observation> numbers_of(const Instruction& instruction, const char* kind) {
  const llvm::MDNode* node = instruction.getMetadata(kind);
  if (!node) return std::nullopt;
  auto number = [&](unsigned i) {
    return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i))->getZExtValue();
  };
  return ir::Observation{uint32_t(number(0)), uint32_t(number(1)), uint32_t(number(2)), number(3),
                         uint32_t(number(4))};
}

bool is_always(const Value* guard) {
  auto* constant = dyn_cast<llvm::ConstantInt>(guard);
  return constant && constant->isOne();
}
bool is_never(const Value* guard) {
  auto* constant = dyn_cast<llvm::ConstantInt>(guard);
  return (constant && constant->isZero()) || llvm::isa<llvm::UndefValue>(guard);
}

class Settling {
 public:
  explicit Settling(const SourceBranches& branches) : branches_(branches) {}

  void run(llvm::Function& function) {
    for (BasicBlock& block : function) {
      block.getTerminator()->setMetadata(tie_metadata, nullptr);
      known_.clear();
      for (Instruction& instruction : llvm::make_early_inc_range(block)) {
        auto* marker = dyn_cast<CallInst>(&instruction);
        if (!marker) continue;
        if (is_branch_marker(*marker))
          settle_branch(*marker);
        else if (is_switch_marker(*marker))
          settle_switch(*marker);
      }
    }
  }

 private:
  // The terminator says it, or another marker does.
  void settle_branch(CallInst& marker) {
    ir::Observation what = observation_of_marker(marker);
    Value* guard = marker.getArgOperand(4);
    Instruction& last = *marker.getParent()->getTerminator();
    bool inverted = false;
    if (is_always(guard) && !last.getMetadata(branch_metadata) &&
        decides_by(last, marker.getArgOperand(3), inverted)) {
      if (inverted) std::swap(what.yes, what.no);
      set_numbers(last, branch_metadata, what);
    } else if (!is_never(guard) && !llvm::isa<llvm::UndefValue>(marker.getArgOperand(3)) &&
               known_.insert({what.branch, what.yes, marker.getArgOperand(3), guard}).second) {
      return;
    }
    marker.eraseFromParent();
  }

  void settle_switch(CallInst& marker) {
    uint32_t id = number(marker, 0);
    const SourceBranch& branch = branches_[id];
    Value* value = marker.getArgOperand(1);
    Value* guard = marker.getArgOperand(2);
    // By direction: can the terminator say it?
    std::vector<uint8_t> is_told(branch.ways, false);
    auto* choice = dyn_cast<SwitchInst>(marker.getParent()->getTerminator());
    ir::Observation what{id, 0, 0};
    if (choice && is_always(guard) && !choice->getMetadata(branch_metadata) &&
        tests(choice->getCondition(), value, what)) {
      set_numbers(*choice, branch_metadata, what);
      is_told = told_by(*choice, branch, what);
    }
    if (!is_never(guard)) tell_apart(marker, branch, id, value, guard, is_told);
    marker.eraseFromParent();
  }

  // Passes cut what a switch tests to fewer bits, or add a constant to it. False: it is something else.
  static bool tests(const Value* tested, const Value* value, ir::Observation& what) {
    what.width = tested->getType()->getIntegerBitWidth();
    what.offset = 0;
    auto extended = [](const Value* extension) -> const Value* {
      auto* cast = dyn_cast<llvm::CastInst>(extension);
      return cast && llvm::isa<llvm::ZExtInst, llvm::SExtInst>(cast) ? cast->getOperand(0) : nullptr;
    };
    auto is_wide = [&](const Value* each) { return each->getType()->getIntegerBitWidth() >= what.width; };
    while (tested != value) {
      if (tested == extended(value) && is_wide(tested)) return true;
      auto* operation = dyn_cast<llvm::BinaryOperator>(tested);
      auto* constant = operation ? dyn_cast<llvm::ConstantInt>(operation->getOperand(1)) : nullptr;
      if (auto* cut = dyn_cast<llvm::TruncInst>(tested)) {
        tested = cut->getOperand(0);
      } else if (constant && operation->getOpcode() == Instruction::Add && constant->getBitWidth() <= 64) {
        what.offset += constant->getZExtValue();
        tested = operation->getOperand(0);
      } else if (const Value* inner = extended(tested); inner && is_wide(inner)) {
        tested = inner;
      } else {
        return false;
      }
    }
    return true;
  }

  // The directions that have targets of their own.
  static std::vector<uint8_t> told_by(SwitchInst& choice, const SourceBranch& branch,
                                      const ir::Observation& what) {
    std::map<uint64_t, uint32_t> left;
    for (const auto& each : branch.cases) left[what.tested(each.value)] = each.way;
    std::map<const BasicBlock*, std::set<uint32_t>> ways;
    for (const auto& each : choice.cases()) {
      auto found = left.find(each.getCaseValue()->getZExtValue());
      ways[each.getCaseSuccessor()].insert(found == left.end() ? 0 : found->second);
      if (found != left.end()) left.erase(found);
    }
    ways[choice.getDefaultDest()].insert(0);
    for (const auto& [value, way] : left) ways[choice.getDefaultDest()].insert(way);
    std::vector<uint8_t> is_told(branch.ways, true);
    for (const auto& [target, behind] : ways)
      if (behind.size() > 1)
        for (uint32_t way : behind) is_told[way] = false;
    return is_told;
  }

  // Comparisons for the directions that nothing else tells.
  void tell_apart(CallInst& marker, const SourceBranch& branch, uint32_t id, Value* value, Value* guard,
                  const std::vector<uint8_t>& is_told) {
    unsigned open = unsigned(std::count(is_told.begin(), is_told.end(), false));
    if (open == 0 || open > most_ways || branch.cases.size() > 4 * most_ways) return;
    llvm::IRBuilder<> builder(&marker);
    std::vector<Value*> conditions(branch.ways);
    Value* any = nullptr;  // of the cases
    auto join = [&](Value* a, Value* b) { return a ? builder.CreateOr(a, b) : b; };
    for (const auto& each : branch.cases) {
      if (is_told[each.way] && is_told[0]) continue;
      Value* equal = builder.CreateICmpEQ(value, llvm::ConstantInt::get(value->getType(), each.value));
      conditions[each.way] = join(conditions[each.way], equal);
      if (each.way != 0) any = join(any, equal);
    }
    for (uint32_t way = 0; way < branch.ways; ++way) {
      if (is_told[way]) continue;
      Value* condition = way ? conditions[way] : any ? builder.CreateNot(any) : builder.getTrue();
      if (condition) add_marker(&marker, {id, way, ir::none}, condition, guard, marker.getDebugLoc());
    }
  }

  const SourceBranches& branches_;
  std::set<std::tuple<uint32_t, uint32_t, const Value*, const Value*>> known_;  // in the block
};

}  // namespace

bool is_branch_marker(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && marker_of(*callee) == Marker::branch;
}

bool is_switch_marker(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && marker_of(*callee) == Marker::choice;
}

SourceBranches mark_branches(llvm::Module& module, bool as_written) {
  SourceBranches branches;
  Marking marking(branches, as_written);
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(runtime_attribute)) marking.run(function);
  return branches;
}

llvm::PreservedAnalyses RotateLoops::run(llvm::Loop& loop, llvm::LoopAnalysisManager&,
                                         llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater&) {
  constexpr unsigned most_instructions = 16;  // LLVM's bound
  unsigned threshold = most_instructions;
  for (const Instruction& instruction : *loop.getHeader()) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    std::optional<Marker> marker = callee ? marker_of(*callee) : std::nullopt;
    bool is_one = marker == Marker::branch || marker == Marker::choice || marker == Marker::hold;
    if (is_one) threshold += 1 + call->arg_size();  // what a call counts
  }
  std::optional<llvm::MemorySSAUpdater> updater;
  if (results.MSSA) updater.emplace(results.MSSA);
  const llvm::SimplifyQuery query =
      llvm::getBestSimplifyQuery(results, loop.getHeader()->getModule()->getDataLayout());
  bool changed = llvm::LoopRotation(&loop, &results.LI, &results.TTI, &results.AC, &results.DT, &results.SE,
                                    updater ? &*updater : nullptr, query, /*RotationOnly=*/false, threshold,
                                    /*IsUtilMode=*/false);
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved = llvm::getLoopPassPreservedAnalyses();
  if (results.MSSA) preserved.preserve<llvm::MemorySSAAnalysis>();
  return preserved;
}

llvm::PreservedAnalyses TieMarkers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  for (BasicBlock& block : function) {
    Instruction& last = *block.getTerminator();
    last.setMetadata(tie_metadata, nullptr);
    for (Instruction& instruction : block) {
      auto* marker = dyn_cast<CallInst>(&instruction);
      bool inverted = false;
      if (!marker || !is_branch_marker(*marker) || !is_always(marker->getArgOperand(4)) ||
          !decides_by(last, marker->getArgOperand(3), inverted))
        continue;
      ir::Observation what = observation_of_marker(*marker);
      if (inverted) std::swap(what.yes, what.no);
      set_numbers(last, tie_metadata, what);
    }
  }
  return llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses UntieMarkers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::WeakTrackingVH, 16> old;
  for (BasicBlock& block : function) {
    auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    std::optional<ir::Observation> what = numbers_of(*block.getTerminator(), tie_metadata);
    block.getTerminator()->setMetadata(tie_metadata, nullptr);
    if (!what || !branch || !branch->isConditional()) continue;
    for (Instruction& instruction : block) {
      auto* marker = dyn_cast<CallInst>(&instruction);
      if (!marker || !is_branch_marker(*marker) || number(*marker, 0) != what->branch) continue;
      if (!is_always(marker->getArgOperand(4)) || marker->getArgOperand(3) == branch->getCondition())
        continue;
      // It stands in front of the condition that the loop pass made.
      marker->moveBefore(branch);
      old.emplace_back(marker->getArgOperand(3));
      llvm::IRBuilder<> builder(branch);
      marker->setArgOperand(1, builder.getInt32(what->yes));
      marker->setArgOperand(2, builder.getInt32(what->no));
      marker->setArgOperand(3, branch->getCondition());
      break;
    }
  }
  if (old.empty()) return llvm::PreservedAnalyses::all();
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(old);
  std::vector<llvm::WeakTrackingVH> phis;
  for (BasicBlock& block : function)
    for (llvm::PHINode& phi : block.phis()) phis.emplace_back(&phi);
  for (llvm::WeakTrackingVH& phi : phis)
    if (auto* alive = llvm::dyn_cast_or_null<llvm::PHINode>(phi)) llvm::RecursivelyDeleteDeadPHINode(alive);
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

void settle_markers(llvm::Function& function, const SourceBranches& branches) {
  Settling(branches).run(function);
}

std::optional<ir::Observation> observation_of(const llvm::Instruction& terminator) {
  return numbers_of(terminator, branch_metadata);
}

ir::Observation observation_of_marker(const llvm::CallBase& marker) {
  const auto& call = llvm::cast<CallInst>(marker);
  return {number(call, 0), number(call, 1), number(call, 2)};
}

}  // namespace bonsai::load
