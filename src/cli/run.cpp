// bonsai run: explores a program from its beginning.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "cli/chop_choice.h"
#include "cli/commands.h"
#include "cli/loading.h"
#include "cli/places.h"
#include "cli/prune_words.h"
#include "cli/seeds.h"
#include "cli/session.h"
#include "report/program_hash.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;

void list_searchers() {
  for (const explore::SearcherInfo& each : explore::searchers())
    fmt::print("{:<14}{}\n", each.name, each.meaning);
}

// Has the lines of --stop-at that the passes took away, as those of `break;`, kept; false if none is missing.
bool keep_lines(base::Options& options, const ir::Program& program) {
  size_t before = options.exact.size();
  for (const std::string& place : options.stop_at)
    if (place.find(':') != std::string::npos && !points_at(program, place)) options.exact.push_back(place);
  return options.exact.size() > before;
}

}  // namespace

int run(const base::Options& given) {
  base::Options options = given;
  if (options.search == "list") return list_searchers(), clean;
  if (options.mode.empty()) options.mode = "symbolic";
  if (options.tests.empty()) options.tests = "new";
  if (options.finish.empty()) options.finish = "new";
  bool is_concolic = options.mode == "concolic";
  if (options.search.empty()) options.search = is_concolic ? "generational" : "random-path,covnew";
  if (is_concolic && options.merge != "off")
    return complain("--mode=concolic runs one path at a time: there is nothing to merge; leave --merge out"),
           bad_input;
  base::Result<std::vector<std::shared_ptr<const exec::Seed>>> seeds = read_seeds(options);
  if (!seeds) return complain(seeds.error().message), bad_input;
  base::Result<std::vector<const explore::SearcherInfo*>> search = explore::parse_search(options.search);
  if (!search) return complain(search.error().message), bad_input;
  for (const explore::SearcherInfo* each : *search)
    if (each->needs_target)
      return complain(fmt::format("--search {}: it needs something to reach; see bonsai reach", each->name)),
             bad_input;
    else if (each->name == "generational" && !is_concolic)
      return complain("--search generational: it needs --mode=concolic"), bad_input;
  if (!choose_covered(options)) return bad_input;
  std::optional<load::Loaded> loaded = load_program(options);
  if (loaded && keep_lines(options, loaded->program)) loaded = load_program(options);
  if (!loaded) return bad_input;
  base::Result<explore::Config> config = exploration_config(options, *loaded);
  if (!config) return complain(config.error().message), bad_input;
  config->seeds = std::move(*seeds);
  if (!options.learn_from.empty()) {
    if (base::Result<void> learned =
            learn_from(options.learn_from, report::program_hash(loaded->program), config->prune);
        !learned)
      return complain(learned.error().message), bad_input;
  }
  RunOptions run{options, fs::current_path().string(), "run"};
  Storage storage;
  if (!prepare_storage(run, *loaded, storage)) return bad_input;
  return run_session(run, *loaded, *config, storage, nullptr);
}

}  // namespace bonsai::cli
