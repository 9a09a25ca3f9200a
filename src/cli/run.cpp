// bonsai run: explores a program from its beginning.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "cli/chop_words.h"
#include "cli/commands.h"
#include "cli/covered.h"
#include "cli/loading.h"
#include "cli/session.h"
#include "cli/setup_words.h"
#include "explore/chop/plan.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;

void list_searchers() {
  for (const explore::SearcherInfo& each : explore::searchers())
    fmt::print("{:<14}{}\n", each.name, each.meaning);
}

// What --chop-covered comes to becomes words of --chop: the options of the run say it all.
bool choose_covered(base::Options& options) {
  if (options.chop_covered.empty()) return true;
  std::optional<load::Loaded> loaded = load_program(options);
  if (!loaded) return false;
  base::Result<std::vector<uint8_t>> covered = covered_functions(loaded->program, options.chop_covered);
  if (!covered) return complain("--chop-covered " + covered.error().message), false;
  std::vector<std::string> names;
  for (ir::FunctionId id :
       explore::worth_skipping(loaded->program, loaded->start, lets_calls_fail(options), *covered)) {
    options.chop.push_back(loaded->program.functions[id].name);
    names.push_back(loaded->program.functions[id].source_name);
  }
  fmt::print(stderr, "bonsai: {} covers {} function{} that can be skipped{}{}\n", options.chop_covered,
             names.size(), names.size() == 1 ? "" : "s", names.empty() ? "" : ": ", fmt::join(names, ", "));
  options.chop_covered.clear();
  return true;
}

}  // namespace

int run(const base::Options& given) {
  base::Options options = given;
  if (options.search == "list") return list_searchers(), clean;
  base::Result<std::vector<const explore::SearcherInfo*>> search = explore::parse_search(options.search);
  if (!search) return complain(search.error().message), bad_input;
  for (const explore::SearcherInfo* each : *search)
    if (each->needs_target)
      return complain(fmt::format("--search {}: it needs something to reach; see bonsai reach", each->name)),
             bad_input;
  if (base::Result<void> read = read_chop_file(options); !read)
    return complain(read.error().message), bad_input;
  if (!choose_covered(options)) return bad_input;
  std::optional<load::Loaded> loaded = load_program(options);
  if (!loaded) return bad_input;
  base::Result<explore::Config> config = exploration_config(options, *loaded);
  if (!config) return complain(config.error().message), bad_input;
  RunOptions run{options, fs::current_path().string()};
  Storage storage;
  if (!prepare_storage(run, *loaded, storage)) return bad_input;
  return run_session(run, *loaded, *config, storage, nullptr);
}

}  // namespace bonsai::cli
