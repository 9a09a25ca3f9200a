// The child process and its flags. Tested by compile_test.cpp.
#include "load/clang.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

extern char** environ;

namespace bonsai::load {

namespace {

// Behind the user's flags, so that flags copied from a build (-O2, -g0, -Werror, -flto) do not change what we
// load.
constexpr const char* forced_flags[] = {
    "-O0",  // each operation where the source has it: the checks stand before it
    "-Xclang",
    "-disable-O0-optnone",              // and yet our own passes may run
    "-g",                               // locations, types, variables
    "-fno-lto",                         // one plain module per file
    "-fno-discard-value-names",         // readable IR
    "-fno-stack-protector",             // the machine checks its stack itself
    "-U_FORTIFY_SOURCE",                // and its buffers
    "-fno-delete-null-pointer-checks",  // null is an address like any other; its use is our error, not LLVM's
                                        // guess
    "-ffp-contract=off",                // a * b + c rounds twice, as in native code for x86-64
    "-fno-color-diagnostics",
    "-w",  // a run is no lint
    "-c",
    "-emit-llvm",
    "-o",
    "-",
};

class Pipe {
 public:
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) == 0) read_ = ends[0], write_ = ends[1];
  }
  Pipe(const Pipe&) = delete;
  ~Pipe() {
    close_read();
    close_write();
  }
  bool ok() const { return read_ >= 0; }
  int read_end() const { return read_; }
  int write_end() const { return write_; }
  void close_read() { close_one(read_); }
  void close_write() { close_one(write_); }

 private:
  static void close_one(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  int read_ = -1;
  int write_ = -1;
};

// Reads both pipes until both are closed; the child blocks on neither.
void drain(Pipe& first, std::string& first_text, Pipe& second, std::string& second_text) {
  std::array<Pipe*, 2> pipes{&first, &second};
  std::array<std::string*, 2> texts{&first_text, &second_text};
  std::array<char, 65536> buffer;
  while (first.ok() || second.ok()) {
    std::array<pollfd, 2> wait{};
    for (int i = 0; i < 2; ++i)
      wait[i] = {pipes[i]->read_end(), POLLIN, 0};  // poll ignores a closed one (-1)
    if (poll(wait.data(), wait.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    for (int i = 0; i < 2; ++i) {
      if (!wait[i].revents) continue;
      ssize_t got = read(pipes[i]->read_end(), buffer.data(), buffer.size());
      if (got > 0) {
        texts[i]->append(buffer.data(), size_t(got));
      } else if (got == 0 || errno != EINTR) {
        pipes[i]->close_read();
      }
    }
  }
}

}  // namespace

const std::vector<std::string>& bitcode_flags() {
  static const std::vector<std::string> flags(std::begin(forced_flags), std::end(forced_flags));
  return flags;
}

std::string find_clang() {
  const char* path = std::getenv("PATH");
  std::string directories = path ? path : "";
  directories += ":/usr/lib/llvm-19/bin";
  for (size_t at = 0; at <= directories.size();) {
    size_t end = std::min(directories.find(':', at), directories.size());
    std::string directory = directories.substr(at, end - at);
    std::string candidate = (directory.empty() ? "." : directory) + "/clang-19";
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    at = end + 1;
  }
  return {};
}

std::vector<std::string> kernel_header_flags(const std::vector<std::string>& flags) {
  if (std::find(flags.begin(), flags.end(), "-m32") == flags.end()) return {};
  return {"-idirafter", "/usr/include/x86_64-linux-gnu"};
}

std::string plain_name(const std::string& file) {
  return (file.starts_with('-') && file != "-") || file.starts_with('@') ? "./" + file : file;
}

std::vector<std::string> clang_command(const std::string& clang, const std::string& source,
                                       const std::vector<std::string>& flags,
                                       const std::vector<std::string>& more) {
  std::vector<std::string> command{clang};
  command.insert(command.end(), flags.begin(), flags.end());
  for (std::string& flag : kernel_header_flags(flags)) command.push_back(std::move(flag));
  command.insert(command.end(), bitcode_flags().begin(), bitcode_flags().end());
  command.insert(command.end(), more.begin(), more.end());
  command.push_back(plain_name(source));
  return command;
}

ClangOutput run_clang(const std::string& clang, const std::string& source,
                      const std::vector<std::string>& flags, int input,
                      const std::vector<std::string>& more) {
  ClangOutput output;
  Pipe bitcode, diagnostics;
  if (!bitcode.ok() || !diagnostics.ok()) {
    output.diagnostics = std::string("no pipe: ") + std::strerror(errno);
    return output;
  }
  std::vector<std::string> command = clang_command(clang, source, flags, more);
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, bitcode.write_end(), 1);
  posix_spawn_file_actions_adddup2(&actions, diagnostics.write_end(), 2);
  if (input >= 0) {
    posix_spawn_file_actions_adddup2(&actions, input, 0);
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  }
  pid_t child = 0;
  int failure = posix_spawn(&child, clang.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure) {
    output.diagnostics = clang + ": " + std::strerror(failure);
    return output;
  }
  output.started = true;
  bitcode.close_write();
  diagnostics.close_write();
  drain(bitcode, output.bitcode, diagnostics, output.diagnostics);
  while (waitpid(child, &output.status, 0) < 0 && errno == EINTR) {
  }
  return output;
}

}  // namespace bonsai::load
