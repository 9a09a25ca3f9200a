// Tested by tests/check_chop and tests/check_reach.
#include "cli/chop_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/chop_words.h"
#include "cli/commands.h"
#include "cli/covered.h"
#include "cli/loading.h"
#include "cli/setup_words.h"
#include "explore/chop/plan.h"
#include "explore/direct/call_graph.h"

namespace bonsai::cli {
namespace {

// Does a word of --chop name nothing but some of these functions?
bool names_only(const ir::Program& program, const std::string& word, const std::vector<uint8_t>& functions) {
  return std::ranges::all_of(program.functions, [&](const ir::Function& each) {
    return !each.has_body || functions[each.id] || (each.name != word && each.source_name != word);
  });
}

// Those of the given functions that are worth it. `who` says of them that they can be skipped. True: all of
// them return.
bool skip_some(base::Options& options, const load::Loaded& loaded, const std::vector<uint8_t>& functions,
               const std::string& who) {
  std::vector<std::string> names;
  bool all_return = true;
  for (const explore::Skippable& each :
       explore::worth_skipping(loaded.program, loaded.start, lets_calls_fail(options), functions)) {
    const ir::Function& function = loaded.program.functions[each.function];
    if (!names_only(loaded.program, function.name, functions)) continue;
    options.chop.push_back(function.name);
    names.push_back(function.source_name);
    all_return &= !each.may_not_return;
  }
  fmt::print(stderr, "bonsai: {} {} function{} that can be skipped{}{}\n", who, names.size(),
             names.size() == 1 ? "" : "s", names.empty() ? "" : ": ", fmt::join(names, ", "));
  return all_return;
}

}  // namespace

bool choose_covered(base::Options& options) {
  if (base::Result<void> read = read_chop_file(options); !read) return complain(read.error().message), false;
  if (options.chop_covered.empty()) return true;
  std::optional<load::Loaded> loaded = load_program(options);
  if (!loaded) return false;
  base::Result<std::vector<uint8_t>> covered = covered_functions(loaded->program, options.chop_covered);
  if (!covered) return complain("--chop-covered " + covered.error().message), false;
  skip_some(options, *loaded, *covered, options.chop_covered + " covers");
  options.chop_covered.clear();
  return true;
}

bool choose_off_the_way(base::Options& options, const load::Loaded& loaded,
                        const std::vector<explore::Target>& targets) {
  if (std::erase(options.chop, "auto") == 0) return options.chop.empty();
  bool is_alone = options.chop.empty();
  const ir::Program& program = loaded.program;
  const ir::Function* main = program.find_function(loaded.entry);
  explore::CallGraph calls(program, main->id);
  std::vector<uint8_t> leads(program.functions.size());
  std::vector<ir::FunctionId> todo;
  auto add = [&](ir::FunctionId id) {
    if (!std::exchange(leads[id], 1)) todo.push_back(id);
  };
  for (const explore::Target& target : targets)
    for (const analysis::Place& place : target.places) add(place.function);
  while (!todo.empty()) {
    ir::FunctionId id = todo.back();
    todo.pop_back();
    for (ir::FunctionId caller : calls.callers(id)) add(caller);
  }
  std::vector<uint8_t> others(program.functions.size());
  for (const ir::Function& function : program.functions)
    others[function.id] = function.has_body && !function.is_runtime && !leads[function.id];
  return skip_some(options, loaded, others, "on no way to the target there are") && is_alone;
}

}  // namespace bonsai::cli
