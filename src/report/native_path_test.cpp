// Native runs of small programs at every level of optimisation, against a walk over the IR and against
// expectations by hand.
#include "report/native_path.h"

#include <signal.h>

#include "load/load.h"
#include "report/native_path_test_util.h"
#include "report/native_run.h"
#include "report/test_support.h"

namespace bonsai::report {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string marks = R"(
#ifdef __cplusplus
extern "C" {
#endif
void mark_a(void), mark_b(void), mark_c(void), mark_d(void), mark_e(void), mark_f(void), mark_g(void), mark_h(void);
#ifdef __cplusplus
}
#endif
)";

// argc is 3.
const MarkedProgram programs[] = {
    {"loops", R"(int main(int n, char **v) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < 2 * n; j += i + 1) {
      if ((i + j) % 3 == 0) continue;
      if (j == 5) { mark_b(); break; }
      mark_a();
    }
  int k = 20;
  do { mark_c(); k -= n; } while (k > 0);
  while (k++ < n) if (k & 1) mark_d(); else mark_e();
  return 0; })"},
    {"dense_switch", R"(static void one(int i) {
  switch (i) { case 0: mark_a(); break; case 1: mark_b(); /* on */ case 2: mark_c(); break;
    case 3: case 4: mark_d(); break; case 6: mark_e(); return; default: mark_f(); } mark_g(); }
int main(int n, char **v) { for (int i = -1; i < n + 6; i++) one(i); return 0; })"},
    {"sparse_switch", R"(static void one(long long i) {
  switch (i) { case -5: mark_a(); break; case 1000000007: mark_b(); break; case 0x7000000000000000: mark_c(); break;
    case 17: case -17: mark_d(); break; default: mark_e(); } }
int main(int n, char **v) { long long t[] = {1, -5, 17, -17, 1000000007, 0x7000000000000000, 0x7000000000000001};
  for (int i = 0; i < n + 4; i++) one(t[i]); return 0; })"},
    {"switch_of_a_character", R"(static int parse(const char *s) { int state = 0, total = 0;
  for (; *s; s++) switch (state) {
    case 0: switch (*s) { case '0' ... '9': total = *s - '0'; state = 1; mark_a(); break; case '-': mark_b(); break;
            case '\xff': mark_h(); break; default: state = 2; mark_c(); } break;
    case 1: if (*s >= '0' && *s <= '9') { total = 10 * total + *s - '0'; mark_d(); } else { state = 0; mark_e(); } break;
    default: if (*s == ' ') { state = 0; mark_f(); } }
  return total; }
