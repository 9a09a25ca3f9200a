#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// SolverProcess: a child process that reads commands and writes replies.
//
// Idea: one socket pair is the child's standard input and output, so that writing to a dead child is an error
// value (MSG_NOSIGNAL) and no signal handler of the host program is touched. Everything has a deadline; while
// a long command is being sent, replies are taken in, so that neither side waits for the other for ever.
//
// The child is the leader of a process group of its own, is killed when the thread that started it ends, has
// a limited address space, and inherits no other descriptor. Its standard error is discarded. It is always
// reaped.
//
// Threads: one.

namespace bonsai::solve {

// Splits a command line at blanks; '...' and "..." group.
std::vector<std::string> split_command(std::string_view command);

class SolverProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = Clock::time_point;

  SolverProcess() = default;
  ~SolverProcess() { kill(); }
  SolverProcess(const SolverProcess&) = delete;
  SolverProcess& operator=(const SolverProcess&) = delete;

  // Starts the program, after killing the present child. The error, if any, is one line.
  std::optional<std::string> start(const std::vector<std::string>& arguments, uint64_t memory_limit);
  bool is_running() const { return pid_ > 0; }
  pid_t pid() const { return pid_; }

  enum class Status : uint8_t { done, timeout, ended };
  // While it is true, what takes time is over as at its deadline.
  void set_interrupt(const std::atomic<bool>* interrupt) { interrupt_ = interrupt; }
  // Sends all of `text`.
  Status send(std::string_view text, Deadline deadline);
  // Reads up to and including a line that is `marker`, with or without double quotes, and gives what came
  // before it.
  Status receive(std::string_view marker, std::string& reply, Deadline deadline);

  // Kills and reaps the child, if any.
  void kill();

 private:
  Status wait(short events, Deadline deadline, short& ready);
  bool read_some();

  pid_t pid_ = -1;
  int socket_ = -1;
  bool ended_ = false;
  std::string input_;  // received, not yet given out
  size_t searched_ = 0;
  const std::atomic<bool>* interrupt_ = nullptr;
};

}  // namespace bonsai::solve
