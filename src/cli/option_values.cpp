// Tested by run_options_test.cpp.
#include "cli/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/command_line.h"

namespace bonsai::cli {

using base::Options;

#define OPTION(type, member, flag, default_value, values, commands, help) \
  static_assert(is_known_column(values), "a word of " flag " is not in the table of option_values.h");
#include "base/options.def"
#undef OPTION

namespace {

constexpr double longest_duration = 1e8;  // seconds: three years; far more does not fit into nanoseconds
constexpr size_t longest_text = 1 << 20;

std::string must_be_text(const std::string& text) {
  if (text.size() > longest_text) return fmt::format("at most {} characters", longest_text);
  return text.find('\0') == text.npos ? "" : "without a NUL character";
}

}  // namespace

bool is_word_of(const std::string& list, const std::string& word, char separator) {
  std::stringstream stream(list);
  for (std::string each; std::getline(stream, each, separator);)
    if (each == word) return true;
  return false;
}

std::string must_be(const std::string&, Options::Flag) { return ""; }

std::string must_be(const std::string& values, Options::Number number) {
  int64_t low = std::stoll(values), high = INT64_MAX;
  size_t dots = values.find("..");
  if (dots + 2 < values.size()) high = std::stoll(values.substr(dots + 2));
  if (number >= low && number <= high) return "";
  return high == INT64_MAX ? fmt::format("a number of at least {}", low)
                           : fmt::format("a number from {} to {}", low, high);
}

std::string must_be(const std::string& values, Options::Size bytes) {
  std::string least = values.substr(0, values.find(".."));
  uint64_t low = 0;
  parse_size(least, low);
  return bytes >= low ? "" : fmt::format("a size such as 64M or 2G, at least {}", least);
}

std::string must_be(const std::string&, Options::Duration seconds) {
  return std::isfinite(seconds) && seconds >= 0 && seconds <= longest_duration
             ? ""
             : "a time such as 90s, 5m or 2h";
}

std::string must_be(const std::string&, const Options::Text& text) { return must_be_text(text); }

std::string must_be(const std::string& values, const Options::Choice& word) {
  return is_word_of(values, word, '|') ? "" : fmt::format("one of {}", values);
}

std::string must_be(const std::string& values, const Options::List& list) {
  bool is_enumerated = detail::is_enumerated(values);
  for (const std::string& each : list) {
    if (is_enumerated && !is_word_of(values, each, '|')) return fmt::format("some of {}", values);
    if (std::string problem = must_be_text(each); !problem.empty()) return problem;
  }
  return "";
}

}  // namespace bonsai::cli
