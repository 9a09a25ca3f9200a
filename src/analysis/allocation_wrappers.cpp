// Tested by cli/analyses_test.cpp.
#include "analysis/allocation_wrappers.h"

#include <unordered_set>

#include "analysis/function_models.h"
#include "analysis/webs.h"
#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::FunctionId;
using ir::Instr;
using ir::Op;

namespace {

constexpr size_t most_instructions = 150;  // each call of a wrapper is looked at by itself

bool passes_on(Op op) {
  return op == Op::Move || op == Op::Freeze || op == Op::PoisonIf || op == Op::PtrAddI || op == Op::PtrAdd ||
         op == Op::Select;
}

// Which webs, and words of the frame, hold what was allocated here.
class Holders {
 public:
  Holders(const ir::Program& program, const Function& function, const std::vector<uint8_t>& allocates)
      : function_(function), webs_(program, function), holds_(webs_.count()) {
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      const Instr& instr = function.code[i];
      if (instr.op != Op::Call) continue;
      FunctionId callee = program.calls[instr.imm].callee;
      if (callee != ir::none && allocates[callee])
        for (const Webs::Reference& each : webs_.writes(i)) holds_[each.web] = 1;
    }
    while (spread()) {
    }
  }

  bool returned() const {
    for (uint32_t i = 0; i < function_.code.size(); ++i)
      if (function_.code[i].op == Op::Ret || function_.code[i].op == Op::RetMany)
        for (const Webs::Reference& each : webs_.reads(i))
          if (holds_[each.web]) return true;
    return false;
  }

 private:
  bool spread() {
    bool changed = false;
    for (uint32_t i = 0; i < function_.code.size(); ++i) {
      const Instr& instr = function_.code[i];
      bool reads = instr.op == Op::LoadLocal && locals_.contains(instr.imm);
      if (passes_on(instr.op) || instr.op == Op::StoreLocal)
        for (const Webs::Reference& each : webs_.reads(i)) reads |= holds_[each.web] != 0;
      if (!reads) continue;
      if (instr.op == Op::StoreLocal) changed |= locals_.insert(instr.imm).second;
      for (const Webs::Reference& each : webs_.writes(i))
        if (!holds_[each.web]) holds_[each.web] = 1, changed = true;
    }
    return changed;
  }

  const Function& function_;
  Webs webs_;
  std::vector<uint8_t> holds_;
  std::unordered_set<uint64_t> locals_;
};

}  // namespace

AllocationWrappers::AllocationWrappers(const ir::Program& program)
    : kind_(program.functions.size(), Kind::unknown),
      function_of_(program.call_sites, ir::none),
      is_direct_(program.call_sites) {
  for (const Function& function : program.functions)
    for (const Instr& instr : function.code)
      if (instr.op == Op::Call && program.calls[instr.imm].site < function_of_.size()) {
        const ir::CallSite& call = program.calls[instr.imm];
        function_of_[call.site] = function.id;
        is_direct_[call.site] = call.callee != ir::none;
      }
  for (const Function& function : program.functions) look(program, function.id);
}

AllocationWrappers::Kind AllocationWrappers::look(const ir::Program& program, FunctionId id) {
  if (kind_[id] != Kind::unknown) return kind_[id];
  const Function& function = program.functions[id];
  kind_[id] = Kind::open;
  std::vector<uint8_t> allocates(program.functions.size());
  bool any = false;
  if (function.has_body && function.code.size() <= most_instructions)
    for (const Instr& instr : function.code) {
      if (instr.op != Op::Call || program.calls[instr.imm].callee == ir::none) continue;
      FunctionId callee = program.calls[instr.imm].callee;
      const FunctionModel* model = model_of(program.functions[callee]);
      if (model ? model->returns == Returns::fresh : look(program, callee) == Kind::wrapper)
        allocates[callee] = 1, any = true;
    }
  bool wraps = any && Holders(program, function, allocates).returned();
  return kind_[id] = wraps ? Kind::wrapper : Kind::other;
}

}  // namespace bonsai::analysis
