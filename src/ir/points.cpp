#include "ir/points.h"

#include <algorithm>

namespace bonsai::ir {

Points::Points(const Program& program) {
  uint32_t position = 0;
  switch_places_.resize(program.switches.size());
  for (const Function& function : program.functions) {
    first_.push_back(position);
    position += uint32_t(function.code.size());
    for (uint32_t i = 0; i < function.code.size(); ++i)
      if (function.code[i].op == Op::Switch || function.code[i].op == Op::IndirectBr)
        switch_places_[function.code[i].imm] = {function.id, i, 0, true};
  }
  first_.push_back(position);
  uint32_t next = 2 * position;
  for (const SwitchTable& table : program.switches) {
    std::vector<uint32_t> targets;
    auto add = [&](uint32_t target) {
      if (target != none && std::find(targets.begin(), targets.end(), target) == targets.end())
        targets.push_back(target);
    };
    add(table.default_target);
    for (const SwitchTable::Case& each : table.cases) add(each.target);
    switch_first_.push_back(next);
    next += uint32_t(targets.size());
    targets_.push_back(std::move(targets));
  }
  switch_first_.push_back(next);
  count_ = next;
}

Points::Place Points::place(uint32_t point) const {
  if (point < 2 * first_.back()) {
    // Functions without code share their position with the next one: the last is the owner.
    auto it = std::upper_bound(first_.begin(), first_.end(), point / 2);
    FunctionId function = FunctionId(it - first_.begin() - 1);
    return {function, point / 2 - first_[function], point % 2, false};
  }
  auto it = std::upper_bound(switch_first_.begin(), switch_first_.end(), point);
  uint32_t table = uint32_t(it - switch_first_.begin() - 1);
  Place place = switch_places_[table];
  place.way = point - switch_first_[table];
  return place;
}

}  // namespace bonsai::ir
