// Tested by option_rules_test.cpp and tests/bad_input.
#include "cli/option_rules.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/file_name.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::Options;
using base::Result;

bool skips_calls(const Options& options) {
  return !options.chop.empty() || !options.chop_file.empty() || !options.chop_covered.empty();
}

bool names_errors(const Options& options) {
  return std::any_of(options.target.begin(), options.target.end(),
                     [](const std::string& each) { return each.starts_with("error:"); });
}

bool mixes(const Options& options) {
  return options.strategy == "portfolio" || options.strategy.starts_with("mix");
}

// An option that has an effect only together with another one.
struct Need {
  const char* flag;
  bool (*is_met)(const Options&);
  const char* what;
};

constexpr const char* any_chop = "--chop, --chop-file or --chop-covered";
constexpr const char* any_prune = "--prune=learned, random or restart";

bool prunes(const Options& options) { return options.prune != "off"; }

constexpr Need needs[] = {
    {"--merge-max-differences", [](const Options& o) { return o.merge == "always"; }, "--merge=always"},
    {"--merge-max-queries", [](const Options& o) { return o.merge == "auto"; }, "--merge=auto"},
    {"--merge-max-wait", [](const Options& o) { return o.merge != "off"; }, "--merge=auto or --merge=always"},
    {"--prune-period", prunes, any_prune},
    {"--prune-rounds", prunes, any_prune},
    {"--prune-ratios", prunes, any_prune},
    {"--prune-min-states", prunes, any_prune},
    {"--prune-min-features", prunes, any_prune},
    {"--prune-clock", prunes, any_prune},
    {"--prune-exploring", [](const Options& o) { return o.prune == "learned"; }, "--prune=learned"},
    {"--learn-from", [](const Options& o) { return o.prune == "learned"; }, "--prune=learned"},
    {"--chop-keep", skips_calls, any_chop},
    {"--chop-slice", skips_calls, any_chop},
    {"--chop-returns", skips_calls, any_chop},
    {"--chop-tests", skips_calls, any_chop},
    {"--external-functions", [](const Options& o) { return o.external == "concretise"; },
     "--external=concretise"},
    {"--errors-of", names_errors, "--target error:ID"},
    {"--mix-cost", mixes, "--strategy=portfolio or --strategy=mix(S)"},
    {"--length", [](const Options& o) { return !o.sequence.empty(); }, "--sequence"},
    {"--overwrite", [](const Options& o) { return !o.out.empty(); }, "--out DIR"},
    {"--solver-command", [](const Options& o) { return o.solver != "bonsai"; },
     "--solver=smtlib or --solver=portfolio"},
    {"--unsafe-native", [](const Options& o) { return !o.no_confirm || o.external == "concretise"; },
     "native runs, which --no-confirm leaves out"},
};

// Two options of which one takes the effect of the other away.
struct Contradiction {
  const char* one;
  const char* other;
  const char* why;
};

constexpr Contradiction contradictions[] = {
    {"--no-out", "--out", "nothing is stored, or in this folder"},
    {"--no-out", "--write-ktest", "the files would be written into the run's folder"},
    {"--no-out", "--write-conditions", "the files would be written into the run's folder"},
    {"--quiet", "--verbose,-v", "print errors only, or say what is being done"},
    {"--slice", "--points-to", "one analysis is printed at a time"},
    {"--slice", "--mod-ref", "one analysis is printed at a time"},
    {"--slice", "--function", "it names its function itself: --slice FUNCTION:WANTED"},
};

// "--verbose,-v" → "--verbose"
std::string spelled(const std::string& flag) { return flag.substr(0, flag.find(',')); }

Result<void> check_pairs(const Options& options, const std::set<std::string>& given) {
  for (const Need& need : needs)
    if (given.contains(need.flag) && !need.is_met(options))
      return Error{
          fmt::format("{}: has an effect only with {}; give both, or leave it out", need.flag, need.what)};
  for (const Contradiction& each : contradictions)
    if (given.contains(each.one) && given.contains(each.other))
      return Error{fmt::format("{} contradicts {}: {}; leave one of them out", spelled(each.other),
                               spelled(each.one), each.why)};
  if (skips_calls(options) && options.uninitialised == "symbolic")
    return Error{
        "--uninit=symbolic contradicts --chop: unwritten memory would have other values when a skipped call "
        "is "
        "executed later; leave one of them out"};
  return {};
}

