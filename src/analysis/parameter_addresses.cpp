// Tested by cli/analyses_test.cpp.
#include "analysis/parameter_addresses.h"

namespace bonsai::analysis {

using ir::Instr;
using ir::Op;

ParameterAddresses::ParameterAddresses(const ir::Function& function, const Webs& webs)
    : function_(function),
      webs_(webs),
      parameters_(webs.count(), ir::none),
      writers_(webs.count(), ir::none) {
  std::vector<uint8_t> is_written(webs.count());
  for (uint32_t r = 0; r < function.parameters; ++r) {
    parameters_[webs.parameter(r)] = r;
    is_written[webs.parameter(r)] = 1;
  }
  if (function.variadic) is_written[webs.parameter(function.parameters)] = 1;
  for (uint32_t i = 0; i < function.code.size(); ++i)
    for (const Webs::Reference& each : webs.writes(i)) {
      writers_[each.web] = is_written[each.web] ? ir::none : i;
      parameters_[each.web] = ir::none;
      is_written[each.web] = 1;
    }
}

std::optional<ParameterAddress> ParameterAddresses::find(uint32_t index, ir::Operand operand) const {
  constexpr unsigned most_steps = 16;
  ParameterAddress found;
  for (unsigned step = 0; step < most_steps && !operand.is_none() && operand.is_register(); ++step) {
    uint32_t web = webs_.read(index, operand.index());
    found.parameter = parameters_[web];
    if (found.parameter != ir::none) return found;
    index = writers_[web];
    if (index == ir::none) return std::nullopt;
    const Instr& instr = function_.code[index];
    switch (instr.op) {
      case Op::Move:
      case Op::Freeze: break;
      case Op::AddI:
        if (instr.width > 64) return std::nullopt;
        found.offset += int64_t(instr.imm << (64 - instr.width)) >> (64 - instr.width);
        break;
      default: return std::nullopt;
    }
    operand = ir::Operand::reg(instr.a);
  }
  return std::nullopt;
}

}  // namespace bonsai::analysis
