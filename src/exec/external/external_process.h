// The helper process that makes native calls (helper/main.cpp), as seen from the machine that asks.
//
// It is started at the first call. Calls know nothing of each other: the helper makes each in a fork of its
// own, and ends those that crash or take too long. Should the helper itself be silent for longer, or say what
// is no reply, it is killed, and the next call starts another. The helper is the leader of a process group of
// its own, is killed when the thread that started it ends, and inherits no descriptor but its end of one
// socket, and no environment. It runs in a sandbox (sandbox/launch.h).
//
// Threads: one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exec/external/protocol.h"

namespace bonsai::exec::external {

struct Request {
  std::string name;
  std::vector<Argument> arguments;
  uint32_t fixed = 0;  // of them not variadic
  bool variadic = false;
  Type result = Type::none;
  std::vector<Region> regions;  // ascending, disjoint
  std::string content;          // their bytes, one after the other
};

// What a call did. `payload` is as protocol.h says; use the functions below.
struct Reply {
  Status status = Status::broken;
  std::string payload;

  // As bytes for the tape, and back. Nothing: they are no reply.
  std::string encoded() const { return char(status) + payload; }
  static std::optional<Reply> decode(std::string_view bytes);

  // REQUIRES: status returned. `changes`: address and new bytes, within the payload. False: it is malformed.
  struct Change {
    uint64_t address = 0;
    std::string_view bytes;
  };
  bool read_returned(std::string_view& result, std::vector<Change>& changes) const;
  bool read_fault(Fault& fault) const;
  bool read_number(uint64_t& number) const;
};

class Process {
 public:
  // `is_unconfined`: outside of the sandbox (--unsafe-native).
  Process(std::string program, double seconds, bool is_unconfined = false)
      : program_(std::move(program)), seconds_(seconds), is_unconfined_(is_unconfined) {}
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Reply call(const Request& request);
  bool is_running() const { return pid_ > 0; }
  double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  enum class Moved : uint8_t { all, late, ended };

  bool start(std::string& trouble);
  void start_confined(int socket, int null, std::string& trouble);
  void start_unconfined(int socket, int null, std::string& trouble);
  void kill();
  Reply call_once(const Request& request);
  Reply stop(Status status, std::string words = {});
  Moved send(std::string_view bytes, Clock::time_point deadline);
  Moved receive(void* to, size_t bytes, Clock::time_point deadline);
  bool wait(short events, Clock::time_point deadline);

  std::string program_;
  double seconds_;
  bool is_unconfined_;
  pid_t pid_ = -1;
  int socket_ = -1;
};

}  // namespace bonsai::exec::external
