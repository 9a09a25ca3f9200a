// bonsai run: explores a program from its beginning.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "cli/loading.h"
#include "cli/session.h"
#include "report/program_hash.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using report::RunFolder;
using report::RunStore;

// Makes the folder and the database; false with a complaint when that fails.
bool prepare(const RunOptions& run, const load::Loaded& loaded, Storage& storage) {
  const base::Options& options = run.options;
  if (options.no_out) return true;
  base::Result<RunFolder> folder =
      RunFolder::make(options.out, options.overwrite ? RunFolder::Old::replace : RunFolder::Old::refuse);
  if (!folder) return complain(folder.error().message), false;
  storage.folder.emplace(std::move(*folder));
  base::Result<void> written = storage.folder->write_options(to_json(run));
  if (written) written = storage.folder->write_program(loaded.bitcode);
  if (!written) return complain(written.error().message), false;
  base::Result<std::unique_ptr<RunStore>> store = RunStore::create(storage.folder->path(), store_config());
  if (!store) return complain(store.error().message), false;
  storage.store = std::move(*store);
  // A failure shows when the first tests are written.
  (void)storage.store->set_meta(report::meta_key::program, loaded.program.name);
  (void)storage.store->set_meta(report::meta_key::library, loaded.has_library ? "1" : "0");
  (void)storage.store->set_meta(report::meta_key::program_hash, report::program_hash(loaded.program));
  (void)storage.store->commit();
  return true;
}

void list_searchers() {
  for (const explore::SearcherInfo& each : explore::searchers())
    fmt::print("{:<14}{}\n", each.name, each.meaning);
}

}  // namespace

int run(const base::Options& options) {
  if (options.search == "list") return list_searchers(), clean;
  if (base::Result<std::vector<const explore::SearcherInfo*>> search = explore::parse_search(options.search);
      !search)
    return complain(search.error().message), bad_input;
  std::optional<load::Loaded> loaded = load_program(options);
  if (!loaded) return bad_input;
  base::Result<explore::Config> config = exploration_config(options, *loaded);
  if (!config) return complain(config.error().message), bad_input;
  RunOptions run{options, fs::current_path().string()};
  Storage storage;
  if (!prepare(run, *loaded, storage)) return bad_input;
  return run_session(run, *loaded, *config, storage, nullptr);
}

}  // namespace bonsai::cli
