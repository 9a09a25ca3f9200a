// Native builds of all kinds of inputs, and what is said when there can be none.
#include "report/native_build.h"

#include <sys/wait.h>

#include <chrono>

#include "load/clang.h"
#include "report/confirm.h"
#include "report/ktest.h"
#include "report/process.h"
#include "report/test_support.h"

namespace bonsai::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class NativeBuilds : public FolderTest {
 protected:
  NativeProgram program(std::vector<std::string> inputs, std::vector<std::string> flags = {}) {
    return {std::move(inputs), std::move(flags), {}, "main", folder_.string()};
  }

  // Exit code of the plain build with these inputs, or what went wrong.
  std::string result(NativeProgram program, std::vector<Input> inputs = {},
                     Variant variant = Variant::plain) {
    NativeBuild build(std::move(program), folder_ / "native");
    base::Result<std::string> binary = build.binary(variant);
    if (!binary) return binary.error().message + "\n" + binary.error().detail;
    base::Result<NativeRun> run = run_test(*binary, variant, build, inputs, {});
    if (!run) return run.error().message;
    return run->ended.out + words(run->ended, {}) + run->replay.diverged;
  }

  std::string compile(const std::string& source, const std::string& flags, const std::string& name) {
    Command command{{load::find_clang(), "-g", "-w", "-c", "-emit-llvm", flags, "-o", name, source},
                    folder_.string(),
                    own_environment(),
                    {}};
    EXPECT_TRUE(run_process(command).exited_with(0));
    return name;
  }

  const Input seven{"x", {7, 0, 0, 0}};
};

const char* const needs_x = "#include <bonsai.h>\nint main(void) { return bonsai_int(\"x\") + EXTRA; }\n";

TEST_F(NativeBuilds, FlagsAndDirectory) {
  std::filesystem::create_directory(folder_ / "some headers");
  write(folder_ / "some headers/extra.h", "#define EXTRA 3\n");
  write(folder_ / "a.c", std::string("#include \"extra.h\"\n") + needs_x);
  EXPECT_EQ(result(program({"a.c"}, {"-Isome headers", "-O2", "-flto", "-Werror", "-g0"}), {seven}),
            "ended with exit code 10");
}

TEST_F(NativeBuilds, IsReusedUntilSomethingChanges) {
  write(folder_ / "extra.h", "#define EXTRA 3\n");
  write(folder_ / "a.c", std::string("#include \"extra.h\"\n") + needs_x);
  NativeProgram a = program({"a.c"});
  std::string binary = *NativeBuild(a, folder_ / "native").binary(Variant::plain);
  auto made = std::filesystem::last_write_time(binary);
  EXPECT_EQ(*NativeBuild(a, folder_ / "native").binary(Variant::plain), binary);
  EXPECT_EQ(std::filesystem::last_write_time(binary), made);
  write(folder_ / "extra.h", "#define EXTRA 4\n");
  EXPECT_EQ(result(a, {seven}), "ended with exit code 11");
  a.compiler_flags = {"-DUNUSED"};
  made = std::filesystem::last_write_time(binary);
  EXPECT_EQ(result(a, {seven}), "ended with exit code 11");
  EXPECT_NE(std::filesystem::last_write_time(binary), made);
}

