// Tested by sanitizer_report_test.cpp.
#include "report/places.h"

#include <algorithm>

namespace bonsai::report {
namespace {

// Takes the last component off a path; "." is none.
std::string_view take_last(std::string_view& path) {
  while (!path.empty()) {
    size_t slash = path.rfind('/');
    std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    if (!last.empty() && last != ".") return last;
  }
  return {};
}

}  // namespace

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool same_file(std::string_view a, std::string_view b) {
  bool first = true;
  for (;; first = false) {
    std::string_view last_a = take_last(a), last_b = take_last(b);
    if (last_a.empty() || last_b.empty()) return !first;
    // What stands before ".." is not known without looking at the disk.
    if (last_a == ".." || last_b == "..") return !first;
    if (last_a != last_b) return false;
  }
}

bool stacks_meet(std::span<const Place> engine, std::span<const Place> native,
                 std::span<const std::string> inputs) {
  bool lines = std::any_of(engine.begin(), engine.end(), [](const Place& place) { return place.line; });
  if (!lines && !engine.empty())  // built without debug information: functions must do
    return std::any_of(native.begin(), native.end(),
                       [&](const Place& frame) { return frame.function == engine[0].function; });
  for (const Place& place : engine) {
    if (!place.line) continue;
    bool known = std::any_of(inputs.begin(), inputs.end(),
                             [&](const std::string& input) { return same_file(place.file, input); });
    for (const Place& frame : native) {
      if (!same_file(place.file, frame.file)) continue;
      if (place.line == frame.line) return true;
      known = true;
    }
    if (known) return false;
  }
  return false;
}

bool passes_on(std::span<const Place> engine, std::span<const Place> native) {
  auto first = std::find_if(native.begin(), native.end(), [](const Place& frame) { return frame.line; });
  return first != native.end() && std::any_of(engine.begin(), engine.end(), [&](const Place& place) {
           return place.line == first->line && same_file(place.file, first->file);
         });
}

}  // namespace bonsai::report
