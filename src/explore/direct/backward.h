// Search backwards: paths that begin at the function of a target, then at its callers, and so on to main.
//
// A path that reaches the target gives the function where it began a suffix. From then on paths that call
// this function, in callers where paths begin too, do not explore it but try its suffixes; those that fit are
// suffixes of the caller. What is found is in the book, for paths from the program's beginning.
//
// It has its own terms, solver, machine and paths. Which function is next: mostly that with the fewest calls
// between it and main, every fourth turn the one with the least effort so far, for paths from the first may
// never end. Threads: one worker's.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/distance.h"
#include "explore/direct/call_graph.h"
#include "explore/direct/direct_config.h"
#include "explore/search/place_counts.h"
#include "solve/chain.h"

namespace bonsai::explore {

struct Config;

class Backward {
 public:
  // `over` interrupts the solver; `deadline`: when the run ends, if it does.
  Backward(const ir::Program& program, const Config& config, const std::atomic<bool>& over,
           std::optional<std::chrono::steady_clock::time_point> deadline);
  ~Backward();

  // A function that main calls has a suffix, or main holds a target.
  bool is_at_main() const { return is_at_main_; }
  bool has_work() const;
  // One path has a turn. REQUIRES: there is work.
  void step();
  uint64_t instructions() const { return machine_.counters().instructions; }
  // Instructions, and the price of each question that rewriting did not answer.
  uint64_t cost() const;
  // A defect of ours that was noticed; empty if none was.
  const std::string& fault() const { return fault_.empty() ? machine_.fault() : fault_; }

 private:
  struct Source;  // a function that paths begin at

  bool is_useful(const Source& source) const;
  void follow_targets();
  std::unique_ptr<exec::Path> run_to_main();
  void open(ir::FunctionId function);
  void open_callers(ir::FunctionId function);
  Source& pick();
  void turn(Source& source);
  void add(Source& source, std::unique_ptr<exec::Path> path);
  std::unique_ptr<exec::Path> remove(Source& source, exec::Path& path);
  void try_suffixes(Source& source, exec::Path& path, size_t from);
  void retry(ir::FunctionId function);
  void record(Source& source, const exec::Path& path, const exec::Outcome& outcome, uint32_t target);
  void collect_terms();
  void publish();

  const ir::Program& program_;
  const Config& config_;
  const DirectConfig& direct_;
  CallGraph calls_;
  analysis::FlowGraph flow_;
  analysis::Distance target_;
  analysis::Distance uncovered_;
  uint64_t followed_ = 0;  // points of the coverage that it knows
  size_t reached_ = 0;     // targets of which it knows that they are
  const std::atomic<bool>& over_;
  PlaceCounts counts_;
  expr::TermStore terms_;
  solve::Chain chain_;
  exec::Machine machine_;
  std::unique_ptr<exec::Path> main_;  // where main begins; null: nothing ever comes there
  std::vector<std::unique_ptr<Source>> sources_;
  size_t count_ = 0;           // their paths
  std::vector<bool> is_open_;  // by function
  bool is_at_main_ = false;
  uint64_t turns_ = 0;
  uint64_t collections_ = 0, next_collection_;
  BackwardCounts published_, done_;
  std::string fault_;
};

}  // namespace bonsai::explore
