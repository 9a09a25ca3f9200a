// The analyses on C programs: analysis sees no compiler.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "analysis/function_models.h"
#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "cli/configure.h"
#include "cli/execution_check.h"
#include "load/load.h"

namespace bonsai::cli {
namespace {

using analysis::Site;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

ir::Program compile(const std::string& source, int optimisation) {
  std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("bonsai_analyses_test_" + std::to_string(getpid()) + ".c");
  std::ofstream(file) << source;
  load::Options options;
  options.inputs = {file.string()};
  options.optimisation = optimisation;
  base::Result<load::Loaded> loaded = load::load(options);
  std::filesystem::remove(file);
  if (!loaded) throw std::runtime_error(loaded.error().message + loaded.error().detail);
  return std::move(loaded->program);
}

class AnalysesTest : public testing::TestWithParam<int> {
 protected:
  // Also runs the program, and holds the analyses against it.
  void look(const std::string& source) {
    program = compile(source, GetParam());
    points_to = std::make_unique<analysis::PointsTo>(program);
    mod_ref = std::make_unique<analysis::ModRef>(*points_to);
    expr::TermStore terms;
    solve::Chain chain(terms, solve::Config());
    ExecutionCheck check(program, *points_to, *mod_ref, exec::Config(), chain);
    check.run({});
    EXPECT_THAT(check.misses(), IsEmpty());
    EXPECT_GT(check.checked(), 0u);
  }
  ir::FunctionId function(const std::string& name) const { return program.find_function(name)->id; }
  std::string name(analysis::SiteId id) const {
    const Site& site = points_to->sites()[id];
    switch (site.kind) {
      case Site::Kind::global: return program.globals[site.index].name;
      case Site::Kind::heap: return "heap";
      case Site::Kind::local: return "local";
      case Site::Kind::outside: return "outside";
      default: return "other";
    }
  }
  // What the words of a global may point to.
  std::vector<std::string> content(const std::string& global, int64_t offset = 0) const {
    std::vector<std::string> names;
    for (uint32_t i = 0; i < program.globals.size(); ++i)
      if (program.globals[i].name == global)
        for (const analysis::Target& target :
             points_to->content(points_to->site_of_global(i), {offset, 0}, 8))
          names.push_back(name(target.site));
    return names;
  }
  std::vector<std::string> written(const std::string& by) const {
    std::vector<std::string> names;
    for (const analysis::Range& range : mod_ref->of(function(by)).memory.writes)
      names.push_back(range.is_whole() ? name(range.site)
                                       : name(range.site) + "[" + std::to_string(range.begin) + "," +
                                             std::to_string(range.end) + ")");
    return names;
  }

