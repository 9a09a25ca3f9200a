// Evidence of errors survives the passes of every level; the rest becomes small.
#include "load/passes.h"

#include <gmock/gmock.h>
#include <llvm/Analysis/CFG.h>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

class Passes : public LoadTest, public ::testing::WithParamInterface<int> {
 protected:
  std::unique_ptr<llvm::Module> passed(const std::string& text, const std::string& entry = "f") {
    return prepare(text, level(GetParam(), entry));
  }

  static bool has_loop(llvm::Function& function) {
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, 4> edges;
    llvm::FindFunctionBackedges(function, edges);
    return !edges.empty();
  }

  static unsigned stores(const llvm::Function& function) { return count(function, llvm::Instruction::Store); }
};

INSTANTIATE_TEST_SUITE_P(Levels, Passes, ::testing::Values(0, 1, 2));

TEST_P(Passes, GuardedShiftKeepsItsGuard) {
  auto module = passed("int f(int x, unsigned n) { return n < 32 ? x << n : 0; }");
  ASSERT_EQ(count_calls(*module, "bonsai.check.shift"), 1u);
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("f"))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !marker_of(*call->getCalledFunction())) continue;
    EXPECT_NE(call->getParent(), &module->getFunction("f")->getEntryBlock()) << print(*module);
  }
}

TEST_P(Passes, UnusedShiftAndDivisionAreChecked) {
  auto module = passed("void f(int x, int n) { int a = x << n; int b = x / n; }");
  EXPECT_EQ(count_calls(*module, "bonsai.check.shift"), 1u);
  EXPECT_EQ(count_calls(*module, "bonsai.check.divisor"), 1u);
}

TEST_P(Passes, NullIsNotUnreachable) {
  auto module = passed("void f(int c) { if (c) *(int *)0 = 1; }");
  EXPECT_EQ(count(*module->getFunction("f"), llvm::Instruction::Unreachable), 0u);
  EXPECT_EQ(count(*module->getFunction("f"), llvm::Instruction::Br) +
                    count(*module->getFunction("f"), llvm::Instruction::Store) >
                1,
            true);
}

TEST_P(Passes, WildPointerIsNotUnreachable) {
  auto module = passed("void f(int c) { if (c) { int *p; *p = 1; } }");
  EXPECT_GE(stores(*module->getFunction("f")), 1u) << print(*module);
}

TEST_P(Passes, EndlessLoopStays) {
  EXPECT_TRUE(has_loop(*passed("void f(int c) { while (c) {} }")->getFunction("f")));
  EXPECT_TRUE(has_loop(*passed("void f(void) { for (unsigned i = 1; i; i += 2) {} }")->getFunction("f")));
}

TEST_P(Passes, BranchToUnreachableStays) {
  auto module = passed("int f(int c) { switch (c) { case 1: return 3; default: __builtin_unreachable(); } }");
  EXPECT_EQ(count_calls(*module, "bonsai.check.unreachable"), 1u);
  EXPECT_GE(module->getFunction("f")->size(), 3u);
}

TEST_P(Passes, AllocationIsNotPairedOff) {
  auto module = passed(
      "#include <stdlib.h>\n#include <string.h>\n"
      "int f(void) { char *p = malloc(4); p[4] = 1; free(p); free(p); return strlen(\"abc\"); }");
  EXPECT_EQ(count_calls(*module, "malloc"), 1u);
  EXPECT_EQ(count_calls(*module, "free"), 2u);
  EXPECT_GE(stores(*module->getFunction("f")), 1u);
}

TEST_P(Passes, PureFunctionThatFaultsIsCalled) {
  auto module = passed("int g(int *p) __attribute__((pure)); void f(int *p) { g(p); }");
  EXPECT_EQ(count_calls(*module, "g"), 1u);
}

TEST_P(Passes, NoFlagsAreLeft) {
  std::string text = print(*passed("int f(int *p, int i) { return p[i + 1] * i; }"));
  for (const char* flag : {" nsw ", " nuw ", "inbounds"})
    EXPECT_EQ(text.find(flag), std::string::npos) << flag;
}

TEST_P(Passes, MarkersThatNothingUsesAreGone) {
  auto module = passed("int f(int x) { int y = x; return y; }");
  for (const llvm::Function& function : *module)
    EXPECT_FALSE(marker_of(function)) << function.getName().str();
}

