// Tested by native_module_test.cpp and c_library_test.cpp.
#include "load/entry.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace bonsai::load {

llvm::Function* make_caller(llvm::Module& module, llvm::StringRef name, llvm::Function& callee) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  auto* type = llvm::FunctionType::get(word, {word, pointer, pointer}, false);
  auto* caller = llvm::cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", caller));
  llvm::SmallVector<llvm::Value*, 4> arguments;
  for (llvm::Argument& parameter : callee.args()) {
    llvm::Type* wanted = parameter.getType();
    llvm::Value* given = arguments.size() < 3 ? caller->getArg(unsigned(arguments.size())) : nullptr;
    if (given && given->getType()->isIntegerTy() && wanted->isIntegerTy())
      given = builder.CreateZExtOrTrunc(given, wanted);
    else if (given && given->getType()->isPointerTy() && wanted->isIntegerTy())
      given = builder.CreatePtrToInt(given, wanted);
    else if (given && given->getType()->isIntegerTy() && wanted->isPointerTy())
      given = builder.CreateIntToPtr(given, wanted);
    else if (!given || given->getType() != wanted)
      given = llvm::Constant::getNullValue(wanted);
    arguments.push_back(given);
  }
  llvm::Value* result = builder.CreateCall(&callee, arguments);
  if (!result->getType()->isIntegerTy()) result = builder.getInt32(0);
  builder.CreateRet(builder.CreateZExtOrTrunc(result, word));
  return caller;
}

void initialize_fuzz_target(llvm::Module& module) {
  llvm::Function* target = module.getFunction("LLVMFuzzerInitialize");
  if (!target || target->isDeclaration() || target->arg_size() != 2) return;
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  auto variable = [&](llvm::Constant* value) {
    return new llvm::GlobalVariable(module, value->getType(), false, llvm::GlobalValue::InternalLinkage,
                                    value);
  };
  auto* name = variable(llvm::ConstantDataArray::getString(context, "fuzz-target"));
  auto* words = variable(llvm::ConstantArray::get(llvm::ArrayType::get(pointer, 2),
                                                  {name, llvm::Constant::getNullValue(pointer)}));
  auto* count = variable(llvm::ConstantInt::get(word, 1));
  auto* vector = variable(words);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto* caller = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                        "bonsai.initialize_fuzz_target", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", caller));
  builder.CreateCall(target, {count, vector});
  builder.CreateRetVoid();
  llvm::appendToGlobalCtors(module, caller, 65535);
}

}  // namespace bonsai::load
