// A test for people, in the words of KLEE's ktest-tool, with how the path ended above.
#include <fmt/format.h>

#include "report/writers.h"

namespace bonsai::report {
namespace {

bool is_plain(uint8_t byte) { return byte >= ' ' && byte <= '~'; }

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (is_plain(uint8_t(c)) && c != '\'' && c != '\\') {
      out += c;
    } else {
      out += fmt::format("\\x{:02x}", uint8_t(c));
    }
  }
  return out + "'";
}

std::string hex(const std::vector<uint8_t>& bytes) {
  std::string out = "0x";
  for (uint8_t byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

std::string numbers(size_t number, const std::vector<uint8_t>& bytes) {
  size_t size = bytes.size();
  if (size != 1 && size != 2 && size != 4 && size != 8) return "";
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | bytes[i];
  int64_t extended = int64_t(value << (64 - 8 * size)) >> (64 - 8 * size);
  return fmt::format("object {0}: int : {1}\nobject {0}: uint: {2}\n", number, extended, value);
}

std::string dots(const std::vector<uint8_t>& bytes) {
  std::string out;
  for (uint8_t byte : bytes) out += is_plain(byte) ? char(byte) : '.';
  return out;
}

}  // namespace

std::string write_text(const Test& test, const Invocation& invocation) {
  std::string out = fmt::format("test       : {}\nending     : {}", test.id, word(test.ending));
  if (test.ending == Ending::exited) out += fmt::format(" with status {}", test.exit_status);
  if (test.error) out += fmt::format(" {}", test.error);
  if (!test.reason.empty()) out += fmt::format(": {}", quoted(test.reason));
  out += fmt::format("\nargs       : [{}", quoted(invocation.program));
  for (const std::string& argument : invocation.arguments) out += ", " + quoted(argument);
  out += fmt::format("]\nnum objects: {}\n", test.inputs.size());
  for (size_t i = 0; i < test.inputs.size(); ++i) {
    const Input& input = test.inputs[i];
    out += fmt::format("object {0}: name: {1}\nobject {0}: size: {2}\nobject {0}: hex : {3}\n", i,
                       quoted(input.name), input.bytes.size(), hex(input.bytes));
    out += numbers(i, input.bytes);
    out += fmt::format("object {}: text: {}\n", i, dots(input.bytes));
  }
  if (!test.output.empty()) out += fmt::format("output     : {}\n", quoted(test.output));
  return out;
}

}  // namespace bonsai::report
