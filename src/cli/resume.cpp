// bonsai resume: goes on with a run from its last checkpoint.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "cli/commands.h"
#include "cli/loading.h"
#include "cli/seeds.h"
#include "cli/session.h"
#include "explore/prune/learner.h"
#include "ir/points.h"
#include "report/point_set.h"
#include "report/program_hash.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using report::RunStore;

// Reads all that is stored, since a run that goes on builds on it.
base::Result<void> verify(RunStore& store, bool quiet) {
  auto begun = std::chrono::steady_clock::now(), told = begun;
  bool is_shown = false;
  base::Result<void> verified = store.verify([&](double part) {
    auto now = std::chrono::steady_clock::now();
    if (quiet || !isatty(STDERR_FILENO) || now - begun < std::chrono::seconds(1) ||
        now - told < std::chrono::milliseconds(200))
      return;
    told = now;
    is_shown = true;
    fmt::print(stderr, "\r\033[Kchecking what is stored: {:.0f} %", 100 * part);
  });
  if (is_shown) fmt::print(stderr, "\r\033[K");
  return verified;
}

// What the database says of the run so far.
base::Result<explore::Resumption> read(RunStore& store) {
  explore::Resumption from;
  auto jobs = store.frontier();
  if (!jobs) return jobs.error();
  from.jobs = std::move(*jobs);
  for (explore::Job& job : from.jobs)
    if (!explore::is_intact(job.bytes) || !explore::strike(job))
      return base::Error{"is damaged: paths that are not finished cannot be read"};
  auto progress = store.meta(report::meta_key::progress);
  if (!progress) return progress.error();
  if (*progress) {
    if (base::Result<void> counts = counts_from_json(**progress, from); !counts) return counts.error();
  } else {
    from.jobs = {{0, 1, ""}};  // it was stopped before its first checkpoint: the program's beginning
  }
  auto tests = store.last_test();
  if (!tests) return tests.error();
  from.tests = *tests;
  auto errors = store.errors();
  if (!errors) return errors.error();
  from.errors = std::move(*errors);
  auto covered = store.covered();
  if (!covered) return covered.error();
  from.covered = std::move(*covered);
  auto tested = store.covered(RunStore::Covered::by_tests);
  if (!tested) return tested.error();
  from.tested = std::move(*tested);
  auto loops = store.meta(report::meta_key::loops);
  if (!loops) return loops.error();
  if (*loops) {
    std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>((*loops)->data()), (*loops)->size());
    std::optional<std::vector<uint32_t>> numbers = report::decode_points(bytes);
    if (!numbers) return base::Error{"is damaged: what its tests show of loops cannot be read"};
    from.loops = std::move(*numbers);
  }
  return from;
}

// The program as the run had it: from the bitcode in its folder, else from its sources.
std::optional<load::Loaded> load_again(const RunOptions& run, const fs::path& folder,
                                       const std::string& hash) {
  std::error_code error;
  fs::path bitcode = fs::absolute(folder / "program.bc", error);
  if (fs::exists(bitcode, error)) {
    RunOptions stored = run;
    stored.options.inputs = {bitcode.string()};
    std::optional<load::Loaded> loaded = load_program_of_run(stored);
    if (loaded && report::program_hash(loaded->program) == hash) {
      loaded->program.name = run.options.inputs.front();
      return loaded;
    }
  }
  std::optional<load::Loaded> loaded = load_program_of_run(run);
  if (loaded && report::program_hash(loaded->program) != hash) {
    complain(
        fmt::format("{}: the program is not the one that the run began with: its sources, the options or "
                    "Bonsai have changed since; start a new run",
                    folder.string()));
    return std::nullopt;
  }
  return loaded;
}

}  // namespace

int resume(const RunOptions& run, const std::string& run_folder) {
  const base::Options& options = run.options;
  // A run that looks for targets keeps what it needs for that in memory alone.
  if (run.command == "reach" || !options.target.empty() || !options.patch.empty() ||
      !options.targets_from.empty()) {
    complain(
        fmt::format("{}: was begun by bonsai reach, which cannot be resumed: it would go on without its "
                    "targets; start it "
                    "again, with more --time",
                    run_folder));
    return bad_input;
  }
  if (base::Result<std::vector<const explore::SearcherInfo*>> search = explore::parse_search(options.search);
      !search)
    return complain(search.error().message), bad_input;
  fs::path folder = run_folder;
  base::Result<std::unique_ptr<RunStore>> store =
      RunStore::open(folder, RunStore::Access::write, store_config());
  if (!store) return complain(store.error().message), bad_input;
  if (base::Result<void> checked = report::RunFolder::check_links(folder); !checked)
    return complain(checked.error().message), bad_input;
  Storage storage{report::RunFolder::of_run(folder), std::move(*store)};
  if (base::Result<void> verified = verify(*storage.store, options.quiet); !verified)
    return complain(verified.error().message), bad_input;
  base::Result<explore::Resumption> from = read(*storage.store);
  if (!from) return complain(fmt::format("{}: {}", folder.string(), from.error().message)), bad_input;
  base::Result<std::optional<std::string>> finished = storage.store->meta(report::meta_key::finished);
  // A run that was killed while its errors were being confirmed has that left to do.
  if (from->jobs.empty() && finished && *finished == "1") {
    complain(
        fmt::format("{}: the run has explored everything: there is nothing to go on with", folder.string()));
    return bad_input;
  }
  base::Result<std::optional<std::string>> hash = storage.store->meta(report::meta_key::program_hash);
  if (!hash || !*hash) {
    complain(fmt::format("{}: the run ended before it began", folder.string()));
    return bad_input;
  }
  std::optional<load::Loaded> loaded = load_again(run, folder, **hash);
  if (!loaded) return bad_input;
  for (const std::vector<uint32_t>* points : {&from->covered, &from->tested})
    if (!points->empty() && points->back() >= ir::Points(loaded->program).count()) {
      complain(fmt::format("{}: is damaged: it has covered what the program does not have", folder.string()));
      return bad_input;
    }
  base::Result<explore::Config> config =
      exploration_config(options, *loaded, run.folder.empty() ? "." : run.folder);
  if (!config) return complain(config.error().message), bad_input;
  if (config->prune.mode == explore::PruneMode::restart) {
    complain(
        fmt::format("{}: with --prune=restart a run begins anew again and again, and cannot be resumed; "
                    "--prune=off goes on with the paths it has",
                    folder.string()));
    return bad_input;
  }
  if (config->prune.mode == explore::PruneMode::learned) {
    auto learned = storage.store->meta(report::meta_key::learned);
    if (!learned) return complain(fmt::format("{}: {}", folder.string(), learned.error().message)), bad_input;
    explore::CoreConditions conditions;
    if (*learned && !explore::unpack_learned(**learned, conditions))
      return complain(fmt::format("{}: is damaged: what it has learned cannot be read", folder.string())),
             bad_input;
    if (*learned) config->prune.learned = std::move(**learned);
  }
  // For a run that has not begun; checkpoints have theirs.
  if (base::Result<std::vector<std::shared_ptr<const exec::Seed>>> seeds = read_seeds(options); seeds)
    config->seeds = std::move(*seeds);
  return run_session(run, *loaded, *config, storage, &*from);
}

}  // namespace bonsai::cli
