// The estimates of the variables that are live at each block's start, in a fixed number of backward rounds,
// which unrolls loops that often (the paper's kappa), and with them the widths, until these settle.
//
// Weights: a branch hands on 0.8 of what each of its ways expects (the paper's beta), a switch of more ways
// together no more than a branch; an exception is less likely than a return. Tested by outlook_test.cpp.
#include <algorithm>

#include "analysis/function_outlook.h"
#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Format;
using ir::Instr;
using ir::Op;
using ir::Operand;

namespace {

constexpr unsigned rounds = 10;
constexpr float beta = 0.8f, unwinding = 0.2f;
// Questions that depend on a value: an address that is not plain asks for bounds and objects; a value that
// is stored may be loaded by someone who asks.
constexpr float of_address = 3, of_stored = 0.25f, of_pointer_passed = 1, of_value_passed = 0.5f;
// Of one access, in the count of all questions.
constexpr float of_access = 0.2f;

bool asks_for_divisor(Op op) { return op == Op::UDiv || op == Op::SDiv || op == Op::URem || op == Op::SRem; }

}  // namespace

Estimate FunctionOutlook::Flow::take(uint32_t variable) { return std::exchange(of[variable], {}); }

// `result` is what is known of the value that is computed from it.
void FunctionOutlook::Flow::read(uint32_t variable, unsigned width, float more, const Estimate& result) {
  Estimate& e = of[variable];
  touched.push_back(variable);
  e.queries += more + result.queries;
  e.returned = std::min(1.0f, e.returned + result.returned);
  if (width != 0 && width != e.width) e.width = e.width == 0 ? uint16_t(width) : mixed_width;
}

void FunctionOutlook::Flow::read(Operand operand, unsigned width, float more, const Estimate& result) {
  if (operand.is_register()) read(operand.index(), width, more, result);
}

void FunctionOutlook::add(Flow& flow, uint32_t block, float weight) const {
  flow.queries += weight * queries_[block];
  for (uint32_t i = first_[block]; i < first_[block + 1]; ++i) {
    Estimate e = estimates_[i];
    flow.read(listed_[i], e.width, weight * e.queries, {0, weight * e.returned, 0});
  }
}

void FunctionOutlook::add_pad(Flow& flow, const ir::CallSite& site) const {
  add(flow, block_of(site.unwind), unwinding);
}

// What is known behind the terminator of the block.
void FunctionOutlook::begin(Flow& flow, uint32_t block) const {
  for (uint32_t v : flow.touched) flow.of[v] = {};
  flow.touched.clear();
  flow.queries = 0;
  uint32_t ways = begin_[block + 1] - begin_[block];
  flow.decides = ways > 1;
  float weight = ways > 1 ? std::min(beta, 2 * beta / float(ways)) : 1;
  for (uint32_t i = begin_[block]; i < begin_[block + 1]; ++i) add(flow, successors_[i], weight);
}

void FunctionOutlook::step_call(Flow& flow, const ir::CallSite& site) const {
  Estimate result;
  bool written = writes_results(site);
  for (uint32_t i = 0; i < site.result_count; ++i) {
    Estimate e = written ? flow.take(site.result + i) : flow.of[site.result + i];
    result.queries += e.queries;
    result.returned = std::min(1.0f, result.returned + e.returned);
  }
  if (site.unwind != ir::none) add_pad(flow, site);
  bool entered = site.callee != ir::none && program_.functions[site.callee].has_body;
  const Summary* summary = entered ? summaries_(site.callee) : nullptr;
  if (summary) flow.queries += summary->queries;
  unsigned pointer = program_.pointer_width();
  for (size_t i = 0; i < site.arguments.size(); ++i) {
    unsigned width = site.argument_widths[i];
    if (!entered) {
      flow.read(site.arguments[i], width, width == pointer ? of_pointer_passed : of_value_passed);
    } else if (summary && i < summary->parameters.size()) {
      const Estimate& p = summary->parameters[i];
      flow.read(site.arguments[i], width, p.queries,
                {p.returned * result.queries, p.returned * result.returned, 0});
    } else {
      flow.read(site.arguments[i], width, 0);
    }
  }
  flow.read(site.pointer, pointer, of_address);
  flow.read(site.variadic, pointer, of_pointer_passed);
}

void FunctionOutlook::step_memory(Flow& flow, uint32_t index) const {
  const Instr& instr = function_.code[index];
  Format format = ir::info(instr.op).format;
  unsigned pointer = program_.pointer_width();
  uint32_t local = local_[index] == ir::none ? ir::none : function_.register_count + local_[index];
  bool is_whole = local != ir::none && instr.access().bytes == function_.locals[local_[index]].size;
  switch (format) {
    case Format::Load:
    case Format::LoadX: {
      Estimate loaded = flow.take(instr.dst);
      flow.read(instr.a, pointer, of_address, loaded);
      if (format == Format::LoadX && instr.b != instr.a) flow.read(instr.b, pointer, of_address, loaded);
      break;
    }
    case Format::Store:
    case Format::StoreX:
      flow.read(instr.a, pointer, of_address);
      if (format == Format::StoreX && instr.dst != instr.a) flow.read(instr.dst, pointer, of_address);
      flow.read(instr.operand_b(), instr.width, of_stored);
      break;
    case Format::LoadLocal: {
      Estimate loaded = flow.take(instr.dst);
      if (local != ir::none) flow.read(local, is_whole ? instr.width : mixed_width, 0, loaded);
      return;
    }
    case Format::StoreLocal: {
      Estimate stored{of_stored, 0, 0};
      if (local != ir::none) stored = is_whole ? flow.take(local) : flow.of[local];
      flow.read(instr.operand_b(), instr.width, 0, stored);
      return;
    }
    case Format::Memory3:
      flow.read(instr.a, pointer, of_address);
      if (instr.op == Op::MemSet)
        flow.read(instr.operand_b(), 8, of_stored);
      else
        flow.read(instr.operand_b(), pointer, of_address);
      flow.read(instr.operand_c(), pointer, of_address);
      break;
    default: break;
  }
  flow.queries += of_access;
}

