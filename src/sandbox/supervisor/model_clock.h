// The clock of the model of Linux (runtime/linux/time.c) for a native program, so that one that prints the
// time of day prints the predicted one: 2025-01-01 at first, a millisecond later at each reading, and later
// by each sleep, which takes no time.
//
// The binary is not changed: the supervisor traces it, hides the kernel's shared library (vDSO), so that
// reading the clock is a system call, and answers those calls. The times of files that the program makes stay
// the kernel's.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace bonsai::sandbox {

class ModelClock {
 public:
  explicit ModelClock(pid_t program) : program_(program) {}

  // Called by the tracer for each stop of a process (a status of waitpid for which WIFSTOPPED holds); lets
  // the process go on.
  void stopped(pid_t who, int status);

 private:
  struct Call;
  void answer(pid_t who);
  bool answered(pid_t who, Call& call);
  bool clock_gettime(pid_t who, const Call& call);
  bool gettimeofday(pid_t who, const Call& call);
  bool sleep(pid_t who, uint64_t clock, uint64_t flags, uint64_t request);

  pid_t program_;
  bool started_ = false;
  int64_t passed_ = 0;  // nanoseconds
};

// Makes the caller, who is about to execute a program, traced by its parent and its clock calls stop it.
// False: this is not allowed here, and the real clock stays. Safe between fork and exec.
bool let_clock_be_kept();

}  // namespace bonsai::sandbox
