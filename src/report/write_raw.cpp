#include <algorithm>
#include <cstring>

#include "report/writers.h"

namespace bonsai::report {

// Of a fuzz target, which gets a size and then bytes, the bytes that it was given.
std::string write_raw(const Test& test, const Invocation&) {
  std::string bytes;
  bool is_fuzzed = test.inputs.size() >= 2 && test.inputs[0].name == "size" &&
                   test.inputs[0].bytes.size() == 8 && test.inputs[1].name == "data";
  if (is_fuzzed) {
    uint64_t size;
    std::memcpy(&size, test.inputs[0].bytes.data(), sizeof size);
    const std::vector<uint8_t>& data = test.inputs[1].bytes;
    return {data.begin(), data.begin() + ptrdiff_t(std::min<uint64_t>(size, data.size()))};
  }
  for (const Input& input : test.inputs) bytes.append(input.bytes.begin(), input.bytes.end());
  return bytes;
}

}  // namespace bonsai::report
