// The file of --program-output: what the program writes to its standard output, on each path that ended and
// whose test is kept.
//
// Of one path it is that and nothing else. Of several, each has a line before it that names its test:
// "==> test 2: exited <==".
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "report/records.h"

namespace bonsai::cli {

class OutputFile {
 public:
  explicit OutputFile(std::string path) : path_(std::move(path)) {}
  base::Result<void> add(const report::Test& test);
  // Writes what is left. Without any test the file is empty. `has_others`: paths ended whose tests were not
  // kept.
  base::Result<void> close(bool has_others);

 private:
  base::Result<void> append(const std::string& text);

  std::string path_;
  std::optional<report::Test> first_;  // as long as it is the only one
  bool has_several_ = false;
  bool is_begun_ = false;
};

}  // namespace bonsai::cli
