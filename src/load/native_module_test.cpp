// What becomes of a module; whole runs are in report/native_path_test.cpp.
#include "load/native_module.h"

#include <gmock/gmock.h>

#include "load/branch_numbers.h"
#include "load/lower.h"
#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ::testing::HasSubstr;

class NativeModule : public LoadTest {
 protected:
  std::unique_ptr<llvm::Module> native(const std::string& text, const Options& options) {
    auto module = prepare(text, options);
    program_ = lower(*module, options, warnings_);
    make_native(*module, program_, options);
    return module;
  }
  ir::Program program_;
};

TEST_F(NativeModule, ReportsTracedBranchesAlone) {
  auto module = native(
      "int f(int); int main(int c, char **v) { if (c > 1) f(1); switch (c) { case 3: f(2); }"
      "for (;;) { if (c++ > f(3)) break; } return c && f(4); }",
      level(0));
  unsigned traced = 0, switches = 0;
  for (const ir::Branch& branch : program_.branches) {
    traced += branch.is_traced();
    if (branch.is_traced())
      switches += program_.functions[branch.function].code[branch.index].op == ir::Op::Switch;
  }
  EXPECT_EQ(traced, 4u);
  EXPECT_EQ(switches, 1u);
  EXPECT_EQ(count_calls(*module, "__bonsai_branch"), 3u);
  EXPECT_EQ(count_calls(*module, "__bonsai_switch"), 1u);
}

TEST_F(NativeModule, NumbersAreInModuleOrder) {
  auto module = prepare(
      "int f(int x) { return x ? 1 : x && 2; } int main(int c, char **v) { while (c--) f(c); }", level(0));
  BranchNumbers numbers = number_branches(*module);
  ir::BranchId next = 0;
  for (const llvm::Function& function : *module)
    for (const llvm::BasicBlock& block : function)
      if (auto found = numbers.find(block.getTerminator()); found != numbers.end())
        EXPECT_EQ(found->second, next++);
  EXPECT_EQ(next, numbers.size());
  EXPECT_EQ(next, 3u);
}

TEST_F(NativeModule, MarkersAreGone) {
  Options options = level(1);
  options.check_overflow = true;
  auto module = native(
      "int main(int c, char **v) { int u; if (c > 4) u = 1; if (c == 9) __builtin_unreachable();"
      "return u + (1 << c) / (c + 1); }",
      options);
  EXPECT_EQ(print(*module).find("bonsai.check"), std::string::npos);
  EXPECT_EQ(print(*module).find("bonsai.uninit"), std::string::npos);
  EXPECT_EQ(count_calls(*module, "llvm.trap"), 1u);
}

TEST_F(NativeModule, NamesLinkNatively) {
  Options options = level(0, "start");
  auto module = native(
      "int puts(const char *); void *memset(void *p, int c, __SIZE_TYPE__ n) { return p; }"
      "int klee_int(const char *name) { return 1; } int shared = 1;"
      "int main(void) { return 0; } static void start(int n, long m) { puts(\"x\"); shared += "
      "klee_int(\"x\") + n + "
      "m; "
      "memset(&n, 0, 4); } void (*keep)(int, long) = start;",
      options);
  ASSERT_TRUE(module->getFunction("start"));
  EXPECT_TRUE(module->getFunction("start")->hasExternalLinkage());
  EXPECT_TRUE(module->getFunction("puts")->hasExternalLinkage());
  EXPECT_TRUE(module->getFunction("klee_int")->hasWeakAnyLinkage());
  EXPECT_TRUE(module->getFunction("program.memset"));
  EXPECT_TRUE(module->getFunction("program.main"));
  ASSERT_TRUE(module->getFunction("main"));
  EXPECT_EQ(count_calls(*module, "start"), 1u);
}

TEST_F(NativeModule, IsWrittenByLoad) {
  Options options = level(1);
  options.inputs = {write("a.c", "int main(int c, char **v) { return c > 3 ? 7 : v[1] != 0; }")};
  options.native_module = directory_ / "module.bc";
  auto loaded = load(options);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(read(options.native_module).substr(0, 2), "BC");
  options.native_module = directory_ / "no" / "module.bc";
  EXPECT_THAT(load(options).error().message, HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace bonsai::load
