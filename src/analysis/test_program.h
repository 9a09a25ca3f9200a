// For tests: programs that are nothing but control flow, written as blocks whose targets are numbers of
// blocks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/program.h"
#include "ir/uses.h"

namespace bonsai::analysis::test {

using ir::FunctionId;
using ir::Instr;
using ir::Op;

class ProgramMaker {
 public:
  ProgramMaker() {
    program_.name = "flow";
    program_.call_sites = 1;
  }

  // A function without a body until define(). Those whose address is taken have it in a global.
  FunctionId declare(std::vector<uint16_t> parameter_widths = {}, bool address_taken = false) {
    ir::Function f;
    f.id = FunctionId(program_.functions.size());
    f.name = f.source_name = "f" + std::to_string(f.id);
    f.address = ir::address_map(8).code_begin + 16 * f.id;
    f.parameters = uint32_t(parameter_widths.size());
    f.parameter_widths = std::move(parameter_widths);
    program_.function_by_name[f.name] = f.id;
    program_.function_by_address[f.address] = f.id;
    if (address_taken) hold(f.address);
    program_.functions.push_back(std::move(f));
    return FunctionId(program_.functions.size() - 1);
  }
  ir::Function& operator[](FunctionId id) { return program_.functions[id]; }

  void define(FunctionId id, const std::vector<std::vector<Instr>>& blocks) {
    ir::Function& f = program_.functions[id];
    f.has_body = true;
    f.register_count = f.parameters + 2;
    for (const std::vector<Instr>& block : blocks) {
      auto first = uint32_t(f.code.size());
      f.code.insert(f.code.end(), block.begin(), block.end());
      f.blocks.push_back({first, uint32_t(f.code.size()), ""});
    }
    for (Instr& instr : f.code)
      ir::map_targets(program_, instr, [&](uint32_t block) { return f.blocks[block].first; });
    f.locations.assign(f.code.size(), 0);
  }

  static Instr plain() { return {Op::Const, 0, 32, 0, 0, 0, 0, 0}; }
  static Instr count(uint64_t instructions) { return {Op::Count, 0, 0, 0, 0, 0, instructions, 0}; }
  static Instr jump(uint8_t weight, uint32_t to) { return {Op::Jump, weight, 0, to, 0, 0, 0, 0}; }
  static Instr branch(uint8_t weight, uint32_t yes, uint32_t no) {
    return {Op::Br, weight, 0, yes, 0, no, 0, 0};
  }
  static Instr ret(uint8_t weight) { return {Op::RetVoid, weight, 0, 0, 0, 0, 0, 0}; }
  static Instr stop(uint8_t weight) { return {Op::Unreachable, weight, 0, 0, 0, 0, 0, 0}; }
  static Instr resume(uint8_t weight) { return {Op::Resume, weight, 0, 0, 0, 1, 0, 0}; }

  Instr switch_to(uint8_t weight, const std::vector<uint32_t>& targets) {
    ir::SwitchTable table;
    table.default_target = targets[0];
    for (size_t i = 1; i < targets.size(); ++i) table.cases.push_back({i, targets[i]});
    program_.switches.push_back(std::move(table));
    return {Op::Switch, weight, 32, 0, 0, 0, program_.switches.size() - 1, 0};
  }
  Instr call(uint8_t weight, FunctionId callee, uint32_t unwind = ir::none) {
    return call(weight, callee, program_.functions[callee].parameter_widths, unwind);
  }
  Instr call_pointer(uint8_t weight, const std::vector<uint16_t>& argument_widths) {
    return call(weight, ir::none, argument_widths, ir::none);
  }

  const ir::Program& program() const { return program_; }
  ir::Program& program() { return program_; }

 private:
  Instr call(uint8_t weight, FunctionId callee, const std::vector<uint16_t>& widths, uint32_t unwind) {
    ir::CallSite site;
    site.callee = callee;
    if (callee == ir::none) site.pointer = ir::Operand::reg(0);
    site.argument_widths = widths;
    site.arguments.assign(widths.size(), ir::Operand::reg(0));
    if ((site.unwind = unwind) != ir::none) {
      site.landing_pad = uint32_t(program_.landing_pads.size());
      program_.landing_pads.emplace_back();
    }
    program_.calls.push_back(std::move(site));
    return {Op::Call, weight, 0, 0, 0, 0, program_.calls.size() - 1, 0};
  }
  void hold(uint64_t address) {
    if (program_.globals.empty()) {
      program_.globals.emplace_back();
      program_.globals[0].name = "table";
      program_.globals[0].address = ir::address_map(8).globals_begin;
    }
    ir::Global& table = program_.globals[0];
    for (unsigned i = 0; i < 8; ++i) table.bytes.push_back(uint8_t(address >> 8 * i));
    table.size = table.bytes.size();
  }

  ir::Program program_;
};

}  // namespace bonsai::analysis::test
