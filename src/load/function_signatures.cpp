// -fsanitize=function: before a call through a pointer the program reads the signature that such code has in
// the 8 bytes before the function, and the hash of its type. Functions have no bytes here: the reads become
// calls of functions that compare the pointer with those whose address is taken. Tested by
// tests/programs/harness/sanitize_function.c.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <vector>

#include "load/passes.h"

namespace bonsai::load {
namespace {

constexpr uint32_t signature = 0xc105cafe;  // of clang, on x86

// The hash of a function's type; null: it was not compiled so.
llvm::ConstantInt* type_hash(const llvm::Function& function) {
  const llvm::MDNode* node = function.getMetadata(llvm::LLVMContext::MD_func_sanitize);
  if (!node || node->getNumOperands() != 2) return nullptr;  // signature and hash
  auto* hash = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(1));
  return hash && hash->getType()->isIntegerTy(32) ? hash : nullptr;
}

// A read of the word `index` before the function that `pointer` leads to.
struct Read {
  llvm::LoadInst* load;
  llvm::Value* pointer;
  uint64_t index;
};

bool is_such_read(llvm::LoadInst& load, Read& read) {
  if (!load.getType()->isIntegerTy(32) || !load.hasMetadata(llvm::LLVMContext::MD_nosanitize)) return false;
  auto* place = llvm::dyn_cast<llvm::GEPOperator>(load.getPointerOperand());
  auto* pair = place ? llvm::dyn_cast<llvm::StructType>(place->getSourceElementType()) : nullptr;
  if (!pair || !pair->isPacked() || pair->getNumElements() != 2 || place->getNumIndices() != 2) return false;
  auto* before = llvm::dyn_cast<llvm::ConstantInt>(place->getOperand(1));
  auto* index = llvm::dyn_cast<llvm::ConstantInt>(place->getOperand(2));
  if (!before || !before->isMinusOne() || !index) return false;
  read = {&load, place->getPointerOperand(), index->getZExtValue()};
  return true;
}

llvm::Function* make_table(llvm::Module& module, bool of_hashes) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  auto* type = llvm::FunctionType::get(word, {llvm::PointerType::getUnqual(context)}, false);
  auto* table = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                       of_hashes ? "bonsai.type_hash" : "bonsai.type_signature", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", table));
  llvm::Value* result = llvm::ConstantInt::get(word, 0);
  for (llvm::Function& function : module) {
    llvm::ConstantInt* hash = type_hash(function);
    if (!hash || !function.hasAddressTaken()) continue;
    llvm::Value* is_this = builder.CreateICmpEQ(table->getArg(0), &function);
    llvm::Constant* value =
        of_hashes ? hash : llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(word), signature);
    result = builder.CreateSelect(is_this, value, result);
  }
  builder.CreateRet(result);
  return table;
}

}  // namespace

void answer_function_signatures(llvm::Module& module) {
  std::vector<Read> reads;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      Read read;
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load && is_such_read(*load, read)) reads.push_back(read);
    }
  llvm::Function* tables[2] = {nullptr, nullptr};
  for (const Read& read : reads) {
    llvm::Function*& table = tables[read.index != 0];
    if (!table) table = make_table(module, read.index != 0);
    auto* call = llvm::CallInst::Create(table, {read.pointer}, "", read.load->getIterator());
    call->setDebugLoc(read.load->getDebugLoc());
    read.load->replaceAllUsesWith(call);
    auto* place = llvm::dyn_cast<llvm::Instruction>(read.load->getPointerOperand());
    read.load->eraseFromParent();
    if (place && place->use_empty()) place->eraseFromParent();
  }
}

}  // namespace bonsai::load
