// Registers are followed inside a block, and across blocks where they are written once. What is written more
// than once and leaves its block with a global's address may come anywhere: it escapes. Tested by
// outlook_test.cpp.
#include "analysis/global_uses.h"

#include <algorithm>
#include <cstring>

#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::Instr;
using ir::Op;

namespace {

// These only tell something about an address.
bool is_comparison(Op op) { return op >= Op::Eq && op <= Op::BrSgeI; }

bool moves_address(Op op) { return op == Op::Move || op == Op::PtrAddI || op == Op::PtrAdd; }

}  // namespace

GlobalUses::GlobalUses(const ir::Program& program) : program_(program), escapes_(program.globals.size()) {
  // Addresses are in registers always: what the pool has is a value.
  for (const ir::Constant& constant : program.constants)
    for (uint64_t word : constant.words) escape(global_at(word));
  for (const ir::LandingPad& pad : program.landing_pads)
    for (const ir::LandingPad::Clause& clause : pad.clauses)
      for (uint64_t address : clause.type_infos) escape(global_at(address));
  size_t step = program.pointer_bytes;
  for (const ir::Global& global : program.globals)
    // The last bytes may be left out if they are zero.
    for (size_t i = 0; i < global.bytes.size(); i += step) {
      uint64_t word = 0;
      std::memcpy(&word, global.bytes.data() + i, std::min(step, global.bytes.size() - i));
      if (word != 0) escape(global_at(word));
    }
}

// One past the end is the global's address too.
uint32_t GlobalUses::global_at(uint64_t address) const {
  const std::vector<ir::Global>& globals = program_.globals;
  auto after = std::upper_bound(globals.begin(), globals.end(), address,
                                [](uint64_t at, const ir::Global& global) { return at < global.address; });
  if (after == globals.begin()) return ir::none;
  const ir::Global& global = *(after - 1);
  if (global.address == 0 || address - global.address > global.size) return ir::none;
  return uint32_t(after - globals.begin() - 1);
}

uint32_t GlobalUses::made_by(const Instr& instr) const {
  if (instr.op == Op::Const) return instr.width == program_.pointer_width() ? global_at(instr.imm) : ir::none;
  return moves_address(instr.op) ? held(instr.a) : ir::none;
}

void GlobalUses::find_constants(const Function& function) {
  everywhere_.assign(function.register_count, ir::none);
  here_.assign(function.register_count, ir::none);
  block_of_.assign(function.register_count, ir::none);
  block_ = 0;
  std::vector<uint8_t> writes(function.register_count, 0);
  uint32_t parameters = function.parameters + (function.variadic ? 1 : 0);
  std::fill_n(writes.begin(), std::min(parameters, function.register_count), 2);
  for (const Instr& instr : function.code)
    ir::for_each_def(program_, instr, [&](uint32_t r) { writes[r] = std::min(2, writes[r] + 1); });
  // In order of the code: an address is moved behind where it is made, as a rule.
  for (const Instr& instr : function.code)
    ir::for_each_def(program_, instr, [&](uint32_t r) {
      if (writes[r] == 1) everywhere_[r] = made_by(instr);
    });
}

void GlobalUses::use(const Instr& instr) {
  ir::Roles roles = ir::roles(instr);
  if (is_comparison(instr.op)) return;
  bool is_address = roles.aux == ir::AuxRole::access || roles.aux == ir::AuxRole::block_access;
  if (is_address || moves_address(instr.op)) {
    auto escape_field = [&](ir::Role role, uint32_t raw) {
      bool is_register =
          role == ir::Role::use || (role == ir::Role::operand && ir::Operand::from_raw(raw).is_register());
      if (is_register) escape(held(raw));
    };
    escape_field(roles.b, instr.b);
    escape_field(roles.dst, instr.dst);
    escape_field(roles.imm, uint32_t(instr.imm));
    return;
  }
  ir::for_each_use(program_, instr, [&](uint32_t r) { escape(held(r)); });
  bool immediate = ir::info(instr.op).format == ir::Format::BinaryImm;
  if (immediate && instr.width == program_.pointer_width()) escape(global_at(instr.imm));
}

void GlobalUses::leave(uint32_t to, const IsLive& is_live) {
  for (uint32_t r : written_)
    if (uint32_t g = held(r); g != ir::none && everywhere_[r] != g && is_live(to, r)) escape(g);
}

std::vector<GlobalUses::Load> GlobalUses::add(const Function& function, const IsLive& is_live) {
  std::vector<Load> loads;
  find_constants(function);
  for (block_ = 0; block_ < function.blocks.size(); ++block_) {
    written_.clear();
    for (uint32_t i = function.blocks[block_].first; i < function.blocks[block_].end; ++i) {
      const Instr& instr = function.code[i];
      use(instr);
      if ((instr.op == Op::Load || instr.op == Op::LoadX) && held(instr.a) != ir::none)
        loads.push_back({i, held(instr.a)});
      if (!written_.empty())
        ir::for_each_target(program_, instr, [&](uint32_t target) {
          auto block = std::lower_bound(function.blocks.begin(), function.blocks.end(), target,
                                        [](const ir::Block& b, uint32_t at) { return b.first < at; });
          leave(uint32_t(block - function.blocks.begin()), is_live);
        });
      uint32_t made = made_by(instr);
      ir::for_each_def(program_, instr, [&](uint32_t r) {
        here_[r] = made;
        block_of_[r] = block_;
        if (made != ir::none) written_.push_back(r);
      });
    }
  }
  return loads;
}

}  // namespace bonsai::analysis
