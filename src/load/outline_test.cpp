#include "load/outline.h"

#include <gmock/gmock.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Verifier.h>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ::testing::HasSubstr;

// Lines count from the empty first one, which is line 1.
constexpr const char* source = R"(
int total;
int f(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += i;
    if (i > 5)
      total++;
  }
  if (n == 3)
    return 1;
  while (n > 10) {
    if (n == 77) goto out;
    n--;
  }
  sum++;
out:
  return sum;
}
int g(int n) { return n; }
)";

class Outline : public LoadTest, public ::testing::WithParamInterface<int> {
 protected:
  std::unique_ptr<llvm::Module> outlined(const std::string& lines, unsigned first, unsigned last) {
    Options options = level(GetParam(), "f");
    options.portions = {{"test.c", first, last, lines}};
    return prepare(source, options);
  }
  std::string complaint(unsigned first, unsigned last) {
    return message_of([&] { outlined("test.c:1-2", first, last); });
  }
};

INSTANTIATE_TEST_SUITE_P(Levels, Outline, ::testing::Values(0, 1));

TEST_P(Outline, ALoopBecomesAFunction) {
  auto module = outlined("test.c:5-9", 5, 9);
  const llvm::Function* made = module->getFunction("test.c:5-9");
  ASSERT_TRUE(made);
  EXPECT_EQ(count_calls(*module, "test.c:5-9"), 1u);
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  ASSERT_TRUE(made->getSubprogram());
  EXPECT_EQ(made->getSubprogram()->getName(), "f.5-9");
}

TEST_P(Outline, OneLineBecomesAFunction) {
  auto module = outlined("test.c:16-16", 16, 16);
  EXPECT_TRUE(module->getFunction("test.c:16-16"));
}

TEST_P(Outline, WhatHasNoOneEntryAndExitIsRefused) {
  EXPECT_THAT(complaint(6, 7), HasSubstr("control leaves it to more than one place"));
  EXPECT_THAT(complaint(8, 10), HasSubstr("control enters it at more than one place"));
  EXPECT_THAT(complaint(19, 19), HasSubstr("returns from f at line 19"));
  EXPECT_THAT(complaint(12, 15), HasSubstr("control leaves it to more than one place: lines 16 and 18"));
  EXPECT_THAT(complaint(100, 110), HasSubstr("no code there"));
  EXPECT_THAT(complaint(16, 20), HasSubstr("code of two functions"));
}

}  // namespace
}  // namespace bonsai::load
