// Tested by direct_test.cpp.
#include "explore/direct/call_graph.h"

#include <algorithm>

#include "analysis/call_targets.h"

namespace bonsai::explore {

using ir::Function;
using ir::FunctionId;

CallGraph::CallGraph(const ir::Program& program, FunctionId main)
    : callers_(program.functions.size()),
      callees_(program.calls.size()),
      depth_(program.functions.size(), unreachable) {
  analysis::CallTargets targets(program);
  auto is_own = [&](FunctionId id) {
    return program.functions[id].has_body && !program.functions[id].is_runtime;
  };
  std::vector<std::vector<FunctionId>> called(program.functions.size());
  for (const Function& function : program.functions) {
    if (!is_own(function.id)) continue;
    std::vector<FunctionId>& all = called[function.id];
    for (const ir::Instr& instr : function.code) {
      if (instr.op != ir::Op::Call) continue;
      const ir::CallSite& site = program.calls[instr.imm];
      if (site.callee == ir::none) {
        for (FunctionId id : targets.fitting(site.argument_widths))
          if (is_own(id)) callees_[instr.imm].push_back(id);
        all.insert(all.end(), callees_[instr.imm].begin(), callees_[instr.imm].end());
      } else if (is_own(site.callee)) {
        all.push_back(site.callee);
      } else {
        for (FunctionId given : analysis::given_functions(program, site))
          if (is_own(given)) all.push_back(given);
      }
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (FunctionId callee : all) callers_[callee].push_back(function.id);
  }
  std::vector<FunctionId> todo{main};
  depth_[main] = 0;
  for (size_t i = 0; i < todo.size(); ++i)
    for (FunctionId callee : called[todo[i]]) {
      if (depth_[callee] != unreachable) continue;
      depth_[callee] = depth_[todo[i]] + 1;
      todo.push_back(callee);
    }
}

}  // namespace bonsai::explore
