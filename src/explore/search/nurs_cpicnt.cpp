// Non-uniform random by call path: paths on chains of calls on which little was executed.
#include "explore/search/place_counts.h"
#include "explore/search/weighted.h"

namespace bonsai::explore {
namespace {

class NursCallPathCount : public Weighted {
 public:
  using Weighted::Weighted;

 protected:
  double weight(const exec::Path& path) const override {
    double inverse = 1.0 / double(std::max<uint64_t>(context().counts->executed(path), 1));
    return inverse * inverse;
  }
};

}  // namespace

std::unique_ptr<Searcher> make_nurs_cpicnt(const SearchContext& context) {
  return std::make_unique<NursCallPathCount>(context);
}

}  // namespace bonsai::explore
