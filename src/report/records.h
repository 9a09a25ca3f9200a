// What a run leaves behind: tests and errors, as the run's database keeps them and the exporters read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bonsai::report {

// One symbolic object of the program and the bytes that a test gives it.
struct Input {
  std::string name;
  std::vector<uint8_t> bytes;
  friend bool operator==(const Input&, const Input&) = default;
};

// What the program saw of a file of the host on a path (--fs): an answer that a native run must find again.
struct HostFile {
  enum class Use : uint8_t {
    status,   // its status, or that there is no such file
    content,  // bytes of it
    names,    // the names in a folder
    target    // where a symbolic link leads
  };
  Use use = Use::status;
  std::string path;  // relative to the folder of --fs; "." is that folder
  friend bool operator==(const HostFile&, const HostFile&) = default;
};

struct Place {
  std::string function;
  std::string file;
  uint32_t line = 0;  // 0: unknown
  uint32_t column = 0;
  uint32_t rank = 0;  // of the innermost place: tells apart what a macro makes (ir::Location)
};

enum class Ending : uint8_t {
  exited,     // the program ended by itself
  error,      // in an error
  silent,     // an assumption was false, or the harness ended the path
  given_up,   // cut: by a bound, or because something is unknown or not supported
  unfinished  // the run stopped before the path did
};

struct Test {
  uint64_t id = 0;  // from 1, in order of finding
  Ending ending = Ending::exited;
  std::string reason;  // given_up: why
  int exit_status = 0;
  std::vector<Input> inputs;         // in the order in which the program made them
  std::vector<HostFile> host_files;  // without repetition, in the order of their first use
  std::string output;                // what the program prints on this path
  uint64_t error = 0;                // id of its Error, or 0
  uint64_t instructions = 0;
  uint64_t depth = 0;            // forks on the path
  double seconds = 0;            // since the run began
  std::vector<uint8_t> tape;     // the path's answers (state/tape.h)
  std::vector<uint32_t> points;  // covered (ir/points.h), ascending
};

// Paths that are not finished, as bytes (explore/job.h).
struct Job {
  uint64_t id = 0;      // names the bytes while the run goes on; 0: they have no name
  uint64_t states = 0;  // paths in it
  std::string bytes;
  std::string struck_out{};  // bits: leaves of `bytes` that are not among these paths any more; empty: none
};

enum class Confirmation : uint8_t {
  untried,
  confirmed,       // the native binary shows it
  not_reproduced,  // it does not; `reason` says more
  diverged,        // it went another way
  unconfirmable    // nothing native can show this kind; `reason` says why
};
std::string_view word(Confirmation confirmation);
std::string_view word(Ending ending);

struct Error {
  uint64_t id = 0;   // from 1
  std::string kind;  // as the interface spells it: "out-of-bounds"
  std::string message;
  std::vector<Place> stack;  // innermost first
  uint64_t omitted = 0;      // calls left out of a deep stack
  uint64_t count = 1;        // paths that met it; 0: the one whose input shows it is not finished
  uint64_t test = 0;         // id of the test that shows it
  Confirmation confirmed = Confirmation::untried;
  std::string reason;

  uint64_t met() const { return count ? count : 1; }
};

}  // namespace bonsai::report
