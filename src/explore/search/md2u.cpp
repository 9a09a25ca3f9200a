// Minimal distance to uncovered code: the closer a path is to code that no path has covered, the sooner.
#include "explore/search/distances.h"

namespace bonsai::explore {
namespace {

class Md2u : public Weighted {
 public:
  using Weighted::Weighted;

 protected:
  double weight(const exec::Path& path) const override { return closeness(context(), path); }
};

}  // namespace

uint64_t distance_of(const analysis::Distance& distance, const exec::Path& path) {
  constexpr size_t most_frames = 64;
  analysis::Place stack[most_frames];
  size_t count = 0;
  for (const state::Frame* frame = path.top.get(); frame && count < most_frames; frame = frame->parent.get())
    stack[count++] = {frame->function->id, frame->pc};
  return distance.to_target({stack, count});
}

double closeness(const SearchContext& context, const exec::Path& path) {
  constexpr uint64_t nowhere = 10000;
  uint64_t distance = std::min(distance_of(*context.distance, path), nowhere);
  double inverse = 1.0 / double(std::max<uint64_t>(distance, 1));
  return inverse * inverse;
}

std::unique_ptr<Searcher> make_md2u(const SearchContext& context) { return std::make_unique<Md2u>(context); }

}  // namespace bonsai::explore
