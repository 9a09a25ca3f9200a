#include "report/program_hash.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "ir/test_program.h"
#include "load/load.h"

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

TEST(ProgramHash, AProgramsOwnBitcodeIsTheSameProgram) {
  std::string source = ::testing::TempDir() + "program_hash_test_" + std::to_string(getpid()) + ".c",
              bitcode = source + ".bc";
  std::ofstream(source)
      << "int f(int n) { int x; if (n < 32) x = 1 << n; else x = 7 / n; return x; }\n"
         "int main(int argc, char **argv) { int a[3] = {1}; return f(argc) + a[argc & 1]; }\n";
  for (int level : {0, 1, 2}) {
    load::Options options;
    options.inputs = {source};
    options.optimisation = level;
    options.check_overflow = true;
    options.keep_bitcode = true;
    base::Result<load::Loaded> first = load::load(options);
    ASSERT_TRUE(first) << first.error().message;
    std::ofstream(bitcode, std::ios::binary) << first->bitcode;
    options.inputs = {bitcode};
    base::Result<load::Loaded> second = load::load(options);
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(program_hash(first->program), program_hash(second->program)) << "--opt " << level;
  }
}

}  // namespace
}  // namespace bonsai::report
