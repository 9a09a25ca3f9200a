// Checks that cannot fail, or that the next instruction makes anyway, go: the check of a divisor before the
// division with nothing between that can be seen, and the check of a shift amount that is provably small.
// Tested by fuse_test.cpp.
#include <algorithm>

#include "ir/uses.h"
#include "load/definitions.h"

namespace bonsai::load {

namespace {

using ir::Instr;
using ir::Op;

class Dropper {
 public:
  Dropper(ir::Program& program, Draft& draft)
      : program_(program), draft_(draft), definitions_(program, draft) {}

  void run() {
    for (DraftBlock& block : draft_.blocks) {
      for (size_t i = 0; i < block.code.size(); ++i) {
        if (is_needless(block.code, i)) definitions_.replace(block.code[i], gone());
      }
    }
  }

 private:
  bool is_needless(const std::vector<Instr>& code, size_t i);
  bool division_follows(const std::vector<Instr>& code, size_t i);
  uint64_t largest(uint32_t r, unsigned width, int depth = 4);

  ir::Program& program_;
  Draft& draft_;
  Definitions definitions_;
};

bool Dropper::is_needless(const std::vector<Instr>& code, size_t i) {
  const Instr& check = code[i];
  switch (check.op) {
    case Op::CheckShift: return check.width <= 64 && largest(check.a, check.width) < check.imm;
    case Op::CheckDivisor: {
      const Instr* source = definitions_.only(check.a);
      return (source && source->op == Op::Const && source->imm != 0) || division_follows(code, i);
    }
    case Op::CheckSDiv: {
      ir::Operand divisor = check.operand_b();
      if (divisor.is_register()) return division_follows(code, i);
      const ir::Constant& constant = program_.constants[divisor.index()];
      return !constant.poison && constant.width <= 64 && constant.words[0] != ir::mask_of(constant.width);
    }
    default: return false;
  }
}

// The division that makes the same check comes next in the block; between them nothing can fail or have an
// effect, but the other check of the same division.
bool Dropper::division_follows(const std::vector<Instr>& code, size_t i) {
  const Instr& check = code[i];
  bool overflow = check.op == Op::CheckSDiv;
  uint32_t divisor = overflow ? check.b : check.a;
  for (size_t j = i + 1; j < code.size(); ++j) {
    const Instr& next = code[j];
    bool is_signed = next.op == Op::SDiv || next.op == Op::SRem;
    bool is_unsigned = next.op == Op::UDiv || next.op == Op::URem;
    if ((is_signed || is_unsigned) && next.b == divisor && next.width == check.width) {
      return !overflow || (is_signed && next.a == check.a);
    }
    bool same_division = (next.op == Op::CheckSDiv && next.b == divisor) ||
                         (overflow && next.op == Op::CheckDivisor && next.a == divisor);
    if (!same_division && !ir::is_pure(next) && !is_gone(next)) return false;
    bool rewritten = false;
    ir::for_each_def(program_, next,
                     [&](uint32_t r) { rewritten |= r == divisor || (overflow && r == check.a); });
    if (rewritten) return false;
  }
  return false;
}

// An upper bound of an unsigned value, from the few instructions that tell one.
uint64_t Dropper::largest(uint32_t r, unsigned width, int depth) {
  uint64_t all = width > 64 ? ~uint64_t(0) : ir::mask_of(width);
  const Instr* source = definitions_.only(r);
  if (!source || depth == 0 || source->width > 64) return all;
  auto operand = [&] { return largest(source->a, source->width, depth - 1); };
  switch (source->op) {
    case Op::Const: return source->imm;
    case Op::AndI: return std::min(source->imm, operand());
    case Op::URemI: return source->imm == 0 ? all : std::min(source->imm - 1, operand());
    case Op::UMinI: return std::min(source->imm, operand());
    case Op::LShrI: return source->imm >= 64 ? all : operand() >> source->imm;
    case Op::ZExt:
    case Op::Move: return operand();
    case Op::Trunc: return std::min(all, operand());
    default: return all;
  }
}

}  // namespace

void drop_needless_checks(ir::Program& program, Draft& draft) { Dropper(program, draft).run(); }

}  // namespace bonsai::load
