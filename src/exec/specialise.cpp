// Makes the code that the interpreter runs from the program's IR; see dispatch.h for what differs.
#include "exec/dispatch.h"
#include "exec/machine.h"

namespace bonsai::exec {
namespace {

using ir::Format;
using ir::Op;

// The sized version of a memory instruction, or the instruction itself where its width is odd.
Handler sized(const Instr& instr) {
  auto pick = [&](Handler h8, Handler h16, Handler h32, Handler h64) {
    switch (instr.width) {
      case 8: return h8;
      case 16: return h16;
      case 32: return h32;
      case 64: return h64;
      default: return Handler(instr.op);
    }
  };
#define SIZED(name) \
  case Op::name: return pick(Handler::name##8, Handler::name##16, Handler::name##32, Handler::name##64);
  switch (instr.op) {
    SIZED(Load)
    SIZED(LoadX)
    SIZED(Store)
    SIZED(StoreX)
    SIZED(LoadLocal)
    SIZED(StoreLocal)
    default: return Handler(instr.op);
  }
#undef SIZED
}

// Targets, past the joins where nothing is merged.
Instr specialised(const ir::Function& function, size_t index, const Config& config, uint64_t pointer_mask) {
  const Instr& original = function.code[index];
  auto distance = [&](uint64_t target) {
    bool skips = !config.merging && function.code[target].op == Op::Join;
    return uint32_t(int64_t(target + skips) - int64_t(index));
  };
  Instr instr = original;
  switch (ir::info(original.op).format) {
    case Format::Unary:
    case Format::Binary:
    case Format::BinaryImm:
    case Format::Ternary: instr.aux = ir::mask_of(instr.width); break;
    case Format::Cast: instr.aux = ir::mask_of(unsigned(instr.imm)); break;
    case Format::PtrAdd: instr.aux = pointer_mask; break;
    case Format::Load:
    case Format::LoadX:
    case Format::Store:
    case Format::StoreX:
    case Format::LoadLocal:
    case Format::StoreLocal: {
      ir::Access access = original.access();
      uint64_t align_mask = config.check_alignment ? (uint64_t(1) << access.align_log2) - 1 : 0;
      instr.op = Op(sized(original));
      if (instr.op != original.op) instr.aux = access.site | align_mask << 32;
      break;
    }
    case Format::Jump: instr.dst = distance(original.dst); break;
    case Format::Branch:
    case Format::BranchCompareImm:
      instr.dst = distance(original.dst);
      instr.b = distance(original.b);
      instr.aux = ir::mask_of(instr.width);
      break;
    case Format::BranchCompare:
      instr.dst = distance(original.dst);
      instr.imm = distance(original.imm);
      instr.aux = ir::mask_of(instr.width);
      break;
    default: break;
  }
  if (original.op == Op::Join && config.merging) instr.op = Op(Handler::JoinPaths);
  if (original.op == Op::PtrAddI) instr.aux = pointer_mask;
  return instr;
}

}  // namespace

void Machine::specialise() {
  for (const ir::Function& function : program_.functions)
    for (size_t i = 0; i < function.code.size(); ++i)
      code_.push_back(specialised(function, i, config_, pointer_mask_));
  for (const Config::LoopHead& head : config_.loop_heads)
    code_[head.position].imm = (head.level + 1u) | unsigned(head.mark) << 8;
}

}  // namespace bonsai::exec