class LevelOne : public LoadTest {
 protected:
  std::unique_ptr<llvm::Module> passed(const std::string& text) { return prepare(text, level(1, "f")); }
};

TEST_F(LevelOne, LocalsBecomeValues) {
  auto module = passed(
      "struct p { int x, y; }; int f(int a, int b) { struct p p = {a, b}, q = p; int s = q.x; return s * "
      "q.y; }");
  EXPECT_EQ(module->getFunction("f")->getInstructionCount(), 2u) << print(*module);
}

TEST_F(LevelOne, LoadThatBecomesUselessStays) {
  const char* useless[] = {
      "int f(int *p) { return *p * 0; }",      "int f(int *p) { return *p - *p; }",
      "void f(int *p) { if (*p) {} }",         "int f(int *p) { return *p > 3 ? 1 : 1; }",
      "void f(int *p) { *p = *p; }",           "int f(void) { return *(int *)8 & 0; }",
      "int f(void) { return \"abc\"[7] & 0; }"};
  for (const char* text : useless) {
    auto module = passed(text);
    EXPECT_EQ(count(*module->getFunction("f"), llvm::Instruction::Load), 1u) << text;
  }
}

TEST_F(LevelOne, LoadsAreStillShared) {
  auto module = passed("int f(int *a, int i, int m) { if (a[i] > m) m = a[i]; return m; }");
  EXPECT_EQ(count(*module->getFunction("f"), llvm::Instruction::Load), 1u) << print(*module);
  EXPECT_EQ(module->getFunction("f")->size(), 1u) << print(*module);
  EXPECT_EQ(count_calls(*module, "bonsai.hold"), 0u);
}

TEST_F(LevelOne, AccessOutOfALocalStays) {
  EXPECT_EQ(
      count(*passed("void f(int i) { int a[4]; a[i] = 1; }")->getFunction("f"), llvm::Instruction::Store),
      1u);
  EXPECT_EQ(
      count(*passed("void f(void) { int a[4]; a[5] = 1; }")->getFunction("f"), llvm::Instruction::Store), 1u);
  EXPECT_EQ(count(*passed("int f(void) { int a[4] = {0}; return a[-1]; }")->getFunction("f"),
                  llvm::Instruction::Load),
            1u);
  auto module = passed("#include <string.h>\nvoid f(void) { char a[4]; memset(a, 0, 5); }");
  EXPECT_EQ(count_calls(*module, "llvm.memset"), 1u);
}

TEST_F(LevelOne, UnusedLoadStaysWhereItMayFault) {
  EXPECT_EQ(count(*passed("void f(int *p) { int x = *p; }")->getFunction("f"), llvm::Instruction::Load), 1u);
  EXPECT_EQ(count(*passed("int g; void f(void) { int x = g; }")->getFunction("f"), llvm::Instruction::Load),
            0u);
}

TEST_F(LevelOne, OverflowWraps) {
  auto module = passed("int f(int x) { return x + 1 > x; }");
  EXPECT_EQ(count(*module->getFunction("f"), llvm::Instruction::ICmp), 1u) << print(*module);
}

TEST_F(LevelOne, HoistedLoadKeepsItsLine) {
  auto module = passed(
      "int f(const int *p, const int *limit, int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++)\n"
      "    s += p[i] +\n         *limit;\n  return s;\n}");
  std::vector<unsigned> lines;
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("f"))) {
    if (llvm::isa<llvm::LoadInst>(instruction)) lines.push_back(instruction.getDebugLoc().getLine());
  }
  EXPECT_THAT(lines, ::testing::ElementsAre(5, 4));
}

TEST_F(LevelOne, EveryAccessHasALine) {
  auto module = passed("void f(int c, int *p) {\n  if (c)\n    *p = 1;\n  else\n    *p = 2;\n}");
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("f"))) {
    if (!llvm::isa<llvm::StoreInst>(instruction)) continue;
    EXPECT_GE(instruction.getDebugLoc().getLine(), 2u);
  }
}

