// Non-uniform random by depth: each fork on a path halves its chance.
#include <cmath>

#include "explore/search/weighted.h"

namespace bonsai::explore {
namespace {

class NursDepth : public Weighted {
 public:
  using Weighted::Weighted;

 protected:
  double weight(const exec::Path& path) const override {
    return std::exp2(-double(std::min(path.node->depth, 1000u)));
  }
};

}  // namespace

std::unique_ptr<Searcher> make_nurs_depth(const SearchContext& context) {
  return std::make_unique<NursDepth>(context);
}

}  // namespace bonsai::explore
