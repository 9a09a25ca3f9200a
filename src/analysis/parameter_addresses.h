// Addresses that a function makes of what it is called with: a parameter and a distance from it. What it does
// there depends on the call.
//
// Tested by cli/analyses_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/webs.h"
#include "ir/program.h"

namespace bonsai::analysis {

struct ParameterAddress {
  uint32_t parameter = 0;
  int64_t offset = 0;
};

class ParameterAddresses {
 public:
  // REQUIRES: all outlive this; `webs` are those of the function.
  ParameterAddresses(const ir::Function& function, const Webs& webs);
  // Of an operand that an instruction reads.
  std::optional<ParameterAddress> find(uint32_t index, ir::Operand operand) const;

 private:
  const ir::Function& function_;
  const Webs& webs_;
  std::vector<uint32_t> parameters_, writers_;  // by web; ir::none: it is none, or not written exactly once
};

}  // namespace bonsai::analysis
