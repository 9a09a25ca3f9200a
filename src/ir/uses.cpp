#include "ir/uses.h"

namespace bonsai::ir {

bool is_pure(const Instr& instr) {
  switch (instr.op) {
    case Op::UDiv:
    case Op::URem:
    case Op::SDiv:
    case Op::SRem: return false;
    case Op::UDivI:
    case Op::URemI: return instr.imm != 0;
    case Op::SDivI:
    case Op::SRemI: return instr.imm != 0 && instr.imm != mask_of(instr.width) && instr.width <= 64;
    case Op::StackSave: return false;
    default: break;
  }
  switch (info(instr.op).format) {
    case Format::Result:
    case Format::Const:
    case Format::ConstPool:
    case Format::Unary:
    case Format::Binary:
    case Format::BinaryImm:
    case Format::Ternary:
    case Format::Cast:
    case Format::FloatKind1:
    case Format::FloatKind2:
    case Format::FloatCompare:
    case Format::PtrAdd:
    case Format::LocalAddr:
    case Format::PoisonIf: return true;
    default: return false;
  }
}

}  // namespace bonsai::ir