// Whoever sends a run's folder can put a program and its stamp into it.
TEST_F(NativeBuilds, ABinaryOfSomebodyElseIsNotUsed) {
  const char* before = std::getenv("XDG_STATE_HOME");
  std::string state = before ? before : "";
  setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
  write(folder_ / "a.c", "#include <bonsai.h>\nint main(void) { return 3; }\n");
  write(folder_ / "b.c", "#include <bonsai.h>\nint main(void) { return 4; }\n");
  std::string other = *NativeBuild(program({"b.c"}), folder_ / "other").binary(Variant::plain);
  EXPECT_EQ(result(program({"a.c"})), "ended with exit code 3");
  auto swap = [&] {
    std::filesystem::copy_file(other, folder_ / "native/plain/program",
                               std::filesystem::copy_options::overwrite_existing);
    std::filesystem::last_write_time(folder_ / "native/plain/program",
                                     std::filesystem::file_time_type::clock::now());
  };
  swap();
  EXPECT_EQ(result(program({"a.c"})), "ended with exit code 3") << "another program with its stamp";
  // All that was built, from a machine where the sender has a key as well.
  std::filesystem::remove_all(folder_ / "state");
  auto made = std::filesystem::last_write_time(folder_ / "native/plain/program");
  EXPECT_EQ(result(program({"a.c"})), "ended with exit code 3");
  EXPECT_NE(std::filesystem::last_write_time(folder_ / "native/plain/program"), made);
  if (before)
    setenv("XDG_STATE_HOME", state.c_str(), 1);
  else
    unsetenv("XDG_STATE_HOME");
}

TEST_F(NativeBuilds, Cpp) {
  write(folder_ / "a.cpp", R"(
    #include <bonsai.h>
    #include <klee/klee.h>
    #include <iostream>
    #include <string>
    struct Early { int x; Early() { klee_make_symbolic(&x, sizeof x, "x"); } } early;
    extern "C" int helper(int);
    int main() { std::cout << std::string("C++ ") << helper(early.x) << '\n'; throw 1; })");
  write(folder_ / "helper.c", "int helper(int x) { return x + 1; }\n");
  EXPECT_THAT(result(program({"a.cpp", "helper.c"}), {seven}), HasSubstr("C++ 8\nended by signal 6"));
}

TEST_F(NativeBuilds, ThirtyTwoBits) {
  write(folder_ / "a.c", R"(
    #include <bonsai.h>
    int main(void) { return sizeof(void *) + bonsai_size("x"); })");
  for (Variant variant : {Variant::plain, Variant::sanitized})
    EXPECT_EQ(result(program({"a.c"}, {"-m32"}), {seven}, variant), "ended with exit code 11");
  EXPECT_THAT(result(program({"a.c"}, {"-m32"}), {seven}, Variant::memory), HasSubstr("libclang_rt.msan"));
}

TEST_F(NativeBuilds, BitcodeIsSanitizedToo) {
  write(folder_ / "a.c", R"(
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int x, *heap = malloc(16);
  klee_make_symbolic(&x, sizeof x, "x");
  heap[x] = 1;
  return x;
})");
  for (std::string input : {compile("a.c", "-O0", "a.bc"), compile("a.c", "-S", "a.ll")}) {
    NativeBuild build(program({input}), folder_ / "native");
    report::Test test;
    test.inputs = {seven};
    Error error;
    error.kind = "out-of-bounds";
    error.stack = {{"main", "a.c", 7, 1}};
    Verdict verdict = confirm_error(build, test, error);
    EXPECT_EQ(verdict.confirmation, Confirmation::confirmed) << verdict.reason;
    error.kind = "overshift";
    error.stack[0].line = 6;
    test.inputs[0].bytes[0] = 1;
    EXPECT_EQ(confirm_error(build, test, error).confirmation, Confirmation::unconfirmable);
  }
}

TEST_F(NativeBuilds, FuzzTarget) {
  write(folder_ / "a.c", R"(
    #include <stddef.h>
    int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) { __builtin_printf("%d", (int)size); return data[size] ? 0 : -1; })");
  Input data{"data", {1, 2, 3}}, size{"size", {2, 0, 0, 0, 0, 0, 0, 0}};
  EXPECT_EQ(result(program({"a.c"}), {data, size}), "2ended with exit code 0");
  EXPECT_THAT(result(program({"a.c"}), {seven}), HasSubstr("exit code 97the test has no input 'data'"));
  NativeBuild build(program({"a.c"}), folder_ / "native");
  report::Test test;
  test.inputs = {data};
  Error error;
  error.kind = "out-of-bounds";
  error.stack = {{"LLVMFuzzerTestOneInput", "./a.c", 3, 1}};
  EXPECT_EQ(confirm_error(build, test, error).confirmation, Confirmation::confirmed);
}

