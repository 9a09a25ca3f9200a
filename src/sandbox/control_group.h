// A control group of the kernel (version 1 or 2) around a sandbox, where we may make one: it bounds memory
// and the number of processes also where the supervisor's look at them comes too late, and for root, whom the
// limit of processes does not bind.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sandbox/limits.h"

namespace bonsai::sandbox {

class Group {
 public:
  // Null: none can be had here.
  static std::unique_ptr<Group> make(const Limits& limits);
  ~Group();
  Group(const Group&) = delete;

  // Puts the calling process in. Safe between fork and exec.
  void enter() const;
  // How many processes the kernel ended for want of memory.
  uint64_t killed() const;

 private:
  Group() = default;
  std::vector<std::string> folders_;  // one for each controller (version 1), or one
  std::vector<std::string> entrances_;
  std::string events_;  // file with the count of killed processes
};

}  // namespace bonsai::sandbox
