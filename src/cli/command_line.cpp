#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>

#include "cli/option_values.h"
#include "cli/setup_words.h"

namespace bonsai::cli {
namespace {

using base::Options;

struct Command {
  const char* name;
  const char* help;
  const char* inputs_name;
  const char* inputs;
  bool takes_program;
};

constexpr const char* program_inputs =
    "C or C++ sources, bitcode (.bc), LLVM IR (.ll), or binaries that bonsai cc built";

constexpr Command commands[] = {
    {"run", "run a program and report its errors", "PROGRAM", program_inputs, true},
    {"reach", "find an input that reaches a line or function, or show that there is none", "PROGRAM",
     program_inputs, true},
    {"test", "unit-test functions: make their arguments, call them, write tests", "FILE:FUNCTION",
     "a source and functions in it, FILE:FUNCTION,FUNCTION… (or FILE with --all or --sequence); then further "
     "sources that "
     "they need",
     true},
    {"resume", "go on with a run that was stopped, interrupted or killed", "RUN",
     "the folder of a run; options change those of the run, --time and other limits count anew", false},
    {"ir", "print the program in Bonsai's register IR, with source lines", "PROGRAM", program_inputs, true},
    {"analyze", "tell what pointers may point to, and what functions may do to memory, without running",
     "PROGRAM", program_inputs, true},
    {"bitcode", "list the bitcode that a binary of bonsai cc carries, or extract it", "FILE",
     "executables, objects, shared libraries, archives", false},
    {"solve", "run the solver chain on an SMT-LIB 2 script", "FILE",
     "an SMT-LIB 2 file; - for standard input", false},
    {"tests", "list the tests of a run, choose few that cover what all do, or export them in other formats",
     "WORDS",
     "list, minimise or export RUN [TEST...]: the folder of a run, and numbers of tests (default: all)",
     false},
    {"replay", "run tests on the native program: confirm errors, compare exit codes and output", "RUN",
     "the folder of a run, then numbers of tests (default: all)", false},
};

// Flags that go to the compiler as they are; with `takes_next` their value may be the next word.
bool is_compiler_flag(const std::string& word, bool& takes_next) {
  takes_next = false;
  for (const char* flag : {"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-x"}) {
    if (word == flag) return takes_next = true;
    if (word.rfind(flag, 0) == 0) return true;
  }
  for (const char* flag : {"-std=", "-m32", "-m64", "-f", "-W", "-pthread", "-ansi", "-pedantic", "-w"})
    if (word.rfind(flag, 0) == 0) return true;
  return false;
}

// One per type of option: how its text becomes its value. Each returns what it must be, or nothing.
std::string read(const std::string& text, const std::string& values, Options::Number& number) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) number = INT64_MIN;
  return must_be(values, number);
}
std::string read(const std::string& text, const std::string& values, Options::Text& value) {
  if (text.empty()) return "given a value";
  value = text;
  return must_be(values, value);
}
std::string read(const std::string& text, const std::string& values, Options::Choice& value) {
  value.assign(text);
  return must_be(values, value);
}
std::string read(const std::string& text, const std::string& values, Options::List& list) {
  std::stringstream stream(text);
  for (std::string each; std::getline(stream, each, ',');) {
    if (each.empty()) continue;
    if (values == "FLAGS") {
      std::stringstream flags(each);
      for (std::string flag; flags >> flag;) list.push_back(flag);
    } else {
      list.push_back(each);
    }
  }
  if (text.find_first_not_of(",") == text.npos) return "given a value";
  return must_be(values, list);
}
std::string read(const std::string& text, const std::string& values, Options::Duration& seconds) {
  if (!parse_duration(text, seconds)) seconds = -1;
  return must_be(values, seconds);
}
std::string read(const std::string& text, const std::string& values, Options::Size& bytes) {
  if (!parse_size(text, bytes)) bytes = 0;
  return must_be(values, bytes);
}

template <typename T>
void add_option(CLI::App& app, const std::string& flag, const std::string& values, const std::string& help,
                T& value) {
  CLI::callback_t parse_value = [&value, values, flag](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      std::string allowed = read(text, values, value);
      if (!allowed.empty()) throw CLI::ValidationError(fmt::format("{} {}: must be {}", flag, text, allowed));
    }
    return true;
  };
  std::string name = values.find('|') != std::string::npos || values.find("..") != std::string::npos
                         ? "{" + values + "}"
                         : values;
  app.add_option(flag, parse_value, help)
      ->type_name(name)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}
void add_option(CLI::App& app, const std::string& flag, const std::string&, const std::string& help,
                Options::Flag& value) {
  app.add_flag(flag, value, help);
}

void add_options(CLI::App& app, const std::string& command, Options& options) {
#define OPTION(type, member, flag, default_value, values, commands, help) \
  if (is_word_of(commands, command, ' ')) add_option(app, flag, values, help, options.member);
#include "base/options.def"
#undef OPTION
}

// The flags of a command's options that were given, as the table spells them.
std::set<std::string> given_flags(const CLI::App& app, const std::string& command) {
  std::set<std::string> given;
#define OPTION(type, member, flag, default_value, values, commands, help)  \
  if (is_word_of(commands, command, ' ') &&                                \
      app.count(std::string(flag).substr(0, std::string(flag).find(',')))) \
    given.insert(flag);
#include "base/options.def"
#undef OPTION
  return given;
}

