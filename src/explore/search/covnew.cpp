// Covers new code: paths that lately covered code that no path had, and those close to such code.
//
// The weight is KLEE's: the squared inverse of the instructions executed since the path last covered
// something new (the first thousand count as none), plus that of the distance to uncovered code.
#include "explore/search/distances.h"

namespace bonsai::explore {
namespace {

class CoverNew : public Weighted {
 public:
  using Weighted::Weighted;

 protected:
  double weight(const exec::Path& path) const override {
    constexpr uint64_t grace = 1000;
    double lately = 0;
    if (path.standing.covered_new_at) {
      uint64_t since = path.instructions - std::min(path.instructions, path.standing.covered_new_at);
      lately = 1.0 / double(since > grace ? since - grace : 1);
    }
    return lately * lately + closeness(context(), path);
  }
};

}  // namespace

std::unique_ptr<Searcher> make_covnew(const SearchContext& context) {
  return std::make_unique<CoverNew>(context);
}

}  // namespace bonsai::explore
