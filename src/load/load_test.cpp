// The whole way, and its errors as values.
#include "load/load.h"

#include <gmock/gmock.h>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ::testing::HasSubstr;

class Load : public LoadTest {};

TEST_F(Load, Program) {
  for (int optimisation : {0, 1, 2}) {
    Options options = level(optimisation);
    options.inputs = {write("a.c", "int f(int); int main(int c, char **v) { return f(c); }"),
                      write("b.c", "int f(int x) { return 10 / x; }")};
    auto loaded = load(options);
    ASSERT_TRUE(loaded) << loaded.error().message << loaded.error().detail;
    const ir::Function* entry = loaded->program.find_function("main");
    ASSERT_TRUE(entry);
    EXPECT_TRUE(entry->has_body);
    EXPECT_EQ(loaded->program.file_of(entry->location), options.inputs[0]);
    EXPECT_TRUE(loaded->warnings.empty()) << loaded->warnings.front();
  }
}

TEST_F(Load, ErrorsAreValues) {
  Options options;
  options.inputs = {directory_};
  EXPECT_THAT(load(options).error().message, HasSubstr("is a directory"));
  options.inputs = {write("x.bc", "hello\n")};
  EXPECT_THAT(load(options).error().message, HasSubstr("is text, not LLVM bitcode"));
  options.inputs = {write("x.c", "int f(void) { return 0; }")};
  EXPECT_THAT(load(options).error().message, HasSubstr("no function main"));
}

}  // namespace
}  // namespace bonsai::load
