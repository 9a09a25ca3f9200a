// Limits of child processes, and what they may not do to us.
#include "report/process.h"

#include <chrono>

#include "report/test_support.h"

namespace bonsai::report {
namespace {

using ::testing::HasSubstr;

class Processes : public FolderTest {
 protected:
  Ended shell(const std::string& script, Limits limits = {}) {
    return run_process({{"/bin/sh", "-c", script}, folder_.string(), {"A=1", "PATH=/usr/bin:/bin"}, limits});
  }
};

TEST_F(Processes, OutputStatusEnvironmentDirectory) {
  Ended ended = shell("echo $A $HOME; cat; pwd >&2; ulimit -c; exit 3");
  EXPECT_TRUE(ended.exited_with(3));
  EXPECT_EQ(ended.out, "1\n0\n");
  EXPECT_EQ(ended.err, std::filesystem::canonical(folder_).string() + "\n");
  EXPECT_EQ(shell("kill -SEGV $$").signal(), SIGSEGV);
}

TEST_F(Processes, NotStarted) {
  EXPECT_THAT(run_process({{"/nowhere/x"}, "", {}, {}}).not_started, HasSubstr("/nowhere/x: No such file"));
  EXPECT_THAT(run_process({{"/bin/sh"}, "/nowhere", {}, {}}).not_started, HasSubstr("No such file"));
}

TEST_F(Processes, TimeAlsoOfGrandchildren) {
  auto begin = std::chrono::steady_clock::now();
  Limits limits;
  limits.seconds = 0.3;
  EXPECT_TRUE(shell("sleep 100 & sleep 100", limits).timed_out);
  Ended ended = shell("sleep 100 & echo gone", {});  // holds the pipe open
  EXPECT_TRUE(ended.exited_with(0));
  EXPECT_EQ(ended.out, "gone\n");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(Processes, FloodMemoryFiles) {
  Limits limits;
  limits.output = 1000;
  limits.memory = 100 << 20;
  limits.file = 5000;
  Ended ended = shell("yes", limits);
  EXPECT_TRUE(ended.flooded);
  EXPECT_EQ(ended.out.size(), 1000u);
  EXPECT_TRUE(shell("yes >&2", limits).flooded);
  shell("yes > big", limits);
  EXPECT_LE(std::filesystem::file_size(folder_ / "big"), 5000u);
  ended = shell("exec /usr/bin/python3 -c 'x = bytearray(300 << 20); import time; time.sleep(5)'", limits);
  EXPECT_TRUE(ended.out_of_memory) << words(ended, limits) << ended.err;
}

TEST_F(Processes, ClosedStreamsDoNotEndTheWatch) {
  Ended ended = shell("exec >&- 2>&-; sleep 0.2; exit 4");
  EXPECT_TRUE(ended.exited_with(4)) << words(ended, {});
}

}  // namespace
}  // namespace bonsai::report
