// KLEE's KTest files: the arguments of the program and named objects with their bytes, numbers big-endian.
// write_ktest() of writers.h writes them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/records.h"

namespace bonsai::report {

struct KTest {
  std::vector<std::string> arguments;  // the program's name first
  uint32_t symbolic_arguments = 0;     // of KLEE's POSIX runtime
  uint32_t symbolic_argument_length = 0;
  std::vector<Input> objects;
};

std::string to_bytes(const KTest& test);

// Versions 1 to 3. The error says what is wrong with the bytes, without the file's name.
base::Result<KTest> read_ktest(std::span<const uint8_t> bytes);

}  // namespace bonsai::report
