// Switches and computed gotos: on a plain value a table look-up, on a symbolic one a path for each feasible
// target, not for each case.
#include <fmt/format.h>

#include <algorithm>

#include "exec/machine.h"
#include "expr/evaluate.h"

namespace bonsai::exec {

// The target of a plain value.
static uint32_t switch_target(const ir::SwitchTable& table, uint64_t bits) {
  if (!table.dense.empty())
    return bits - table.first < table.dense.size() ? table.dense[bits - table.first] : table.default_target;
  auto below = [](const ir::SwitchTable::Case& each, uint64_t wanted) { return each.value < wanted; };
  auto it = std::lower_bound(table.cases.begin(), table.cases.end(), bits, below);
  return it != table.cases.end() && it->value == bits ? it->target : table.default_target;
}

// The condition under which a switch goes to `target`.
const expr::Term* Machine::switch_condition(const ir::SwitchTable& table, const expr::Term* value,
                                            uint32_t target) {
  // The default is what no case with another target takes.
  bool is_default = target == table.default_target;
  const expr::Term* any = terms_.bool_false();
  for (size_t i = 0; i < table.cases.size(); ++i) {
    look();
    if ((table.cases[i].target == target) == is_default) continue;
    // Neighbouring values are one interval.
    size_t last = i;
    while (!table.wide && last + 1 < table.cases.size() &&
           table.cases[last + 1].value == table.cases[last].value + 1 &&
           (table.cases[last + 1].target == target) != is_default)
      ++last;
    unsigned width = value->width();
    const expr::Term* first = table.wide ? term(constants_[table.cases[i].value], width)
                                         : terms_.constant(width, table.cases[i].value);
    const expr::Term* hit = terms_.eq(value, first);
    if (last > i) hit = terms_.ule(terms_.sub(value, first), terms_.constant(width, uint64_t(last - i)));
    any = terms_.lor(any, hit);
    i = last;
  }
  return is_default ? terms_.lnot(any) : any;
}

// Follows each feasible target on a path of its own: the model says which is next.
bool Machine::symbolic_switch(const ir::SwitchTable& table, uint32_t table_index, const expr::Term* value,
                              uint32_t& target) {
  const std::vector<uint32_t>& targets = points_.distinct_targets(table_index);
  for (;;) {
    uint64_t which = noted([&] {
      if (std::optional<uint32_t> next = guided(); next && points_.place(*next).is_switch_way)
        return uint64_t(points_.place(*next).way);
      for (size_t i = 0; i < targets.size(); ++i)
        if (expr::holds(terms_, switch_condition(table, value, targets[i]), *state_->condition.model()))
          return uint64_t(i);
      return uint64_t(targets.size());
    });
    target = which < targets.size() ? targets[which] : ir::none;
    // None is the way of a value that is no label of a computed goto.
    bool taken = false;
    if (!decide(switch_condition(table, value, target), taken)) return false;
    if (taken) return true;
    if (guided()) return end_silently(), false;
  }
}

Step Machine::switch_to(const Instr& instr, Value value) {
  const ir::SwitchTable& table = program_.switches[instr.imm];
  uint32_t target;
  if (value.is_mark()) return fail_undefined(value, "switch");
  if (!value.is_plain() || table.wide) {
    const expr::Term* switched = term(value, instr.width);
    if (!is_defined(switched, "switch")) return Step::stopped;
    if (switched->is_constant() && !table.wide)
      target = switch_target(table, switched->value());
    else if (!symbolic_switch(table, uint32_t(instr.imm), switched, target))
      return Step::stopped;
  } else {
    target = switch_target(table, value.bits);
  }
  if (target == ir::none) {
    uint64_t to = value.is_plain() ? value.bits : noted([&] { return model_value(value.term); });
    return fail(ErrorKind::bad_call,
                fmt::format("indirect jump to {:#x}, which is no label of this function", to));
  }
  note_switch(uint32_t(instr.imm), target);
  const Instr* to = code_of(*frame_) + target;
  count_lap(pc_, to);
  pc_ = to;
  return Step::jumped;
}

}  // namespace bonsai::exec
