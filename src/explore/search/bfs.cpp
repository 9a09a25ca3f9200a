// Breadth first: the path that has waited longest.
#include "explore/search/ordered.h"
#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

class Bfs : public Searcher {
 public:
  explicit Bfs(unsigned number) : paths_(number) {}
  void add(exec::Path& path) override { paths_.add(path); }
  void remove(exec::Path& path) override { paths_.remove(path); }
  exec::Path& select() override { return paths_.first(); }
  double rank(const exec::Path& path) const override { return -double(paths_.position(path)); }

 private:
  Ordered paths_;
};

}  // namespace

std::unique_ptr<Searcher> make_bfs(const SearchContext& context) {
  return std::make_unique<Bfs>(context.number);
}

}  // namespace bonsai::explore
