// bonsai run: explores a program and says what it found.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/loading.h"
#include "explore/explorer.h"

namespace bonsai::cli {
namespace {

using nlohmann::json;

json place(const ir::Program& program, const exec::StackEntry& entry) {
  const ir::Location& at = program.locations[entry.location];
  return {{"function", entry.function},
          {"file", program.strings[at.file]},
          {"line", at.line},
          {"column", at.column}};
}

json to_json(const ir::Program& program, const explore::FoundError& found, size_t id) {
  json stack = json::array();
  for (const exec::StackEntry& entry : found.error.stack) stack.push_back(place(program, entry));
  json error = {{"id", id},       {"kind", exec::word(found.error.kind)}, {"message", found.error.message},
                {"stack", stack}, {"stack_omitted", found.error.omitted}, {"count", found.count}};
  if (!stack.empty())
    for (const char* key : {"file", "line", "function"}) error[key] = stack[0][key];
  return error;
}

json to_json(const ir::Program& program, const explore::Summary& summary) {
  json errors = json::array();
  for (size_t i = 0; i < summary.found.size(); ++i)
    errors.push_back(to_json(program, summary.found[i], i + 1));
  return {{"version", BONSAI_VERSION},
          {"program", program.name},
          {"seconds", summary.seconds},
          {"instructions", summary.instructions},
          {"paths",
           {{"completed", summary.completed}, {"error", summary.errors}, {"given_up", summary.given_up}}},
          {"exit_status", summary.exit_status},
          {"errors", errors},
          {"tests", summary.tests},
          {"forks", summary.forks},
          {"fault", summary.fault},
          {"exhaustive", summary.exhaustive()}};
}

std::string where(const ir::Program& program, const exec::StackEntry& entry) {
  const ir::Location& at = program.locations[entry.location];
  if (!at.line) return fmt::format("in {}", entry.function);
  return fmt::format("{}:{}:{} in {}", program.strings[at.file], at.line, at.column, entry.function);
}

void print_errors(const ir::Program& program, const explore::Summary& summary) {
  constexpr size_t shown = 20, outermost = 3;
  for (const explore::FoundError& found : summary.found) {
    fmt::print("error {}: {}\n", exec::word(found.error.kind), found.error.message);
    const std::vector<exec::StackEntry>& stack = found.error.stack;
    size_t left_out = stack.size() > shown + outermost ? stack.size() - shown - outermost : 0;
    for (size_t i = 0; i < stack.size(); ++i) {
      if (left_out && i == shown) {
        fmt::print("  … {} more calls\n", left_out + found.error.omitted);
        i += left_out;
      }
      fmt::print("  {} {}\n", i ? "by" : "at", where(program, stack[i]));
    }
  }
}

void print_summary(const explore::Summary& summary) {
  if (!summary.stopped_by.empty())
    fmt::print("stopped by the limit on {}: not everything was explored\n", summary.stopped_by);
  uint64_t paths = summary.completed + summary.errors + summary.given_up;
  fmt::print("{} path{}: {} completed, {} with an error, {} given up; {} instructions in {:.2f} s\n", paths,
             paths == 1 ? "" : "s", summary.completed, summary.errors, summary.given_up, summary.instructions,
             summary.seconds);
}

// Writes a whole file; false with a complaint when that fails.
bool write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (file) return true;
  complain(fmt::format("cannot write {}", path.string()));
  return false;
}

bool prepare_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return true;
  complain(fmt::format("cannot make the folder {}: {}", folder, error.message()));
  return false;
}

}  // namespace

int run(const base::Options& options) {
  if (!options.out.empty() && !prepare_folder(options.out)) return bad_input;
  std::optional<load::Loaded> loaded = load_program(options);
  if (!loaded) return bad_input;
  const ir::Program& program = loaded->program;

  explore::Config config;
  config.seconds = options.time;
  config.max_instructions = uint64_t(options.max_instructions);
  config.machine.arguments = options.arguments;
  config.machine.entry = options.entry;
  config.machine.stack_bytes = options.stack;
  config.machine.check_uninitialised = has_check(options, "uninit");
  config.machine.check_alignment = !has_check(options, "no-alignment");
  config.machine.check_leaks = has_check(options, "leak");
  explore::Listener nobody;
  config.search = options.search;
  config.seed = uint64_t(options.seed);
  config.max_paths = uint64_t(options.max_paths);
  config.machine.max_depth = uint64_t(options.max_depth);
  config.verify_replay = options.verify_replay;
  explore::Summary summary = explore::explore(program, config, nobody);

  if (!options.program_output.empty() && !write_file(options.program_output, summary.output))
    return bad_input;
  if (!options.out.empty()) {
    std::filesystem::path folder = options.out;
    if (!write_file(folder / "summary.json", to_json(program, summary).dump(2) + "\n")) return bad_input;
    if (!write_file(folder / "stdout.txt", summary.output)) return bad_input;
  }
  if (options.json) {
    std::cout << to_json(program, summary).dump(2, ' ', false, json::error_handler_t::replace) << "\n";
  } else {
    if (options.program_output.empty() && !options.quiet) std::cout << summary.output << std::flush;
    print_errors(program, summary);
    if (!options.quiet) print_summary(summary);
  }
  if (!summary.fault.empty()) {
    complain("internal fault: " + summary.fault);
    return own_fault;
  }
  return summary.found.empty() ? clean : program_has_errors;
}

}  // namespace bonsai::cli
