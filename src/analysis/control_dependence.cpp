// Tested by slice_test.cpp in cli.
#include "analysis/control_dependence.h"

#include <algorithm>

#include "ir/uses.h"

namespace bonsai::analysis {

ControlDependence::ControlDependence(const ir::Program& program, const ir::Function& function,
                                     const std::function<bool(uint32_t)>& may_not_return) {
  find_segments(program, function, may_not_return);
  let_all_end();
  find_post_dominators();
  find_deciders();
}

void ControlDependence::find_segments(const ir::Program& program, const ir::Function& function,
                                      const std::function<bool(uint32_t)>& may_not_return) {
  segment_of_.resize(function.code.size());
  std::vector<uint8_t> may_end;
  for (const ir::Block& block : function.blocks) {
    uint32_t first = block.first;
    for (uint32_t i = block.first; i < block.end; ++i) {
      segment_of_[i] = uint32_t(segments_.size());
      const ir::Instr& instr = function.code[i];
      bool leaves = i + 1 == block.end, ends = instr.op == ir::Op::Call && may_not_return(i);
      ir::for_each_target(program, instr, [&](uint32_t) { leaves = true; });
      if (!leaves && !ends) continue;
      segments_.push_back({first, i + 1, {}});
      may_end.push_back(ends);
      first = i + 1;
    }
  }
  auto end = uint32_t(segments_.size());
  for (uint32_t s = 0; s < end; ++s) {
    Segment& segment = segments_[s];
    const ir::Instr& last = function.code[segment.end - 1];
    ir::for_each_target(program, last, [&](uint32_t target) { segment.next.push_back(segment_of_[target]); });
    if (!ir::is_terminator(last.op)) segment.next.push_back(s + 1);
    if (segment.next.empty() || may_end[s]) segment.next.push_back(end);
    std::sort(segment.next.begin(), segment.next.end());
    segment.next.erase(std::unique(segment.next.begin(), segment.next.end()), segment.next.end());
  }
  segments_.emplace_back();
}

void ControlDependence::let_all_end() {
  auto end = uint32_t(segments_.size() - 1);
  std::vector<std::vector<uint32_t>> before(segments_.size());
  for (uint32_t s = 0; s < end; ++s)
    for (uint32_t next : segments_[s].next) before[next].push_back(s);
  std::vector<uint8_t> reaches(segments_.size());
  std::vector<uint32_t> open{end};
  reaches[end] = 1;
  while (!open.empty()) {
    uint32_t at = open.back();
    open.pop_back();
    for (uint32_t s : before[at])
      if (!reaches[s]) reaches[s] = 1, open.push_back(s);
  }
  for (uint32_t s = 0; s < end; ++s)
    if (!reaches[s]) segments_[s].next.push_back(end);
}

void ControlDependence::find_post_dominators() {
  auto end = uint32_t(segments_.size() - 1);
  std::vector<std::vector<uint32_t>> before(segments_.size());
  for (uint32_t s = 0; s < end; ++s)
    for (uint32_t next : segments_[s].next) before[next].push_back(s);
  // Post-order of the graph turned around, from the end.
  std::vector<uint32_t> order, number(segments_.size(), 0);
  std::vector<uint8_t> seen(segments_.size());
  std::vector<std::pair<uint32_t, size_t>> path{{end, 0}};
  seen[end] = 1;
  while (!path.empty()) {
    auto& [at, edge] = path.back();
    if (edge < before[at].size()) {
      uint32_t next = before[at][edge++];
      if (!seen[next]) seen[next] = 1, path.push_back({next, 0});
      continue;
    }
    number[at] = uint32_t(order.size());
    order.push_back(at);
    path.pop_back();
  }
  meets_.assign(segments_.size(), ir::none);
  meets_[end] = end;
  auto common = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (number[a] < number[b]) a = meets_[a];
      while (number[b] < number[a]) b = meets_[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = order.size(); i-- > 0;) {
      uint32_t s = order[i];
      if (s == end) continue;
      uint32_t now = ir::none;
      for (uint32_t next : segments_[s].next)
        if (meets_[next] != ir::none) now = now == ir::none ? next : common(now, next);
      if (now == meets_[s]) continue;
      meets_[s] = now;
      changed = true;
    }
  }
}

void ControlDependence::find_deciders() {
  deciders_.resize(segments_.size());
  for (uint32_t s = 0; s + 1 < segments_.size(); ++s) {
    if (segments_[s].next.size() < 2) continue;
    for (uint32_t next : segments_[s].next)
      for (uint32_t at = next; at != meets_[s] && at + 1 < segments_.size(); at = meets_[at]) {
        std::vector<uint32_t>& list = deciders_[at];
        uint32_t decider = segments_[s].end - 1;
        if (list.empty() || list.back() != decider) list.push_back(decider);
      }
  }
}

uint32_t ControlDependence::meeting(uint32_t index) const {
  uint32_t meets = meets_[segment_of_[index]];
  return meets + 1 == segments_.size() ? ir::none : segments_[meets].first;
}

}  // namespace bonsai::analysis
