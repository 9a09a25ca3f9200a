// Calls: arguments by value, variadic arguments, the va_ family, and the operations that checks.cpp inserted
// as calls.
//
// Variadic arguments lie in a local of the caller's frame, laid out as the ABI lays them out on the stack;
// the callee gets its address. A va_list of x86-64 is filled so that its register areas look used up: va_arg
// then takes the stack's path always.
//
// Tested by lower_test.cpp.
#include "load/checks.h"
#include "load/lower_function.h"
#include "load/variadic_layout.h"

namespace bonsai::load {

using llvm::Align;
using llvm::APInt;
using llvm::dyn_cast;
using llvm::isa;

namespace {

ir::Passing passing(const llvm::Type& type, bool sign_extended) {
  if (type.isPointerTy()) return ir::Passing::pointer;
  if (type.isFloatingPointTy()) return ir::Passing::floating;
  if (!type.isIntegerTy()) return ir::Passing::aggregate;
  return sign_extended ? ir::Passing::signed_integer : ir::Passing::integer;
}

ir::Passing argument_passing(const llvm::CallBase& call, unsigned index) {
  if (call.isByValArgument(index)) return ir::Passing::aggregate;
  return passing(*call.getArgOperand(index)->getType(), call.paramHasAttr(index, llvm::Attribute::SExt));
}

}  // namespace

void FunctionLowering::lower_call(const llvm::CallBase& call) {
  if (auto* code = dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    lower_asm(call, *code);
  } else if (auto* intrinsic = dyn_cast<llvm::IntrinsicInst>(&call)) {
    lower_intrinsic(*intrinsic);
  } else if (!lower_operation(call)) {
    lower_real_call(call);
    return;
  }
  // Intrinsics and assembly do not throw here.
  if (auto* invoke = dyn_cast<llvm::InvokeInst>(&call)) jump(invoke->getParent(), invoke->getNormalDest());
  if (isa<llvm::CallBrInst>(call)) throw NotSupported{"assembly that jumps"};
}

void FunctionLowering::lower_real_call(const llvm::CallBase& call) {
  if (isa<llvm::CallBrInst>(call) || call.hasInAllocaArgument()) throw NotSupported{"this kind of call"};
  ir::CallSite site;
  std::vector<Parts> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (call.isByValArgument(i) && i < call.getFunctionType()->getNumParams())
      arguments.push_back({by_value_argument(call, i)});
    else
      arguments.push_back(value(call.getArgOperand(i)));
  }
  if (call.isMustTailCall() && draft_.function.variadic)  // a thunk hands on what it got
    site.variadic = ir::Operand::reg(draft_.function.parameters);
  else if (call.getFunctionType()->isVarArg())
    site.variadic = operand(variadic_area(call, arguments));
  site.callee = module_.function(call.getCalledOperand());
  if (site.callee == ir::none) site.pointer = operand(scalar(call.getCalledOperand()));
  for (unsigned i = 0; i < arguments.size(); ++i)
    for (const Scalar& part : arguments[i]) {
      site.arguments.push_back(operand(part));
      site.argument_widths.push_back(part.width);
      site.argument_passing.push_back(argument_passing(call, i));
    }
  if (!call.getType()->isVoidTy()) site.result_passing = passing(*call.getType(), false);
  Parts results;
  const std::vector<llvm::Type*>& types = module_.scalars(call.getType());
  uint32_t first = types.empty() ? 0 : fresh(unsigned(types.size()));
  for (size_t i = 0; i < types.size(); ++i)
    results.push_back(Scalar::reg(first + uint32_t(i), width(types[i])));
  if (!call.use_empty())
    for (const Scalar& part : results) site.result_widths.push_back(part.width);
  define(call, results);
  auto* invoke = dyn_cast<llvm::InvokeInst>(&call);
  if (invoke) {
    auto* pad = dyn_cast<llvm::LandingPadInst>(invoke->getUnwindDest()->getFirstNonPHI());
    if (!pad) throw NotSupported{"this kind of exception handling"};
    site.landing_pad = landing_pad(*pad);
    site.unwind = edge(invoke->getParent(), invoke->getUnwindDest());
  }
  if (call.hasFnAttr(llvm::Attribute::ReturnsTwice)) draft_.returns_twice = true;
  emit_call(std::move(site), first);
  if (invoke) jump(invoke->getParent(), invoke->getNormalDest());
}

void FunctionLowering::emit_call(ir::CallSite site, uint32_t first_result) {
  site.result = first_result;
  site.result_count = uint16_t(site.result_widths.size());
  site.site = program_.call_sites++;
  uint64_t index = program_.calls.size();
  program_.calls.push_back(std::move(site));
  emit(Op::Call, 0, 0, 0, 0, index);
}

Scalar FunctionLowering::call_library(const std::string& name, llvm::ArrayRef<Scalar> arguments,
                                      unsigned result_width) {
  ir::CallSite site;
  site.callee = module_.library_function(name);
  if (site.callee == ir::none) throw NotSupported{"the function " + name};
  for (const Scalar& argument : arguments) {
    site.arguments.push_back(operand(argument));
    site.argument_widths.push_back(argument.width);
  }
  site.result_widths.push_back(uint16_t(result_width));
  uint32_t first = fresh();
  emit_call(std::move(site), first);
  return Scalar::reg(first, result_width);
}

