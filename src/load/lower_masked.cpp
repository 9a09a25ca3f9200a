// Masked memory: each lane is a branch of its own, because memory of a lane that is off must not be touched.
//
// Tested by lower_test.cpp.
#include "load/lower_function.h"

namespace bonsai::load {

using llvm::Align;
using llvm::ArrayRef;
namespace Intrinsic = llvm::Intrinsic;

// Code for the lane if its condition is 1, other code if it is 0; both go on at the same place.
template <typename Yes, typename No>
void FunctionLowering::if_lane(Scalar condition, Yes&& yes, No&& no) {
  uint32_t tested = reg(condition);
  uint32_t on = new_block("lane.on");
  uint32_t off = new_block("lane.off");
  uint32_t join = new_block("lane.end");
  emit(Op::Br, 1, on, tested, off);
  begin(on);
  yes();
  emit(Op::Jump, 0, join);
  begin(off);
  no();
  emit(Op::Jump, 0, join);
  begin(join);
}

Parts FunctionLowering::masked_load(ArrayRef<Scalar> pointers, ArrayRef<Scalar> mask,
                                    ArrayRef<Scalar> otherwise, llvm::Type* element, Align align) {
  Parts result;
  for (size_t i = 0; i < mask.size(); ++i) {
    if (mask[i].is_imm()) {
      result.push_back(mask[i].value ? load_scalar(pointers[i], 0, width(element), align) : otherwise[i]);
      continue;
    }
    uint32_t dst = fresh();
    if_lane(
        mask[i], [&] { assign(dst, load_scalar(pointers[i], 0, width(element), align)); },
        [&] { assign(dst, otherwise[i]); });
    result.push_back(Scalar::reg(dst, width(element)));
  }
  return result;
}

void FunctionLowering::masked_store(ArrayRef<Scalar> pointers, ArrayRef<Scalar> mask, ArrayRef<Scalar> what,
                                    llvm::Type*, Align align) {
  for (size_t i = 0; i < mask.size(); ++i) {
    if (!mask[i].is_imm())
      if_lane(mask[i], [&] { store_scalar(pointers[i], 0, what[i], align); }, [] {});
    else if (mask[i].value)
      store_scalar(pointers[i], 0, what[i], align);
  }
}

Parts FunctionLowering::lane_pointers(Scalar base, llvm::Type* element, size_t count) {
  uint64_t stride = module_.vector_stride(element);
  if (stride == 0) throw NotSupported{"masked access to a vector of bits"};
  Parts result;
  for (size_t i = 0; i < count; ++i) result.push_back(move_pointer(base, i * stride));
  return result;
}

bool FunctionLowering::lower_masked_intrinsic(const llvm::IntrinsicInst& call) {
  auto align_argument = [&](unsigned index) {
    return Align(
        std::max<uint64_t>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(index))->getZExtValue(), 1));
  };
  auto lane_align = [&](unsigned index, llvm::Type* element) {
    return commonAlignment(align_argument(index), std::max<uint64_t>(module_.vector_stride(element), 1));
  };
  llvm::Type* type = call.getType()->isVoidTy() ? call.getArgOperand(0)->getType() : call.getType();
  llvm::Type* element = type->getScalarType();
  switch (call.getIntrinsicID()) {
    case Intrinsic::masked_load: {
      Parts mask = value(call.getArgOperand(2));
      Parts pointers = lane_pointers(scalar(call.getArgOperand(0)), element, mask.size());
      define(call,
             masked_load(pointers, mask, value(call.getArgOperand(3)), element, lane_align(1, element)));
      return true;
    }
    case Intrinsic::masked_store: {
      Parts mask = value(call.getArgOperand(3));
      Parts pointers = lane_pointers(scalar(call.getArgOperand(1)), element, mask.size());
      masked_store(pointers, mask, value(call.getArgOperand(0)), element, lane_align(2, element));
      return true;
    }
    case Intrinsic::masked_gather:
      define(call, masked_load(value(call.getArgOperand(0)), value(call.getArgOperand(2)),
                               value(call.getArgOperand(3)), element, align_argument(1)));
      return true;
    case Intrinsic::masked_scatter:
      masked_store(value(call.getArgOperand(1)), value(call.getArgOperand(3)), value(call.getArgOperand(0)),
                   element, align_argument(2));
      return true;
    case Intrinsic::masked_expandload: lower_expand_load(call); return true;
    case Intrinsic::masked_compressstore: lower_compress_store(call); return true;
    default: return false;
  }
}

// Lanes that are on share consecutive memory: the pointer moves on with each of them.
void FunctionLowering::lower_expand_load(const llvm::IntrinsicInst& call) {
  llvm::Type* element = call.getType()->getScalarType();
  uint64_t stride = module_.vector_stride(element);
  Scalar pointer = scalar(call.getArgOperand(0));
  Parts mask = value(call.getArgOperand(1));
  Parts otherwise = value(call.getArgOperand(2));
  Parts result;
  for (size_t i = 0; i < mask.size(); ++i) {
    uint32_t dst = fresh();
    uint32_t next = fresh();
    if_lane(
        mask[i],
        [&] {
          assign(dst, load_scalar(pointer, 0, width(element), Align(1)));
          assign(next, move_pointer(pointer, stride));
        },
        [&] {
          assign(dst, otherwise[i]);
          assign(next, pointer);
        });
    result.push_back(Scalar::reg(dst, width(element)));
    pointer = Scalar::reg(next, pointer_width());
  }
  define(call, result);
}

void FunctionLowering::lower_compress_store(const llvm::IntrinsicInst& call) {
  uint64_t stride = module_.vector_stride(call.getArgOperand(0)->getType()->getScalarType());
  Parts what = value(call.getArgOperand(0));
  Scalar pointer = scalar(call.getArgOperand(1));
  Parts mask = value(call.getArgOperand(2));
  for (size_t i = 0; i < mask.size(); ++i) {
    uint32_t next = fresh();
    if_lane(
        mask[i],
        [&] {
          store_scalar(pointer, 0, what[i], Align(1));
          assign(next, move_pointer(pointer, stride));
        },
        [&] { assign(next, pointer); });
    pointer = Scalar::reg(next, pointer_width());
  }
}

}  // namespace bonsai::load
