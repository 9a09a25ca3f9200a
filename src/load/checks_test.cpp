// Where markers are inserted, and where not.
#include "load/checks.h"

#include <gmock/gmock.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Support/SourceMgr.h>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

class Checks : public LoadTest {
 protected:
  // The markers of C text before any pass, by name.
  unsigned markers(const std::string& text, const std::string& name, Options options = level(0, "f")) {
    return count_calls(*prepare(text, options, false), "bonsai." + name);
  }
};

TEST_F(Checks, Shifts) {
  EXPECT_EQ(markers("int f(int x, int n) { return x << n; }", "check.shift.i32"), 1u);
  EXPECT_EQ(markers("unsigned long f(unsigned long x, int n) { return x >> n; }", "check.shift.i64"), 1u);
  EXPECT_EQ(markers("int f(int x) { return x << 3; }", "check"), 0u);
  EXPECT_EQ(markers("int f(int x) { return x << 32; }", "check.shift.i32"), 1u);
}

TEST_F(Checks, AmountWiderThanTheValue) {
  auto module = prepare("int f(int x, long n) { return x << n; }", level(0, "f"), false);
  EXPECT_EQ(count_calls(*module, "llvm.umin.i64"), 1u);  // 1L << 32 must not pass as 0
}

TEST_F(Checks, Divisions) {
  EXPECT_EQ(markers("int f(int x, int n) { return x / n; }", "check.divisor.i32"), 1u);
  EXPECT_EQ(markers("int f(int x, int n) { return x % n; }", "check.sdiv.i32"), 1u);
  EXPECT_EQ(markers("unsigned f(unsigned x, unsigned n) { return x % n; }", "check.divisor.i32"), 1u);
  EXPECT_EQ(markers("unsigned f(unsigned x, unsigned n) { return x / n; }", "check.sdiv"), 0u);
  EXPECT_EQ(markers("int f(int x) { return x / 7; }", "check"), 0u);
  EXPECT_EQ(markers("int f(int x) { return x / -1; }", "check.sdiv"), 1u);
  EXPECT_EQ(markers("int f(int x) { return 100 / x; }", "check.sdiv"), 0u);
  EXPECT_EQ(markers("long f(int *p, int *q) { return p - q; }", "check"), 0u);
  EXPECT_EQ(markers("__int128 f(__int128 x, __int128 n) { return x / n; }", "check.divisor.i128"), 1u);
}

TEST_F(Checks, OverflowOnlyWhenAsked) {
  const char* text = "int f(int a, int b) { a++; return -a * b + a - b; }";
  EXPECT_EQ(markers(text, "check"), 0u);
  Options options = level(0, "f");
  options.check_overflow = true;
  EXPECT_EQ(markers(text, "check.sadd.i32", options), 2u);
  EXPECT_EQ(markers(text, "check.ssub.i32", options), 2u);
  EXPECT_EQ(markers(text, "check.smul.i32", options), 1u);
  EXPECT_EQ(markers("unsigned f(unsigned a) { return a + 1; }", "check", options), 0u);
  EXPECT_EQ(markers("short f(short a) { a++; return a; }", "check", options), 0u);
  options.compiler_flags = {"-fwrapv"};
  EXPECT_EQ(markers(text, "check", options), 0u);
}

TEST_F(Checks, UninitialisedLocals) {
  const char* text =
      "struct s { int a; }; int f(int p) { int x; double d; char *s; struct s t; int *q = &x; return p; }";
  EXPECT_EQ(markers(text, "uninit"), 0u);  // in memory, where bytes know
  EXPECT_EQ(markers(text, "uninit.double", level(1, "f")), 1u);
  EXPECT_EQ(markers(text, "uninit.ptr", level(1, "f")), 2u);
  EXPECT_EQ(markers(text, "uninit.i32", level(1, "f")), 0u);  // x has its address taken, p is a parameter
}

TEST_F(Checks, UnreachableOnlyWhereNothingElseStops) {
  EXPECT_EQ(markers("void f(int c) { if (c) __builtin_unreachable(); }", "check.unreachable"), 1u);
  EXPECT_EQ(markers("void exit(int) __attribute__((noreturn)); void f(int c) { if (c) exit(1); }",
                    "check.unreachable"),
            0u);
  EXPECT_EQ(markers("void f(int c) { if (c) __builtin_trap(); }", "check.unreachable"), 0u);
}

TEST_F(Checks, LocationsAreTheOperations) {
  auto module = prepare("int f(int x, int n) {\n  x++;\n  return x / n;\n}", level(0, "f"), false);
  unsigned seen = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("f"))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call || !marker_of(*call->getCalledFunction())) continue;
    EXPECT_EQ(call->getDebugLoc().getLine(), 3u);
    seen++;
  }
  EXPECT_EQ(seen, 2u);  // of the divisor and of the quotient
}

TEST_F(Checks, Names) {
  auto module = prepare("int printf(const char *, ...); int f(int x, int n) { printf(\"\"); return x / n; }",
                        level(1, "f"), false);
  EXPECT_EQ(marker_of(*module->getFunction("bonsai.check.divisor.i32")), Marker::divisor);
  EXPECT_EQ(marker_of(*module->getFunction("bonsai.check.sdiv.i32")), Marker::sdiv);
  EXPECT_EQ(marker_of(*module->getFunction("printf")), std::nullopt);
  EXPECT_EQ(marker_of(*module->getFunction("printf")), std::nullopt);
}

// Bitcode: what was compiled at -O0 is checked, what was optimised is not.
class Bitcode : public LoadTest {
 protected:
  bool unoptimised(const std::string& text, const std::string& flags) {
    std::string source = write("x.c", text), output = directory_ / "x.ll";
    std::string command = "clang-19 -S -emit-llvm " + flags + " -o " + output + " " + source;
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssemblyFile(output, diagnostic, context);
    return module && is_unoptimised(*module->getFunction("f"));
  }
};

TEST_F(Bitcode, SignsOfOptimisation) {
  const char* text = "int f(_Bool b, int x, int n) { int y = x; return b ? n : n < 32 ? y << n : 0; }";
  EXPECT_TRUE(unoptimised(text, "-O0"));
  EXPECT_TRUE(unoptimised(text, "-O0 -g"));
  EXPECT_TRUE(unoptimised(text, "-O0 -g -Xclang -disable-O0-optnone"));
  EXPECT_FALSE(unoptimised(text, "-O0 -Xclang -disable-O0-optnone"));  // no way to know
  EXPECT_FALSE(unoptimised(text, "-O1"));
  EXPECT_FALSE(unoptimised(text, "-O2 -g"));
}

}  // namespace
}  // namespace bonsai::load
