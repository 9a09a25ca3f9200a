// Explores a program: picks paths, runs them, and gathers what they came to.
//
// The one worker's loop. Which path is next is the searcher's business (search/searcher.h); what a path
// leaves behind goes to the listener as it ends, so that nothing is kept here.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exec/machine.h"
#include "ir/program.h"
#include "report/records.h"
#include "solve/chain.h"

namespace bonsai::explore {

struct Config {
  exec::Config machine;
  solve::Config solver;
  std::string search = "dfs";
  uint64_t seed = 1;
  double seconds = 0;             // 0: no limit
  uint64_t max_instructions = 0;  // 0: no limit
  uint64_t max_paths = 0;         // 0: no limit
  bool stop_on_error = false;
  bool verify_replay = false;          // replay each path that ends, and compare
  bool keep_tests = true;              // false: only count
  uint64_t collect_terms = 2'000'000;  // live terms from which on dead ones are reclaimed
};

// An error of the program under test, with how often it was met.
struct FoundError {
  exec::Error error;
  uint64_t count = 1;
  uint64_t test = 0;  // the first that shows it
};

struct Summary {
  uint64_t completed = 0;
  uint64_t errors = 0;    // paths that ended in an error
  uint64_t silent = 0;    // paths that the harness ended
  uint64_t given_up = 0;  // paths and sides of branches that were not followed to their end
  uint64_t live = 0;      // states left when the run stopped
  uint64_t tests = 0;
  uint64_t forks = 0;
  uint64_t concretised = 0;
  uint64_t instructions = 0;
  double seconds = 0;
  int exit_status = 0;  // of the last completed path
  std::string output;   // of the only path; empty when there were several
  std::vector<FoundError> found;
  std::vector<std::string> warnings;                      // each once
  std::vector<std::pair<std::string, uint64_t>> reasons;  // why paths were given up, with counts
  std::string stopped_by;  // what cut the run short: "time", "paths"…; empty if nothing did
  std::string fault;       // a defect of ours that was noticed; empty if none was
  solve::ChainStatistics solver;
  std::string solver_problem;     // what keeps the solver process from working, if anything
  std::vector<uint32_t> covered;  // points (ir/points.h) that any path covered
  uint64_t memory_peak = 0;       // bytes
  uint64_t collections = 0;       // of terms

  bool exhaustive() const { return given_up == 0 && live == 0 && concretised == 0 && fault.empty(); }
};

// What is told while a run goes on. Returning false ends the run: it cannot be stored.
struct Listener {
  virtual ~Listener() = default;
  virtual bool test(const report::Test&) { return true; }
  virtual bool error(const report::Error&) { return true; }  // a new one; its test was told before
  virtual bool progress(const Summary&) { return true; }     // about every half second
  virtual bool stop() { return false; }                      // asked often: true ends the run
};

// REQUIRES: the program has the entry function, with a body.
Summary explore(const ir::Program& program, const Config& config, Listener& listener);

// The points that the path of a tape passes, in order: what a native run of its test must pass.
std::vector<uint32_t> trace(const ir::Program& program, const Config& config, const state::Tape& tape);

}  // namespace bonsai::explore
