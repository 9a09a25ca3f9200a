// bonsai-cc: `bonsai cc` and `bonsai c++` alone, which start quickly.
#include <fmt/format.h>

#include <exception>

#include "cli/cc.h"

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || (words[0] != "cc" && words[0] != "c++")) {
    fmt::print(stderr, "bonsai-cc: the first word must be cc or c++; see docs/cc.md\n");
    return 2;
  }
  try {
    return bonsai::cli::cc({words.begin() + 1, words.end()}, words[0] == "c++");
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bonsai cc: internal fault: {}\n", fault.what());
    return 3;
  }
}
