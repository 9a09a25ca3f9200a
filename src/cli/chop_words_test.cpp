#include "cli/chop_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "explore/explore_test_util.h"

namespace bonsai::cli {
namespace {

using ::testing::HasSubstr;

// Lines count from the empty first one, which is line 1.
constexpr const char* source = R"(
static int one(int x) { return x + 1; }
static int once(int x) { return x + 2; }
static int two(int x) { return x + 3; }
int main(void) {
  int a = one(1);
  return a + one(2) + once(3) + two(4);
})";

const ir::Program& program() {
  static const load::Loaded loaded = explore::compile(source);
  return loaded.program;
}

std::string file() {
  for (const ir::Function& function : program().functions)
    for (ir::LocationId id : function.locations)
      if (id && function.name == "main")
        return std::filesystem::path(program().file_of(id)).filename().string();
  return "";
}

base::Result<ChopWish> read(std::vector<std::string> chop, std::vector<std::string> keep = {}) {
  base::Options options;
  options.chop = std::move(chop);
  options.chop_keep = std::move(keep);
  return read_chop(options, program());
}

std::set<std::string> names(const base::Result<ChopWish>& wish) {
  std::set<std::string> all;
  for (ir::FunctionId id : wish->functions) all.insert(program().functions[id].name);
  return all;
}

std::string complaint(const base::Result<ChopWish>& wish) { return wish ? "(none)" : wish.error().message; }

TEST(ChopWords, NamesAndPatterns) {
  EXPECT_EQ(names(read({"one"})), (std::set<std::string>{"one"}));
  EXPECT_EQ(names(read({"on*", "two"})), (std::set<std::string>{"one", "once", "two"}));
  EXPECT_EQ(names(read({"on?"})), (std::set<std::string>{"one"}));
}

TEST(ChopWords, WhatSkipsNothingIsRefused) {
  EXPECT_THAT(complaint(read({"main"})), HasSubstr("the program begins in main"));
  EXPECT_THAT(complaint(read({"one"}, {"on*"})), HasSubstr("nothing is skipped"));
  EXPECT_EQ(names(read({"*"})), (std::set<std::string>{"one", "once", "two"}));
}

TEST(ChopWords, WhatIsKept) {
  EXPECT_EQ(names(read({"*"}, {"on*"})), (std::set<std::string>{"two"}));  // never where the program begins
  EXPECT_THAT(complaint(read({"one"}, {"three"})), HasSubstr("--chop-keep three"));
}

TEST(ChopWords, OneCall) {
  base::Result<ChopWish> wish = read({"one@" + file() + ":6"});
  ASSERT_TRUE(wish) << wish.error().message;
  EXPECT_TRUE(wish->functions.empty());
  EXPECT_EQ(wish->sites.size(), 1u);
  // At line 7 there are calls of three functions.
  EXPECT_EQ(read({"*@" + file() + ":7"})->sites.size(), 3u);
  EXPECT_THAT(complaint(read({"two@" + file() + ":6"})), HasSubstr("two is not called at"));
  EXPECT_THAT(complaint(read({"one@" + file()})), HasSubstr("name one as FILE:LINE"));
}

TEST(ChopWords, UnknownNamesAreTold) {
  EXPECT_THAT(complaint(read({"onee"})), HasSubstr("is one of these meant: once, one"));
  EXPECT_THAT(complaint(read({"completely_different"})), ::testing::Not(HasSubstr("meant")));
}

TEST(ChopWords, Portions) {
  std::optional<load::Portion> portion = portion_of("lib/a.c:40-72");
  ASSERT_TRUE(portion);
  EXPECT_EQ(portion->file, "lib/a.c");
  EXPECT_EQ(portion->first, 40u);
  EXPECT_EQ(portion->last, 72u);
  EXPECT_EQ(portion->name, "lib/a.c:40-72");
  EXPECT_FALSE(portion_of("f@a.c:40"));
  EXPECT_FALSE(portion_of("f@a.c:40-72"));
  EXPECT_FALSE(portion_of("a.c:40"));
  EXPECT_FALSE(portion_of("f"));
}

TEST(ChopWords, LinesOfAFile) {
  std::string path = (std::filesystem::temp_directory_path() / "bonsai-chop-words").string();
  std::ofstream(path) << "# what does not matter\n one \n\ntwo# too\n";
  base::Options options;
  options.chop = {"once"};
  options.chop_file = path;
  ASSERT_TRUE(read_chop_file(options));
  EXPECT_EQ(options.chop, (std::vector<std::string>{"once", "one", "two"}));
  EXPECT_EQ(options.chop_file, "");
  std::filesystem::remove(path);
  options.chop_file = path;
  base::Result<void> read = read_chop_file(options);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace bonsai::cli
