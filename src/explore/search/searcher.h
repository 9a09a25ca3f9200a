// A searcher decides which path runs next. One file and one registry row each.
//
// The worker owns the paths; a searcher keeps pointers to those that wait, in a structure of its own. So
// several searchers can know the same paths and take turns (`--search a,b`): a path that one of them picks is
// taken out of all, and comes back to all after its turn. Each searcher has a number, and may use
// Standing::places[number] of every path to find it again quickly.
//
// What a searcher decides depends on the paths and the seed alone, never on time or addresses: a seed
// reproduces a run. Threads: one worker's. Tested by searchers_test.cpp.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/distance.h"
#include "base/result.h"
#include "exec/path.h"

namespace bonsai::explore {

// What searchers may look at besides the paths. The distances are there if a searcher asked for them.
struct SearchContext {
  uint64_t seed = 1;
  unsigned number = 0;  // of the searcher
  const analysis::Distance* distance = nullptr;
  const class PlaceCounts* counts = nullptr;
  const analysis::Distance* target = nullptr;  // to what is to be reached
  bool by_cost = false;  // several searchers have equal shares of the work, not of the turns
};

class Searcher {
 public:
  virtual ~Searcher() = default;
  // A path that waits from now on: new, or back after its turn.
  virtual void add(exec::Path& path) = 0;
  virtual void remove(exec::Path& path) = 0;
  // The one to run next; it stays until it is removed. REQUIRES: there is one.
  virtual exec::Path& select() = 0;
  // How soon it would have its turn, compared with others: more is sooner. When memory is short, those with
  // the least go first.
  virtual double rank(const exec::Path& path) const = 0;
  // True if a path should go back when it has forked, so that another may be chosen.
  virtual bool wants_forks() const { return true; }
  // What the turn of the path that was last selected has cost.
  virtual void charge(uint64_t cost) {}
};

struct SearcherInfo {
  std::string_view name;
  std::string_view meaning;
  bool needs_distance;
  bool needs_counts;
  bool needs_target;
  std::unique_ptr<Searcher> (*make)(const SearchContext& context);
};

// The registry.
const std::vector<SearcherInfo>& searchers();
const SearcherInfo* find_searcher(std::string_view name);
// Some of them in turn: "random-path,covnew". An error when a word is none, or there are too many.
base::Result<std::vector<const SearcherInfo*>> parse_search(std::string_view words);

// How many searchers may take turns: Standing has a place for each.
inline constexpr size_t most_searchers = std::extent_v<decltype(exec::Standing::places)> - 1;

// One searcher, or several in turn.
std::unique_ptr<Searcher> make_search(const std::vector<const SearcherInfo*>& infos, SearchContext context);

// The makers, one file each.
std::unique_ptr<Searcher> make_dfs(const SearchContext& context);
std::unique_ptr<Searcher> make_bfs(const SearchContext& context);
std::unique_ptr<Searcher> make_random_state(const SearchContext& context);
std::unique_ptr<Searcher> make_random_path(const SearchContext& context);
std::unique_ptr<Searcher> make_covnew(const SearchContext& context);
std::unique_ptr<Searcher> make_md2u(const SearchContext& context);
std::unique_ptr<Searcher> make_nurs_depth(const SearchContext& context);
std::unique_ptr<Searcher> make_nurs_icnt(const SearchContext& context);
std::unique_ptr<Searcher> make_nurs_cpicnt(const SearchContext& context);
std::unique_ptr<Searcher> make_nurs_qc(const SearchContext& context);
std::unique_ptr<Searcher> make_generational(const SearchContext& context);
std::unique_ptr<Searcher> make_sdse(const SearchContext& context);
std::unique_ptr<Searcher> make_intra_sdse(const SearchContext& context);
std::unique_ptr<Searcher> make_round_robin(std::vector<std::unique_ptr<Searcher>> searchers, bool by_cost);

}  // namespace bonsai::explore
