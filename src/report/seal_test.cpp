#include "report/seal.h"

#include <sys/stat.h>

#include <cstdlib>

#include "report/test_support.h"

namespace bonsai::report {
namespace {

namespace fs = std::filesystem;

// RFC 4231, cases 1, 2 and 6.
TEST(Seal, IsHmacWithSha256) {
  EXPECT_EQ(seal(std::string(20, 0x0b), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(seal("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(seal(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

class UserKey : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    const char* before = std::getenv("XDG_STATE_HOME");
    if (before) before_ = before;
    setenv("XDG_STATE_HOME", folder_.c_str(), 1);
  }
  void TearDown() override {
    if (before_)
      setenv("XDG_STATE_HOME", before_->c_str(), 1);
    else
      unsetenv("XDG_STATE_HOME");
    FolderTest::TearDown();
  }
  std::optional<std::string> before_;
};

TEST_F(UserKey, IsMadeOnce) {
  std::optional<std::string> key = user_key();
  ASSERT_TRUE(key);
  EXPECT_EQ(key->size(), 32u);
  EXPECT_NE(*key, std::string(32, '\0'));
  EXPECT_EQ(user_key(), key);
  struct stat found{};
  ASSERT_EQ(stat((folder_ / "bonsai/key").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0600u);
}

TEST_F(UserKey, OneThatOthersCanReadDoesNotCount) {
  ASSERT_TRUE(user_key());
  fs::permissions(folder_ / "bonsai/key", fs::perms::group_read, fs::perm_options::add);
  EXPECT_FALSE(user_key());
  fs::remove(folder_ / "bonsai/key");
  write(folder_ / "short", "key");
  fs::create_symlink(folder_ / "short", folder_ / "bonsai/key");
  EXPECT_FALSE(user_key());
}

TEST_F(UserKey, WithoutAPlaceThereIsNone) {
  write(folder_ / "file", "");
  setenv("XDG_STATE_HOME", (folder_ / "file").c_str(), 1);
  EXPECT_FALSE(user_key());
}

}  // namespace
}  // namespace bonsai::report
