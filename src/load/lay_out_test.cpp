#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "load/draft.h"
#include "load/draft_test_util.h"

namespace bonsai::load {
namespace {

using ir::Op;
using ir::Operand;
using test::add_block;
using test::make;

TEST(LayOut, ThreadsAndDropsBlocks) {
  ir::Program program;
  Draft draft;
  draft.registers = 1;
  add_block(draft, {make(Op::Br, 1, 1, 0, 2)}, 3);
  add_block(draft, {make(Op::Jump, 0, 3)}, 0);  // counts nothing: threaded
  add_block(draft, {make(Op::Jump, 0, 3)}, 1);  // counts one: stays
  add_block(draft, {make(Op::Ret, 32, 0, Operand::reg(0).raw())}, 1);
  add_block(draft, {make(Op::Jump, 0, 3)}, 1);  // unreachable
  ir::Function f = lay_out(program, draft);
  ASSERT_EQ(f.blocks.size(), 3u);
  ASSERT_EQ(f.code.size(), 4u);
  EXPECT_EQ(f.code[2].op, Op::Join);  // two ways lead there
  EXPECT_EQ(f.code[0].dst, 2u);
  EXPECT_EQ(f.code[0].b, 1u);
  EXPECT_EQ(f.code[1].dst, 2u);
  EXPECT_EQ(f.code[1].weight, 1);
}

TEST(LayOut, JoinsChainsAndKeepsTheCount) {
  ir::Program program;
  program.calls.emplace_back();
  Draft draft;
  draft.registers = 1;
  add_block(draft, {make(Op::Const, 32, 0), make(Op::Jump, 0, 1)}, 3);
  add_block(draft, {make(Op::Call, 0), make(Op::Jump, 0, 2)}, 200);
  draft.blocks[1].code[0].weight = 2;
  add_block(draft, {make(Op::Ret, 32, 0, Operand::reg(0).raw())}, 100);
  ir::Function f = lay_out(program, draft);
  ASSERT_EQ(f.blocks.size(), 1u);
  ASSERT_EQ(f.code.size(), 4u);
  EXPECT_EQ(f.code[1].weight, 5);      // 2 of the call, 3 of the jump before it
  EXPECT_EQ(f.code[2].op, Op::Count);  // 300 do not fit the return
  EXPECT_EQ(f.code[2].imm + f.code[3].weight, 300u);
}

TEST(LayOut, ResolvesTablesAndLandingBlocks) {
  ir::Program program;
  program.switches.resize(1);
  program.switches[0] = {{{4, 1}, {5, 2}}, 3, 4, {1, 2}, false};
  program.calls.resize(1);
  program.calls[0].unwind = 4;
  Draft draft;
  draft.registers = 2;
  add_block(draft, {make(Op::Switch, 32, 0, 0, 0, 0)}, 1);
  add_block(draft, {make(Op::RetVoid, 0)}, 1);
  add_block(draft, {make(Op::Call, 0), make(Op::Jump, 0, 1)}, 1);
  add_block(draft, {make(Op::Const, 32, 0), make(Op::Trap, 0), make(Op::Unreachable, 0)}, 1);
  add_block(draft, {make(Op::LandingPad, 0, 0), make(Op::Resume, 0, 0, 0, 1)}, 1);
  ir::Function f = lay_out(program, draft);
  ASSERT_EQ(f.blocks.size(), 5u);
  const ir::SwitchTable& table = program.switches[0];
  EXPECT_EQ(table.cases[0].target, f.blocks[1].first);
  EXPECT_EQ(table.cases[1].target, f.blocks[2].first);
  EXPECT_EQ(table.dense[1], f.blocks[2].first);
  EXPECT_EQ(table.default_target, f.blocks[3].first);
  EXPECT_EQ(program.calls[0].unwind, f.blocks[4].first);
  EXPECT_EQ(f.code[f.blocks[3].end - 1].op, Op::Trap);  // what follows a terminator is dropped
}

TEST(LayOut, KeepsTheNumbersOfBranches) {
  ir::Program program;
  Draft draft;
  draft.registers = 1;
  add_block(draft, {make(Op::Jump, 0, 1)}, 1);  // joined with the next
  add_block(draft, {make(Op::Br, 1, 2, 0, 3)}, 1);
  draft.blocks[1].branch = 4;
  draft.blocks[1].inverted = true;
  add_block(draft, {make(Op::Br, 1, 3, 0, 4)}, 1);  // goes to one place: decides nothing
  draft.blocks[2].branch = 5;
  add_block(draft, {make(Op::RetVoid, 0)}, 1);
  add_block(draft, {make(Op::Jump, 0, 3)}, 0);
  ir::Function f = lay_out(program, draft);
  ASSERT_EQ(f.branch_sites.size(), 1u);
  EXPECT_EQ(f.branch_sites[0].index, 0u);
  EXPECT_EQ(f.branch_sites[0].id, 4u);
  EXPECT_TRUE(f.branch_sites[0].inverted);
  EXPECT_EQ(f.branch_site(0), &f.branch_sites[0]);
  EXPECT_EQ(f.branch_site(1), nullptr);
}

TEST(LayOut, EndlessLoopThatCountsNothing) {
  ir::Program program;
  Draft draft;
  add_block(draft, {make(Op::Jump, 0, 1)}, 1);
  add_block(draft, {make(Op::Jump, 0, 2)}, 0);
  add_block(draft, {make(Op::Jump, 0, 1)}, 0);
  ir::Function f = lay_out(program, draft);
  ASSERT_EQ(f.blocks.size(), 2u);
  EXPECT_EQ(f.code[1].op, Op::Join);
  EXPECT_EQ(f.code[2].dst, 1u);
}

}  // namespace
}  // namespace bonsai::load
