// Liveness register by register: from each block that reads a register before writing it, walk backwards over
// the predecessors until a block that writes it. The cost is the size of the answer (Boissinot et al.,
// "Computing liveness sets for SSA-form programs", 2011, section on sets by variable; it does not depend on
// SSA). A call that may unwind ends a segment: an edge leads from there to its landing block, so that
// segments, not blocks, are the nodes here. Tested by allocate_registers_test.cpp and pipeline_test.cpp.
#include "load/live_ranges.h"

#include <algorithm>

#include "ir/uses.h"

namespace bonsai::load {

namespace {

using ir::Instr;

struct Segment {
  uint32_t block, first, end;  // instructions of the block
  uint32_t position;           // of the first instruction
};

class Liveness {
 public:
  Liveness(const ir::Program& program, const Draft& draft, const std::vector<uint32_t>& order)
      : program_(program), draft_(draft) {
    split(order);
    connect();
    collect();
    flow();
  }

  LiveRanges ranges();

 private:
  void split(const std::vector<uint32_t>& order);
  void connect();
  void collect();
  void flow();
  void scan(uint32_t segment, LiveRanges& result);

  const ir::Program& program_;
  const Draft& draft_;
  std::vector<Segment> segments_;
  std::vector<uint32_t> first_segment_;                  // by block
  std::vector<std::vector<uint32_t>> predecessors_;      // by segment
  std::vector<std::vector<uint32_t>> exposed_, writes_;  // by register: segments, ascending
  std::vector<std::vector<uint32_t>> live_out_;          // by segment: registers
  std::vector<uint32_t> live_until_;                     // scratch of scan(): 0 when not live
};

void Liveness::split(const std::vector<uint32_t>& order) {
  first_segment_.resize(draft_.blocks.size());
  uint32_t position = 0;
  for (uint32_t b : order) {
    first_segment_[b] = uint32_t(segments_.size());
    const auto& code = draft_.blocks[b].code;
    uint32_t first = 0;
    for (uint32_t i = 0; i < code.size(); ++i) {
      bool leaves = code[i].op == ir::Op::Call && program_.calls[code[i].imm].unwind != ir::none;
      if (!leaves && i + 1 != code.size()) continue;
      segments_.push_back({b, first, i + 1, position});
      position += 2 * (i + 1 - first);
      first = i + 1;
    }
  }
}

void Liveness::connect() {
  predecessors_.resize(segments_.size());
  for (uint32_t s = 0; s < segments_.size(); ++s) {
    const Segment& segment = segments_[s];
    const auto& code = draft_.blocks[segment.block].code;
    ir::for_each_target(program_, code[segment.end - 1], [&](uint32_t target) {
      auto& list = predecessors_[first_segment_[target]];
      if (list.empty() || list.back() != s) list.push_back(s);
    });
    if (segment.end != code.size()) predecessors_[s + 1].push_back(s);
  }
}

void Liveness::collect() {
  exposed_.resize(draft_.registers);
  writes_.resize(draft_.registers);
  auto add = [](std::vector<uint32_t>& list, uint32_t s) {
    if (list.empty() || list.back() != s) list.push_back(s);
  };
  for (uint32_t s = 0; s < segments_.size(); ++s) {
    const Segment& segment = segments_[s];
    for (uint32_t i = segment.first; i < segment.end; ++i) {
      const Instr& instr = draft_.blocks[segment.block].code[i];
      ir::for_each_use(program_, instr, [&](uint32_t r) {
        if (writes_[r].empty() || writes_[r].back() != s) add(exposed_[r], s);
      });
      ir::for_each_def(program_, instr, [&](uint32_t r) { add(writes_[r], s); });
    }
  }
}

void Liveness::flow() {
  live_out_.resize(segments_.size());
  std::vector<uint32_t> live_in_of(segments_.size(), ir::none), live_out_of = live_in_of,
                                                                written_by = live_in_of;
  std::vector<uint32_t> work;
  for (uint32_t r = 0; r < draft_.registers; ++r) {
    if (exposed_[r].empty()) continue;
    for (uint32_t s : writes_[r]) written_by[s] = r;
    for (uint32_t s : exposed_[r]) {
      live_in_of[s] = r;
      work.push_back(s);
    }
    while (!work.empty()) {
      uint32_t s = work.back();
      work.pop_back();
      for (uint32_t p : predecessors_[s]) {
        if (live_out_of[p] == r) continue;
        live_out_of[p] = r;
        live_out_[p].push_back(r);
        if (written_by[p] == r || live_in_of[p] == r) continue;
        live_in_of[p] = r;
        work.push_back(p);
      }
    }
  }
}

// Walks one segment backwards. Ranges of a register are found in descending order; the caller reverses them.
void Liveness::scan(uint32_t s, LiveRanges& result) {
  const Segment& segment = segments_[s];
  uint32_t begin = segment.position;
  uint32_t end = begin + 2 * (segment.end - segment.first);
  auto emit = [&](uint32_t r, LiveRange range) {
    auto& list = result.of[r];
    if (!list.empty() && list.back().begin <= range.end) {
      list.back().begin = range.begin;
    } else {
      list.push_back(range);
    }
  };
  std::vector<uint32_t>& live = live_out_[s];  // grows with what is read here
  for (uint32_t r : live) live_until_[r] = end;
  for (uint32_t i = segment.end; i-- > segment.first;) {
    const Instr& instr = draft_.blocks[segment.block].code[i];
    uint32_t position = begin + 2 * (i - segment.first);
    ir::for_each_def(program_, instr, [&](uint32_t r) {
      // A result that nobody reads is written all the same.
      emit(r, {position + 1, std::max(live_until_[r], position + 2)});
      live_until_[r] = 0;
    });
    ir::for_each_use(program_, instr, [&](uint32_t r) {
      if (live_until_[r] != 0) return;
      live_until_[r] = position + 1;
      live.push_back(r);
    });
  }
  for (uint32_t r : live) {
    if (live_until_[r] == 0) continue;
    emit(r, {begin, live_until_[r]});
    live_until_[r] = 0;
  }
}

LiveRanges Liveness::ranges() {
  LiveRanges result;
  result.of.resize(draft_.registers);
  live_until_.assign(draft_.registers, 0);
  for (uint32_t s = uint32_t(segments_.size()); s-- > 0;) {
    scan(s, result);
    live_out_[s] = {};
  }
  uint32_t parameters = draft_.function.parameters + (draft_.function.variadic ? 1 : 0);
  for (uint32_t r = 0; r < parameters; ++r) {
    auto& list = result.of[r];
    if (list.empty() || list.back().begin > 1) {
      list.push_back({0, 1});
    } else {
      list.back().begin = 0;
    }
  }
  for (auto& list : result.of) std::reverse(list.begin(), list.end());
  return result;
}

}  // namespace

LiveRanges find_live_ranges(const ir::Program& program, const Draft& draft,
                            const std::vector<uint32_t>& order) {
  return Liveness(program, draft, order).ranges();
}

std::vector<uint32_t> reverse_postorder(const ir::Program& program, const Draft& draft) {
  size_t count = draft.blocks.size();
  std::vector<std::vector<uint32_t>> successors(count);
  for (size_t b = 0; b < count; ++b) {
    for (const Instr& instr : draft.blocks[b].code) {
      ir::for_each_target(program, instr, [&](uint32_t target) { successors[b].push_back(target); });
    }
  }
  std::vector<uint32_t> order;
  std::vector<uint8_t> seen(count, 0);
  std::vector<std::pair<uint32_t, size_t>> stack{{0, 0}};
  seen[0] = 1;
  while (!stack.empty()) {
    auto& [block, done] = stack.back();
    if (done == successors[block].size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    // From the last: the first successor (a loop's body) then comes right behind its block.
    uint32_t target = successors[block][successors[block].size() - ++done];
    if (seen[target]) continue;
    seen[target] = 1;
    stack.push_back({target, 0});
  }
  std::reverse(order.begin(), order.end());
  for (uint32_t b = 0; b < count; ++b) {
    if (!seen[b]) order.push_back(b);
  }
  return order;
}

}  // namespace bonsai::load
