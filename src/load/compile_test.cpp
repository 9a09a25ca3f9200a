// Sources and bitcode to modules: flags, failures, mixed targets.
#include "load/compile.h"

#include <gmock/gmock.h>

#include "load/clang.h"
#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ::testing::HasSubstr;

class Compile : public LoadTest {
 protected:
  base::Error error_of(Options options) {
    try {
      prepare("", options);
    } catch (const LoadError& error) {
      EXPECT_EQ(error.error().message.find('\n'), std::string::npos);
      return error.error();
    }
    return {};
  }
};

TEST_F(Compile, SourceThatDoesNotCompile) {
  Options options;
  options.inputs = {write("bad.c", "int main(void) { return x; }\nint y = z;\n")};
  base::Error error = error_of(options);
  EXPECT_THAT(error.message, HasSubstr("bad.c: does not compile (clang-19: 2 errors)"));
  EXPECT_THAT(error.detail, HasSubstr("use of undeclared identifier 'x'"));
  options.inputs.push_back(write("worse.c", "int f( {"));
  options.inputs.push_back(write("good.c", "int f(void) { return 0; }"));
  EXPECT_THAT(error_of(options).message, HasSubstr("2 errors), nor does 1 more file"));
}

TEST_F(Compile, OurHeadersAreFoundBehindTheUsersOwn) {
  const char* text = R"(
    #include <klee/klee.h>
    #include <bonsai.h>
    int main(void) {
      int x = bonsai_int("x");
      klee_make_symbolic(&x, sizeof x, "x");
      klee_assert(x != 5);
      return WHO;
    })";
  Options options;
  options.compiler_flags = {"-DWHO=0"};
  for (const char* name : {"ours.c", "ours.cpp"}) {
    options.inputs = {write(name, text)};
    EXPECT_EQ(error_of(options).detail, "");
  }
  std::filesystem::create_directory(directory_ / "klee");
  write("klee/klee.h", "#define WHO 1\n#define klee_make_symbolic(a, b, c)\n#define klee_assert(x)");
  options.compiler_flags = {"-I", directory_.string()};
  EXPECT_EQ(error_of(options).detail, "");
}

TEST_F(Compile, WrongFlag) {
  Options options;
  options.inputs = {write("a.c", "int main(void) { return 0; }")};
  options.compiler_flags = {"--no-such-flag"};
  EXPECT_THAT(error_of(options).message, HasSubstr("--no-such-flag"));
}

TEST_F(Compile, NoInput) {
  auto context = make_context(messages_);
  EXPECT_THAT(message_of([&] { compile(Options(), *context, warnings_); }), HasSubstr("no input"));
}

TEST_F(Compile, FlagsOfABuildDoNotChangeTheCode) {
  Options options = level(0, "f");
  options.compiler_flags = {"-O3", "-g0", "-Werror", "-Wall", "-flto", "-DN=4", "-fstack-protector-all"};
  auto module = prepare("int f(int x) { int unused; return x * N; }", options);
  llvm::Function* function = module->getFunction("f");
  EXPECT_EQ(count(*function, llvm::Instruction::Alloca), 2u);
  EXPECT_TRUE(function->getSubprogram());
}

TEST_F(Compile, Languages) {
  auto module =
      prepare("namespace n { int f() { return 1; } } int main() { return n::f(); }", level(1), true, "a.cpp");
  EXPECT_TRUE(module->getFunction("_ZN1n1fEv"));
  EXPECT_TRUE(prepare("int main(void) { return 0; }", level(1), true, "a.i")->getFunction("main"));
  EXPECT_TRUE(prepare("int main() { return 0; }", level(1), true, "a.ii")->getFunction("main"));
}

TEST_F(Compile, FileNameThatLooksLikeAFlag) {
  EXPECT_EQ(clang_command("clang-19", "-x.c", {}).back(), "./-x.c");
}

TEST_F(Compile, NarrowAndWide) {
  Options options = level(1);
  options.compiler_flags = {"-m32"};
  auto module = prepare("int main(void) { return sizeof(void *); }", options);
  EXPECT_EQ(module->getDataLayout().getPointerSize(), 4u);
  module = prepare("int main(void) { return sizeof(void *); }", level(1));
  EXPECT_EQ(module->getDataLayout().getPointerSize(), 8u);
}

TEST_F(Compile, MixedWidths) {
  Options options;
  options.compiler_flags = {"-m32"};
  options.inputs = {
      write("a.c", "int main(void) { return 0; }"),
      write("b.ll", "target triple = \"x86_64-pc-linux-gnu\"\ndefine void @f() { ret void }\n")};
  EXPECT_THAT(error_of(options).message, HasSubstr("b.ll: is for 64 bits, but"));
}

}  // namespace
}  // namespace bonsai::load
