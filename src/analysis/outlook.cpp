// The circles of recursion are Tarjan's strongly connected components of the graph of calls by name, which
// come out callees first. Tested by outlook_test.cpp.
#include "analysis/outlook.h"

#include <algorithm>

#include "analysis/global_uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::FunctionId;
using ir::Instr;
using ir::Op;

Outlook::Outlook(const ir::Program& program)
    : program_(program), callees_(program.functions.size()), summaries_(program.functions.size()) {
  find_calls();
  find_circles();
}

void Outlook::find_calls() {
  std::vector<FunctionId> seen_from(program_.functions.size(), ir::none);
  for (const Function& function : program_.functions)
    for (const Instr& instr : function.code) {
      if (instr.op != Op::Call) continue;
      FunctionId callee = program_.calls[instr.imm].callee;
      if (callee == ir::none || !program_.functions[callee].has_body || seen_from[callee] == function.id)
        continue;
      seen_from[callee] = function.id;
      callees_[function.id].push_back(callee);
    }
}

void Outlook::find_circles() {
  size_t size = program_.functions.size();
  circle_.assign(size, ir::none);
  std::vector<uint32_t> number(size, 0), low(size, 0), open;
  std::vector<std::pair<FunctionId, size_t>> stack;
  uint32_t count = 0, circles = 0;
  auto enter = [&](FunctionId f) {
    number[f] = low[f] = ++count;
    open.push_back(f);
    stack.push_back({f, 0});
  };
  for (FunctionId root = 0; root < size; ++root) {
    if (number[root] != 0) continue;
    enter(root);
    while (!stack.empty()) {
      auto& [f, done] = stack.back();
      if (done < callees_[f].size()) {
        FunctionId next = callees_[f][done++];
        if (number[next] == 0)
          enter(next);
        else if (circle_[next] == ir::none)
          low[f] = std::min(low[f], number[next]);
        continue;
      }
      FunctionId finished = f;
      stack.pop_back();
      if (!stack.empty()) low[stack.back().first] = std::min(low[stack.back().first], low[finished]);
      if (low[finished] != number[finished]) continue;
      FunctionId member;
      do {
        member = open.back();
        open.pop_back();
        circle_[member] = circles;
      } while (member != finished);
      ++circles;
    }
  }
}

FunctionOutlook Outlook::look(FunctionId function) const {
  return FunctionOutlook(program_, program_.functions[function],
                         [this, circle = circle_[function]](FunctionId callee) -> const Summary* {
                           return circle_[callee] == circle ? nullptr : summaries_[callee].get();
                         });
}

// Of all that the function may come to call, callees first.
void Outlook::summarise_callees(FunctionId function) {
  std::vector<FunctionId> wanted, work{function};
  std::vector<uint8_t> seen(program_.functions.size(), 0);
  while (!work.empty()) {
    FunctionId caller = work.back();
    work.pop_back();
    for (FunctionId f : callees_[caller]) {
      if (seen[f] || summaries_[f]) continue;
      seen[f] = 1;
      wanted.push_back(f);
      work.push_back(f);
    }
  }
  std::sort(wanted.begin(), wanted.end(),
            [&](FunctionId a, FunctionId b) { return circle_[a] < circle_[b]; });
  for (FunctionId f : wanted) summaries_[f] = std::make_unique<Summary>(look(f).summary());
}

const View& Outlook::view(FunctionId function, uint32_t index, bool waits) {
  Known& known = known_[function];
  if (!known.outlook) {
    summarise_callees(function);
    known.outlook = std::make_unique<FunctionOutlook>(look(function));
  }
  auto [it, is_new] = known.views.try_emplace(uint64_t(index) << 1 | uint64_t(waits));
  if (is_new) it->second = waits ? known.outlook->waiting(index) : known.outlook->at(index);
  return it->second;
}

float Outlook::global_queries(uint32_t global) {
  if (globals_.empty()) look_at_globals();
  return globals_[global];
}

void Outlook::look_at_globals() {
  globals_.assign(program_.globals.size(), 0);
  GlobalUses uses(program_);
  std::vector<FunctionId> order;
  for (const Function& function : program_.functions)
    if (function.has_body) order.push_back(function.id);
  std::sort(order.begin(), order.end(), [&](FunctionId a, FunctionId b) { return circle_[a] < circle_[b]; });
  for (FunctionId f : order) {
    FunctionOutlook outlook = look(f);
    if (!summaries_[f]) summaries_[f] = std::make_unique<Summary>(outlook.summary());
    auto is_live = [&](uint32_t block, uint32_t r) { return outlook.is_live_in(block, r); };
    std::vector<GlobalUses::Load> loads = uses.add(program_.functions[f], is_live);
    if (loads.empty()) continue;
    std::vector<float> loaded = outlook.loaded();
    for (const GlobalUses::Load& load : loads)
      globals_[load.global] = std::max(globals_[load.global], loaded[load.index]);
  }
  for (uint32_t g = 0; g < globals_.size(); ++g)
    if (uses.escapes(g)) globals_[g] = -1;
}

}  // namespace bonsai::analysis
