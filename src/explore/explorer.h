// Explores a program: workers pick paths and run them; what they come to goes to a listener.
//
// Each worker (worker.h) has its own terms, solver and states, in a thread of its own. This thread, the
// caller's, is the only one that talks to the listener: it hands on tests and errors as they come, watches
// the limits and the memory, and makes checkpoints, from which a run can go on later. Which path is next is
// the searchers' business (search/searcher.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/ledger.h"
#include "exec/machine.h"
#include "explore/chop/chop_counts.h"
#include "explore/chop/slices.h"
#include "explore/direct/direct_config.h"
#include "explore/direct/targets.h"
#include "explore/job.h"
#include "explore/merge/merge.h"
#include "explore/prune/prune.h"
#include "explore/search/searcher.h"
#include "ir/program.h"
#include "report/records.h"
#include "solve/chain.h"

namespace bonsai::explore {

// What happens to paths that are not finished when a run stops: nothing, a test for each, or a test for each
// that covers what no test does. They stay in the checkpoint all the same.
enum class Finish : uint8_t { drop, dump, fresh };

// Which paths that end leave a test: all, or those that cover what no test does: a point of the program's own
// code, or how often they go round one of its loops, in ranges that double. A new error leaves one in any
// case. What is covered is never less, for the first path that covers it leaves its test.
enum class Tests : uint8_t { all, fresh };

struct Config {
  exec::Config machine;
  solve::Config solver;
  std::vector<const SearcherInfo*> search = {find_searcher("dfs")};  // in turn
  std::vector<std::shared_ptr<const exec::Seed>> seeds;              // inputs to begin with
  uint64_t seed = 1;
  unsigned jobs = 1;              // workers
  uint64_t batch = 0;             // instructions of a turn, forks or not; 0: as the searcher likes it
  uint64_t memory = 0;            // bytes of the process from which on states are put away; 0: no limit
  double seconds = 0;             // 0: no limit
  uint64_t max_instructions = 0;  // 0: no limit
  uint64_t max_paths = 0;         // 0: no limit
  bool stop_on_error = false;
  bool check_endless = false;  // paths that never end are errors
  uint64_t max_run = 0;        // instructions of one path; 0: no limit
  MergeConfig merge;
  PruneConfig prune;
  bool chop_returns = false;  // skipped calls are taken to return
  uint64_t chop_tests =
      ~uint64_t(0);  // paths of the run that end with skipped calls and get a test in any case
  std::shared_ptr<const Slices> slices;       // of them, for the summary
  double chop_seconds = 0;                    // that the analyses took
  std::vector<uint32_t> stop_at;              // points: the run stops when one of them is covered
  std::vector<report::Place> stop_at_errors;  // the run stops when an error was found at each of these lines
  std::shared_ptr<Targets> targets;           // what is to be reached; null: nothing
  DirectConfig direct;
  Finish finish = Finish::drop;
  Tests tests = Tests::all;
  bool verify_replay = false;          // replay each path that ends, and compare
  bool keep_tests = true;              // false: only count
  std::string conditions;              // folder for the conditions of paths that ended; empty: none
  uint64_t collect_terms = 2'000'000;  // live terms from which on dead ones are reclaimed
  double checkpoint_seconds = 0.5;  // between two checkpoints at least; more, up to 3.5, when they are costly
};

// What concolic runs asked of the solver afterwards.
struct ConcolicCounts {
  uint64_t solved = 0;         // inputs that it found
  uint64_t infeasible = 0;     // ways that no input goes
  uint64_t fixed = 0;          // of the inputs, those found with words of the former one kept
  uint64_t words_fixed = 0;    // these words
  uint64_t seeds_dropped = 0;  // seeds that the program's assumptions exclude
  uint64_t diverged = 0;       // runs that went another way when they were executed from the beginning
  void add(const ConcolicCounts& other);
};

// What workers count. Kept over the sessions of a run.
struct Counts {
  uint64_t completed = 0;
  uint64_t errors = 0;       // paths that ended in an error
  uint64_t silent = 0;       // paths that the harness ended
  uint64_t unsupported = 0;  // paths that ended at what the engine cannot execute
  uint64_t given_up = 0;     // other paths, and sides of branches, that were not followed to their end
  uint64_t forks = 0;
  uint64_t concretised = 0;
  uint64_t instructions = 0;
  uint64_t replayed = 0;      // instructions executed once more to bring states back
  uint64_t collections = 0;   // of terms
  int exit_status = 0;        // of the last completed path
  uint64_t cut_by_clock = 0;  // queries that the clock cut (solve/chain.h): not reproducible
  uint64_t unrecovered = 0;   // paths that ended with calls that were never recovered
  uint64_t untested = 0;      // of them, that have no test: they cover what tests do
  uint64_t redundant = 0;     // tests that were not kept: they cover what others do
  ConcolicCounts concolic;
  base::Ledger ledger;  // what was not explored; what is left when a run stops comes on top

