// LLVM's intrinsics on integers, memory and the machine. Floats, vectors and masked memory have files of
// their own.
//
// Tested by lower_test.cpp.
#include <llvm/Analysis/MemoryBuiltins.h>

#include "load/checks.h"
#include "load/lower_function.h"

namespace bonsai::load {

using llvm::Align;
using llvm::APInt;
using llvm::dyn_cast;
namespace Intrinsic = llvm::Intrinsic;

namespace {

using Op = ir::Op;

// Says something to the optimiser or a tool; executes as nothing.
bool vanishes(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::assume:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::dbg_assign:
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_label:
    case Intrinsic::dbg_value:
    case Intrinsic::var_annotation:
    case Intrinsic::codeview_annotation:
    case Intrinsic::donothing:
    case Intrinsic::sideeffect:
    case Intrinsic::pseudoprobe:
    case Intrinsic::prefetch:
    case Intrinsic::pcmarker:
    case Intrinsic::clear_cache:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::instrprof_callsite:
    case Intrinsic::instrprof_cover:
    case Intrinsic::instrprof_increment:
    case Intrinsic::instrprof_increment_step:
    case Intrinsic::instrprof_timestamp:
    case Intrinsic::instrprof_value_profile:
    case Intrinsic::vaend: return true;
    default: break;
  }
  // Fences and pauses of one processor; there is one thread.
  llvm::StringRef name = call.getCalledFunction()->getName();
  return name == "llvm.x86.sse2.pause" || name == "llvm.x86.sse2.mfence" || name == "llvm.x86.sse2.lfence" ||
         name == "llvm.x86.sse.sfence";
}

// Returns its first argument.
bool passes_through(unsigned id) {
  switch (id) {
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::annotation:
    case Intrinsic::ptr_annotation:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ssa_copy:
    case Intrinsic::arithmetic_fence:
    case Intrinsic::preserve_static_offset:
    case Intrinsic::threadlocal_address: return true;
    default: return false;
  }
}

std::optional<Op> binary_opcode(unsigned id) {
  switch (id) {
    case Intrinsic::umin: return Op::UMin;
    case Intrinsic::umax: return Op::UMax;
    case Intrinsic::smin: return Op::SMin;
    case Intrinsic::smax: return Op::SMax;
    case Intrinsic::uadd_sat: return Op::UAddSat;
    case Intrinsic::sadd_sat: return Op::SAddSat;
    case Intrinsic::usub_sat: return Op::USubSat;
    case Intrinsic::ssub_sat: return Op::SSubSat;
    case Intrinsic::ushl_sat: return Op::UShlSat;
    case Intrinsic::sshl_sat: return Op::SShlSat;
    default: return std::nullopt;
  }
}

std::optional<Op> unary_opcode(unsigned id) {
  switch (id) {
    case Intrinsic::abs: return Op::Abs;
    case Intrinsic::ctpop: return Op::PopCount;
    case Intrinsic::ctlz: return Op::LeadingZeros;
    case Intrinsic::cttz: return Op::TrailingZeros;
    case Intrinsic::bswap: return Op::ByteSwap;
    case Intrinsic::bitreverse: return Op::BitReverse;
    default: return std::nullopt;
  }
}

}  // namespace

bool FunctionLowering::is_counted(const llvm::Instruction& instr) {
  if (auto* intrinsic = dyn_cast<llvm::IntrinsicInst>(&instr)) return !vanishes(*intrinsic);
  auto* call = dyn_cast<llvm::CallBase>(&instr);
  return !call || !call->getCalledFunction() || !marker_of(*call->getCalledFunction());
}

void FunctionLowering::lower_intrinsic(const llvm::IntrinsicInst& call) {
  if (lower_hint(call) || lower_integer_intrinsic(call) || lower_overflow_intrinsic(call) ||
      lower_memory_intrinsic(call) || lower_machine_intrinsic(call) || lower_float_intrinsic(call) ||
      lower_reduction(call) || lower_masked_intrinsic(call) || lower_vector_intrinsic(call))
    return;
  throw NotSupported{"the intrinsic " + call.getCalledFunction()->getName().str()};
}

