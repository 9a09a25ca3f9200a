// A comparison whose only reader is a branch moves into it: br (a < b) becomes br.slt a, b. Negations on the
// way swap the targets. The comparison is then made at the branch, so its operands must still have their
// values there: a phi's copies may stand between. Tested by fuse_test.cpp.
#include <optional>

#include "ir/uses.h"
#include "load/definitions.h"

namespace bonsai::load {

namespace {

using ir::Instr;
using ir::Op;

bool is_compare(Op op) {
  // Rows of the table: Eq, EqI, BrEq, BrEqI, Ne, …
  return op >= Op::Eq && op <= Op::SgeI && (uint8_t(op) - uint8_t(Op::Eq)) % 4 < 2;
}
Op branch_form(Op compare) { return Op(uint8_t(compare) + 2); }
static_assert(Op(uint8_t(Op::Eq) + 2) == Op::BrEq && Op(uint8_t(Op::EqI) + 2) == Op::BrEqI);
static_assert(Op(uint8_t(Op::Sge) + 2) == Op::BrSge && uint8_t(Op::Sge) == uint8_t(Op::Eq) + 36);

class Fuser {
 public:
  Fuser(ir::Program& program, Draft& draft)
      : program_(program), draft_(draft), definitions_(program, draft) {}

  void run() {
    for (uint32_t b = 0; b < draft_.blocks.size(); ++b) {
      if (draft_.blocks[b].code.back().op == Op::Br) branch(b);
    }
  }

 private:
  struct Negation {
    uint32_t of;
    bool negates;
  };

  void branch(uint32_t block);
  bool holds_until_end(uint32_t r, Definitions::Place from, uint32_t block);
  std::optional<Negation> bit_through(const Instr& instr);

  ir::Program& program_;
  Draft& draft_;
  Definitions definitions_;
};

// The value that r has at `from` is the value it has at the end of the block.
bool Fuser::holds_until_end(uint32_t r, Definitions::Place from, uint32_t block) {
  if (definitions_.is_single(r)) return true;
  if (from.block != block) return false;
  const auto& code = draft_.blocks[block].code;
  bool held = true;
  for (size_t i = from.index + 1; i < code.size(); ++i) {
    ir::for_each_def(program_, code[i], [&](uint32_t written) { held = held && written != r; });
  }
  return held;
}

// The instruction only passes on, or negates, one bit.
std::optional<Fuser::Negation> Fuser::bit_through(const Instr& instr) {
  if (instr.op == Op::XorI && instr.width == 1 && instr.imm == 1) return Negation{instr.a, true};
  if (instr.op != Op::EqI && instr.op != Op::NeI) return {};
  bool wants_one = instr.imm == 1;
  if (instr.width == 1) return Negation{instr.a, (instr.op == Op::EqI) != wants_one};
  if (instr.imm > 1) return {};
  const Instr* source = definitions_.only(instr.a);
  if (!source || source->op != Op::ZExt || source->width != 1 || !definitions_.is_single(source->a))
    return {};
  return Negation{source->a, (instr.op == Op::EqI) != wants_one};
}

void Fuser::branch(uint32_t block) {
  Instr& br = draft_.blocks[block].code.back();
  while (true) {
    Instr* source = definitions_.only(br.a);
    if (!source) return;
    Definitions::Place from = definitions_.place(br.a);
    Instr fused = br;
    if (auto bit = bit_through(*source)) {
      if (!holds_until_end(bit->of, from, block)) return;
      fused.a = bit->of;
      if (bit->negates) {
        std::swap(fused.dst, fused.b);
        draft_.blocks[block].inverted ^= true;
      }
      definitions_.replace(br, fused);
      continue;
    }
    if (!is_compare(source->op) || definitions_.reads(br.a) != 1) return;
    bool immediate = ir::info(source->op).format == ir::Format::BinaryImm;
    if (!holds_until_end(source->a, from, block)) return;
    if (!immediate && !holds_until_end(source->b, from, block)) return;
    fused.op = branch_form(source->op);
    fused.width = source->width;
    fused.aux = source->aux;
    fused.a = source->a;
    if (immediate) {
      fused.imm = source->imm;  // the false target stays in b
    } else {
      fused.imm = br.b;
      fused.b = source->b;
    }
    definitions_.replace(br, fused);
    return;
  }
}

}  // namespace

void fuse_branches(ir::Program& program, Draft& draft) { Fuser(program, draft).run(); }

}  // namespace bonsai::load
