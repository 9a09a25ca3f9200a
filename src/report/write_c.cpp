// A test as C source: its bytes as arrays, a table of them by name, and a constructor that hands the table to
// the replay library of the program as a KTest file in memory, so that no other file is needed.
// Tested by writers_test.cpp, which compiles it.
#include <fmt/format.h>

#include "report/writers.h"

namespace bonsai::report {
namespace {

constexpr std::string_view table_text = R"c(
const struct bonsai_test_input {
  const char *name;
  unsigned long size;
  const unsigned char *bytes;
} bonsai_test_inputs[] = {
)c";

constexpr std::string_view hand_over = R"c(
/* Names a KTest file with the table in the environment, for the replay library that the program is linked with. */
static void put(FILE *file, unsigned long size, const void *bytes) {
  unsigned char length[4] = {(unsigned char)(size >> 24), (unsigned char)(size >> 16), (unsigned char)(size >> 8),
                             (unsigned char)size};
  fwrite(length, 1, 4, file);
  if (bytes) fwrite(bytes, 1, size, file);
}

__attribute__((constructor)) static void hand_over(void) {
  unsigned long i;
  char name[64];
  FILE *file = tmpfile();
  if (!file) {
    perror("the test's temporary file");
    abort();
  }
  fputs("KTEST", file);
  put(file, 3, 0); /* version */
  put(file, 0, 0); /* arguments */
  put(file, 0, 0);
  put(file, 0, 0);
  put(file, bonsai_test_input_count, 0);
  for (i = 0; i < bonsai_test_input_count; i++) {
    put(file, strlen(bonsai_test_inputs[i].name), bonsai_test_inputs[i].name);
    put(file, bonsai_test_inputs[i].size, bonsai_test_inputs[i].bytes);
  }
  fflush(file);
  snprintf(name, sizeof name, "/proc/self/fd/%d", fileno(file));
  setenv("BONSAI_TEST", name, 1);
  setenv("KTEST_FILE", name, 1);
}
)c";

// A C string literal of any bytes. Three octal digits end by themselves; "?" could begin a trigraph.
std::string literal(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?') {
      out += c;
    } else {
      out += fmt::format("\\{:03o}", uint8_t(c));
    }
  }
  return out + "\"";
}

// What may stand in a comment, on one line.
std::string remark(std::string_view text) {
  std::string out;
  for (char c : text) out += c >= ' ' && c <= '~' && c != '*' && c != '\\' && c != '?' ? c : '_';
  return out;
}

std::string array(size_t number, const Input& input) {
  std::string out = fmt::format("\n/* {}, {} bytes */\nstatic const unsigned char input_{}[] = {{",
                                remark(input.name), input.bytes.size(), number);
  // C has no empty arrays; the table knows the size.
  if (input.bytes.empty()) out += "0";
  for (size_t i = 0; i < input.bytes.size(); ++i)
    out += fmt::format("{}{:#04x},", i % 16 ? " " : "\n  ", input.bytes[i]);
  return out + "\n};\n";
}

}  // namespace

std::string write_c(const Test& test, const Invocation& invocation) {
  std::string out = fmt::format(
      "/* Test {} of {}: {}. Compile it with the program and link Bonsai's replay library:\n"
      "     cc PROGRAM.c THIS.c -lbonsai-replay */\n"
      "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
      test.id, remark(invocation.program), word(test.ending));
  for (size_t i = 0; i < test.inputs.size(); ++i) out += array(i, test.inputs[i]);
  out += table_text;
  for (size_t i = 0; i < test.inputs.size(); ++i)
    out += fmt::format("  {{{}, {}, input_{}}},\n", literal(test.inputs[i].name), test.inputs[i].bytes.size(),
                       i);
  out += "  {0, 0, 0},\n};\n";
  out += fmt::format("const unsigned long bonsai_test_input_count = {};\n", test.inputs.size());
  return out += hand_over;
}

}  // namespace bonsai::report
