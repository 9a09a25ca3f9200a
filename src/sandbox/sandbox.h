// Native runs of one binary, confined: nothing that the program does reaches the host.
//
// Idea: bubblewrap (launch.h) starts a supervisor of ours as the first process of a sandbox; it runs the
// binary as often as it is asked to, each time in a file system of its own, and kills all that a run leaves
// behind. So a run costs about as much as it would outside, and the sandbox is made once.
//
// Threads: any number may call run; the runs come one after the other.
#pragma once

#include <sys/types.h>

#include <memory>
#include <mutex>
#include <string>

#include "sandbox/request.h"

namespace bonsai::sandbox {

class Group;
struct Availability;

struct Config {
  std::string binary;
  // Run on the host itself, unconfined; `folder`: where the programs' files go then.
  bool is_unconfined = false;
  std::string folder{};
};

class Sandbox {
 public:
  explicit Sandbox(Config config);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  // Runs the binary once. The first run starts the sandbox; where none can be had, the result is not started
  // and says how to get one.
  Ended run(const Request& request);

 private:
  bool is_running() const { return process_ > 0; }
  std::string start(const Limits& limits);
  std::string start_once(const Limits& limits, bool as_ourselves);
  void stop();
  friend const Availability& availability();

  Config config_;
  std::mutex mutex_;
  pid_t process_ = -1;
  bool as_ourselves_ = false;
  int socket_ = -1;
  std::unique_ptr<Group> group_;
};

// Whether programs can be run in a sandbox here; found out once, by running one.
struct Availability {
  std::string why_not;        // and what to do; empty: they can
  bool as_ourselves = false;  // and not as nobody (launch.h)
};
const Availability& availability();

}  // namespace bonsai::sandbox
