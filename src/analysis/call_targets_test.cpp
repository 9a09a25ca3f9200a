#include "analysis/call_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/test_program.h"

namespace bonsai::analysis {
namespace {

using test::FunctionId;
using test::Instr;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint16_t one_word[] = {64};
constexpr uint16_t two_words[] = {64, 64};

TEST(CallTargets, AddressesAreHeldInGlobalsConstantsAndCode) {
  test::ProgramMaker make;
  for (int i = 0; i < 4; ++i) make.declare();
  FunctionId held = make.declare({}, true);
  ir::Program program = make.program();
  program.constants.push_back({64, false, {program.functions[1].address}});
  Instr load = test::ProgramMaker::plain();
  load.imm = program.functions[3].address;
  program.functions[0].code = {load};
  EXPECT_THAT(CallTargets(program).address_taken(), ElementsAre(1, 3, held));
}

TEST(CallTargets, ParametersMustFit) {
  test::ProgramMaker make;
  FunctionId narrow = make.declare({32}, true), wide = make.declare({64}, true);
  FunctionId variadic = make.declare({64}, true);
  make[variadic].variadic = true;
  make.declare({64});  // never held
  CallTargets targets(make.program());
  EXPECT_THAT(targets.fitting(one_word), ElementsAre(wide, variadic));
  EXPECT_THAT(targets.fitting(two_words), ElementsAre(variadic));
  EXPECT_THAT(targets.fitting(std::vector<uint16_t>{32}), ElementsAre(narrow));
  EXPECT_THAT(targets.fitting({}), IsEmpty());
}

}  // namespace
}  // namespace bonsai::analysis
