// The limits of one native run, and how the run ended.
#pragma once

#include <cstdint>
#include <string>

namespace bonsai::sandbox {

struct Limits {
  double seconds = 10;
  uint64_t memory = 2ull << 30;  // resident, of the program and all that it starts
  uint64_t output = 8ull << 20;  // bytes kept of each of stdout and stderr; more ends the program
  uint64_t file = 256ull << 20;  // largest file that it may write, and all its files together in a sandbox
  uint64_t stack = 8ull << 20;
  bool address_space = false;  // also bound what it reserves; not for sanitizers, which reserve terabytes
  // Asked several times a second; true ends the run. Null: nothing ends it but the limits.
  bool (*is_stopped)() = nullptr;
};

struct Ended {
  std::string not_started;  // why there was no process; empty if there was one
  int status = 0;           // as waitpid gives it
  bool timed_out = false;
  bool out_of_memory = false;
  bool flooded = false;  // wrote more than the limit; what is kept is the beginning
  std::string out;
  std::string err;
  // Where a watched program was when a signal was about to end it, as frames of a sanitizer's report without
  // names (report/symbolize.h): the instruction, and what looks like return addresses of its binary on the
  // stack. Empty: not known.
  std::string place;
  bool is_sent = false;  // that signal was sent by a process; the processor had nothing to complain of

  bool by_itself() const { return not_started.empty() && !timed_out && !out_of_memory && !flooded; }
  bool exited_with(int code) const;
  int signal() const;  // that ended it by itself, or 0
};

// "exit code 3", "signal 11 (Segmentation fault)", "stopped after 10 s" …
std::string words(const Ended& ended, const Limits& limits);

}  // namespace bonsai::sandbox
