#include "analysis/allocation_wrappers.h"

#include <gtest/gtest.h>

#include "analysis/test_program.h"

namespace bonsai::analysis {
namespace {

using test::ProgramMaker;

TEST(AllocationWrappers, CallsThroughPointersAreNotToldApart) {
  ProgramMaker make;
  test::FunctionId caller = make.declare(), callee = make.declare({}, true);
  make.define(callee, {{ProgramMaker::ret(0)}});
  make.define(caller, {{make.call(0, callee), make.call_pointer(0, {}), ProgramMaker::ret(0)}});
  make.program().call_sites = 2;
  make.program().calls[1].site = 1;
  AllocationWrappers wrappers(make.program());
  EXPECT_TRUE(wrappers.is_told_apart(0));
  EXPECT_FALSE(wrappers.is_told_apart(1));
  EXPECT_FALSE(wrappers.is_told_apart(ir::none));
  EXPECT_EQ(wrappers.function_of(1), caller);
}

}  // namespace
}  // namespace bonsai::analysis
