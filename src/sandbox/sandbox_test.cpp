// What a program in a sandbox finds, how its end is told, and that its limits hold. What it must not be able
// to do is in tests/check_sandbox. The tests need bubblewrap; where no sandbox can be had they are skipped,
// and say why.
#include "sandbox/sandbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "sandbox/launch.h"
#include "sandbox/protocol.h"

namespace bonsai::sandbox {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

const std::string& unavailable() { return availability().why_not; }

class Sandboxes : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (!GetParam() && !unavailable().empty()) GTEST_SKIP() << unavailable();
    std::string pattern = (fs::temp_directory_path() / "bonsai-sandbox-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    shell_ = std::make_unique<Sandbox>(
        Config{.binary = "/bin/sh", .is_unconfined = GetParam(), .folder = folder_.string()});
  }
  void TearDown() override {
    shell_.reset();
    std::error_code error;
    if (!folder_.empty()) fs::remove_all(folder_, error);
  }
  static Request request(const std::string& script) {
    Request request;
    request.arguments = {"sh", "-c", script};
    request.environment = {"PATH=/usr/bin:/bin", "A=1"};
    return request;
  }
  Ended shell(const std::string& script, Limits limits = {}) {
    Request wanted = request(script);
    wanted.limits = limits;
    return shell_->run(wanted);
  }
  bool is_confined() const { return !GetParam(); }

  fs::path folder_;
  std::unique_ptr<Sandbox> shell_;
};

TEST_P(Sandboxes, OutputStatusEnvironmentInput) {
  Request wanted = request("echo $A $HOME; cat; echo oops >&2; ulimit -c; exit 3");
  wanted.standard_input = "from outside\n";
  Ended ended = shell_->run(wanted);
  EXPECT_EQ(ended.not_started, "");
  EXPECT_TRUE(ended.exited_with(3)) << words(ended, {});
  EXPECT_EQ(ended.out, "1\nfrom outside\n0\n");
  EXPECT_EQ(ended.err, "oops\n");
  EXPECT_EQ(shell("kill -SEGV $$").signal(), SIGSEGV);
  EXPECT_EQ(shell("kill -9 $$").signal(), SIGKILL);
  EXPECT_EQ(shell("echo $(stat -c '%F %h' -L /dev/stdin)").out, "regular empty file 1\n");
}

TEST_P(Sandboxes, FilesWithTheirTimesAndRights) {
  Request wanted = request("pwd; ls -A; cat d/e/f; readlink l; stat -c '%a %Y' d/e/f x d");
  wanted.directory = "/some/where";
  wanted.files = {{"/some/where/d", File::Kind::directory, 0755, 1000, 0, ""},
                  {"/some/where/d/e/f", File::Kind::regular, 0600, 1234, 0, "content\n"},
                  {"/some/where/l", File::Kind::link, 0777, 0, 0, "d/e"},
                  {"/some/where/x", File::Kind::regular, 0755, 99, 0, "!"},
                  {"/elsewhere/y", File::Kind::regular, 0644, 0, 0, "is not there"}};
  Ended ended = shell_->run(wanted);
  std::string place = is_confined() ? "/some/where\n" : "";
  EXPECT_THAT(ended.out, HasSubstr(place));
  EXPECT_THAT(ended.out, HasSubstr("d\nl\nx\ncontent\nd/e\n600 1234\n755 99\n755 1000\n")) << ended.err;
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_P(Sandboxes, EachRunBeginsAnew) {
  EXPECT_EQ(shell("echo > left; ls").out, "left\n");
  EXPECT_EQ(shell("ls").out, "");
  auto begin = std::chrono::steady_clock::now();
  Ended ended = shell("sleep 100 & echo gone");  // holds the pipe open
  EXPECT_TRUE(ended.exited_with(0));
  EXPECT_EQ(ended.out, "gone\n");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(50));
}

TEST_P(Sandboxes, Limits) {
  Limits limits;
  limits.seconds = 0.3;
  EXPECT_TRUE(shell("sleep 100 & sleep 100", limits).timed_out);
  EXPECT_TRUE(shell("while :; do :; done", limits).timed_out);
  limits = {};
  limits.output = 1000;
  limits.file = 5000;
  Ended ended = shell("yes", limits);
  EXPECT_TRUE(ended.flooded);
  EXPECT_EQ(ended.out.size(), 1000u);
  EXPECT_TRUE(shell("yes >&2", limits).flooded);
  EXPECT_EQ(shell("yes > big; stat -c %s big", limits).out, "5000\n");
  limits = {};
  limits.memory = 100 << 20;
  ended = shell("exec /usr/bin/python3 -c 'x = bytearray(300 << 20); import time; time.sleep(50)'", limits);
  EXPECT_TRUE(ended.out_of_memory) << words(ended, limits) << ended.err;
  ended = shell("exec >&- 2>&-; sleep 0.2; exit 4");
  EXPECT_TRUE(ended.exited_with(4)) << words(ended, {});
}

