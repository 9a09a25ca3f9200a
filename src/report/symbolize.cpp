// Tested by confirm_test.cpp and sanitizer_report_test.cpp.
#include "report/symbolize.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <vector>

#include "report/process.h"
#include "report/tools.h"

namespace bonsai::report {
namespace {

constexpr size_t most_addresses = 4096;
constexpr std::string_view frame_mark = "    #";

struct Frame {
  std::string_view number, module, offset;
};

std::optional<Frame> frame_of(std::string_view line) {
  if (!line.starts_with(frame_mark)) return std::nullopt;
  std::string_view fields[4];
  for (std::string_view& field : fields) {
    size_t tab = std::min(line.find('\t'), line.size());
    field = line.substr(0, tab);
    line.remove_prefix(std::min(tab + 1, line.size()));
  }
  return Frame{fields[0], fields[2], fields[3]};
}

bool is_offset(std::string_view text) {
  return text.starts_with("0x") && text.size() > 2 && text.size() <= 18 &&
         text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

// A module that is no library of the system is the program: it is alone in its sandbox.
bool is_of_program(const Frame& frame) {
  return is_offset(frame.offset) && frame.module.find(".so") == std::string_view::npos;
}

template <typename F>
void for_each_line(std::string_view text, F f) {
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    f(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// "function<tab>file<tab>line" for each function at each address.
std::map<std::string, std::vector<std::string>, std::less<>> places(const std::vector<std::string>& offsets,
                                                                    const std::string& binary) {
  std::map<std::string, std::vector<std::string>, std::less<>> result;
  Command command;
  command.words = {find_llvm_tool("llvm-symbolizer"), "--obj=" + binary, "--output-style=LLVM", "--inlines",
                   "--demangle"};
  if (command.words[0].empty() || offsets.empty()) return result;
  command.words.insert(command.words.end(), offsets.begin(), offsets.end());
  command.limits.seconds = 60;
  Ended ended = run_process(command);
  size_t at = 0;
  std::string function;
  // Two lines for each function, an empty one behind each address.
  for_each_line(ended.out, [&](std::string_view line) {
    if (at >= offsets.size()) return;
    if (line.empty()) {
      ++at;
    } else if (function.empty()) {
      function = line;
    } else {
      std::string_view file = line.substr(0, line.rfind(':'));  // without the column
      size_t colon = file.rfind(':');
      std::string_view number = colon == std::string_view::npos ? "0" : file.substr(colon + 1);
      if (colon != std::string_view::npos) file = file.substr(0, colon);
      result[offsets[at]].push_back(fmt::format("{}\t{}\t{}", function, file, number));
      function.clear();
    }
  });
  return result;
}

}  // namespace

std::string symbolize(std::string_view report, const std::string& binary) {
  std::map<std::string, bool, std::less<>> seen;
  std::vector<std::string> offsets;
  for_each_line(report, [&](std::string_view line) {
    std::optional<Frame> frame = frame_of(line);
    if (frame && is_of_program(*frame) && offsets.size() < most_addresses &&
        seen.emplace(frame->offset, true).second)
      offsets.emplace_back(frame->offset);
  });
  auto found = places(offsets, binary);
  std::string text;
  for_each_line(report, [&](std::string_view line) {
    std::optional<Frame> frame = frame_of(line);
    if (!frame) {
      text.append(line) += '\n';
      return;
    }
    auto place = is_of_program(*frame) ? found.find(frame->offset) : found.end();
    if (place == found.end()) text += fmt::format("{}\t\t\t0\n", frame->number);
    if (place != found.end())
      for (const std::string& each : place->second) text += fmt::format("{}\t{}\n", frame->number, each);
  });
  return text;
}

}  // namespace bonsai::report
