#include "report/writers.h"

#include <fmt/format.h>

namespace bonsai::report {
namespace {

constexpr TestWriter table[] = {
    {"ktest", ".ktest", "KLEE's test files, for ktest-tool and replay libraries", write_ktest},
    {"raw", ".bin", "the bytes of all inputs one after the other, for corpora of fuzzers", write_raw},
    {"c", ".c", "C source that gives the program its input when linked with it", write_c},
    {"text", ".txt", "for people", write_text},
};

}  // namespace

std::span<const TestWriter> test_writers() { return table; }

const TestWriter* find_test_writer(std::string_view name) {
  for (const TestWriter& writer : table)
    if (writer.name == name) return &writer;
  return nullptr;
}

std::string file_name(const TestWriter& writer, uint64_t test) {
  return fmt::format("test{:06}{}", test, writer.extension);
}

}  // namespace bonsai::report
