// What a whole program got from outside on one path, so that a native run can be given the same: from the
// words of the set-up (runtime/linux/setup.h) and the inputs of a test, which the model of Linux made in the
// order of the words.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "report/records.h"

namespace bonsai::report {

struct Outside {
  std::vector<std::string> arguments;                      // argv[1] …
  std::vector<std::string> environment;                    // NAME=value
  std::vector<std::pair<std::string, std::string>> files;  // name and content
  std::string standard_input;                              // content
  std::string standard_input_file;                         // or a file of the host
  std::string folder;                                      // of the host, to be seen by the program; or empty
  std::vector<Input> rest;                                 // inputs that the program itself asks for
  std::string free_value;     // what is symbolic that no native run can be given: "clock", "pid"…
  bool has_failures = false;  // a system call or an allocation was made to fail, which natively none does
};

Outside outside_of(std::span<const std::string> setup, std::span<const Input> inputs);

// As KLEE's tools spell it: the words behind the program's name.
std::vector<std::string> klee_words(std::span<const std::string> setup);

}  // namespace bonsai::report
