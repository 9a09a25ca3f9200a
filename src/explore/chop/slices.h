// Slices of skipped functions for what is wanted of them, made when they are asked for, and kept.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "analysis/slice.h"
#include "exec/chop.h"
#include "ir/points.h"

namespace bonsai::explore {

enum class Slicing : uint8_t { never, automatic, always };

struct SliceCounts {
  uint64_t made = 0;
  uint64_t refused = 0;                 // made, and not worth it
  uint64_t kept = 0, instructions = 0;  // of those in use
  double seconds = 0;
};

// The analyses of a program.
struct Analyses {
  Analyses(const ir::Program& program, const std::string& entry)
      : points_to(program, entry), mod_ref(points_to) {}
  analysis::PointsTo points_to;
  analysis::ModRef mod_ref;
};

class Slices : public exec::Chop::Slices {
 public:
  Slices(std::shared_ptr<const Analyses> analyses, Slicing slicing);
  // Which site of the analyses each target of a function's effects is; as Effects::targets.
  void set_sites(ir::FunctionId function, std::shared_ptr<const exec::Chop::Effects> effects,
                 std::vector<analysis::SiteId> sites);

  const exec::Chop::Slice* find(ir::FunctionId function, exec::Chop::Wanted wanted) override;
  SliceCounts counts() const;

 private:
  struct Targets {
    std::shared_ptr<const exec::Chop::Effects> effects;
    std::vector<analysis::SiteId> sites;
  };
  using Key = std::tuple<ir::FunctionId, uint32_t, uint32_t>;

  exec::Chop::Slice jumps(const analysis::Slice& slice) const;

  std::shared_ptr<const Analyses> analyses_;
  Slicing slicing_;
  ir::Points points_;
  mutable std::mutex mutex_;
  analysis::Slicer slicer_;
  std::map<ir::FunctionId, Targets> targets_;
  std::map<Key, std::unique_ptr<exec::Chop::Slice>> made_;  // null: not worth it
  SliceCounts counts_;
};

}  // namespace bonsai::explore
