// The start of the program under test: limits, rights, descriptors.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "sandbox/request.h"

namespace bonsai::sandbox {

struct Start {
  const Request& request;
  const std::vector<sock_filter>& filter;
  int binary = -1;  // descriptor of what is executed
  bool confined = true;
  std::string folder;  // for the program's files, where it is not confined
  int channel = -1;
  int out = -1, err = -1;  // where it writes
};

// Starts the program as process 1000 of the sandbox, as the model of Linux has it. Returns its number, or -1
// with `problem`.
pid_t start_program(const Start& start, std::string& problem);

}  // namespace bonsai::sandbox
