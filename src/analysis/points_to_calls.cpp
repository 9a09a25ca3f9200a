// Constraints of calls: into functions of the program, of the engine, and unknown ones. Tested by
// cli/analyses_test.cpp.
#include <algorithm>

#include "analysis/points_to_builder.h"
#include "ir/uses.h"

namespace bonsai::analysis {

using ir::CallSite;
using ir::Function;
using ir::FunctionId;
using ir::Instr;

void PointsToBuilder::note_call(Instance& at, uint32_t index, FunctionId callee, uint32_t instance) {
  PointsTo::Call call{index, callee, instance};
  if (std::find(at.calls.begin(), at.calls.end(), call) == at.calls.end()) at.calls.push_back(call);
}

void PointsToBuilder::add_call(Instance& at, uint32_t index) {
  const CallSite& call = program_.calls[program_.functions[at.function].code[index].imm];
  if (call.callee != ir::none) {
    bind(at, index, call.callee);
    return;
  }
  std::optional<Node> pointer = operand(at, index, call.pointer);
  if (!pointer) return;
  solver_.watch(*pointer, [this, &at, index](SiteId site) {
    if (sites_[site].kind == Site::Kind::function) bind(at, index, sites_[site].index);
    // An unknown pointer may be that of any function whose address the program ever holds.
    if (site == PointsTo::outside)
      for (FunctionId id : taken_.address_taken()) bind(at, index, id);
    drain();
  });
}

void PointsToBuilder::bind(Instance& at, uint32_t index, FunctionId callee) {
  auto call = uint32_t(program_.functions[at.function].code[index].imm);
  const Function& function = program_.functions[callee];
  bool is_direct = program_.calls[call].callee != ir::none;
  const FunctionModel* model = model_of(function);
  uint32_t instance = ir::none;
  if (model)
    add_model(at, index, *model);
  else if (function.has_body)
    instance = enter(at, index, callee);
  else if (is_direct || !program_.calls[call].arguments.empty())
    add_unknown(at, index);
  note_call(at, index, callee, instance);
}

uint32_t PointsToBuilder::enter(Instance& at, uint32_t index, FunctionId callee) {
  const CallSite& call = program_.calls[program_.functions[at.function].code[index].imm];
  const Function& function = program_.functions[callee];
  if (call.arguments.size() < function.parameters) return ir::none;  // an error
  std::optional<uint64_t> choice;
  if (uint32_t chosen_by = choosing_parameter(callee); chosen_by != ir::none) {
    choice = value(at, index, call.arguments[chosen_by]);
    if (choice) *choice &= ir::mask_of(function.parameter_widths[chosen_by]);
  }
  uint32_t number = instance(callee, call.site, &at, choice);
  Instance& to = instances_[number];
  const Webs& webs = *webs_[callee];
  for (uint32_t i = 0; i < function.parameters; ++i)
    flow(operand(at, index, call.arguments[i]), web_node(to, webs.parameter(i)));
  if (function.variadic)
    flow(operand(at, index, call.variadic), web_node(to, webs.parameter(function.parameters)));
  if (returns_number(function, choice)) return number;
  if (uint32_t parameter = parameter_returned(callee); parameter != ir::none && call.result_count == 1) {
    flow(operand(at, index, call.arguments[parameter]), written(at, index, call.result));
    return number;
  }
  for (uint32_t i = 0; i < std::min<size_t>(call.result_count, function.result_widths.size()); ++i)
    solver_.flow(to.results + i, written(at, index, call.result + i));
  return number;
}

SiteId PointsToBuilder::heap_site(const Instance& at, uint32_t call_site, uint64_t size) {
  auto [found, is_new] = heap_.try_emplace({call_site, at.caller, at.callers_caller}, 0);
  if (is_new)
    found->second = add_site({.kind = Site::Kind::heap,
                              .index = call_site,
                              .caller = at.caller,
                              .callers_caller = at.callers_caller,
                              .size = size});
  return found->second;
}

// The size of what an allocation makes, where its arguments say it.
uint64_t PointsToBuilder::size_made(FunctionId function, uint32_t index, const FunctionModel& model) const {
  const CallSite& call = program_.calls[program_.functions[function].code[index].imm];
  auto argument = [&](size_t i) -> std::optional<uint64_t> {
    return i < call.arguments.size() ? number(function, index, call.arguments[i]) : std::nullopt;
  };
  std::optional<uint64_t> size = argument(0), count = 1;
  bool is_array = model.name == "calloc" || model.name == "__libc_calloc";
  if (is_array) count = argument(1);
  bool is_known = is_array || model.name == "malloc" || model.name == "__libc_malloc" ||
                  model.name.starts_with("_Znw") || model.name.starts_with("_Zna");
  constexpr uint64_t most = 1u << 30;
  if (!is_known || !size || !count || *size > most || *count > most) return PointsToSolver::unknown_size;
  return *size * *count;
}

void PointsToBuilder::add_model(Instance& at, uint32_t index, const FunctionModel& model) {
  const CallSite& call = program_.calls[program_.functions[at.function].code[index].imm];
  auto argument = [&](int number) -> std::optional<Node> {
    if (number < 0 || size_t(number) >= call.arguments.size()) return std::nullopt;
    return operand(at, index, call.arguments[size_t(number)]);
  };
  std::optional<Node> result;
  if (call.result_count) result = written(at, index, call.result);
  std::optional<Node> first = argument(0);
  switch (model.returns) {
    case Returns::number:
    case Returns::same_number: break;
    case Returns::fresh: {
      SiteId site = heap_site(at, call.site, size_made(at.function, index, model));
      if (result) solver_.seed(*result, site, {});
      if (model.special == Special::reallocates && first) solver_.copy_objects(site, *first);
      break;
    }
    case Returns::first_argument: flow(first, result); break;
    case Returns::inside_first: flow(first, result, Move::anywhere()); break;
    case Returns::unknown:
      if (result && call.result_widths[0] >= program_.pointer_width()) solver_.flow(unknown_, *result);
      break;
    case Returns::exception: flow(caught_, result); break;
  }
  std::optional<Node> target = argument(model.write.argument);
  if (model.copies && !model.text && target && !moves_file_data(program_.functions[at.function]))
    if (std::optional<Node> source = argument(model.read.argument)) {
      std::optional<uint64_t> bytes;
      // A bound on what is read says nothing on what is copied of a string.
      if (model.read.size >= 0 && size_t(model.read.size) < call.arguments.size())
        bytes = number(at.function, index, call.arguments[size_t(model.read.size)]);
      solver_.copy_memory(*target, *source, bytes);
    }
  // Input is not taken for addresses: whoever relies on that notices where it is (exec/chop.cpp).
  // memset: the byte may be a piece of a pointer.
  if (model.write.argument == 0 && !model.copies && model.write.size == 2 && target)
    if (std::optional<Node> byte = argument(1); byte && !number(at.function, index, call.arguments[1]))
      solver_.store(*target, Move::anywhere(), 1, *byte);
  if (model.special != Special::none) add_special(at, index, model);
}

void PointsToBuilder::add_special(Instance& at, uint32_t index, const FunctionModel& model) {
  const CallSite& call = program_.calls[program_.functions[at.function].code[index].imm];
  auto argument = [&](size_t i) -> std::optional<Node> {
    return i < call.arguments.size() ? operand(at, index, call.arguments[i]) : std::nullopt;
  };
  switch (model.special) {
    case Special::none:
    case Special::reallocates: break;
    case Special::stores_fresh:
      if (std::optional<Node> target = argument(0)) {
        Node made = solver_.add_nodes(1);
        solver_.seed(made, heap_site(at, call.site), {});
        solver_.store(*target, {}, program_.pointer_bytes, made);
      }
      break;
    case Special::setjmp:
      if (call.result_count) solver_.flow(jump_value_, written(at, index, call.result));
      break;
    case Special::longjmp: flow(argument(1), jump_value_); break;
    case Special::throws:
      flow(argument(0), thrown_);
      flow(argument(2), destructors_);
      break;
    case Special::end_catch: call_later(destructors_, thrown_, &at, index); break;
    case Special::exit_handler:
      if (std::optional<Node> function = argument(0)) call_later(*function, argument(1), nullptr, 0);
      break;
  }
}

void PointsToBuilder::call_later(Node function, std::optional<Node> argument, Instance* at, uint32_t index) {
  solver_.watch(function, [this, argument, at, index](SiteId site) {
    if (sites_[site].kind != Site::Kind::function) return;
    const Function& callee = program_.functions[sites_[site].index];
    if (!callee.has_body) return;
    uint32_t number = instance(callee.id, ir::none, nullptr);
    if (argument && callee.parameters > 0)
      solver_.flow(*argument, web_node(instances_[number], webs_[callee.id]->parameter(0)));
    if (at) note_call(*at, index, callee.id, number);
    drain();
  });
}

// Whatever can be reached from its arguments may be written anywhere there, and returned.
void PointsToBuilder::add_unknown(Instance& at, uint32_t index) {
  const CallSite& call = program_.calls[program_.functions[at.function].code[index].imm];
  Node reached = solver_.add_nodes(1);
  solver_.flow(unknown_, reached);
  for (ir::Operand each : call.arguments) flow(operand(at, index, each), reached, Move::anywhere());
  flow(operand(at, index, call.variadic), reached, Move::anywhere());
  solver_.escape(reached);
  for (uint32_t i = 0; i < call.result_count; ++i)
    if (call.result_widths[i] >= program_.pointer_width())
      solver_.flow(reached, written(at, index, call.result + i));
}

}  // namespace bonsai::analysis
