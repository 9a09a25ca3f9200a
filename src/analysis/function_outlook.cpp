// Liveness goes backward over the blocks on sets of bits until nothing changes. An exception leaves a call
// before its results are written. A call of setjmp returns again when anything in the frame may have changed,
// so that all is live everywhere. Tested by outlook_test.cpp.
#include "analysis/function_outlook.h"

#include <algorithm>
#include <bit>

#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Format;
using ir::Function;
using ir::Instr;
using ir::Op;
using ir::Operand;

namespace {

bool may_return_twice(const std::string& name) {
  return name.find("setjmp") != std::string::npos || name == "vfork" || name == "getcontext";
}

}  // namespace

FunctionOutlook::FunctionOutlook(const ir::Program& program, const Function& function,
                                 const Summaries& summaries)
    : program_(program), function_(function), summaries_(summaries) {
  variables_ = function.register_count + uint32_t(function.locals.size());
  words_ = (variables_ + 63) / 64;
  find_locals();
  find_order();
  find_live();
  list_live();
  estimate();
}

// The verifier sees to it that accesses lie inside a local, and that an address is one of a local or one past
// its end.
void FunctionOutlook::find_locals() {
  const std::vector<ir::Local>& locals = function_.locals;
  auto local_at = [&](uint64_t offset) {
    auto after = std::upper_bound(locals.begin(), locals.end(), offset,
                                  [](uint64_t at, const ir::Local& l) { return l.dynamic || at < l.offset; });
    return after == locals.begin() ? ir::none : uint32_t(after - locals.begin() - 1);
  };
  auto is_inside = [&](uint32_t l, uint64_t offset, uint64_t bytes) {
    return l != ir::none && offset - locals[l].offset + bytes <= locals[l].size;
  };
  local_.assign(function_.code.size(), ir::none);
  private_.assign(locals.size(), 1);
  for (size_t l = 0; l < locals.size(); ++l) private_[l] = !locals[l].dynamic;
  for (size_t i = 0; i < function_.code.size(); ++i) {
    const Instr& instr = function_.code[i];
    if (instr.op == Op::Call) {
      const ir::CallSite& site = program_.calls[instr.imm];
      returns_twice_ |= site.callee != ir::none && may_return_twice(program_.functions[site.callee].name);
    }
    if (ir::roles(instr).imm != ir::Role::frame_offset) continue;
    uint32_t l = local_at(instr.imm);
    bool is_access = instr.op != Op::LocalAddr;
    if (!is_inside(l, instr.imm, is_access ? instr.access().bytes : 0)) {
      private_.assign(locals.size(), 0);
    } else if (is_access) {
      local_[i] = l;
    } else {
      private_[l] = 0;
      // One past the end of the local before, where no gap is between them.
      if (l > 0 && locals[l - 1].offset + locals[l - 1].size == instr.imm) private_[l - 1] = 0;
    }
  }
  for (uint32_t& l : local_)
    if (l != ir::none && !private_[l]) l = ir::none;
}

void FunctionOutlook::find_order() {
  auto count = uint32_t(function_.blocks.size());
  std::vector<uint32_t> seen_from(count, ir::none);
  std::vector<uint32_t> first_pad(1, 0), pads;
  begin_.assign(1, 0);
  for (uint32_t b = 0; b < count; ++b) {
    const ir::Block& block = function_.blocks[b];
    for (uint32_t i = block.first; i + 1 < block.end; ++i)
      ir::for_each_target(program_, function_.code[i], [&](uint32_t pad) { pads.push_back(block_of(pad)); });
    first_pad.push_back(uint32_t(pads.size()));
    ir::for_each_target(program_, function_.code[block.end - 1], [&](uint32_t target) {
      uint32_t to = block_of(target);
      if (std::exchange(seen_from[to], b) != b) successors_.push_back(to);
    });
    begin_.push_back(uint32_t(successors_.size()));
  }
  std::vector<uint8_t> seen(count, 0);
  std::vector<std::pair<uint32_t, uint32_t>> stack;
  for (uint32_t root = 0; root < count; ++root) {
    if (seen[root]) continue;
    seen[root] = 1;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      auto& [block, done] = stack.back();
      uint32_t ways = begin_[block + 1] - begin_[block],
               ends = ways + first_pad[block + 1] - first_pad[block];
      if (done == ends) {
        order_.push_back(block);
        stack.pop_back();
        continue;
      }
      uint32_t to = done < ways ? successors_[begin_[block] + done] : pads[first_pad[block] + done - ways];
      ++done;
      if (seen[to]) continue;
      seen[to] = 1;
      stack.push_back({to, 0});
    }
  }
}

uint32_t FunctionOutlook::block_of(uint32_t index) const {
  auto after = std::upper_bound(function_.blocks.begin(), function_.blocks.end(), index,
                                [](uint32_t at, const ir::Block& block) { return at < block.first; });
  return uint32_t(after - function_.blocks.begin() - 1);
}

bool FunctionOutlook::writes_results(const ir::CallSite& site) const {
  if (site.callee == ir::none) return true;
  const Function& callee = program_.functions[site.callee];
  return !callee.has_body || callee.result_widths.size() >= site.result_count;
}

// --- liveness

