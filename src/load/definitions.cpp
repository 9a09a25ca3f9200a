// Tested by fuse_test.cpp.
#include "load/definitions.h"

#include "ir/uses.h"

namespace bonsai::load {

using ir::Instr;
using ir::Op;

namespace {

bool is_access(Op op) { return op == Op::Load || op == Op::Store; }

bool has_address_base(Op op) {
  return is_access(op) || op == Op::LoadX || op == Op::StoreX || op == Op::PtrAdd || op == Op::PtrAddI;
}

bool is_removable(const Instr& instr) { return ir::is_pure(instr) || instr.op == Op::LoadLocal; }

}  // namespace

Definitions::Definitions(const ir::Program& program, Draft& draft)
    : program_(program),
      draft_(draft),
      place_(draft.registers),
      writes_(draft.registers, 0),
      reads_(draft.registers, 0),
      address_reads_(draft.registers, 0),
      access_reads_(draft.registers, 0) {
  uint32_t parameters = draft.function.parameters + (draft.function.variadic ? 1 : 0);
  for (uint32_t r = 0; r < parameters; ++r) writes_[r] = 1;
  for (uint32_t b = 0; b < draft.blocks.size(); ++b) {
    for (uint32_t i = 0; i < draft.blocks[b].code.size(); ++i) {
      const Instr& instr = draft.blocks[b].code[i];
      ir::for_each_def(program, instr, [&](uint32_t r) {
        ++writes_[r];
        place_[r] = {b, i};
      });
      count(instr, 1);
    }
  }
}

void Definitions::count(const Instr& instr, int change) {
  ir::for_each_use(program_, instr, [&](uint32_t r) { reads_[r] += uint32_t(change); });
  if (has_address_base(instr.op)) address_reads_[instr.a] += uint32_t(change);
  if (is_access(instr.op)) access_reads_[instr.a] += uint32_t(change);
}

void Definitions::replace(Instr& old, const Instr& by) {
  std::vector<Instr> ended{old};
  count(by, 1);
  old = by;
  while (!ended.empty()) {
    Instr instr = ended.back();
    ended.pop_back();
    count(instr, -1);
    ir::for_each_use(program_, instr, [&](uint32_t r) {
      Instr* writer = only(r);
      if (reads_[r] != 0 || !writer || is_gone(*writer) || !is_removable(*writer)) return;
      ended.push_back(*writer);
      *writer = gone();
    });
  }
}

// Needed is what an instruction with an effect reads, and what the writers of something needed read; so a phi
// that only feeds itself around a loop goes as well.
void remove_dead(const ir::Program& program, Draft& draft) {
  std::vector<std::vector<const Instr*>> writers(draft.registers);
  std::vector<uint8_t> needed(draft.registers, 0);
  std::vector<uint32_t> work;
  auto need = [&](uint32_t r) {
    if (needed[r]) return;
    needed[r] = 1;
    work.push_back(r);
  };
  for (const DraftBlock& block : draft.blocks) {
    for (const Instr& instr : block.code) {
      if (is_removable(instr)) {
        ir::for_each_def(program, instr, [&](uint32_t r) { writers[r].push_back(&instr); });
      } else {
        ir::for_each_use(program, instr, need);
      }
    }
  }
  while (!work.empty()) {
    uint32_t r = work.back();
    work.pop_back();
    for (const Instr* writer : writers[r]) ir::for_each_use(program, *writer, need);
  }
  for (DraftBlock& block : draft.blocks) {
    size_t kept = 0;
    for (size_t i = 0; i < block.code.size(); ++i) {
      const Instr& instr = block.code[i];
      if (is_gone(instr) || (is_removable(instr) && !needed[instr.dst])) continue;
      block.code[kept] = instr;
      block.locations[kept++] = block.locations[i];
    }
    block.code.resize(kept);
    block.locations.resize(kept);
  }
}

}  // namespace bonsai::load