TEST_P(Sandboxes, MemoryOfAllProcesses) {
  if (!is_confined()) GTEST_SKIP() << "only a sandbox knows all processes of a program";
  Limits limits;
  limits.memory = 200 << 20;
  std::string each = "/usr/bin/python3 -c 'x = bytearray(90 << 20); import time; time.sleep(50)' & ";
  EXPECT_TRUE(shell(each + each + each + "wait", limits).out_of_memory);
}

TEST_P(Sandboxes, MemoryOfNoProcess) {
  if (!is_confined()) GTEST_SKIP() << "only a sandbox has sockets of its own";
  std::string script =
      "import ctypes, errno, os\n"
      "try: os.memfd_create(\"x\")\n"
      "except OSError as error: print(errno.errorcode[error.errno])\n"
      "libc = ctypes.CDLL(None, use_errno=True)\n"
      "for call in (libc.shmget, libc.semget, libc.msgget): print(call(0, 1, 0o1600))\n";
  EXPECT_EQ(shell("exec /usr/bin/python3 -c '" + script + "'").out, "ENOSYS\n-1\n-1\n-1\n");
  Limits limits;
  limits.memory = 200 << 20;
  Ended ended = shell(
      "exec /usr/bin/python3 -c 'import socket, time; s = [socket.socketpair() for i in range(300)]; "
      "time.sleep(50)'",
      limits);
  EXPECT_TRUE(ended.out_of_memory) << words(ended, limits) << ended.err;
}

TEST_P(Sandboxes, ClockOfTheModel) {
  auto run = [&](const std::string& script, Limits limits = {}) {
    Request wanted = request(script);
    wanted.as_model = true;
    wanted.limits = limits;
    return shell_->run(wanted);
  };
  auto begin = std::chrono::steady_clock::now();
  Ended ended = run("date -u '+%F %T.%3N'; sleep 100; exec date -u '+%F %T.%3N'");
  EXPECT_EQ(ended.out, "2025-01-01 00:00:00.001\n2025-01-01 00:01:40.002\n") << ended.err;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(50));
  EXPECT_TRUE(run("exit 3").exited_with(3));
  EXPECT_EQ(run("kill -SEGV $$").signal(), SIGSEGV);
  EXPECT_EQ(run("trap 'echo caught; exit 4' USR1; kill -USR1 $$").out, "caught\n");
  Limits limits;
  limits.seconds = 0.3;
  EXPECT_TRUE(run("while :; do :; done", limits).timed_out);
}

TEST_P(Sandboxes, WatchedProgramsSayWhatASignalWasAbout) {
  auto run = [&](const std::string& script) {
    Request wanted = request(script);
    wanted.is_watched = true;
    return shell_->run(wanted);
  };
  Ended sent = run("kill -SEGV $$");
  EXPECT_EQ(sent.signal(), SIGSEGV);
  EXPECT_TRUE(sent.is_sent);
  Ended raised = run("exec /usr/bin/python3 -c 'import ctypes; ctypes.string_at(8)'");
  EXPECT_EQ(raised.signal(), SIGSEGV);
  EXPECT_FALSE(raised.is_sent);
  EXPECT_THAT(raised.place, HasSubstr("    #0\t?\tprogram\t0x"));
  EXPECT_EQ(run("exit 3").place, "");
}

TEST_P(Sandboxes, IsAsTheModelOfLinuxSays) {
  if (!is_confined()) GTEST_SKIP() << "the host is as it is";
  Ended ended = shell("echo $$ $PPID $(id -u) $(id -g); pwd; uname -n; umask; ulimit -n; cd /; echo dev/*");
  EXPECT_EQ(ended.out,
            "1000 1 1000 1000\n/home/user\nbonsai\n0022\n1024\n"
            "dev/fd dev/full dev/null dev/random dev/stderr dev/stdin dev/stdout dev/urandom dev/zero\n")
      << ended.err;
  EXPECT_EQ(shell("echo x > /dev/full").err, "sh: 1: echo: echo: I/O error\n");
  EXPECT_EQ(shell("echo a > /tmp/t && cat /tmp/t && echo b > /dev/stdout").out, "a\nb\n");
}