TEST_F(LevelOne, ChecksThatCannotFailGo) {
  auto module = passed("unsigned f(unsigned x, unsigned n) { return (x << (n & 31)) / (n | 1); }");
  EXPECT_EQ(count_calls(*module, "bonsai."), 0u);
  module = passed("int f(int x, int n) { return x / n + x % n; }");
  EXPECT_EQ(count_calls(*module, "bonsai.check.divisor"), 1u);
}

TEST_F(LevelOne, CallsOfMoreThanArithmeticAreNotInlined) {
  EXPECT_EQ(
      count_calls(*passed("int s; static int g(int x) { return s + x; } int f(int x) { return g(x); }"), "g"),
      1u);
}

TEST_F(LevelOne, UninitialisedMembersStayInMemory) {
  Options options = level(1, "f");
  options.check_uninitialised = true;
  auto module = prepare("struct p { int x, y; }; int f(void) { struct p p; p.x = 1; return p.y; }", options);
  EXPECT_EQ(count(*module->getFunction("f"), llvm::Instruction::Load), 1u) << print(*module);
  module = prepare("int f(void) { int x; return x; }", options);
  EXPECT_EQ(count_calls(*module, "bonsai.uninit"), 1u);
}

// No part of an object is undef for LLVM before it is written: a marker says what it holds.
TEST_F(LevelOne, UnwrittenPartsHaveAValue) {
  auto module = passed("int f(void) { int a[2]; return a[0] == 7; }");
  EXPECT_EQ(count_calls(*module, "bonsai.uninit.i32"), 1u) << print(*module);
  EXPECT_EQ(print(*module).find("undef"), std::string::npos) << print(*module);
  module =
      passed("struct p { int x; double y; }; double f(int c) { struct p p; if (c) p.y = 1; return p.y; }");
  EXPECT_EQ(count_calls(*module, "bonsai.uninit.double"), 1u) << print(*module);
  module = passed("typedef int v __attribute__((vector_size(16))); int f(void) { v x; return x[1]; }");
  EXPECT_EQ(count_calls(*module, "bonsai.uninit"), 1u) << print(*module);
}

TEST_F(LevelOne, WrittenPartsCostNothing) {
  auto module = passed(
      "struct p { int x, y; }; struct q { struct p p; char c; };"
      "int f(int a) { struct q q = {{a, 2}, 3}, r; r = q; r.c = 4; return r.p.x + r.p.y + r.c; }"
      "int g(int a) { struct p p; p.x = a; p.y = 2; if (a) p.x = 3; return p.x + p.y; }");
  EXPECT_EQ(count_calls(*module, "bonsai.uninit"), 0u) << print(*module);
  EXPECT_EQ(count(*module->getFunction("g"), llvm::Instruction::Alloca), 0u) << print(*module);
}

TEST_F(LevelOne, UnwrittenPartsAreInputsOfTheirOwn) {
  Options options = level(1, "f");
  options.symbolic_uninitialised = true;
  auto module = prepare("int f(void) { int x, y; return x == y; }", options);
  EXPECT_EQ(count_calls(*module, "bonsai.uninit.i32"), 2u) << print(*module);
  module = prepare("int f(int a) { int x, y = a, z; z = y; x = z; return x; }", options);
  EXPECT_EQ(count_calls(*module, "bonsai.uninit"), 0u) << print(*module);
}

// A pointer in a local keeps its block from being lost, as in a program that was compiled as it is.
TEST_F(LevelOne, PointersLiveWhileTheirFunctionDoes) {
  const char* text = "void g(void); char *h(void); void f(void) { char *p = h(); *p = 1; g(); }";
  EXPECT_EQ(count(*passed(text)->getFunction("f"), llvm::Instruction::Alloca), 0u);
  Options options = level(1, "f");
  options.check_leaks = true;
  auto module = prepare(text, options);
  EXPECT_EQ(count(*module->getFunction("f"), llvm::Instruction::Alloca), 1u) << print(*module);
}

TEST_F(LevelOne, LevelZeroKeepsBranchesAndLocals) {
  auto module = prepare("int f(int c) { int r; if (c) r = 1; else r = 2; return r; }", level(0, "f"));
  EXPECT_EQ(count(*module->getFunction("f"), llvm::Instruction::Alloca), 2u);
  EXPECT_EQ(module->getFunction("f")->size(), 4u);
}

}  // namespace
}  // namespace bonsai::load
