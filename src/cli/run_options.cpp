// Tested by run_options_test.cpp.
#include "cli/run_options.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

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

// False if no option has this key; `good` tells whether the value fits.
bool read_option(const std::string& key, const json& value, Options& options, bool& good) {
#define OPTION(type, member, flag, default_value, values, commands, help) \
  if (key == key_of(flag)) {                                              \
    good = read(value, options.member);                                   \
    return true;                                                          \
  }
#include "base/options.def"
#undef OPTION
  return false;
}

base::Error wrong(const std::string& key) {
  return {fmt::format("the value of \"{}\" is not what it should be", key)};
}

}  // namespace

std::string to_json(const RunOptions& run) {
  json options = json::object();
#define OPTION(type, member, flag, default_value, values, commands, help) \
  options[key_of(flag)] = run.options.member;
#include "base/options.def"
#undef OPTION
  json all = {{"version", BONSAI_VERSION},    {"folder", run.folder},
              {"inputs", run.options.inputs}, {"arguments", run.options.arguments},
              {"setup", run.options.setup},   {"options", options}};
  return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

base::Result<RunOptions> run_options_from_json(const std::string& text) {
  json all = json::parse(text, nullptr, false);
  if (!all.is_object()) return base::Error{"is no JSON object"};
  RunOptions run;
  for (const auto& [key, value] : all.items()) {
    bool good = key == "version"     ? value.is_string()
                : key == "folder"    ? read(value, run.folder)
                : key == "inputs"    ? read(value, run.options.inputs)
                : key == "arguments" ? read(value, run.options.arguments)
                : key == "setup"     ? read(value, run.options.setup)
                : key == "options"   ? value.is_object()
                                     : false;
    if (!good) return wrong(key);
  }
  if (!all.contains("options")) return run;
  for (const auto& [key, value] : all["options"].items()) {
    bool good = false;
    if (!read_option(key, value, run.options, good))
      return base::Error{
          fmt::format("there is no option --{}; was it written by another version of Bonsai?", key)};
    if (!good) return wrong(key);
  }
  run.options.unsafe_native = false;  // only who is here now may allow that
  return run;
}

base::Result<RunOptions> read_run_options(const std::filesystem::path& run) {
  std::filesystem::path path = run / "options.json";
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::Error{fmt::format("{}: cannot be read", path.string())};
  base::Result<RunOptions> read =
      run_options_from_json(std::string(std::istreambuf_iterator<char>(file), {}));
  if (!read) return base::Error{fmt::format("{}: {}", path.string(), read.error().message)};
  return read;
}

}  // namespace bonsai::cli
