#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "load/draft.h"
#include "load/draft_test_util.h"

namespace bonsai::load {
namespace {

using ir::Access;
using ir::Address;
using ir::Instr;
using ir::Op;
using ir::Operand;
using test::add_block;
using test::make;
using test::ops;
using testing::ElementsAre;

class Fuse : public testing::Test {
 protected:
  Fuse() {
    draft.registers = 20;
    draft.function.parameters = 4;
    draft.function.frame_bytes = 32;
    ir::Local local;
    local.name = "x";
    local.offset = 8;
    local.size = 16;
    draft.function.locals.push_back(local);
  }
  Instr access(Op op, unsigned width, uint32_t dst, uint32_t a, uint32_t b, Address address,
               unsigned align = 0) {
    Instr instr = make(op, width, dst, a, b, address.pack());
    instr.aux = Access{0, uint16_t(width / 8), uint8_t(align)}.pack();
    return instr;
  }
  Instr load(uint32_t dst, uint32_t base, int32_t offset = 0, unsigned align = 2) {
    return access(Op::Load, 32, dst, base, 0, {offset, 0}, align);
  }
  Instr store(uint32_t base, uint32_t value, int32_t offset = 0) {
    return access(Op::Store, 32, 0, base, Operand::reg(value).raw(), {offset, 0});
  }
  static Instr ret(uint32_t r) { return make(Op::Ret, 32, 0, Operand::reg(r).raw()); }
  void two_returns() {
    add_block(draft, {ret(0)}, 1);
    add_block(draft, {ret(1)}, 1);
  }
  const std::vector<Instr>& code(size_t block = 0) { return draft.blocks[block].code; }

