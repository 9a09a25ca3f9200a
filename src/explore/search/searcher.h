// A searcher decides which path runs next. It owns the paths that wait. One file and one registry row each.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exec/path.h"

namespace bonsai::explore {

class Searcher {
 public:
  virtual ~Searcher() = default;
  // A path that waits from now on: new, or back after its turn.
  virtual void add(std::unique_ptr<exec::Path> path) = 0;
  // Takes the next one out. REQUIRES: not empty.
  virtual std::unique_ptr<exec::Path> take() = 0;
  virtual size_t size() const = 0;
  virtual void for_each(const std::function<void(const exec::Path&)>& visit) const = 0;
  // True if a path should go back when it has forked, so that another may be chosen.
  virtual bool wants_forks() const { return true; }
};

struct SearcherInfo {
  std::string_view name;
  std::string_view meaning;
  std::unique_ptr<Searcher> (*make)(uint64_t seed);
};
const std::vector<SearcherInfo>& searchers();
// Or nullptr.
std::unique_ptr<Searcher> make_searcher(std::string_view name, uint64_t seed);

}  // namespace bonsai::explore
