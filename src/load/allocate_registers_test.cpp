#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "load/draft.h"
#include "load/draft_test_util.h"

namespace bonsai::load {
namespace {

using ir::Instr;
using ir::Op;
using ir::Operand;
using test::add_block;
using test::make;
using test::ops;
using testing::ElementsAre;

Instr ret(uint32_t r) { return make(Op::Ret, 32, 0, Operand::reg(r).raw()); }

// for (i = 0, s = 0; i != n; i++) s += p[i]; phis 2 (i) and 3 (s), next values 5 and 6
Draft sum_loop() {
  Draft draft;
  draft.function.parameters = 2;
  draft.registers = 8;
  add_block(draft, {make(Op::Const, 32, 2), make(Op::Const, 32, 3), make(Op::Jump, 0, 1)}, 1);
  Instr load = make(Op::LoadX, 32, 4, 1, 2, ir::Address{0, 4}.pack());
  load.aux = ir::Access{0, 4, 2}.pack();
  add_block(draft,
            {load, make(Op::Add, 32, 6, 3, 4), make(Op::AddI, 32, 5, 2, 0, 1), make(Op::Ne, 32, 7, 5, 0),
             make(Op::Br, 1, 2, 7, 3)},
            1);
  add_block(draft, {make(Op::Move, 32, 2, 5), make(Op::Move, 32, 3, 6), make(Op::Jump, 0, 1)}, 0);
  add_block(draft, {ret(6)}, 1);
  return draft;
}

TEST(AllocateRegisters, UsualLoopHasNoCopies) {
  ir::Program program;
  Draft draft = sum_loop();
  fuse(program, draft);
  allocate_registers(program, draft);
  EXPECT_EQ(draft.registers, 5u);
  ir::Function f = lay_out(program, draft);
  EXPECT_THAT(ops(f.code), ElementsAre(Op::Const, Op::Const, Op::Jump, Op::Join, Op::LoadX, Op::Add, Op::AddI,
                                       Op::BrNe, Op::Ret));
  EXPECT_EQ(f.code[7].dst, 3u);  // the edge block is gone
}

TEST(AllocateRegisters, SwappedPhisKeepTheirCopies) {
  ir::Program program;
  Draft draft;
  draft.function.parameters = 3;
  draft.registers = 6;
  add_block(draft, {make(Op::Move, 32, 3, 0), make(Op::Move, 32, 4, 1), make(Op::Jump, 0, 1)}, 1);
  add_block(draft, {make(Op::Br, 1, 2, 2, 3)}, 1);
  add_block(
      draft,
      {make(Op::Move, 32, 5, 3), make(Op::Move, 32, 3, 4), make(Op::Move, 32, 4, 5), make(Op::Jump, 0, 1)},
      0);
  add_block(draft, {make(Op::Sub, 32, 0, 3, 4), ret(0)}, 1);
  allocate_registers(program, draft);
  EXPECT_EQ(draft.blocks[2].code.size(), 4u);
  EXPECT_THAT(ops(draft.blocks[0].code), ElementsAre(Op::Jump));  // the phis took the parameters' places
  EXPECT_EQ(draft.registers, 4u);
}

TEST(AllocateRegisters, ResultMayTakeADyingOperand) {
  ir::Program program;
  Draft draft;
  draft.function.parameters = 2;
  draft.registers = 5;
  add_block(draft,
            {make(Op::Add, 32, 2, 0, 1), make(Op::Mul, 32, 3, 2, 0), make(Op::Sub, 32, 4, 3, 3), ret(4)}, 1);
  allocate_registers(program, draft);
  EXPECT_EQ(draft.registers, 2u);
}

TEST(AllocateRegisters, ConsecutiveResultsStayTogether) {
  ir::Program program;
  program.calls.resize(1);
  program.calls[0].callee = 0;
  program.calls[0].arguments = {Operand::reg(0)};
  program.calls[0].result = 5;
  program.calls[0].result_count = 3;
  program.operands = {Operand::reg(7), Operand::reg(1), Operand::reg(5)};
  Draft draft;
  draft.function.parameters = 2;
  draft.registers = 8;
  add_block(draft, {make(Op::Call, 0), make(Op::RetMany, 0, 0, 0, 3)}, 1);
  allocate_registers(program, draft);
  // Register 1 lives across, so the three go behind it.
  EXPECT_EQ(program.calls[0].result, 2u);
  EXPECT_EQ(draft.registers, 5u);
  EXPECT_THAT(program.operands, ElementsAre(Operand::reg(4), Operand::reg(1), Operand::reg(2)));
}

TEST(AllocateRegisters, WhatALandingBlockReadsLivesAcrossTheCall) {
  ir::Program program;
  program.calls.resize(1);
  program.calls[0].callee = 0;
  program.calls[0].result = 3;
  program.calls[0].result_count = 1;
  program.calls[0].unwind = 2;
  Draft draft;
  draft.function.parameters = 1;
  draft.registers = 6;
  // The copy behind the call writes the register that the landing block reads: there it must have its old
  // value.
  add_block(
      draft,
      {make(Op::AddI, 32, 2, 0, 0, 1), make(Op::Call, 0), make(Op::Move, 32, 2, 3), make(Op::Jump, 0, 1)}, 1);
  add_block(draft, {ret(2)}, 1);
  add_block(draft, {make(Op::LandingPad, 0, 4), ret(2)}, 1);
  allocate_registers(program, draft);
  uint32_t kept = draft.blocks[2].code[1].a;
  EXPECT_NE(kept, program.calls[0].result);
  EXPECT_NE(kept, draft.blocks[2].code[0].dst);
  EXPECT_NE(kept, draft.blocks[2].code[0].dst + 1);
  EXPECT_EQ(kept, draft.blocks[0].code[0].dst);
}

TEST(AllocateRegisters, NothingIsSharedWhereSetjmpReturnsTwice) {
  ir::Program program;
  Draft draft = sum_loop();
  draft.registers = 20;
  draft.returns_twice = true;
  allocate_registers(program, draft);
  EXPECT_EQ(draft.registers, 8u);
  EXPECT_EQ(draft.blocks[2].code.size(), 3u);
}

TEST(AllocateRegisters, VariablesFollowTheirRegisters) {
  ir::Program program;
  Draft draft = sum_loop();
  auto variable = [](const char* name, uint32_t reg) {
    ir::Variable v;
    v.name = name;
    v.place = ir::Variable::Place::reg;
    v.index = reg;
    return v;
  };
  draft.registers = 10;
  draft.function.variables = {variable("i", 2), variable("gone", 9), variable("n", 0)};
  allocate_registers(program, draft);
  ASSERT_EQ(draft.function.variables.size(), 2u);
  EXPECT_EQ(draft.function.variables[0].index, draft.blocks[0].code[0].dst);
  EXPECT_EQ(draft.function.variables[1].index, 0u);
}

// 10,000 blocks, 60,000 registers, phis, values that live long and short: near linear, so well under the
// limit even with sanitizers on a busy machine.
TEST(AllocateRegisters, LargeFunctionsAreQuick) {
  ir::Program program;
  Draft draft = test::large_draft(10000);
  EXPECT_GE(draft.registers, 50000u);
  auto start = std::chrono::steady_clock::now();
  fuse(program, draft);
  auto fused = std::chrono::steady_clock::now();
  allocate_registers(program, draft);
  auto end = std::chrono::steady_clock::now();
  auto ms = [](auto d) { return int(std::chrono::duration_cast<std::chrono::milliseconds>(d).count()); };
  RecordProperty("fuse_ms", ms(fused - start));
  RecordProperty("allocate_ms", ms(end - fused));
  RecordProperty("registers", int(draft.registers));
  EXPECT_LT(ms(end - start), 10000);
  EXPECT_LT(draft.registers, 1000u);
}

}  // namespace
}  // namespace bonsai::load