TEST_F(NativeBuilds, AnotherEntry) {
  write(folder_ / "a.c", R"(
    #include <bonsai.h>
    int start(void) { return bonsai_int("x"); }
    int main(void) { return 1; })");
  NativeProgram a = program({"a.c"});
  a.entry = "start";
  EXPECT_EQ(result(a, {seven}), "ended with exit code 7");
}

TEST_F(NativeBuilds, StandInsInAnotherFile) {
  write(folder_ / "a.c",
        "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int(); }\n");
  write(folder_ / "stubs.c",
        "int __VERIFIER_nondet_int(void) { return 1; }\nvoid klee_assume(unsigned long x) {}\n");
  Input input{"__VERIFIER_nondet_int", {7, 0, 0, 0}};
  for (Variant variant : {Variant::plain, Variant::sanitized})
    EXPECT_EQ(result(program({"stubs.c", "a.c"}), {input}, variant), "ended with exit code 7");
}

TEST_F(NativeBuilds, BadTestFiles) {
  write(folder_ / "a.c", std::string("#define EXTRA 0\n") + needs_x);
  NativeBuild build(program({"a.c"}), folder_ / "native");
  std::string binary = *build.binary(Variant::plain);
  std::string good = to_bytes({{"program"}, 0, 0, {seven}});
  auto run = [&](const std::string& variable) {
    return run_process({{binary}, folder_.string(), {variable}, {}});
  };
  write(folder_ / "good.ktest", good);
  EXPECT_TRUE(run("BONSAI_TEST=good.ktest").exited_with(7));
  EXPECT_TRUE(run("KTEST_FILE=good.ktest").exited_with(7));
  EXPECT_TRUE(run("OTHER=1").exited_with(97));
  EXPECT_TRUE(run("BONSAI_TEST=missing.ktest").exited_with(97));
  EXPECT_TRUE(run("BONSAI_TEST=.").exited_with(97));
  for (size_t size = 0; size < good.size(); ++size) {
    write(folder_ / "short.ktest", good.substr(0, size));
    EXPECT_TRUE(run("BONSAI_TEST=short.ktest").exited_with(97)) << size;
  }
  for (size_t at = 0; at < good.size(); ++at) {  // sizes and counts of gigabytes among them
    std::string bad = good;
    bad[at] ^= 0xff;
    write(folder_ / "bad.ktest", bad);
    Ended ended = run("BONSAI_TEST=bad.ktest");
    EXPECT_TRUE(ended.by_itself() && ended.signal() == 0) << at << " " << words(ended, {});
  }
}

