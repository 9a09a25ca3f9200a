// Reductions of a vector to one scalar, element after element: the order that strict floating point demands.
//
// Tested by lower_test.cpp.
#include "load/lower_function.h"

namespace bonsai::load {

using ir::FloatFunction;
using llvm::Instruction;
namespace Intrinsic = llvm::Intrinsic;

bool FunctionLowering::lower_reduction(const llvm::IntrinsicInst& call) {
  auto fold = [&](unsigned argument, std::optional<Scalar> start, auto&& join) {
    if (call.getType()->isFloatingPointTy()) check_float(call.getType());
    Parts parts = value(call.getArgOperand(argument));
    for (const Scalar& part : parts) start = start ? join(*start, part) : part;
    define(call, *start);
    return true;
  };
  auto integer = [&](Op op) { return fold(0, {}, [&](Scalar a, Scalar b) { return binary(op, a, b); }); };
  auto chain = [&](unsigned opcode) {
    return fold(1, scalar(call.getArgOperand(0)), [&](Scalar a, Scalar b) { return float_op(opcode, a, b); });
  };
  auto extreme = [&](FloatFunction which) {
    return fold(0, {}, [&](Scalar a, Scalar b) { return float_min_max(which, a, b); });
  };
  switch (call.getIntrinsicID()) {
    case Intrinsic::vector_reduce_add: return integer(Op::Add);
    case Intrinsic::vector_reduce_mul: return integer(Op::Mul);
    case Intrinsic::vector_reduce_and: return integer(Op::And);
    case Intrinsic::vector_reduce_or: return integer(Op::Or);
    case Intrinsic::vector_reduce_xor: return integer(Op::Xor);
    case Intrinsic::vector_reduce_smax: return integer(Op::SMax);
    case Intrinsic::vector_reduce_smin: return integer(Op::SMin);
    case Intrinsic::vector_reduce_umax: return integer(Op::UMax);
    case Intrinsic::vector_reduce_umin: return integer(Op::UMin);
    case Intrinsic::vector_reduce_fadd: return chain(Instruction::FAdd);
    case Intrinsic::vector_reduce_fmul: return chain(Instruction::FMul);
    case Intrinsic::vector_reduce_fmax: return extreme(FloatFunction::max_num);
    case Intrinsic::vector_reduce_fmin: return extreme(FloatFunction::min_num);
    case Intrinsic::vector_reduce_fmaximum: return extreme(FloatFunction::maximum);
    case Intrinsic::vector_reduce_fminimum: return extreme(FloatFunction::minimum);
    default: return false;
  }
}

}  // namespace bonsai::load
