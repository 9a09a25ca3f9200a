// Depth first: the path that ran goes on until it ends, then the youngest.
#include "explore/search/ordered.h"
#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

class Dfs : public Searcher {
 public:
  explicit Dfs(unsigned number) : paths_(number) {}
  void add(exec::Path& path) override { paths_.add(path); }
  void remove(exec::Path& path) override { paths_.remove(path); }
  exec::Path& select() override { return paths_.last(); }
  double rank(const exec::Path& path) const override { return paths_.position(path); }
  bool wants_forks() const override { return false; }

 private:
  Ordered paths_;
};

}  // namespace

std::unique_ptr<Searcher> make_dfs(const SearchContext& context) {
  return std::make_unique<Dfs>(context.number);
}

}  // namespace bonsai::explore
