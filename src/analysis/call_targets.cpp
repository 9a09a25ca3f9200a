// Tested by call_targets_test.cpp.
#include "analysis/call_targets.h"

#include <algorithm>
#include <cstring>

namespace bonsai::analysis {

using ir::Function;
using ir::FunctionId;

CallTargets::CallTargets(const ir::Program& program) : program_(program) {
  std::vector<uint8_t> seen(program.functions.size());
  const ir::AddressMap& map = ir::address_map(program.pointer_bytes);
  auto look = [&](uint64_t value) {
    if (value < map.code_begin || value >= map.globals_begin) return;
    if (const Function* function = program.function_at(value)) seen[function->id] = 1;
  };
  size_t step = program.pointer_bytes;
  for (const ir::Global& global : program.globals)
    // The last bytes may be left out if they are zero.
    for (size_t at = 0; at < global.bytes.size(); at += step) {
      uint64_t value = 0;
      std::memcpy(&value, &global.bytes[at], std::min(step, global.bytes.size() - at));
      look(value);
    }
  for (const ir::Constant& constant : program.constants)
    for (uint64_t word : constant.words) look(word);
  for (const Function& function : program.functions)
    for (const ir::Instr& instr : function.code)
      if (instr.op == ir::Op::Const) look(instr.imm);
  for (FunctionId id = 0; id < seen.size(); ++id)
    if (seen[id]) taken_.push_back(id);
}

std::vector<FunctionId> given_functions(const ir::Program& program, const ir::CallSite& site) {
  std::vector<FunctionId> found;
  for (ir::Operand argument : site.arguments) {
    if (!argument.is_constant()) continue;
    const ir::Constant& constant = program.constants[argument.index()];
    const Function* function = constant.words.empty() ? nullptr : program.function_at(constant.words[0]);
    if (function) found.push_back(function->id);
  }
  return found;
}

std::vector<FunctionId> CallTargets::fitting(std::span<const uint16_t> widths) const {
  std::vector<FunctionId> found;
  for (FunctionId id : taken_) {
    const Function& function = program_.functions[id];
    const std::vector<uint16_t>& wanted = function.parameter_widths;
    bool enough = function.variadic ? wanted.size() <= widths.size() : wanted.size() == widths.size();
    if (enough && std::equal(wanted.begin(), wanted.end(), widths.begin())) found.push_back(id);
  }
  return found;
}

}  // namespace bonsai::analysis