  ir::Program program;
  Draft draft;
};

TEST_F(Fuse, ComparisonIntoBranch) {
  add_block(draft, {make(Op::Slt, 32, 5, 0, 1), make(Op::Br, 1, 1, 5, 2)}, 3);
  two_returns();
  fuse(program, draft);
  ASSERT_THAT(ops(code()), ElementsAre(Op::BrSlt));
  EXPECT_EQ(code()[0].width, 32);
  EXPECT_EQ(code()[0].weight, 3);
  EXPECT_EQ(code()[0].dst, 1u);
  EXPECT_EQ(code()[0].b, 1u);
  EXPECT_EQ(code()[0].imm, 2u);
}

TEST_F(Fuse, NegatedComparisonSwapsTargets) {
  add_block(draft,
            {make(Op::UltI, 32, 5, 0, 0, 9), make(Op::ZExt, 1, 6, 5, 0, 32), make(Op::EqI, 32, 7, 6, 0, 0),
             make(Op::XorI, 1, 8, 7, 0, 1), make(Op::EqI, 1, 9, 8, 0, 0), make(Op::Br, 1, 1, 9, 2)},
            1);
  draft.blocks[0].branch = 7;
  two_returns();
  fuse(program, draft);
  ASSERT_THAT(ops(code()), ElementsAre(Op::BrUltI));
  EXPECT_EQ(draft.blocks[0].branch, 7u);
  EXPECT_TRUE(draft.blocks[0].inverted);
  EXPECT_EQ(code()[0].imm, 9u);
  EXPECT_EQ(code()[0].dst, 2u);  // three negations
  EXPECT_EQ(code()[0].b, 1u);
}

TEST_F(Fuse, ComparisonStaysWhereItsOperandChanges) {
  // Register 4 is a phi's: written again by a copy between comparison and branch.
  add_block(draft, {make(Op::Const, 32, 4), make(Op::Jump, 0, 1)}, 1);
  add_block(draft, {make(Op::Slt, 32, 5, 4, 1), make(Op::Move, 32, 4, 0), make(Op::Br, 1, 1, 5, 2)}, 1);
  add_block(draft, {ret(4)}, 1);
  fuse(program, draft);
  EXPECT_THAT(ops(code(1)), ElementsAre(Op::Slt, Op::Move, Op::Br));
}

TEST_F(Fuse, ComparisonWithAnotherReaderStays) {
  add_block(draft, {make(Op::Slt, 32, 5, 0, 1), make(Op::ZExt, 1, 6, 5, 0, 32), make(Op::Br, 1, 1, 5, 2)}, 1);
  add_block(draft, {ret(6)}, 1);
  add_block(draft, {ret(1)}, 1);
  fuse(program, draft);
  EXPECT_THAT(ops(code()), ElementsAre(Op::Slt, Op::ZExt, Op::Br));
}

TEST_F(Fuse, OffsetsIntoAccesses) {
  add_block(draft,
            {make(Op::PtrAddI, 64, 5, 0, 0, 8), make(Op::PtrAddI, 64, 6, 5, 0, uint64_t(-20)), load(7, 6, 4),
             store(6, 7), ret(7)},
            1);
  fuse(program, draft);
  ASSERT_THAT(ops(code()), ElementsAre(Op::Load, Op::Store, Op::Ret));
  EXPECT_EQ(code()[0].a, 0u);
  EXPECT_EQ(code()[0].address().offset, -8);
  EXPECT_EQ(code()[1].address().offset, -12);
}

TEST_F(Fuse, PointerThatEscapesIsComputedOnce) {
  add_block(draft, {make(Op::PtrAddI, 64, 5, 0, 0, 8), load(6, 5), store(1, 5), ret(6)}, 1);
  fuse(program, draft);
  EXPECT_THAT(ops(code()), ElementsAre(Op::PtrAddI, Op::Load, Op::Store, Op::Ret));
}

TEST_F(Fuse, IndexIntoAccesses) {
  add_block(draft,
            {make(Op::PtrAddI, 64, 5, 0, 0, 8), make(Op::PtrAdd, 64, 6, 5, 1, Address{4, 4}.pack()),
             load(7, 6, 16), store(6, 7), ret(7)},
            1);
  fuse(program, draft);
  ASSERT_THAT(ops(code()), ElementsAre(Op::LoadX, Op::StoreX, Op::Ret));
  EXPECT_EQ(code()[0].address().offset, 28);
  EXPECT_EQ(code()[0].address().scale, 4u);
  EXPECT_EQ(code()[0].b, 1u);
  EXPECT_EQ(code()[1].dst, 1u);
  EXPECT_EQ(code()[1].address().offset, 12);
  EXPECT_EQ(code()[1].operand_b(), Operand::reg(7));
}

TEST_F(Fuse, OffsetThatDoesNotFitStays) {
  add_block(draft, {make(Op::PtrAddI, 64, 5, 0, 0, uint64_t(1) << 40), load(6, 5), ret(6)}, 1);
  fuse(program, draft);
  EXPECT_THAT(ops(code()), ElementsAre(Op::PtrAddI, Op::Load, Op::Ret));
}

TEST_F(Fuse, ThirtyTwoBitOffsetsWrap) {
  program.pointer_bytes = 4;
  add_block(draft, {make(Op::PtrAddI, 32, 5, 0, 0, 0xfffffff0), load(6, 5, 4), ret(6)}, 1);
  fuse(program, draft);
  ASSERT_THAT(ops(code()), ElementsAre(Op::Load, Op::Ret));
  EXPECT_EQ(code()[0].address().offset, -12);
}

TEST_F(Fuse, LocalsInBoundsAndAligned) {
  add_block(draft,
            {make(Op::LocalAddr, 64, 5, 0, 0, 8), make(Op::PtrAddI, 64, 6, 5, 0, 12), load(7, 6), store(5, 7),
             ret(7)},
            1);
  fuse(program, draft);
  ASSERT_THAT(ops(code()), ElementsAre(Op::LoadLocal, Op::StoreLocal, Op::Ret));
  EXPECT_EQ(code()[0].imm, 20u);
  EXPECT_EQ(code()[1].imm, 8u);
}

TEST_F(Fuse, LocalsOutOfBoundsOrUnalignedStayGeneral) {
  add_block(draft,
            {make(Op::LocalAddr, 64, 5, 0, 0, 8), load(6, 5, 13, 0), load(7, 5, -1, 0), load(8, 5, 2, 2),
             store(5, 6), store(0, 7), store(0, 8), ret(7)},
            1);
  fuse(program, draft);
  EXPECT_THAT(ops(code()), ElementsAre(Op::LocalAddr, Op::Load, Op::Load, Op::Load, Op::StoreLocal, Op::Store,
                                       Op::Store, Op::Ret));
}

TEST_F(Fuse, ChecksThatTheNextInstructionMakes) {
  add_block(draft,
            {make(Op::CheckDivisor, 32, 0, 1), make(Op::CheckSDiv, 32, 0, 0, Operand::reg(1).raw()),
             make(Op::SDiv, 32, 5, 0, 1), make(Op::CheckDivisor, 32, 0, 2), store(3, 5),
             make(Op::UDiv, 32, 6, 5, 2), ret(6)},
            1);
  fuse(program, draft);
  EXPECT_THAT(ops(code()), ElementsAre(Op::SDiv, Op::CheckDivisor, Op::Store, Op::UDiv, Op::Ret));
}

TEST_F(Fuse, ShiftAmountsThatAreSmall) {
  add_block(draft,
            {make(Op::AndI, 32, 5, 0, 0, 31), make(Op::CheckShift, 32, 0, 5, 0, 32),
             make(Op::Shl, 32, 6, 1, 5), make(Op::Trunc, 32, 7, 1, 0, 5), make(Op::ZExt, 5, 8, 7, 0, 32),
             make(Op::CheckShift, 32, 0, 8, 0, 32), make(Op::Shl, 32, 9, 6, 8),
             make(Op::AndI, 32, 10, 0, 0, 63), make(Op::CheckShift, 32, 0, 10, 0, 32), ret(9)},
            1);
  fuse(program, draft);
  EXPECT_THAT(ops(code()), ElementsAre(Op::AndI, Op::Shl, Op::Trunc, Op::ZExt, Op::Shl, Op::AndI,
                                       Op::CheckShift, Op::Ret));
}

TEST_F(Fuse, ConstantsLeaveLoops) {
  add_block(draft, {make(Op::Jump, 0, 1)}, 1);
  add_block(draft,
            {make(Op::Const, 64, 5, 0, 0, 4096), load(6, 5), make(Op::Const, 64, 7, 0, 0, 4096), store(7, 6),
             make(Op::Br, 1, 1, 2, 2)},
            1);
  add_block(draft, {make(Op::Const, 32, 8), make(Op::Add, 32, 9, 8, 8), ret(9)}, 1);
  fuse(program, draft);
  EXPECT_THAT(ops(code(0)), ElementsAre(Op::Const, Op::Jump));
  ASSERT_THAT(ops(code(1)), ElementsAre(Op::Load, Op::Store, Op::Br));
  EXPECT_EQ(code(1)[1].a, 5u);
  EXPECT_THAT(ops(code(2)), ElementsAre(Op::Const, Op::Add, Op::Ret));
}

TEST_F(Fuse, DeadCodeGoesLoadsStay) {
  add_block(draft,
            {make(Op::Add, 32, 5, 0, 1), make(Op::Mul, 32, 6, 5, 5), load(7, 3), make(Op::UDiv, 32, 8, 0, 1),
             make(Op::Const, 32, 9), make(Op::Jump, 0, 1)},
            1);
  // Register 9 is a phi that only feeds itself.
  add_block(draft, {make(Op::AddI, 32, 10, 9, 0, 1), make(Op::Move, 32, 9, 10), make(Op::Br, 1, 1, 2, 2)}, 1);
  add_block(draft, {ret(0)}, 1);
  fuse(program, draft);
  EXPECT_THAT(ops(code(0)), ElementsAre(Op::Load, Op::UDiv, Op::Jump));
  EXPECT_THAT(ops(code(1)), ElementsAre(Op::Br));
}

}  // namespace
}  // namespace bonsai::load
