// Variadic arguments of x86-64 in memory, as in the interpreter (lower_calls.cpp): a va_arg asks whether its
// argument came in a register, and natively the answer, a branch, would be another.
//
// Each variadic call also lays its arguments out in the caller's frame and leaves the address in a variable
// of the module; a variadic function takes it from there when it begins, and each va_start makes a list whose
// registers are used up. Whoever is called besides (printf) finds its arguments where the ABI has them.
//
// Tested by native_path_test.cpp in report.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "load/native_module.h"
#include "load/variadic_layout.h"

namespace bonsai::load {

namespace {

using llvm::Align;
using llvm::dyn_cast;

void leave_arguments(llvm::CallBase& call, llvm::GlobalVariable& home) {
  const llvm::DataLayout& data = call.getModule()->getDataLayout();
  VariadicLayout layout = variadic_layout(call, data, 8);
  llvm::IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
  auto* bytes = llvm::ArrayType::get(entry.getInt8Ty(), layout.size);
  llvm::AllocaInst* area = entry.CreateAlloca(bytes);
  area->setAlignment(Align(layout.align));
  llvm::IRBuilder<> builder(&call);
  unsigned fixed = call.getFunctionType()->getNumParams();
  for (unsigned i = fixed; i < call.arg_size(); ++i) {
    llvm::Value* value = call.getArgOperand(i);
    llvm::Value* place =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), area, layout.offsets[i - fixed]);
    if (call.isByValArgument(i))
      builder.CreateMemCpy(place, Align(8), value, Align(1),
                           data.getTypeAllocSize(call.getParamByValType(i)));
    else
      builder.CreateAlignedStore(value, place, Align(8));
  }
  builder.CreateStore(area, &home);
}

void take_arguments(llvm::Function& function, const std::vector<llvm::CallBase*>& starts,
                    llvm::GlobalVariable& home) {
  llvm::IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::Value* area = entry.CreateLoad(entry.getPtrTy(), &home);
  for (llvm::CallBase* start : starts) {
    llvm::IRBuilder<> builder(start->getNextNode());
    auto set = [&](uint64_t offset, llvm::Value* value) {
      llvm::Value* list = start->getArgOperand(0);
      builder.CreateStore(value, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), list, offset));
    };
    set(0, builder.getInt32(48));   // gp_offset
    set(4, builder.getInt32(176));  // fp_offset
    set(8, area);                   // overflow_arg_area
  }
}

}  // namespace

void pass_variadic_in_memory(llvm::Module& module) {
  if (module.getDataLayout().getPointerSize() != 8 || llvm::Triple(module.getTargetTriple()).isOSWindows())
    return;
  auto* pointer = llvm::PointerType::getUnqual(module.getContext());
  auto* home = new llvm::GlobalVariable(module, pointer, false, llvm::GlobalValue::InternalLinkage,
                                        llvm::ConstantPointerNull::get(pointer), "bonsai.variadic");
  for (llvm::Function& function : module) {
    std::vector<llvm::CallBase*> calls, starts;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      if (call->getIntrinsicID() == llvm::Intrinsic::vastart) starts.push_back(call);
      // A tail call that must be one hands on what its function got.
      bool leaves = call->getFunctionType()->isVarArg() && !call->isInlineAsm() && !call->isMustTailCall();
      if (leaves && call->getIntrinsicID() == llvm::Intrinsic::not_intrinsic) calls.push_back(call);
    }
    for (llvm::CallBase* call : calls) leave_arguments(*call, *home);
    if (!starts.empty()) take_arguments(function, starts, *home);
  }
}

}  // namespace bonsai::load
