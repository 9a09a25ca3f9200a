// For tests: a small correct program to print and to break.
#pragma once

#include "ir/program.h"

namespace bonsai::ir::test {

// int sum(int n, int *p) { int t = 0; for (int i = 0; i != n; i++) t += p[i]; return t; }, then a switch that
// calls itself.
inline Program sum_program() {
  Program program;
  program.name = "sum";
  program.strings = {"", "sum.c", "sum"};
  program.locations = {{}, {1, 12, 7, 0, 2, 0}, {1, 20, 0, 0, 2, 1}};
  program.constants.push_back({64, false, {uint64_t(-1)}});
  Function f;
  f.name = f.source_name = "sum";
  f.location = 1;
  f.address = address_map(8).code_begin;
  f.has_body = true;
  f.parameters = 2;
  f.parameter_widths = {32, 64};
  f.result_widths = {32};
  f.register_count = 5;
  f.frame_bytes = 16;
  f.locals.push_back({"x", 8, 8, 8, false, 1, 0});
  f.variables.push_back({"n", 0, Variable::Place::reg, 0, 10, true});
  f.code = {
      {Op::Const, 0, 32, 2, 0, 0, 0, 0},
      {Op::Jump, 2, 0, 2, 0, 0, 0, 0},
      {Op::LoadX, 0, 32, 3, 1, 2, Address{4, 4}.pack(), Access{0, 4, 2}.pack()},
      {Op::AddI, 0, 32, 2, 3, 0, 7, 0},
      {Op::StoreLocal, 0, 64, 0, 0, Operand::constant(0).raw(), 8, Access{1, 8, 3}.pack()},
      {Op::BrNe, 4, 32, 2, 2, 0, 6, 0},
      {Op::Call, 1, 0, 0, 0, 0, 0, 0},
      {Op::Switch, 1, 32, 0, 4, 0, 0, 0},
      {Op::Ret, 1, 32, 0, Operand::reg(4).raw(), 0, 0, 0},
  };
  f.locations = {1, 1, 1, 2, 1, 1, 1, 1, 0};
  f.branch_sites = {{5, 1, true}, {7, 0, false}};
  program.branches = {{0, 7}, {0, 5}, {0, none}};
  f.blocks = {{0, 2, "entry"}, {2, 6, "loop"}, {6, 8, ""}, {8, 9, "done"}};
  CallSite site;
  site.callee = 0;
  site.arguments = {Operand::reg(2), Operand::constant(0)};
  site.argument_widths = {32, 64};
  site.result = 4;
  site.result_count = 1;
  site.result_widths = {32};
  program.calls.push_back(site);
  program.call_sites = 1;
  program.access_sites = 2;
  SwitchTable table;
  table.cases = {{1, 2}, {3, 8}};
  table.default_target = 8;
  table.first = 1;
  table.dense = {2, 8, 8};
  program.switches.push_back(table);
  Global global;
  global.name = "g";
  global.address = address_map(8).globals_begin;
  global.size = 8;
  global.align = 8;
  program.globals.push_back(global);
  program.function_by_name[f.name] = 0;
  program.function_by_address[f.address] = 0;
  program.functions.push_back(std::move(f));
  return program;
}

}  // namespace bonsai::ir::test
