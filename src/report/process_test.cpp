// Limits of child processes, and what they may not do to us.
#include "report/process.h"

#include <chrono>

#include "report/model_clock.h"
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

TEST_F(Processes, ClockOfTheModel) {
  if (!can_keep_model_clock()) GTEST_SKIP() << "tracing is not allowed here";
  auto run = [&](const std::string& script, Limits limits = {}) {
    Command command{{"/bin/sh", "-c", script}, folder_.string(), {"PATH=/usr/bin:/bin"}, limits};
    command.model_clock = true;
    return run_process(command);
  };
  auto begin = std::chrono::steady_clock::now();
  Ended ended = run("date -u '+%F %T.%3N'; sleep 100; exec date -u '+%F %T.%3N'");
  EXPECT_EQ(ended.out, "2025-01-01 00:00:00.001\n2025-01-01 00:01:40.002\n");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  EXPECT_TRUE(run("exit 3").exited_with(3));
  EXPECT_EQ(run("kill -SEGV $$").signal(), SIGSEGV);
  EXPECT_EQ(run("trap 'echo caught; exit 4' USR1; kill -USR1 $$").out, "caught\n");
  Command missing{{"/nowhere/x"}, "", {}, {}};
  missing.model_clock = true;
  EXPECT_THAT(run_process(missing).not_started, HasSubstr("No such file"));
  Limits limits;
  limits.seconds = 0.3;
  EXPECT_TRUE(run("while :; do :; done", limits).timed_out);
  limits = {};
  limits.memory = 100 << 20;
  EXPECT_TRUE(
      run("exec /usr/bin/python3 -c 'x = bytearray(300 << 20)\nwhile True: pass'", limits).out_of_memory);
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
