// Tested by covered_test.cpp.
#include "cli/covered.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "cli/loading.h"
#include "cli/run_options.h"
#include "report/program_hash.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using base::Result;

// Lines that were executed, of each source file.
using Lines = std::map<std::string, std::set<uint32_t>>;

// The numbers and words of a record: "DA:12,1" has "12" and "1".
std::vector<std::string> fields(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string field; std::getline(stream, field, ',');) all.push_back(field);
  return all;
}

bool read_line(const std::string& field, uint32_t& line) {
  auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), line);
  return error == std::errc() && end == field.data() + field.size();
}

Result<Lines> read_lcov(const std::string& text, const std::string& name) {
  Lines lines;
  std::set<uint32_t>* file = nullptr;
  std::istringstream stream(text);
  size_t number = 0;
  for (std::string record; std::getline(stream, record);) {
    ++number;
    if (record.starts_with("SF:")) file = &lines[fs::path(record.substr(3)).lexically_normal().string()];
    if (!record.starts_with("DA:")) continue;
    std::vector<std::string> parts = fields(record.substr(3));
    uint32_t line = 0;
    if (!file || parts.size() < 2 || !read_line(parts[0], line))
      return base::Error{fmt::format("{}:{}: is no record of an lcov tracefile: {}", name, number, record)};
    if (parts[1] != "0") file->insert(line);
  }
  if (lines.empty())
    return base::Error{fmt::format("{}: is neither the folder of a run nor an lcov tracefile", name)};
  return lines;
}

}  // namespace

Result<RunCoverage> coverage_of_run(report::RunStore& store, const std::vector<uint32_t>& points,
                                    const std::vector<std::string>& flags) {
  Result<RunOptions> run = read_run_options(store.path().parent_path(), flags);
  if (!run) return run.error();
  Result<std::optional<std::string>> hash = store.meta(report::meta_key::program_hash);
  if (!hash) return hash.error();
  std::optional<load::Loaded> loaded = load_program_of_run(*run);
  if (!loaded) return base::Error{"the program of the run cannot be loaded"};
  if (*hash && **hash != report::program_hash(loaded->program))
    return base::Error{
        fmt::format("{} has changed since the run: its coverage cannot be told", loaded->program.name)};
  ir::Points all(loaded->program);
  if (!points.empty() && *std::max_element(points.begin(), points.end()) >= all.count())
    return base::Error{
        fmt::format("{}: is damaged: it has covered what the program does not have", store.path().string())};
  return RunCoverage{report::cover(loaded->program, all, points), run->folder};
}

Result<std::vector<uint8_t>> covered_functions(const ir::Program& program, const std::string& from) {
  std::string text;
  if (fs::is_directory(from)) {
    Result<std::unique_ptr<report::RunStore>> store = report::RunStore::open(from);
    if (!store) return store.error();
    Result<std::vector<uint32_t>> points = (*store)->covered();
    if (!points) return points.error();
    Result<RunCoverage> run = coverage_of_run(**store, *points);
    if (!run) return run.error();
    text = report::to_lcov(run->coverage, run->folder);
  } else {
    std::ifstream file(from, std::ios::binary);
    if (!file) return base::Error{fmt::format("{}: cannot be read", from)};
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  Result<Lines> lines = read_lcov(text, from);
  if (!lines) return lines.error();
  std::vector<uint8_t> covered(program.functions.size());
  std::map<std::string, const std::set<uint32_t>*> files;  // by the program's name for them
  auto lines_of = [&](const std::string& name) {
    auto [found, is_new] = files.try_emplace(name, nullptr);
    if (!is_new) return found->second;
    auto at = lines->find(fs::path(fs::absolute(name)).lexically_normal().string());
    if (at == lines->end()) at = lines->find(name);
    if (at != lines->end()) found->second = &at->second;
    return found->second;
  };
  for (const ir::Function& function : program.functions)
    for (ir::LocationId at : function.locations) {
      // Its own line, where code of others was inlined.
      while (at && program.locations[at].inlined_at) at = program.locations[at].inlined_at;
      const std::set<uint32_t>* file = at ? lines_of(program.file_of(at)) : nullptr;
      covered[function.id] |= file && file->contains(program.locations[at].line);
    }
  return covered;
}

}  // namespace bonsai::cli