  void add(const Counts& other);
  uint64_t paths() const { return completed + errors + silent + unsupported; }
};

// Summary::stopped_by of a run whose time was over, and of one that ended because memory could not be
// allocated.
inline constexpr const char* time_reason = "time";
inline constexpr const char* out_of_memory_reason = "a failed allocation";

struct Summary : Counts {
  uint64_t live = 0;        // states left in memory, when the run stopped or now
  uint64_t parked = 0;      // of them, those that are set aside
  double average_live = 0;  // that a turn was chosen from, over the time of this session
  uint64_t dehydrated = 0;  // states left as bytes
  uint64_t tests = 0;       // kept
  double seconds = 0;       // over all sessions of the run
  std::string output;       // of the only path; empty when there were several
  std::vector<report::Error> found;
  std::vector<std::string> warnings;  // each once
  std::string stopped_by;             // what cut the run short: "time", "paths"…; empty if nothing did
  std::string fault;                  // a defect of ours that was noticed; empty if none was
  solve::ChainStatistics solver;      // of this session
  MergeCounts merge;                  // of this session
  PruneSummary prune;                 // of this session; rounds and what was learned of all
  ChopSummary chop;                   // of this session, but for its paths without recovery: of all
  std::string solver_problem;         // what keeps the solver process from working, if anything
  std::vector<uint32_t> covered;      // points (ir/points.h) that tests cover
  std::vector<uint32_t> seen;         // that any path covered: those, and what is unfinished; at the end only
  uint64_t points_covered = 0;        // by tests, of the program's own code
  std::string newest;                 // the function that was last found to have code not covered before
  uint64_t memory = 0;                // bytes now
  uint64_t memory_peak = 0;           // bytes
  uint64_t put_away = 0;              // states that were dehydrated because memory was short

  // The ledger of the run: what workers noted, the states that are left, a fault.
  base::Ledger not_explored() const;
  // Every path was followed to its end: the program's, or an error's.
  bool exhaustive() const { return not_explored().is_empty(); }
};

// All that is needed to go on: what was told to the listener before it, and this, are one consistent whole.
struct Checkpoint {
  std::vector<std::shared_ptr<const Job>> jobs;  // every path that is not finished
  const Summary& summary;
  std::vector<uint32_t> covered;       // by any path
  const std::vector<uint32_t>& loops;  // what the tests show of loops (Machine::loops_of), ascending
  std::string learned{};               // by pruning; empty: nothing new
};

// What is told while a run goes on, all by the thread that explores. Returning false ends the run: it cannot
// be stored.
struct Listener {
  virtual ~Listener() = default;
  virtual bool test(const report::Test&) { return true; }
  // A new one, or a new count; its test was told before.
  virtual bool error(const report::Error&) { return true; }
  virtual bool checkpoint(const Checkpoint&) { return true; }
  virtual void forget() {}                                // what was told since the last checkpoint
  virtual bool progress(const Summary&) { return true; }  // about ten times a second
  virtual bool stop() { return false; }                   // asked often: true ends the run
};

// From where a run goes on; by default at the program's beginning.
// A fault of a run: a job makes no sense, which may have been damaged where it was stored.
inline constexpr const char* unreadable_states = "states that were put away cannot be read";

struct Resumption {
  std::vector<Job> jobs;  // as in a checkpoint
  Counts counts;
  uint64_t tests = 0;
  double seconds = 0;
  std::vector<report::Error> errors;
  std::vector<uint32_t> covered;  // by any path
  std::vector<uint32_t> tested;   // by tests
  std::vector<uint32_t> loops;    // that tests show, as in a checkpoint
};

// REQUIRES: the program has the entry function, with a body; there is a searcher; the jobs are of this
// program, run with the same machine configuration.
//
// With `remains` the states that are left are not destroyed, which takes long where there are many, but kept
// there: a process that ends leaves them where they are. And a run that is to end does not wait for a worker
// that cannot be stopped: such a worker is still at work when this returns. The remains, and `program`, which
// they read, must then not be destroyed before the process ends, or the destruction waits for the worker.
Summary explore(const ir::Program& program, const Config& config, Listener& listener,
                const Resumption* resumption = nullptr, std::shared_ptr<void>* remains = nullptr);

// The path of a test: what a native run of it must pass, and be answered.
struct Trace {
  std::vector<uint32_t> points;  // in order
  std::string symbolic_answers;  // of klee_is_symbolic and bonsai_is_symbolic, a byte each
};
Trace trace(const ir::Program& program, const Config& config, const report::Test& test);

}  // namespace bonsai::explore
