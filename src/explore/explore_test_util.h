// What tests of exploring share.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include "explore/explorer.h"
#include "load/load.h"

namespace bonsai::explore {

inline load::Loaded compile(const std::string& source, int optimisation = 0) {
  std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("bonsai_explore_test_" + std::to_string(getpid()) + ".c");
  std::ofstream(file) << source;
  load::Options options;
  options.inputs = {file.string()};
  options.optimisation = optimisation;
  base::Result<load::Loaded> loaded = load::load(options);
  std::filesystem::remove(file);
  if (!loaded) throw std::runtime_error(loaded.error().message + loaded.error().detail);
  return std::move(*loaded);
}

struct Collector : Listener {
  bool test(const report::Test& test) override {
    tests.push_back(test);
    return true;
  }
  bool error(const report::Error& error) override {
    if (error.id > errors.size()) errors.resize(error.id);
    errors[error.id - 1] = error;
    return true;
  }
  std::set<std::vector<uint8_t>> tapes_as_inputs() const {
    std::set<std::vector<uint8_t>> all;
    for (const report::Test& test : tests) all.insert(test.tape);
    return all;
  }
  std::vector<report::Test> tests;
  std::vector<report::Error> errors;
};

inline constexpr const char* matcher = R"(
#include <klee/klee.h>
static int match(const char *p, const char *t) {
  for (; *p; p++) {
    if (*p == '*') {
      do if (match(p + 1, t)) return 1; while (*t++);
      return 0;
    }
    if (!*t || (*p != '?' && *p != *t)) return 0;
    t++;
  }
  return !*t;
}
int main(void) {
  char pattern[5];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  pattern[4] = 0;
  return match(pattern, "abc");
})";

}  // namespace bonsai::explore
