// What functions may do to memory, and to the world, with all that they call: which bytes of which sites they
// may read and write, what they may free and allocate, and whether they return.
//
// Locals of a function are left out of its effects, and with them those of what it calls, unless it may be
// called again while it runs. Immutable once made: any number of threads may read it. Tested by
// cli/analyses_test.cpp, and against executions by tests/check_points_to.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/access_set.h"
#include "analysis/accesses.h"
#include "analysis/id_set.h"
#include "analysis/points_to.h"

namespace bonsai::analysis {

struct Effects {
  Accesses memory;
  bool may_not_return = false;  // exit, abort, longjmp, an exception, an assumption that fails
  bool makes_input = false;
  bool talks = false;  // writes output, asks the host, calls an unknown function
  bool registers_exit_handler = false;
  bool calls_unknown = false;  // a function that is not defined
  bool is_recursive = false;
  IdSet callees;  // functions, also of callees; engine functions and those without a body included
};

class ModRef {
 public:
  // REQUIRES: `points_to` outlives this.
  explicit ModRef(const PointsTo& points_to);

  // Of a function that has a body; those that are not reached have none.
  const Effects& of(ir::FunctionId function) const { return effects_[function]; }
  // Of one call, by its instruction.
  bool may_not_return(ir::FunctionId function, uint32_t index) const;
  bool may_write(ir::FunctionId function, const Range& range) const {
    const Accesses& memory = effects_[function].memory;
    return memory.writes_anything || overlaps(memory.writes, range);
  }
  bool may_read(ir::FunctionId function, const Range& range) const {
    const Accesses& memory = effects_[function].memory;
    return memory.reads_anything || overlaps(memory.reads, range);
  }
  double seconds() const { return seconds_; }

 private:
  // Accesses through parameters are open, and settled call by call.
  Effects own(PointsTo::InstanceId instance, AccessSet& memory) const;
  void add_calls(PointsTo::InstanceId instance, const std::vector<Accesses>& open, AccessSet& to) const;
  Accesses settled(PointsTo::InstanceId instance, const Accesses& open) const;
  const ParameterAddresses& addresses(ir::FunctionId function) const { return *addresses_[function]; }
  void find_recursive();
  // What an engine function or unknown function does besides accesses.
  void add_engine_call(ir::FunctionId callee, Effects& to) const;
  // Sites of them.
  IdSet locals(ir::FunctionId function) const;

  const PointsTo& points_to_;
  std::vector<Effects> effects_;                                // by function
  std::vector<Effects> instances_;                              // by instance; without accesses
  std::vector<uint8_t> is_recursive_;                           // by function
  std::vector<std::unique_ptr<ParameterAddresses>> addresses_;  // by function, while this is made
  double seconds_ = 0;
};

}  // namespace bonsai::analysis
