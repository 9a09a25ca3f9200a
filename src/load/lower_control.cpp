// Terminators, and phis as copies on the edges into their block.
//
// The copies of an edge happen at once: none may read what another has written. They are ordered so that a
// register is written after its last reader; what remains are cycles, each opened with one temporary.
// (Boissinot et al., Revisiting Out-of-SSA Translation, 2009, algorithm 1.)
//
// Tested by lower_test.cpp.
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <unordered_map>

#include "load/branch_lines.h"
#include "load/lower_function.h"

namespace bonsai::load {

using llvm::BasicBlock;
using llvm::dyn_cast;
using llvm::isa;

bool FunctionLowering::lower_terminator(const llvm::Instruction& instr) {
  if (auto* branch = dyn_cast<llvm::BranchInst>(&instr)) {
    lower_branch(*branch);
  } else if (auto* choice = dyn_cast<llvm::SwitchInst>(&instr)) {
    lower_switch(*choice);
  } else if (auto* indirect = dyn_cast<llvm::IndirectBrInst>(&instr)) {
    lower_indirectbr(*indirect);
  } else if (auto* end = dyn_cast<llvm::ReturnInst>(&instr)) {
    lower_return(*end);
  } else if (isa<llvm::UnreachableInst>(instr)) {
    emit(Op::Unreachable, 0);
  } else if (auto* resume = dyn_cast<llvm::ResumeInst>(&instr)) {
    Parts parts = value(resume->getValue());
    if (parts.size() != 2) throw NotSupported{"an exception of an unknown form"};
    uint32_t exception = reg(parts[0]);
    uint32_t selector = reg(parts[1]);
    emit(Op::Resume, 0, 0, exception, selector);
  } else {
    return false;
  }
  return true;
}

void FunctionLowering::lower_branch(const llvm::BranchInst& instr) {
  const BasicBlock* from = instr.getParent();
  if (is_marked_jump(instr)) {
    uint64_t count = std::exchange(count_, 0);
    emit(Op::Count, 0, 0, 0, 0, count);
  }
  if (instr.isUnconditional()) return jump(from, instr.getSuccessor(0));
  Scalar condition = scalar(instr.getCondition());
  if (condition.is_imm()) return jump(from, instr.getSuccessor(condition.value ? 0 : 1));
  uint32_t tested = reg(condition);
  uint32_t yes = edge(from, instr.getSuccessor(0));
  uint32_t no = edge(from, instr.getSuccessor(1));
  emit(Op::Br, 1, yes, tested, no);
  draft_.blocks[current_].branch = module_.branch(instr);
  note_source_branch(instr);
}

// What the passes left of a branch of the source is still one.
void FunctionLowering::note_source_branch(const llvm::Instruction& instr) {
  if (std::optional<ir::Observation> what = observation_of(instr))
    draft_.blocks[current_].observation = module_.add_observation(*what);
}

void FunctionLowering::lower_observation(const llvm::CallBase& marker) {
  Scalar condition = scalar(marker.getArgOperand(3));
  Scalar guard = scalar(marker.getArgOperand(4));
  if (guard.is_imm() && guard.value == 0) return;
  uint32_t tested = reg(condition);
  uint32_t under = operand(guard).raw();
  emit(Op::Observe, 1, 0, tested, under, module_.add_observation(observation_of_marker(marker)));
}

void FunctionLowering::lower_switch(const llvm::SwitchInst& instr) {
  const BasicBlock* from = instr.getParent();
  if (instr.getNumCases() == 0) return jump(from, instr.getDefaultDest());
  Scalar tested = scalar(instr.getCondition());
  uint32_t chosen = reg(tested);
  ir::SwitchTable table;
  table.wide = tested.width > 64;
  table.default_target = edge(from, instr.getDefaultDest());
  for (const auto& one : instr.cases()) {
    const llvm::APInt& number = one.getCaseValue()->getValue();
    table.cases.push_back(
        {table.wide ? module_.pool(number) : number.getZExtValue(), edge(from, one.getCaseSuccessor())});
  }
  if (!table.wide) {
    std::sort(table.cases.begin(), table.cases.end(), [](auto& a, auto& b) { return a.value < b.value; });
    table.first = table.cases.front().value;
    uint64_t range = table.cases.back().value - table.first;  // one less than the number of values
    if (range < 4 * table.cases.size() + 16) {
      table.dense.assign(range + 1, table.default_target);
      for (const auto& one : table.cases) table.dense[one.value - table.first] = one.target;
    }
  }
  bool wide = table.wide;
  uint64_t index = program_.switches.size();
  program_.switches.push_back(std::move(table));
  emit(Op::Switch, tested.width, 0, chosen, 0, index);
  if (wide) return;
  draft_.blocks[current_].branch = module_.branch(instr);
  note_source_branch(instr);
}

void FunctionLowering::lower_indirectbr(const llvm::IndirectBrInst& instr) {
  uint32_t address = reg(scalar(instr.getAddress()));
  ir::SwitchTable table;
  llvm::DenseSet<const BasicBlock*> seen;
  for (unsigned i = 0; i < instr.getNumDestinations(); ++i) {
    const BasicBlock* to = instr.getDestination(i);
    uint64_t number = module_.address(to);
    if (number && seen.insert(to).second) table.cases.push_back({number, edge(instr.getParent(), to)});
  }
  std::sort(table.cases.begin(), table.cases.end(), [](auto& a, auto& b) { return a.value < b.value; });
  uint64_t index = program_.switches.size();
  program_.switches.push_back(std::move(table));
  emit(Op::IndirectBr, pointer_width(), 0, address, 0, index);
}

void FunctionLowering::lower_return(const llvm::ReturnInst& instr) {
  Parts parts = instr.getReturnValue() ? value(instr.getReturnValue()) : Parts();
  if (parts.empty()) {
    emit(Op::RetVoid, 0);
  } else if (parts.size() == 1) {
    emit(Op::Ret, parts[0].width, 0, operand(parts[0]).raw());
  } else {
    std::vector<ir::Operand> operands;
    for (const Scalar& part : parts) operands.push_back(operand(part));
    auto first = uint32_t(program_.operands.size());
    program_.operands.insert(program_.operands.end(), operands.begin(), operands.end());
    emit(Op::RetMany, 0, 0, first, uint32_t(operands.size()));
  }
}

uint32_t FunctionLowering::landing_pad(const llvm::LandingPadInst& instr) {
  auto [found, is_new] = landing_pads_.try_emplace(&instr, uint32_t(program_.landing_pads.size()));
  if (!is_new) return found->second;
  ir::LandingPad pad;
  pad.cleanup = instr.isCleanup();
  for (unsigned i = 0; i < instr.getNumClauses(); ++i) {
    ir::LandingPad::Clause clause;
    clause.filter = instr.isFilter(i);
    Parts infos;
    module_.append_constant(instr.getClause(i), infos);
    for (const Scalar& info : infos) clause.type_infos.push_back(info.value);
    pad.clauses.push_back(std::move(clause));
  }
  program_.landing_pads.push_back(std::move(pad));
  return found->second;
}

void FunctionLowering::lower_landing_pad(const llvm::LandingPadInst& instr) {
  const std::vector<llvm::Type*>& types = module_.scalars(instr.getType());
  if (types.size() != 2) throw NotSupported{"an exception of an unknown form"};
  uint32_t index = landing_pad(instr);
  uint32_t dst = fresh(2);
  emit(Op::LandingPad, 0, dst, 0, 0, index);
  define(instr, {Scalar::reg(dst, width(types[0])), Scalar::reg(dst + 1, width(types[1]))});
}

void FunctionLowering::jump(const BasicBlock* from, const BasicBlock* to) {
  emit_copies(copies(from, to));
  emit(Op::Jump, 0, heads_[to]);
}

// The block to branch to: the successor itself, or a block of the edge that first does its copies.
uint32_t FunctionLowering::edge(const BasicBlock* from, const BasicBlock* to) {
  if (auto found = edges_.find({from, to}); found != edges_.end()) return found->second;
  if (!isa<llvm::PHINode>(to->front())) return heads_[to];
  uint32_t here = current_;
  bool ended = ended_;
  uint64_t count = std::exchange(count_, 0);
  uint32_t target = new_block("edge");
  begin(target);
  emit_copies(copies(from, to));
  if (draft_.blocks[target].code.empty()) {
    draft_.blocks.pop_back();
    target = heads_[to];
  } else {
    emit(Op::Jump, 0, heads_[to]);
  }
  current_ = here;
  ended_ = ended;
  count_ = count;
  return edges_[{from, to}] = target;
}

std::vector<FunctionLowering::Copy> FunctionLowering::copies(const BasicBlock* from, const BasicBlock* to) {
  std::vector<Copy> result;
  for (const llvm::PHINode& phi : to->phis()) {
    auto found = values_.find(&phi);
    if (found == values_.end()) continue;  // of a type that is not supported
    auto [first, count] = found->second;
    Parts parts;
    try {
      parts = value(phi.getIncomingValue(incoming_index(phi, from)));
    } catch (const NotSupported& problem) {
      give_up(phi, problem.what);
    }
    for (uint32_t i = 0; i < count && i < parts.size(); ++i) {
      auto dst = uint32_t(scalars_[first + i].value);
      if (!parts[i].is_reg() || parts[i].value != dst) result.push_back({dst, parts[i]});
    }
  }
  return result;
}

// All phis of a block list the predecessors in the same order, as a rule; the index is kept per edge, because
// searching it anew is quadratic for a block of many predecessors.
unsigned FunctionLowering::incoming_index(const llvm::PHINode& phi, const BasicBlock* from) {
  auto found = incoming_.find({phi.getParent(), from});
  if (found == incoming_.end()) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      incoming_.try_emplace({phi.getParent(), phi.getIncomingBlock(i)}, i);
    found = incoming_.find({phi.getParent(), from});
  }
  unsigned index = found->second;
  return phi.getIncomingBlock(index) == from ? index : unsigned(phi.getBasicBlockIndex(from));
}