int main(int n, char **v) { return parse(v[1]) + parse("\xff-12x 9") > 500; })"},
    {"conditions", R"(static int p(int x) { if (x > 2) { mark_a(); return 1; } mark_b(); return 0; }
int main(int n, char **v) {
  for (int i = 0; i < n + 2; i++) {
    if (p(i) && !p(i + 1)) mark_c();
    if (p(i) || (p(4 - i) && i != 1)) mark_d(); else mark_e();
    int m = i % 2 ? p(i) ? 3 : 4 : !p(i + n);
    _Bool b = m == 4, c = !b;
    if (!c) mark_f();
    if (!(i < m) == !b) mark_g();
    if (!!(m & 1)) mark_h();
  } return 0; })"},
    {"recursion", R"(static int depth;
static int ack(int m, int n) { if (depth++ % 7 == 0) mark_a(); if (!m) return n + 1;
  if (n == 0) { mark_b(); return ack(m - 1, 1); } return ack(m - 1, ack(m, n - 1)); }
static int odd(int);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { if (n == 0) { mark_c(); return 0; } return even(n - 1); }
int main(int n, char **v) { if (even(n)) mark_d(); return ack(2, n) == 9 ? 0 : 1; })"},
    {"floats_and_pointers", R"(struct n { struct n *next; double x; };
int main(int argc, char **v) { struct n a[5] = {0}; struct n *list = 0;
  for (int i = 0; i < argc + 2; i++) { a[i].x = i * 0.5 - 1; a[i].next = list; list = &a[i]; }
  for (struct n *p = list; p; p = p->next) { if (p->x < 0) mark_a(); else if (p->x != 0) mark_b(); else mark_c(); }
  float z = argc - 3, nan = z / z;
  if (nan < 1 || nan >= 1) mark_d(); if (!(nan == nan)) mark_e(); if (!(z > 0)) mark_f();
  return 0; })"},
    {"sort", R"(static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; mark_a(); }
static void sort(int *a, int n) { if (n < 2) return; int p = a[n / 2], i = 0, j = n - 1;
  for (;; i++, j--) { while (a[i] < p) i++; while (a[j] > p) j--; if (i >= j) break; swap(a + i, a + j); }
  sort(a, i); sort(a + i, n - i); }
int main(int n, char **v) { int t[40]; unsigned x = n; for (int i = 0; i < 40; i++) t[i] = (x = x * 1103515245 + 12345) >> 20;
  sort(t, 40); for (int i = 1; i < 40; i++) if (t[i - 1] > t[i]) mark_h(); return 0; })"},
    {"its_own_memcpy", R"(struct s { int x[64]; };
void *memcpy(void *d, const void *s, __SIZE_TYPE__ n) { char *t = d; const char *f = s; while (n--) *t++ = *f++; mark_a(); return d; }
int main(int n, char **v) { struct s a, b; for (int i = 0; i < 64; i++) a.x[i] = i * n; b = a;
  if (b.x[9] == 27) mark_b(); memcpy(&b, &a, n); return 0; })"},
    {"variadic", R"(// all values must have arrived: it returns 0
#include <stdarg.h>
#include <stdio.h>
struct big { long x[5]; };
static double reals(int n, va_list l) { double t = 0; for (int i = 0; i < n; i++) t += va_arg(l, double); return t; }
static long mixed(int n, ...) { va_list l, m; va_start(l, n); long t = 0;
  for (int i = 0; i < n; i++) { t += va_arg(l, int); t += (long)va_arg(l, double); t += va_arg(l, struct big).x[4]; t += (long)va_arg(l, long double); }
  va_copy(m, l); t += va_arg(l, int); t += va_arg(m, int); va_end(m); va_end(l); if (t == 62) mark_a(); return t; }
static double all(int n, ...) { va_list l; va_start(l, n); double t = reals(n, l); va_end(l); return t; }
static int text(char *to, const char *form, ...) { va_list l; va_start(l, form); int n = vsprintf(to, form, l); va_end(l); return n; }
int main(int n, char **v) { struct big b = {{0, 0, 0, 0, 7}}; long (*f)(int, ...) = n ? mixed : 0; char s[99];
  long t = mixed(n, 1, 2., b, 3.L, 4, 5., b, 6.L, 1, 1., b, 2.L, 8); if (t == 62) mark_b();
  if (all(10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 55) mark_c();
  if (text(s, "%d %s %g %ld %d %d %d", n, "x", 1.5, 9L, 1, 2, 3) == 15 && s[4] == '1') mark_d(); else return 1;
  return t != 62; })"},
    {"cpp", R"(#include <algorithm>
#include <vector>
struct Start { int x; Start() : x(0) { for (int i = 0; i < 3; i++) if (i == 1) mark_a(); else x += i; } } start;
template <int N> int count(int v) { if constexpr (N > 0) { if (v % N) mark_b(); return count<N - 1>(v) + 1; } return 0; }
struct Guard { bool on; ~Guard() { if (on) mark_g(); } };
int main(int n, char **) { std::vector<int> v; for (int i = 0; i < 20; i++) v.push_back(i * 7 % 11 + start.x);
  std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
  for (int x : v) { Guard guard{x == 5}; switch (x) { case 2: mark_c(); break; case 9: mark_d(); break; default: mark_e(); } }
  return count<3>(n) == 3 ? 0 : 1; })",
     true},
};

class NativePath : public FolderTest {
 protected:
  struct Run {
    ir::Program program;
    NativeRun native;
    Trace trace;
  };

