#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>

#include "cli/cc.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/json_output.h"
#include "cli/loading.h"
#include "cli/option_rules.h"
#include "cli/run_options.h"

namespace {

using namespace bonsai;

// The options of the run, changed by those of the command line.
int resume(const std::vector<std::string>& words, const base::Options& given) {
  if (given.inputs.size() != 1) {
    cli::complain("resume goes on with one run: bonsai resume RUN");
    return cli::bad_input;
  }
  if (!given.arguments.empty()) {
    cli::complain("resume goes on with the program as the run had it: no arguments");
    return cli::bad_input;
  }
  const std::string& folder = given.inputs.front();
  base::Result<cli::RunOptions> run = cli::read_run_options(folder, given.compiler_flags);
  if (!run) {
    cli::complain(run.error().message);
    return cli::bad_input;
  }
  const std::vector<std::string>& flags = run->options.compiler_flags;
  for (const std::string& flag : given.compiler_flags)
    if (std::find(flags.begin(), flags.end(), flag) == flags.end()) {
      cli::complain(
          fmt::format("{}: resume goes on with the program as the run had it: without {}", folder, flag));
      return cli::bad_input;
    }
  // The command line is parsed a second time as it was the first.
  base::Options before = run->options;
  before.inputs.clear();
  before.stop_at.clear();  // the run has been there
  base::Result<cli::Parsed> parsed = cli::parse(words, before);
  if (!parsed) {
    cli::complain(parsed.error().message);
    return cli::bad_input;
  }
  parsed->options.inputs = run->options.inputs;
  if (base::Result<void> checked = cli::check_options("resume", parsed->options, parsed->given); !checked) {
    cli::complain(checked.error().message);
    return cli::bad_input;
  }
  parsed->options.compiler_flags = flags;
  for (const std::string& line : cli::options_not_taken(folder, "resume", parsed->options))
    cli::complain(line);
  run->options = parsed->options;
  return cli::resume(*run, folder);
}

int dispatch(const std::vector<std::string>& words) {
  // The compiler's words are not ours to parse.
  if (!words.empty() && (words[0] == "cc" || words[0] == "c++"))
    return cli::cc({words.begin() + 1, words.end()}, words[0] == "c++");
  base::Options defaults;
  if (!words.empty() && words[0] == "test")
    defaults.optimisation = 0;  // a test for each branch as it is written
  base::Result<cli::Parsed> parsed = cli::parse(words, defaults);
  if (!parsed) {
    cli::complain(parsed.error().message);
    return cli::bad_input;
  }
  // Of a run that goes on, the options are those of the run as well.
  if (parsed->command != "resume" && !parsed->command.empty())
    if (base::Result<void> checked = cli::check_options(parsed->command, parsed->options, parsed->given);
        !checked) {
      cli::complain(checked.error().message);
      return cli::bad_input;
    }
  if (parsed->command == "run") return cli::run(parsed->options);
  if (parsed->command == "test") return cli::test(parsed->options);
  if (parsed->command == "reach") return cli::reach(parsed->options);
  if (parsed->command == "resume") return resume(words, parsed->options);
  if (parsed->command == "ir") return cli::ir(parsed->options);
  if (parsed->command == "analyze") return cli::analyze(parsed->options);
  if (parsed->command == "bitcode") return cli::bitcode(parsed->options);
  if (parsed->command == "solve") return cli::solve(parsed->options);
  if (parsed->command == "replay") return cli::replay(parsed->options);
  if (parsed->command == "tests") return cli::tests(parsed->options);
  std::cout << parsed->text;
  return cli::clean;
}

// Whether the words ask for --json, even if they cannot be understood otherwise.
bool wants_json(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "cc" || words[0] == "c++") return false;
  auto end = std::find(words.begin(), words.end(), "--");
  return std::find(words.begin(), end, "--json") != end;
}

int run(const std::vector<std::string>& words) {
  try {
    return dispatch(words);
  } catch (const std::bad_alloc&) {
    cli::complain("out of memory: an allocation failed");
    return cli::bad_input;
  } catch (const std::exception& fault) {
    cli::complain(std::string("internal fault: ") + fault.what());
    return cli::own_fault;
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  int code = run(words);
  if (wants_json(words)) cli::finish_json(code);
  return code;
}
