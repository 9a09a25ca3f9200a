// What a native program is told otherwise than the kernel would, so that it does as in the model of Linux.
//
// The clock (runtime/linux/time.c): 2025-01-01 at first, a millisecond later at each reading, and later by
// each sleep, which takes no time. So a program that prints the time of day prints the predicted one.
//
// Directories of the root user (world.h), such as "/": rights, owner and times of what belongs to somebody
// else cannot be changed.
//
// It also notes where the program is when a signal is about to end it.
//
// The binary is not changed: the supervisor traces it, hides the kernel's shared library (vDSO), so that
// reading the clock is a system call, and answers those calls. The times of files that the program makes stay
// the kernel's.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/request.h"

namespace bonsai::sandbox {

class Tracer {
 public:
  Tracer() = default;
  // `directory`: the current one at the start, to which directories of the root user lead.
  Tracer(pid_t program, const Request& request) : program_(program), request_(&request) {}

  // Called by the tracer for each stop of a process (a status of waitpid for which WIFSTOPPED holds); lets
  // the process go on.
  void stopped(pid_t who, int status);

  // What the last fatal signal of the program was about, where the request wants to know (Ended).
  const std::string& place() const { return place_; }
  bool is_sent() const { return is_sent_; }

 private:
  struct Call;
  void note_signal(pid_t who, int signal);
  void answer(pid_t who);
  bool answered(pid_t who, Call& call);
  bool clock_gettime(pid_t who, const Call& call);
  bool gettimeofday(pid_t who, const Call& call);
  bool sleep(pid_t who, uint64_t clock, uint64_t flags, uint64_t request);
  bool is_of_root(pid_t who, int directory, uint64_t path, bool follow);
  void find_directories_of_root(int root);

  pid_t program_ = -1;
  const Request* request_ = nullptr;
  std::vector<std::pair<uint64_t, uint64_t>> of_root_;  // device and inode
  bool started_ = false;
  int64_t passed_ = 0;  // nanoseconds
  std::string place_;
  bool is_sent_ = false;
};

// Makes the caller, who is about to execute a program, traced by its parent; with `as_model`, its clock calls
// stop it. False: this is not allowed here, and the real clock stays. Safe between fork and exec.
bool let_be_traced(bool as_model);

}  // namespace bonsai::sandbox
