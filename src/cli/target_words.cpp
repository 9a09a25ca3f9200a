// Tested by tests/check_reach.
#include "cli/target_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>

#include "base/file_name.h"
#include "cli/places.h"
#include "cli/target_lists.h"
#include "report/run_store.h"

namespace bonsai::cli {
namespace {

using explore::Target;

base::Result<std::string> read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::Error{fmt::format("{}: cannot be read", path)};
  return std::string(std::istreambuf_iterator<char>(file), {});
}

class Reader {
 public:
  explicit Reader(const load::Loaded& loaded) : loaded_(loaded), program_(loaded.program) {}

  base::Result<void> add_word(const std::string& word, const std::string& errors_of) {
    if (word == "assert") return add_assertions();
    if (word.starts_with("error:")) return add_error(word, errors_of);
    base::Result<Target> target = at(word);
    if (!target && is_left_out(word)) return left_out(word, ""), base::Result<void>();
    if (!target) return base::Error{"--target " + target.error().message};
    wish(word, "", std::move(*target));
    return {};
  }

  // Lines that somebody else named; what has no code is no mistake of the user's.
  void add_lines(const std::vector<NamedLine>& lines) {
    for (const NamedLine& line : lines) {
      std::string place = fmt::format("{}:{}", line.file, line.line);
      base::Result<Target> target = at(place);
      if (target)
        wish(place, line.words, std::move(*target));
      else if (is_left_out(place))
        left_out(place, line.words);
      else
        wishes.all.push_back({place, line.words, ir::none, target.error().message});
    }
  }

  Wishes wishes;

 private:
  void wish(std::string name, const std::string& words, Target target) {
    wishes.all.push_back({std::move(name), words, uint32_t(wishes.targets.size()), ""});
    wishes.targets.push_back(std::move(target));
  }

  bool is_left_out(const std::string& place) const {
    size_t colon = place.rfind(':');
    if (colon == std::string::npos) return false;
    std::string file = place.substr(0, colon), line = place.substr(colon + 1);
    return std::any_of(loaded_.left_out.lines.begin(), loaded_.left_out.lines.end(), [&](const auto& each) {
      return std::to_string(each.second) == line && base::is_file(each.first, file);
    });
  }

  void left_out(const std::string& place, const std::string& words) {
    std::string why = place + ": not reached: its code lies behind what is not supported, and was left out";
    wishes.all.push_back({place, words, ir::none, std::move(why), true});
  }

  base::Result<Target> at(const std::string& place) const {
    base::Result<std::vector<analysis::Place>> code = code_at(program_, place);
    if (!code) return code.error();
    base::Result<std::vector<uint32_t>> points = points_at(program_, place);
    if (!points) return points.error();
    Target target{
        .name = place, .places = std::move(*code), .points = std::move(*points), .file = {}, .line = 0};
    size_t colon = place.rfind(':');
    if (colon == std::string::npos) return target;
    target.file = place.substr(0, colon);
    target.line = uint32_t(std::stoul(place.substr(colon + 1)));
    return target;
  }

  // Each line that has a call that makes an assertion fail.
  base::Result<void> add_assertions() {
    std::map<std::pair<std::string, uint32_t>, Target> found;
    for (const ir::Function& function : program_.functions) {
      if (function.is_runtime) continue;
      for (uint32_t i = 0; i < function.code.size(); ++i) {
        const ir::Instr& instr = function.code[i];
        if (instr.op != ir::Op::Call || program_.calls[instr.imm].callee == ir::none) continue;
        const std::string& callee = program_.functions[program_.calls[instr.imm].callee].name;
        if (callee != "__assert_fail" && callee != "__VERIFIER_error" && callee != "reach_error") continue;
        ir::LocationId id = function.locations[i];
        Target& target = found[{program_.file_of(id), program_.locations[id].line}];
        target.places.push_back({function.id, i});
        if (callee == "__assert_fail") target.kind = "assertion";
      }
    }
    if (found.empty()) return base::Error{"--target assert: the program has no assertions"};
    for (auto& [place, target] : found) {
      target.name = fmt::format("assertion at {}:{}", place.first, place.second);
      target.file = place.first;
      target.line = place.second;
      std::string name = target.name;
      wish(std::move(name), "", std::move(target));
    }
    return {};
  }

