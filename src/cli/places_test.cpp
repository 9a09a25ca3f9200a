#include "cli/places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "explore/explore_test_util.h"

namespace bonsai::cli {
namespace {

using ::testing::HasSubstr;

// Lines count from the empty first one, which is line 1.
constexpr const char* source = R"(
#include <klee/klee.h>
static int help(int x) {
  if (x > 10)
    return 1;

  return 2;
}
int never(void) { return 3; }
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 5)
    return help(x);
  return 0;
})";

const ir::Program& program() {
  static const load::Loaded loaded = explore::compile(source);
  return loaded.program;
}

// The name of the file that `program` was compiled from.
std::string file() {
  for (const ir::Function& function : program().functions)
    if (function.source_name == "main")
      for (ir::LocationId id : function.locations)
        if (id) return program().file_of(id);
  return "";
}

std::string at(int line) {
  return std::filesystem::path(file()).filename().string() + ":" + std::to_string(line);
}

std::string message(const std::string& place) {
  base::Result<std::vector<uint32_t>> points = points_at(program(), place);
  return points ? "(a place)" : points.error().message;
}

// The tests of a run whose path came to the place.
size_t tests_at(const std::string& place) {
  base::Result<std::vector<uint32_t>> points = points_at(program(), place);
  if (!points) return SIZE_MAX;
  explore::Config config;
  explore::Collector found;
  (void)explore::explore(program(), config, found);
  EXPECT_EQ(found.tests.size(), 3u);
  return size_t(std::count_if(found.tests.begin(), found.tests.end(), [&](const report::Test& test) {
    return std::any_of(points->begin(), points->end(), [&](uint32_t point) {
      return std::binary_search(test.points.begin(), test.points.end(), point);
    });
  }));
}

TEST(Places, AFunctionIsWhereItBegins) {
  EXPECT_EQ(tests_at("main"), 3u);
  EXPECT_EQ(tests_at("help"), 2u);
  EXPECT_EQ(tests_at("never"), 0u);
}

TEST(Places, ALineIsAllCodeOfIt) {
  EXPECT_EQ(tests_at(at(13)), 3u);
  EXPECT_EQ(tests_at(at(14)), 2u);
  EXPECT_EQ(tests_at(at(4)), 2u);
  EXPECT_EQ(tests_at(at(5)), 1u);
  EXPECT_EQ(tests_at(at(7)), 1u);
  EXPECT_EQ(tests_at(at(15)), 1u);
}

TEST(Places, AFileMayBeTheEndOfAName) {
  EXPECT_EQ(tests_at(file() + ":5"), 1u);
  std::filesystem::path path = file();
  std::string folder = path.parent_path().filename().string();
  EXPECT_EQ(tests_at(folder + "/" + at(5)), 1u);
  EXPECT_THAT(message(at(5).substr(1)), HasSubstr("no code of a file"));  // not from the middle of a word
}

TEST(Places, PointsAreInOrderAndOnce) {
  base::Result<std::vector<uint32_t>> points = points_at(program(), at(13));
  ASSERT_TRUE(points);
  EXPECT_TRUE(std::is_sorted(points->begin(), points->end()));
  EXPECT_EQ(std::adjacent_find(points->begin(), points->end()), points->end());
}

TEST(Places, WordsThatNameNoPlaceAreExplained) {
  EXPECT_THAT(message("nobody"), HasSubstr("nobody: the program has no such function"));
  EXPECT_THAT(message(""), HasSubstr(": the program has no such function"));
  EXPECT_EQ(message("other.c:5"),
            "other.c:5: the program has no code of a file other.c; it has code of " + file());
  EXPECT_EQ(
      message(at(6)),
      at(6) +
          ": there is no code at this line, or the compiler sees that it is never executed; the nearest "
          "lines with code are 5 and 7");
  for (const char* words : {"a.c:", "a.c:x", "a.c:5x", "a.c:0", "a.c:-1", "a.c:99999999999"})
    EXPECT_THAT(message(words), HasSubstr("FILE:LINE or FUNCTION")) << words;
  // Of a function without a body no path ever executes anything.
  EXPECT_THAT(message("klee_make_symbolic"), HasSubstr("no such function"));
}

}  // namespace
}  // namespace bonsai::cli
