// What an instruction reads, writes and jumps to, told from its format alone: the one place that knows where
// the registers of a format stand. The verifier, the printer, the register allocator and every analysis read
// it, so that a new opcode of a known format needs no further code, and a new format needs one row in
// roles().
//
// The map_… functions replace what they visit (also in the call sites, switch tables and operand lists that
// belong to the instruction); the for_each_… functions only look. An instruction reads all its registers
// before it writes any.
#pragma once

#include "ir/opcode.h"
#include "ir/program.h"

namespace bonsai::ir {

// What one field of an instruction holds.
enum class Role : uint8_t {
  unused,
  def,           // register written
  def_pair,      // this register and the next written
  use,           // register read
  operand,       // Operand read: register or constant
  target,        // index into Function::code
  value,         // a plain number
  constant,      // index into Program::constants
  address,       // Address: offset and scale
  frame_offset,  // byte offset in the frame
  switch_table,  // index into Program::switches
  call_site,     // index into Program::calls
  landing_pad,   // index into Program::landing_pads
  string,        // index into Program::strings
  operand_list,  // first index into Program::operands; b is the count
};

enum class AuxRole : uint8_t { other, access, block_access, local };

struct Roles {
  Role dst = Role::unused;
  Role a = Role::unused;
  Role b = Role::unused;
  Role imm = Role::unused;
  AuxRole aux = AuxRole::other;
};

constexpr Roles roles(Format format) {
  using enum Role;
  switch (format) {
    case Format::None: return {};
    case Format::Result: return {.dst = def};
    case Format::Use: return {.a = use};
    case Format::Const: return {.dst = def, .imm = value};
    case Format::ConstPool: return {.dst = def, .imm = constant};
    case Format::Unary: return {.dst = def, .a = use};
    case Format::Binary: return {.dst = def, .a = use, .b = use};
    case Format::BinaryImm: return {.dst = def, .a = use, .imm = value};
    case Format::BinaryImm2: return {.a = use, .imm = value};
    case Format::Ternary: return {.dst = def, .a = use, .b = operand, .imm = operand};
    case Format::Cast: return {.dst = def, .a = use, .imm = value};
    case Format::FloatKind1: return {.dst = def, .a = use, .imm = value};
    case Format::FloatKind2: return {.dst = def, .a = use, .b = use, .imm = value};
    case Format::FloatCompare: return {.dst = def, .a = use, .b = use, .imm = value};
    case Format::PtrAdd: return {.dst = def, .a = use, .b = use, .imm = address};
    case Format::LocalAddr: return {.dst = def, .imm = frame_offset};
    case Format::Alloca: return {.dst = def, .a = use, .imm = value, .aux = AuxRole::local};
    case Format::Load: return {.dst = def, .a = use, .imm = address, .aux = AuxRole::access};
    case Format::LoadX: return {.dst = def, .a = use, .b = use, .imm = address, .aux = AuxRole::access};
    case Format::Store: return {.a = use, .b = operand, .imm = address, .aux = AuxRole::access};
    case Format::StoreX: return {.dst = use, .a = use, .b = operand, .imm = address, .aux = AuxRole::access};
    case Format::LoadLocal: return {.dst = def, .imm = frame_offset, .aux = AuxRole::access};
    case Format::StoreLocal: return {.b = operand, .imm = frame_offset, .aux = AuxRole::access};
    case Format::Memory3: return {.a = use, .b = operand, .imm = operand, .aux = AuxRole::block_access};
    case Format::Check: return {.a = use, .b = operand};
    case Format::Observe: return {.a = use, .b = operand, .imm = value};
    case Format::PoisonIf: return {.dst = def, .a = use, .b = use};
    case Format::Jump: return {.dst = target};
    case Format::Branch: return {.dst = target, .a = use, .b = target};
    case Format::BranchCompare: return {.dst = target, .a = use, .b = use, .imm = target};
    case Format::BranchCompareImm: return {.dst = target, .a = use, .b = target, .imm = value};
    case Format::Switch: return {.a = use, .imm = switch_table};
    case Format::IndirectBr: return {.a = use, .imm = switch_table};
    case Format::Call: return {.imm = call_site};
    case Format::Ret: return {.a = operand};
    case Format::RetMany: return {.a = operand_list, .b = value};
    case Format::LandingPad: return {.dst = def_pair, .imm = landing_pad};
    case Format::Resume: return {.a = use, .b = use};
    case Format::Message: return {.imm = string};
    case Format::Count: return {.imm = value};
  }
  return {};
}

// A branch with a true and a false target.
inline bool is_two_way(Op op) {
  Format format = info(op).format;
  return format == Format::Branch || format == Format::BranchCompare || format == Format::BranchCompareImm;
}

inline Roles roles(const Instr& instr) { return roles(info(instr.op).format); }

// Replaces every register r that the instruction reads by f(r). A register read twice is visited twice.
template <typename F>
void map_uses(Program& program, Instr& instr, F&& f) {
  Roles r = roles(instr);
  auto field = [&](Role role, auto& slot) {
    auto raw = uint32_t(slot);
    if (role == Role::use || (role == Role::operand && Operand::from_raw(raw).is_register())) slot = f(raw);
  };
  auto operand = [&](Operand& slot) {
    if (slot.is_register()) slot = Operand::reg(f(slot.index()));
  };
  field(r.a, instr.a);
  field(r.b, instr.b);
  field(r.dst, instr.dst);
  field(r.imm, instr.imm);
  if (r.imm == Role::call_site) {
    CallSite& call = program.calls[instr.imm];
    operand(call.pointer);
    for (Operand& argument : call.arguments) operand(argument);
    operand(call.variadic);
  } else if (r.a == Role::operand_list) {
    for (uint32_t i = 0; i < instr.b; ++i) operand(program.operands[instr.a + i]);
  }
}

// Replaces every register r that the instruction writes by f(r); of consecutive registers only the first.
template <typename F>
void map_defs(Program& program, Instr& instr, F&& f) {
  Roles r = roles(instr);
  if (r.dst == Role::def || r.dst == Role::def_pair) instr.dst = f(instr.dst);
  if (r.imm != Role::call_site) return;
  CallSite& call = program.calls[instr.imm];
  if (call.result_count != 0) call.result = f(call.result);
}

// Replaces every target t by f(t); none (no default, no unwinding) is not visited.
template <typename F>
void map_targets(Program& program, Instr& instr, F&& f) {
  Roles r = roles(instr);
  if (r.dst == Role::target) instr.dst = f(instr.dst);
  if (r.b == Role::target) instr.b = f(instr.b);
  if (r.imm == Role::target) instr.imm = f(uint32_t(instr.imm));
  if (r.imm == Role::switch_table) {
    SwitchTable& table = program.switches[instr.imm];
    for (auto& one : table.cases) one.target = f(one.target);
    for (uint32_t& target : table.dense) target = f(target);
    if (table.default_target != none) table.default_target = f(table.default_target);
  } else if (r.imm == Role::call_site) {
    CallSite& call = program.calls[instr.imm];
    if (call.unwind != none) call.unwind = f(call.unwind);
  }
}

template <typename F>
void for_each_use(const Program& program, const Instr& instr, F&& f) {
  Roles r = roles(instr);
  auto field = [&](Role role, uint32_t raw) {
    if (role == Role::use || (role == Role::operand && Operand::from_raw(raw).is_register())) f(raw);
  };
  auto operand = [&](Operand slot) {
    if (slot.is_register()) f(slot.index());
  };
  field(r.a, instr.a);
  field(r.b, instr.b);
  field(r.dst, instr.dst);
  field(r.imm, uint32_t(instr.imm));
  if (r.imm == Role::call_site) {
    const CallSite& call = program.calls[instr.imm];
    operand(call.pointer);
    for (Operand argument : call.arguments) operand(argument);
    operand(call.variadic);
  } else if (r.a == Role::operand_list) {
    for (uint32_t i = 0; i < instr.b; ++i) operand(program.operands[instr.a + i]);
  }
}

template <typename F>
void for_each_def(const Program& program, const Instr& instr, F&& f) {
  Roles r = roles(instr);
  if (r.dst == Role::def || r.dst == Role::def_pair) f(instr.dst);
  if (r.dst == Role::def_pair) f(instr.dst + 1);
  if (r.imm != Role::call_site) return;
  const CallSite& call = program.calls[instr.imm];
  for (uint32_t i = 0; i < call.result_count; ++i) f(call.result + i);
}

template <typename F>
void for_each_target(const Program& program, const Instr& instr, F&& f) {
  Roles r = roles(instr);
  if (r.dst == Role::target) f(instr.dst);
  if (r.b == Role::target) f(instr.b);
  if (r.imm == Role::target) f(uint32_t(instr.imm));
  if (r.imm == Role::switch_table) {
    const SwitchTable& table = program.switches[instr.imm];
    for (const auto& one : table.cases) f(one.target);
    if (table.default_target != none) f(table.default_target);
  } else if (r.imm == Role::call_site) {
    const CallSite& call = program.calls[instr.imm];
    if (call.unwind != none) f(call.unwind);
  }
}

// No effect but the result, no error possible, no memory read: may be removed, repeated or moved freely.
bool is_pure(const Instr& instr);

}  // namespace bonsai::ir
