// Tested by chop_words_test.cpp.
#include "cli/chop_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "base/file_name.h"
#include "base/wildcard.h"

namespace bonsai::cli {
namespace {

constexpr size_t most_names = 3;
constexpr size_t longest_name = 500;  // that is compared with others

// Insertions, deletions and changes of one character that lead from one word to the other.
size_t changes(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t changed = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

bool fits(const std::string& pattern, const ir::Function& function) {
  return base::matches(pattern, function.name) || base::matches(pattern, function.source_name);
}

std::set<ir::FunctionId> functions_of(const ir::Program& program, const std::string& pattern) {
  std::set<ir::FunctionId> found;
  for (const ir::Function& function : program.functions)
    if (function.has_body && fits(pattern, function)) found.insert(function.id);
  return found;
}

// The calls at a line, as indices into Program::calls.
std::set<uint32_t> calls_at(const ir::Program& program, const std::string& file, uint32_t line) {
  std::set<uint32_t> found;
  for (const ir::Function& function : program.functions)
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      if (function.code[i].op != ir::Op::Call) continue;
      for (ir::LocationId id = function.locations[i]; id; id = program.locations[id].inlined_at)
        if (program.locations[id].line == line && base::is_file(program.file_of(id), file))
          found.insert(uint32_t(function.code[i].imm));
    }
  return found;
}

base::Result<void> read_word(const ir::Program& program, const std::string& word, const std::string& entry,
                             ChopWish& wish) {
  size_t at = word.find('@');
  std::string name = word.substr(0, at);
  std::set<ir::FunctionId> functions = functions_of(program, name);
  if (functions.empty())
    return base::Error{fmt::format("--chop {}: the program has no function {} with a body{}", word, name,
                                   like_names(program, name))};
  if (at == std::string::npos) {
    // Where the program begins is no call.
    std::erase_if(functions, [&](ir::FunctionId id) { return program.functions[id].name == entry; });
    if (functions.empty())
      return base::Error{
          fmt::format("--chop {}: the program begins in {}, so that no call of it can be skipped; name "
                      "functions that are called",
                      word, entry)};
    wish.functions.merge(functions);
    return {};
  }
  std::string place = word.substr(at + 1);
  size_t colon = place.rfind(':');
  uint32_t line = 0;
  if (colon != std::string::npos)
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
  if (!line) return base::Error{fmt::format("--chop {}: {} is no place; name one as FILE:LINE", word, place)};
  size_t before = wish.sites.size();
  for (uint32_t call : calls_at(program, place.substr(0, colon), line))
    for (ir::FunctionId id : functions)
      if (program.calls[call].callee == id || program.calls[call].callee == ir::none)
        wish.sites.emplace(call, id);
  if (wish.sites.size() == before)
    return base::Error{fmt::format("--chop {}: {} is not called at {}", word, name, place)};
  return {};
}

// One to nine digits.
std::optional<unsigned> line_number(std::string_view word) {
  unsigned number = 0;
  auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || word.size() > 9) return std::nullopt;
  return number;
}

}  // namespace

std::string like_names(const ir::Program& program, const std::string& word) {
  std::vector<std::pair<size_t, std::string>> all;
  if (word.size() > longest_name) return "";
  for (const ir::Function& function : program.functions)
    if (function.has_body && !function.is_runtime && function.source_name.size() <= longest_name)
      all.emplace_back(changes(word, function.source_name), function.source_name);
  std::sort(all.begin(), all.end());
  std::string names;
  for (size_t i = 0; i < std::min(most_names, all.size()) && all[i].first <= 2 + word.size() / 2; ++i)
    names += (i ? ", " : "") + all[i].second;
  return names.empty() ? "" : fmt::format("; is one of these meant: {}?", names);
}

base::Result<void> read_chop_file(base::Options& options) {
  if (options.chop_file.empty()) return {};
  std::ifstream file(options.chop_file);
  if (!file) return base::Error{fmt::format("--chop-file {}: cannot be read", options.chop_file)};
  size_t before = options.chop.size();
  for (std::string line; std::getline(file, line);) {
    line = line.substr(0, line.find('#'));
    size_t first = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r");
    if (first != std::string::npos) options.chop.push_back(line.substr(first, last - first + 1));
  }
  if (options.chop.size() == before)
    return base::Error{fmt::format("--chop-file {}: names nothing to skip; write one FUNCTION in each line",
                                   options.chop_file)};
  options.chop_file.clear();
  return {};
}

std::optional<load::Portion> portion_of(const std::string& word) {
  size_t colon = word.rfind(':'), minus = word.rfind('-');
  if (colon == std::string::npos || minus == std::string::npos || minus < colon) return std::nullopt;
  std::string_view file(word.data(), colon), all(word);
  std::optional<unsigned> first = line_number(all.substr(colon + 1, minus - colon - 1)),
                          last = line_number(all.substr(minus + 1));
  if (file.empty() || file.find('@') != file.npos || !first || !last) return std::nullopt;
  return load::Portion{std::string(file), *first, *last, word};
}

base::Result<ChopWish> read_chop(const base::Options& options, const ir::Program& program) {
  ChopWish wish;
  for (const std::string& word : options.chop) {
    base::Result<void> read = read_word(program, word, options.entry, wish);
    if (!read) return read.error();
  }
  for (const std::string& word : options.chop_keep) {
    std::set<ir::FunctionId> kept = functions_of(program, word);
    if (kept.empty())
      return base::Error{fmt::format("--chop-keep {}: the program has no such function with a body{}", word,
                                     like_names(program, word))};
    std::erase_if(wish.functions, [&](ir::FunctionId id) { return kept.contains(id); });
    std::erase_if(wish.sites, [&](const auto& site) { return kept.contains(site.second); });
  }
  if (wish.is_empty() && !options.chop.empty() && !options.chop_keep.empty())
    return base::Error{
        fmt::format("--chop-keep {}: keeps all that --chop names, so that nothing is skipped; leave both out",
                    fmt::join(options.chop_keep, ","))};
  return wish;
}

}  // namespace bonsai::cli
