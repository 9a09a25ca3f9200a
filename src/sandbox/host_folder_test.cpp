#include "sandbox/host_folder.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace bonsai::sandbox {
namespace {

namespace fs = std::filesystem;

class HostFolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::canonical(fs::temp_directory_path()) / "bonsai-host-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    top_ = pattern;
    fs::create_directories(top_ + "/seen/below");
    fs::create_directories(top_ + "/secret");
    std::ofstream(top_ + "/secret/key") << "hidden";
    std::ofstream(top_ + "/seen/file") << "abcdef";
    std::ofstream(top_ + "/seen/below/other") << "x";
    fs::create_symlink("../secret", top_ + "/seen/out");
    fs::create_symlink("below", top_ + "/seen/in");
    fs::create_symlink("../secret/key", top_ + "/seen/key");
    folder_ = HostFolder::open(top_ + "/seen");
    ASSERT_TRUE(folder_);
  }
  void TearDown() override { fs::remove_all(top_); }

  int64_t read(const std::string& path, uint64_t size = 100, uint64_t offset = 0) {
    bytes_.clear();
    return folder_->content(path, size, offset, bytes_);
  }

  std::string top_, bytes_;
  struct stat found_{};
  std::shared_ptr<const HostFolder> folder_;
};

TEST_F(HostFolderTest, FilesInsideAreRead) {
  EXPECT_EQ(read(top_ + "/seen/file"), 6);
  EXPECT_EQ(bytes_, "abcdef");
  EXPECT_EQ(read(top_ + "/seen/file", 2, 3), 2);
  EXPECT_EQ(bytes_, "de");
  EXPECT_EQ(read(top_ + "/seen/file", 2, 100), 0);
  EXPECT_EQ(read(top_ + "/seen/below/other", ~uint64_t(0), 0), 1);
  EXPECT_EQ(read(top_ + "/seen/below"), 0);
  EXPECT_EQ(read(top_ + "/seen/none"), -ENOENT);
  EXPECT_EQ(folder_->status(top_ + "/seen/file", found_), 0);
  EXPECT_EQ(found_.st_size, 6);
  EXPECT_EQ(folder_->names(top_ + "/seen", 100, 0, bytes_), 22);
  EXPECT_EQ(bytes_, std::string("below\0file\0in\0key\0out\0", 22));
}

TEST_F(HostFolderTest, LinksAreToldOfAndNotFollowed) {
  EXPECT_EQ(folder_->status(top_ + "/seen/out", found_), 0);
  EXPECT_TRUE(S_ISLNK(found_.st_mode));
  EXPECT_EQ(folder_->target(top_ + "/seen/out", 100, bytes_), 9);
  EXPECT_EQ(bytes_, "../secret");
  for (const char* path : {"/seen/out/key", "/seen/in/other"}) {
    EXPECT_LT(read(top_ + path), 0) << path;
    EXPECT_LT(folder_->status(top_ + path, found_), 0) << path;
    EXPECT_LT(folder_->target(top_ + path, 100, bytes_), 0) << path;
  }
  EXPECT_EQ(read(top_ + "/seen/key"), 0);  // a link has no content
  EXPECT_LT(folder_->names(top_ + "/seen/out", 100, 0, bytes_), 0);
}

TEST_F(HostFolderTest, NothingOutsideExists) {
  for (const char* path : {"/secret/key", "/seen/../secret/key", "/seen/out/../secret/key", "/seen/./file",
                           "/seen//file", "/seen/below/", "/seenmore"}) {
    EXPECT_EQ(read(top_ + path), -ENOENT) << path;
    EXPECT_EQ(folder_->status(top_ + path, found_), -ENOENT) << path;
    EXPECT_EQ(folder_->names(top_ + path, 100, 0, bytes_), -ENOENT) << path;
    EXPECT_EQ(folder_->target(top_ + path, 100, bytes_), -ENOENT) << path;
    EXPECT_FALSE(folder_->relative(top_ + path)) << path;
  }
  EXPECT_EQ(read("file"), -ENOENT);
  EXPECT_EQ(read(std::string("/\0/x", 4)), -ENOENT);
}

TEST_F(HostFolderTest, FoldersThatLeadThereHoldOneName) {
  EXPECT_EQ(folder_->status(top_, found_), 0);
  EXPECT_EQ(folder_->status("/", found_), 0);
  EXPECT_EQ(folder_->names(top_, 100, 0, bytes_), 5);
  EXPECT_EQ(bytes_, std::string("seen\0", 5));
  EXPECT_EQ(read(top_), -ENOENT);
  EXPECT_FALSE(folder_->relative(top_));
}

TEST_F(HostFolderTest, FoldersOfRunsAreNotThere) {
  fs::create_directories(top_ + "/seen/out-0/tests");
  for (const char* name : {"run.db", "options.json", "tests/one"})
    std::ofstream(top_ + "/seen/out-0/" + name) << "x";
  fs::create_symlink("out-0", top_ + "/seen/bonsai-last");
  EXPECT_EQ(folder_->names(top_ + "/seen", 100, 0, bytes_), 22);
  EXPECT_EQ(folder_->status(top_ + "/seen/out-0", found_), -ENOENT);
  EXPECT_EQ(folder_->status(top_ + "/seen/bonsai-last", found_), -ENOENT);
  EXPECT_EQ(read(top_ + "/seen/out-0/run.db"), -ENOENT);
  EXPECT_EQ(read(top_ + "/seen/out-0/tests/one"), -ENOENT);
  fs::remove(top_ + "/seen/out-0/run.db");
  EXPECT_EQ(read(top_ + "/seen/out-0/tests/one"), 1);
  // Below one, everything is as anywhere.
  std::ofstream(top_ + "/run.db") << "x";
  std::ofstream(top_ + "/options.json") << "x";
  ASSERT_TRUE(HostFolder::open(top_ + "/seen"));
  EXPECT_EQ(read(top_ + "/seen/file"), 6);
}

TEST_F(HostFolderTest, PathsAreRelativeToIt) {
  EXPECT_EQ(folder_->relative(top_ + "/seen"), ".");
  EXPECT_EQ(folder_->relative(top_ + "/seen/below/other"), "below/other");
  std::shared_ptr<const HostFolder> root = HostFolder::open("/");
  ASSERT_TRUE(root);
  EXPECT_EQ(root->relative("/"), ".");
  EXPECT_EQ(root->relative("/etc"), "etc");
  EXPECT_EQ(root->status("/", found_), 0);
  EXPECT_EQ(root->content(top_ + "/seen/file", 100, 0, bytes_), 6);
}

// What is opened counts, not what the name meant before.
TEST_F(HostFolderTest, AFolderThatBecomesALinkLeadsNowhere) {
  fs::rename(top_ + "/seen/below", top_ + "/seen/moved");
  fs::create_symlink("../secret", top_ + "/seen/below");
  EXPECT_LT(read(top_ + "/seen/below/key"), 0);
  fs::rename(top_ + "/seen", top_ + "/renamed");  // the folder itself was opened once
  EXPECT_EQ(read(top_ + "/seen/file"), 6);
}

TEST_F(HostFolderTest, AFolderBehindALinkIsNotOpened) {
  EXPECT_FALSE(HostFolder::open(top_ + "/seen/out"));
  EXPECT_FALSE(HostFolder::open(top_ + "/seen/in/"));
  EXPECT_FALSE(HostFolder::open("seen"));
  EXPECT_FALSE(HostFolder::open(top_ + "/none"));
}

}  // namespace
}  // namespace bonsai::sandbox
