// Removes check markers that cannot fail. Tested by passes_test.cpp.
//
// Two kinds: those whose operands, by their known bits and ranges, rule the error out (a divisor `x | 1`, a
// shift amount `n & 31`), and those that an equal check of the same values dominates. Both are exact: poison
// flags are gone before, so what is known of a value is so in every execution.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>

#include <map>

#include "load/checks.h"
#include "load/evidence.h"

namespace bonsai::load {

namespace {

using llvm::Value;

bool cannot_fail(Marker marker, const llvm::CallInst& call, const llvm::SimplifyQuery& query) {
  auto never = [](llvm::OverflowResult result) { return result == llvm::OverflowResult::NeverOverflows; };
  const Value* a = call.arg_size() ? call.getArgOperand(0) : nullptr;
  const Value* b = call.arg_size() > 1 ? call.getArgOperand(1) : nullptr;
  auto known = [&](const Value* value) { return llvm::computeKnownBits(value, 0, query); };
  switch (marker) {
    case Marker::shift: return known(a).getMaxValue().ult(a->getType()->getIntegerBitWidth());
    case Marker::divisor: return llvm::isKnownNonZero(a, query);
    case Marker::sdiv: {
      llvm::KnownBits dividend = known(a), divisor = known(b);
      bool never_min =
          dividend.Zero.isNegative() || !dividend.One.getLoBits(dividend.getBitWidth() - 1).isZero();
      return never_min || !divisor.Zero.isZero();
    }
    case Marker::sadd: return never(llvm::computeOverflowForSignedAdd(a, b, query));
    case Marker::ssub: return never(llvm::computeOverflowForSignedSub(a, b, query));
    case Marker::smul: return never(llvm::computeOverflowForSignedMul(a, b, query));
    default: return false;
  }
}

}  // namespace

llvm::PreservedAnalyses RemoveRedundantChecks::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& analyses) {
  if (!is_checked(function)) return llvm::PreservedAnalyses::all();
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  using Key = std::tuple<const llvm::Function*, const Value*, const Value*>;
  std::map<Key, std::vector<llvm::CallInst*>> seen;
  std::vector<llvm::CallInst*> redundant;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
    for (llvm::Instruction& instruction : *block) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      auto* callee = call ? call->getCalledFunction() : nullptr;
      auto marker = callee ? marker_of(*callee) : std::nullopt;
      if (!marker || *marker >= Marker::unreachable) continue;
      auto& earlier = seen[{callee, call->getArgOperand(0), call->getArgOperand(call->arg_size() - 1)}];
      bool dominated = llvm::any_of(
          earlier, [&](const llvm::CallInst* other) { return dominators.dominates(other, call); });
      llvm::SimplifyQuery query(function.getParent()->getDataLayout(), &dominators, nullptr, call);
      if (dominated || cannot_fail(*marker, *call, query)) {
        redundant.push_back(call);
      } else {
        earlier.push_back(call);
      }
    }
  }
  for (llvm::CallInst* call : redundant) call->eraseFromParent();
  if (redundant.empty()) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace bonsai::load
