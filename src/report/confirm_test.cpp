// Each kind of error is confirmed natively at its line, and what is not so is told apart; hand-made tests.
#include "report/confirm.h"

#include <gmock/gmock.h>

#include <cstring>
#include <sstream>

#include "base/home.h"
#include "report/test_support.h"

namespace bonsai::report {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

// One program for all kinds, so that it is built once: the input "which" picks a line.
const char* const all_kinds = R"(
#include <assert.h>
#include <bonsai.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void klee_make_symbolic(void *a, size_t n, const char *s) {}
void reach_error(void) {}
static int *gone(void) { int local = 5; int *volatile p = &local; return p; }
static int deep(int n) { volatile char a[512]; a[0] = (char)n; return deep(n + 1) + a[0]; } // stack-overflow
static char *volatile constant = "text";
static int global[4];
static void lose(void) {
  char *volatile lost = malloc(13); // leak
  lost[0] = 1;
}
int main(int argc, char **argv) {
  int which, value;
  klee_make_symbolic(&which, sizeof which, "which");
  klee_make_symbolic(&value, sizeof value, "value");
  int *heap = malloc(4 * sizeof(int));
  int stack[4] = {0};
  char bytes[16] = "0123456789";
  volatile int zero = 0, result = 0;
  switch (which) {
    case 0:
      printf("value %d\n", value);
      return value;
    case 1:
      heap[value] = 1; // out-of-bounds
      break;
    case 2:
      result = stack[value]; // out-of-bounds 2
      break;
    case 3:
      result = *(int *)(size_t)value; // null-dereference
      break;
    case 4:
      free(heap);
      result = heap[1]; // use-after-free
      break;
    case 5: {
      int *p = gone();
      result = *p; // use-after-return
      break;
    }
    case 6:
      free(bytes + value); // invalid-free
      break;
    case 7:
      free(heap);
      free(heap); // double-free
      break;
    case 8:
      constant[0] = 'T'; // read-only-write
      break;
    case 9:
      result = *(int *)(bytes + 1); // unaligned
      break;
    case 10:
      memcpy(bytes, bytes + 1, 8 + zero); // overlapping-copy
      break;
    case 11:
      result = value / zero; // division-by-zero
      break;
    case 12:
      result = 1 << value; // overshift
      break;
    case 13:
      result = value + 1; // signed-overflow
      break;
    case 14:
      assert(value != 3); // assertion
      break;
    case 15:
      abort(); // abort
    case 16:
      if (value == 1) __builtin_unreachable(); // unreachable
      break;
    case 17: {
      void (*f)(void) = (void (*)(void))(size_t)value;
      f(); // bad-call
      break;
    }
    case 18:
      return deep(0);
    case 19:
      bonsai_error("broken"); // user
    case 20:
      reach_error(); // user 2
    case 21:
      klee_report_error(__FILE__, __LINE__, "mine", "user.err"); // user 3
    case 22:
      lose();
      break;
    case 23:
      result = global[value]; // out-of-bounds 3
      break;
    case 24:
      klee_assume(value == 1);
      break;
    case 25:
      result = __VERIFIER_nondet_int() + klee_int("more");
      printf("%d\n", result);
      return 0;
    case 26:
      for (;;) printf("flood\n");
    case 27:
      for (;;) {}
    case 28:
      klee_silent_exit(0);
    case 29: // nothing happens
      break;
    case 30:
      heap = realloc(heap, 300u << 20);
      memset(heap, 1, 300u << 20);
      break;
    case 31:
      printf("%s %d\n", argc > 1 ? argv[1] : "", klee_is_replay());
      break;
    case 32:
      result = value + 1;  // an overflow on the way
      heap[7] = 1; // out-of-bounds 4
      break;
  }
  if (heap && which != 4 && which != 7) free(heap);
  return 0;
})";

std::vector<uint8_t> bytes_of(int32_t value) {
  std::vector<uint8_t> bytes(4);
  std::memcpy(bytes.data(), &value, 4);
  return bytes;
}

