// Floating point: arithmetic, comparisons, classification and the math intrinsics.
//
// A float is its bit pattern; sign operations are bit operations. Functions that IEEE 754 defines exactly
// become FMath, the others calls of the C library's function, so that whatever stands for the library
// answers.
//
// Tested by lower_test.cpp.
#include <llvm/IR/FPEnv.h>

#include "load/lower_function.h"

namespace bonsai::load {

using ir::FloatFunction;
using llvm::APInt;
using llvm::Instruction;
namespace Intrinsic = llvm::Intrinsic;

namespace {

using Op = ir::Op;

// FLOAT rows stand in the order float, double, other.
Op by_width(Op for_float, unsigned width) {
  return Op(uint8_t(for_float) + (width == 32 ? 0 : width == 64 ? 1 : 2));
}
static_assert(Op(uint8_t(Op::FAdd32) + 2) == Op::FAddX && Op(uint8_t(Op::FCmp32) + 2) == Op::FCmpX);
static_assert(unsigned(ir::equal) == llvm::CmpInst::FCMP_OEQ &&
              unsigned(ir::greater) == llvm::CmpInst::FCMP_OGT &&
              unsigned(ir::less) == llvm::CmpInst::FCMP_OLT &&
              unsigned(ir::unordered) == llvm::CmpInst::FCMP_UNO);

const char* library_stem(unsigned intrinsic) {
  switch (intrinsic) {
    case Intrinsic::sin:
    case Intrinsic::experimental_constrained_sin: return "sin";
    case Intrinsic::cos:
    case Intrinsic::experimental_constrained_cos: return "cos";
    case Intrinsic::tan: return "tan";
    case Intrinsic::asin: return "asin";
    case Intrinsic::acos: return "acos";
    case Intrinsic::atan: return "atan";
    case Intrinsic::sinh: return "sinh";
    case Intrinsic::cosh: return "cosh";
    case Intrinsic::tanh: return "tanh";
    case Intrinsic::exp:
    case Intrinsic::experimental_constrained_exp: return "exp";
    case Intrinsic::exp2:
    case Intrinsic::experimental_constrained_exp2: return "exp2";
    case Intrinsic::exp10: return "exp10";
    case Intrinsic::log:
    case Intrinsic::experimental_constrained_log: return "log";
    case Intrinsic::log2:
    case Intrinsic::experimental_constrained_log2: return "log2";
    case Intrinsic::log10:
    case Intrinsic::experimental_constrained_log10: return "log10";
    case Intrinsic::pow:
    case Intrinsic::powi:
    case Intrinsic::experimental_constrained_pow: return "pow";
    case Intrinsic::ldexp: return "ldexp";
    default: return nullptr;
  }
}

std::optional<FloatFunction> exact_function(unsigned intrinsic) {
  switch (intrinsic) {
    case Intrinsic::sqrt:
    case Intrinsic::experimental_constrained_sqrt: return FloatFunction::sqrt;
    case Intrinsic::floor:
    case Intrinsic::experimental_constrained_floor: return FloatFunction::floor;
    case Intrinsic::ceil:
    case Intrinsic::experimental_constrained_ceil: return FloatFunction::ceil;
    case Intrinsic::trunc:
    case Intrinsic::experimental_constrained_trunc: return FloatFunction::trunc;
    case Intrinsic::rint:
    case Intrinsic::lrint:
    case Intrinsic::llrint:
    case Intrinsic::experimental_constrained_rint: return FloatFunction::rint;
    case Intrinsic::nearbyint:
    case Intrinsic::experimental_constrained_nearbyint: return FloatFunction::nearby_int;
    case Intrinsic::round:
    case Intrinsic::lround:
    case Intrinsic::llround:
    case Intrinsic::experimental_constrained_round: return FloatFunction::round;
    case Intrinsic::roundeven:
    case Intrinsic::experimental_constrained_roundeven: return FloatFunction::round_even;
    case Intrinsic::canonicalize: return FloatFunction::canonicalize;
    default: return std::nullopt;
  }
}

std::optional<FloatFunction> min_max_function(unsigned intrinsic) {
  switch (intrinsic) {
    case Intrinsic::minnum:
    case Intrinsic::experimental_constrained_minnum: return FloatFunction::min_num;
    case Intrinsic::maxnum:
    case Intrinsic::experimental_constrained_maxnum: return FloatFunction::max_num;
    case Intrinsic::minimum: return FloatFunction::minimum;
    case Intrinsic::maximum: return FloatFunction::maximum;
    default: return std::nullopt;
  }
}

}  // namespace

std::string library_name(unsigned intrinsic, const llvm::Type* type) {
  const char* stem = library_stem(intrinsic);
  if (!stem) return {};
  const llvm::Type* element = type->getScalarType();
  if (element->isDoubleTy()) return stem;
  if (element->isFloatTy() || element->isHalfTy()) return std::string(stem) + "f";
  if (element->isX86_FP80Ty()) return std::string(stem) + "l";
  return {};
}

// half, float, double and x86_fp80 can be computed with; others only be moved.
void FunctionLowering::check_float(const llvm::Type* type) {
  const llvm::Type* element = type->getScalarType();
  if (element->isHalfTy() || element->isFloatTy() || element->isDoubleTy() || element->isX86_FP80Ty()) return;
  throw NotSupported{element->isFP128Ty()    ? "128-bit floating point arithmetic"
                     : element->isBFloatTy() ? "bfloat arithmetic"
                                             : "arithmetic on this floating point type"};
}

Scalar FunctionLowering::float_op(unsigned opcode, Scalar a, Scalar b) {
  Op op;
  switch (opcode) {
    case Instruction::FAdd: op = by_width(Op::FAdd32, a.width); break;
    case Instruction::FSub: op = by_width(Op::FSub32, a.width); break;
    case Instruction::FMul: op = by_width(Op::FMul32, a.width); break;
    case Instruction::FDiv: op = by_width(Op::FDiv32, a.width); break;
    case Instruction::FRem: op = Op::FRem; break;
    default: throw NotSupported{"an arithmetic instruction"};
  }
  uint32_t left = reg(a);
  uint32_t right = reg(b);
  uint32_t dst = fresh();
  emit(op, a.width, dst, left, right);
  return Scalar::reg(dst, a.width);
}

Scalar FunctionLowering::float_compare(unsigned predicate, Scalar a, Scalar b) {
  if (predicate == llvm::CmpInst::FCMP_FALSE || predicate == llvm::CmpInst::FCMP_TRUE)
    return Scalar::imm(predicate == llvm::CmpInst::FCMP_TRUE, 1);
  uint32_t left = reg(a);
  uint32_t right = reg(b);
  uint32_t dst = fresh();
  emit(by_width(Op::FCmp32, a.width), a.width, dst, left, right, predicate);
  return Scalar::reg(dst, 1);
}

Scalar FunctionLowering::float_math(FloatFunction function, Scalar a) {
  uint32_t from = reg(a);
  uint32_t dst = fresh();
  emit(Op::FMath, a.width, dst, from, 0, uint64_t(function));
  return Scalar::reg(dst, a.width);
}

Scalar FunctionLowering::float_min_max(FloatFunction function, Scalar a, Scalar b) {
  uint32_t left = reg(a);
  uint32_t right = reg(b);
  uint32_t dst = fresh();
  emit(Op::FMinMax, a.width, dst, left, right, uint64_t(function));
  return Scalar::reg(dst, a.width);
}

Scalar FunctionLowering::float_negate(Scalar a) { return binary(Op::Xor, a, constant(float_sign(a.width))); }

// llvm.is.fpclass by comparing the pattern without its sign, which orders like the magnitudes.
Scalar FunctionLowering::float_class(Scalar a, unsigned classes) {
  unsigned mantissa = a.width == 16 ? 10 : a.width == 32 ? 23 : a.width == 64 ? 52 : 63;
  unsigned exponent = a.width == 16 ? 5 : a.width == 32 ? 8 : a.width == 64 ? 11 : 15;
  bool explicit_one = a.width == 80;
  APInt least_normal = APInt::getOneBitSet(a.width, mantissa + explicit_one);
  APInt infinity = APInt::getBitsSet(a.width, mantissa + explicit_one, mantissa + explicit_one + exponent);
  if (explicit_one) {
    least_normal.setBit(63);
    infinity.setBit(63);
  }
  APInt quiet = infinity | APInt::getOneBitSet(a.width, mantissa - 1);
  Scalar magnitude = binary(Op::And, a, constant(~float_sign(a.width)));
  Scalar negative = compare(Op::Slt, a, zero(a.width));
  Scalar result = Scalar::imm(0, 1);
  auto add = [&](unsigned if_negative, unsigned if_positive, auto&& test) {
    if (!(classes & (if_negative | if_positive))) return;
    Scalar holds = test();
    if (!(classes & if_positive)) holds = binary(Op::And, holds, negative);
    if (!(classes & if_negative)) holds = binary(Op::And, holds, binary(Op::Xor, negative, 1));
    result = result.is_imm() ? holds : binary(Op::Or, result, holds);
  };
  auto between = [&](const APInt& low, const APInt& high) {  // low <= magnitude < high
    return compare(Op::Ult, binary(Op::Sub, magnitude, constant(low)), constant(high - low));
  };
  APInt one(a.width, 1);
  if ((classes & llvm::fcNan) == llvm::fcNan) {
    add(llvm::fcNan, llvm::fcNan, [&] { return compare(Op::Ugt, magnitude, constant(infinity)); });
    classes &= ~unsigned(llvm::fcNan);
  }
  add(llvm::fcSNan, llvm::fcSNan, [&] { return between(infinity + one, quiet); });
  add(llvm::fcQNan, llvm::fcQNan, [&] { return compare(Op::Uge, magnitude, constant(quiet)); });
  add(llvm::fcNegInf, llvm::fcPosInf, [&] { return compare(Op::Eq, magnitude, constant(infinity)); });
  add(llvm::fcNegNormal, llvm::fcPosNormal, [&] { return between(least_normal, infinity); });
  add(llvm::fcNegSubnormal, llvm::fcPosSubnormal, [&] { return between(one, least_normal); });
  add(llvm::fcNegZero, llvm::fcPosZero, [&] { return compare(Op::Eq, magnitude, zero(a.width)); });
  return result;
}

bool FunctionLowering::lower_float_intrinsic(const llvm::IntrinsicInst& call) {
  if (lower_constrained(call)) return true;
  if (call.arg_size() == 0) return false;
  const llvm::Type* element = call.getArgOperand(0)->getType()->getScalarType();
  switch (call.getIntrinsicID()) {
    case Intrinsic::is_fpclass: {
      check_float(element);
      auto classes = unsigned(llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue());
      Parts parts = value(call.getArgOperand(0));
      for (Scalar& part : parts) part = float_class(part, classes);
      define(call, parts);
      return true;
    }
    case Intrinsic::convert_to_fp16:
      check_float(element);
      define(call, cast(Op::FpTrunc, scalar(call.getArgOperand(0)), 16));
      return true;
    case Intrinsic::convert_from_fp16:
      check_float(call.getType());
      define(call, cast(Op::FpExt, scalar(call.getArgOperand(0)), width(call.getType())));
      return true;
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat: {
      check_float(element);
      Op op = call.getIntrinsicID() == Intrinsic::fptosi_sat ? Op::FpToSiSat : Op::FpToUiSat;
      Parts parts = value(call.getArgOperand(0));
      for (Scalar& part : parts) part = cast(op, part, width(call.getType()->getScalarType()));
      define(call, parts);
      return true;
    }
    default: break;
  }
  if (!element->isFloatingPointTy()) return false;
  if (library_stem(call.getIntrinsicID())) {
    lower_library_math(call);
    return true;
  }
  return lower_math_intrinsic(call, element);
}

bool FunctionLowering::lower_math_intrinsic(const llvm::IntrinsicInst& call, const llvm::Type* element) {
  unsigned id = call.getIntrinsicID();
  auto exact = exact_function(id);
  auto min_max = min_max_function(id);
  bool fused = id == Intrinsic::fma || id == Intrinsic::experimental_constrained_fma;
  bool three = fused || id == Intrinsic::fmuladd || id == Intrinsic::experimental_constrained_fmuladd;
  bool two = three || min_max || id == Intrinsic::copysign;
  if (!exact && !two && id != Intrinsic::fabs) return false;
  check_float(element);
  Parts a = value(call.getArgOperand(0));
  Parts b = two ? value(call.getArgOperand(1)) : a;
  Parts c = three ? value(call.getArgOperand(2)) : a;
  for (size_t i = 0; i < a.size(); ++i) {
    APInt sign = float_sign(a[i].width);
    if (exact) {
      a[i] = float_math(*exact, a[i]);
      if (call.getType()->isIntOrIntVectorTy())
        a[i] = cast(Op::FpToSi, a[i], width(call.getType()->getScalarType()));
    } else if (min_max) {
      a[i] = float_min_max(*min_max, a[i], b[i]);
    } else if (id == Intrinsic::fabs) {
      a[i] = binary(Op::And, a[i], constant(~sign));
    } else if (id == Intrinsic::copysign) {
      a[i] = binary(Op::Or, binary(Op::And, a[i], constant(~sign)), binary(Op::And, b[i], constant(sign)));
    } else if (fused) {
      a[i] = ternary(Op::Fma, a[i], b[i], c[i]);
    } else {  // fmuladd: x86-64 without FMA rounds twice
      a[i] = float_op(Instruction::FAdd, float_op(Instruction::FMul, a[i], b[i]), c[i]);
    }
  }
  define(call, a);
  return true;
}

// Strict floating point at the default rounding mode: the same operations, with metadata behind the operands.
bool FunctionLowering::lower_constrained(const llvm::IntrinsicInst& call) {
  auto* constrained = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&call);
  if (!constrained) return false;
  unsigned opcode = 0;
  Op conversion = Op::Move;
  switch (call.getIntrinsicID()) {
    case Intrinsic::experimental_constrained_fadd: opcode = Instruction::FAdd; break;
    case Intrinsic::experimental_constrained_fsub: opcode = Instruction::FSub; break;
    case Intrinsic::experimental_constrained_fmul: opcode = Instruction::FMul; break;
    case Intrinsic::experimental_constrained_fdiv: opcode = Instruction::FDiv; break;
    case Intrinsic::experimental_constrained_frem: opcode = Instruction::FRem; break;
    case Intrinsic::experimental_constrained_fptosi: conversion = Op::FpToSi; break;
    case Intrinsic::experimental_constrained_fptoui: conversion = Op::FpToUi; break;
    case Intrinsic::experimental_constrained_sitofp: conversion = Op::SiToFp; break;
    case Intrinsic::experimental_constrained_uitofp: conversion = Op::UiToFp; break;
    case Intrinsic::experimental_constrained_fptrunc: conversion = Op::FpTrunc; break;
    case Intrinsic::experimental_constrained_fpext: conversion = Op::FpExt; break;
    case Intrinsic::experimental_constrained_fcmp:
    case Intrinsic::experimental_constrained_fcmps: opcode = Instruction::FCmp; break;
    default: return false;
  }
  const llvm::Value* first = call.getArgOperand(0);
  if (first->getType()->isFPOrFPVectorTy()) check_float(first->getType());
  if (call.getType()->isFPOrFPVectorTy()) check_float(call.getType());
  Parts a = value(first);
  Parts b = opcode ? value(call.getArgOperand(1)) : a;
  for (size_t i = 0; i < a.size(); ++i) {
    if (opcode == Instruction::FCmp)
      a[i] = float_compare(llvm::cast<llvm::ConstrainedFPCmpIntrinsic>(call).getPredicate(), a[i], b[i]);
    else if (opcode)
      a[i] = float_op(opcode, a[i], b[i]);
    else
      a[i] = cast(conversion, a[i], width(call.getType()->getScalarType()));
  }
  define(call, a);
  return true;
}

