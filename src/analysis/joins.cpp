// The order is Bourdoncle's (Efficient chaotic iteration strategies with widenings, 1993), made component by
// component: the strongly connected components of a graph, sorted by the reverse postorder of their first
// block, are in topological order; that first block is the header of a loop, and what remains of the loop
// without it is ordered in the same way. Nesting is cut at most_laps, so the cost is linear.
//
// Blocks that stand last are closed under succession, so the order stays topological; of them those that
// begin with a Join come first. Tested by joins_test.cpp.
#include "analysis/joins.h"

#include <algorithm>
#include <array>

#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::Instr;
using ir::Op;

class Joins::Builder {
 public:
  Builder(Joins& joins, const ir::Program& program) : joins_(joins), program_(program) {}

  void run() {
    uint32_t position = 0;
    for (const Function& function : program_.functions) {
      joins_.first_block_.push_back(uint32_t(joins_.places_.size()));
      if (function.has_body) add(function, position);
      position += uint32_t(function.code.size());
    }
  }

 private:
  struct Component {
    uint32_t begin, end;  // in members_
    uint32_t header;
    bool is_loop;
    uint8_t ends;
  };

  void add(const Function& function, uint32_t position);
  void connect(const Function& function);
  void number();
  void find_ends(const Function& function);
  void arrange(std::vector<uint32_t> blocks, uint32_t loop);
  void find_components(const std::vector<uint32_t>& blocks);
  void close(uint32_t block);
  void place(uint32_t block, uint32_t loop) { joins_.places_[base_ + block] = {next_++, loop}; }
  bool begins_with_join(uint32_t block) const { return code_[blocks_[block].first].op == Op::Join; }
  std::span<const uint32_t> successors(uint32_t block) const {
    return {targets_.data() + begin_[block], targets_.data() + begin_[block + 1]};
  }

  Joins& joins_;
  const ir::Program& program_;
  // Of the function at hand.
  const Instr* code_ = nullptr;
  const ir::Block* blocks_ = nullptr;
  uint32_t count_ = 0;
  uint32_t base_ = 0;               // of its places
  uint32_t next_ = 0;               // place in the order
  std::vector<uint32_t> block_at_;  // by index of a block's first instruction
  std::vector<uint32_t> begin_, targets_;
  std::vector<uint32_t> rank_;   // reverse postorder; none: cannot be reached
  std::vector<uint32_t> ranks_;  // blocks in that order
  std::vector<uint8_t> ends_;    // 0: goes on, 1: a Join that does not, 2: neither
  // Of the part at hand.
  std::vector<uint32_t> scope_;         // by block: the part that it was last put in
  std::vector<uint32_t> number_, low_;  // number none: component complete
  std::vector<uint32_t> open_, members_;
  std::vector<Component> components_;
  uint32_t part_ = 0;
};

Joins::Joins(const ir::Program& program) : program_(program) { Builder(*this, program).run(); }

void Joins::Builder::add(const Function& function, uint32_t position) {
  code_ = function.code.data();
  blocks_ = function.blocks.data();
  count_ = uint32_t(function.blocks.size());
  base_ = uint32_t(joins_.places_.size());
  joins_.places_.resize(base_ + count_);
  next_ = part_ = 0;
  connect(function);
  number();
  find_ends(function);
  scope_.assign(count_, 0);
  number_.resize(count_);
  low_.resize(count_);
  auto first_loop = uint32_t(joins_.loops_.size());
  arrange(ranks_, ir::none);
  for (uint32_t b = 0; b < count_; ++b)
    if (rank_[b] == ir::none) place(b, ir::none);
  for (uint32_t i = first_loop; i < joins_.loops_.size(); ++i) {
    const Loop& loop = joins_.loops_[i];
    if (loop.counted)
      joins_.loop_heads_.push_back({position + blocks_[loop.header].first, loop.level, loop.mark});
  }
}

void Joins::Builder::connect(const Function& function) {
  block_at_.resize(function.code.size());
  for (uint32_t b = 0; b < count_; ++b) block_at_[blocks_[b].first] = b;
  begin_.assign(1, 0);
  targets_.clear();
  for (uint32_t b = 0; b < count_; ++b) {
    for (uint32_t i = blocks_[b].first; i < blocks_[b].end; ++i) {
      if (code_[i].op != Op::Call && i + 1 != blocks_[b].end) continue;
      uint32_t before = ir::none;  // a switch may name one target often
      ir::for_each_target(program_, code_[i], [&](uint32_t target) {
        if (target != before) targets_.push_back(block_at_[target]);
        before = target;
      });
    }
    begin_.push_back(uint32_t(targets_.size()));
  }
}

void Joins::Builder::number() {
  rank_.assign(count_, ir::none);
  ranks_.clear();
  std::vector<std::pair<uint32_t, uint32_t>> stack{{0, 0}};
  rank_[0] = 0;
  while (!stack.empty()) {
    auto& [block, done] = stack.back();
    std::span<const uint32_t> next = successors(block);
    if (done == next.size()) {
      ranks_.push_back(block);
      stack.pop_back();
      continue;
    }
    // From the last: the first successor then comes right behind its block.
    uint32_t target = next[next.size() - ++done];
    if (rank_[target] != ir::none) continue;
    rank_[target] = 0;
    stack.push_back({target, 0});
  }
  std::reverse(ranks_.begin(), ranks_.end());
  for (uint32_t i = 0; i < ranks_.size(); ++i) rank_[ranks_[i]] = i;
}

