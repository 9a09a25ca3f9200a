// Arithmetic on values that are not all plain: wide integers, terms, marks; and the rare opcodes.
//
// Poison makes the result poison; it may be computed with and copied, only a decision, an address or a
// division by it is an error. An uninitialised value is copied as its mark, and computed with as symbolic
// bytes of an array of its own: so which bits of a result are defined is exact (bit-fields, padding), and
// again only a decision that depends on them is an error. With --uninit=symbolic no such mark leaves memory:
// a byte that was never written is the same symbolic byte at each read, whose number follows from where it
// lies. All else goes through terms, whose constructors fold constants of any width.
#include <fmt/format.h>

#include "exec/arithmetic.h"
#include "exec/machine.h"

namespace bonsai::exec {

using expr::Term;
using ir::Format;
using ir::Op;

const Term* Machine::term(Value value, unsigned width) {
  if (value.is_uninit()) return uninitialised(width);
  if (value.is_pending()) {
    if (fault_.empty())
      fault_ = "what a skipped call left is used before it is recovered, at " + describe_location(location());
    return terms_.zero(width);
  }
  if (!value.term) return terms_.constant(width, value.bits);
  return has_pinned_ ? bounded_pinned(value.term) : value.term;
}

const Term* Machine::uninitialised(unsigned width) {
  const Term* array = terms_.array(uninitialised_name, uint64_t(1) << 62);
  const Term* all = nullptr;
  for (unsigned i = 0; i < width; i += 8) {
    const Term* byte = terms_.symbolic_byte(array, state_->uninitialised_bytes++);
    all = all ? terms_.concat(byte, all) : byte;
  }
  return terms_.extract(all, 0, width);
}

// Objects that are large have an array of their own: its cells are theirs one by one, also at symbolic
// offsets.
const Term* Machine::unwritten_array(const Object& object, uint64_t& shift) {
  uint64_t first = object.info().unwritten - 1;
  bool is_large = object.size() > large_unwritten;
  shift = is_large ? 0 : first;
  if (!is_large) return terms_.array(uninitialised_name, uint64_t(1) << 62);
  return terms_.array(fmt::format("{} from {}", uninitialised_name, first), object.size());
}

Step Machine::fail_undefined(Value value, const char* what) {
  if (!value.is_poison())
    return fail(ErrorKind::uninitialised, fmt::format("{} depends on memory that was never written", what));
  return fail(ErrorKind::undefined_value, fmt::format("{} depends on an undefined value (poison)", what));
}

Value Machine::select(Value condition, Value a, Value b, unsigned width) {
  if (condition.is_plain()) return condition.bits ? a : b;
  for (Value each : {condition, a, b})
    if (each.is_poison()) return each;
  return Value::of(terms_.ite(term(condition, 1), term(a, width), term(b, width)));
}

Value Machine::general_binary(Op op, unsigned width, Value a, Value b) {
  if (a.is_poison()) return a;
  if (b.is_poison()) return b;
  expr::TermStore& t = terms_;
  const Term* x = term(a, width);
  const Term* y = term(b, width);
  if (is_shift(op) && t.ult(y, t.constant(width, width))->is_false()) return Value::poison();
  auto overflow = [&](bool is_signed, const Term* (expr::TermStore::*make)(const Term*, const Term*),
                      unsigned wide) {
    const Term* wx = is_signed ? t.sext(x, wide) : t.zext(x, wide);
    const Term* wy = is_signed ? t.sext(y, wide) : t.zext(y, wide);
    const Term* exact = (t.*make)(wx, wy);
    const Term* cut = t.extract(exact, 0, width);
    return t.ne(exact, is_signed ? t.sext(cut, wide) : t.zext(cut, wide));
  };
  auto saturated = [&](bool is_signed, const Term* (expr::TermStore::*make)(const Term*, const Term*),
                       const Term* unsigned_limit) {
    const Term* wraps = overflow(is_signed, make, width + 1);
    const Term* least = t.shl(t.one(width), t.constant(width, width - 1));
    const Term* limit = is_signed ? t.ite(t.sign_bit(x), least, t.bnot(least)) : unsigned_limit;
    return t.ite(wraps, limit, (t.*make)(x, y));
  };
  using Store = expr::TermStore;
  switch (op) {
    case Op::Add:
    case Op::AddI:
    case Op::PtrAddI: return Value::of(t.add(x, y));
    case Op::Sub:
    case Op::SubI: return Value::of(t.sub(x, y));
    case Op::Mul:
    case Op::MulI: return Value::of(t.mul(x, y));
    case Op::And:
    case Op::AndI: return Value::of(t.band(x, y));
    case Op::Or:
    case Op::OrI: return Value::of(t.bor(x, y));
    case Op::Xor:
    case Op::XorI: return Value::of(t.bxor(x, y));
    case Op::UMin:
    case Op::UMinI: return Value::of(t.ite(t.ult(x, y), x, y));
    case Op::UMax:
    case Op::UMaxI: return Value::of(t.ite(t.ult(x, y), y, x));
    case Op::SMin:
    case Op::SMinI: return Value::of(t.ite(t.slt(x, y), x, y));
    case Op::SMax:
    case Op::SMaxI: return Value::of(t.ite(t.slt(x, y), y, x));
    case Op::UAddSat:
    case Op::UAddSatI: return Value::of(saturated(false, &Store::add, t.all_ones(width)));
    case Op::SAddSat:
    case Op::SAddSatI: return Value::of(saturated(true, &Store::add, nullptr));
    case Op::USubSat:
    case Op::USubSatI: return Value::of(t.ite(t.ult(x, y), t.zero(width), t.sub(x, y)));
    case Op::SSubSat:
    case Op::SSubSatI: return Value::of(saturated(true, &Store::sub, nullptr));
    case Op::UAddOverflow:
    case Op::UAddOverflowI: return Value::of(overflow(false, &Store::add, width + 1));
    case Op::SAddOverflow:
    case Op::SAddOverflowI: return Value::of(overflow(true, &Store::add, width + 1));
    case Op::USubOverflow:
    case Op::USubOverflowI: return Value::of(t.ult(x, y));
    case Op::SSubOverflow:
    case Op::SSubOverflowI: return Value::of(overflow(true, &Store::sub, width + 1));
    case Op::UMulOverflow:
    case Op::UMulOverflowI: return Value::of(overflow(false, &Store::mul, 2 * width));
    case Op::SMulOverflow:
    case Op::SMulOverflowI: return Value::of(overflow(true, &Store::mul, 2 * width));
    case Op::Eq:
    case Op::EqI: return Value::of(t.eq(x, y));
    case Op::Ne:
    case Op::NeI: return Value::of(t.ne(x, y));
    case Op::Ult:
    case Op::UltI: return Value::of(t.ult(x, y));
    case Op::Ule:
    case Op::UleI: return Value::of(t.ule(x, y));
    case Op::Ugt:
    case Op::UgtI: return Value::of(t.ugt(x, y));
    case Op::Uge:
    case Op::UgeI: return Value::of(t.uge(x, y));
    case Op::Slt:
    case Op::SltI: return Value::of(t.slt(x, y));
    case Op::Sle:
    case Op::SleI: return Value::of(t.sle(x, y));
    case Op::Sgt:
    case Op::SgtI: return Value::of(t.sgt(x, y));
    case Op::Sge:
    case Op::SgeI: return Value::of(t.sge(x, y));
    case Op::Shl:
    case Op::ShlI: return Value::of(t.shl(x, y));
    case Op::LShr:
    case Op::LShrI: return Value::of(t.lshr(x, y));
    case Op::AShr:
    case Op::AShrI: return Value::of(t.ashr(x, y));
    case Op::UShlSat:
    case Op::UShlSatI: {
      const Term* shifted = t.shl(x, y);
      return Value::of(t.ite(t.eq(t.lshr(shifted, y), x), shifted, t.all_ones(width)));
    }
    case Op::SShlSat:
    case Op::SShlSatI: {
      const Term* shifted = t.shl(x, y);
      const Term* least = t.shl(t.one(width), t.constant(width, width - 1));
      return Value::of(
          t.ite(t.eq(t.ashr(shifted, y), x), shifted, t.ite(t.sign_bit(x), least, t.bnot(least))));
    }
    default: return Value::poison();
  }
}

bool Machine::general_division(Op op, unsigned width, Value a, Value b, Value& result) {
  if (b.is_mark()) return fail_undefined(b, "divisor"), false;
  const Term* y = term(b, width);
  bool zero = false, overflows = false;
  if (!decide(Value::of(terms_.eq(y, terms_.zero(width))), zero)) return false;
  if (zero) return fail(ErrorKind::division_by_zero, "division by zero"), false;
  result = a;
  if (a.is_mark()) return true;
  const Term* x = term(a, width);
  bool is_signed = op == Op::SDiv || op == Op::SDivI || op == Op::SRem || op == Op::SRemI;
  if (is_signed) {
    const Term* least = terms_.shl(terms_.one(width), terms_.constant(width, width - 1));
    const Term* both = terms_.land(terms_.eq(x, least), terms_.eq(y, terms_.all_ones(width)));
    if (!decide(Value::of(both), overflows)) return false;
    if (overflows) return fail(ErrorKind::signed_overflow, "the smallest integer divided by -1"), false;
  }
  switch (op) {
    case Op::UDiv:
    case Op::UDivI: result = Value::of(terms_.udiv(x, y)); break;
    case Op::SDiv:
    case Op::SDivI: result = Value::of(terms_.sdiv(x, y)); break;
    case Op::URem:
    case Op::URemI: result = Value::of(terms_.urem(x, y)); break;
    default: result = Value::of(terms_.srem(x, y)); break;
  }
  return true;
}

Value Machine::general_unary(Op op, unsigned width, Value a) {
  if (op == Op::Freeze)
    return a.is_poison() ? width > 64 ? Value::of(terms_.zero(width)) : Value::plain(0) : a;
  if (a.is_poison()) return a;
  expr::TermStore& t = terms_;
  const Term* x = term(a, width);
  auto bit = [&](unsigned i) { return t.extract(x, i, 1); };
  const Term* result = nullptr;
  switch (op) {
    case Op::Abs: return Value::of(t.ite(t.sign_bit(x), t.neg(x), x));
    case Op::PopCount:
      result = t.zero(width);
      for (unsigned i = 0; i < width; ++i) result = t.add(result, t.zext(bit(i), width));
      return Value::of(result);
    case Op::LeadingZeros:
      result = t.constant(width, width);
      for (unsigned i = 0; i < width; ++i) result = t.ite(bit(i), t.constant(width, width - 1 - i), result);
      return Value::of(result);
    case Op::TrailingZeros:
      result = t.constant(width, width);
      for (unsigned i = width; i-- > 0;) result = t.ite(bit(i), t.constant(width, i), result);
      return Value::of(result);
    case Op::ByteSwap:
      result = t.extract(x, 0, 8);
      for (unsigned i = 8; i < width; i += 8) result = t.concat(result, t.extract(x, i, 8));
      return Value::of(result);
    case Op::BitReverse:
      result = bit(0);
      for (unsigned i = 1; i < width; ++i) result = t.concat(result, bit(i));
      return Value::of(result);
    default: return a;
  }
}

Value Machine::general_cast(Op op, unsigned from, unsigned to, Value a) {
  if (a.is_poison()) return a;
  const Term* x = term(a, from);
  switch (op) {
    case Op::Trunc: return Value::of(terms_.trunc(x, to));
    case Op::ZExt:
    case Op::ZExtWide: return Value::of(terms_.zext(x, to));
    case Op::SExt:
    case Op::SExtWide: return Value::of(terms_.sext(x, to));
    default: return float_cast(op, from, to, a);
  }
}

Value Machine::general_funnel(Op op, unsigned width, Value a, Value b, Value c) {
  for (Value each : {a, b, c})
    if (each.is_poison()) return each;
  expr::TermStore& t = terms_;
  const Term* both = t.concat(term(a, width), term(b, width));
  const Term* amount = t.zext(t.urem(term(c, width), t.constant(width, width)), 2 * width);
  if (op == Op::FunnelShl) return Value::of(t.extract(t.shl(both, amount), width, width));
  return Value::of(t.extract(t.lshr(both, amount), 0, width));
}

bool Machine::general_check(const Instr& instr, Value a, Value b) {
  auto overflow_check = [&](Op overflow, const char* what) {
    bool wraps = false;
    Value condition = general_binary(overflow, instr.width, a, b);
    if (condition.is_poison()) return true;  // not this check's business
    if (!decide(condition, wraps)) return false;
    if (wraps)
      fail(ErrorKind::signed_overflow, fmt::format("signed {} of {} bits overflows", what, instr.width));
    return !wraps;
  };
  bool bad = false;
  switch (instr.op) {
    case Op::CheckShift:
      if (a.is_poison()) return true;
      if (!decide(Value::of(terms_.uge(term(a, instr.width), terms_.constant(instr.width, instr.imm))), bad))
        return false;
      if (bad) {
        std::string amount = a.is_plain() ? fmt::format(" of {}", a.bits) : "";
        fail(ErrorKind::overshift,
             fmt::format("shift amount{} is not less than the {} bits of the type", amount, instr.imm));
      }
      return !bad;
    case Op::CheckDivisor: {
      Value ignored;
      return general_division(Op::UDiv, instr.width, a, a, ignored);
    }
    case Op::CheckSDiv: {
      Value ignored;
      return general_division(Op::SDiv, instr.width, a, b, ignored);
    }
    case Op::CheckSAdd: return overflow_check(Op::SAddOverflow, "addition");
    case Op::CheckSSub: return overflow_check(Op::SSubOverflow, "subtraction");
    case Op::CheckSMul: return overflow_check(Op::SMulOverflow, "multiplication");
    case Op::CheckSShl: {
      if (a.is_poison() || b.is_poison()) return true;
      const Term* x = term(a, instr.width);
      const Term* y = term(b, instr.width);
      if (!decide(Value::of(terms_.ne(terms_.ashr(terms_.shl(x, y), y), x)), bad)) return false;
      if (bad)
        fail(ErrorKind::signed_overflow, fmt::format("signed left shift of {} bits overflows", instr.width));
      return !bad;
    }
    default: return true;
  }
}

bool Machine::general(const Instr& instr, Value* registers) {
  // Where the format has no register a, the field is 0 and the function may have no register at all.
  Value a = instr.a < frame_->function->register_count ? registers[instr.a] : Value();
  switch (ir::info(instr.op).format) {
    case Format::Result:
      if (instr.op == Op::StackSave)
        registers[instr.dst] = Value::plain(state_->dynamic_pointer);
      else
        registers[instr.dst] = config_.symbolic_uninitialised ? Value::of(uninitialised(instr.width))
                               : config_.check_uninitialised
                                   ? Value::uninit()
                                   : general_unary(Op::Freeze, instr.width, Value::poison());
      return true;
    case Format::Use:
      if (instr.op == Op::StackRestore) {
        uint64_t mark;
        if (!concrete(a, "saved stack", mark)) return false;
        release_dynamic(mark);
        return true;
      }
      return general_check(instr, a, Value());
    case Format::BinaryImm2: return general_check(instr, a, Value());
    case Format::Check: return general_check(instr, a, operand(instr.operand_b(), registers));
    case Format::Unary: registers[instr.dst] = general_unary(instr.op, instr.width, a); return true;
    case Format::Binary:
    case Format::BinaryImm: {
      bool immediate = ir::info(instr.op).format == Format::BinaryImm;
      Value b = immediate ? Value::plain(instr.imm & ir::mask_of(instr.width)) : registers[instr.b];
      switch (instr.op) {
        case Op::UDiv:
        case Op::SDiv:
        case Op::URem:
        case Op::SRem:
        case Op::UDivI:
        case Op::SDivI:
        case Op::URemI:
        case Op::SRemI: return general_division(instr.op, instr.width, a, b, registers[instr.dst]);
        case Op::FAdd32:
        case Op::FAdd64:
        case Op::FAddX:
        case Op::FSub32:
        case Op::FSub64:
        case Op::FSubX:
        case Op::FMul32:
        case Op::FMul64:
        case Op::FMulX:
        case Op::FDiv32:
        case Op::FDiv64:
        case Op::FDivX:
        case Op::FRem:
          if (!fix_long_double(instr.width, instr.width, a)) return false;
          if (!fix_long_double(instr.width, instr.width, b)) return false;
          registers[instr.dst] = float_binary(instr.op, instr.width, a, b);
          return true;
        default: break;
      }
      registers[instr.dst] = general_binary(instr.op, instr.width, a, b);
      return true;
    }
    case Format::Ternary: {
      Value b = operand(instr.operand_b(), registers), c = operand(instr.operand_c(), registers);
      if (instr.op == Op::Select) {
        // Passes made it of a branch of the source.
        if (a.term && !a.is_mark() && !frame_->function->is_runtime && is_pinned(a.term))
          note_pinned(a.term, unpinned(a.term), "branch");
        registers[instr.dst] = select(a, b, c, instr.width);
      } else if (instr.op == Op::Fma) {
        for (Value* each : {&a, &b, &c})
          if (!fix_long_double(instr.width, instr.width, *each)) return false;
        registers[instr.dst] = float_fma(instr.width, a, b, c);
      } else
        registers[instr.dst] = general_funnel(instr.op, instr.width, a, b, c);
      return true;
    }
    case Format::Cast:
      // To or from the 80-bit format; its own bits may be moved freely.
      if (instr.op != Op::Trunc && instr.op != Op::ZExt && instr.op != Op::SExt && instr.op != Op::ZExtWide &&
          instr.op != Op::SExtWide)
        for (unsigned format : {unsigned(instr.width), unsigned(instr.imm)})
          if (!fix_long_double(format, instr.width, a)) return false;
      registers[instr.dst] = general_cast(instr.op, instr.width, unsigned(instr.imm), a);
      return true;
    case Format::FloatKind1:
    case Format::FloatKind2: {
      Value b = ir::info(instr.op).format == Format::FloatKind2 ? registers[instr.b] : Value();
      if (!fix_long_double(instr.width, instr.width, a)) return false;
      if (!fix_long_double(instr.width, instr.width, b)) return false;
      registers[instr.dst] = float_function(ir::FloatFunction(instr.imm), instr.width, a, b);
      return true;
    }
    case Format::FloatCompare: {
      Value b = registers[instr.b];
      if (!fix_long_double(instr.width, instr.width, a)) return false;
      if (!fix_long_double(instr.width, instr.width, b)) return false;
      registers[instr.dst] = float_compare(unsigned(instr.imm), instr.width, a, b);
      return true;
    }
    case Format::PtrAdd: {
      ir::Address parts = instr.address();
      unsigned width = program_.pointer_width();
      Value step = general_binary(Op::Mul, width, registers[instr.b], Value::plain(parts.scale));
      Value moved = general_binary(Op::Add, width, a, step);
      registers[instr.dst] = general_binary(Op::Add, width, moved,
                                            Value::plain(uint64_t(int64_t(parts.offset)) & pointer_mask_));
      return true;
    }
    case Format::PoisonIf: {
      bool poison = false;
      Value condition = registers[instr.b];
      if (condition.is_poison() || a.is_poison()) {
        registers[instr.dst] = condition.is_poison() ? condition : a;
        return true;
      }
      if (!decide(condition, poison)) return false;
      registers[instr.dst] = poison ? Value::poison() : a;
      return true;
    }
    case Format::Alloca: return alloca_dynamic(instr, registers);
    case Format::Memory3: return memory_block(instr, registers);
    case Format::LandingPad:
      registers[instr.dst] = Value::plain(state_->exceptions.in_flight);
      registers[instr.dst + 1] = Value::plain(uint64_t(state_->exceptions.selector) & ir::mask_of(32));
      return true;
    case Format::Message: return give_up(base::Reason::instruction, program_.strings[instr.imm]), false;
    case Format::None:
      if (instr.op == Op::Trap) return fail(ErrorKind::abort, "a trap instruction was executed"), false;
      return fail(ErrorKind::unreachable, "code was reached that the program promised never to reach"), false;
    default:
      return give_up(base::Reason::instruction, fmt::format("instruction {}", ir::info(instr.op).name)),
             false;
  }
}

bool Machine::is_shift(Op op) {
  switch (op) {
    case Op::Shl:
    case Op::ShlI:
    case Op::LShr:
    case Op::LShrI:
    case Op::AShr:
    case Op::AShrI:
    case Op::UShlSat:
    case Op::UShlSatI:
    case Op::SShlSat:
    case Op::SShlSatI: return true;
    default: return false;
  }
}

bool Machine::memory_block(const Instr& instr, Value* registers) {
  Value length = operand(instr.operand_c(), registers), b = operand(instr.operand_b(), registers);
  if (instr.op == Op::MemSet) return set_memory(registers[instr.a], b, length);
  return copy_memory(registers[instr.a], b, length, instr.op == Op::MemMove);
}

}  // namespace bonsai::exec
