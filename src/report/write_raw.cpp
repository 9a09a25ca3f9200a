#include "report/writers.h"

namespace bonsai::report {

std::string write_raw(const Test& test, const Invocation&) {
  std::string bytes;
  for (const Input& input : test.inputs) bytes.append(input.bytes.begin(), input.bytes.end());
  return bytes;
}

}  // namespace bonsai::report
