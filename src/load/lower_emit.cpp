// Building blocks of the lowering: instructions, registers, operands, values as lists of scalars.
//
// Constants are folded only where that saves a register; LLVM's own folding has run already.
//
// Tested by lower_test.cpp.
#include "load/lower_function.h"

namespace bonsai::load {

using ir::Operand;

namespace {

using Op = ir::Op;

bool is_commutative(Op op) {
  switch (op) {
    case Op::Add:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::UMin:
    case Op::UMax:
    case Op::SMin:
    case Op::SMax:
    case Op::UAddSat:
    case Op::SAddSat:
    case Op::UAddOverflow:
    case Op::SAddOverflow:
    case Op::UMulOverflow:
    case Op::SMulOverflow:
    case Op::Eq:
    case Op::Ne: return true;
    default: return false;
  }
}

// The comparison that holds of (b, a) where `op` holds of (a, b); nothing if there is none, as for a
// difference that wraps.
std::optional<Op> swapped(Op op) {
  if (is_commutative(op)) return op;
  switch (op) {
    case Op::Ult: return Op::Ugt;
    case Op::Ule: return Op::Uge;
    case Op::Ugt: return Op::Ult;
    case Op::Uge: return Op::Ule;
    case Op::Slt: return Op::Sgt;
    case Op::Sle: return Op::Sge;
    case Op::Sgt: return Op::Slt;
    case Op::Sge: return Op::Sle;
    default: return std::nullopt;
  }
}

// The row behind an opcode of a BINARY or COMPARE shorthand is its form with an immediate.
Op immediate_form(Op op) { return Op(uint8_t(op) + 1); }
static_assert(Op(uint8_t(Op::Add) + 1) == Op::AddI && Op(uint8_t(Op::Eq) + 1) == Op::EqI);

}  // namespace

// Calls and terminators carry the count of the instructions before them; a count that does not fit stands
// before.
ir::Instr& FunctionLowering::emit(Op op, unsigned width, uint32_t dst, uint32_t a, uint32_t b, uint64_t imm) {
  if (ended_) begin(new_block("dead"));
  bool ends = ir::is_terminator(op);
  uint64_t weight = 0;
  if (ends || op == Op::Call) {
    weight = std::exchange(count_, 0);
    if (weight > 255) {
      emit(Op::Count, 0, 0, 0, 0, weight - 255).aux = 0;
      weight = 255;
    }
  }
  ended_ = ends;
  DraftBlock& block = draft_.blocks[current_];
  block.locations.push_back(location_);
  block.code.push_back({op, uint8_t(weight), uint16_t(width), dst, a, b, imm, ir::mask_of(width)});
  return block.code.back();
}

uint32_t FunctionLowering::new_block(const std::string& name) {
  draft_.blocks.push_back({name, {}, {}});
  return uint32_t(draft_.blocks.size() - 1);
}

void FunctionLowering::begin(uint32_t block) {
  current_ = block;
  ended_ = false;
}

uint32_t FunctionLowering::fresh(unsigned count) {
  uint32_t first = draft_.registers;
  draft_.registers += count;
  return first;
}

void FunctionLowering::assign(uint32_t dst, Scalar scalar) {
  switch (scalar.kind) {
    case Scalar::Kind::reg: emit(Op::Move, scalar.width, dst, uint32_t(scalar.value)); break;
    case Scalar::Kind::imm: emit(Op::Const, scalar.width, dst, 0, 0, scalar.value); break;
    case Scalar::Kind::pool: emit(Op::ConstPool, scalar.width, dst, 0, 0, scalar.value); break;
    case Scalar::Kind::local: emit(Op::LocalAddr, scalar.width, dst, 0, 0, scalar.value); break;
  }
}

uint32_t FunctionLowering::reg(Scalar scalar) {
  if (scalar.is_reg()) return uint32_t(scalar.value);
  uint32_t dst = fresh();
  assign(dst, scalar);
  return dst;
}

Operand FunctionLowering::operand(Scalar scalar) {
  if (scalar.kind == Scalar::Kind::pool) return Operand::constant(uint32_t(scalar.value));
  if (scalar.is_imm()) return Operand::constant(module_.pool(llvm::APInt(scalar.width, scalar.value)));
  return Operand::reg(reg(scalar));
}

Scalar FunctionLowering::binary(Op op, Scalar a, Scalar b) {
  if (a.is_constant() && !b.is_constant() && is_commutative(op)) std::swap(a, b);
  uint32_t left = reg(a);
  uint32_t dst;
  if (b.is_imm()) {
    dst = fresh();
    emit(immediate_form(op), a.width, dst, left, 0, b.value);
  } else {
    uint32_t right = reg(b);
    dst = fresh();
    emit(op, a.width, dst, left, right);
  }
  return Scalar::reg(dst, a.width);
}

Scalar FunctionLowering::compare(Op op, Scalar a, Scalar b) {
  std::optional<Op> other = swapped(op);
  if (other && a.is_constant() && !b.is_constant()) {
    std::swap(a, b);
    op = *other;
  }
  Scalar result = binary(op, a, b);
  result.width = 1;
  return result;
}

Scalar FunctionLowering::unary(Op op, Scalar a) {
  uint32_t from = reg(a);
  uint32_t dst = fresh();
  emit(op, a.width, dst, from);
  return Scalar::reg(dst, a.width);
}

// `aux` is the mask of the result, the one that the conversion needs.
Scalar FunctionLowering::cast(Op op, Scalar a, unsigned to) {
  uint32_t from = reg(a);
  uint32_t dst = fresh();
  emit(op, a.width, dst, from, 0, to).aux = ir::mask_of(to);
  return Scalar::reg(dst, to);
}

Scalar FunctionLowering::resize(Scalar a, unsigned to, bool is_signed) {
  if (a.width == to) return a;
  if (a.is_imm()) {
    llvm::APInt value(a.width, a.value);
    return constant(is_signed ? value.sextOrTrunc(to) : value.zextOrTrunc(to));
  }
  if (to < a.width) return cast(Op::Trunc, a, to);
  if (to <= 64) return cast(is_signed ? Op::SExt : Op::ZExt, a, to);
  return cast(is_signed ? Op::SExtWide : Op::ZExtWide, a, to);
}

Scalar FunctionLowering::ternary(Op op, Scalar a, Scalar b, Scalar c) {
  uint32_t first = reg(a);
  Operand second = operand(b);
  Operand third = operand(c);
  uint32_t dst = fresh();
  emit(op, b.width, dst, first, second.raw(), third.raw());
  return Scalar::reg(dst, b.width);
}

Scalar FunctionLowering::select(Scalar condition, Scalar yes, Scalar no) {
  if (condition.is_imm()) return condition.value ? yes : no;
  return ternary(Op::Select, condition, yes, no);
}

Scalar FunctionLowering::concat(llvm::ArrayRef<Scalar> low_to_high) {
  if (low_to_high.size() == 1) return low_to_high[0];
  unsigned total = 0;
  bool constants = true;
  for (const Scalar& part : low_to_high) {
    total += part.width;
    constants = constants && part.is_imm();
  }
  if (total > UINT16_MAX) throw NotSupported{"an integer of more than 65535 bits"};
  if (constants) {
    llvm::APInt all(total, 0);
    unsigned at = 0;
    for (const Scalar& part : low_to_high) {
      all.insertBits(part.value, at, part.width);
      at += part.width;
    }
    return constant(all);
  }
  Scalar result = resize(low_to_high[0], total);
  unsigned at = low_to_high[0].width;
  for (const Scalar& part : low_to_high.drop_front()) {
    Scalar moved = binary(Op::Shl, resize(part, total), constant(llvm::APInt(total, at)));
    result = binary(Op::Or, result, moved);
    at += part.width;
  }
  return result;
}

Scalar FunctionLowering::extract_bits(Scalar from, unsigned low, unsigned count) {
  if (low == 0 && count == from.width) return from;
  if (from.is_imm()) return Scalar::imm(from.value >> low, count);
  Scalar moved = low ? binary(Op::LShr, from, constant(llvm::APInt(from.width, low))) : from;
  return resize(moved, count);
}

Parts FunctionLowering::value(const llvm::Value* value) {
  Parts parts;
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    module_.append_constant(constant, parts);
    return parts;
  }
  auto found = values_.find(value);
  if (found == values_.end()) throw NotSupported{"an operand that is not supported"};
  auto [first, count] = found->second;
  parts.append(scalars_.begin() + first, scalars_.begin() + first + count);
  return parts;
}

Scalar FunctionLowering::scalar(const llvm::Value* value) {
  Parts parts = this->value(value);
  if (parts.size() != 1) throw NotSupported{"an operand that is not a scalar"};
  return parts[0];
}

void FunctionLowering::define(const llvm::Value& value, llvm::ArrayRef<Scalar> parts) {
  values_[&value] = {uint32_t(scalars_.size()), uint32_t(parts.size())};
  scalars_.insert(scalars_.end(), parts.begin(), parts.end());
}

}  // namespace bonsai::load
