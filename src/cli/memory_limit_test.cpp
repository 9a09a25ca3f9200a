#include "cli/memory_limit.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;

class MemoryLimit : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(root_);
    write("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable: 4000 kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  void group_1(const std::string& path, uint64_t limit, uint64_t used) {
    write("sys/fs/cgroup/memory" + path + "/memory.limit_in_bytes", std::to_string(limit) + "\n");
    write("sys/fs/cgroup/memory" + path + "/memory.usage_in_bytes", std::to_string(used) + "\n");
  }
  void group_2(const std::string& path, const std::string& limit, uint64_t used) {
    write("sys/fs/cgroup" + path + "/memory.max", limit + "\n");
    write("sys/fs/cgroup" + path + "/memory.current", std::to_string(used) + "\n");
  }
  const fs::path root_ = fs::temp_directory_path() / ("bonsai_memory_limit_" + std::to_string(getpid()));
};

TEST_F(MemoryLimit, OfTheMachine) { EXPECT_EQ(free_memory(root_), 4000u << 10); }

TEST_F(MemoryLimit, OfTheGroupAndOfThoseAboveIt) {
  write("proc/self/cgroup", "5:cpu:/other\n4:hugetlb,memory:/a/b\n0::/\n");
  group_1("", uint64_t(1) << 62, 7);
  group_1("/a", 900'000, 500'000);
  group_1("/a/b", 700'000, 100'000);
  EXPECT_EQ(free_memory(root_), 400'000u);
  group_1("/a/b", 150'000, 100'000);
  EXPECT_EQ(free_memory(root_), 50'000u);
}

TEST_F(MemoryLimit, OfVersion2) {
  write("proc/self/cgroup", "0::/user/run\n");
  group_2("/user/run", "max", 100);
  group_2("/user", "300000", 100'000);
  EXPECT_EQ(free_memory(root_), 200'000u);
  write("sys/fs/cgroup/user/memory.stat", "anon 1\ninactive_file 60000\n");
  EXPECT_EQ(free_memory(root_), 260'000u);
}

TEST_F(MemoryLimit, WhereTheGroupCannotBeSeen) {
  write("proc/self/cgroup", "0::/somewhere/else\n");
  group_2("", "300000", 100'000);
  EXPECT_EQ(free_memory(root_), 200'000u);
}

TEST_F(MemoryLimit, UsedUp) {
  write("proc/self/cgroup", "0::/\n");
  group_2("", "100000", 200'000);
  EXPECT_EQ(free_memory(root_), 0u);
}

}  // namespace
}  // namespace bonsai::cli
