// The invariants of a Program, field by field: an instruction is checked by the roles of its format (uses.h),
// so that a new opcode is verified without new code. Checks stop at an index that is out of range, so that a
// broken program is safe to verify. Tested by verify_test.cpp.
#include "ir/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "ir/uses.h"

namespace bonsai::ir {

namespace {

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program), map_(address_map(program.pointer_bytes)) {}

  std::vector<std::string> run();

 private:
  template <typename... Args>
  void report(fmt::format_string<Args...> format, Args&&... args) {
    if (problems_.size() < most_problems)
      problems_.push_back(where_ + fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  bool require(bool holds, fmt::format_string<Args...> format, Args&&... args) {
    if (!holds) report(format, std::forward<Args>(args)...);
    return holds;
  }

  void pools();
  void globals();
  void functions();
  void function(const Function& function);
  void frame(const Function& function);
  bool blocks(const Function& function);
  void instruction(const Function& function, const Instr& instr);
  void field(const Function& function, const Instr& instr, Role role, uint64_t raw);
  void target(const Function& function, uint64_t target);
  void reg(const Function& function, uint64_t index, uint64_t count = 1);
  void operand(const Function& function, Operand operand, bool optional = false);
  void access(const Instr& instr, AuxRole role);
  void frame_offset(const Function& function, const Instr& instr);
  void call(const Function& function, const CallSite& call);
  void table(const Function& function, const Instr& instr);
  void observation(uint64_t index);
  void branch_sites(const Function& function);
  void branches();

  static constexpr size_t most_problems = 100;
  const Program& program_;
  const AddressMap& map_;
  std::string where_;
  std::vector<std::string> problems_;
  std::vector<uint8_t> call_seen_, switch_seen_;
  std::unordered_map<uint64_t, std::pair<FunctionId, uint32_t>> block_addresses_;
};

void Verifier::pools() {
  const Program& p = program_;
  where_ = "program: ";
  require(p.pointer_bytes == 4 || p.pointer_bytes == 8, "pointers of {} bytes", p.pointer_bytes);
  require(!p.locations.empty() && !p.strings.empty() && !p.types.empty(),
          "entry 0 of locations, strings or types is missing");
  for (size_t i = 0; i < p.locations.size(); ++i) {
    const Location& l = p.locations[i];
    require(l.file < p.strings.size() && l.function < p.strings.size(), "location {}: string out of range",
            i);
    require(l.inlined_at < p.locations.size() && (i == 0 || l.inlined_at != i), "location {}: inlined at {}",
            i, l.inlined_at);
  }
  for (size_t i = 0; i < p.constants.size(); ++i) {
    const Constant& c = p.constants[i];
    bool sized = c.words.size() == (c.width + 63) / 64 || (c.poison && c.words.empty());
    if (!require(c.width > 0 && sized, "constant {}: {} words for width {}", i, c.words.size(), c.width))
      continue;
    unsigned top = c.width % 64;
    require(c.poison || top == 0 || c.words.back() <= mask_of(top), "constant {}: bits above width {}", i,
            c.width);
  }
  for (const auto* list : {&p.constructors, &p.destructors}) {
    for (FunctionId id : *list)
      require(id < p.functions.size(), "constructor or destructor {} out of range", id);
  }
  for (size_t i = 0; i < p.types.size(); ++i) {
    bool fine = p.types[i].element < p.types.size();
    for (const Field& field : p.types[i].fields) fine = fine && field.type < p.types.size();
    require(fine, "type {}: refers to a type out of range", i);
  }
}

void Verifier::globals() {
  uint64_t end = map_.globals_begin;
  for (const Global& global : program_.globals) {
    where_ = fmt::format("global {}: ", global.name);
    require(global.address >= end, "address 0x{:x} overlaps the one before it, or is not assigned",
            global.address);
    require(global.size <= map_.heap_begin && global.address + global.size <= map_.heap_begin,
            "does not fit its region");
    if (require(global.align != 0 && (global.align & (global.align - 1)) == 0, "alignment {}",
                global.align)) {
      require(global.address % global.align == 0, "address 0x{:x} is not aligned to {}", global.address,
              global.align);
    }
    require(global.bytes.size() <= global.size, "{} initial bytes for size {}", global.bytes.size(),
            global.size);
    require(global.location < program_.locations.size() && global.type < program_.types.size(),
            "location or type out of range");
    end = global.address + std::max<uint64_t>(global.size, 1);
  }
}

void Verifier::functions() {
  call_seen_.assign(program_.calls.size(), 0);
  switch_seen_.assign(program_.switches.size(), 0);
  std::unordered_map<uint64_t, FunctionId> addresses;
  for (size_t i = 0; i < program_.functions.size(); ++i) {
    const Function& f = program_.functions[i];
    where_ = fmt::format("function {}: ", f.name);
    require(f.id == i, "id {} at index {}", f.id, i);
    require(f.address >= map_.code_begin && f.address < map_.globals_begin,
            "address 0x{:x} is outside the code", f.address);
    auto [other, is_new] = addresses.emplace(f.address, FunctionId(i));
    require(is_new, "address 0x{:x} is also that of {}", f.address, program_.functions[other->second].name);
    require(program_.find_function(f.name) == &f, "not found by its name");
    require(program_.function_at(f.address) == &f, "not found by its address");
    function(f);
  }
  where_ = "program: ";
  for (const auto& [address, place] : block_addresses_) {
    require(address >= map_.code_begin && address < map_.globals_begin && !addresses.contains(address),
            "block address 0x{:x} of {} is outside the code or a function's", address,
            program_.functions[place.first].name);
  }
}

void Verifier::frame(const Function& f) {
  uint64_t end = 0;
  bool dynamic = false;
  for (const Local& local : f.locals) {
    require(local.location < program_.locations.size() && local.type < program_.types.size(),
            "local {}: location or type out of range", local.name);
    require(local.align != 0 && (local.align & (local.align - 1)) == 0, "local {}: alignment {}", local.name,
            local.align);
    if (local.dynamic) {
      dynamic = true;
      continue;
    }
    require(!dynamic, "local {}: a static one after a dynamic one", local.name);
    require(local.offset >= end && local.size <= f.frame_bytes && local.offset + local.size <= f.frame_bytes,
            "local {}: overlaps the one before it or leaves the frame", local.name);
    require(local.align == 0 || (local.align <= f.frame_align && local.offset % local.align == 0),
            "local {}: offset {} in a frame aligned to {} is not aligned to {}", local.name, local.offset,
            f.frame_align, local.align);
    end = local.offset + local.size;
  }
  for (const Variable& v : f.variables) {
    uint64_t limit = v.place == Variable::Place::reg ? f.register_count : f.locals.size();
    require(v.index < limit && v.type < program_.types.size(),
            "variable {}: place {} or its type is out of range", v.name, v.index);
  }
}

bool Verifier::blocks(const Function& f) {
  if (!require(!f.blocks.empty() && !f.code.empty(), "a body without code")) return false;
  bool fine = require(f.locations.size() == f.code.size(), "{} locations for {} instructions",
                      f.locations.size(), f.code.size());
  uint32_t at = 0;
  for (size_t b = 0; b < f.blocks.size(); ++b) {
    const Block& block = f.blocks[b];
    if (!require(block.first == at && block.end > at && block.end <= f.code.size(),
                 "block {}: range {} to {}", b, block.first, block.end)) {
      return false;
    }
    for (uint32_t i = block.first; i + 1 < block.end; ++i) {
      fine &= require(!is_terminator(f.code[i].op), "instruction {}: a terminator inside block {}", i, b);
    }
    fine &= require(is_terminator(f.code[block.end - 1].op), "block {} ends without a terminator", b);
    at = block.end;
  }
  return require(at == f.code.size(), "instructions after the last block") && fine;
}

void Verifier::function(const Function& f) {
  require(f.parameter_widths.size() == f.parameters, "{} parameter widths for {} parameters",
          f.parameter_widths.size(), f.parameters);
  require(f.location < program_.locations.size() && f.type < program_.types.size(),
          "location or type out of range");
  if (!f.has_body) {
    require(f.code.empty() && f.blocks.empty(), "code without a body");
    return;
  }
  require(f.parameters + (f.variadic ? 1 : 0) <= f.register_count, "{} registers for {} parameters",
          f.register_count, f.parameters);
  require(f.frame_align != 0 && (f.frame_align & (f.frame_align - 1)) == 0, "frame alignment {}",
          f.frame_align);
  frame(f);
  if (!blocks(f)) return;
  branch_sites(f);
  std::string function_name = where_;
  for (size_t i = 0; i < f.code.size(); ++i) {
    where_ = fmt::format("{}instruction {} ({}): ", function_name, i, info(f.code[i].op).name);
    require(f.locations[i] < program_.locations.size(), "location {} out of range", f.locations[i]);
    instruction(f, f.code[i]);
  }
}

void Verifier::reg(const Function& f, uint64_t index, uint64_t count) {
  require(index + count <= f.register_count, "register {} of {}", index + count - 1, f.register_count);
}

void Verifier::operand(const Function& f, Operand operand, bool optional) {
  if (operand.is_none()) {
    require(optional, "an operand is missing");
  } else if (operand.is_constant()) {
    require(operand.index() < program_.constants.size(), "constant {} of {}", operand.index(),
            program_.constants.size());
  } else {
    reg(f, operand.index());
  }
}

void Verifier::target(const Function& f, uint64_t target) {
  auto block = std::lower_bound(f.blocks.begin(), f.blocks.end(), target,
                                [](const Block& block, uint64_t index) { return block.first < index; });
  require(block != f.blocks.end() && block->first == target, "target {} is not the start of a block", target);
}

void Verifier::field(const Function& f, const Instr& instr, Role role, uint64_t raw) {
  switch (role) {
    case Role::unused:
    case Role::value:
    case Role::address: break;
    case Role::def:
    case Role::use: reg(f, raw); break;
    case Role::def_pair: reg(f, raw, 2); break;
    case Role::operand: operand(f, Operand::from_raw(uint32_t(raw))); break;
    case Role::target: target(f, raw); break;
    case Role::constant:
      require(raw < program_.constants.size(), "constant {} of {}", raw, program_.constants.size());
      break;
    case Role::frame_offset: frame_offset(f, instr); break;
    case Role::switch_table: table(f, instr); break;
    case Role::call_site:
      if (!require(raw < program_.calls.size(), "call site {} of {}", raw, program_.calls.size())) break;
      require(!call_seen_[raw], "call site {} belongs to another instruction as well", raw);
      call_seen_[raw] = 1;
      call(f, program_.calls[raw]);
      break;
    case Role::landing_pad:
      require(raw < program_.landing_pads.size(), "landing pad {} of {}", raw, program_.landing_pads.size());
      break;
    case Role::string:
      require(raw < program_.strings.size(), "string {} of {}", raw, program_.strings.size());
      break;
    case Role::operand_list:
      if (!require(raw + instr.b <= program_.operands.size(), "operands {} to {} of {}", raw, raw + instr.b,
                   program_.operands.size())) {
        break;
      }
      for (uint32_t i = 0; i < instr.b; ++i) operand(f, program_.operands[raw + i]);
      break;
  }
}

void Verifier::access(const Instr& instr, AuxRole role) {
  if (role != AuxRole::access && role != AuxRole::block_access) return;
  Access access = instr.access();
  require(access.align_log2 < 48, "alignment 2^{}", access.align_log2);
  if (role == AuxRole::block_access) return;
  require(access.site < program_.access_sites, "access site {} of {}", access.site, program_.access_sites);
  require(access.bytes == (instr.width + 7) / 8 && access.bytes > 0, "{} bytes for width {}", access.bytes,
          instr.width);
}

// A local's address is one of a local, or one past its end; an access to a local lies inside one and is
// aligned.
void Verifier::frame_offset(const Function& f, const Instr& instr) {
  bool is_access = roles(instr).aux == AuxRole::access;
  uint64_t bytes = is_access ? instr.access().bytes : 0;
  uint64_t align = is_access ? uint64_t(1) << std::min<unsigned>(instr.access().align_log2, 48) : 1;
  auto after =
      std::upper_bound(f.locals.begin(), f.locals.end(), instr.imm,
                       [](uint64_t at, const Local& local) { return local.dynamic || at < local.offset; });
  bool inside = false;
  if (after != f.locals.begin()) {
    const Local& local = *std::prev(after);
    uint64_t in_local = instr.imm - local.offset;
    inside = in_local <= local.size && bytes <= local.size - in_local;
  }
  require(inside, "{} bytes at {} are not in a local", bytes, instr.imm);
  require(instr.imm % align == 0 && align <= f.frame_align,
          "byte {} of a frame aligned to {} is not aligned to {}", instr.imm, f.frame_align, align);
}

void Verifier::call(const Function& f, const CallSite& call) {
  bool direct = call.callee != none;
  require(!direct || call.callee < program_.functions.size(), "callee {} of {}", call.callee,
          program_.functions.size());
  operand(f, call.pointer, direct);
  for (Operand argument : call.arguments) operand(f, argument);
  operand(f, call.variadic, true);
  require(call.argument_widths.size() == call.arguments.size(), "{} argument widths for {} arguments",
          call.argument_widths.size(), call.arguments.size());
  require(call.argument_passing.empty() || call.argument_passing.size() == call.arguments.size(),
          "{} kinds of passing for {} arguments", call.argument_passing.size(), call.arguments.size());
  require(call.result_widths.size() == call.result_count, "{} result widths for {} results",
          call.result_widths.size(), call.result_count);
  if (call.result_count != 0) reg(f, call.result, call.result_count);
  require(call.site < program_.call_sites, "call site number {} of {}", call.site, program_.call_sites);
  require((call.unwind == none) == (call.landing_pad == none),
          "unwinding without a landing pad, or the reverse");
  if (call.unwind != none) target(f, call.unwind);
  require(call.landing_pad == none || call.landing_pad < program_.landing_pads.size(), "landing pad {} of {}",
          call.landing_pad, program_.landing_pads.size());
}

void Verifier::table(const Function& f, const Instr& instr) {
  if (!require(instr.imm < program_.switches.size(), "switch table {} of {}", instr.imm,
               program_.switches.size()))
    return;
  require(!switch_seen_[instr.imm], "switch table {} belongs to another instruction as well", instr.imm);
  switch_seen_[instr.imm] = 1;
  const SwitchTable& table = program_.switches[instr.imm];
  bool indirect = instr.op == Op::IndirectBr;
  require(indirect == (table.default_target == none),
          "a switch without default, or an indirect branch with one");
  if (table.default_target != none) target(f, table.default_target);
  for (size_t i = 0; i < table.cases.size(); ++i) {
    const auto& one = table.cases[i];
    target(f, one.target);
    if (table.wide) {
      require(one.value < program_.constants.size(), "case {}: constant {} out of range", i, one.value);
    } else {
      require(i == 0 || table.cases[i - 1].value < one.value, "cases are not sorted or not unique");
    }
    if (!indirect) continue;
    auto [known, is_new] = block_addresses_.emplace(one.value, std::pair(f.id, one.target));
    require(is_new || known->second == std::pair(f.id, one.target), "block address 0x{:x} names two blocks",
            one.value);
  }
  require(!table.wide || table.dense.empty(), "a dense table of wide values");
  for (size_t i = 0; i < table.dense.size(); ++i) {
    uint64_t value = table.first + i;
    auto found =
        std::lower_bound(table.cases.begin(), table.cases.end(), value,
                         [](const SwitchTable::Case& one, uint64_t wanted) { return one.value < wanted; });
    bool listed = found != table.cases.end() && found->value == value;
    require(table.dense[i] == (listed ? found->target : table.default_target),
            "the dense table differs from the cases at {}", i);
  }
  if (!table.dense.empty() && !table.cases.empty()) {
    require(table.cases.front().value >= table.first &&
                table.cases.back().value - table.first < table.dense.size(),
            "a case lies outside the dense table");
  }
}

void Verifier::observation(uint64_t index) {
  if (!require(index < program_.observations.size(), "observation {} out of range", index)) return;
  const Observation& what = program_.observations[index];
  if (!require(what.branch < program_.source_branches.size(), "source branch {} out of range", what.branch))
    return;
  uint32_t ways = program_.source_branches[what.branch].ways;
  for (uint32_t way : {what.yes, what.no})
    require(way == none || way < ways, "direction {} of {} of source branch {}", way, ways, what.branch);
}

void Verifier::branch_sites(const Function& f) {
  for (size_t i = 0; i < f.branch_sites.size(); ++i) {
    const BranchSite& site = f.branch_sites[i];
    if (site.observation != none) observation(site.observation);
    require(i == 0 || f.branch_sites[i - 1].index < site.index, "branch sites are not sorted or not unique");
    if (!require(site.index < f.code.size(), "branch {}: instruction {} of {}", site.id, site.index,
                 f.code.size()))
      continue;
    Op op = f.code[site.index].op;
    require(is_two_way(op) || op == Op::Switch, "branch {}: instruction {} is no branch", site.id,
            site.index);
    require(!site.inverted || is_two_way(op), "branch {}: a switch cannot be inverted", site.id);
    if (!require(site.id < program_.branches.size(), "branch {} of {}", site.id, program_.branches.size()))
      continue;
    const Branch& branch = program_.branches[site.id];
    require(branch.function == f.id && branch.index == site.index,
            "branch {} is instruction {} and, by the program's table, {} of function {}", site.id, site.index,
            branch.index, branch.function);
  }
}

void Verifier::branches() {
  where_ = "program: ";
  for (size_t i = 0; i < program_.branches.size(); ++i) {
    const Branch& branch = program_.branches[i];
    if (!require(branch.function < program_.functions.size(), "branch {}: function {} of {}", i,
                 branch.function, program_.functions.size()) ||
        !branch.is_traced())
      continue;
    const BranchSite* site = program_.functions[branch.function].branch_site(branch.index);
    require(site && site->id == i, "branch {}: its instruction does not know it", i);
  }
}

void Verifier::instruction(const Function& f, const Instr& instr) {
  Roles r = roles(instr);
  field(f, instr, r.dst, instr.dst);
  field(f, instr, r.a, instr.a);
  field(f, instr, r.b, instr.b);
  field(f, instr, r.imm, instr.imm);
  if (instr.op == Op::Observe) observation(instr.imm);
  access(instr, r.aux);
  if (r.aux == AuxRole::local)
    require(instr.aux < f.locals.size() && f.locals[instr.aux].dynamic, "local {} is no dynamic one",
            instr.aux);
  bool weighted = is_terminator(instr.op) || instr.op == Op::Call;
  require(weighted || instr.weight == 0, "weight {} on an instruction that is neither terminator nor call",
          instr.weight);
}

std::vector<std::string> Verifier::run() {
  pools();
  globals();
  functions();
  branches();
  return std::move(problems_);
}

}  // namespace

std::vector<std::string> verify(const Program& program) { return Verifier(program).run(); }

}  // namespace bonsai::ir
