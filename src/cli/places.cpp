// Tested by places_test.cpp.
#include "cli/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace bonsai::cli {
namespace {

bool ends_run(ir::Op op) { return ir::is_terminator(op) || op == ir::Op::Call; }

// The points of the instruction that ends the straight run of code at `index`.
void add_points(const ir::Points& points, const ir::Function& function, uint32_t index,
                std::vector<uint32_t>& found) {
  while (!ends_run(function.code[index].op)) ++index;
  found.push_back(points.of(function.id, index, 0));
  if (ir::is_conditional(function.code[index].op)) found.push_back(points.of(function.id, index, 1));
}

bool is_file(const std::string& file, const std::string& wanted) {
  if (!file.ends_with(wanted)) return false;
  return file.size() == wanted.size() || file[file.size() - wanted.size() - 1] == '/';
}

}  // namespace

base::Result<std::vector<uint32_t>> points_at(const ir::Program& program, const std::string& place) {
  ir::Points points(program);
  std::vector<uint32_t> found;
  size_t colon = place.rfind(':');
  uint32_t line = 0;
  if (colon == std::string::npos) {
    for (const ir::Function& function : program.functions)
      if (function.has_body && (function.name == place || function.source_name == place))
        add_points(points, function, 0, found);
    if (found.empty()) return base::Error{fmt::format("{}: the program has no such function", place)};
    return found;
  }
  auto [end, error] = std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
  if (error != std::errc() || end != place.data() + place.size() || line == 0)
    return base::Error{fmt::format("{}: is no place; name one as FILE:LINE or FUNCTION", place)};
  std::string file = place.substr(0, colon);
  bool has_file = false;
  for (const ir::Function& function : program.functions)
    for (uint32_t i = 0; i < function.code.size(); ++i)
      for (ir::LocationId id = function.locations[i]; id; id = program.locations[id].inlined_at) {
        if (!is_file(program.file_of(id), file)) continue;
        has_file = true;
        if (program.locations[id].line == line) add_points(points, function, i, found);
      }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (!has_file) return base::Error{fmt::format("{}: the program has no code of a file {}", place, file)};
  if (found.empty()) return base::Error{fmt::format("{}: there is no code at this line", place)};
  return found;
}

}  // namespace bonsai::cli