uint32_t line_of(const std::string& text, const std::string& mark) {
  std::stringstream lines(text);
  uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with("// " + mark)) return number;
  }
  ADD_FAILURE() << "no line " << mark;
  return 0;
}

class Confirm : public FolderTest {
 protected:
  static void SetUpTestSuite() {
    std::string pattern = (std::filesystem::temp_directory_path() / "bonsai-confirm-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    shared_ = pattern;
    write(shared_ / "kinds.c", all_kinds);
    build_ =
        new NativeBuild({{"kinds.c"}, {"-DX=1"}, {"argument"}, "main", shared_.string()}, shared_ / "native");
  }
  static void TearDownTestSuite() {
    delete build_;
    std::filesystem::remove_all(shared_);
  }

  static Test test_with(int which, int value) {
    Test test;
    test.id = 1;
    test.inputs = {{"which", bytes_of(which)}, {"value", bytes_of(value)}};
    return test;
  }

  static Error error_at(const std::string& kind, uint32_t line, const std::string& file = "kinds.c") {
    Error error;
    error.kind = kind;
    error.stack = {{"main", file, line, 1}};
    return error;
  }

  static Verdict judge(const std::string& mark, int which, int value, Limits limits = {}) {
    std::string kind = mark.substr(0, mark.find(' '));
    return confirm_error(*build_, test_with(which, value), error_at(kind, line_of(all_kinds, mark)), limits);
  }

  static std::filesystem::path shared_;
  static NativeBuild* build_;
};
std::filesystem::path Confirm::shared_;
NativeBuild* Confirm::build_ = nullptr;

struct Case {
  const char* mark;  // kind, and a number where there are several lines
  int which, value;
  const char* seen;
};

TEST_F(Confirm, EachKindAtItsLine) {
  const Case cases[] = {
      {"out-of-bounds", 1, 4, "heap-buffer-overflow"},
      {"out-of-bounds", 1, 400000000, "SEGV"},
      {"out-of-bounds 2", 2, -1, "out of bounds for type"},
      {"out-of-bounds 3", 23, 4, "out of bounds for type"},
      {"out-of-bounds 4", 32, 2147483647, "heap-buffer-overflow"},
      {"null-dereference", 3, 0, "SEGV"},
      {"null-dereference", 3, 64, "SEGV"},
      {"use-after-free", 4, 0, "heap-use-after-free"},
      {"use-after-return", 5, 0, "stack-use-after-return"},
      {"invalid-free", 6, 4, "bad-free"},
      {"double-free", 7, 0, "double-free"},
      {"read-only-write", 8, 0, "SEGV"},
      {"unaligned", 9, 0, "misaligned address"},
      {"overlapping-copy", 10, 0, "memcpy-param-overlap"},
      {"division-by-zero", 11, 7, "division by zero"},
      {"overshift", 12, 32, "shift exponent 32"},
      {"overshift", 12, -1, "shift exponent -1"},
      {"signed-overflow", 13, 2147483647, "signed integer overflow"},
      {"assertion", 14, 3, "Assertion `value != 3' failed."},
      {"abort", 15, 0, "ABRT"},
      {"unreachable", 16, 1, "execution reached"},
      {"bad-call", 17, 0, "SEGV"},
      {"bad-call", 17, 12345, "SEGV"},
      {"stack-overflow", 18, 0, "stack-overflow"},
      {"user", 19, 0, "the program reports: broken"},
      {"user 2", 20, 0, "the program reports: reach_error"},
      {"user 3", 21, 0, "mine (user.err)"},
      {"leak", 22, 0, "LeakSanitizer"},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(std::string(each.mark) + " " + std::to_string(each.value));
    Verdict verdict = judge(each.mark, each.which, each.value);
    EXPECT_EQ(verdict.confirmation, Confirmation::confirmed) << verdict.reason;
    EXPECT_THAT(verdict.reason, HasSubstr(each.seen));
    EXPECT_EQ(verdict.reason.find('\n'), std::string::npos);
  }
}

TEST_F(Confirm, WhatIsNotThere) {
  const Case cases[] = {
      {"out-of-bounds", 1, 3, "ended with exit code 0 and shows no error"},
      {"use-after-free", 1, 4, "natively AddressSanitizer: heap-buffer-overflow at kinds.c:"},
      {"out-of-bounds 2", 1, 4, "and not out-of-bounds at kinds.c:"},
      {"signed-overflow", 13, 3, "shows no error"},
      {"leak", 29, 0, "LeakSanitizer still finds"},
      {"assertion", 14, 4, "shows no error"},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.mark);
    Verdict verdict = judge(each.mark, each.which, each.value);
    EXPECT_EQ(verdict.confirmation, Confirmation::not_reproduced) << verdict.reason;
    EXPECT_THAT(verdict.reason, HasSubstr(each.seen));
  }
}

