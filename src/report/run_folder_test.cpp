#include "report/run_folder.h"

#include "report/ktest.h"
#include "report/run_store.h"
#include "report/test_support.h"

namespace bonsai::report {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class RunFolderTest : public FolderTest {
 protected:
  std::string default_folder() {
    auto made = RunFolder::make("", RunFolder::Old::refuse, folder_);
    return made ? made->path().filename().string() : made.error().message;
  }
  std::string message_of(const fs::path& out, RunFolder::Old old = RunFolder::Old::refuse) {
    auto made = RunFolder::make(out.string(), old);
    return made ? "(made)" : made.error().message;
  }
};

TEST_F(RunFolderTest, DefaultsAreNumberedAndTheLastIsLinked) {
  EXPECT_EQ(default_folder(), "bonsai-out-0");
  EXPECT_EQ(default_folder(), "bonsai-out-1");
  fs::create_directory(folder_ / "bonsai-out-7");
  fs::create_directory(folder_ / "bonsai-out-9x");
  EXPECT_EQ(default_folder(), "bonsai-out-8");
  EXPECT_EQ(fs::read_symlink(folder_ / "bonsai-last"), "bonsai-out-8");
  fs::remove(folder_ / "bonsai-last");
  write(folder_ / "bonsai-last", "mine");
  EXPECT_EQ(default_folder(), "bonsai-out-9");
  EXPECT_EQ(read(folder_ / "bonsai-last"), "mine");
}

TEST_F(RunFolderTest, NamedFolderIsMade) {
  EXPECT_EQ(message_of(folder_ / "a" / "b"), "(made)");
  EXPECT_TRUE(fs::is_directory(folder_ / "a" / "b"));
  EXPECT_FALSE(fs::exists(fs::symlink_status(folder_ / "bonsai-last")));
  write(folder_ / "file", "");
  EXPECT_THAT(message_of(folder_ / "file"), HasSubstr("cannot make the folder"));
  EXPECT_THAT(message_of(folder_ / "file" / "x"), HasSubstr("cannot make the folder"));
}

TEST_F(RunFolderTest, AFormerRunIsKeptUnlessItMayBeReplaced) {
  ASSERT_TRUE(RunStore::create(folder_ / "run"));
  write(folder_ / "run" / "notes", "mine");
  fs::create_directories(folder_ / "run" / "errors" / "001-x");
  fs::create_directories(folder_ / "run" / "native" / "plain");
  fs::create_directory(folder_ / "run" / "tests");
  write(folder_ / "run" / "tests" / "test000001.ktest", "");
  write(folder_ / "run" / "tests" / "test_list.c", "mine");
  EXPECT_THAT(message_of(folder_ / "run"), HasSubstr("holds a run already: remove the folder"));
  EXPECT_EQ(message_of(folder_ / "run", RunFolder::Old::replace), "(made)");
  EXPECT_FALSE(fs::exists(folder_ / "run" / "run.db"));
  EXPECT_FALSE(fs::exists(folder_ / "run" / "errors"));
  EXPECT_EQ(read(folder_ / "run" / "notes"), "mine");
  EXPECT_FALSE(fs::exists(folder_ / "run" / "tests" / "test000001.ktest"));
  EXPECT_EQ(read(folder_ / "run" / "tests" / "test_list.c"), "mine");
}

TEST_F(RunFolderTest, OthersFilesAreNeverReplaced) {
  write(folder_ / "run.db", "not a database");
  EXPECT_THAT(message_of(folder_), HasSubstr("holds a run already"));
  EXPECT_THAT(message_of(folder_, RunFolder::Old::replace), HasSubstr("is no database; it is not replaced"));
  EXPECT_EQ(read(folder_ / "run.db"), "not a database");
  fs::create_directory(folder_ / "sub");
  write(folder_ / "sub" / "log.txt", "mine");
  EXPECT_THAT(message_of(folder_ / "sub", RunFolder::Old::replace), HasSubstr("holds log.txt"));
}

TEST_F(RunFolderTest, FilesOfARun) {
  auto run = RunFolder::make((folder_ / "run").string());
  ASSERT_TRUE(run);
  ASSERT_TRUE(run->write_options("{}\n"));
  ASSERT_TRUE(run->log("one"));
  ASSERT_TRUE(run->log("two\nlines"));
  EXPECT_EQ(read(run->path() / "options.json"), "{}\n");
  EXPECT_EQ(read(run->path() / "log.txt"), "one\ntwo lines\n");
}

TEST_F(RunFolderTest, FilesOfAnError) {
  auto run = RunFolder::make((folder_ / "a run's \"folder\"").string());
  ASSERT_TRUE(run);
  Error error = some_error(3);
  error.message = "first line\n$(second) `line`";
  auto folder = run->write_error(error, some_test(17), {"prog", {"-x"}});
  ASSERT_TRUE(folder) << folder.error().message;
  EXPECT_EQ(folder->filename(), "003-out-of-bounds-b.c-12");
  std::string input = read(*folder / "input");
  auto read_back = read_ktest({reinterpret_cast<const uint8_t*>(input.data()), input.size()});
  ASSERT_TRUE(read_back);
  EXPECT_EQ(read_back->objects, some_test(17).inputs);
  EXPECT_EQ(read(*folder / "stack.txt"),
            "out-of-bounds: first line\n$(second) `line`\n  at a/b.c:12:3 in get\n  by a/main.c:40 in main\n"
            "  … 5 more calls\ntest 1; 2 paths met it; untried\n");
  // The script calls Bonsai with the run's folder, wherever it is called from.
  write(folder_ / "fake", "#!/bin/sh\nfor word; do echo \"$word\"; done\n");
  std::string command = "cd / && chmod +x '" + (folder_ / "fake").string() + "' && BONSAI='" +
                        (folder_ / "fake").string() + "' \"$SCRIPT\" --json > '" +
                        (folder_ / "out").string() + "'";
  setenv("SCRIPT", (*folder / "reproduce.sh").c_str(), 1);
  ASSERT_EQ(system(command.c_str()), 0);
  EXPECT_EQ(read(folder_ / "out"), "replay\n" + run->path().string() + "\n17\n--json\n");
}

TEST_F(RunFolderTest, NamesOfErrors) {
  Error error;
  error.id = 1234;
  error.kind = "abort";
  EXPECT_EQ(error_folder_name(error), "1234-abort");
  error.stack = {{"memcpy", "", 0, 0}, {"f", "/src/odd name;.c", 5, 1}};
  EXPECT_EQ(error_folder_name(error), "1234-abort-odd_name_.c-5");
}

TEST_F(RunFolderTest, AFullDiskIsSaid) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  auto written = write_file("/dev/full", "x");
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("No space left"));
}

TEST_F(RunFolderTest, LinksInIt) {
  fs::create_directories(folder_ / "run/native/plain");
  write(folder_ / "run/native/plain/program", "");
  EXPECT_TRUE(RunFolder::check_links(folder_ / "run"));
  fs::create_symlink("/etc/passwd", folder_ / "run/native/plain/1.o");
  auto checked = RunFolder::check_links(folder_ / "run");
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().message, ::testing::HasSubstr("native/plain/1.o: is a symbolic link"));
  EXPECT_FALSE(RunFolder::check_links(folder_ / "nowhere"));
}

}  // namespace
}  // namespace bonsai::report