// The callee may write to its copy, so there is one per call.
Scalar FunctionLowering::by_value_argument(const llvm::CallBase& call, unsigned index) {
  uint64_t size = module_.layout().getTypeAllocSize(call.getParamByValType(index));
  Align align = call.getParamAlign(index).valueOrOne();
  Scalar copy =
      new_local("argument by value", size, std::max<uint64_t>(align.value(), program_.pointer_bytes));
  memory_block(Op::MemCopy, copy, scalar(call.getArgOperand(index)), Scalar::imm(size, pointer_width()),
               Align(1));
  return copy;
}

Scalar FunctionLowering::variadic_area(const llvm::CallBase& call, llvm::MutableArrayRef<Parts> arguments) {
  unsigned fixed = call.getFunctionType()->getNumParams();
  VariadicLayout layout = variadic_layout(call, module_.layout(), program_.pointer_bytes);
  Scalar area = new_local("variadic arguments", layout.size, layout.align);
  for (unsigned i = fixed; i < call.arg_size(); ++i) {
    uint64_t offset = layout.offsets[i - fixed];
    if (call.isByValArgument(i)) {
      uint64_t bytes = module_.layout().getTypeAllocSize(call.getParamByValType(i));
      Scalar copy = move_pointer(area, offset);
      memory_block(Op::MemCopy, copy, arguments[i][0], Scalar::imm(bytes, pointer_width()), Align(1));
      arguments[i][0] = copy;
    } else {
      store_value(call.getArgOperand(i)->getType(), area, offset, Align(program_.pointer_bytes),
                  arguments[i]);
    }
  }
  return area;
}

// The markers of checks.h.
bool FunctionLowering::lower_operation(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  std::optional<Marker> marker = callee ? marker_of(*callee) : std::nullopt;
  if (!marker) return false;
  Op op;
  switch (*marker) {
    case Marker::unreachable:
    case Marker::choice:
    case Marker::keep:
    case Marker::hold: return true;
    case Marker::branch: return lower_observation(call), true;
    case Marker::uninit: {
      Parts parts;
      for (llvm::Type* type : module_.scalars(call.getType())) {
        parts.push_back(Scalar::reg(fresh(), width(type)));
        emit(Op::Uninit, parts.back().width, uint32_t(parts.back().value));
      }
      define(call, parts);
      return true;
    }
    case Marker::shift: {
      Scalar amount = scalar(call.getArgOperand(0));
      if (amount.is_imm() && amount.value < amount.width) return true;
      emit(Op::CheckShift, amount.width, 0, reg(amount), 0, amount.width);
      return true;
    }
    case Marker::divisor: {
      Scalar divisor = scalar(call.getArgOperand(0));
      if (divisor.is_imm() && divisor.value != 0) return true;
      emit(Op::CheckDivisor, divisor.width, 0, reg(divisor));
      return true;
    }
    case Marker::sdiv: op = Op::CheckSDiv; break;
    case Marker::sadd: op = Op::CheckSAdd; break;
    case Marker::ssub: op = Op::CheckSSub; break;
    case Marker::smul: op = Op::CheckSMul; break;
    case Marker::sshl: op = Op::CheckSShl; break;
    default: return false;
  }
  Scalar a = scalar(call.getArgOperand(0));
  Scalar b = scalar(call.getArgOperand(1));
  if (op == Op::CheckSDiv && b.is_imm() && b.value != ir::mask_of(b.width)) return true;
  uint32_t left = reg(a);
  uint32_t right = operand(b).raw();
  emit(op, a.width, 0, left, right);
  return true;
}

void FunctionLowering::lower_va_start(Scalar list) {
  if (!draft_.function.variadic) throw NotSupported{"va_start in a function without variadic arguments"};
  Scalar area = Scalar::reg(draft_.function.parameters, pointer_width());
  if (!module_.system_v()) return store_scalar(list, 0, area, Align(program_.pointer_bytes));
  store_scalar(list, 0, Scalar::imm(48, 32), Align(8));   // gp_offset: all six registers used
  store_scalar(list, 4, Scalar::imm(176, 32), Align(4));  // fp_offset: all eight used
  store_scalar(list, 8, area, Align(8));                  // overflow_arg_area
  store_scalar(list, 16, Scalar::imm(0, 64), Align(8));   // reg_save_area
}

void FunctionLowering::lower_va_arg(const llvm::VAArgInst& instr) {
  uint64_t slot = program_.pointer_bytes;
  uint64_t home = module_.system_v() ? 8 : 0;
  uint64_t size = module_.layout().getTypeAllocSize(instr.getType());
  uint64_t align = slot_align(instr.getType(), size, slot);
  Scalar list = scalar(instr.getPointerOperand());
  Scalar at = load_scalar(list, home, pointer_width(), Align(slot));
  if (align > slot) at = binary(Op::And, move_pointer(at, align - 1), -align & ir::mask_of(pointer_width()));
  Parts parts;
  load_parts(instr.getType(), at, 0, Align(slot), parts);
  store_scalar(list, home, move_pointer(at, llvm::alignTo(size, slot)), Align(slot));
  define(instr, parts);
}

}  // namespace bonsai::load
