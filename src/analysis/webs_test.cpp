#include "analysis/webs.h"

#include <gtest/gtest.h>

#include "analysis/test_program.h"

namespace bonsai::analysis {
namespace {

using ir::Instr;
using ir::Op;
using test::ProgramMaker;

Instr set(uint32_t r, uint64_t value) { return {Op::Const, 0, 64, r, 0, 0, value, 0}; }
Instr move(uint32_t to, uint32_t from) { return {Op::Move, 0, 64, to, from, 0, 0, 0}; }
Instr give(uint32_t r) { return {Op::Ret, 0, 64, 0, ir::Operand::reg(r).raw(), 0, 0, 0}; }

TEST(Webs, ValuesThatShareARegisterAreApart) {
  ProgramMaker make;
  ir::FunctionId f = make.declare({64});
  make.define(f, {{set(1, 5), move(2, 1), set(1, 6), move(2, 1), give(2)}});
  Webs webs(make.program(), make[f]);
  EXPECT_NE(webs.written(0, 1), webs.written(2, 1));
  EXPECT_EQ(webs.written(0, 1), webs.read(1, 1));
  EXPECT_EQ(webs.written(2, 1), webs.read(3, 1));
  EXPECT_EQ(webs.written(3, 2), webs.read(4, 2));
  EXPECT_NE(webs.parameter(0), webs.written(0, 1));
}

TEST(Webs, WritesThatMeetAreOne) {
  ProgramMaker make;
  ir::FunctionId f = make.declare({64});
  make.define(f, {{ProgramMaker::branch(1, 1, 2)},
                  {set(1, 5), ProgramMaker::jump(1, 3)},
                  {set(1, 6), ProgramMaker::jump(1, 3)},
                  {give(1)}});
  Webs webs(make.program(), make[f]);
  EXPECT_EQ(webs.written(1, 1), webs.written(3, 1));
  EXPECT_EQ(webs.written(1, 1), webs.read(5, 1));
}

TEST(Webs, AParameterThatIsWrittenInALoopIsOne) {
  ProgramMaker make;
  ir::FunctionId f = make.declare({64});
  make.define(f, {{ProgramMaker::jump(1, 1)},
                  {move(1, 0), {Op::PtrAddI, 0, 64, 0, 0, 0, 8, 0}, ProgramMaker::branch(1, 1, 2)},
                  {give(1)}});
  Webs webs(make.program(), make[f]);
  EXPECT_EQ(webs.parameter(0), webs.read(1, 0));
  EXPECT_EQ(webs.parameter(0), webs.written(2, 0));
  EXPECT_EQ(webs.parameter(0), webs.read(2, 0));
}

TEST(Webs, SetjmpKeepsRegistersWhole) {
  ProgramMaker make;
  ir::FunctionId f = make.declare({64});
  make.define(f, {{set(1, 5), move(2, 1), set(1, 6), give(1)}});
  Webs webs(make.program(), make[f], true);
  EXPECT_EQ(webs.written(0, 1), webs.written(2, 1));
}

}  // namespace
}  // namespace bonsai::analysis
