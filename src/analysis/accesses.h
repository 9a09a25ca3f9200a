// Which bytes of which sites one instruction may read, write, free or allocate: by itself, or in an engine
// function or an unknown function that it calls. What a called body does is no part of it (mod_ref.h).
//
// Tested by cli/analyses_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/parameter_addresses.h"
#include "analysis/points_to.h"

namespace bonsai::analysis {

// Bytes [begin, end) of a site; of all its objects.
struct Range {
  static constexpr uint64_t to_the_end = ~uint64_t(0);
  SiteId site = 0;
  uint64_t begin = 0;
  uint64_t end = to_the_end;
  bool is_whole() const { return begin == 0 && end == to_the_end; }
  friend auto operator<=>(const Range&, const Range&) = default;
};

// Sorted, merged where they touch; a site with too many ranges has one: the whole.
void normalise(std::vector<Range>& ranges);
// Whether a normalised list has bytes in common with a range.
bool overlaps(const std::vector<Range>& ranges, const Range& range);

struct Accesses {
  std::vector<Range> reads, writes;        // normalised
  std::vector<SiteId> frees, allocations;  // sorted
  // Through an unknown address: anything may be read, or written.
  bool reads_anything = false, writes_anything = false;
};

// REQUIRES: the function has a body. Nothing is accessed by code that is not reached.
Accesses accesses(const PointsTo& points_to, ir::FunctionId function, uint32_t index);
// Of one instance of its function.
Accesses accesses(const PointsTo& points_to, PointsTo::InstanceId instance, const ir::Function& function,
                  uint32_t index);

// --- accesses through parameters, left open until it is known what the function is called with
//
// Ids behind those of all sites stand for what a parameter points to: exactly there, or anywhere in the same
// objects. Ranges of them count from where the parameter points to, on from 0.
Accesses open_accesses(const PointsTo& points_to, PointsTo::InstanceId instance, const ir::Function& function,
                       uint32_t index, const ParameterAddresses& parameters);
// Takes the open ones out.
Accesses take_open(const PointsTo& points_to, Accesses& from);
// What a parameter is: again open, in the function that calls, or known.
struct Argument {
  std::optional<ParameterAddress> open;
  std::vector<Target> targets;
};
// Not normalised.
Accesses with_arguments(const PointsTo& points_to, const Accesses& open,
                        const std::function<Argument(uint32_t parameter)>& argument);

// Adds; not normalised.
void add(Accesses& to, const Accesses& more);
void normalise(Accesses& accesses);

}  // namespace bonsai::analysis