  base::Result<void> add_error(const std::string& word, const std::string& run) {
    uint64_t id = 0;
    const char* begin = word.data() + std::string_view("error:").size();
    auto [end, problem] = std::from_chars(begin, word.data() + word.size(), id);
    if (problem != std::errc() || end != word.data() + word.size())
      return base::Error{fmt::format("--target {}: name an error by its number, as in error:1", word)};
    base::Result<std::unique_ptr<report::RunStore>> store = report::RunStore::open(run, {});
    if (!store) return base::Error{fmt::format("--errors-of {}: {}", run, store.error().message)};
    base::Result<std::vector<report::Error>> errors = (*store)->errors();
    if (!errors) return base::Error{fmt::format("--errors-of {}: {}", run, errors.error().message)};
    for (const report::Error& error : *errors) {
      if (error.id != id) continue;
      if (error.stack.empty() || !error.stack.front().line)
        return base::Error{fmt::format("--target {}: nobody knows the line of that error", word)};
      const report::Place& place = error.stack.front();
      base::Result<Target> target = at(fmt::format("{}:{}", place.file, place.line));
      if (!target) return base::Error{fmt::format("--target {}: {}", word, target.error().message)};
      target->name = word;
      target->points.clear();
      target->kind = error.kind;
      wish(word, fmt::format("{} at {}:{}: {}", error.kind, place.file, place.line, error.message),
           std::move(*target));
      return {};
    }
    return base::Error{fmt::format("--target {}: the run in {} has no error {}; it has {}", word, run, id,
                                   errors->empty() ? "none" : fmt::format("1 to {}", errors->size()))};
  }

  const load::Loaded& loaded_;
  const ir::Program& program_;
};

}  // namespace

base::Result<std::vector<NamedLine>> read_lists(const base::Options& options) {
  std::vector<NamedLine> all;
  auto add_file = [&](const char* option, const std::string& path, auto read) -> base::Result<void> {
    if (path.empty()) return {};
    base::Result<std::string> text = read_text(path);
    if (!text) return base::Error{fmt::format("{} {}", option, text.error().message)};
    base::Result<std::vector<NamedLine>> lines = read(*text);
    if (!lines) return base::Error{fmt::format("{} {} {}", option, path, lines.error().message)};
    all.insert(all.end(), lines->begin(), lines->end());
    return {};
  };
  if (base::Result<void> added = add_file("--patch", options.patch, lines_of_patch); !added)
    return added.error();
  if (base::Result<void> added = add_file("--targets-from", options.targets_from, lines_of_report); !added)
    return added.error();
  if (options.target.empty() && all.empty())
    return base::Error{"say what to reach: --target FILE:LINE, --target FUNCTION, --patch or --targets-from"};
  return all;
}

std::vector<std::string> exact_places(const base::Options& options, const std::vector<NamedLine>& lists) {
  std::vector<std::string> places;
  for (const std::string& word : options.target)
    if (word != "assert" && !word.starts_with("error:")) places.push_back(word);
  for (const NamedLine& line : lists) places.push_back(fmt::format("{}:{}", line.file, line.line));
  return places;
}

base::Result<Wishes> read_targets(const base::Options& options, const std::vector<NamedLine>& lists,
                                  const load::Loaded& loaded) {
  Reader reader(loaded);
  for (const std::string& word : options.target)
    if (base::Result<void> added = reader.add_word(word, options.errors_of); !added) return added.error();
  reader.add_lines(lists);
  return std::move(reader.wishes);
}

}  // namespace bonsai::cli
