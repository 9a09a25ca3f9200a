// One session of a run: explores, stores, confirms, and says what came of it. `run` begins with one, `resume`
// adds others.
#pragma once

#include <memory>
#include <optional>

#include "cli/run_options.h"
#include "explore/explorer.h"
#include "load/load.h"
#include "report/run_folder.h"
#include "report/run_store.h"

namespace bonsai::cli {

// Where a run is stored; nothing when it is not.
struct Storage {
  std::optional<report::RunFolder> folder;
  std::unique_ptr<report::RunStore> store;
};

// What goes into the database when it goes: only whole checkpoints.
report::StoreConfig store_config();

// Makes the folder and the database; false with a complaint when that fails.
bool prepare_storage(const RunOptions& run, const load::Loaded& loaded, Storage& storage);

// Stores what is left to store when the run is over, and closes the database.
void finish_storage(const base::Options& options, const std::string& program, const std::string& json,
                    const explore::Summary& summary, class Recorder& recorder, Storage& storage);

// How to explore; an error says which option is wrong.
base::Result<explore::Config> exploration_config(const base::Options& options, const load::Loaded& loaded,
                                                 const std::string& directory = ".");

// Makes the folders for --write-ktest and --write-conditions, and has the files written there.
void prepare_files(const base::Options& options, const Storage& storage, explore::Config& config,
                   class Recorder& recorder);

// What a session came to, for who tells it in other words.
struct SessionResult {
  explore::Summary summary;
  std::vector<report::Error> errors;
  std::vector<report::Test> error_tests;
};

// Returns the exit code. `resumption`: of the sessions before; null: this is the first. With `left` nothing
// is printed but the progress.
int run_session(const RunOptions& run, const load::Loaded& loaded, const explore::Config& config,
                Storage& storage, const explore::Resumption* resumption, SessionResult* left = nullptr);

// Ends the process without destroying anything: hundreds of thousands of states would take longer than a run
// may that was stopped, and one of its threads may still be at work. REQUIRES: what is to be stored is
// stored.
[[noreturn]] void leave(int code);

// The counts of a checkpoint, and back.
std::string counts_to_json(const explore::Summary& summary);
base::Result<void> counts_from_json(const std::string& text, explore::Resumption& resumption);

}  // namespace bonsai::cli
