// Sites, what memory holds before the first instruction, and the functions that are reached. Tested by
// cli/analyses_test.cpp.
#include "analysis/points_to_builder.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>

#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::FunctionId;
using ir::Instr;
using ir::Op;

namespace {

bool is_integer_arithmetic(Op op) {
  bool is_binary = op >= Op::Add && op <= Op::FunnelShr;
  return is_binary || op == Op::Trunc || op == Op::ZExt || op == Op::SExt || op == Op::Const;
}

}  // namespace

PointsToBuilder::PointsToBuilder(const ir::Program& program, const std::string& entry)
    : program_(program),
      solver_(program.pointer_bytes),
      wrappers_(program),
      taken_(program),
      instances_of_(program.functions.size()),
      webs_(program.functions.size()),
      callees_(program.calls.size()),
      traits_(program.functions.size()) {
  auto begin = std::chrono::steady_clock::now();
  add_sites();
  unknown_ = solver_.add_nodes(1);
  thrown_ = solver_.add_nodes(1);
  caught_ = solver_.add_nodes(1);
  destructors_ = solver_.add_nodes(1);
  jump_value_ = solver_.add_nodes(1);
  solver_.seed(unknown_, PointsTo::outside, Offsets::any());
  // A handler sees the object, or a base in it, or, of a thrown pointer, what it points to.
  solver_.flow(thrown_, caught_, Move::anywhere());
  solver_.load(thrown_, {}, program.pointer_bytes, caught_);
  add_initial_content();
  add_roots(entry);
  solver_.solve();
  for (Instance& each : instances_) {
    std::sort(each.calls.begin(), each.calls.end());
    const Function& function = program_.functions[each.function];
    for (const PointsTo::Call& call : each.calls)
      callees_[function.code[call.index].imm].push_back(call.callee);
  }
  for (std::vector<FunctionId>& each : callees_) {
    std::sort(each.begin(), each.end());
    each.erase(std::unique(each.begin(), each.end()), each.end());
  }
  for (const Function& function : program.functions)
    if (!instances_of_[function.id].empty()) {
      ++statistics_.functions;
      statistics_.instructions += function.code.size();
    }
  statistics_.instances = uint32_t(instances_.size());
  statistics_.sites = uint32_t(sites_.size());
  statistics_.nodes = solver_.node_count();
  statistics_.constraints = solver_.edge_count();
  statistics_.waves = solver_.wave_count();
  statistics_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

SiteId PointsToBuilder::add_site(const Site& site, bool has_memory, bool is_writable) {
  sites_.push_back(site);
  return solver_.add_site(site.size, has_memory, is_writable);
}

void PointsToBuilder::add_sites() {
  sites_.emplace_back();  // the solver has made its site
  arguments_ = add_site({.kind = Site::Kind::arguments});
  add_site({.kind = Site::Kind::arguments, .index = 1});
  first_global_ = SiteId(sites_.size());
  for (uint32_t i = 0; i < program_.globals.size(); ++i)
    add_site({.kind = Site::Kind::global, .index = i, .size = program_.globals[i].size}, true,
             !program_.globals[i].read_only);
  first_function_ = SiteId(sites_.size());
  for (const Function& function : program_.functions)
    add_site({.kind = Site::Kind::function, .index = function.id, .size = 0}, false);
  for (const Function& function : program_.functions) {
    first_local_.push_back(SiteId(sites_.size()));
    for (uint32_t i = 0; i < function.locals.size(); ++i) {
      const ir::Local& local = function.locals[i];
      add_site({.kind = Site::Kind::local,
                .index = function.id,
                .local = i,
                .size = local.dynamic ? PointsToSolver::unknown_size : local.size});
    }
  }
}

// An address between two objects may be meant as one of either: a pointer may stand outside of its object
// while it moves.
std::vector<Target> PointsToBuilder::targets_of(uint64_t address) const {
  std::vector<Target> found;
  const ir::AddressMap& map = ir::address_map(program_.pointer_bytes);
  if (address < map.code_begin || address >= map.heap_begin) return found;
  if (const Function* function = program_.function_at(address)) {
    found.push_back({first_function_ + function->id, {}});
    return found;
  }
  constexpr uint64_t near = 64 << 10;
  const std::vector<ir::Global>& globals = program_.globals;
  auto after = std::upper_bound(globals.begin(), globals.end(), address,
                                [](uint64_t at, const ir::Global& global) { return at < global.address; });
  auto add = [&](const ir::Global& global) {
    found.push_back(
        {first_global_ + uint32_t(&global - globals.data()), {int64_t(address - global.address), 0}});
  };
  if (after != globals.begin() && (after - 1)->address != 0) {
    const ir::Global& before = *(after - 1);
    uint64_t distance = address - before.address;
    if (distance <= before.size + near) add(before);
    if (distance <= before.size) return found;
  }
  if (after != globals.end() && after->address - address <= near) add(*after);
  return found;
}

std::vector<Target> PointsToBuilder::targets_in_frame(const Function& function, uint64_t offset) const {
  std::vector<Target> found;
  auto add = [&](uint32_t i) {
    found.push_back({first_local_[function.id] + i, {int64_t(offset - function.locals[i].offset), 0}});
  };
  uint32_t before = ir::none, after = ir::none;
  for (uint32_t i = 0; i < function.locals.size(); ++i) {
    const ir::Local& local = function.locals[i];
    if (local.dynamic) break;
    if (local.offset <= offset)
      before = i;
    else if (after == ir::none)
      after = i;
  }
  if (before != ir::none) add(before);
  bool is_inside =
      before != ir::none && offset - function.locals[before].offset <= function.locals[before].size;
  if (!is_inside && after != ir::none) add(after);
  return found;
}

std::vector<Target> PointsToBuilder::sorted(const IdSet& facts) const {
  std::vector<Target> all;
  facts.for_each([&](uint32_t id) {
    PointsToSolver::Fact fact = solver_.fact(id);
    all.push_back({fact.site, fact.place});
  });
  std::sort(all.begin(), all.end());
  std::vector<SiteId> whole;
  for (const Target& each : all)
    if (each.place.is_any()) whole.push_back(each.site);
  std::erase_if(all, [&](const Target& each) {
    return !each.place.is_any() && std::binary_search(whole.begin(), whole.end(), each.site);
  });
  return all;
}

void PointsToBuilder::add_initial_content() {
  size_t bytes = program_.pointer_bytes;
  for (uint32_t g = 0; g < program_.globals.size(); ++g) {
    const ir::Global& global = program_.globals[g];
    for (uint64_t at : global.addresses) {
      uint64_t word = 0;
      if (at < global.bytes.size())
        std::memcpy(&word, &global.bytes[at], std::min(bytes, size_t(global.bytes.size() - at)));
      if (targets_of(word).empty()) continue;
      solver_.store_at(first_global_ + g, {int64_t(at), 0}, bytes, constant_node(word));
    }
  }
  Node words = solver_.add_nodes(1);
  solver_.seed(words, arguments_ + 1, Offsets::any());
  solver_.store_at(arguments_, Offsets::any(), bytes, words);
}

void PointsToBuilder::add_roots(const std::string& entry) {
  for (FunctionId id : program_.constructors) call_root(id, false);
  for (FunctionId id : program_.destructors) call_root(id, false);
  const Function* first = program_.find_function(entry);
  if (first && first->has_body) {
    call_root(first->id, true);
  } else {
    for (const Function& function : program_.functions)
      if (function.has_body) call_root(function.id, true);
  }
  drain();
}

// Called as the engine calls it: with the count of the arguments and two vectors, or with a fuzz input.
void PointsToBuilder::call_root(FunctionId id, bool has_arguments) {
  const Function& function = program_.functions[id];
  if (!function.has_body) return;
  Instance& made = instances_[instance(id, ir::none, nullptr)];
  if (!has_arguments) return;
  for (uint32_t r = 0; r < std::min(function.parameters, 3u); ++r)
    if (function.parameter_widths[r] >= program_.pointer_width())
      solver_.seed(web_node(made, webs_[id]->parameter(r)), arguments_ + (r == 0 ? 1 : 0), Offsets::any());
}

uint32_t PointsToBuilder::instance(FunctionId id, uint32_t call_site, const Instance* caller,
                                   std::optional<uint64_t> choice) {
  Instance made{id, ir::none, ir::none, choice, 0, {}, {}, {}};
  if (wrappers_.is_wrapper(id) && wrappers_.is_told_apart(call_site)) {
    made.caller = call_site;
    if (caller && wrappers_.is_wrapper(caller->function)) made.callers_caller = caller->caller;
  }
  auto [found, is_new] = instance_numbers_.try_emplace({id, made.caller, made.callers_caller, choice},
                                                       uint32_t(instances_.size()));
  if (!is_new) return found->second;
  const Function& function = program_.functions[id];
  prepare(id);
  made.webs.assign(webs_[id]->count(), ir::none);
  find_blocks(made);
  made.results = solver_.add_nodes(uint32_t(function.result_widths.size()));
  instances_of_[id].push_back(uint32_t(instances_.size()));
  open_.push_back(uint32_t(instances_.size()));
  instances_.push_back(std::move(made));
  return found->second;
}

void PointsToBuilder::drain() {
  if (draining_) return;
  draining_ = true;
  while (!open_.empty()) {
    uint32_t next = open_.back();
    open_.pop_back();
    add_code(instances_[next]);
  }
  draining_ = false;
}

void PointsToBuilder::prepare(FunctionId id) {
  if (webs_[id]) return;
  const Function& function = program_.functions[id];
  bool returns_twice = false;
  for (const Instr& instr : function.code) {
    if (instr.op != Op::Call || program_.calls[instr.imm].callee == ir::none) continue;
    const FunctionModel* model = model_of(program_.functions[program_.calls[instr.imm].callee]);
    returns_twice |= model && model->special == Special::setjmp;
  }
  webs_[id] = std::make_unique<Webs>(program_, function, returns_twice);
  std::vector<WebTraits>& all = traits_[id];
  const Webs& webs = *webs_[id];
  all.resize(webs.count());
  uint32_t arriving = function.parameters + (function.variadic ? 1 : 0);
  for (uint32_t r = 0; r < arriving; ++r) all[webs.parameter(r)].is_number = false;
  std::vector<uint8_t> seen(webs.count()), writes(webs.count());
  for (uint32_t r = 0; r < arriving; ++r) writes[webs.parameter(r)] = 2;
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    const Instr& instr = function.code[i];
    for (const Webs::Reference& each : webs.writes(i)) {
      WebTraits& web = all[each.web];
      web.writer = writes[each.web] == 0 ? i : ir::none;
      writes[each.web] = 2;
      bool is_number = instr.op == Op::Const && targets_of(instr.imm).empty();
      if (is_number) {
        web.varies |= seen[each.web] && web.number != instr.imm;
        web.number = instr.imm;
        seen[each.web] = 1;
      } else {
        web.is_number = false;
      }
      web.is_computed |= is_integer_arithmetic(instr.op) && (instr.op != Op::Const || is_number);
    }
  }
  // So is a copy of it.
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      if (function.code[i].op != Op::Move && function.code[i].op != Op::Freeze) continue;
      const WebTraits& from = all[webs.read(i, function.code[i].a)];
      WebTraits& to = all[webs.written(i, function.code[i].dst)];
      if (!from.is_computed || to.is_computed) continue;
      to.is_computed = changed = true;
    }
  }
  find_strides(id);
}

