#include "report/program_hash.h"

#include <gtest/gtest.h>

#include "ir/test_program.h"

namespace bonsai::report {
namespace {

TEST(ProgramHash, IsStableAndSeesChanges) {
  ir::Program program = ir::test::sum_program();
  std::string hash = program_hash(program);
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(program_hash(ir::test::sum_program()), hash);
  auto changed = [&](auto change) {
    ir::Program other = program;
    change(other);
    return program_hash(other) != hash;
  };
  EXPECT_TRUE(changed([](ir::Program& p) { p.functions[0].code[3].imm = 8; }));
  EXPECT_TRUE(changed([](ir::Program& p) { p.functions[0].code[3].width = 64; }));
  EXPECT_TRUE(changed([](ir::Program& p) { p.switches[0].cases[0].target = 8; }));
  EXPECT_TRUE(changed([](ir::Program& p) { p.calls[0].arguments[0] = ir::Operand::reg(1); }));
  EXPECT_TRUE(changed([](ir::Program& p) { p.constants[0].words[0] = 3; }));
  EXPECT_TRUE(changed([](ir::Program& p) { p.globals[0].bytes = {1}; }));
  EXPECT_TRUE(changed([](ir::Program& p) { p.locations[1].line = 13; }));
}

}  // namespace
}  // namespace bonsai::report
