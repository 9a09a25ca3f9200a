#include "cli/seeds.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "report/ktest.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using exec::Seed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

std::string eight(uint64_t number) {
  return std::string(reinterpret_cast<const char*>(&number), sizeof number);
}

// What --first with these words says.
Seed first(std::vector<std::string> words, int64_t number = 1) {
  base::Options options;
  options.first = std::move(words);
  options.seed = number;
  base::Result<std::vector<std::shared_ptr<const Seed>>> seeds = read_seeds(options);
  if (!seeds) {
    ADD_FAILURE() << seeds.error().message;
    return {};
  }
  EXPECT_EQ(seeds->size(), 1u);
  return *seeds->at(0);
}

std::string complaint(base::Options options) {
  base::Result<std::vector<std::shared_ptr<const Seed>>> seeds = read_seeds(options);
  return seeds ? "(read)" : seeds.error().message;
}

std::string first_complaint(const std::string& word) {
  base::Options options;
  options.first = {word};
  return complaint(options);
}

TEST(FirstInput, NoneAsked) {
  base::Result<std::vector<std::shared_ptr<const Seed>>> seeds = read_seeds(base::Options());
  ASSERT_TRUE(seeds);
  EXPECT_THAT(*seeds, IsEmpty());
}

TEST(FirstInput, Numbers) {
  EXPECT_THAT(first({"x=236", "y=0", "z=18446744073709551615"}).inputs,
              ElementsAre(Pair("x", eight(236)), Pair("y", eight(0)), Pair("z", eight(~0ull))));
  EXPECT_THAT(first({"x=-1", "y=-236"}).inputs,
              ElementsAre(Pair("x", eight(~0ull)), Pair("y", eight(uint64_t(-236)))));
  // Names are those of inputs, whatever is in them but "=".
  EXPECT_THAT(first({"p->next=1", "a[0].b=2"}).inputs,
              ElementsAre(Pair("p->next", eight(1)), Pair("a[0].b", eight(2))));
}

TEST(FirstInput, BytesAndText) {
  EXPECT_THAT(first({"x=0x00ff10aB"}).inputs, ElementsAre(Pair("x", std::string("\0\xff\x10\xab", 4))));
  EXPECT_THAT(first({"x=\"GET /\"", "y='a=b'", "z=\"\"", "q='\"'"}).inputs,
              ElementsAre(Pair("x", "GET /"), Pair("y", "a=b"), Pair("z", ""), Pair("q", "\"")));
}

TEST(FirstInput, ZerosAndRandom) {
  Seed zeros = first({"zeros"});
  EXPECT_THAT(zeros.inputs, IsEmpty());
  EXPECT_FALSE(zeros.random);
  EXPECT_FALSE(zeros.is_raw);
  Seed random = first({"x=5", "random"}, 77);
  EXPECT_THAT(random.inputs, ElementsAre(Pair("x", eight(5))));
  EXPECT_EQ(random.random, 77u);
}

TEST(FirstInput, WrongWordsAreExplained) {
  for (const char* word : {"x",
                           "=5",
                           "x=",
                           "x=5a",
                           "x=a5",
                           "x=-",
                           "x=--5",
                           "x=5 ",
                           "x= 5",
                           "x=1.5",
                           "x=18446744073709551616",
                           "x=0x",
                           "x=0x1",
                           "x=0x123",
                           "x=0xg0",
                           "x=0x-1",
                           "x=\"",
                           "x=\"open",
                           "x='mixed\"",
                           "Zeros",
                           ""}) {
    EXPECT_THAT(first_complaint(word), testing::StartsWith("--first " + std::string(word) +
                                                           ": it is none of zeros, random, NAME=NUMBER"))
        << word;
    EXPECT_THAT(first_complaint(word), HasSubstr("NAME=0x…")) << word;
  }
}

class SeedFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("bonsai-seeds-" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& bytes) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return (folder_ / name).string();
  }
  std::vector<std::shared_ptr<const Seed>> seeds(std::vector<std::string> words) {
    base::Options options;
    options.seed_dir = std::move(words);
    base::Result<std::vector<std::shared_ptr<const Seed>>> all = read_seeds(options);
    EXPECT_TRUE(all) << all.error().message;
    return all ? *all : std::vector<std::shared_ptr<const Seed>>();
  }
  std::string complaint_about(const std::string& word) {
    base::Options options;
    options.seed_dir = {word};
    return complaint(options);
  }

  fs::path folder_;
};