  // Loads, builds and runs a program at a level.
  void run(const MarkedProgram& source, int level, Run& result, std::vector<std::string> flags = {},
           std::vector<Input> inputs = {}, std::string entry = "main") {
    SCOPED_TRACE(source.name);
    write(folder_ / "marks.c", mark_definitions);
    load::Options options;
    options.inputs = {folder_ / (source.is_cpp ? "test.cpp" : "test.c")};
    write(options.inputs[0], marks + source.text);
    options.compiler_flags = flags;
    options.optimisation = level;
    options.entry = entry;
    options.native_module = folder_ / "module.bc";
    auto loaded = load::load(options);
    ASSERT_TRUE(loaded) << loaded.error().message << loaded.error().detail;
    result.program = std::move(loaded->program);
    NativeProgram original;
    original.inputs = options.inputs;
    original.compiler_flags = flags;
    original.arguments = {"12+34", "y"};
    auto traced = traced_program(original, result.program, options.native_module);
    ASSERT_TRUE(traced) << traced.error().message;
    traced->inputs.push_back(folder_ / "marks.c");
    NativeBuild build(*traced, folder_ / "traced");
    auto binary = build.binary(Variant::plain);
    ASSERT_TRUE(binary) << binary.error().message << binary.error().detail;
    RunConfig config;
    config.trace = true;
    auto native = run_test(*binary, Variant::plain, build, inputs, config);
    ASSERT_TRUE(native) << native.error().message;
    auto trace = read_trace(native->trace);
    result.native = std::move(*native);
    ASSERT_TRUE(trace) << trace.error().message;
    result.trace = std::move(*trace);
  }

  // The walk that the trace leads does what the run did.
  void compare(const Run& run) {
    ASSERT_TRUE(run.native.ended.exited_with(0)) << words(run.native.ended, {}) << run.native.ended.err;
    PathWalk walk(run.program, run.trace.events);
    walk.run();
    EXPECT_EQ(walk.problem, "");
    EXPECT_EQ(walk.marks, run.native.ended.out);
    EXPECT_FALSE(run.trace.is_cut);
    std::vector<Decision> predicted;
    for (const BranchStep& step : walk.steps)
      if (auto one = decision(run.program, step)) predicted.push_back(*one);
    auto native = decisions(run.program, run.trace.events);
    ASSERT_TRUE(native) << native.error().message;
    EXPECT_EQ(first_difference(run.program, predicted, *native, true), std::nullopt);
    EXPECT_EQ(predicted, *native);
  }
};

class WalkedPath : public NativePath, public ::testing::WithParamInterface<MarkedProgram> {};

