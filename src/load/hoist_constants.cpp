// Constants and addresses of locals that code in a loop needs in a register are made once, at the function's
// entry, each value once. In a loop over a table (LoadX with a constant base) that is one dispatch less per
// turn. The number is bounded, since each takes a register for the whole function. Tested by fuse_test.cpp
// and pipeline_test.cpp.
#include <algorithm>
#include <map>
#include <tuple>

#include "ir/uses.h"
#include "load/definitions.h"

namespace bonsai::load {

namespace {

using ir::Instr;
using ir::Op;

constexpr size_t most_hoisted = 64;

// Tarjan's strongly connected components, with an explicit stack: a block is in a loop if its component has
// several blocks, or it jumps to itself.
class Cycles {
 public:
  Cycles(const ir::Program& program, const Draft& draft)
      : successors_(draft.blocks.size()),
        number_(draft.blocks.size(), 0),
        low_(number_),
        in_cycle_(draft.blocks.size(), 0) {
    for (uint32_t b = 0; b < draft.blocks.size(); ++b) {
      for (const Instr& instr : draft.blocks[b].code) {
        ir::for_each_target(program, instr, [&](uint32_t target) {
          successors_[b].push_back(target);
          if (target == b) in_cycle_[b] = 1;
        });
      }
    }
    visit();
  }

  bool contain(uint32_t block) const { return in_cycle_[block]; }

 private:
  void visit();
  void close(uint32_t block);

  std::vector<std::vector<uint32_t>> successors_;
  std::vector<uint32_t> number_, low_;  // number 0: not seen yet; none: component complete
  std::vector<uint8_t> in_cycle_;
  std::vector<uint32_t> open_;
};

void Cycles::close(uint32_t block) {
  bool several = open_.back() != block;
  while (true) {
    uint32_t member = open_.back();
    open_.pop_back();
    number_[member] = ir::none;
    if (several) in_cycle_[member] = 1;
    if (member == block) return;
  }
}

void Cycles::visit() {
  uint32_t count = 0;
  std::vector<std::pair<uint32_t, size_t>> stack;
  auto enter = [&](uint32_t block) {
    number_[block] = low_[block] = ++count;
    open_.push_back(block);
    stack.push_back({block, 0});
  };
  enter(0);
  while (!stack.empty()) {
    auto& [block, done] = stack.back();
    if (done < successors_[block].size()) {
      uint32_t next = successors_[block][done++];
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

}  // namespace

void hoist_constants(ir::Program& program, Draft& draft) {
  Cycles cycles(program, draft);
  if (cycles.contain(0)) return;
  Definitions definitions(program, draft);
  std::map<std::tuple<Op, unsigned, uint64_t>, uint32_t> holders;
  std::vector<uint32_t> now_in(draft.registers);
  for (uint32_t r = 0; r < draft.registers; ++r) now_in[r] = r;
  std::vector<Instr> hoisted;
  std::vector<ir::LocationId> locations;
  for (uint32_t b = 0; b < draft.blocks.size(); ++b) {
    if (!cycles.contain(b)) continue;
    DraftBlock& block = draft.blocks[b];
    for (size_t i = 0; i < block.code.size(); ++i) {
      Instr& instr = block.code[i];
      if (instr.op != Op::Const && instr.op != Op::ConstPool && instr.op != Op::LocalAddr) continue;
      if (definitions.only(instr.dst) != &instr) continue;
      auto key = std::tuple(instr.op, unsigned(instr.width), instr.imm);
      auto holder = holders.find(key);
      if (holder == holders.end()) {
        if (hoisted.size() == most_hoisted) continue;
        holder = holders.emplace(key, instr.dst).first;
        hoisted.push_back(instr);
        locations.push_back(block.locations[i]);
      }
      now_in[instr.dst] = holder->second;
      instr = gone();
    }
  }
  if (hoisted.empty()) return;
  for (DraftBlock& block : draft.blocks) {
    for (Instr& instr : block.code) ir::map_uses(program, instr, [&](uint32_t r) { return now_in[r]; });
  }
  DraftBlock& entry = draft.blocks[0];
  entry.code.insert(entry.code.begin(), hoisted.begin(), hoisted.end());
  entry.locations.insert(entry.locations.begin(), locations.begin(), locations.end());
}

}  // namespace bonsai::load
