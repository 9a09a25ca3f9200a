// Functions that do one of many things, as a parameter says: system calls, handlers of commands. They are
// looked at once per value that they are called with, and only at what a switch on it chooses. Without that,
// what one system call writes would be taken to be written by all.
//
// Tested by cli/analyses_test.cpp.
#include <algorithm>
#include <set>

#include "analysis/points_to_builder.h"
#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::FunctionId;
using ir::Instr;
using ir::Op;

namespace {

constexpr unsigned deepest = 8;    // steps from a parameter to what it decides
constexpr size_t least_cases = 4;  // of a switch that is worth it

// Copies and casts, which a value can be followed through.
bool is_step(const Instr& instr) {
  switch (instr.op) {
    case Op::Move:
    case Op::Freeze:
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt:
    case Op::ShlI:
    case Op::AShrI:
    case Op::LShrI:
    case Op::AndI:
    case Op::AddI: return instr.width <= 64 && instr.imm <= 0xffffffffu;
    default: return false;
  }
}

uint64_t after(const Instr& instr, uint64_t value) {
  uint64_t mask = ir::mask_of(instr.width);
  unsigned unused = 64 - instr.width;
  value &= mask;
  switch (instr.op) {
    case Op::Trunc: return value & ir::mask_of(unsigned(instr.imm));
    case Op::SExt: return uint64_t(int64_t(value << unused) >> unused) & ir::mask_of(unsigned(instr.imm));
    case Op::ShlI: return instr.imm < 64 ? (value << instr.imm) & mask : 0;
    case Op::LShrI: return instr.imm < 64 ? value >> instr.imm : 0;
    case Op::AShrI:
      return instr.imm < 64 ? uint64_t((int64_t(value << unused) >> unused) >> instr.imm) & mask : 0;
    case Op::AndI: return value & instr.imm;
    case Op::AddI: return (value + instr.imm) & mask;
    default: return value;
  }
}

// The instruction gives its first argument back.
std::optional<ir::Operand> handed_back(const ir::Program& program, const Instr& instr) {
  if (instr.op != Op::Call) return std::nullopt;
  const ir::CallSite& call = program.calls[instr.imm];
  if (call.callee == ir::none || call.arguments.empty() || call.result_count != 1) return std::nullopt;
  const FunctionModel* model = model_of(program.functions[call.callee]);
  if (!model || model->copies) return std::nullopt;
  if (model->returns != Returns::first_argument && model->returns != Returns::same_number)
    return std::nullopt;
  return call.arguments[0];
}

}  // namespace

uint32_t PointsToBuilder::parameter_behind(FunctionId id, uint32_t index, ir::Operand operand,
                                           unsigned depth) {
  if (depth > deepest || operand.is_none() || !operand.is_register()) return ir::none;
  const Function& function = program_.functions[id];
  const Webs& webs = *webs_[id];
  uint32_t web = webs.read(index, operand.index());
  uint32_t writer = traits_[id][web].writer;
  if (writer != ir::none) {
    const Instr& instr = function.code[writer];
    if (is_step(instr)) return parameter_behind(id, writer, ir::Operand::reg(instr.a), depth + 1);
    if (auto same = handed_back(program_, instr)) return parameter_behind(id, writer, *same, depth + 1);
    return ir::none;
  }
  for (uint32_t i = 0; i < function.code.size(); ++i)
    for (const Webs::Reference& each : webs.writes(i))
      if (each.web == web) return ir::none;
  for (uint32_t r = 0; r < function.parameters; ++r)
    if (webs.parameter(r) == web) return r;
  return ir::none;
}

// The parameter that the function gives back wherever it does not return a number, as those do that sort
// errors out; `ir::none`: there is no such parameter. What it is called with elsewhere is not given back
// here.
uint32_t PointsToBuilder::parameter_returned(FunctionId id) {
  auto [found, is_new] = returned_.try_emplace(id, ir::none);
  if (!is_new) return found->second;
  const Function& function = program_.functions[id];
  const Webs& webs = *webs_[id];
  if (function.result_widths.size() != 1) return ir::none;
  std::set<uint32_t> seen;
  std::vector<uint32_t> open;
  auto add = [&](uint32_t web) {
    if (seen.insert(web).second) open.push_back(web);
  };
  // False: it is an address that no parameter gives.
  auto follow = [&](uint32_t i, ir::Operand operand) {
    if (operand.is_register()) {
      add(webs.read(i, operand.index()));
      return true;
    }
    if (!operand.is_constant()) return true;
    const std::vector<uint64_t>& words = program_.constants[operand.index()].words;
    return std::all_of(words.begin(), words.end(), [&](uint64_t word) { return targets_of(word).empty(); });
  };
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    const Instr& instr = function.code[i];
    if (instr.op == Op::RetMany) return ir::none;
    if (instr.op == Op::Ret && !follow(i, instr.operand_a())) return ir::none;
  }
  uint32_t result = ir::none;
  while (!open.empty()) {
    uint32_t web = open.back();
    open.pop_back();
    for (uint32_t r = 0; r < function.parameters; ++r) {
      if (webs.parameter(r) != web) continue;
      if (result != ir::none && result != r) return ir::none;
      result = r;
    }
    for (uint32_t i = 0; i < function.code.size(); ++i)
      for (const Webs::Reference& each : webs.writes(i)) {
        if (each.web != web) continue;
        const Instr& instr = function.code[i];
        bool is_copy = instr.op == Op::Move || instr.op == Op::Freeze;
        bool is_number = instr.op == Op::Const && targets_of(instr.imm).empty();
        if (is_copy ? !follow(i, instr.operand_a()) : !is_number) return ir::none;
      }
  }
  return returned_[id] = result;
}