// In postorder all successors are known but those that a loop leads back to, which are no end.
void Joins::Builder::find_ends(const Function& function) {
  ends_.assign(count_, 0);
  auto never_returns = [&](const Instr& instr) {
    if (instr.op != Op::Call) return false;
    const ir::CallSite& site = program_.calls[instr.imm];
    return site.callee != ir::none && site.unwind == ir::none && program_.functions[site.callee].no_return;
  };
  for (size_t i = ranks_.size(); i-- > 0;) {
    uint32_t b = ranks_[i];
    std::span<const uint32_t> next = successors(b);
    bool ends =
        std::all_of(next.begin(), next.end(), [&](uint32_t s) { return ends_[s] && !begins_with_join(s); }) ||
        std::any_of(function.code.begin() + blocks_[b].first, function.code.begin() + blocks_[b].end,
                    never_returns);
    ends_[b] = !ends ? 0 : begins_with_join(b) ? 1 : 2;
  }
}

// Gives the blocks, which make up what is in `loop` except its header, their places.
void Joins::Builder::arrange(std::vector<uint32_t> blocks, uint32_t loop) {
  unsigned level = loop == ir::none ? 0 : joins_.loops_[loop].level + 1u;
  if (level == most_laps) {
    std::sort(blocks.begin(), blocks.end(), [&](uint32_t a, uint32_t b) { return rank_[a] < rank_[b]; });
    for (uint32_t b : blocks) place(b, loop);
    return;
  }
  find_components(blocks);
  std::vector<Component> components = std::move(components_);
  std::vector<uint32_t> members = std::move(members_);
  std::sort(components.begin(), components.end(), [&](const Component& a, const Component& b) {
    return std::pair(a.ends, rank_[a.header]) < std::pair(b.ends, rank_[b.header]);
  });
  uint32_t loops = 0;
  for (const Component& component : components) {
    if (!component.is_loop) {
      place(component.header, loop);
      continue;
    }
    auto inner = uint32_t(joins_.loops_.size());
    joins_.loops_.push_back({loop, component.header, uint8_t(level), uint8_t(1 + loops++ % 255),
                             begins_with_join(component.header)});
    place(component.header, inner);
    std::vector<uint32_t> rest(members.begin() + component.begin, members.begin() + component.end);
    std::erase(rest, component.header);
    if (!rest.empty()) arrange(std::move(rest), inner);
  }
}

// Tarjan's strongly connected components of the part of the graph that `blocks` are, with an explicit stack.
void Joins::Builder::find_components(const std::vector<uint32_t>& blocks) {
  ++part_;
  members_.clear();
  components_.clear();
  for (uint32_t b : blocks) {
    scope_[b] = part_;
    number_[b] = 0;
  }
  uint32_t count = 0;
  std::vector<std::pair<uint32_t, uint32_t>> stack;
  auto enter = [&](uint32_t block) {
    number_[block] = low_[block] = ++count;
    open_.push_back(block);
    stack.push_back({block, 0});
  };
  for (uint32_t root : blocks) {
    if (number_[root] != 0) continue;
    enter(root);
    while (!stack.empty()) {
      auto& [block, done] = stack.back();
      if (done < successors(block).size()) {
        uint32_t next = successors(block)[done++];
        if (scope_[next] != part_) continue;
        if (number_[next] == 0) {
          enter(next);
        } else if (number_[next] != ir::none) {
          low_[block] = std::min(low_[block], number_[next]);
        }
        continue;
      }
      uint32_t finished = block;
      stack.pop_back();
      if (!stack.empty()) low_[stack.back().first] = std::min(low_[stack.back().first], low_[finished]);
      if (low_[finished] == number_[finished]) close(finished);
    }
  }
}

void Joins::Builder::close(uint32_t block) {
  Component component{uint32_t(members_.size()), 0, block, false, ends_[block]};
  uint32_t member;
  do {
    member = open_.back();
    open_.pop_back();
    number_[member] = ir::none;
    members_.push_back(member);
    if (rank_[member] < rank_[component.header]) component.header = member;
  } while (member != block);
  component.end = uint32_t(members_.size());
  std::span<const uint32_t> next = successors(block);
  component.is_loop =
      component.end - component.begin > 1 || std::find(next.begin(), next.end(), block) != next.end();
  if (component.is_loop) component.ends = 0;
  components_.push_back(component);
}

void Joins::append_key(ir::FunctionId id, uint32_t index, std::span<const uint32_t> laps,
                       std::vector<uint64_t>& key) const {
  const std::vector<ir::Block>& blocks = program_.functions[id].blocks;
  auto after = std::upper_bound(blocks.begin(), blocks.end(), index,
                                [](uint32_t at, const ir::Block& block) { return at < block.first; });
  auto b = uint32_t(after - blocks.begin() - 1);
  const Place& place = places_[first_block_[id] + b];
  std::array<uint32_t, most_laps> around;
  unsigned depth = 0;
  for (uint32_t loop = place.loop; loop != ir::none; loop = loops_[loop].parent) around[depth++] = loop;
  while (depth-- > 0) {
    const Loop& loop = loops_[around[depth]];
    key.push_back(uint64_t(order(id, loop.header)) << 32);
    uint32_t lap = loop.counted && loop.level < laps.size() ? laps[loop.level] : 0, mark = lap >> mark_shift;
    lap = mark == 0 || mark == loop.mark ? lap & ((1u << mark_shift) - 1) : 0;
    key.push_back(lap + uint64_t(loop.counted && index == blocks[loop.header].first));
  }
  key.push_back(uint64_t(place.order) << 32 | (index - blocks[b].first));
}

}  // namespace bonsai::analysis