  ir::Program program;
  std::unique_ptr<analysis::PointsTo> points_to;
  std::unique_ptr<analysis::ModRef> mod_ref;
};

INSTANTIATE_TEST_SUITE_P(Levels, AnalysesTest, testing::Values(0, 1));

TEST_P(AnalysesTest, FieldsOfStructures) {
  look(R"(
    struct pair { int *a, *b; } p; int x, y;
    __attribute__((noinline)) void set(struct pair *to) { to->a = &x; to->b = &y; }
    int main(void) { set(&p); return *p.a + *p.b; })");
  EXPECT_THAT(content("p", 0), ElementsAre("x"));
  EXPECT_THAT(content("p", 8), ElementsAre("y"));
  EXPECT_THAT(written("set"), ElementsAre("p[0,8)", "p[8,16)"));
}

// What is written through a parameter is told apart by calls; parameters live in memory at --opt 0.
TEST_P(AnalysesTest, WritesThroughParameters) {
  look(R"(
    int x, y, z[4], w[4]; int *p = &y;
    __attribute__((noinline)) void put(int *to) { to[1] = 1; }
    __attribute__((noinline)) void pass(int *to) { put(to + 1); }
    __attribute__((noinline)) void any(int *to, int i) { to[i] = 2; }
    __attribute__((noinline)) void first(void) { int l[4]; pass(z); put(l); any(l, x); }
    __attribute__((noinline)) void second(void) { put(w); any(w + 1, x); }
    __attribute__((noinline)) void indirect(void (*f)(int *)) { f(p); }
    int main(void) { first(); second(); indirect(put); return z[2] + w[1]; })");
  if (GetParam() == 0) {
    EXPECT_THAT(written("first"), Contains("z[8,12)"));
    return;
  }
  EXPECT_THAT(written("first"), ElementsAre("z[8,12)"));
  EXPECT_THAT(written("second"), ElementsAre("w"));
  EXPECT_THAT(written("put"), Contains("w[4,8)"));
}

TEST_P(AnalysesTest, PointersCopiedByteByByte) {
  look(R"(
    int x; int *from = &x, *to; volatile int n = sizeof(int *);
    int main(void) {
      for (int i = 0; i < n; i++) ((volatile char *)&to)[i] = ((volatile char *)&from)[i];
      *to = 5;
      return 0;
    })");
  EXPECT_THAT(content("to"), Contains("x"));
}

TEST_P(AnalysesTest, CallsThroughTables) {
  look(R"(
    int x, y;
    __attribute__((noinline)) static void f(void) { x = 1; }
    __attribute__((noinline)) static void g(void) { y = 1; }
    __attribute__((noinline)) static void h(void) { x = 2; }
    void (*volatile unused)(void) = h;
    struct command { const char *name; void (*run)(void); } commands[] = {{"f", f}, {"g", g}};
    __attribute__((noinline)) void run(int i) { commands[i].run(); }
    volatile int one = 1;
    int main(void) { run(one); return 0; })");
  EXPECT_THAT(written("run"), UnorderedElementsAre("x[0,4)", "y[0,4)"));
  EXPECT_FALSE(mod_ref->of(function("run")).callees.contains(function("h")));
  EXPECT_FALSE(points_to->is_reached(function("h")));
}

TEST_P(AnalysesTest, WrappersOfMallocGiveObjectsOfTheirCallers) {
  look(R"(
    #include <stdlib.h>
    __attribute__((noinline)) static void *xmalloc(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }
    int **a, **b, x, y;
    int main(void) {
      a = xmalloc(8); b = xmalloc(8);
      *a = &x; *b = &y;
      return **a + **b;
    })");
  if (GetParam() == 0) return;  // what it returns goes through a local that all calls share
  ASSERT_THAT(content("a"), ElementsAre("heap"));
  auto heap = [&](const char* global) {
    for (uint32_t i = 0; i < program.globals.size(); ++i)
      if (program.globals[i].name == global)
        return points_to->content(points_to->site_of_global(i), {}, 8)[0].site;
    return analysis::SiteId(0);
  };
  EXPECT_NE(heap("a"), heap("b"));
  std::vector<analysis::Target> held = points_to->content(heap("a"), {}, 8);
  ASSERT_EQ(held.size(), 1u);
  EXPECT_EQ(name(held[0].site), "x");
}

TEST_P(AnalysesTest, VariadicArgumentsAndStructuresByValue) {
  look(R"(
    #include <stdarg.h>
    int x, y, *got; struct big { long pad[4]; int *p; } value = {{0}, &y}; int *other;
    __attribute__((noinline)) void take(int n, ...) { va_list l; va_start(l, n); got = va_arg(l, int *); va_end(l); }
    __attribute__((noinline)) void pass(struct big b) { other = b.p; }
    int main(void) { take(1, &x); pass(value); *got = 1; *other = 2; return 0; })");
  EXPECT_THAT(content("got"), Contains("x"));
  EXPECT_THAT(content("got"), Not(Contains("y")));
  EXPECT_THAT(content("other"), ElementsAre("y"));
}

TEST_P(AnalysesTest, MaskedAndTaggedPointers) {
  look(R"(
    #include <stdint.h>
    #include <stdlib.h>
    int *kept; uintptr_t tagged; volatile uintptr_t mask = 3;
    int main(void) {
      char *raw = malloc(64);
      kept = (int *)(((uintptr_t)raw + 15) & ~(uintptr_t)15);
      *kept = 1;
      tagged = (uintptr_t)kept | 1;
      *(int *)(tagged & ~mask) = 2;
      uintptr_t n = (uintptr_t)raw;
      *(int *)(n - n % 16) = 3;
      return 0;
    })");
  EXPECT_THAT(content("kept"), Contains("heap"));
}

TEST_P(AnalysesTest, LocalsBelongToTheirFunctions) {
  look(R"(
    __attribute__((noinline)) void fill(int *p) { *p = 4; }
    __attribute__((noinline)) int use(void) { int volatile_like[4]; fill(volatile_like); return volatile_like[0]; }
    int main(void) { return use() - 4; })");
  EXPECT_THAT(written("fill"), ElementsAre("local[0,4)"));
  EXPECT_THAT(written("use"), IsEmpty());
}

TEST_P(AnalysesTest, WhatFunctionsDoBesides) {
  look(R"(
    #include <setjmp.h>
    #include <stdlib.h>
    #include <klee/klee.h>
    jmp_buf place; int n;
    __attribute__((noinline)) void jump(int i) { if (i > 100) longjmp(place, 1); }
    __attribute__((noinline)) void leave(int i) { if (i > 200) exit(1); }
    __attribute__((noinline)) int plain(int i) { return i * 3; }
    __attribute__((noinline)) void input(void) { klee_make_symbolic(&n, sizeof n, "n"); }
    int main(void) { if (setjmp(place)) return 0; input(); jump(n); leave(n); return plain(n) == 3; })");
  EXPECT_TRUE(mod_ref->of(function("jump")).may_not_return);
  EXPECT_TRUE(mod_ref->of(function("leave")).may_not_return);
  EXPECT_FALSE(mod_ref->of(function("plain")).may_not_return);
  EXPECT_TRUE(mod_ref->of(function("input")).makes_input);
  EXPECT_THAT(written("input"), ElementsAre("n[0,4)"));
}

TEST_P(AnalysesTest, FunctionsThatChooseByAParameter) {
  look(R"(
    int a, b, c, d, e; volatile int two = 2;
    __attribute__((noinline)) static long handle(long what, int *p, int *q) {
      switch (what) {
        case 10: *p = 1; return 1;
        case 11: *q = 2; return 2;
        case 12: d = 3; return 3;
        case 13: e = 4; return 4;
        default: return 0;
      }
    }
    __attribute__((noinline)) static int first(void) { return (int)handle(10, &a, &b); }
    __attribute__((noinline)) static int second(void) { return (int)handle(11, &b, &c); }
    int main(void) { return first() + second() + two; })");
  if (GetParam() == 0) return;  // the parameter is in memory
  EXPECT_THAT(written("handle"), UnorderedElementsAre("a[0,4)", "c[0,4)"));
  EXPECT_THAT(written("first"), ElementsAre("a[0,4)"));
}

// A new function of the engine needs a row in function_models.def.
TEST(FunctionModels, EveryEngineFunctionHasOne) {
#define INTRINSIC(name, function, meaning) EXPECT_TRUE(analysis::find_model(name)) << name;
#define MATH1(name) EXPECT_TRUE(analysis::find_model(#name "l")) << #name;
#define MATH2(name) MATH1(name)
#define TO_LONG(name) MATH1(name)
#include "exec/intrinsic.def"
#undef INTRINSIC
#undef MATH1
#undef MATH2
#undef TO_LONG
}

}  // namespace
}  // namespace bonsai::cli
