// Non-uniform random by query cost: paths whose questions to the solver were cheap. The cost is counted, not
// timed: the questions that the layers before the core could not answer.
#include "explore/search/weighted.h"

namespace bonsai::explore {
namespace {

class NursQueryCost : public Weighted {
 public:
  using Weighted::Weighted;

 protected:
  double weight(const exec::Path& path) const override {
    double inverse = 1.0 / double(path.standing.core_queries + 1);
    return inverse * inverse;
  }
};

}  // namespace

std::unique_ptr<Searcher> make_nurs_qc(const SearchContext& context) {
  return std::make_unique<NursQueryCost>(context);
}

}  // namespace bonsai::explore
