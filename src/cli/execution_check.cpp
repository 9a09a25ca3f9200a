#include "cli/execution_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "analysis/function_models.h"
#include "base/hash.h"
#include "ir/uses.h"

namespace bonsai::cli {

using analysis::Accesses;
using analysis::FunctionModel;
using analysis::Range;
using analysis::Site;
using ir::Instr;
using ir::Op;

namespace {

bool touches_memory(const Instr& instr) {
  ir::AuxRole role = ir::roles(instr).aux;
  return role == ir::AuxRole::access || role == ir::AuxRole::block_access || instr.op == Op::Call;
}

bool covers(const std::vector<Range>& ranges, Range wanted) {
  for (const Range& range : ranges) {
    if (range.site != wanted.site || range.begin > wanted.begin || range.end <= wanted.begin) continue;
    wanted.begin = range.end;
    if (wanted.begin >= wanted.end) return true;
  }
  return false;
}

}  // namespace

SteppedProgram::SteppedProgram(const ir::Program& before)
    : program(before), original(before.functions.size()) {
  constexpr Instr stop{Op::Count, 0, 0, 0, 0, 0, 1, 0};
  for (ir::Function& function : program.functions) {
    std::vector<uint32_t> to(function.code.size() + 1);
    std::vector<Instr> code;
    std::vector<ir::LocationId> locations;
    std::vector<uint32_t>& from = original[function.id];
    auto add = [&](const Instr& instr, uint32_t old, ir::LocationId location) {
      code.push_back(instr);
      from.push_back(old);
      locations.push_back(location);
    };
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      to[i] = uint32_t(code.size());
      const Instr& instr = function.code[i];
      if (touches_memory(instr)) add(stop, ir::none, function.locations[i]);
      add(instr, i, function.locations[i]);
      if (instr.op == Op::Call) add(stop, ir::none, function.locations[i]);
    }
    to[function.code.size()] = uint32_t(code.size());
    for (Instr& instr : code) ir::map_targets(program, instr, [&](uint32_t target) { return to[target]; });
    for (ir::Block& block : function.blocks) block.first = to[block.first], block.end = to[block.end];
    for (ir::BranchSite& site : function.branch_sites) {
      site.index = to[site.index];
      program.branches[site.id].index = site.index;
    }
    function.code = std::move(code);
    function.locations = std::move(locations);
  }
}

ExecutionCheck::ExecutionCheck(const ir::Program& program, const analysis::PointsTo& points_to,
                               const analysis::ModRef& mod_ref, exec::Config config, solve::Chain& chain)
    : program_(program),
      points_to_(points_to),
      mod_ref_(mod_ref),
      stepped_(program),
      machine_(stepped_.program, chain, config) {}

void ExecutionCheck::run(const Limits& limits) {
  auto begin = std::chrono::steady_clock::now();
  std::vector<Execution> open;
  open.push_back({machine_.initial_state(), {}});
  uint64_t stops = 0;
  while (!open.empty() && paths_ < limits.paths) {
    Execution execution = std::move(open.back());
    open.pop_back();
    ++paths_;
    while (step(execution)) {
      for (std::unique_ptr<exec::Path>& other : machine_.take_forked())
        open.push_back({std::move(other), execution.heap});
      if (++stops % 1024 != 0) continue;
      double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (stops > limits.stops || passed > limits.seconds) return;
    }
    for (std::unique_ptr<exec::Path>& other : machine_.take_forked())
      open.push_back({std::move(other), execution.heap});
  }
}

bool ExecutionCheck::step(Execution& execution) {
  if (execution.path->top) check(execution);
  exec::Outcome outcome = machine_.run(*execution.path, 0);
  if (outcome.kind != exec::Outcome::Kind::yielded) return false;
  if (allocation_.is_one) note_allocation(execution);
  return true;
}

void ExecutionCheck::miss(const Execution& execution, const std::string& what) {
  const ir::Function& function = program_.functions[function_];
  ir::LocationId location = function.locations[index_];
  std::string text = fmt::format("{} at {} ({}:{}): {}", function.name, index_, program_.file_of(location),
                                 program_.locations[location].line, what);
  if (execution.path->top->function->id != function_) text += " (in a call)";
  if (told_.insert(text).second) misses_.push_back(text);
}

std::string ExecutionCheck::name(analysis::SiteId id) const {
  const Site& site = points_to_.sites()[id];
  switch (site.kind) {
    case Site::Kind::global: return "global " + program_.globals[site.index].name;
    case Site::Kind::local:
      return fmt::format("local {} of {}", program_.functions[site.index].locals[site.local].name,
                         program_.functions[site.index].name);
    case Site::Kind::heap:
      return fmt::format("heap of call {} ({}, {})", site.index, int(site.caller), int(site.callers_caller));
    case Site::Kind::arguments: return "arguments";
    default: return fmt::format("site {}", id);
  }
}

