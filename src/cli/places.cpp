// Tested by places_test.cpp.
#include "cli/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/file_name.h"
#include "cli/chop_words.h"

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

}  // namespace

base::Result<report::Place> line_at(const ir::Program& program, const std::string& place) {
  if (base::Result<std::vector<uint32_t>> points = points_at(program, place); !points) return points.error();
  size_t colon = place.rfind(':');
  if (colon == std::string::npos)
    return base::Error{fmt::format("{}: name the line of the error as FILE:LINE", place)};
  report::Place line;
  line.file = place.substr(0, colon);
  line.line = uint32_t(std::stoul(place.substr(colon + 1)));
  return line;
}

namespace {

// Names that the user may have meant.
std::string files_like(const ir::Program& program, const std::string& name) {
  std::set<std::string> files;
  for (const ir::Function& function : program.functions)
    if (!function.is_runtime && function.has_body)
      for (ir::LocationId id : function.locations)
        if (id) files.insert(std::string(program.file_of(id)));
  std::vector<std::string> near;
  for (const std::string& file : files)
    if (base::is_file(file, name.substr(name.rfind('/') + 1)) || files.size() <= 5) near.push_back(file);
  if (near.size() > 5) near.resize(5);
  return near.empty() ? "" : fmt::format("; it has code of {}", fmt::join(near, ", "));
}

// Lines with code around one without.
std::string lines_around(const std::set<uint32_t>& lines, uint32_t line) {
  auto behind = lines.lower_bound(line);
  std::vector<uint32_t> near;
  if (behind != lines.begin()) near.push_back(*std::prev(behind));
  if (behind != lines.end()) near.push_back(*behind);
  if (near.empty()) return "";
  return near.size() == 1 ? fmt::format("; the nearest line with code is {}", near.front())
                          : fmt::format("; the nearest lines with code are {} and {}", near[0], near[1]);
}

}  // namespace

base::Result<std::vector<analysis::Place>> code_at(const ir::Program& program, const std::string& place) {
  std::vector<analysis::Place> found;
  size_t colon = place.rfind(':');
  uint32_t line = 0;
  if (colon == std::string::npos) {
    for (const ir::Function& function : program.functions)
      if (function.has_body && (function.name == place || function.source_name == place))
        found.push_back({function.id, 0});
    if (found.empty())
      return base::Error{fmt::format(
          "{}: the program has no such function, or nothing uses it and the compiler left it out{}", place,
          like_names(program, place))};
    return found;
  }
  auto [end, error] = std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
  if (error != std::errc() || end != place.data() + place.size() || line == 0)
    return base::Error{fmt::format("{}: is no place; name one as FILE:LINE or FUNCTION", place)};
  std::string file = place.substr(0, colon);
  std::set<uint32_t> lines;
  for (const ir::Function& function : program.functions)
    for (uint32_t i = 0; i < function.code.size(); ++i)
      for (ir::LocationId id = function.locations[i]; id; id = program.locations[id].inlined_at) {
        if (!base::is_file(program.file_of(id), file)) continue;
        lines.insert(program.locations[id].line);
        if (program.locations[id].line == line) found.push_back({function.id, i});
      }
  // The line with a function's name stands for where it begins.
  const bool is_head = found.empty();
  for (const ir::Function& function : program.functions)
    if (is_head && function.has_body && program.locations[function.location].line == line &&
        base::is_file(program.file_of(function.location), file))
      found.push_back({function.id, 0});
  if (lines.empty())
    return base::Error{
        fmt::format("{}: the program has no code of a file {}{}", place, file, files_like(program, file))};
  if (found.empty())
    return base::Error{
        fmt::format("{}: there is no code at this line, or the compiler sees that it is never executed{}",
                    place, lines_around(lines, line))};
  return found;
}

base::Result<std::vector<uint32_t>> points_at(const ir::Program& program, const std::string& place) {
  base::Result<std::vector<analysis::Place>> code = code_at(program, place);
  if (!code) return code.error();
  ir::Points points(program);
  std::vector<uint32_t> found;
  for (const analysis::Place& each : *code)
    add_points(points, program.functions[each.function], each.index, found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace bonsai::cli