// Replaces what is known behind the instruction by what is known before it.
void FunctionOutlook::step(Flow& flow, uint32_t index) const {
  const Instr& instr = function_.code[index];
  unsigned pointer = program_.pointer_width();
  auto ask = [&](float questions) {
    flow.queries += questions;
    return questions;
  };
  switch (Format format = ir::info(instr.op).format) {
    case Format::None:
    case Format::Jump:
    case Format::Message:
    case Format::Count: break;
    case Format::Result:
    case Format::Const:
    case Format::ConstPool:
    case Format::LocalAddr: flow.take(instr.dst); break;
    case Format::LandingPad:
      flow.take(instr.dst);
      flow.take(instr.dst + 1);
      break;
    case Format::Use: flow.read(instr.a, instr.op == Op::StackRestore ? pointer : instr.width, ask(1)); break;
    case Format::BinaryImm2: flow.read(instr.a, instr.width, ask(1)); break;
    case Format::Observe:
      flow.read(instr.a, 1, 0);
      flow.read(instr.operand_b(), 1, 0);
      break;
    case Format::Check: {
      float questions = ask(1);
      flow.read(instr.a, instr.width, questions);
      flow.read(instr.operand_b(), instr.width, questions);
      break;
    }
    case Format::Unary: {
      Estimate result = flow.take(instr.dst);
      flow.read(instr.a, instr.width ? instr.width : result.width, 0, result);
      break;
    }
    case Format::BinaryImm:
    case Format::Cast:
    case Format::FloatKind1: flow.read(instr.a, instr.width, 0, flow.take(instr.dst)); break;
    case Format::Binary:
    case Format::FloatKind2:
    case Format::FloatCompare: {
      Estimate result = flow.take(instr.dst);
      flow.read(instr.a, instr.width, 0, result);
      float questions = asks_for_divisor(instr.op) ? ask(1) : 0;
      if (instr.b != instr.a) flow.read(instr.b, instr.width, questions, result);
      break;
    }
    case Format::PtrAdd: {
      Estimate result = flow.take(instr.dst);
      flow.read(instr.a, pointer, 0, result);
      if (instr.b != instr.a) flow.read(instr.b, pointer, 0, result);
      break;
    }
    case Format::PoisonIf: {
      Estimate result = flow.take(instr.dst);
      flow.read(instr.a, instr.width ? instr.width : result.width, 0, result);
      flow.read(instr.b, 1, ask(1));
      break;
    }
    case Format::Ternary: {
      Estimate result = flow.take(instr.dst);
      flow.read(instr.a, instr.op == Op::Select ? 1 : instr.width, 0, result);
      flow.read(instr.operand_b(), instr.width, 0, result);
      flow.read(instr.operand_c(), instr.width, 0, result);
      break;
    }
    case Format::Alloca:
      flow.take(instr.dst);
      flow.read(instr.a, pointer, ask(1));
      break;
    case Format::Load:
    case Format::LoadX:
    case Format::Store:
    case Format::StoreX:
    case Format::LoadLocal:
    case Format::StoreLocal:
    case Format::Memory3: step_memory(flow, index); break;
    case Format::Branch: flow.read(instr.a, 1, ask(flow.decides)); break;
    case Format::BranchCompare:
    case Format::BranchCompareImm: {
      float questions = ask(flow.decides);
      flow.read(instr.a, instr.width, questions);
      if (format == Format::BranchCompare && instr.b != instr.a) flow.read(instr.b, instr.width, questions);
      break;
    }
    case Format::Switch: flow.read(instr.a, instr.width, ask(flow.decides)); break;
    case Format::IndirectBr: flow.read(instr.a, pointer, ask(1)); break;
    case Format::Call: step_call(flow, program_.calls[instr.imm]); break;
    case Format::Ret: flow.read(instr.operand_a(), instr.width, 0, {0, 1, 0}); break;
    case Format::RetMany:
      for (uint32_t i = 0; i < instr.b; ++i) {
        unsigned width = i < function_.result_widths.size() ? function_.result_widths[i] : 0;
        flow.read(program_.operands[instr.a + i], width, 0, {0, 1, 0});
      }
      break;
    case Format::Resume:
      flow.read(instr.a, pointer, ask(1));
      flow.read(instr.b, 32, 0);
      break;
  }
}

void FunctionOutlook::estimate() {
  Flow flow;
  flow.of.resize(variables_);
  for (unsigned round = 1;; ++round) {
    bool changed = false, widths_changed = false;
    for (uint32_t b : order_) {
      begin(flow, b);
      const ir::Block& block = function_.blocks[b];
      for (uint32_t i = block.end; i-- > block.first;) step(flow, i);
      for (uint32_t k = first_[b]; k < first_[b + 1]; ++k) {
        Estimate now = flow.of[listed_[k]];
        now.queries = std::min(now.queries, most_queries);
        widths_changed |= now.width != estimates_[k].width;
        changed |= now != estimates_[k];
        estimates_[k] = now;
      }
      float queries = std::min(flow.queries, most_queries);
      changed |= queries != queries_[b];
      queries_[b] = queries;
    }
    if (!changed || (round >= rounds && !widths_changed)) break;
  }
}

}  // namespace bonsai::analysis
