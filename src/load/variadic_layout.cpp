// Tested by lower_test.cpp.
#include "load/variadic_layout.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

namespace bonsai::load {

uint64_t slot_align(const llvm::Type* type, uint64_t size, uint64_t slot) {
  bool is_large =
      slot == 8 ? type->isX86_FP80Ty() || type->isIntegerTy(128) || type->isFP128Ty() || type->isVectorTy()
                : type->isVectorTy();
  return is_large && size >= 16 ? std::min<uint64_t>(llvm::PowerOf2Ceil(size), 64) : slot;
}

VariadicLayout variadic_layout(const llvm::CallBase& call, const llvm::DataLayout& layout, uint64_t slot) {
  VariadicLayout result;
  for (unsigned i = call.getFunctionType()->getNumParams(); i < call.arg_size(); ++i) {
    llvm::Type* type = call.isByValArgument(i) ? call.getParamByValType(i) : call.getArgOperand(i)->getType();
    uint64_t bytes = layout.getTypeAllocSize(type);
    uint64_t wanted = call.isByValArgument(i) ? std::max(call.getParamAlign(i).valueOrOne().value(), slot)
                                              : slot_align(type, bytes, slot);
    result.align = std::max(result.align, wanted);
    result.offsets.push_back(llvm::alignTo(result.size, wanted));
    result.size = result.offsets.back() + llvm::alignTo(bytes, slot);
  }
  return result;
}

}  // namespace bonsai::load