bool ExecutionCheck::value(const Execution& execution, ir::Operand operand, uint64_t& bits) {
  if (operand.is_none()) return false;
  if (operand.is_constant()) {
    const ir::Constant& constant = program_.constants[operand.index()];
    if (constant.poison || constant.width > 64) return false;
    bits = constant.words.empty() ? 0 : constant.words[0] & ir::mask_of(constant.width);
    return true;
  }
  state::Value value = execution.path->top->registers[operand.index()];
  bits = value.bits;
  return value.is_plain();
}

void ExecutionCheck::check(Execution& execution) {
  allocation_ = {};
  const state::Frame& frame = *execution.path->top;
  function_ = frame.function->id;
  index_ = stepped_.original[function_][frame.pc];
  if (index_ == ir::none) return;
  const Instr& instr = program_.functions[function_].code[index_];
  if (!touches_memory(instr)) return;
  if (!points_to_.is_reached(function_)) {
    // Of functions of the C library that have a model, the analyses see the model.
    for (const state::Frame* each = &frame; each; each = each->parent.get())
      if (analysis::model_of(program_.functions[each->function->id])) return;
    return miss(execution, "the function is not reached");
  }
  ir::Address address = instr.address();
  uint64_t mask = ir::mask_of(program_.pointer_width()), base = 0, index = 0, bytes = instr.access().bytes;
  auto use = [&](uint32_t r, uint64_t& bits) { return value(execution, ir::Operand::reg(r), bits); };
  switch (instr.op) {
    case Op::Load:
    case Op::Store:
      if (!use(instr.a, base)) return void(++symbolic_);
      check_access(execution, (base + uint64_t(int64_t(address.offset))) & mask, bytes,
                   instr.op == Op::Store);
      break;
    case Op::LoadX:
    case Op::StoreX:
      if (!use(instr.a, base) || !use(instr.op == Op::LoadX ? instr.b : instr.dst, index))
        return void(++symbolic_);
      check_access(execution, (base + index * address.scale + uint64_t(int64_t(address.offset))) & mask,
                   bytes, instr.op == Op::StoreX);
      break;
    case Op::LoadLocal:
    case Op::StoreLocal:
      check_access(execution, frame.locals + instr.imm, bytes, instr.op == Op::StoreLocal);
      break;
    case Op::MemCopy:
    case Op::MemMove:
    case Op::MemSet:
      if (!use(instr.a, base) || !value(execution, instr.operand_c(), bytes)) return void(++symbolic_);
      if (bytes == 0) break;
      check_access(execution, base, bytes, true);
      if (instr.op == Op::MemSet) break;
      if (!value(execution, instr.operand_b(), base)) return void(++symbolic_);
      check_access(execution, base, bytes, false);
      break;
    case Op::Call: check_call(execution, instr, index_); break;
    default: break;
  }
}

void ExecutionCheck::check_call(Execution& execution, const Instr& instr, uint32_t) {
  const ir::CallSite& call = program_.calls[instr.imm];
  ir::FunctionId callee = call.callee;
  if (callee == ir::none) {
    uint64_t address;
    if (!value(execution, call.pointer, address)) return void(++symbolic_);
    const ir::Function* function = program_.function_at(address);
    if (!function) return;
    callee = function->id;
  }
  ++checked_;
  std::span<const ir::FunctionId> foreseen = points_to_.callees(uint32_t(instr.imm));
  if (!std::binary_search(foreseen.begin(), foreseen.end(), callee))
    return miss(execution, fmt::format("call of {}", program_.functions[callee].name));
  for (const state::Frame* frame = execution.path->top.get(); frame; frame = frame->parent.get())
    if (!mod_ref_.of(frame->function->id).callees.contains(callee))
      return miss(execution, fmt::format("{} is no callee of {}", program_.functions[callee].name,
                                         frame->function->name));
  const FunctionModel* model = analysis::model_of(program_.functions[callee]);
  if (!model) return;
  check_span(execution, call, model->write, true);
  check_span(execution, call, model->read, false);
  check_span(execution, call, model->read_too, false);
  allocation_.is_stored = model->special == analysis::Special::stores_fresh;
  allocation_.is_one = model->returns == analysis::Returns::fresh || allocation_.is_stored;
  if (!allocation_.is_one) return;
  const state::Frame* frame = execution.path->top.get();
  allocation_.serial = frame->serial;
  if (call.result_count) allocation_.result = call.result;
  if (allocation_.is_stored && !value(execution, call.arguments[0], allocation_.stored_at))
    allocation_.is_one = false;
  const ir::CallSite* at = &call;
  for (uint32_t& number : allocation_.calls) {
    number = at ? at->site : ir::none;
    if (!at || !frame) break;
    at = frame->call;
    frame = frame->parent.get();
  }
}

