// A reader by lines: a header begins a finding, the frames up to the next other line are its stack. Tested by
// sanitizer_report_test.cpp.
#include "report/sanitizer_report.h"

#include <fmt/format.h>

#include <charconv>

namespace bonsai::report {
namespace {

using Tool = Finding::Tool;

uint32_t number(std::string_view text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find_first_of(" \t")); }

class Reader {
 public:
  std::vector<Finding> read(std::string_view text) {
    while (!text.empty()) {
      size_t end = std::min(text.find('\n'), text.size());
      line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(findings_);
  }

  std::vector<Place> read_stack(std::string_view text) {
    begin(Tool::address, "");
    return read(text).front().stack;
  }

 private:
  void line(std::string_view text) {
    if (text.find("\t") != std::string_view::npos && text.starts_with("    #")) return frame(text);
    if (in_stack_) open_ = false;  // what follows is a second stack: where it was allocated, where freed
    in_stack_ = false;
    if (after(text, "ERROR: AddressSanitizer: ")) return begin(Tool::address, first_word(rest_));
    if (after(text, "WARNING: MemorySanitizer: ") || after(text, "ERROR: MemorySanitizer: "))
      return begin(Tool::memory, first_word(rest_));
    if (text.starts_with("Direct leak of") || text.starts_with("Indirect leak of"))
      return begin(Tool::leak, "leak");
    if (after(text, ": runtime error: ")) return undefined(text);
    if (after(text, "SUMMARY: AddressSanitizer: ")) return summary();
    if (open_ && (text.find("PC is at a non-executable region") != std::string_view::npos ||
                  text.find("pc points to the zero page") != std::string_view::npos))
      findings_.back().wild_jump = true;
  }

  bool after(std::string_view text, std::string_view mark) {
    size_t at = text.find(mark);
    if (at == std::string_view::npos) return false;
    rest_ = text.substr(at + mark.size());
    before_ = text.substr(0, at);
    return true;
  }

  void begin(Tool tool, std::string_view what) {
    findings_.push_back({tool, std::string(what), {}, false});
    open_ = true;
  }

  // "file:line:column: runtime error: text"
  void undefined(std::string_view) {
    begin(Tool::undefined, rest_);
    Place place;
    for (int i = 0; i < 2; ++i) {
      size_t colon = before_.rfind(':');
      if (colon == std::string_view::npos) return;
      place.column = place.line;
      place.line = number(before_.substr(colon + 1));
      before_ = before_.substr(0, colon);
    }
    place.file = before_;
    findings_.back().stack.push_back(std::move(place));
  }

  // Its word is the clearer one: "attempting double-free on …" is "double-free" there.
  void summary() {
    for (auto it = findings_.rbegin(); it != findings_.rend(); ++it) {
      if (it->tool != Tool::address) continue;
      it->what = first_word(rest_);
      return;
    }
  }

  void frame(std::string_view text) {
    in_stack_ = true;
    if (!open_) return;
    Place place;
    std::string_view fields[4];
    for (std::string_view& field : fields) {
      size_t tab = std::min(text.find('\t'), text.size());
      field = text.substr(0, tab);
      text.remove_prefix(std::min(tab + 1, text.size()));
    }
    place.function = fields[1];
    place.file = fields[2];
    place.line = number(fields[3]);
    findings_.back().stack.push_back(std::move(place));
  }

  std::vector<Finding> findings_;
  bool open_ = false;      // the last finding still takes frames
  bool in_stack_ = false;  // the last line was a frame
  std::string_view rest_, before_;
};

}  // namespace

std::vector<Finding> parse_sanitizers(std::string_view text) { return Reader().read(text); }
std::vector<Place> parse_stack(std::string_view text) { return Reader().read_stack(text); }

std::string words(const Finding& finding) {
  static constexpr const char* names[] = {"AddressSanitizer", "UndefinedBehaviorSanitizer", "LeakSanitizer",
                                          "MemorySanitizer"};
  std::string text = fmt::format("{}: {}", names[int(finding.tool)], finding.what);
  for (const Place& place : finding.stack)
    if (place.line)
      return text + fmt::format(" at {}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
  return text;
}

}  // namespace bonsai::report
