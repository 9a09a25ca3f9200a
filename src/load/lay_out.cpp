// The last step from draft to function: control flow straightened (the edge blocks whose phi copies the
// register allocator made needless go here), blocks in a row in source order, each that several ways lead to
// with a Join in front, block numbers replaced by code indices. Tested by lay_out_test.cpp.
#include "ir/uses.h"
#include "load/draft.h"
#include "load/straighten.h"

namespace bonsai::load {

namespace {

// Where all targets are one nothing is decided, and the interpreter is free not to ask.
bool decides(const ir::Program& program, const ir::Instr& instr) {
  uint32_t first = ir::none;
  bool differ = false;
  ir::for_each_target(program, instr, [&](uint32_t target) {
    differ |= first != ir::none && target != first;
    first = target;
  });
  return differ;
}

// Blocks that several ways lead to, and that may begin with a Join.
std::vector<bool> find_joins(const ir::Program& program, const Draft& draft) {
  std::vector<unsigned> ways(draft.blocks.size());
  for (const DraftBlock& block : draft.blocks)
    for (const ir::Instr& instr : block.code) {
      uint32_t before = ir::none;  // a switch may name one target often
      ir::for_each_target(program, instr, [&](uint32_t target) {
        if (target != before) ++ways[target];
        before = target;
      });
    }
  std::vector<bool> joins(ways.size());
  for (size_t i = 0; i < ways.size(); ++i)
    joins[i] = ways[i] > 1 && draft.blocks[i].code.front().op != ir::Op::LandingPad;
  return joins;
}

}  // namespace

ir::Function lay_out(ir::Program& program, Draft draft) {
  straighten(program, draft);
  ir::Function function = std::move(draft.function);
  function.has_body = true;
  function.register_count = draft.registers;
  function.code.clear();
  function.locations.clear();
  function.blocks.clear();
  function.branch_sites.clear();

  size_t size = 0;
  for (const DraftBlock& block : draft.blocks) size += block.code.size();
  function.code.reserve(size);
  function.locations.reserve(size);
  function.blocks.reserve(draft.blocks.size());
  std::vector<bool> joins = find_joins(program, draft);
  for (DraftBlock& block : draft.blocks) {
    auto first = uint32_t(function.code.size());
    if (joins[function.blocks.size()]) {
      ir::Instr join;
      join.op = ir::Op::Join;
      function.code.push_back(join);
      function.locations.push_back(block.locations.front());
    }
    function.code.insert(function.code.end(), block.code.begin(), block.code.end());
    function.locations.insert(function.locations.end(), block.locations.begin(), block.locations.end());
    auto end = uint32_t(function.code.size());
    function.blocks.push_back({first, end, std::move(block.name)});
    if (block.branch != ir::none && decides(program, block.code.back()))
      function.branch_sites.push_back({end - 1, block.branch, block.inverted, block.observation});
  }
  auto start = [&](uint32_t block) { return function.blocks[block].first; };
  for (ir::Instr& instr : function.code) ir::map_targets(program, instr, start);
  return function;
}

}  // namespace bonsai::load
