#include "analysis/slice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/slice_check.h"
#include "load/load.h"

namespace bonsai::cli {
namespace {

using testing::IsEmpty;

class SliceTest : public testing::TestWithParam<int> {
 protected:
  // All globals by slices of main, held against the whole program.
  void look(const std::string& source) {
    std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("bonsai_slice_test_" + std::to_string(getpid()) + ".c");
    std::ofstream(file) << source;
    load::Options options;
    options.inputs = {file.string()};
    options.optimisation = GetParam();
    base::Result<load::Loaded> loaded = load::load(options);
    std::filesystem::remove(file);
    ASSERT_TRUE(loaded) << loaded.error().message;
    program = std::move(loaded->program);
    points_to = std::make_unique<analysis::PointsTo>(program);
    mod_ref = std::make_unique<analysis::ModRef>(*points_to);
    slicer = std::make_unique<analysis::Slicer>(*points_to, *mod_ref);
    SliceCheck check = check_slices(program, *points_to, *mod_ref, exec::Config(), solve::Config(), 20);
    EXPECT_TRUE(check.is_usable);
    EXPECT_GT(check.slices, 0u);
    EXPECT_THAT(check.differences, IsEmpty());
  }
  const analysis::Slice& slice(const std::string& function, const std::string& global, uint64_t begin = 0,
                               uint64_t end = analysis::Range::to_the_end) {
    for (uint32_t i = 0; i < program.globals.size(); ++i)
      if (program.globals[i].name == global)
        return slicer->slice(program.find_function(function)->id,
                             {{points_to->site_of_global(i), begin, end}});
    throw std::runtime_error("no such global");
  }
  uint32_t kept(const analysis::Slice& slice, const std::string& function) {
    auto found = slice.functions.find(program.find_function(function)->id);
    return found == slice.functions.end() ? 0 : found->second.kept;
  }

  ir::Program program;
  std::unique_ptr<analysis::PointsTo> points_to;
  std::unique_ptr<analysis::ModRef> mod_ref;
  std::unique_ptr<analysis::Slicer> slicer;
};

INSTANTIATE_TEST_SUITE_P(Levels, SliceTest, testing::Values(0, 1));

TEST_P(SliceTest, OneFieldOfAStructure) {
  look(R"(
    struct point { int x, y, z; } p; volatile int k = 3;
    __attribute__((noinline)) static int slow(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
    __attribute__((noinline)) void f(struct point *to) { to->x = slow(100); if (k > 0) to->y = k; else to->z = 9; }
    int main(void) { f(&p); return 0; })");
  const analysis::Slice& y = slice("f", "p", 4, 8);
  EXPECT_EQ(kept(y, "slow"), 0u);
  EXPECT_GT(kept(y, "f"), 0u);
  EXPECT_GT(kept(slice("f", "p", 0, 4), "slow"), 0u);
  EXPECT_EQ(&y, &slice("f", "p", 4, 8));
  EXPECT_LT(y.kept, y.instructions);
}

TEST_P(SliceTest, LoopsWithNothingInThemAreJumpedOver) {
  look(R"(
    int a, b; volatile int n = 20;
    __attribute__((noinline)) void f(void) {
      for (int i = 0; i < n; i++) a += i * n;
      b = n + 1;
    }
    int main(void) { f(); return 0; })");
  const analysis::Slice& b = slice("f", "b");
  bool jumps = false;
  for (uint32_t what : b.functions.at(program.find_function("f")->id).code)
    jumps |= what < analysis::SlicedFunction::drop;
  EXPECT_TRUE(jumps);
  EXPECT_LT(b.kept, slice("f", "a").kept);
}

TEST_P(SliceTest, WhatMayNotReturnDecides) {
  look(R"(
    #include <stdlib.h>
    int a, b; volatile int n = 20;
    __attribute__((noinline)) static void check(int i) { if (i > 10) exit(0); }
    int main(void) { for (int i = 0; i < n; i++) { check(i); a = i; } b = 1; return 0; })");
  EXPECT_GT(kept(slice("main", "b"), "check"), 0u);
}

TEST_P(SliceTest, MemoryThroughPointersAndBlocks) {
  look(R"(
    #include <string.h>
    #include <stdlib.h>
    struct node { struct node *next; int v; } *list; int sum, other[8], copy[8]; volatile int n = 5;
    int main(void) {
      for (int i = 0; i < n; i++) {
        struct node *made = malloc(sizeof *made);
        made->v = i; made->next = list; list = made;
        other[i] = i * 2;
      }
      for (struct node *at = list; at; at = at->next) sum += at->v;
      memcpy(copy, other, sizeof copy);
      switch (n) { case 1: copy[0] = 1; break; case 5: copy[1] = 7; break; case 9: copy[2] = 3; }
      return 0;
    })");
}

}  // namespace
}  // namespace bonsai::cli
