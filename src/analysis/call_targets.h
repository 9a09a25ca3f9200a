// Which functions a call through a pointer may reach, by a plain guess: those whose address the
// program ever holds as data, and whose parameters are those of the call.
//
// An address is held as data if it stands, aligned, in the initial bytes of a global, in the pool of
// constants or in a Const instruction. Immutable once made.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.h"

namespace bonsai::analysis {

class CallTargets {
 public:
  // REQUIRES: `program` outlives this.
  explicit CallTargets(const ir::Program& program);

  // In order of their ids, runtime functions and those without a body included.
  const std::vector<ir::FunctionId>& address_taken() const { return taken_; }

  // Those of them that take exactly the arguments of these widths (a variadic one: at least its own).
  std::vector<ir::FunctionId> fitting(std::span<const uint16_t> argument_widths) const;

 private:
  const ir::Program& program_;
  std::vector<ir::FunctionId> taken_;
};

// The functions whose addresses are constants among the arguments of a call: what qsort() is to call, for
// one.
std::vector<ir::FunctionId> given_functions(const ir::Program& program, const ir::CallSite& site);

}  // namespace bonsai::analysis