TEST_P(WalkedPath, IsTheOneThatTheProgramWalks) {
  for (int level : {0, 1, 2}) {
    SCOPED_TRACE(level);
    Run one;
    run(GetParam(), level, one);
    if (HasFatalFailure()) return;
    compare(one);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, WalkedPath, ::testing::ValuesIn(programs),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_F(NativePath, OfThirtyTwoBits) {
  for (int level : {0, 1, 2}) {
    Run one;
    run(programs[2], level, one, {"-m32"});
    if (HasFatalFailure()) return;
    compare(one);
  }
}

TEST_F(NativePath, EventByEvent) {
  Run one;
  run({"known", R"(int main(int n, char **v) {
  if (n == 3)
    mark_a();
  for (int i = 0; i < 2; i++)
    switch (n + i) {
      case 4: mark_b();
    }
  return n != 3 || v == 0;
})"},
      0, one);
  ASSERT_FALSE(HasFatalFailure());
  std::vector<std::pair<uint32_t, uint64_t>> got;  // line in the text, outcome
  uint32_t above = uint32_t(std::count(marks.begin(), marks.end(), '\n'));
  for (const BranchEvent& event : one.trace.events) {
    ASSERT_LT(event.id, one.program.branches.size());
    const ir::Branch& branch = one.program.branches[event.id];
    ASSERT_TRUE(branch.is_traced());
    ir::LocationId location = one.program.functions[branch.function].locations[branch.index];
    got.push_back({one.program.locations[location].line - above, event.outcome});
  }
  std::vector<std::pair<uint32_t, uint64_t>> expected = {{2, 1}, {4, 1}, {5, 3}, {4, 1},
                                                         {5, 4}, {4, 0}, {8, 0}};
  EXPECT_EQ(got, expected);
  EXPECT_EQ(one.native.ended.out, "ab");
}

TEST_F(NativePath, OfVariadicArgumentsGoesThroughMemory) {
  for (int level : {0, 1, 2}) {
    Run one;
    run({"variadic",
         "static int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int t = 0;\n"
         "while (n--)\nt += __builtin_va_arg(l, int);\nreturn t; }\n"
         "int main(int n, char **v) { return f(n, 1, 2, 3) - 6; }"},
        level, one);
    ASSERT_FALSE(HasFatalFailure());
    EXPECT_TRUE(one.native.ended.exited_with(0));
    // At level 0 the first way of such a branch is that of an argument in a register.
    uint32_t line = 3 + uint32_t(std::count(marks.begin(), marks.end(), '\n'));
    for (const BranchEvent& event : one.trace.events) {
      const ir::Branch& branch = one.program.branches[event.id];
      ir::LocationId location = one.program.functions[branch.function].locations[branch.index];
      if (level == 0 && one.program.locations[location].line == line) EXPECT_EQ(event.outcome, 0u);
    }
  }
}

TEST_F(NativePath, IsKeptWhateverEndsTheRun) {
  struct {
    const char* how;
    int signal;
  } const ends[] = {{"*(volatile int *)0 = 1", SIGSEGV},
                    {"__builtin_trap()", SIGILL},
                    {"abort()", SIGABRT},
                    {"_exit(0)", 0},
                    {"__builtin_unreachable()", SIGILL},
                    {"volatile int zero = 0; n /= zero", SIGFPE}};
  for (auto [how, signal] : ends) {
    std::string text =
        "#include <stdlib.h>\n#include <unistd.h>\nint main(int n, char **v) {"
        "for (; n < 10; n++) mark_a(); if (n != 10) return 0;" +
        std::string(how) + "; return n; }";
    Run one;
    run({how, text.c_str()}, 1, one);
    ASSERT_FALSE(HasFatalFailure());
    EXPECT_EQ(one.native.ended.signal(), signal) << how << " " << words(one.native.ended, {});
    EXPECT_GE(one.trace.events.size(), 7u) << how;
    EXPECT_EQ(one.native.ended.out, "aaaaaaa");
  }
}

TEST_F(NativePath, IsCutWhereTheFileEnds) {
  Run one;
  run({"long", "int main(int n, char **v) { for (volatile int i = 0; i < 5000000; i++); return 0; }"}, 0,
      one);
  ASSERT_FALSE(HasFatalFailure());
  EXPECT_TRUE(one.native.ended.exited_with(0));
  EXPECT_TRUE(one.trace.is_cut);
  EXPECT_EQ(one.trace.events.size(), ((64u << 20) - 32) / 16);
}

TEST_F(NativePath, LeavesOutWhatCannotBeCompared) {
  const char* text = R"(int main(int n, char **v) {
  static void *places[] = {&&one, &&two};
  __int128 wide = n; wide <<= 70;
  switch (wide) { case 5: return 1; case (__int128)3 << 70: mark_a(); }
  goto *places[n == 3];
one: return 1;
two: mark_b();
  if (n) {} // both sides are one at level 0 but for a block
  return 0; })";
  for (int level : {0, 1, 2}) {
    Run one;
    run({"untraced", text}, level, one);
    ASSERT_FALSE(HasFatalFailure());
    EXPECT_EQ(one.native.ended.out, "ab");
    EXPECT_TRUE(std::any_of(one.program.branches.begin(), one.program.branches.end(),
                            [](const ir::Branch& branch) { return !branch.is_traced(); }));
    for (const BranchEvent& event : one.trace.events) EXPECT_FALSE(event.is_switch);
  }
}

