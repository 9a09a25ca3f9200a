// Random drafts behave the same before and after fuse, allocate_registers and lay_out, each alone and all
// together.
#include <gtest/gtest.h>

#include <cstdlib>

#include "ir/printer.h"
#include "ir/verify.h"
#include "load/draft.h"
#include "load/draft_test_util.h"

namespace bonsai::load::test {
namespace {

struct Case {
  ir::Program program;
  Draft draft;
};

Case random_case(uint64_t seed) {
  Case one;
  one.program.pointer_bytes = seed % 3 == 0 ? 4 : 8;
  one.program.landing_pads.emplace_back();
  one.draft = random_draft(one.program, seed);
  return one;
}

// Puts the function into the program, so that verify() accepts the whole.
void publish(ir::Program& program, ir::Function function) {
  function.address = ir::address_map(program.pointer_bytes).code_begin;
  program.function_by_name[function.name] = 0;
  program.function_by_address[function.address] = 0;
  for (const ir::BranchSite& site : function.branch_sites) {
    if (program.branches.size() <= site.id) program.branches.resize(site.id + 1, {0, ir::none});
    program.branches[site.id].index = site.index;
  }
  program.functions.push_back(std::move(function));
}

enum Passes { with_fuse = 1, with_allocate = 2 };

ir::Function prepare(Case& one, int passes) {
  if (passes & with_fuse) fuse(one.program, one.draft);
  if (passes & with_allocate) allocate_registers(one.program, one.draft);
  return lay_out(one.program, std::move(one.draft));
}

int seeds() {
  const char* wanted = std::getenv("BONSAI_TEST_SEEDS");
  return wanted ? std::atoi(wanted) : 1000;
}

class Pipeline : public testing::TestWithParam<int> {};

TEST_P(Pipeline, KeepsBehaviour) {
  for (int seed = 1; seed <= seeds(); ++seed) {
    Case original = random_case(uint64_t(seed)), changed = random_case(uint64_t(seed));
    ir::Function before = flatten(original.program, original.draft);
    publish(changed.program, prepare(changed, GetParam()));
    const ir::Function& after = changed.program.functions[0];
    auto problems = ir::verify(changed.program);
    ASSERT_TRUE(problems.empty()) << "seed " << seed << ": " << problems[0] << "\n"
                                  << to_string(changed.program, after);
    for (uint64_t input = 0; input < 4; ++input) {
      std::vector<uint64_t> arguments(before.parameters + before.variadic, 0);
      for (size_t i = 0; i < arguments.size(); ++i) arguments[i] = (input * 3 + i) & 15;
      Outcome expected = interpret(original.program, before, arguments, input, 1500);
      Outcome actual = interpret(changed.program, after, arguments, input, 1500);
      std::string problem = difference(expected, actual);
      ASSERT_EQ(problem, "") << "seed " << seed << ", input " << input << "\nbefore:\n"
                             << to_string(original.program, before) << "\nafter:\n"
                             << to_string(changed.program, after);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Passes, Pipeline,
                         testing::Values(0, with_fuse, with_allocate, with_fuse | with_allocate));

}  // namespace
}  // namespace bonsai::load::test
