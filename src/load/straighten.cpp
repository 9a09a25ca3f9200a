// Control flow of a draft made straight. Counts stay exact: a forwarding block is threaded only if it counts
// nothing (the copies of a phi on an edge stand in such a block; once the copies are gone only the jump is
// left), and a block that swallows its successor hands the weight of the jump between them to the first
// instruction there that counts. Tested by lay_out_test.cpp and pipeline_test.cpp.
#include "load/straighten.h"

#include <algorithm>
#include <cassert>

#include "ir/uses.h"

namespace bonsai::load {

namespace {

using ir::Instr;
using ir::Op;

class Straightener {
 public:
  Straightener(ir::Program& program, Draft& draft) : program_(program), blocks_(draft.blocks) {}

  void run() {
    for (DraftBlock& block : blocks_) truncate(block);
    thread();
    find_reachable();
    join();
    compact();
  }

 private:
  void discard(const Instr& instr);
  void truncate(DraftBlock& block);
  void thread();
  void find_reachable();
  void join();
  void absorb(DraftBlock& into, DraftBlock& next);
  void compact();

  ir::Program& program_;
  std::vector<DraftBlock>& blocks_;
  std::vector<uint8_t> kept_;
  std::vector<uint32_t> edges_in_;
};

// What an instruction that is no more owned in the program must not keep draft numbers.
void Straightener::discard(const Instr& instr) {
  switch (ir::roles(instr).imm) {
    case ir::Role::switch_table: program_.switches[instr.imm] = {}; break;
    case ir::Role::call_site: {
      ir::CallSite dead;
      dead.site = program_.calls[instr.imm].site;
      program_.calls[instr.imm] = std::move(dead);
      break;
    }
    default: break;
  }
}

// Nothing follows the first terminator: an unsupported instruction or a trap may stand in the middle of a
// block.
void Straightener::truncate(DraftBlock& block) {
  auto last = std::find_if(block.code.begin(), block.code.end(),
                           [](const Instr& i) { return ir::is_terminator(i.op); });
  assert(last != block.code.end() && "a block without a terminator");
  assert(block.code.size() == block.locations.size());
  if (last == block.code.end()) return;
  size_t size = size_t(last - block.code.begin()) + 1;
  if (size < block.code.size()) block.branch = block.observation = ir::none;
  for (size_t i = size; i < block.code.size(); ++i) discard(block.code[i]);
  block.code.resize(size);
  block.locations.resize(size);
}

void Straightener::thread() {
  auto forwards = [&](uint32_t b) {
    const DraftBlock& block = blocks_[b];
    return b != 0 && block.code.size() == 1 && block.code[0].op == Op::Jump && block.code[0].weight == 0;
  };
  std::vector<uint32_t> final(blocks_.size(), ir::none);
  std::vector<uint32_t> path;
  auto resolve = [&](uint32_t target) {
    path.clear();
    // A cycle of forwarding blocks (an empty endless loop that counts nothing) ends where it began.
    while (final[target] == ir::none && forwards(target)) {
      final[target] = target;
      path.push_back(target);
      target = blocks_[target].code[0].dst;
    }
    uint32_t end = final[target] == ir::none ? target : final[target];
    for (uint32_t block : path) final[block] = end;
    return end;
  };
  for (DraftBlock& block : blocks_) {
    for (Instr& instr : block.code) ir::map_targets(program_, instr, resolve);
  }
}

void Straightener::find_reachable() {
  kept_.assign(blocks_.size(), 0);
  edges_in_.assign(blocks_.size(), 0);
  std::vector<uint32_t> work{0};
  kept_[0] = 1;
  while (!work.empty()) {
    const DraftBlock& block = blocks_[work.back()];
    work.pop_back();
    for (const Instr& instr : block.code) {
      ir::for_each_target(program_, instr, [&](uint32_t target) {
        ++edges_in_[target];
        if (kept_[target]) return;
        kept_[target] = 1;
        work.push_back(target);
      });
    }
  }
  for (size_t b = 0; b < blocks_.size(); ++b) {
    if (kept_[b]) continue;
    for (const Instr& instr : blocks_[b].code) discard(instr);
  }
}

void Straightener::absorb(DraftBlock& into, DraftBlock& next) {
  Instr jump = into.code.back();
  ir::LocationId location = into.locations.back();
  into.code.pop_back();
  into.locations.pop_back();
  auto counts = [](const Instr& i) {
    return i.op == Op::Call || i.op == Op::Count || ir::is_terminator(i.op);
  };
  Instr& carrier = *std::find_if(next.code.begin(), next.code.end(), counts);
  if (carrier.op == Op::Count) {
    carrier.imm += jump.weight;
  } else if (carrier.weight + jump.weight <= UINT8_MAX) {
    carrier.weight = uint8_t(carrier.weight + jump.weight);
  } else {
    Instr count;
    count.op = Op::Count;
    count.imm = jump.weight;
    into.code.push_back(count);
    into.locations.push_back(location);
  }
  into.code.insert(into.code.end(), next.code.begin(), next.code.end());
  into.locations.insert(into.locations.end(), next.locations.begin(), next.locations.end());
  if (into.name.empty()) into.name = std::move(next.name);
  into.branch = next.branch;
  into.inverted = next.inverted;
  into.observation = next.observation;
  next.code.clear();
  next.locations.clear();
}

void Straightener::join() {
  // Chains are collected first and joined from their heads, so that each instruction moves once.
  std::vector<uint32_t> next(blocks_.size(), ir::none);
  std::vector<uint8_t> has_before(blocks_.size(), 0);
  for (uint32_t b = 0; b < blocks_.size(); ++b) {
    if (!kept_[b] || blocks_[b].code.back().op != Op::Jump) continue;
    uint32_t target = blocks_[b].code.back().dst;
    if (target == 0 || target == b || edges_in_[target] != 1) continue;
    next[b] = target;
    has_before[target] = 1;
  }
  for (uint32_t b = 0; b < blocks_.size(); ++b) {
    if (!kept_[b] || has_before[b]) continue;
    // A ring of such blocks has no head, and is unreachable.
    for (uint32_t n = next[b]; n != ir::none; n = next[n]) {
      absorb(blocks_[b], blocks_[n]);
      kept_[n] = 0;
    }
  }
}

void Straightener::compact() {
  std::vector<uint32_t> number(blocks_.size(), ir::none);
  uint32_t count = 0;
  for (uint32_t b = 0; b < blocks_.size(); ++b) {
    if (!kept_[b]) continue;
    number[b] = count;
    if (count != b) blocks_[count] = std::move(blocks_[b]);
    ++count;
  }
  blocks_.resize(count);
  for (DraftBlock& block : blocks_) {
    for (Instr& instr : block.code)
      ir::map_targets(program_, instr, [&](uint32_t target) { return number[target]; });
  }
}

}  // namespace

void straighten(ir::Program& program, Draft& draft) { Straightener(program, draft).run(); }

}  // namespace bonsai::load
