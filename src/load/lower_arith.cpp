// Integer arithmetic, comparisons, selects and casts, element by element.
//
// Flags such as exact, inbounds, nneg and disjoint are ignored: the result without them is one they allow.
// nsw and nuw turn into PoisonIf for code whose source we did not see, when overflow is checked.
//
// Tested by lower_test.cpp.
#include <llvm/IR/Operator.h>

#include "load/lower_function.h"

namespace bonsai::load {

using llvm::dyn_cast;
using llvm::Instruction;
using llvm::isa;

namespace {

using Op = ir::Op;

Op opcode_of(unsigned llvm_opcode) {
  switch (llvm_opcode) {
    case Instruction::Add: return Op::Add;
    case Instruction::Sub: return Op::Sub;
    case Instruction::Mul: return Op::Mul;
    case Instruction::UDiv: return Op::UDiv;
    case Instruction::SDiv: return Op::SDiv;
    case Instruction::URem: return Op::URem;
    case Instruction::SRem: return Op::SRem;
    case Instruction::And: return Op::And;
    case Instruction::Or: return Op::Or;
    case Instruction::Xor: return Op::Xor;
    case Instruction::Shl: return Op::Shl;
    case Instruction::LShr: return Op::LShr;
    case Instruction::AShr: return Op::AShr;
    default: throw NotSupported{"an arithmetic instruction"};
  }
}

Op opcode_of(llvm::CmpInst::Predicate predicate) {
  using llvm::CmpInst;
  switch (predicate) {
    case CmpInst::ICMP_EQ: return Op::Eq;
    case CmpInst::ICMP_NE: return Op::Ne;
    case CmpInst::ICMP_ULT: return Op::Ult;
    case CmpInst::ICMP_ULE: return Op::Ule;
    case CmpInst::ICMP_UGT: return Op::Ugt;
    case CmpInst::ICMP_UGE: return Op::Uge;
    case CmpInst::ICMP_SLT: return Op::Slt;
    case CmpInst::ICMP_SLE: return Op::Sle;
    case CmpInst::ICMP_SGT: return Op::Sgt;
    case CmpInst::ICMP_SGE: return Op::Sge;
    default: throw NotSupported{"a comparison"};
  }
}

}  // namespace

Scalar FunctionLowering::int_op(unsigned opcode, Scalar a, Scalar b) {
  return binary(opcode_of(opcode), a, b);
}

void FunctionLowering::lower_binary(const llvm::BinaryOperator& instr) {
  bool is_float = instr.getType()->isFPOrFPVectorTy();
  if (is_float) check_float(instr.getType());
  Parts left = value(instr.getOperand(0));
  Parts right = value(instr.getOperand(1));
  for (size_t i = 0; i < left.size(); ++i) {
    if (is_float) {
      left[i] = float_op(instr.getOpcode(), left[i], right[i]);
      continue;
    }
    Scalar result = int_op(instr.getOpcode(), left[i], right[i]);
    left[i] = poison_on_overflow(instr, result, left[i], right[i]);
  }
  define(instr, left);
}

Scalar FunctionLowering::poison_on_overflow(const llvm::BinaryOperator& instr, Scalar result, Scalar a,
                                            Scalar b) {
  if (has_checks_ || !module_.options().check_overflow || !isa<llvm::OverflowingBinaryOperator>(instr))
    return result;
  Op signed_op, unsigned_op;
  switch (instr.getOpcode()) {
    case Instruction::Add: signed_op = Op::SAddOverflow, unsigned_op = Op::UAddOverflow; break;
    case Instruction::Sub: signed_op = Op::SSubOverflow, unsigned_op = Op::USubOverflow; break;
    case Instruction::Mul: signed_op = Op::SMulOverflow, unsigned_op = Op::UMulOverflow; break;
    default: return result;
  }
  auto poisoned = [&](Op op) {
    Scalar overflow = compare(op, a, b);
    uint32_t dst = fresh();
    emit(Op::PoisonIf, result.width, dst, reg(result), reg(overflow));
    return Scalar::reg(dst, result.width);
  };
  if (instr.hasNoSignedWrap()) result = poisoned(signed_op);
  if (instr.hasNoUnsignedWrap()) result = poisoned(unsigned_op);
  return result;
}

void FunctionLowering::lower_icmp(const llvm::ICmpInst& instr) {
  Op op = opcode_of(instr.getPredicate());
  Parts left = value(instr.getOperand(0));
  Parts right = value(instr.getOperand(1));
  for (size_t i = 0; i < left.size(); ++i) left[i] = compare(op, left[i], right[i]);
  define(instr, left);
}

void FunctionLowering::lower_select(const llvm::SelectInst& instr) {
  Parts condition = value(instr.getCondition());
  Parts yes = value(instr.getTrueValue());
  Parts no = value(instr.getFalseValue());
  for (size_t i = 0; i < yes.size(); ++i)
    yes[i] = select(condition[condition.size() == 1 ? 0 : i], yes[i], no[i]);
  define(instr, yes);
}

void FunctionLowering::lower_freeze(const llvm::FreezeInst& instr) {
  Parts parts = value(instr.getOperand(0));
  for (Scalar& part : parts) {
    if (part.is_imm() || part.kind == Scalar::Kind::local) continue;
    part = unary(Op::Freeze, part);
  }
  define(instr, parts);
}

void FunctionLowering::lower_cast(const llvm::CastInst& instr) {
  unsigned opcode = instr.getOpcode();
  if (opcode == Instruction::BitCast) return lower_bitcast(instr, instr.getOperand(0), instr.getType());
  const llvm::Value* from = instr.getOperand(0);
  if (from->getType()->isFPOrFPVectorTy()) check_float(from->getType());
  if (instr.getType()->isFPOrFPVectorTy()) check_float(instr.getType());
  unsigned to = width(instr.getType()->getScalarType());
  Parts parts = value(from);
  for (Scalar& part : parts) switch (opcode) {
      case Instruction::Trunc:
      case Instruction::ZExt:
      case Instruction::PtrToInt:
      case Instruction::IntToPtr:
      case Instruction::AddrSpaceCast: part = resize(part, to); break;
      case Instruction::SExt: part = resize(part, to, true); break;
      case Instruction::FPTrunc: part = cast(Op::FpTrunc, part, to); break;
      case Instruction::FPExt: part = cast(Op::FpExt, part, to); break;
      case Instruction::FPToSI: part = cast(Op::FpToSi, part, to); break;
      case Instruction::FPToUI: part = cast(Op::FpToUi, part, to); break;
      case Instruction::SIToFP: part = cast(Op::SiToFp, part, to); break;
      case Instruction::UIToFP: part = cast(Op::UiToFp, part, to); break;
      default: throw NotSupported{std::string("the instruction ") + instr.getOpcodeName()};
    }
  define(instr, parts);
}

// Little-endian: element 0 holds the lowest bits. Whole groups of elements are joined or split where the
// sizes allow it.
void FunctionLowering::lower_bitcast(const llvm::Value& instr, const llvm::Value* from, llvm::Type* to) {
  Parts parts = value(from);
  const std::vector<llvm::Type*>& wanted = module_.scalars(to);
  Parts result;
  if (parts.empty() || wanted.empty()) return define(instr, parts);
  unsigned have = parts[0].width;
  unsigned want = width(wanted[0]);
  if (have == want) {
    result = parts;
  } else if (want % have == 0) {
    for (size_t i = 0; i < parts.size(); i += want / have)
      result.push_back(concat(llvm::ArrayRef<Scalar>(parts).slice(i, want / have)));
  } else if (have % want == 0) {
    for (const Scalar& part : parts)
      for (unsigned low = 0; low < have; low += want) result.push_back(extract_bits(part, low, want));
  } else {
    Scalar all = concat(parts);
    for (unsigned low = 0; low < all.width; low += want) result.push_back(extract_bits(all, low, want));
  }
  define(instr, result);
}

}  // namespace bonsai::load