void FunctionOutlook::live_behind(uint32_t block, uint64_t* live) const {
  std::fill_n(live, words_, 0);
  for (uint32_t i = begin_[block]; i < begin_[block + 1]; ++i)
    for (uint32_t w = 0; w < words_; ++w) live[w] |= live_[size_t(successors_[i]) * words_ + w];
}

void FunctionOutlook::step_live(uint64_t* live, uint32_t index) const {
  const Instr& instr = function_.code[index];
  bool is_call = instr.op == Op::Call;
  if (!is_call || writes_results(program_.calls[instr.imm]))
    ir::for_each_def(program_, instr, [&](uint32_t r) { clear(live, r); });
  // An exception leaves the call before its results are written.
  if (is_call && program_.calls[instr.imm].unwind != ir::none) {
    uint32_t pad = block_of(program_.calls[instr.imm].unwind);
    for (uint32_t w = 0; w < words_; ++w) live[w] |= live_[size_t(pad) * words_ + w];
  }
  ir::for_each_use(program_, instr, [&](uint32_t r) { set(live, r); });
  if (uint32_t l = local_[index]; l != ir::none) {
    uint32_t v = function_.register_count + l;
    if (instr.op == Op::LoadLocal)
      set(live, v);
    else if (instr.access().bytes == function_.locals[l].size)
      clear(live, v);
  }
}

void FunctionOutlook::find_live() {
  size_t count = function_.blocks.size();
  live_.assign(count * words_, returns_twice_ ? ~uint64_t(0) : 0);
  if (returns_twice_) return;
  std::vector<uint64_t> live(words_);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b : order_) {
      live_behind(b, live.data());
      const ir::Block& block = function_.blocks[b];
      for (uint32_t i = block.end; i-- > block.first;) step_live(live.data(), i);
      uint64_t* known = live_.data() + size_t(b) * words_;
      if (std::equal(live.begin(), live.end(), known)) continue;
      std::copy(live.begin(), live.end(), known);
      changed = true;
    }
  }
}

void FunctionOutlook::list_live() {
  for (uint32_t b = 0; b < function_.blocks.size(); ++b) {
    first_.push_back(uint32_t(listed_.size()));
    for (uint32_t w = 0; w < words_; ++w)
      for (uint64_t rest = live_[size_t(b) * words_ + w]; rest; rest &= rest - 1)
        if (uint32_t v = 64 * w + uint32_t(std::countr_zero(rest)); v < variables_) listed_.push_back(v);
  }
  first_.push_back(uint32_t(listed_.size()));
  estimates_.resize(listed_.size());
  queries_.resize(function_.blocks.size());
}

// --- answers

Summary FunctionOutlook::summary() const {
  Summary result;
  result.queries = queries_[0];
  result.parameters.resize(function_.parameters);
  for (uint32_t k = first_[0]; k < first_[1]; ++k)
    if (listed_[k] < function_.parameters) result.parameters[listed_[k]] = estimates_[k];
  return result;
}

std::vector<float> FunctionOutlook::loaded() const {
  std::vector<float> result(function_.code.size());
  Flow flow;
  flow.of.resize(variables_);
  for (uint32_t b = 0; b < function_.blocks.size(); ++b) {
    begin(flow, b);
    for (uint32_t i = function_.blocks[b].end; i-- > function_.blocks[b].first;) {
      Op op = function_.code[i].op;
      if (op == Op::Load || op == Op::LoadX) result[i] = flow.of[function_.code[i].dst].queries;
      step(flow, i);
    }
  }
  return result;
}

Variable FunctionOutlook::variable(const Flow& flow, const uint64_t* live, uint32_t v) const {
  Variable result;
  result.live = returns_twice_ || has(live, v);
  if (!result.live) return result;
  const Estimate& e = flow.of[v];
  result.width = e.width == mixed_width ? 0 : e.width;
  result.queries = std::min(e.queries, most_queries);
  result.returned = e.returned;
  return result;
}

View FunctionOutlook::view(uint32_t index, bool waits) const {
  uint32_t b = block_of(index);
  const ir::Block& block = function_.blocks[b];
  Flow flow;
  flow.of.resize(variables_);
  std::vector<uint64_t> live(words_);
  begin(flow, b);
  live_behind(b, live.data());
  for (uint32_t i = block.end; i-- > index;) {
    step(flow, i);
    step_live(live.data(), i);
  }
  if (index > block.first && function_.code[index - 1].op == Op::Call) {
    const ir::CallSite& site = program_.calls[function_.code[index - 1].imm];
    if (waits && writes_results(site) && !returns_twice_)
      for (uint32_t i = 0; i < site.result_count; ++i) {
        flow.take(site.result + i);
        clear(live.data(), site.result + i);
      }
    if (site.unwind != ir::none) {
      uint32_t pad = block_of(site.unwind);
      add_pad(flow, site);
      for (uint32_t w = 0; w < words_; ++w) live[w] |= live_[size_t(pad) * words_ + w];
    }
  }
  View view;
  view.queries = std::min(flow.queries, most_queries);
  view.registers.reserve(function_.register_count);
  for (uint32_t r = 0; r < function_.register_count; ++r)
    view.registers.push_back(variable(flow, live.data(), r));
  for (uint32_t l = 0; l < function_.locals.size(); ++l)
    view.locals.push_back(private_[l] ? variable(flow, live.data(), function_.register_count + l)
                                      : Variable{true, 0, -1, 0});
  return view;
}

}  // namespace bonsai::analysis