void FunctionLowering::lower_library_math(const llvm::IntrinsicInst& call) {
  check_float(call.getType());
  std::string name = library_name(call.getIntrinsicID(), call.getType());
  unsigned bits = width(call.getType()->getScalarType());
  unsigned computed = bits == 16 ? 32 : bits;  // the library has no half
  bool integer_second = call.getIntrinsicID() == Intrinsic::powi;
  bool exponent_second = call.getIntrinsicID() == Intrinsic::ldexp;
  bool two = call.getIntrinsicID() == Intrinsic::pow || integer_second || exponent_second ||
             call.getIntrinsicID() == Intrinsic::experimental_constrained_pow;
  auto widened = [&](Scalar from) { return bits == 16 ? cast(Op::FpExt, from, computed) : from; };
  Parts a = value(call.getArgOperand(0));
  Parts b = two ? value(call.getArgOperand(1)) : Parts();
  for (size_t i = 0; i < a.size(); ++i) {
    llvm::SmallVector<Scalar, 2> arguments{widened(a[i])};
    if (two) {
      Scalar second = b[b.size() == 1 ? 0 : i];
      arguments.push_back(integer_second    ? cast(Op::SiToFp, second, computed)
                          : exponent_second ? resize(second, 32, true)
                                            : widened(second));
    }
    a[i] = call_library(name, arguments, computed);
    if (bits == 16) a[i] = cast(Op::FpTrunc, a[i], bits);
  }
  define(call, a);
}

}  // namespace bonsai::load
