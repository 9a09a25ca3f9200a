// What comes behind a place of the program, for who thinks of making one path of two: what is still read, and
// how much of what will be asked depends on what differs (function_outlook.h).
//
// Functions are looked at when they are first asked for, and what they call with them. What a call expects of
// its callee's parameters is the callee's estimate at its entry; of calls back into a circle of recursion
// nothing is expected. So the answers do not depend on the order of the questions.
//
// One thread. References stay valid as long as the Outlook. Tested by outlook_test.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/function_outlook.h"
#include "ir/program.h"

namespace bonsai::analysis {

class Outlook {
 public:
  using Variable = analysis::Variable;
  using View = analysis::View;

  explicit Outlook(const ir::Program& program);

  // About to execute instruction `index` of the function. Behind a call that may unwind, what its landing pad
  // reads is live as well. REQUIRES: the function has a body.
  const View& at(ir::FunctionId function, uint32_t index) { return view(function, index, false); }
  // The same of a frame that waits for the call before `index`: the call's results, which are yet to be
  // written, are dead.
  const View& waiting(ir::FunctionId function, uint32_t index) { return view(function, index, true); }
  // The most that is expected of a value loaded from the global by its name; 0: never loaded; -1: its address
  // is used otherwise. The first call looks at the whole program.
  float global_queries(uint32_t global);

 private:
  struct Known {
    std::unique_ptr<FunctionOutlook> outlook;
    std::unordered_map<uint64_t, View> views;
  };

  const View& view(ir::FunctionId function, uint32_t index, bool waits);
  void find_calls();
  void find_circles();
  FunctionOutlook look(ir::FunctionId function) const;
  void summarise_callees(ir::FunctionId function);
  void look_at_globals();

  const ir::Program& program_;
  std::vector<std::vector<ir::FunctionId>> callees_;  // by function: called by name, with a body, each once
  std::vector<uint32_t> circle_;  // by function; callees of other circles have smaller ones
  std::vector<std::unique_ptr<Summary>> summaries_;  // by function
  std::unordered_map<ir::FunctionId, Known> known_;
  std::vector<float> globals_;
};

}  // namespace bonsai::analysis
