// Runs a child process within limits: a compiler, or a program under test that may loop, flood or eat memory.
//
// The child leads a process group of its own, which is killed as a whole; it has no core dumps, the
// standard input and only the environment that it is given. Any number of threads may run processes at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bonsai::report {

struct Limits {
  double seconds = 10;
  uint64_t memory = 2ull << 30;  // resident, of the child itself
  uint64_t output = 8ull << 20;  // bytes kept of each of stdout and stderr; more ends the child
  uint64_t file = 256ull << 20;  // largest file that it may write
  uint64_t stack = 8ull << 20;
  bool address_space = false;  // also bound what it reserves; not for sanitizers, which reserve terabytes
};

struct Command {
  std::vector<std::string> words;        // words[0]: path of the binary
  std::string directory;                 // to run in; empty: ours
  std::vector<std::string> environment;  // NAME=value, and nothing else
  Limits limits;
  std::string name{};        // argv[0], if it is another
  std::string input{};       // file for standard input; empty: nothing to read
  uint32_t user = 0;         // to become, with a group of that number; 0: as we are
  bool model_clock = false;  // of the model of Linux, in place of the real one (model_clock.h)
};

struct Ended {
  std::string not_started;  // why there was no process; empty if there was one
  int status = 0;           // as waitpid gives it
  bool timed_out = false;
  bool out_of_memory = false;
  bool flooded = false;  // wrote more than the limit; what is kept is the beginning
  std::string out;
  std::string err;

  bool by_itself() const { return not_started.empty() && !timed_out && !out_of_memory && !flooded; }
  bool exited_with(int code) const;
  int signal() const;  // that ended it by itself, or 0
};

// "exit code 3", "signal 11 (Segmentation fault)", "stopped after 10 s" …
std::string words(const Ended& ended, const Limits& limits);

Ended run_process(const Command& command);

// Our own environment, for compilers.
std::vector<std::string> own_environment();

}  // namespace bonsai::report