TEST_F(Confirm, KindsThatNothingSees) {
  for (const char* kind : {"deadlock", "some-new-kind"}) {
    Verdict verdict = confirm_error(*build_, test_with(29, 0), error_at(kind, 1));
    EXPECT_EQ(verdict.confirmation, Confirmation::unconfirmable);
    EXPECT_FALSE(verdict.reason.empty());
  }
}

TEST_F(Confirm, EveryKindOfTheEngineHasARule) {
  std::ifstream table(base::include_directory() + "/../src/exec/error_kinds.def");
  size_t kinds = 0;
  for (std::string line; std::getline(table, line);) {
    if (!line.starts_with("ERROR_KIND(")) continue;
    size_t begin = line.find('"') + 1;
    std::string kind = line.substr(begin, line.find('"', begin) - begin);
    EXPECT_TRUE(has_rule(kind)) << kind;
    ++kinds;
  }
  EXPECT_GT(kinds, 15u);
}

TEST_F(Confirm, Divergence) {
  Error error = error_at("abort", line_of(all_kinds, "abort"));
  Test test = test_with(15, 0);
  test.inputs[1].name = "other";
  Verdict verdict = confirm_error(*build_, test, error);
  EXPECT_EQ(verdict.confirmation, Confirmation::diverged);
  EXPECT_EQ(verdict.reason, "the program asks for input 'value', but the test has 'other' here");
  test.inputs[1] = {"value", {1, 2}};
  EXPECT_EQ(confirm_error(*build_, test, error).reason,
            "the program asks for 4 bytes of input 'value', but the test has 2");
  test.inputs.pop_back();
  verdict = confirm_error(*build_, test, error);
  EXPECT_EQ(verdict.confirmation, Confirmation::not_reproduced);
  EXPECT_THAT(verdict.reason, HasSubstr("went on past the error: out of inputs"));
  verdict = confirm_error(*build_, test_with(24, 0), error);
  EXPECT_EQ(verdict.confirmation, Confirmation::diverged);
  EXPECT_EQ(verdict.reason, "an assumption is false in the native run");
}

TEST_F(Confirm, TestsWithoutAnError) {
  Test test = test_with(0, 300);
  test.output = "value 300\n";
  test.exit_status = 300;
  Verdict verdict = compare_test(*build_, test);
  EXPECT_EQ(verdict.confirmation, Confirmation::confirmed) << verdict.reason;
  test.exit_status = 1;
  EXPECT_EQ(compare_test(*build_, test).reason,
            "exit code 1 was predicted, but the native program ended with exit code 44");
  test.output = "value 301\n";
  verdict = compare_test(*build_, test);
  EXPECT_EQ(verdict.confirmation, Confirmation::diverged);
  EXPECT_EQ(verdict.reason, "the output differs at byte 8: natively \"…0\\n\", predicted \"…1\\n\"");
  test = test_with(31, 0);
  test.output = "argument 1\n";
  verdict = compare_test(*build_, test);
  EXPECT_EQ(verdict.confirmation, Confirmation::confirmed) << verdict.reason;
  EXPECT_EQ(compare_test(*build_, test_with(15, 0)).confirmation, Confirmation::diverged);
}

