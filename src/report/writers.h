// Test writers: one test as the content of a file in some format.
//
// To add one: a function in write_NAME.cpp, declared here, one row of the table in writers.cpp, one test.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/records.h"

namespace bonsai::report {

// The program as it was started.
struct Invocation {
  std::string program;
  std::vector<std::string> arguments;
};

struct TestWriter {
  std::string_view name;       // of --format
  std::string_view extension;  // of the files
  std::string_view help;
  std::string (*write)(const Test& test, const Invocation& invocation);
};

std::span<const TestWriter> test_writers();
const TestWriter* find_test_writer(std::string_view name);  // nullptr: there is none

// "test000042.ktest"
std::string file_name(const TestWriter& writer, uint64_t test);

std::string write_ktest(const Test& test, const Invocation& invocation);
std::string write_raw(const Test& test, const Invocation& invocation);
std::string write_c(const Test& test, const Invocation& invocation);
std::string write_text(const Test& test, const Invocation& invocation);

}  // namespace bonsai::report
