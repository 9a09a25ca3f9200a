// Tested by run_options_test.cpp.
#include "cli/run_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/option_values.h"
#include "load/harmless_flags.h"

namespace bonsai::cli {
namespace {

using base::Options;
using nlohmann::json;

// "--verbose,-v" → "verbose"
std::string key_of(const std::string& flag) { return flag.substr(2, flag.find(',') - 2); }

// One per type of option: false if the JSON is no such value.
bool read(const json& from, Options::Flag& value) {
  return from.is_boolean() && (value = from.get<bool>(), true);
}
bool read(const json& from, Options::Number& value) {
  return from.is_number_integer() && (value = from.get<int64_t>(), true);
}
bool read(const json& from, Options::Size& value) {
  return from.is_number_unsigned() && (value = from.get<uint64_t>(), true);
}
bool read(const json& from, Options::Duration& value) {
  return from.is_number() && (value = from.get<double>(), true);
}
bool read(const json& from, std::string& value) {
  return from.is_string() && (value = from.get<std::string>(), true);
}
bool read(const json& from, std::vector<std::string>& values) {
  if (!from.is_array()) return false;
  values.clear();
  for (const json& each : from)
    if (!read(each, values.emplace_back())) return false;
  return true;
}

// False if no option has this key; `good` tells whether the value fits: a default always does.
bool read_option(const std::string& key, const json& value, Options& options, bool& good) {
  const Options defaults;
#define OPTION(type, member, flag, default_value, values, commands, help)                  \
  if (key == key_of(flag)) {                                                               \
    good = read(value, options.member) &&                                                  \
           (options.member == defaults.member || must_be(values, options.member).empty()); \
    return true;                                                                           \
  }
#include "base/options.def"
#undef OPTION
  return false;
}

base::Error wrong(const std::string& key) {
  return {fmt::format("the value of \"{}\" is not what it should be", key)};
}

// One line of at most some characters.
std::string shown(std::string text) {
  constexpr size_t most = 200;
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text.size() <= most ? text : text.substr(0, most) + "…";
}

constexpr size_t longest_file = 16 << 20;

// Words of a command line. They end at a NUL there.
bool are_words(const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(),
                     [](const std::string& word) { return word.find('\0') == word.npos; });
}

base::Result<RunOptions> read_file(const std::filesystem::path& run) {
  std::filesystem::path path = run / "options.json";
  std::error_code problem;
  // To open a pipe waits for whoever writes to it.
  bool is_file = std::filesystem::is_regular_file(path, problem);
  std::ifstream file;
  if (is_file) file.open(path, std::ios::binary);
  if (!is_file || !file) return base::Error{fmt::format("{}: cannot be read", path.string())};
  if (std::filesystem::file_size(path, problem) > longest_file || problem)
    return base::Error{fmt::format("{}: has more than {} bytes", path.string(), longest_file)};
  base::Result<RunOptions> read =
      run_options_from_json(std::string(std::istreambuf_iterator<char>(file), {}));
  if (!read) return base::Error{fmt::format("{}: {}", path.string(), read.error().message)};
  return read;
}

}  // namespace

std::string to_json(const RunOptions& run) {
  json options = json::object();
#define OPTION(type, member, flag, default_value, values, commands, help) \
  options[key_of(flag)] = run.options.member;
#include "base/options.def"
#undef OPTION
  json all = {{"version", BONSAI_VERSION},
              {"folder", run.folder},
              {"inputs", run.options.inputs},
              {"arguments", run.options.arguments},
              {"setup", run.options.setup},
              {"command", run.command},
              {"options", options}};
  return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

base::Result<RunOptions> run_options_from_json(const std::string& text) {
  json all = json::parse(text, nullptr, false);
  if (!all.is_object()) return base::Error{"is no JSON object"};
  RunOptions run;
  for (const auto& [key, value] : all.items()) {
    bool good = key == "version"     ? value.is_string()
                : key == "folder"    ? read(value, run.folder)
                : key == "command"   ? read(value, run.command)
                : key == "inputs"    ? read(value, run.options.inputs)
                : key == "arguments" ? read(value, run.options.arguments)
                : key == "setup"     ? read(value, run.options.setup)
                : key == "options"   ? value.is_object()
                                     : false;
    if (!good) return wrong(key);
  }
  const std::vector<std::string>& inputs = run.options.inputs;
  if (inputs.empty() || std::any_of(inputs.begin(), inputs.end(), [](auto& name) { return name.empty(); }))
    return base::Error{"names no program: \"inputs\" is empty"};
  if (!are_words(inputs)) return wrong("inputs");
  if (!are_words(run.options.arguments)) return wrong("arguments");
  if (!are_words(run.options.setup)) return wrong("setup");
  if (!are_words({run.folder})) return wrong("folder");
  if (!all.contains("options")) return run;
  for (const auto& [key, value] : all["options"].items()) {
    bool good = false;
    if (!read_option(key, value, run.options, good))
      return base::Error{
          fmt::format("there is no option --{}; was it written by another version of Bonsai?", key)};
    if (!good) return wrong(key);
  }
  return run;
}

base::Result<RunOptions> read_run_options(const std::filesystem::path& run,
                                          const std::vector<std::string>& flags) {
  base::Result<RunOptions> read = read_file(run);
  if (!read) return read;
  const Options defaults;
#define OPTION(type, member, flag, default_value, values, commands, help) \
  if constexpr (origin_of(values) == Origin::user) read->options.member = defaults.member;
#include "base/options.def"
#undef OPTION
  std::vector<std::string> doubtful;
  for (const std::string& flag : read->options.compiler_flags)
    if (std::find(flags.begin(), flags.end(), flag) == flags.end()) doubtful.push_back(flag);
  if (std::optional<std::string> risky = load::first_risky_flag(doubtful))
    return base::Error{
        fmt::format("{}: the flag {} of the compiler is not taken from the folder of a run; if you trust it, "
                    "say it once more "
                    "with --cflags",
                    (run / "options.json").string(), shown(*risky))};
  return read;
}

std::vector<std::string> options_not_taken(const std::filesystem::path& run, const std::string& command,
                                           const base::Options& options) {
  std::vector<std::string> lines;
  base::Result<RunOptions> read = read_file(run);
  if (!read) return lines;
#define OPTION(type, member, flag, default_value, values, commands, help)                                   \
  if (origin_of(values) == Origin::user && is_word_of(commands, command, ' ') &&                            \
      read->options.member != options.member)                                                               \
    lines.push_back(                                                                                        \
        fmt::format("{}: the run had {} {}, which is not taken from the folder of a run: say it once more " \
                    "if you want it",                                                                       \
                    run.string(), flag,                                                                     \
                    shown(json(read->options.member).dump(-1, ' ', true, json::error_handler_t::replace))));
#include "base/options.def"
#undef OPTION
  return lines;
}

}  // namespace bonsai::cli