// Takes the compiler's flags and the program's arguments out of the words; what is left is for the option
// parser.
base::Result<std::vector<std::string>> take_apart(const std::vector<std::string>& words, Options& options) {
  std::vector<std::string> rest;
  bool behind = false;  // --
  bool is_run = !words.empty() && (words.front() == "run" || words.front() == "reach");
  for (size_t i = 0; i < words.size(); ++i) {
    bool takes_next;
    if (!behind && words[i] == "--") {
      behind = true;
      continue;
    }
    // Behind --, only what no program has as an option of its own.
    if (is_run && i > 0 && (!behind || words[i].find("-sym-") < 2)) {
      base::Result<bool> taken = take_setup(words, i, options);
      if (!taken) return taken.error();
      if (*taken) continue;
    }
    if (behind) {
      options.arguments.push_back(words[i]);
      options.setup.insert(options.setup.end(), {"word", words[i]});
      continue;
    }
    if (is_compiler_flag(words[i], takes_next)) {
      options.compiler_flags.push_back(words[i]);
      if (takes_next && i + 1 < words.size()) options.compiler_flags.push_back(words[++i]);
    } else {
      rest.push_back(words[i]);
    }
  }
  return rest;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

bool parse_duration(const std::string& text, double& seconds) {
  static const std::map<std::string, double> units = {{"", 1},   {"ms", 0.001}, {"s", 1},
                                                      {"m", 60}, {"min", 60},   {"h", 3600}};
  size_t used = text.find_first_not_of("0123456789.");
  std::string digits = text.substr(0, used), unit = used == std::string::npos ? "" : text.substr(used);
  auto it = units.find(unit);
  if (digits.empty() || digits == "." || std::count(digits.begin(), digits.end(), '.') > 1 ||
      it == units.end())
    return false;
  seconds = std::strtod(digits.c_str(), nullptr) * it->second;
  return std::isfinite(seconds);
}

bool parse_size(const std::string& text, uint64_t& bytes) {
  static const std::map<std::string, unsigned> units = {{"", 0}, {"K", 10}, {"M", 20}, {"G", 30}, {"T", 40}};
  size_t used = text.find_first_not_of("0123456789");
  std::string digits = text.substr(0, used), unit = used == std::string::npos ? "" : text.substr(used);
  auto it = units.find(unit);
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bytes);
  if (digits.empty() || error != std::errc() || it == units.end() || bytes > UINT64_MAX >> it->second)
    return false;
  bytes <<= it->second;
  return true;
}

base::Result<Parsed> parse(const std::vector<std::string>& words, const base::Options& defaults) {
  Parsed parsed;
  parsed.options = defaults;
  CLI::App app("Bonsai: symbolic execution for C and C++", "bonsai");
  app.set_version_flag("--version", "bonsai " BONSAI_VERSION);
  app.require_subcommand(1);
  app.footer(
      "bonsai cc, bonsai c++: compilers for real builds (CC=\"bonsai cc\"), whose binaries carry bitcode; "
      "see docs/cc.md\n"
      "Flags of the compiler (-I, -D, -U, -std=, -m32, -f…, -W…) may stand anywhere and are passed on.\n"
      "Exit codes: 0 no error found, 1 the program under test has an error, 2 usage or bad input, 3 a fault "
      "of Bonsai's own.");
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.help);
    add_options(*sub, command.name, parsed.options);
    sub->add_option(command.inputs_name, parsed.options.inputs, command.inputs);
    if (!command.takes_program) continue;
    sub->footer(
        "Behind -- stand the arguments of the program itself. Flags of the compiler (-I, -D, -U, -std=, "
        "-m32, -f…, -W…) may stand "
        "anywhere.\n" +
        (command.name == std::string("run") || command.name == std::string("reach") ? "\n" + setup_help()
                                                                                    : ""));
  }
  base::Result<std::vector<std::string>> taken = take_apart(words, parsed.options);
  if (!taken) return base::Error{taken.error().message + "; see bonsai --help"};
  std::vector<std::string> rest = std::move(*taken);
  auto named = [&](const Command& command) { return rest.front() == command.name; };
  if (!rest.empty() && rest.front()[0] != '-' &&
      std::none_of(std::begin(commands), std::end(commands), named))
    return base::Error{fmt::format("there is no command {}; see bonsai --help", rest.front())};
  std::reverse(rest.begin(), rest.end());
  try {
    app.parse(rest);
  } catch (const CLI::Success& success) {  // help and version
    std::ostringstream out, ignored;
    app.exit(success, out, ignored);
    parsed.text = out.str();
    return parsed;
  } catch (const CLI::ParseError& error) {
    return base::Error{one_line(error.what()) + "; see bonsai --help"};
  }
  parsed.command = app.get_subcommands().front()->get_name();
  parsed.given = given_flags(*app.get_subcommands().front(), parsed.command);
  bool lists_searchers = parsed.command == "run" && parsed.options.search == "list";  // needs no program
  for (const Command& command : commands)
    if (command.name == parsed.command && parsed.options.inputs.empty() && !lists_searchers)
      return base::Error{fmt::format("{} is required; see bonsai --help", command.inputs_name)};
  return parsed;
}

}  // namespace bonsai::cli
