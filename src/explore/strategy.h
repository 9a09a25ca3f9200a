// A strategy looks at paths between their turns and acts on the run. What decides only which path is next is
// a searcher (search/searcher.h); what must see every path come by is a strategy. Several work side by side.
//
// Each worker has its own, made from the registry for those that the configuration asks for. A new one is one
// file, one row of the registry and one test. Threads: the worker's.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exec/machine.h"

namespace bonsai::explore {

struct Config;

// What a strategy may ask of its worker.
class Host {
 public:
  virtual ~Host() = default;
  virtual exec::Machine& machine() = 0;
  // What all paths of all workers have covered.
  virtual const exec::CoverageMap& covered() const = 0;
  // A test for a path that goes on.
  virtual void test(exec::Path& path, std::string reason) = 0;
  // Ends the run.
  virtual void stop(const char* reason) = 0;
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  // A path had its turn: it waits again from now on, or has ended and will be told of.
  virtual void turned(exec::Path& path, const exec::Outcome& outcome, Host& host) = 0;
};

struct StrategyInfo {
  std::string_view name;
  // Null if the configuration does not ask for it.
  std::unique_ptr<Strategy> (*make)(const Config& config);
};
const std::vector<StrategyInfo>& strategies();

// The makers, one file each.
std::unique_ptr<Strategy> make_stop_at(const Config& config);

}  // namespace bonsai::explore