bool FunctionLowering::lower_hint(const llvm::IntrinsicInst& call) {
  if (vanishes(call)) {
    if (call.getIntrinsicID() == Intrinsic::invariant_start) define(call, Scalar::imm(0, pointer_width()));
    return true;
  }
  if (passes_through(call.getIntrinsicID())) {
    define(call, value(call.getArgOperand(0)));
    return true;
  }
  switch (call.getIntrinsicID()) {
    case Intrinsic::is_constant:
      define(call, Scalar::imm(llvm::isa<llvm::Constant>(call.getArgOperand(0)), 1));
      return true;
    case Intrinsic::allow_runtime_check:
    case Intrinsic::allow_ubsan_check: define(call, Scalar::imm(1, 1)); return true;
    case Intrinsic::objectsize: define(call, object_size(call)); return true;
    default: return false;
  }
}

Scalar FunctionLowering::object_size(const llvm::IntrinsicInst& call) {
  bool minimum = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
  unsigned bits = width(call.getType());
  llvm::ObjectSizeOpts options;
  options.EvalMode = minimum ? llvm::ObjectSizeOpts::Mode::Min : llvm::ObjectSizeOpts::Mode::Max;
  options.NullIsUnknownSize = llvm::cast<llvm::ConstantInt>(call.getArgOperand(2))->isOne();
  uint64_t size = 0;
  if (llvm::getObjectSize(call.getArgOperand(0), size, module_.layout(), nullptr, options) &&
      llvm::isUIntN(std::min(bits, 64u), size))
    return constant(APInt(bits, size));
  return constant(minimum ? APInt(bits, 0) : APInt::getAllOnes(bits));
}

bool FunctionLowering::lower_integer_intrinsic(const llvm::IntrinsicInst& call) {
  unsigned id = call.getIntrinsicID();
  if (auto op = binary_opcode(id)) {
    Parts a = value(call.getArgOperand(0));
    Parts b = value(call.getArgOperand(1));
    for (size_t i = 0; i < a.size(); ++i) a[i] = binary(*op, a[i], b[i]);
    define(call, a);
    return true;
  }
  if (auto op = unary_opcode(id)) {
    Parts a = value(call.getArgOperand(0));
    for (Scalar& part : a) part = unary(*op, part);
    define(call, a);
    return true;
  }
  if (id == Intrinsic::fshl || id == Intrinsic::fshr) {
    Parts a = value(call.getArgOperand(0));
    Parts b = value(call.getArgOperand(1));
    Parts c = value(call.getArgOperand(2));
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = ternary(id == Intrinsic::fshl ? Op::FunnelShl : Op::FunnelShr, a[i], b[i], c[i]);
    define(call, a);
    return true;
  }
  if (id == Intrinsic::scmp || id == Intrinsic::ucmp) {
    unsigned to = width(call.getType()->getScalarType());
    Parts a = value(call.getArgOperand(0));
    Parts b = value(call.getArgOperand(1));
    for (size_t i = 0; i < a.size(); ++i) {
      Scalar more = compare(id == Intrinsic::scmp ? Op::Sgt : Op::Ugt, a[i], b[i]);
      Scalar less = compare(id == Intrinsic::scmp ? Op::Slt : Op::Ult, a[i], b[i]);
      a[i] = binary(Op::Sub, resize(more, to), resize(less, to));
    }
    define(call, a);
    return true;
  }
  return false;
}

