// Tested by target_lists_test.cpp.
#include "cli/target_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace bonsai::cli {
namespace {

// Calls f for each line, without its end.
template <typename F>
void for_each_line(std::string_view text, F&& f) {
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    f(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

// The number that the text begins with, which is taken from it.
std::optional<uint32_t> take_number(std::string_view& text) {
  uint32_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(size_t(end - text.data()));
  return number;
}

void add(std::vector<NamedLine>& to, NamedLine line) {
  bool is_known = std::any_of(to.begin(), to.end(), [&](const NamedLine& each) {
    return each.file == line.file && each.line == line.line;
  });
  if (!is_known) to.push_back(std::move(line));
}

// Reads hunk by hunk: how many lines of each side are left says what belongs to it.
class PatchReader {
 public:
  void read(std::string_view line) {
    if (old_left_ || new_left_)
      read_change(line);
    else if (line.starts_with("+++ "))
      read_name(line.substr(4));
    else if (line.starts_with("@@ "))
      read_hunk(line);
  }
  std::vector<NamedLine> found;
  std::string problem;

 private:
  void read_name(std::string_view name) {
    name = name.substr(0, name.find('\t'));
    if (name.starts_with("b/")) name.remove_prefix(2);
    file_ = name;
  }
  void read_hunk(std::string_view line) {
    std::string_view rest = line.substr(3);
    auto side = [&](char sign, uint32_t& first, uint32_t& count) {
      if (rest.empty() || rest.front() != sign) return false;
      rest.remove_prefix(1);
      std::optional<uint32_t> number = take_number(rest);
      first = number.value_or(0);
      count = 1;
      if (rest.starts_with(",")) {
        rest.remove_prefix(1);
        count = take_number(rest).value_or(0);
      }
      if (rest.starts_with(" ")) rest.remove_prefix(1);
      return number.has_value();
    };
    uint32_t old_first = 0;
    bool is_good = side('-', old_first, old_left_) && side('+', line_, new_left_);
    if (!is_good && problem.empty()) problem = fmt::format("no hunk of a patch: {}", line);
    if (!is_good) old_left_ = new_left_ = 0;
    // A hunk without lines on this side names the line before.
    if (new_left_ == 0) ++line_;
    removed_ = false;
  }
  void read_change(std::string_view line) {
    char sign = line.empty() ? ' ' : line.front();
    if (sign == '\\') return;  // no newline at the end of the file
    if (sign == '-') {
      old_left_ -= old_left_ > 0;
      removed_ = true;
    } else if (sign == '+') {
      add(found, {file_, line_++, std::string(line.substr(1))});
      new_left_ -= new_left_ > 0;
      removed_ = false;
    } else {
      if (removed_) add(found, {file_, line_, "behind lines that are gone"});
      ++line_;
      old_left_ -= old_left_ > 0;
      new_left_ -= new_left_ > 0;
      removed_ = false;
    }
    if (!old_left_ && !new_left_ && removed_) add(found, {file_, line_, "behind lines that are gone"});
  }

  std::string file_;
  uint32_t line_ = 0, old_left_ = 0, new_left_ = 0;
  bool removed_ = false;
};

std::optional<NamedLine> read_warning(std::string_view line) {
  for (size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    std::string_view rest = line.substr(colon + 1);
    std::optional<uint32_t> number = take_number(rest);
    if (!number || *number == 0 || colon == 0 || !rest.starts_with(":")) continue;
    rest.remove_prefix(1);
    std::string_view behind = rest;
    if (take_number(behind) && behind.starts_with(":")) rest = behind.substr(1);
    while (rest.starts_with(" ")) rest.remove_prefix(1);
    if (rest.empty() || rest.starts_with("note:")) return std::nullopt;
    return NamedLine{std::string(line.substr(0, colon)), *number, std::string(rest)};
  }
  return std::nullopt;
}

std::string without_scheme(std::string uri) {
  constexpr std::string_view scheme = "file://";
  return uri.starts_with(scheme) ? uri.substr(scheme.size()) : uri;
}

base::Result<std::vector<NamedLine>> read_sarif(const std::string& text) {
  std::vector<NamedLine> found;
  try {
    nlohmann::json all = nlohmann::json::parse(text);
    for (const nlohmann::json& run : all.at("runs"))
      for (const nlohmann::json& result : run.value("results", nlohmann::json::array()))
        for (const nlohmann::json& each : result.value("locations", nlohmann::json::array())) {
          if (!each.contains("physicalLocation")) continue;
          const nlohmann::json& place = each.at("physicalLocation");
          if (!place.contains("region") || !place.at("region").contains("startLine")) continue;
          std::string message = result.contains("message") ? result.at("message").value("text", "") : "";
          std::string file = place.at("artifactLocation").at("uri");
          add(found, {without_scheme(file), place.at("region").at("startLine"), message});
        }
  } catch (const nlohmann::json::exception& fault) {
    return base::Error{fmt::format("is no SARIF: {}", fault.what())};
  }
  return found;
}

}  // namespace

base::Result<std::vector<NamedLine>> lines_of_patch(const std::string& text) {
  PatchReader reader;
  for_each_line(text, [&](std::string_view line) { reader.read(line); });
  if (!reader.problem.empty()) return base::Error{reader.problem};
  if (reader.found.empty()) return base::Error{"has no changed lines; it must be a unified diff"};
  return reader.found;
}

base::Result<std::vector<NamedLine>> lines_of_report(const std::string& text) {
  size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '{') return read_sarif(text);
  std::vector<NamedLine> found;
  for_each_line(text, [&](std::string_view line) {
    if (std::optional<NamedLine> warning = read_warning(line)) add(found, std::move(*warning));
  });
  if (found.empty()) return base::Error{"names no lines; it must have lines FILE:LINE: MESSAGE, or be SARIF"};
  return found;
}

}  // namespace bonsai::cli
