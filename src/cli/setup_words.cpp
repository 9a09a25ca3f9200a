// Tested by setup_words_test.cpp.
#include "cli/setup_words.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace bonsai::cli {
namespace {

constexpr uint64_t most = 1 << 20;

struct Option {
  const char* name;  // behind - or --
  const char* word;  // of setup.h; empty: the model of Linux always does this
  unsigned numbers;  // operands
  const char* operands;
  const char* help;  // empty: another spelling, not shown
};

constexpr Option table[] = {
    {"sym-arg", "arg", 1, "N", "a symbolic argument of at most N bytes"},
    {"sym-args", "args", 3, "MIN MAX N", "MIN to MAX symbolic arguments of at most N bytes each"},
    {"sym-files", "files", 2, "N SIZE",
     "symbolic files A, B, … in the current directory, of SIZE bytes each"},
    {"sym-stdin", "stdin", 1, "SIZE", "symbolic standard input of SIZE bytes"},
    {"sym-stdout", "stdout", 0, "", "standard output is kept and compared; accepted as KLEE has it"},
    {"fail", "fail", 1, "N", "up to N system calls or allocations fail, with any of their documented errors"},
    {"max-fail", "fail", 1, "N", ""},
    {"sym-clock", "unpin", 0, "",
     "the clock is symbolic; else, as what follows, it has one value (docs/library.md)"},
    {"sym-pid", "unpin", 0, "", "the numbers of the process and its parent are"},
    {"sym-user", "unpin", 0, "", "the numbers of user and group are"},
    {"sym-tty", "unpin", 0, "", "whether standard input and output are terminals is"},
    {"sym-host", "unpin", 0, "", "the host's name is"},
    {"sym-random", "unpin", 0, "", "random numbers of the system are"},
    {"sym-cpus", "unpin", 0, "", "the set of processors is"},
    {"fail-refused", "refused", 0, "",
     "system calls that the model does not have (fork, socket, …) fail with ENOSYS, and the path goes on"},
    {"fd-fail", "fail", 0, "", ""},  // of KLEE: --max-fail 1
    {"save-all-writes", "", 0, "", ""},
};

base::Error wrong(const std::string& flag, const Option& option, const std::string& why) {
  return {fmt::format("{}: {}; it is --{} {}", flag, why, option.name, option.operands)};
}

bool is_number(const std::string& text, uint64_t& number) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number <= most;
}

bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
}

// "--name=value" and "--name value" alike.
struct Flag {
  std::string name;
  std::vector<std::string> values;  // behind '='
};

Flag split(const std::string& word) {
  size_t dashes = word.starts_with("--") ? 2 : word.starts_with("-") ? 1 : 0;
  size_t equals = word.find('=');
  Flag flag;
  if (dashes) flag.name = word.substr(dashes, equals == std::string::npos ? equals : equals - dashes);
  if (equals != std::string::npos) flag.values.push_back(word.substr(equals + 1));
  return flag;
}

// How many operands follow a word of setup.h.
size_t operands_of(const std::string& word) {
  if (word == "setenv" || word == "input" || word == "word") return 1;
  if (word == "env") return 2;
  for (const Option& option : table)
    if (word == option.word) return word == "fail" || word == "unpin" ? 1 : option.numbers;
  return 0;
}

// Adds a word with its operands, unless one that was given before has taken its place.
base::Result<bool> add(std::vector<std::string>& setup, const std::string& spelled,
                       std::vector<std::string> words) {
  auto name_of = [](const std::string& text) { return text.substr(0, text.find('=')); };
  const std::string& word = words.front();
  bool is_variable = word == "env" || word == "setenv", is_input = word == "stdin" || word == "input";
  for (size_t i = 0; i < setup.size(); i += 1 + operands_of(setup[i])) {
    const std::string& former = setup[i];
    if (is_input && (former == "stdin" || former == "input"))
      return base::Error{
          fmt::format("{}: there is a {} before it, and a program has one standard input; leave one out",
                      spelled, former == "stdin" ? "--sym-stdin" : "--stdin")};
    if ((word == "files" || word == "fail") && former == word)
      return base::Error{fmt::format(
          "{}: it was given before ({}); give it once", spelled,
          word == "files" ? "--sym-files " + setup[i + 1] + " " + setup[i + 2] : "--fail " + setup[i + 1])};
    if (is_variable && (former == "env" || former == "setenv") && name_of(setup[i + 1]) == name_of(words[1]))
      return base::Error{
          fmt::format("{}: the variable {} was given before; give it once", spelled, name_of(words[1]))};
  }
  setup.insert(setup.end(), words.begin(), words.end());
  return true;
}

base::Result<bool> add_standard_input(std::vector<std::string>& setup, const std::string& path) {
  std::error_code error;
  std::filesystem::path file = std::filesystem::absolute(path).lexically_normal();
  if (!std::filesystem::exists(file, error))
    return base::Error{fmt::format("--stdin {}: there is no such file; name one that exists", path)};
  if (std::filesystem::is_directory(file, error))
    return base::Error{fmt::format("--stdin {}: is a folder; name a file", path)};
  if (access(file.c_str(), R_OK) != 0)
    return base::Error{fmt::format("--stdin {}: cannot be read; check its permissions", path)};
  return add(setup, "--stdin " + path, {"input", file.string()});
}

}  // namespace

