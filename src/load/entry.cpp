// Tested by native_module_test.cpp and c_library_test.cpp.
#include "load/entry.h"

#include <llvm/IR/IRBuilder.h>

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

}  // namespace bonsai::load