// From 0, which all numbers divide, down: what a web holds is a multiple of what all its writes are.
void PointsToBuilder::find_strides(FunctionId id) {
  const Function& function = program_.functions[id];
  const Webs& webs = *webs_[id];
  std::vector<WebTraits>& all = traits_[id];
  uint32_t arriving = function.parameters + (function.variadic ? 1 : 0);
  for (uint32_t r = 0; r < arriving; ++r) all[webs.parameter(r)].stride = 1;
  auto of = [&](uint32_t i, ir::Operand operand) -> uint64_t {
    if (operand.is_register()) return all[webs.read(i, operand.index())].stride;
    const ir::Constant& constant = program_.constants[operand.index()];
    return constant.poison || constant.words.empty() ? 0 : constant.words[0];
  };
  auto magnitude = [](const Instr& instr) {
    unsigned unused = 64 - std::min<unsigned>(instr.width, 64);
    int64_t value = int64_t(instr.imm << unused) >> unused;
    return value < 0 ? -uint64_t(value) : uint64_t(value);
  };
  auto written = [&](uint32_t i) -> uint64_t {
    const Instr& instr = function.code[i];
    auto a = [&] { return of(i, ir::Operand::reg(instr.a)); };
    switch (instr.op) {
      case Op::Const: return magnitude(instr);
      case Op::Move:
      case Op::Freeze:
      case Op::ZExt:
      case Op::SExt: return a();
      case Op::Select: return std::gcd(of(i, instr.operand_b()), of(i, instr.operand_c()));
      case Op::Add:
      case Op::Sub: return std::gcd(a(), of(i, ir::Operand::reg(instr.b)));
      case Op::AddI:
      case Op::SubI: return std::gcd(a(), magnitude(instr));
      case Op::MulI:
        return std::max<uint64_t>(a(), 1) <= (1u << 20) ? a() * std::min<uint64_t>(magnitude(instr), 1u << 20)
                                                        : 1;
      case Op::ShlI: return instr.imm < 20 && a() <= (1u << 20) ? a() << instr.imm : 1;
      default: return 1;
    }
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < function.code.size(); ++i)
      for (const Webs::Reference& each : webs.writes(i)) {
        uint64_t now = std::gcd(all[each.web].stride, written(i));
        if (now == all[each.web].stride) continue;
        all[each.web].stride = now;
        changed = true;
      }
  }
}

}  // namespace bonsai::analysis
