// Functions that return what they allocate: xmalloc, and those that return what xmalloc gave them. The
// objects of each of their calls are told apart by the analyses.
//
// Immutable once made. Tested by allocation_wrappers_test.cpp and cli/analyses_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace bonsai::analysis {

class AllocationWrappers {
 public:
  explicit AllocationWrappers(const ir::Program& program);

  bool is_wrapper(ir::FunctionId function) const { return kind_[function] == Kind::wrapper; }
  // Whether the objects of a call (CallSite::site) of such a function are told from those of others: it is
  // none through a pointer, which may go to many.
  bool is_told_apart(uint32_t call_site) const {
    return call_site < is_direct_.size() && is_direct_[call_site];
  }
  // The function that has the call with this number (CallSite::site), or ir::none.
  ir::FunctionId function_of(uint32_t call_site) const {
    return call_site < function_of_.size() ? function_of_[call_site] : ir::none;
  }

 private:
  enum class Kind : uint8_t { unknown, open, other, wrapper };
  Kind look(const ir::Program& program, ir::FunctionId function);

  std::vector<Kind> kind_;
  std::vector<ir::FunctionId> function_of_;
  std::vector<uint8_t> is_direct_;
};

}  // namespace bonsai::analysis
