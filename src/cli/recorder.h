// Stores what a run finds, as it is found.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/live_view.h"
#include "cli/output_file.h"
#include "explore/explorer.h"
#include "report/run_store.h"
#include "report/writers.h"

namespace bonsai::cli {

// True from the first interrupt (Ctrl-C, SIGTERM, SIGHUP) on; one that comes a moment later ends the process
// at once.
bool is_interrupted();
void watch_interrupts();

class Recorder : public explore::Listener {
 public:
  // Both may be null: nothing is stored, nothing is shown.
  Recorder(report::RunStore* store, LiveView* view) : store_(store), view_(view) {}

  bool test(const report::Test& test) override;
  bool error(const report::Error& error) override;
  bool checkpoint(const explore::Checkpoint& checkpoint) override;
  void forget() override;
  bool progress(const explore::Summary& summary) override;
  bool stop() override { return is_interrupted(); }

  std::vector<report::Error> errors;
  std::vector<report::Test> error_tests;  // by error
  std::string problem;                    // why nothing can be stored any more
  std::filesystem::path ktests;           // folder for KTest files; empty: none
  std::optional<OutputFile> output;       // of --program-output
  report::Invocation invocation;
  std::set<std::string> unused_inputs;               // names that --first gave and no test has had so far
  std::function<void()> when_error_found = nullptr;  // each time a new one is; may be null

 private:
  bool keep(const base::Result<void>& result);

  report::RunStore* store_;
  LiveView* view_;
  double next_statistics_ = 0;
  size_t covered_ = 0;      // points, when they were last stored
  size_t loops_ = 0;        // the same of what tests show of loops
  size_t errors_kept_ = 0;  // errors that the last checkpoint has
};

}  // namespace bonsai::cli
