// Tested by tests/programs/chop and tests/check_chop.
#include "explore/chop/slices.h"

#include <chrono>

namespace bonsai::explore {

using analysis::SlicedFunction;
using exec::Chop;

namespace {

// A slice costs the making of it, and another recovery for whatever else is wanted.
constexpr uint64_t least_instructions = 24;  // of what is sliced
constexpr double most_kept = 0.5;            // of them

bool is_worth_it(const analysis::Slice& slice) {
  return slice.instructions >= least_instructions &&
         double(slice.kept) <= most_kept * double(slice.instructions);
}

}  // namespace

Slices::Slices(std::shared_ptr<const Analyses> analyses, Slicing slicing)
    : analyses_(std::move(analyses)),
      slicing_(slicing),
      points_(analyses_->points_to.program()),
      slicer_(analyses_->points_to, analyses_->mod_ref) {}

void Slices::set_sites(ir::FunctionId function, std::shared_ptr<const Chop::Effects> effects,
                       std::vector<analysis::SiteId> sites) {
  targets_[function] = {std::move(effects), std::move(sites)};
}

// Instructions that are left out one after the other are one jump.
Chop::Slice Slices::jumps(const analysis::Slice& slice) const {
  Chop::Slice made;
  for (const auto& [id, function] : slice.functions) {
    auto count = uint32_t(function.code.size());
    uint32_t next = count;  // the first instruction behind that is not left out
    for (uint32_t i = count; i-- > 0;) {
      uint32_t what = function.code[i];
      if (what != SlicedFunction::drop) next = i;
      if (what == SlicedFunction::keep) continue;
      uint32_t to = what == SlicedFunction::drop ? next : what;
      made.jumps.emplace_back(points_.first_of(id) + i, int32_t(to) - int32_t(i));
    }
  }
  return made;
}

const Chop::Slice* Slices::find(ir::FunctionId function, Chop::Wanted wanted) {
  std::lock_guard lock(mutex_);
  auto [found, is_new] = made_.try_emplace({function, wanted.target, wanted.bytes});
  if (!is_new) return found->second.get();
  auto begin = std::chrono::steady_clock::now();
  const Targets& targets = targets_.at(function);
  bool is_result = wanted.target == Chop::Wanted::result;
  std::vector<analysis::Range> ranges;
  if (!is_result) {
    const Chop::Bytes& bytes = targets.effects->targets[wanted.target].bytes[wanted.bytes];
    ranges.push_back({targets.sites[wanted.target], bytes.first, bytes.end});
  }
  const analysis::Slice& slice = slicer_.slice(function, ranges, is_result);
  ++counts_.made;
  if (slicing_ == Slicing::always || is_worth_it(slice)) {
    found->second = std::make_unique<Chop::Slice>(jumps(slice));
    counts_.kept += slice.kept;
    counts_.instructions += slice.instructions;
  } else {
    ++counts_.refused;
  }
  counts_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found->second.get();
}

SliceCounts Slices::counts() const {
  std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace bonsai::explore
