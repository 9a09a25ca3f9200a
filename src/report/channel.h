// Bonsai's end of the channel to a native run (runtime/replay/channel.h): shared memory without a name.
//
// What comes back was written by the program's process: it is read within bounds, once, and never trusted to
// fit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bonsai::report {

class Channel {
 public:
  // `test`: a KTest file; `answers`: of bonsai_is_symbolic, a byte each. Not good: there is no memory.
  Channel(std::string_view test, std::string_view answers, bool with_trace);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  bool is_good() const { return memory_ != nullptr; }
  int descriptor() const { return file_; }

  // After the run: the lines of the replay library, what sanitizers printed, the path (native_path.h).
  std::string verdict() const;
  std::string report() const;
  std::string trace() const;

 private:
  std::string part(uint64_t at, uint64_t bytes) const;

  int file_ = -1;
  char* memory_ = nullptr;
  uint64_t bytes_ = 0;
  uint64_t verdict_at_ = 0, report_at_ = 0, trace_at_ = 0;
};

}  // namespace bonsai::report