TEST_F(SeedFolder, FilesOfBytesInOrderOfTheirNames) {
  write("b", "second");
  write("a", std::string("\0first\xff", 7));
  write("c", "");
  auto all = seeds({folder_.string()});
  ASSERT_EQ(all.size(), 3u);
  for (const auto& each : all) {
    EXPECT_TRUE(each->is_raw);
    EXPECT_THAT(each->inputs, IsEmpty());
    EXPECT_FALSE(each->random);
  }
  EXPECT_EQ(all[0]->raw, std::string("\0first\xff", 7));
  EXPECT_EQ(all[1]->raw, "second");
  EXPECT_EQ(all[2]->raw, "");
}

TEST_F(SeedFolder, KTestFilesSayWhichInput) {
  report::KTest test;
  test.arguments = {"prog", "-x"};
  test.objects = {{"x", {1, 0, 255}}, {"pattern", {'a', '*'}}};
  std::string file = write("test000001.ktest", report::to_bytes(test));
  for (const std::string& word : {folder_.string(), file}) {
    auto all = seeds({word});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_FALSE(all[0]->is_raw);
    EXPECT_THAT(all[0]->inputs, ElementsAre(Pair("x", std::string("\1\0\xff", 3)), Pair("pattern", "a*")));
  }
}

TEST_F(SeedFolder, NotesOfFuzzersAreNoSeeds) {
  write(".state", "hidden");
  write(".cur_input", "hidden");
  write("README.txt", "what this folder is");
  write("nested/deep", "not looked at");
  write("id:000000,orig:a", "seed");
  auto all = seeds({folder_.string()});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0]->raw, "seed");
  // One that is named is meant, though.
  ASSERT_EQ(seeds({(folder_ / ".state").string()}).size(), 1u);
}

TEST_F(SeedFolder, FirstComesFirstAndFoldersInTheirOrder) {
  write("one/z", "1");
  write("two/a", "2");
  std::string file = write("three", "3");
  base::Options options;
  options.first = {"x=1"};
  options.seed_dir = {(folder_ / "one").string(), (folder_ / "two").string(), file};
  base::Result<std::vector<std::shared_ptr<const Seed>>> all = read_seeds(options);
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 4u);
  EXPECT_THAT(all->at(0)->inputs, ElementsAre(Pair("x", eight(1))));
  EXPECT_EQ(all->at(1)->raw, "1");
  EXPECT_EQ(all->at(2)->raw, "2");
  EXPECT_EQ(all->at(3)->raw, "3");
}

TEST_F(SeedFolder, WhatIsNotThereIsSaid) {
  std::string missing = (folder_ / "nowhere").string();
  EXPECT_EQ(complaint_about(missing), "--seed-dir " + missing + ": there is no such file or folder");
  EXPECT_EQ(complaint_about(folder_.string()), "--seed-dir " + folder_.string() + ": there is no file in it");
  write(".hidden", "alone");
  EXPECT_EQ(complaint_about(folder_.string()), "--seed-dir " + folder_.string() + ": there is no file in it");
}

TEST_F(SeedFolder, ABrokenKTestIsSaid) {
  report::KTest test;
  test.objects = {{"x", {1, 2, 3, 4}}};
  std::string bytes = report::to_bytes(test);
  std::string file = write("broken.ktest", bytes.substr(0, bytes.size() - 2));
  EXPECT_THAT(complaint_about(folder_.string()), testing::StartsWith("--seed-dir " + file + ": "));
}

// What cannot be looked at is passed over or said, and never more than that.
TEST_F(SeedFolder, LinksThatLeadNowhere) {
  write("good", "seed");
  fs::create_symlink("absent", folder_ / "dangling");
  EXPECT_EQ(seeds({folder_.string()}).size(), 1u);
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_NO_THROW(complaint_about(folder_.string()));
}

}  // namespace
}  // namespace bonsai::cli
