#include <exception>
#include <iostream>

#include "cli/cc.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/loading.h"

namespace {

using namespace bonsai;

int dispatch(const std::vector<std::string>& words) {
  // The compiler's words are not ours to parse.
  if (!words.empty() && (words[0] == "cc" || words[0] == "c++"))
    return cli::cc({words.begin() + 1, words.end()}, words[0] == "c++");
  base::Result<cli::Parsed> parsed = cli::parse(words);
  if (!parsed) {
    cli::complain(parsed.error().message);
    return cli::bad_input;
  }
  if (parsed->command == "run") return cli::run(parsed->options);
  if (parsed->command == "ir") return cli::ir(parsed->options);
  if (parsed->command == "bitcode") return cli::bitcode(parsed->options);
  if (parsed->command == "solve") return cli::solve(parsed->options);
  if (parsed->command == "replay") return cli::replay(parsed->options);
  if (parsed->command == "tests") return cli::tests(parsed->options);
  std::cout << parsed->text;
  return cli::clean;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return dispatch(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& fault) {
    cli::complain(std::string("internal fault: ") + fault.what());
    return cli::own_fault;
  }
}
