// Circles of the call graph are one: their members have the same effects. Circles are looked at after all
// that they call. Tested by cli/analyses_test.cpp.
#include "analysis/mod_ref.h"

#include <algorithm>
#include <chrono>

#include "analysis/components.h"
#include "analysis/function_models.h"

namespace bonsai::analysis {

using ir::Function;
using ir::FunctionId;
using ir::Op;

namespace {

// What is done besides accesses.
void add_deeds(Effects& to, const Effects& more) {
  to.may_not_return |= more.may_not_return;
  to.makes_input |= more.makes_input;
  to.talks |= more.talks;
  to.registers_exit_handler |= more.registers_exit_handler;
  to.calls_unknown |= more.calls_unknown;
  to.is_recursive |= more.is_recursive;
  IdSet ignored;
  to.callees.insert(more.callees, ignored);
}

}  // namespace

ModRef::ModRef(const PointsTo& points_to)
    : points_to_(points_to),
      effects_(points_to.program().functions.size()),
      instances_(points_to.instance_count()),
      is_recursive_(points_to.program().functions.size()) {
  auto begin = std::chrono::steady_clock::now();
  find_recursive();
  addresses_.resize(effects_.size());
  std::vector<std::vector<uint32_t>> callees(instances_.size());
  for (uint32_t i = 0; i < instances_.size(); ++i) {
    FunctionId function = points_to.function_of(i);
    if (!addresses_[function])
      addresses_[function] = std::make_unique<ParameterAddresses>(points_to.program().functions[function],
                                                                  points_to.webs(function));
    for (const PointsTo::Call& call : points_to.calls(i))
      if (call.instance != ir::none) callees[i].push_back(call.instance);
    std::sort(callees[i].begin(), callees[i].end());
    callees[i].erase(std::unique(callees[i].begin(), callees[i].end()), callees[i].end());
  }
  // By instance: accesses through parameters, and the others.
  std::vector<Accesses> open(instances_.size());
  const AccessSet none(SiteId(points_to.sites().size()));
  std::vector<AccessSet> memory(instances_.size(), none);
  std::vector<uint32_t> component_of(instances_.size(), ir::none);
  uint32_t number = 0;
  for (const std::vector<uint32_t>& circle : components(callees)) {
    for (uint32_t member : circle) component_of[member] = number;
    auto is_within = [&](uint32_t callee) { return component_of[callee] == number; };
    bool is_circle =
        circle.size() > 1 || std::any_of(callees[circle[0]].begin(), callees[circle[0]].end(), is_within);
    Effects all;
    AccessSet accesses = none;
    for (uint32_t member : circle) {
      AccessSet one = none;
      add_deeds(all, own(member, one));
      add_calls(member, open, one);
      one.settle();
      // Circles call themselves with anything that they are ever called with.
      if (is_circle) one.add(settled(member, one.take_open(points_to)));
      accesses.add(one);
      for (uint32_t callee : callees[member])
        if (!is_within(callee)) {
          add_deeds(all, instances_[callee]);
          accesses.add(memory[callee]);
        }
      accesses.settle();
    }
    Accesses all_open = accesses.take_open(points_to);
    for (uint32_t member : circle) {
      FunctionId function = points_to.function_of(member);
      instances_[member] = all;
      instances_[member].is_recursive = is_recursive_[function];
      open[member] = all_open;
      memory[member] = accesses;
      if (!is_recursive_[function]) memory[member].leave_out(locals(function));
    }
    ++number;
  }
  for (FunctionId id = 0; id < effects_.size(); ++id) {
    AccessSet all = none;
    for (uint32_t instance : points_to.instances(id)) {
      all.add(memory[instance]);
      all.add(settled(instance, open[instance]));
      add_deeds(effects_[id], instances_[instance]);
    }
    effects_[id].memory = all.list();
  }
  addresses_.clear();
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// What the calls of an instance do through what they are given.
void ModRef::add_calls(PointsTo::InstanceId instance, const std::vector<Accesses>& open,
                       AccessSet& to) const {
  FunctionId id = points_to_.function_of(instance);
  const Function& function = points_to_.program().functions[id];
  for (const PointsTo::Call& call : points_to_.calls(instance)) {
    if (call.instance == ir::none) continue;
    const ir::CallSite& site = points_to_.program().calls[function.code[call.index].imm];
    bool is_own = site.callee == ir::none || site.callee == call.callee;  // else an engine function calls it
    to.add(with_arguments(points_to_, open[call.instance], [&](uint32_t parameter) -> Argument {
      if (!is_own || parameter >= site.arguments.size())
        return {std::nullopt, points_to_.parameter(call.callee, parameter, call.instance)};
      ir::Operand operand = site.arguments[parameter];
      if (auto still_open = addresses(id).find(call.index, operand)) return {still_open, {}};
      return {std::nullopt, points_to_.read(id, call.index, operand, instance)};
    }));
  }
}

Accesses ModRef::settled(PointsTo::InstanceId instance, const Accesses& open) const {
  return with_arguments(points_to_, open, [&](uint32_t parameter) -> Argument {
    return {std::nullopt, points_to_.parameter(points_to_.function_of(instance), parameter, instance)};
  });
}

// Whether a function may be called while it runs, whatever its instances.
void ModRef::find_recursive() {
  std::vector<std::vector<uint32_t>> callees(effects_.size());
  for (uint32_t i = 0; i < instances_.size(); ++i)
    for (const PointsTo::Call& call : points_to_.calls(i))
      if (call.instance != ir::none) callees[points_to_.function_of(i)].push_back(call.callee);
  for (const std::vector<uint32_t>& circle : components(callees))
    for (uint32_t member : circle)
      is_recursive_[member] = circle.size() > 1 || std::find(callees[member].begin(), callees[member].end(),
                                                             member) != callees[member].end();
}

Effects ModRef::own(PointsTo::InstanceId instance, AccessSet& memory) const {
  const Function& function = points_to_.program().functions[points_to_.function_of(instance)];
  Effects all;
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    if (!points_to_.is_executed(instance, i)) continue;
    memory.add(open_accesses(points_to_, instance, function, i, addresses(function.id)));
    switch (function.code[i].op) {
      case Op::Resume:
      case Op::Unreachable:
      case Op::Trap:
      case Op::Unsupported: all.may_not_return = true; break;
      default: break;
    }
  }
  for (const PointsTo::Call& call : points_to_.calls(instance)) add_engine_call(call.callee, all);
  return all;
}

void ModRef::add_engine_call(FunctionId id, Effects& to) const {
  to.callees.insert(id);
  const Function& callee = points_to_.program().functions[id];
  if (const FunctionModel* model = model_of(callee)) {
    to.may_not_return |= model->never_returns || model->may_not_return;
    to.makes_input |= model->makes_input;
    to.talks |= model->talks;
    to.registers_exit_handler |= model->special == Special::exit_handler;
  } else if (!callee.has_body) {
    to.may_not_return = to.talks = to.calls_unknown = to.makes_input = true;
  }
}

IdSet ModRef::locals(FunctionId id) const {
  IdSet found;
  for (uint32_t i = 0; i < points_to_.program().functions[id].locals.size(); ++i)
    found.insert(points_to_.site_of_local(id, i));
  return found;
}

bool ModRef::may_not_return(FunctionId function, uint32_t index) const {
  for (uint32_t instance : points_to_.instances(function))
    for (const PointsTo::Call& call : points_to_.calls(instance)) {
      if (call.index != index) continue;
      Effects here;
      add_engine_call(call.callee, here);
      if (here.may_not_return || (call.instance != ir::none && instances_[call.instance].may_not_return))
        return true;
    }
  return false;
}

}  // namespace bonsai::analysis
