#include "ir/opcode.h"

#include <gtest/gtest.h>

#include "ir/uses.h"

namespace bonsai::ir {
namespace {

TEST(Opcode, RowsFollowTheTable) {
  EXPECT_EQ(info(Op::AddI).name, "AddI");
  EXPECT_EQ(info(Op::AddI).mnemonic, "add");
  EXPECT_EQ(info(Op::BrSltI).mnemonic, "br.slt");
  EXPECT_EQ(info(Op::BrSltI).format, Format::BranchCompareImm);
  EXPECT_EQ(info(Op::FAdd64).mnemonic, "fadd.f64");
  for (unsigned i = 0; i < op_count; ++i) EXPECT_FALSE(info(Op(i)).meaning.empty()) << info(Op(i)).name;
}

TEST(Opcode, WhatJumpsTerminates) {
  for (unsigned i = 0; i < op_count; ++i) {
    Roles r = roles(info(Op(i)).format);
    bool jumps = r.dst == Role::target || r.imm == Role::switch_table;
    if (jumps) EXPECT_TRUE(is_terminator(Op(i))) << info(Op(i)).name;
  }
  for (Op op : {Op::Ret, Op::RetVoid, Op::RetMany, Op::Resume, Op::Unreachable, Op::Trap, Op::Unsupported}) {
    EXPECT_TRUE(is_terminator(op));
  }
  for (Op op : {Op::Call, Op::Count, Op::Store, Op::LandingPad, Op::Select}) EXPECT_FALSE(is_terminator(op));
}

TEST(Opcode, FloatFunctionsHaveNames) {
  EXPECT_EQ(name(FloatFunction::sqrt), "sqrt");
  EXPECT_EQ(name(FloatFunction::round_even), "round_even");
  EXPECT_EQ(name(FloatFunction::maximum), "maximum");
}

TEST(Uses, EveryFieldOfAnInstruction) {
  Program program;
  program.constants.push_back({64, false, {1}});
  CallSite site;
  site.pointer = Operand::reg(1);
  site.arguments = {Operand::reg(2), Operand::constant(0), Operand::reg(2)};
  site.variadic = Operand::reg(3);
  site.result = 4;
  site.result_count = 2;
  site.unwind = 9;
  program.calls.push_back(site);
  program.operands = {Operand::reg(7), Operand::constant(0), Operand::reg(8)};

  auto uses = [&](const Instr& instr) {
    std::vector<uint32_t> found;
    for_each_use(program, instr, [&](uint32_t r) { found.push_back(r); });
    return found;
  };
  auto defs = [&](const Instr& instr) {
    std::vector<uint32_t> found;
    for_each_def(program, instr, [&](uint32_t r) { found.push_back(r); });
    return found;
  };
  using List = std::vector<uint32_t>;
  Instr call{Op::Call, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(uses(call), (List{1, 2, 2, 3}));
  EXPECT_EQ(defs(call), (List{4, 5}));
  Instr store{Op::StoreX, 0, 32, 5, 6, Operand::reg(7).raw(), 0, 0};
  EXPECT_EQ(uses(store), (List{6, 7, 5}));
  EXPECT_TRUE(defs(store).empty());
  store.b = Operand::constant(0).raw();
  EXPECT_EQ(uses(store), (List{6, 5}));
  Instr select{Op::Select, 0, 32, 1, 2, Operand::constant(0).raw(), Operand::reg(3).raw(), 0};
  EXPECT_EQ(uses(select), (List{2, 3}));
  EXPECT_EQ(uses({Op::RetMany, 0, 0, 0, 0, 3, 0, 0}), (List{7, 8}));
  EXPECT_EQ(defs({Op::LandingPad, 0, 0, 4, 0, 0, 0, 0}), (List{4, 5}));

  map_uses(program, call, [](uint32_t r) { return r + 10; });
  map_uses(program, select, [](uint32_t r) { return r + 10; });
  EXPECT_EQ(uses(call), (List{11, 12, 12, 13}));
  EXPECT_EQ(uses(select), (List{12, 13}));
  map_targets(program, call, [](uint32_t t) { return t + 1; });
  EXPECT_EQ(program.calls[0].unwind, 10u);
}

TEST(Uses, PureIsWhatCannotFail) {
  EXPECT_TRUE(is_pure({Op::Add, 0, 32, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(is_pure({Op::UDiv, 0, 32, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(is_pure({Op::UDivI, 0, 32, 0, 0, 0, 7, 0}));
  EXPECT_FALSE(is_pure({Op::SDivI, 0, 32, 0, 0, 0, 0xffffffff, 0}));
  EXPECT_FALSE(is_pure({Op::Load, 0, 32, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(is_pure({Op::CheckDivisor, 0, 32, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace bonsai::ir
