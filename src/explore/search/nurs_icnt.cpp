// Non-uniform random by instruction count: paths at places where few paths have been.
#include "explore/search/place_counts.h"
#include "explore/search/weighted.h"

namespace bonsai::explore {
namespace {

class NursInstructionCount : public Weighted {
 public:
  using Weighted::Weighted;

 protected:
  double weight(const exec::Path& path) const override {
    double inverse = 1.0 / double(std::max<uint64_t>(context().counts->waits(path), 1));
    return inverse * inverse;
  }
};

}  // namespace

std::unique_ptr<Searcher> make_nurs_icnt(const SearchContext& context) {
  return std::make_unique<NursInstructionCount>(context);
}

}  // namespace bonsai::explore
