// Tables of distances, which LLVM makes of tables of pointers in code that may lie anywhere: an element is
// the distance of what it names from the table, in 32 bits. Such a table becomes one of pointers again, so
// that it is seen what they lead to; where that cannot be, what the intrinsic does is written out. Tested by
// tests/programs/ll/relative_tables.ll.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <map>
#include <vector>

#include "load/passes.h"

namespace bonsai::load {
namespace {

namespace match = llvm::PatternMatch;

// What an element of a table names; null: it is not such a distance.
llvm::Constant* named_by(llvm::Constant* element, llvm::GlobalVariable* table) {
  llvm::Value *named = nullptr, *from = nullptr, *difference = nullptr;
  if (!match::match(element, match::m_Trunc(match::m_Value(difference)))) difference = element;
  if (!match::match(difference, match::m_Sub(match::m_PtrToInt(match::m_Value(named)),
                                             match::m_PtrToInt(match::m_Value(from)))) ||
      from != table)
    return nullptr;
  return llvm::cast<llvm::Constant>(named);
}

llvm::GlobalVariable* pointers_of(llvm::GlobalVariable* table) {
  if (!table || !table->isConstant() || !table->hasInitializer()) return nullptr;
  auto* elements = llvm::dyn_cast<llvm::ConstantArray>(table->getInitializer());
  if (!elements || !elements->getType()->getElementType()->isIntegerTy(32)) return nullptr;
  std::vector<llvm::Constant*> pointers;
  for (llvm::Value* element : elements->operands()) {
    pointers.push_back(named_by(llvm::cast<llvm::Constant>(element), table));
    if (!pointers.back()) return nullptr;
  }
  auto* type = llvm::ArrayType::get(llvm::PointerType::get(table->getContext(), 0), pointers.size());
  return new llvm::GlobalVariable(*table->getParent(), type, true, llvm::GlobalValue::PrivateLinkage,
                                  llvm::ConstantArray::get(type, pointers), table->getName() + ".pointers");
}

}  // namespace

void expand_relative_loads(llvm::Module& module) {
  const llvm::DataLayout& layout = module.getDataLayout();
  std::map<llvm::GlobalVariable*, llvm::GlobalVariable*> known;
  for (llvm::Function& function : module) {
    if (function.getIntrinsicID() != llvm::Intrinsic::load_relative) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      llvm::Value *table = call->getArgOperand(0), *offset = call->getArgOperand(1), *result = nullptr;
      auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(table);
      auto [it, is_new] = known.try_emplace(variable);
      if (is_new) it->second = pointers_of(variable);
      if (it->second) {
        uint64_t larger = layout.getPointerSize() / 4;
        llvm::Value* scaled = builder.CreateMul(offset, llvm::ConstantInt::get(offset->getType(), larger));
        result = builder.CreateLoad(call->getType(), builder.CreatePtrAdd(it->second, scaled));
      } else {
        llvm::Value* distance = builder.CreateAlignedLoad(
            builder.getInt32Ty(), builder.CreatePtrAdd(table, offset), llvm::Align(4));
        result =
            builder.CreatePtrAdd(table, builder.CreateSExt(distance, layout.getIntPtrType(call->getType())));
      }
      call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
  }
}

}  // namespace bonsai::load