// {result, overflow}; of vectors: all results, then all overflow bits.
bool FunctionLowering::lower_overflow_intrinsic(const llvm::IntrinsicInst& call) {
  Op op, test;
  switch (call.getIntrinsicID()) {
    case Intrinsic::uadd_with_overflow: op = Op::Add, test = Op::UAddOverflow; break;
    case Intrinsic::sadd_with_overflow: op = Op::Add, test = Op::SAddOverflow; break;
    case Intrinsic::usub_with_overflow: op = Op::Sub, test = Op::USubOverflow; break;
    case Intrinsic::ssub_with_overflow: op = Op::Sub, test = Op::SSubOverflow; break;
    case Intrinsic::umul_with_overflow: op = Op::Mul, test = Op::UMulOverflow; break;
    case Intrinsic::smul_with_overflow: op = Op::Mul, test = Op::SMulOverflow; break;
    default: return false;
  }
  Parts a = value(call.getArgOperand(0));
  Parts b = value(call.getArgOperand(1));
  Parts result;
  for (size_t i = 0; i < a.size(); ++i) result.push_back(binary(op, a[i], b[i]));
  for (size_t i = 0; i < a.size(); ++i) {
    Scalar overflow = binary(test, a[i], b[i]);
    overflow.width = 1;
    result.push_back(overflow);
  }
  define(call, result);
  return true;
}

bool FunctionLowering::lower_memory_intrinsic(const llvm::IntrinsicInst& call) {
  if (auto* block = dyn_cast<llvm::AnyMemTransferInst>(&call)) {
    Op op = llvm::isa<llvm::AnyMemMoveInst>(call) ? Op::MemMove : Op::MemCopy;
    Align align = std::min(block->getDestAlign().valueOrOne(), block->getSourceAlign().valueOrOne());
    memory_block(op, scalar(block->getRawDest()), scalar(block->getRawSource()), scalar(block->getLength()),
                 align);
    return true;
  }
  if (auto* block = dyn_cast<llvm::AnyMemSetInst>(&call)) {
    memory_block(Op::MemSet, scalar(block->getRawDest()), scalar(block->getValue()),
                 scalar(block->getLength()), block->getDestAlign().valueOrOne());
    return true;
  }
  switch (call.getIntrinsicID()) {
    case Intrinsic::vastart: lower_va_start(scalar(call.getArgOperand(0))); return true;
    case Intrinsic::vacopy: {
      Scalar size = Scalar::imm(module_.system_v() ? 24 : program_.pointer_bytes, pointer_width());
      memory_block(Op::MemMove, scalar(call.getArgOperand(0)), scalar(call.getArgOperand(1)), size, Align(1));
      return true;
    }
    case Intrinsic::stacksave: {
      uint32_t dst = fresh();
      emit(Op::StackSave, pointer_width(), dst);
      define(call, Scalar::reg(dst, pointer_width()));
      return true;
    }
    case Intrinsic::stackrestore:
      emit(Op::StackRestore, pointer_width(), 0, reg(scalar(call.getArgOperand(0))));
      return true;
    case Intrinsic::ptrmask: {
      Parts a = value(call.getArgOperand(0));
      Parts b = value(call.getArgOperand(1));
      for (size_t i = 0; i < a.size(); ++i) a[i] = binary(Op::And, a[i], resize(b[i], a[i].width));
      define(call, a);
      return true;
    }
    default: return false;
  }
}

bool FunctionLowering::lower_machine_intrinsic(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::trap:
    case Intrinsic::debugtrap:
    case Intrinsic::ubsantrap: emit(Op::Trap, 0); return true;
    case Intrinsic::returnaddress:
    case Intrinsic::frameaddress:
    case Intrinsic::addressofreturnaddress: define(call, Scalar::imm(0, pointer_width())); return true;
    case Intrinsic::eh_typeid_for: {
      // The engine makes an exception's selector of the type information's address in the same way.
      Scalar info = scalar(call.getArgOperand(0));
      define(call, Scalar::imm(info.value & 0x7fffffff, width(call.getType())));
      return true;
    }
    case Intrinsic::get_rounding:
      define(call, Scalar::imm(1, width(call.getType())));
      return true;  // to nearest
    case Intrinsic::set_rounding: {
      Scalar mode = scalar(call.getArgOperand(0));
      if (!mode.is_imm() || mode.value != 1) throw NotSupported{"another rounding mode"};
      return true;
    }
    default: return false;
  }
}

}  // namespace bonsai::load
