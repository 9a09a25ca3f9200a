#include "analysis/function_models.h"

#include <gtest/gtest.h>

namespace bonsai::analysis {
namespace {

TEST(FunctionModels, AreFoundByNameAndBeginning) {
  ASSERT_TRUE(find_model("malloc"));
  EXPECT_EQ(find_model("malloc")->returns, Returns::fresh);
  EXPECT_TRUE(find_model("sinf") && find_model("powl"));
  EXPECT_TRUE(find_model("__ubsan_handle_add_overflow")->never_returns);
  EXPECT_EQ(find_model("__VERIFIER_nondet_pointer")->returns, Returns::unknown);
  EXPECT_TRUE(find_model("__VERIFIER_nondet_memory")->makes_input);
  EXPECT_FALSE(find_model("strtok"));
}

TEST(FunctionModels, GiveWayToBodies) {
  ir::Function function;
  function.name = "strlen";
  EXPECT_TRUE(model_of(function));
  function.has_body = true;
  EXPECT_FALSE(model_of(function));
  function.name = "klee_assume";
  EXPECT_TRUE(model_of(function));
}

}  // namespace
}  // namespace bonsai::analysis
