// Tested by tests/check_reach.
#include "explore/direct/targets.h"

#include <algorithm>

#include "ir/uses.h"

namespace bonsai::explore {

std::vector<uint32_t> Targets::reached(size_t from) const {
  std::lock_guard lock(mutex_);
  return {order_.begin() + std::ptrdiff_t(std::min(from, order_.size())), order_.end()};
}

size_t Targets::count_reached() const {
  std::lock_guard lock(mutex_);
  return order_.size();
}

bool Targets::is_reached(uint32_t target) const {
  std::lock_guard lock(mutex_);
  return reached_[target] != 0;
}

bool Targets::reach(uint32_t target) {
  std::lock_guard lock(mutex_);
  if (reached_[target]) return false;
  reached_[target] = 1;
  order_.push_back(target);
  return true;
}

void Targets::doubt(uint32_t target) {
  std::lock_guard lock(mutex_);
  doubtful_[target] = 1;
}

bool Targets::is_doubtful(uint32_t target) const {
  std::lock_guard lock(mutex_);
  return doubtful_[target] != 0;
}

std::string reason_of(const Target& target) { return "reaches " + target.name; }

std::optional<Nearest> find_nearest(const ir::Program& program, const std::vector<analysis::Place>& targets,
                                    const std::vector<uint32_t>& covered) {
  ir::Points points(program);
  analysis::FlowGraph graph(program, points);
  analysis::Distance distance(graph, targets);
  std::optional<Nearest> best;
  auto is_covered = [&](uint32_t point) { return std::binary_search(covered.begin(), covered.end(), point); };
  for (const ir::Function& function : program.functions) {
    if (!function.has_body || function.is_runtime) continue;
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      const ir::Instr& instr = function.code[i];
      std::vector<std::pair<uint32_t, uint32_t>> ways;  // point, target
      if (ir::is_conditional(instr.op)) {
        uint32_t way = 0;
        ir::for_each_target(program, instr, [&](uint32_t target) {
          ways.emplace_back(points.of(function.id, i, way++), target);
        });
      } else if (instr.op == ir::Op::Switch) {
        const std::vector<uint32_t>& targets_of = points.distinct_targets(uint32_t(instr.imm));
        for (uint32_t way = 0; way < targets_of.size(); ++way)
          ways.emplace_back(points.of_switch(uint32_t(instr.imm), way), targets_of[way]);
      }
      std::vector<uint32_t> taken;
      for (const auto& [point, target] : ways)
        if (is_covered(point)) taken.push_back(point);
      for (const auto& [point, target] : ways) {
        if (taken.empty() || is_covered(point)) continue;
        uint64_t far = distance.to_target(function.id, target);
        if (far < analysis::unreachable && (!best || far < best->distance))
          best = Nearest{{function.id, i}, target, taken, far};
      }
    }
  }
  return best;
}

}  // namespace bonsai::explore