TEST_F(NativeBuilds, EveryFunctionOfTheHeaders) {
  std::string text = R"(
#include <bonsai.h>
#include <klee/klee.h>
#ifdef __cplusplus
extern "C"
#endif
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = 1;
  if (x) return 5;
  klee_define_fixed_object(&x, 4), klee_make_symbolic(&x, 4, "x"), klee_range(1, 2, "x"), klee_int("x");
  klee_get_obj_size(&x), klee_print_expr("x", x), klee_choose(1), klee_is_symbolic(1), klee_is_replay(), klee_assume(1);
  klee_warning("x"), klee_warning_once("x"), klee_prefer_cex(&x, 1), klee_posix_prefer_cex(&x, 1), klee_mark_global(&x);
  klee_get_valuef(1), klee_get_valued(1), klee_get_valuel(1), klee_get_valuell(1), klee_get_value_i32(1), klee_get_value_i64(1);
  klee_check_memory_access(&x, 4), klee_set_forking(1), klee_alias_function("a", "b"), klee_alias_undo("a");
  klee_alias_function_regex("a", "b"), klee_stack_trace(), klee_print_range("x", x), klee_open_merge(), klee_close_merge();
  klee_get_errno(), klee_assert(x);
  bonsai_symbolic(&x, 4, "x"), bonsai_bool("x"), bonsai_char("x"), bonsai_uchar("x"), bonsai_short("x"), bonsai_ushort("x");
  bonsai_int("x"), bonsai_uint("x"), bonsai_long("x"), bonsai_ulong("x"), bonsai_longlong("x"), bonsai_ulonglong("x");
  bonsai_size("x"), bonsai_float("x"), bonsai_double("x"), bonsai_range(1, 2, "x"), bonsai_assume(x), bonsai_prefer(x);
  bonsai_is_symbolic(1);
  switch (__VERIFIER_nondet_uchar()) {
    case 1: klee_silent_exit(0);
    case 2: klee_abort();
    case 3: klee_report_error("f", 1, "m", "s");
    case 4: bonsai_error("e");
    default: bonsai_exit_silently();
  }
})";
  write(folder_ / "a.c", text);
  write(folder_ / "a.cpp", text);
  EXPECT_EQ(result(program({"a.c"}, {"-std=c99"})), "ended with exit code 5");
  EXPECT_EQ(result(program({"a.c"}, {"-m32"})), "ended with exit code 5");
  EXPECT_EQ(result(program({"a.cpp"}, {"-std=c++11"}), {}, Variant::sanitized), "ended with exit code 5");
}

TEST_F(NativeBuilds, WhatCannotBeBuilt) {
  write(folder_ / "a.c", "int missing(int);\nint main(void) { return missing(1); }\n");
  EXPECT_THAT(result(program({"a.c"})), AllOf(HasSubstr("the program cannot be linked natively ("),
                                              HasSubstr("undefined reference to `missing'")));
  write(folder_ / "bad.c", "int main(void) { return x; }\n");
  EXPECT_THAT(result(program({"bad.c"})),
              HasSubstr("bad.c: does not compile natively (bad.c:1:25: error: use of"));
  EXPECT_THAT(result(program({"nowhere.c"})), HasSubstr("nowhere.c: does not compile natively ("));
  write(folder_ / "text.bc", "no bitcode");
  EXPECT_THAT(result(program({"text.bc"}), {}, Variant::sanitized),
              HasSubstr("text.bc: does not compile natively ("));
  write(folder_ / "none.c", "int x;\n");
  EXPECT_THAT(result(program({"none.c"})), HasSubstr("exit code 97the program has neither main nor"));
  NativeProgram nowhere = program({"a.c"});
  nowhere.directory = "/nowhere";
  EXPECT_THAT(result(nowhere), HasSubstr("does not compile natively (was not started: "));
  write(folder_ / "file", "");
  EXPECT_THAT(NativeBuild(program({"a.c"}), folder_ / "file/native").binary(Variant::plain).error().message,
              HasSubstr("cannot make the folder"));
}

TEST_F(NativeBuilds, WithoutSanitizersTheSignalIsLeft) {
  write(folder_ / "a.c", R"(#include <bonsai.h>
int main(void) {
  int x = bonsai_int("x");
  return 10 / (x - 7);
})");
  NativeBuild build(program({"a.c"}, {"-fsanitize=safe-stack"}), folder_ / "native");
  report::Test test;
  test.inputs = {seven};
  Error error;
  error.kind = "division-by-zero";
  error.stack = {{"main", "a.c", 4, 1}};
  Verdict verdict = confirm_error(build, test, error);
  EXPECT_EQ(verdict.confirmation, Confirmation::confirmed);
  EXPECT_THAT(verdict.reason, HasSubstr("the plain build ended by signal 8"));
  test.inputs[0].bytes[0] = 1;
  verdict = confirm_error(build, test, error);
  EXPECT_EQ(verdict.confirmation, Confirmation::unconfirmable);
  EXPECT_THAT(verdict.reason, HasSubstr("there is no sanitized build"));
}

}  // namespace
}  // namespace bonsai::report
