#include "ir/printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/test_program.h"

namespace bonsai::ir {
namespace {

using testing::HasSubstr;

TEST(Printer, AFunctionReadsWell) {
  Program program = test::sum_program();
  std::string text = to_string(program, program.functions[0]);
  EXPECT_THAT(text, HasSubstr("function sum(i32 %0, i64 %1) -> i32  ; sum.c:12:7\n"));
  EXPECT_THAT(text, HasSubstr("; 5 registers, frame of 16 bytes\n"));
  EXPECT_THAT(text, HasSubstr("; parameter  n: %0\n"));
  EXPECT_THAT(text, HasSubstr("; local x: frame+8, 8 bytes, align 8\n"));
  EXPECT_THAT(text, HasSubstr("loop:\n    2  %3 = load.i32 [%1 + %2 * 4 + 4], align 4 "));
  EXPECT_THAT(text, HasSubstr("    3  %2 = add.i32 %3, 7 "));
  EXPECT_THAT(text, HasSubstr("; sum.c:20 inlined at sum.c:12:7\n"));
  EXPECT_THAT(text, HasSubstr("store.local.i64 x, -1 "));
  EXPECT_THAT(text, HasSubstr("br.ne.i32 %2, %0, loop, b2  #1 inverted "));
  EXPECT_THAT(text, HasSubstr("%4 = call sum(i32 %2, i64 -1) "));
  EXPECT_THAT(text, HasSubstr("switch.i32 %4 [1: loop, 3: done, else: done] dense  #0 "));
  EXPECT_THAT(text, HasSubstr("done:\n    8  ret.i32 %4\n"));
}

TEST(Printer, SingleInstructions) {
  Program program = test::sum_program();
  const Function& f = program.functions[0];
  auto print = [&](Instr instr) { return to_string(program, f, instr); };
  EXPECT_EQ(print({Op::ZExt, 0, 8, 1, 2, 0, 32, 0}), "%1 = zext.i8.i32 %2");
  EXPECT_EQ(print({Op::FAdd32, 0, 32, 1, 2, 3, 0, 0}), "%1 = fadd.f32 %2, %3");
  EXPECT_EQ(print({Op::FCmp64, 0, 64, 1, 2, 3, less | equal, 0}), "%1 = fcmp.f64.el %2, %3");
  EXPECT_EQ(print({Op::FMath, 0, 64, 1, 2, 0, uint64_t(FloatFunction::floor), 0}), "%1 = fmath.i64.floor %2");
  EXPECT_EQ(print({Op::PtrAdd, 0, 64, 1, 2, 3, Address{-4, 8}.pack(), 0}),
            "%1 = ptradd.i64 [%2 + %3 * 8 - 4]");
  EXPECT_EQ(print({Op::LocalAddr, 0, 64, 1, 0, 0, 12, 0}), "%1 = local.i64 x+4");
  EXPECT_EQ(print({Op::BrUltI, 0, 32, 2, 1, 8, 0xfffffffe, 0}), "br.ult.i32 %1, -2, loop, done");
  EXPECT_EQ(print({Op::Select, 0, 64, 1, 2, Operand::reg(3).raw(), Operand::constant(0).raw(), 0}),
            "%1 = select.i64 %2, %3, -1");
  EXPECT_EQ(print({Op::RetVoid, 0, 0, 0, 0, 0, 0, 0}), "ret.void");
  EXPECT_EQ(print({Op::Unsupported, 0, 0, 0, 0, 0, 1, 0}), "unsupported \"sum.c\"");
  EXPECT_EQ(to_string(program, LocationId(0)), "?");
}

}  // namespace
}  // namespace bonsai::ir
