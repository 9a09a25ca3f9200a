#include "cli/output_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace bonsai::cli {
namespace {

std::string titled(const report::Test& test, const std::string& before) {
  return fmt::format("{}==> test {}: {} <==\n{}", before, test.id, report::word(test.ending), test.output);
}

}  // namespace

base::Result<void> OutputFile::append(const std::string& text) {
  std::FILE* file = std::fopen(path_.c_str(), is_begun_ ? "ab" : "wb");
  bool is_good = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file && std::fclose(file) != 0) is_good = false;
  is_begun_ = true;
  if (is_good) return {};
  return base::Error{fmt::format("{}: {}", path_, std::strerror(errno))};
}

base::Result<void> OutputFile::add(const report::Test& test) {
  if (test.ending == report::Ending::unfinished) return {};
  if (!first_ && !has_several_) {
    first_ = report::Test();
    first_->id = test.id;
    first_->ending = test.ending;
    first_->output = test.output;
    return {};
  }
  std::string text;
  if (!has_several_) text = titled(*first_, "");
  has_several_ = true;
  first_.reset();
  return append(text + titled(test, "\n"));
}

base::Result<void> OutputFile::close(bool has_others) {
  if (has_several_) return {};
  if (first_ && has_others) return append(titled(*first_, ""));
  return append(first_ ? first_->output : "");
}

}  // namespace bonsai::cli
