#include "ir/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "ir/test_program.h"

namespace bonsai::ir {
namespace {

TEST(Verify, AcceptsACorrectProgram) { EXPECT_THAT(verify(test::sum_program()), testing::IsEmpty()); }

struct Break {
  const char* expected;
  std::function<void(Program&, Function&)> how;
};

// Each breaks one invariant of the correct program; the message must name it.
const Break breaks[] = {
    {"register 5 of 5", [](Program&, Function& f) { f.code[3].dst = 5; }},
    {"register 9 of 5", [](Program&, Function& f) { f.code[5].b = 9; }},
    {"target 3 is not the start of a block", [](Program&, Function& f) { f.code[1].dst = 3; }},
    {"target 900 is not", [](Program&, Function& f) { f.code[5].imm = 900; }},
    {"constant 7 of 1", [](Program&, Function& f) { f.code[4].b = Operand::constant(7).raw(); }},
    {"ends without a terminator", [](Program&, Function& f) { f.code[1].op = Op::Const; }},
    {"a terminator inside block", [](Program&, Function& f) { f.code[0].op = Op::Unreachable; }},
    {"locations for 9 instructions", [](Program&, Function& f) { f.locations.pop_back(); }},
    {"location 3 out of range", [](Program&, Function& f) { f.locations[2] = 3; }},
    {"call site 4 of 1", [](Program&, Function& f) { f.code[6].imm = 4; }},
    {"switch table 2 of 1", [](Program&, Function& f) { f.code[7].imm = 2; }},
    {"belongs to another instruction", [](Program&, Function& f) { f.code[3] = f.code[6]; }},
    {"access site 5 of 2", [](Program&, Function& f) { f.code[2].aux = Access{5, 4, 2}.pack(); }},
    {"8 bytes for width 32", [](Program&, Function& f) { f.code[2].aux = Access{0, 8, 2}.pack(); }},
    {"are not in a local", [](Program&, Function& f) { f.code[4].imm = 0; }},
    {"is not aligned to 16", [](Program&, Function& f) { f.code[4].aux = Access{1, 8, 4}.pack(); }},
    {"weight 3 on", [](Program&, Function& f) { f.code[0].weight = 3; }},
    {"parameter widths", [](Program&, Function& f) { f.parameter_widths.pop_back(); }},
    {"range 20 to 9", [](Program&, Function& f) { f.blocks[2].end = 9, f.blocks[3].first = 20; }},
    {"leaves the frame", [](Program&, Function& f) { f.locals[0].size = 100; }},
    {"variable n: place 77", [](Program&, Function& f) { f.variables[0].index = 77; }},
    {"is outside the code", [](Program&, Function& f) { f.address = 0; }},
    {"not found by its name", [](Program& p, Function&) { p.function_by_name.clear(); }},
    {"result widths", [](Program& p, Function&) { p.calls[0].result_widths.clear(); }},
    {"register 9 of 5", [](Program& p, Function&) { p.calls[0].arguments[0] = Operand::reg(9); }},
    {"callee 6 of 1", [](Program& p, Function&) { p.calls[0].callee = 6; }},
    {"an operand is missing", [](Program& p, Function&) { p.calls[0].callee = none; }},
    {"without a landing pad", [](Program& p, Function&) { p.calls[0].unwind = 8; }},
    {"not sorted", [](Program& p, Function&) { p.switches[0].cases[1].value = 1; }},
    {"dense table differs", [](Program& p, Function&) { p.switches[0].dense[1] = 2; }},
    {"a switch without default", [](Program& p, Function&) { p.switches[0].default_target = none; }},
    {"overlaps the one before it", [](Program& p, Function&) { p.globals.push_back(p.globals[0]); }},
    {"initial bytes", [](Program& p, Function&) { p.globals[0].bytes.resize(9); }},
    {"words for width 64", [](Program& p, Function&) { p.constants[0].words.clear(); }},
    {"branch sites are not sorted", [](Program&, Function& f) { f.branch_sites[0].index = 7; }},
    {"branch 1: instruction 9 of 9", [](Program&, Function& f) { f.branch_sites[0].index = 9; }},
    {"branch 1: instruction 1 is no branch", [](Program&, Function& f) { f.branch_sites[0].index = 1; }},
    {"a switch cannot be inverted", [](Program&, Function& f) { f.branch_sites[1].inverted = true; }},
    {"branch 3 of 3", [](Program&, Function& f) { f.branch_sites[0].id = 3; }},
    {"branch 2 is instruction 5 and", [](Program&, Function& f) { f.branch_sites[0].id = 2; }},
    {"branch 0: its instruction does not know it", [](Program&, Function& f) { f.branch_sites.pop_back(); }},
    {"branch 2: function 9 of 1", [](Program& p, Function&) { p.branches[2].function = 9; }},
    {"string out of range", [](Program& p, Function&) { p.locations[1].file = 40; }},
};

TEST(Verify, NamesEveryViolation) {
  for (size_t i = 0; i < std::size(breaks); ++i) {
    Program program = test::sum_program();
    breaks[i].how(program, program.functions[0]);
    EXPECT_THAT(verify(program), testing::Contains(testing::HasSubstr(breaks[i].expected))) << "case " << i;
  }
}

}  // namespace
}  // namespace bonsai::ir