TEST_F(Confirm, NamesThatRepeatAndNamesOfFunctions) {
  Test test = test_with(25, 0);
  test.inputs.push_back({"__VERIFIER_nondet_int_1", bytes_of(40)});
  test.inputs.push_back({"more", bytes_of(2)});
  test.output = "42\n";
  Verdict verdict = compare_test(*build_, test);
  EXPECT_EQ(verdict.confirmation, Confirmation::confirmed) << verdict.reason;
  test.inputs[3].name = "more_";
  EXPECT_EQ(compare_test(*build_, test).confirmation, Confirmation::diverged);
}

TEST_F(Confirm, SilentAndCutPaths) {
  Test test = test_with(24, 0);
  EXPECT_EQ(compare_test(*build_, test).reason, "an assumption is false in the native run");
  test.ending = Ending::silent;
  EXPECT_EQ(compare_test(*build_, test).confirmation, Confirmation::confirmed);
  test = test_with(28, 0);
  test.ending = Ending::silent;
  EXPECT_EQ(compare_test(*build_, test).confirmation, Confirmation::confirmed);
  test = test_with(0, 3);
  test.ending = Ending::given_up;
  test.reason = "a bound";
  test.output = "val";
  EXPECT_EQ(compare_test(*build_, test).confirmation, Confirmation::unconfirmable);
  test.output = "vol";
  EXPECT_EQ(compare_test(*build_, test).confirmation, Confirmation::diverged);
}

TEST_F(Confirm, ProgramsThatDoNotStop) {
  Limits limits;
  limits.seconds = 0.5;
  limits.output = 100000;
  limits.memory = 200ull << 20;
  EXPECT_THAT(compare_test(*build_, test_with(26, 0), limits).reason, HasSubstr("differs at byte 0"));
  Test test = test_with(26, 0);
  test.ending = Ending::silent;
  EXPECT_THAT(compare_test(*build_, test, limits).reason, HasSubstr("more than 97 KB of output"));
  EXPECT_THAT(compare_test(*build_, test_with(27, 0), limits).reason, HasSubstr("was stopped after 0.5 s"));
  EXPECT_THAT(judge("abort", 27, 0, limits).reason, HasSubstr("was stopped after 0.5 s"));
  limits.seconds = 10;
  EXPECT_THAT(compare_test(*build_, test_with(30, 0), limits).reason, HasSubstr("of memory"));
}

TEST_F(Confirm, UninitialisedByMemorySanitizer) {
  write(folder_ / "u.c", R"(
#include <bonsai.h>
#include <stdlib.h>
int main(void) {
  int which = bonsai_int("which");
  int *p = malloc(8);
  p[0] = 1;
  if (p[which]) return 1; // uninitialised
  return 0;
})");
  NativeBuild build({{"u.c"}, {}, {}, "main", folder_.string()}, folder_ / "native");
  Error error = error_at("uninitialised", 8, "u.c");
  Test test;
  test.inputs = {{"which", bytes_of(1)}};
  Verdict verdict = confirm_error(build, test, error);
  EXPECT_EQ(verdict.confirmation, Confirmation::confirmed) << verdict.reason;
  test.inputs = {{"which", bytes_of(0)}};
  EXPECT_EQ(confirm_error(build, test, error).confirmation, Confirmation::not_reproduced);
}

// A native trace that was full says nothing of what came after it.
TEST(ComparePaths, WhatWasNotComparedIsNotConfirmed) {
  const ir::Program program;
  report::Test test;
  test.ending = Ending::exited;
  const std::vector<Decision> all = {{0, 1}, {1, 0}, {0, 0}}, beginning(all.begin(), all.begin() + 2);
  Verdict verdict = compare_paths(program, test, all, all, true);
  EXPECT_EQ(verdict.confirmation, Confirmation::confirmed);
  EXPECT_EQ(verdict.reason, "the same 3 decisions");
  verdict = compare_paths(program, test, all, beginning, true);
  EXPECT_EQ(verdict.confirmation, Confirmation::unconfirmable);
  EXPECT_THAT(verdict.reason, HasSubstr("the first 2 of 3 decisions are the same"));
}

}  // namespace
}  // namespace bonsai::report
