// bonsai ir: prints the program as the interpreter sees it.
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/loading.h"
#include "ir/printer.h"

namespace bonsai::cli {

int ir(const base::Options& options) {
  std::optional<load::Loaded> loaded = load_program(options);
  if (!loaded) return bad_input;
  const ir::Program& program = loaded->program;
  if (!options.function.empty()) {
    const ir::Function* function = program.find_function(options.function);
    if (!function) {
      complain(fmt::format("no function {} in {}", options.function, program.name));
      return bad_input;
    }
    fmt::print("{}", ir::to_string(program, *function));
    return clean;
  }
  for (const ir::Function& function : program.functions)
    if (function.has_body) fmt::print("{}\n", ir::to_string(program, function));
  return clean;
}

}  // namespace bonsai::cli