void FunctionLowering::emit_copies(std::vector<Copy> copies) {
  if (copies.size() == 1) return assign(copies[0].dst, copies[0].src);
  struct Pending {
    Scalar src;
    bool done = false;
  };
  std::unordered_map<uint32_t, Pending> pending;                // by destination
  std::unordered_map<uint32_t, std::vector<uint32_t>> readers;  // destinations by source
  std::unordered_map<uint32_t, size_t> reads;
  std::vector<uint32_t> ready;
  for (const Copy& copy : copies) {
    if (!copy.src.is_reg()) continue;
    pending[copy.dst] = {copy.src};
    readers[uint32_t(copy.src.value)].push_back(copy.dst);
    ++reads[uint32_t(copy.src.value)];
  }
  for (const Copy& copy : copies)
    if (copy.src.is_reg() && !reads.contains(copy.dst)) ready.push_back(copy.dst);
  auto drain = [&] {
    while (!ready.empty()) {
      uint32_t dst = ready.back();
      ready.pop_back();
      Pending& copy = pending[dst];
      assign(dst, copy.src);
      copy.done = true;
      auto src = uint32_t(copy.src.value);
      if (--reads[src] == 0 && pending.contains(src) && !pending[src].done) ready.push_back(src);
    }
  };
  drain();
  for (const Copy& copy : copies) {
    if (!copy.src.is_reg() || pending[copy.dst].done) continue;
    // In a cycle each register has one reader left: let it read a temporary instead.
    uint32_t saved = fresh();
    assign(saved, Scalar::reg(copy.dst, copy.src.width));
    for (uint32_t reader : readers[copy.dst])
      if (!pending[reader].done) pending[reader].src.value = saved;
    reads[saved] = std::exchange(reads[copy.dst], 0);
    ready.push_back(copy.dst);
    drain();
  }
  for (const Copy& copy : copies)
    if (!copy.src.is_reg()) assign(copy.dst, copy.src);
}

}  // namespace bonsai::load
