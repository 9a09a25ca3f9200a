// A strategy looks at paths between their turns and acts on the run. What decides only which path is next is
// a searcher (search/searcher.h); what must see every path come by is a strategy. Several work side by side.
//
// Each worker has its own, made from the registry for those that the configuration asks for. A new one is one
// file, one row of the registry and one test. Threads: the worker's.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/joins.h"
#include "exec/machine.h"
#include "exec/replay.h"

namespace bonsai::explore {

struct Config;
struct MergeCounts;
struct PruneCounts;
class Learner;
class Joiner;

// What a strategy may ask of its worker.
class Host {
 public:
  virtual ~Host() = default;
  virtual exec::Machine& machine() = 0;
  // What all paths of all workers have covered.
  virtual const exec::CoverageMap& covered() const = 0;
  // A test for a path that goes on.
  virtual void test(exec::Path& path, std::string reason) = 0;
  // An error at the end of a path that is not the worker's.
  virtual void found(exec::Path& path, exec::Outcome& outcome) = 0;
  // The path that the inputs of its model take, to its end or a great deal further.
  virtual exec::Brought follow(const exec::Path& path) = 0;
  // The same for so many instructions.
  virtual exec::Brought follow(const exec::Path& path, uint64_t instructions) = 0;
  // What this worker has done so far: instructions, and 1,000 for each question to the solver's core.
  virtual uint64_t work() const = 0;
  // The same with so many for each question that rewriting did not answer.
  virtual uint64_t cost(uint64_t per_question) const = 0;
  // A path that was held back may have its turn.
  virtual void release(exec::Path& path) = 0;
  // Paths of this worker go on as one.
  virtual void replace(std::span<exec::Path* const> paths, std::unique_ptr<exec::Path> by) = 0;
  // The paths that wait for their turn, some of them held back; and those that were set aside.
  virtual std::span<const std::unique_ptr<exec::Path>> waiting() const = 0;
  virtual std::span<const std::unique_ptr<exec::Path>> parked() const = 0;
  // Sets a path aside, that waits; and the other way round.
  virtual void park(exec::Path& path) = 0;
  virtual void unpark(exec::Path& path) = 0;
  // Drops all paths and begins the program anew.
  virtual void restart() = 0;
  // What a path has covered of the program's own code.
  virtual std::vector<uint32_t> own_points(const exec::Path& path) const = 0;
  // A test of a path that was followed, if it shows what none did.
  virtual void offer(exec::Brought followed, std::string reason) = 0;
  // Ends the run.
  virtual void stop(const char* reason) = 0;
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  // A path had its turn: it waits again from now on, or has ended and will be told of. A strategy may end it.
  virtual void turned(exec::Path&, exec::Outcome&, Host&) {}
  // A path has ended, and `shown` is what its test executes: the path itself, or that of its model alone.
  virtual void ended(exec::Path& path, const exec::Path& shown, Host&) {}
  // A path waits for a turn in this worker from now on. True: it is held back until it is released.
  virtual bool added(exec::Path&) { return false; }
  // It does no longer: it will run, or leaves this worker.
  virtual void removed(exec::Path&) {}
  // A running path has come to a join. True: its turn ends there.
  virtual bool stops(exec::Path&) { return false; }
  // A running path has called a function that is watched. True: its turn ends here.
  virtual bool entered(exec::Path&, Host&) { return false; }
  // Between two turns.
  virtual void settle(Host&) {}
  // Adds what it did to the counts.
  virtual void count(MergeCounts&) const {}
  virtual void count(PruneCounts&) const {}
  // A defect of ours that it noticed; empty: none.
  virtual std::string fault() const { return ""; }
  // All paths are held back: some must go on. True: some do; else the worker waits for it to release them.
  virtual bool let_go(Host&) { return false; }
  // No path waits, and some were set aside: it brings back those that it set aside, or some of them.
  virtual void bring_back(Host&) {}
};

// What strategies are made of.
struct StrategyContext {
  const Config& config;
  const analysis::Joins* joins = nullptr;  // this and the next: if paths are merged
  Joiner* joiner = nullptr;
  const std::atomic<bool>* over = nullptr;  // the run is
  Learner* learner = nullptr;               // if paths are pruned
  uint64_t seed = 1;                        // of the worker
  std::optional<std::chrono::steady_clock::time_point> begin{};
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

struct StrategyInfo {
  std::string_view name;
  // Null if the configuration does not ask for it.
  std::unique_ptr<Strategy> (*make)(const StrategyContext& context);
};
const std::vector<StrategyInfo>& strategies();

// The makers, one file each.
std::unique_ptr<Strategy> make_stop_at(const StrategyContext& context);
std::unique_ptr<Strategy> make_endless(const StrategyContext& context);
std::unique_ptr<Strategy> make_reach(const StrategyContext& context);
std::unique_ptr<Strategy> make_mix(const StrategyContext& context);
std::unique_ptr<Strategy> make_merger(const StrategyContext& context);
std::unique_ptr<Strategy> make_pruner(const StrategyContext& context);

}  // namespace bonsai::explore