void ExecutionCheck::check_span(Execution& execution, const ir::CallSite& call, const analysis::Span& span,
                                bool writes) {
  if (span.argument < 0 || size_t(span.argument) >= call.arguments.size()) return;
  uint64_t address, bytes = span.bytes ? span.bytes : 1;
  if (!value(execution, call.arguments[size_t(span.argument)], address)) return void(++symbolic_);
  if (span.size >= 0 && !value(execution, call.arguments[size_t(span.size)], bytes)) return void(++symbolic_);
  if (bytes && address) check_access(execution, address, bytes, writes);
}

void ExecutionCheck::note_allocation(Execution& execution) {
  const state::Frame* frame = execution.path->top.get();
  Allocation made = std::exchange(allocation_, {});
  if (!frame || frame->serial != made.serial) return;
  uint64_t address = 0;
  if (made.is_stored) {
    const state::Object* object = execution.path->memory.find(made.stored_at);
    if (!object || !object->contains(made.stored_at, program_.pointer_bytes)) return;
    object->read_plain(made.stored_at - object->base(), &address, program_.pointer_bytes);
  } else if (made.result != ir::none) {
    address = frame->registers[made.result].bits;
  }
  if (!address) return;
  std::optional<analysis::SiteId> site = points_to_.site_of_heap(made.calls[0], made.calls[1], made.calls[2]);
  if (!site)
    return miss(execution, fmt::format("allocation by call {} ({}, {})", made.calls[0], int(made.calls[1]),
                                       int(made.calls[2])));
  execution.heap[address] = *site;
}

bool ExecutionCheck::find(const Execution& execution, uint64_t address, Found& found) const {
  const state::Object* object = execution.path->memory.find(address);
  if (!object || !object->contains(address, 1) || object->info().freed) return false;
  const state::ObjectInfo& info = object->info();
  found.offset = address - object->base();
  switch (info.kind) {
    case state::ObjectKind::global:
      found.site = info.index == ir::none
                       ? points_to_.site_of_arguments(object->base() != execution.path->argument_vector)
                       : points_to_.site_of_global(info.index);
      return true;
    case state::ObjectKind::heap: {
      auto known = execution.heap.find(object->base());
      if (known == execution.heap.end()) return false;
      found.site = known->second;
      return true;
    }
    case state::ObjectKind::dynamic_local:
      found.site = points_to_.site_of_local(info.index, info.local);
      for (const state::Frame* frame = execution.path->top.get(); frame; frame = frame->parent.get())
        if (frame->function->id == info.index && frame->dynamic_pointer <= object->base()) {
          found.depth = frame->depth;
          break;
        }
      return true;
    case state::ObjectKind::local_frame: {
      const ir::Function& function = program_.functions[info.index];
      uint32_t local = analysis::PointsTo::local_at(function, found.offset);
      if (local == ir::none) return false;
      found.site = points_to_.site_of_local(info.index, local);
      found.offset -= function.locals[local].offset;
      for (const state::Frame* frame = execution.path->top.get(); frame; frame = frame->parent.get())
        if (frame->locals == object->base()) found.depth = frame->depth;
      return true;
    }
  }
  return false;
}

// An access that is an error accesses nothing.
void ExecutionCheck::check_access(Execution& execution, uint64_t address, uint64_t bytes, bool writes) {
  Found found, last;
  if (!find(execution, address, found) || !find(execution, address + bytes - 1, last) ||
      last.site != found.site)
    return;
  ++checked_;
  uint64_t key = uint64_t(function_) << 32 | index_;
  auto [place, is_new] = accesses_.try_emplace(key);
  if (is_new) place->second = analysis::accesses(points_to_, function_, index_);
  const Accesses& foreseen = place->second;
  if (writes ? foreseen.writes_anything : foreseen.reads_anything) {
    ++unknown_;
    return;
  }
  Range range{found.site, found.offset, found.offset + bytes};
  if (!covers(writes ? foreseen.writes : foreseen.reads, range))
    return miss(execution, fmt::format("{} bytes {} to {} of {}", writes ? "writes" : "reads", range.begin,
                                       range.end, name(found.site)));
  check_frames(execution, found, bytes, writes);
}

// Of the functions on the stack that the access is no private matter of.
void ExecutionCheck::check_frames(const Execution& execution, const Found& found, uint64_t bytes,
                                  bool writes) {
  Range range{found.site, found.offset, found.offset + bytes};
  for (const state::Frame* frame = execution.path->top.get(); frame; frame = frame->parent.get()) {
    if (found.depth != ir::none && frame->depth <= found.depth) return;
    ir::FunctionId function = frame->function->id;
    uint64_t key = base::hash_combine(
        base::hash_combine(base::hash_combine(function * 2 + writes, range.site), range.begin), range.end);
    if (!known_.insert(key).second) continue;
    const Accesses& memory = mod_ref_.of(function).memory;
    if (writes ? memory.writes_anything : memory.reads_anything) continue;
    if (!covers(writes ? memory.writes : memory.reads, range))
      miss(execution, fmt::format("{} of {}, bytes {} to {}, is no effect of {}", writes ? "write" : "read",
                                  name(found.site), range.begin, range.end, frame->function->name));
  }
}

}  // namespace bonsai::cli