// What a command does not look at, although its row of the table lets it in for the sake of others.
Result<void> check_command(const std::string& command, const Options& options,
                           const std::set<std::string>& given) {
  bool has_arguments = !options.arguments.empty();
  if (has_arguments && command != "run" && command != "reach" && command != "resume")
    return Error{fmt::format("{} {}: bonsai {} takes no arguments of the program; leave out what follows --",
                             "--", options.arguments.front(), command)};
  if ((command == "solve" || command == "bitcode") && !options.compiler_flags.empty())
    return Error{
        fmt::format("{}: bonsai {} compiles nothing, so flags of the compiler have no effect; leave it out",
                    options.compiler_flags.front(), command)};
  if (command == "ir" || command == "analyze")
    for (const char* check : {"leak", "endless", "pointers", "no-alignment"})
      if (std::find(options.checks.begin(), options.checks.end(), check) != options.checks.end())
        return Error{
            fmt::format("--check {}: is done while a program runs, which bonsai {} does not; leave it out",
                        check, command)};
  if (command == "replay" && given.contains("--sample") && options.inputs.size() > 1)
    return Error{
        fmt::format("--sample: tests are named as well ({}); leave one of both out", options.inputs[1])};
  if (command == "tests" && options.inputs.front() == "list")
    for (const char* flag : {"--format", "--to", "--cflags"})
      if (given.contains(flag))
        return Error{fmt::format("{}: is for bonsai tests export; tests list only prints", flag)};
  return {};
}

Result<void> check_folder(const Options& options) {
  std::error_code error;
  if (options.fs.empty()) return {};
  if (!fs::exists(options.fs, error))
    return Error{fmt::format("--fs {}: there is no such folder; name one that exists", options.fs)};
  if (!fs::is_directory(options.fs, error))
    return Error{fmt::format("--fs {}: is a file; name the folder that the program shall see", options.fs)};
  if (access(options.fs.c_str(), R_OK | X_OK) != 0)
    return Error{fmt::format("--fs {}: cannot be read; check its permissions", options.fs)};
  return {};
}

// What is written at the end of a run must be writable at its beginning.
Result<void> check_written(const Options& options, const std::set<std::string>& given) {
  if (given.contains("--program-output")) {
    std::ofstream file(options.program_output, std::ios::binary | std::ios::app);
    if (!file)
      return Error{fmt::format("--program-output {}: cannot be written; name a file in a folder that exists",
                               options.program_output)};
  }
  if (given.contains("--log-queries")) {
    std::error_code error;
    fs::create_directories(options.log_queries, error);
    if (error || access(options.log_queries.c_str(), W_OK) != 0)
      return Error{fmt::format("--log-queries {}: the folder cannot be made or written{}{}",
                               options.log_queries, error ? ": " : "", error ? error.message() : "")};
  }
  return {};
}

bool is_source(const std::string& path) {
  return path.ends_with(".c") || path.ends_with(".i") || base::is_cpp_source(path);
}

}  // namespace

Result<void> check_options(const std::string& command, const Options& options,
                           const std::set<std::string>& given) {
  if (Result<void> checked = check_command(command, options, given); !checked) return checked;
  if (Result<void> checked = check_pairs(options, given); !checked) return checked;
  // Of a run that goes on, --fs is relative to where it was started.
  if (given.contains("--fs"))
    if (Result<void> checked = check_folder(options); !checked) return checked;
  return check_written(options, given);
}

std::vector<std::string> useless_compiler_flags(const Options& options) {
  std::vector<std::string> lines;
  if (std::any_of(options.inputs.begin(), options.inputs.end(), is_source)) return lines;
  for (const std::string& flag : options.compiler_flags)
    if (flag.starts_with("-D") || flag.starts_with("-U") || flag.starts_with("-I") ||
        flag.starts_with("-std=") || flag.starts_with("-include") || flag.starts_with("-iquote"))
      lines.push_back(fmt::format("{}: has no effect, since {} is compiled already", flag,
                                  options.inputs.size() == 1 ? options.inputs.front() : "every input"));
  return lines;
}

}  // namespace bonsai::cli
