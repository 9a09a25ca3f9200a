// Functions that return what they allocate: xmalloc, and those that return what xmalloc gave them. The
// objects of each of their calls are told apart by the analyses.
//
// Immutable once made. Tested by cli/analyses_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace bonsai::analysis {

class AllocationWrappers {
 public:
  explicit AllocationWrappers(const ir::Program& program);

  bool is_wrapper(ir::FunctionId function) const { return kind_[function] == Kind::wrapper; }
  // The function that has the call with this number (CallSite::site), or ir::none.
  ir::FunctionId function_of(uint32_t call_site) const {
    return call_site < function_of_.size() ? function_of_[call_site] : ir::none;
  }

 private:
  enum class Kind : uint8_t { unknown, open, other, wrapper };
  Kind look(const ir::Program& program, ir::FunctionId function);

  std::vector<Kind> kind_;
  std::vector<ir::FunctionId> function_of_;
};

}  // namespace bonsai::analysis