std::optional<uint64_t> PointsToBuilder::value(const Instance& at, uint32_t index, ir::Operand operand,
                                               unsigned depth) {
  if (std::optional<uint64_t> constant = number(at.function, index, operand)) return constant;
  if (depth > deepest || operand.is_none() || !operand.is_register()) return std::nullopt;
  uint32_t web = webs_[at.function]->read(index, operand.index());
  uint32_t writer = traits_[at.function][web].writer;
  if (writer == ir::none) {
    bool is_choice =
        at.choice && parameter_behind(at.function, index, operand) == choosing_parameter(at.function);
    return is_choice ? at.choice : std::nullopt;
  }
  const Instr& instr = program_.functions[at.function].code[writer];
  if (is_step(instr)) {
    std::optional<uint64_t> before = value(at, writer, ir::Operand::reg(instr.a), depth + 1);
    return before ? std::optional(after(instr, *before)) : std::nullopt;
  }
  if (auto same = handed_back(program_, instr)) return value(at, writer, *same, depth + 1);
  return std::nullopt;
}

uint32_t PointsToBuilder::choosing_parameter(FunctionId id) {
  auto [found, is_new] = choosing_.try_emplace(id, ir::none);
  if (!is_new) return found->second;
  prepare(id);
  const Function& function = program_.functions[id];
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    const Instr& instr = function.code[i];
    uint32_t parameter = ir::none;
    if (instr.op == Op::Switch) {
      const ir::SwitchTable& table = program_.switches[instr.imm];
      if (table.cases.size() >= least_cases && !table.wide)
        parameter = parameter_behind(id, i, ir::Operand::reg(instr.a));
    } else if (instr.op == Op::Call && program_.calls[instr.imm].callee != ir::none) {
      const ir::CallSite& call = program_.calls[instr.imm];
      const Function& callee = program_.functions[call.callee];
      if (!callee.has_body || model_of(callee)) continue;
      uint32_t theirs = choosing_parameter(call.callee);
      if (theirs < call.arguments.size()) parameter = parameter_behind(id, i, call.arguments[theirs]);
    }
    if (parameter == ir::none) continue;
    choosing_[id] = parameter;
    return parameter;
  }
  return ir::none;
}

// With a value for the parameter that the function chooses by, only what is chosen.
void PointsToBuilder::find_blocks(Instance& at) {
  const Function& function = program_.functions[at.function];
  at.blocks.assign(function.blocks.size(), at.choice ? 0 : 1);
  if (!at.choice || function.blocks.empty()) return;
  std::vector<uint32_t> open{0};
  at.blocks[0] = 1;
  auto visit = [&](uint32_t target) {
    auto block = std::lower_bound(function.blocks.begin(), function.blocks.end(), target,
                                  [](const ir::Block& b, uint32_t i) { return b.first < i; });
    auto number = uint32_t(block - function.blocks.begin());
    if (at.blocks[number]) return;
    at.blocks[number] = 1;
    open.push_back(number);
  };
  while (!open.empty()) {
    const ir::Block& block = function.blocks[open.back()];
    open.pop_back();
    for (uint32_t i = block.first; i < block.end; ++i) {
      const Instr& instr = function.code[i];
      std::optional<uint64_t> chosen;
      if (instr.op == Op::Switch && !program_.switches[instr.imm].wide)
        chosen = value(at, i, ir::Operand::reg(instr.a));
      if (!chosen) {
        ir::for_each_target(program_, instr, visit);
        continue;
      }
      const ir::SwitchTable& table = program_.switches[instr.imm];
      uint32_t target = table.default_target;
      for (const ir::SwitchTable::Case& each : table.cases)
        if (each.value == (*chosen & ir::mask_of(instr.width))) target = each.target;
      if (target != ir::none) visit(target);
    }
  }
}

}  // namespace bonsai::analysis
