#include "cli/loading.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/home.h"
#include "cli/chop_words.h"
#include "cli/json_output.h"
#include "cli/option_rules.h"
#include "cli/setup_words.h"
#include "exec/machine.h"

namespace bonsai::cli {

void complain(const std::string& message) {
  constexpr size_t most = 4000;  // words of the user's and names of the program may be of any length
  std::string line = message.substr(0, most) + (message.size() > most ? "…" : "");
  fmt::print(stderr, "bonsai: {}\n", line);
  note_complaint(line);
}

bool has_check(const base::Options& options, const char* check) {
  return std::find(options.checks.begin(), options.checks.end(), check) != options.checks.end();
}

std::optional<load::Loaded> load_program(const base::Options& options, const std::string& native_module) {
  if (has_check(options, "uninit") && options.optimisation > 1) {
    complain(
        "--check=uninit needs --opt 0 or 1: code that was optimised further reads bytes that it does not "
        "use");
    return std::nullopt;
  }
  load::Options load;
  load.inputs = options.inputs;
  load.compiler_flags = options.compiler_flags;
  load.optimisation = int(options.optimisation);
  for (const std::string& word : options.chop) {
    if (std::optional<load::Portion> portion = portion_of(word))
      load.portions.push_back(*portion);
    else
      load.never_inlined.push_back(word.substr(0, word.find('@')));
  }
  load.exact = options.exact;
  load.check_overflow = has_check(options, "overflow");
  load.check_uninitialised = has_check(options, "uninit");
  load.symbolic_uninitialised = options.uninitialised == "symbolic";
  load.check_leaks = has_check(options, "leak");
  load.entry = options.entry;
  load.native_module = native_module;
  load.engine_keeps_for_library = exec::is_for_model;
  load.keep_bitcode = native_module.empty() && !options.no_out;
  if (options.libc != "none") {
    load.library = base::library_directory();
    load.library_always = options.libc == "musl" || needs_linux(options);
    load.failing_allocations = lets_calls_fail(options);
    load.engine_provides = [](const std::string& name) {
      return (exec::find_intrinsic(name) && !exec::is_standin(name)) || exec::is_for_model(name);
    };
    load.engine_stands_in = exec::is_standin;
    if (load.library.empty() && load.library_always) {
      complain("the C library was not built; run ./bonsai once more, or use --libc=none");
      return std::nullopt;
    }
  }
  auto begin = std::chrono::steady_clock::now();
  base::Result<load::Loaded> loaded = load::load(load);
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!loaded) {
    complain(loaded.error().message);
    if (!loaded.error().detail.empty()) fmt::print(stderr, "{}\n", loaded.error().detail);
    return std::nullopt;
  }
  if (options.libc == "musl" && !loaded->has_library) {
    complain(
        "--libc=musl: the C library that Bonsai has is for C programs of 64 bits, and this is C++ or of 32 "
        "bits; leave "
        "the option out");
    return std::nullopt;
  }
  bool is_fuzz_target = loaded->entry == "LLVMFuzzerTestOneInput";
  if (!is_fuzz_target && options.fuzz_size != base::Options().fuzz_size) {
    complain(fmt::format(
        "--fuzz-size {}: the program begins in {}, and not in LLVMFuzzerTestOneInput; leave it out",
        options.fuzz_size, loaded->entry));
    return std::nullopt;
  }
  if (is_fuzz_target && takes_arguments(options)) {
    complain(
        "arguments of the program: LLVMFuzzerTestOneInput, in which it begins, gets none; leave them out");
    return std::nullopt;
  }
  if (needs_linux(options) && !loaded->has_library) {
    complain(
        "symbolic arguments, files and the like need the C library, which is for C programs of 64 bits "
        "without --libc=none");
    return std::nullopt;
  }
  if (!options.quiet && !options.json)
    for (const std::vector<std::string>& lines : {loaded->warnings, useless_compiler_flags(options)})
      for (const std::string& warning : lines) fmt::print(stderr, "bonsai: warning: {}\n", warning);
  // The run's own time begins when the program is loaded.
  constexpr double long_load = 1;
  if (!options.quiet && !options.json && (seconds > long_load || options.verbose))
    fmt::print(stderr, "bonsai: loaded in {:.1f} s\n", seconds);
  if (options.verbose) {
    size_t instructions = 0;
    for (const ir::Function& function : loaded->program.functions) instructions += function.code.size();
    fmt::print(stderr, "bonsai: loaded {} functions, {} globals, {} instructions\n",
               loaded->program.functions.size(), loaded->program.globals.size(), instructions);
  }
  return std::move(*loaded);
}

std::optional<load::Loaded> load_program_of_run(const RunOptions& run, const std::string& native_module) {
  std::error_code error;
  std::filesystem::path here = std::filesystem::current_path(error);
  if (!error && !run.folder.empty()) std::filesystem::current_path(run.folder, error);
  if (error) {
    complain(fmt::format("{}, where the run was started: {}", run.folder, error.message()));
    return std::nullopt;
  }
  base::Options options = run.options;
  options.quiet = true;
  options.verbose = false;
  std::optional<load::Loaded> loaded = load_program(options, native_module);
  std::filesystem::current_path(here, error);
  return loaded;
}

}  // namespace bonsai::cli