TEST_P(Sandboxes, DirectoriesOfTheRootUser) {
  if (!is_confined()) GTEST_SKIP() << "the host is as it is";
  Request wanted = request(
      "for d in / /home /tmp /home/us; do chmod 777 $d 2>/dev/null; echo $d $?; done; cd ..; chmod 0 . "
      "2>/dev/null; echo $?;"
      "mkdir /x /home/us/y 2>&1; touch / 2>&1; rmdir /home/us/er 2>&1; cd /home/us/er; chmod 700 . f; touch "
      "-d @5 f; mv f /tmp/g;"
      "python3 -c 'import os; os.rename(\"/tmp/g\", \"h\"); os.rename(\"/..\", \"i\")' 2>&1 | tail -1");
  wanted.as_model = true;
  wanted.directory = "/home/us/er";
  wanted.files = {{"/home/us/er/f", File::Kind::regular, 0644, 0, 0, "x"},
                  {"/home", File::Kind::directory, 0755, 0, 0, ""}};
  Ended ended = shell_->run(wanted);
  EXPECT_EQ(ended.out,
            "/ 1\n/home 0\n/tmp 1\n/home/us 1\n1\n"
            "mkdir: cannot create directory '/x': Permission denied\n"
            "mkdir: cannot create directory '/home/us/y': Permission denied\n"
            "touch: setting times of '/': Permission denied\n"
            "rmdir: failed to remove '/home/us/er': Permission denied\n"
            "OSError: [Errno 16] Device or resource busy: '/..' -> 'i'\n")
      << ended.err;
}

TEST_P(Sandboxes, ChannelIsSharedMemory) {
  int channel = memfd_create("channel", MFD_CLOEXEC);
  ASSERT_EQ(ftruncate(channel, 4096), 0);
  Request wanted = request("printf hello >/proc/self/fd/199");
  wanted.channel = channel;
  EXPECT_TRUE(shell_->run(wanted).exited_with(0));
  char text[5] = {};
  EXPECT_EQ(pread(channel, text, sizeof text, 0), 5);
  EXPECT_EQ(std::string(text, 5), "hello");
  close(channel);
  EXPECT_THAT(shell("ls -l /proc/self/fd/").out, ::testing::Not(HasSubstr("199")));
}

TEST_P(Sandboxes, WhatCannotBeStarted) {
  Sandbox missing(Config{.binary = "/nowhere/x", .is_unconfined = GetParam(), .folder = folder_.string()});
  EXPECT_THAT(missing.run(request("")).not_started, HasSubstr("/nowhere/x: No such file"));
  Sandbox text(Config{.binary = "/etc/os-release", .is_unconfined = GetParam(), .folder = folder_.string()});
  EXPECT_NE(text.run(request("")).not_started, "");
}

TEST_P(Sandboxes, IsMadeAgainWhenItWasEnded) {
  if (!is_confined()) GTEST_SKIP();
  EXPECT_TRUE(shell("exit 0").exited_with(0));
  // All of bubblewrap's processes that we started.
  for (const fs::directory_entry& each : fs::directory_iterator("/proc/self/task"))
    if (std::ifstream children(each.path() / "children"); children)
      for (pid_t child; children >> child;) kill(child, SIGKILL);
  EXPECT_TRUE(shell("exit 5").exited_with(5));
}

INSTANTIATE_TEST_SUITE_P(All, Sandboxes, ::testing::Bool(),
                         [](const auto& info) { return info.param ? "Unconfined" : "Confined"; });

TEST(Binaries, AreStaticOrDynamic) {
  EXPECT_TRUE(is_dynamic("/bin/sh"));
  EXPECT_TRUE(is_dynamic("/nowhere"));
  EXPECT_FALSE(is_dynamic(fs::read_symlink("/proc/self/exe").parent_path() / "bonsai-supervisor"));
}

TEST(Messages, MalformedOnesAreRefused) {
  Request request;
  request.arguments = {"a", "b"};
  request.files = {{"/x", File::Kind::link, 0777, -5, 7, "y"}};
  std::string bytes = encode(request);
  Request read;
  bool has_channel = true;
  ASSERT_TRUE(decode(bytes, read, has_channel));
  EXPECT_EQ(read.files[0].seconds, -5);
  EXPECT_FALSE(has_channel);
  for (size_t size = 0; size < bytes.size(); ++size) {
    Request cut;
    EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size), cut, has_channel)) << size;
  }
}

}  // namespace
}  // namespace bonsai::sandbox