TEST_F(NativePath, FollowsTheInputsOfATest) {
  const char* text = R"(#include <bonsai.h>
int bonsai_int(const char *name) { mark_h(); return 7; }
int start(int n) { int x = bonsai_int("x"); if (n != 3) mark_g(); if (x == 42) mark_a(); else mark_b(); return 0; })";
  for (int level : {0, 1, 2}) {
    for (uint8_t value : {42, 43}) {
      Run one;
      run({"inputs", text}, level, one, {}, {{"x", {value, 0, 0, 0}}}, "start");
      ASSERT_FALSE(HasFatalFailure());
      EXPECT_EQ(one.native.replay.diverged, "");
      EXPECT_EQ(one.native.ended.out, value == 42 ? "a" : "b") << level;
    }
  }
}

TEST_F(NativePath, DifferencesAreTold) {
  Run one;
  run({"told",
       "int main(int n, char **v) { if (n > 2) mark_a();\nswitch (n) { case 3: mark_b(); break; case 5: "
       "mark_c(); }"
       "\nreturn 0; }"},
      0, one);
  ASSERT_FALSE(HasFatalFailure());
  auto native = decisions(one.program, one.trace.events);
  ASSERT_TRUE(native);
  ASSERT_EQ(native->size(), 2u);
  auto differ = [&](std::vector<Decision> predicted, bool whole = true) {
    return first_difference(one.program, predicted, *native, whole).value_or("");
  };
  std::vector<Decision> same = *native, flipped = same, other = same, swapped = {same[1], same[0]},
                        more = same;
  flipped[0].outcome ^= 1;
  other[1].outcome = one.program.switches[0].default_target;
  more.push_back(same[0]);
  EXPECT_EQ(differ(same), "");
  EXPECT_THAT(differ(flipped),
              HasSubstr("in main) was predicted to take its false side, the native run took its true"));
  EXPECT_THAT(differ(other), HasSubstr("decision 2: branch 1 ("));
  EXPECT_THAT(differ(other), HasSubstr("the native run took instruction"));
  EXPECT_THAT(differ(swapped), HasSubstr("decision 1: branch 1 ("));
  EXPECT_THAT(differ(more), HasSubstr("the native run ended after 2 decisions, before branch 0"));
  EXPECT_THAT(differ({same[0]}), HasSubstr("the native run went on at branch 1"));
  EXPECT_EQ(differ({same[0]}, false), "");
  std::vector<BranchEvent> foreign = {{77, false, 0}};
  EXPECT_THAT(decisions(one.program, foreign).error().message, HasSubstr("branch 77 of"));
  foreign = {{0, true, 0}};
  EXPECT_THAT(decisions(one.program, foreign).error().message, HasSubstr("branch 0 is no switch"));
}

TEST_F(NativePath, DamagedTracesAreRefused) {
  auto message = [&](const std::string& bytes) {
    auto trace = read_trace(bytes);
    return trace ? std::string() : trace.error().message;
  };
  auto header = [](uint32_t version, uint32_t flags, uint64_t count) {
    std::string bytes = "BONSAITR";
    bytes.append(reinterpret_cast<const char*>(&version), 4).append(reinterpret_cast<const char*>(&flags), 4);
    return bytes.append(reinterpret_cast<const char*>(&count), 8).append(8, '\0');
  };
  auto nothing = read_trace("");
  ASSERT_TRUE(nothing);
  EXPECT_THAT(nothing->events, IsEmpty());
  EXPECT_EQ(message(header(1, 0, 0)), "");
  EXPECT_THAT(message("BONSAITR"), HasSubstr("left no trace"));
  EXPECT_THAT(message(std::string(64, '\0')), HasSubstr("left no trace"));
  EXPECT_THAT(message(header(2, 0, 0)), HasSubstr("has version 2"));
  EXPECT_THAT(message(header(1, 8, 0)), HasSubstr("the header of the trace is damaged"));
  EXPECT_THAT(message(header(1, 0, 3) + std::string(32, '\0')), HasSubstr("3 records and room for 2"));
  EXPECT_THAT(message(header(1, 0, 1) + std::string(4, '\0') + "\2" + std::string(11, '\0')),
              HasSubstr("record 0 of the trace is damaged"));
}

}  // namespace
}  // namespace bonsai::report