std::string setup_help() {
  std::string text =
      "What the program gets from outside (those that begin with sym- also behind --, as KLEE has them; one "
      "dash will do):\n";
  for (const Option& option : table)
    if (*option.help)
      text += fmt::format("  --{:<26}{}\n", fmt::format("{} {}", option.name, option.operands), option.help);
  text += fmt::format("  --{:<26}{}\n", "sym-env NAME=SIZE",
                      "a symbolic environment variable of at most SIZE bytes");
  text += fmt::format("  --{:<26}{}\n", "env NAME=VALUE",
                      "an environment variable; the host's are not passed on");
  text +=
      fmt::format("  --{:<26}{}\n", "stdin FILE", "standard input from a file below --fs (default: empty)");
  return text;
}

base::Result<bool> take_setup(const std::vector<std::string>& words, size_t& i, base::Options& options) {
  Flag flag = split(words[i]);
  std::vector<std::string>& setup = options.setup;
  if (flag.name == "sym-env" || flag.name == "env" || flag.name == "stdin") {
    if (flag.name == "env" && words[i].starts_with("--") == false) return false;
    std::string value = words[i].find('=') != std::string::npos ? words[i].substr(words[i].find('=') + 1)
                        : i + 1 < words.size()                  ? words[++i]
                                                                : "";
    size_t equals = value.find('=');
    uint64_t size = 0;
    if (flag.name == "stdin") {
      if (value.empty()) return base::Error{"--stdin: needs a file"};
      return add_standard_input(setup, value);
    } else if (equals == std::string::npos || !is_name(value.substr(0, equals)) ||
               (flag.name == "sym-env" && !is_number(value.substr(equals + 1), size))) {
      return base::Error{flag.name == "env" ? "--env " + value + ": must be NAME=VALUE"
                                            : "--sym-env " + value + ": must be NAME=SIZE"};
    } else if (flag.name == "env") {
      return add(setup, "--env " + value, {"setenv", value});
    }
    return add(setup, "--sym-env " + value, {"env", value.substr(0, equals), std::to_string(size)});
  }
  for (const Option& option : table) {
    if (flag.name != option.name) continue;
    std::string spelled = words[i];
    while (flag.values.size() < option.numbers && i + 1 < words.size()) flag.values.push_back(words[++i]);
    if (flag.values.size() != option.numbers)
      return wrong(spelled, option, fmt::format("{} of {} numbers", flag.values.size(), option.numbers));
    std::vector<uint64_t> numbers(option.numbers);
    for (unsigned n = 0; n < option.numbers; ++n)
      if (!is_number(flag.values[n], numbers[n]))
        return wrong(spelled, option, fmt::format("'{}' is no number up to {}", flag.values[n], most));
    if (option.numbers == 3 && numbers[0] > numbers[1])
      return wrong(spelled, option, fmt::format("MIN {} is more than MAX {}", numbers[0], numbers[1]));
    if (!*option.word) return true;
    std::vector<std::string> added = {option.word};
    for (uint64_t number : numbers) added.push_back(std::to_string(number));
    if (flag.name == "fd-fail") added.push_back("1");
    if (added[0] == "unpin") added.push_back(flag.name.substr(std::string_view("sym-").size()));
    for (const std::string& value : flag.values)
      spelled += spelled.find('=') == spelled.npos ? " " + value : "";
    return add(setup, spelled, std::move(added));
  }
  return false;
}

bool needs_linux(const base::Options& options) {
  for (size_t i = 0; i < options.setup.size(); i += 2)  // the word and its text
    if (options.setup[i] != "word") return true;
  return !options.fs.empty();
}

bool takes_arguments(const base::Options& options) {
  for (size_t i = 0; i < options.setup.size(); i += 1 + operands_of(options.setup[i]))
    if (options.setup[i] == "word" || options.setup[i] == "arg" || options.setup[i] == "args") return true;
  return false;
}

std::string host_folder(const base::Options& options, const std::string& directory) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::canonical(
      std::filesystem::path(directory) / (options.fs.empty() ? "." : options.fs), error);
  return error ? std::string() : folder.string();
}

bool lets_calls_fail(const base::Options& options) {
  return std::find(options.setup.begin(), options.setup.end(), "fail") != options.setup.end();
}

std::vector<std::string> start_words(const base::Options& options, const std::string& program,
                                     const std::string& directory) {
  std::vector<std::string> words = {"name", program};
  words.insert(words.end(), options.setup.begin(), options.setup.end());
  words.insert(words.end(),
               {"fuzz", std::to_string(options.fuzz_size), "fs", host_folder(options, directory)});
  return words;
}

}  // namespace bonsai::cli
