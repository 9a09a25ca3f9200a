#include "cli/covered.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "explore/chop/plan.h"
#include "explore/explore_test_util.h"

namespace bonsai::cli {
namespace {

using ::testing::HasSubstr;

// Lines count from the empty first one, which is line 1.
constexpr const char* source = R"(
static int all(int x) {
  while (x > 3)
    x /= 2;
  return x;
}
static int half(int x) {
  if (x)
    return 1;
  return 2;
}
static int caller(int x) { return half(x); }
static int straight(int x) { return x ? 2 : 1; }
int main(int argc, char **argv) { return all(argc) + (argc > 9 ? caller(3) : 0) + straight(4); })";

const load::Loaded& loaded() {
  static const load::Loaded loaded = explore::compile(source);
  return loaded;
}

class Covered : public ::testing::Test {
 protected:
  Covered()
      : path_(std::filesystem::temp_directory_path() / fmt::format("bonsai-covered-test-{}", getpid())) {}
  ~Covered() override { std::filesystem::remove(path_); }

  base::Result<std::vector<uint8_t>> read(const std::string& text) {
    std::ofstream(path_) << text;
    return covered_functions(loaded().program, path_.string());
  }
  static std::string file() {
    const ir::Program& program = loaded().program;
    for (const ir::Function& function : program.functions)
      for (ir::LocationId id : function.locations)
        if (id && function.name == "main") return program.file_of(id);
    return "";
  }
  // Lines of half are not covered.
  static std::string some() {
    std::string text = "TN:\nSF:" + file() + "\n";
    for (int line : {3, 4, 5, 8, 9, 10, 12, 13, 14})
      text += fmt::format("DA:{},{}\n", line, line >= 8 && line <= 10 ? 0 : 7);
    return text + "end_of_record\n";
  }
  static bool of(const std::vector<uint8_t>& covered, const std::string& name) {
    return covered[loaded().program.find_function(name)->id];
  }

  std::filesystem::path path_;
};

TEST_F(Covered, FunctionsThatAreExecuted) {
  auto covered = read(some());
  ASSERT_TRUE(covered) << covered.error().message;
  EXPECT_TRUE(of(*covered, "all"));
  EXPECT_FALSE(of(*covered, "half"));
  EXPECT_TRUE(of(*covered, "caller"));
}

TEST_F(Covered, OtherFilesSayNothing) {
  auto covered = read("SF:/elsewhere.c\nDA:3,1\nend_of_record\n");
  ASSERT_TRUE(covered) << covered.error().message;
  EXPECT_FALSE(of(*covered, "all"));
}

TEST_F(Covered, BadFilesAreTold) {
  auto message = [&](const std::string& text) {
    auto covered = read(text);
    return covered ? "(none)" : covered.error().message;
  };
  EXPECT_THAT(message("hello"), HasSubstr("neither the folder of a run nor an lcov tracefile"));
  EXPECT_THAT(message("SF:a.c\nDA:x,1\n"), HasSubstr(":2: is no record"));
  EXPECT_THAT(message("DA:1,1\n"), HasSubstr(":1: is no record"));
  auto missing = covered_functions(loaded().program, "/nowhere/at/all");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("cannot be read"));
}

// What can fork, and leads to nothing that was not executed: not what calls half, nor what has no branch.
TEST_F(Covered, WhatIsWorthSkipping) {
  auto covered = read(some());
  ASSERT_TRUE(covered) << covered.error().message;
  std::vector<std::string> names;
  for (const explore::Skippable& each :
       explore::worth_skipping(loaded().program, loaded().start, false, *covered))
    names.push_back(loaded().program.functions[each.function].name);
  EXPECT_THAT(names, ::testing::ElementsAre("all"));
}

}  // namespace
}  // namespace bonsai::cli
