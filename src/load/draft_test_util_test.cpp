#include "load/draft_test_util.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>

#include "ir/uses.h"

namespace bonsai::load::test {

namespace {

using ir::Instr;
using ir::none;
using ir::Op;
using ir::Operand;

uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

int64_t sign(uint64_t value, unsigned width) { return int64_t(value << (64 - width)) >> (64 - width); }

bool compare(unsigned relation, uint64_t a, uint64_t b, unsigned width) {
  int64_t sa = sign(a, width), sb = sign(b, width);
  switch (relation) {
    case 0: return a == b;
    case 1: return a != b;
    case 2: return a < b;
    case 3: return a <= b;
    case 4: return a > b;
    case 5: return a >= b;
    case 6: return sa < sb;
    case 7: return sa <= sb;
    case 8: return sa > sb;
    default: return sa >= sb;
  }
}

class Machine {
 public:
  Machine(const ir::Program& program, const ir::Function& function, uint64_t seed)
      : program_(program), function_(function), seed_(seed), registers_(function.register_count + 1) {
    for (size_t i = 0; i < registers_.size(); ++i) registers_[i] = mix(i + 12345);
  }

  Outcome run(const std::vector<uint64_t>& arguments, uint64_t fuel) {
    std::copy(arguments.begin(), arguments.end(), registers_.begin());
    while (!done_) {
      if (count_ > fuel) {
        run_.out_of_fuel = true;
        break;
      }
      const ir::BranchSite* site = function_.branch_site(pc_);
      const Instr& instr = function_.code[pc_++];
      count_ += instr.weight;
      step(instr);
      if (site) branch(*site, instr);
    }
    return std::move(run_);
  }

 private:
  uint64_t operand(Operand o) const {
    return o.is_constant() ? program_.constants[o.index()].words[0] : registers_[o.index()];
  }
  void event(std::string text) { run_.events.push_back(std::move(text)); }
  void error(const char* kind) {
    event(kind);
    done_ = true;
  }
  uint64_t pointer(uint64_t value) const { return value & ir::mask_of(program_.pointer_width()); }
  uint64_t frame(uint64_t offset) const { return 0x70000000 + offset; }
  uint8_t& byte(uint64_t address) {
    return memory_.try_emplace(pointer(address), uint8_t(mix(pointer(address) ^ seed_))).first->second;
  }
  void load(const Instr& instr, uint64_t address) {
    uint64_t value = 0;
    for (unsigned i = 0; i < instr.access().bytes; ++i) value |= uint64_t(byte(address + i)) << 8 * i;
    registers_[instr.dst] = value & ir::mask_of(instr.width);
  }
  void store(const Instr& instr, uint64_t address) {
    uint64_t value = operand(instr.operand_b());
    event(fmt::format("store {:x} = {:x}", pointer(address), value));
    for (unsigned i = 0; i < instr.access().bytes; ++i) byte(address + i) = uint8_t(value >> 8 * i);
  }
  uint64_t address(const Instr& instr, uint64_t index) const {
    return pointer(registers_[instr.a] + index * instr.address().scale +
                   uint64_t(int64_t(instr.address().offset)));
  }
  void branch(const ir::BranchSite& site, const Instr& instr) {
    uint64_t outcome =
        instr.op == Op::Switch ? registers_[instr.a] : uint64_t((pc_ == instr.dst) != site.inverted);
    event(fmt::format("branch #{} {}", site.id, outcome));
  }
  void step(const Instr& instr);
  void call(const Instr& instr);
  bool arithmetic(const Instr& instr);
  bool memory(const Instr& instr);
  bool control(const Instr& instr);

  const ir::Program& program_;
  const ir::Function& function_;
  uint64_t seed_;
  std::vector<uint64_t> registers_;
  std::map<uint64_t, uint8_t> memory_;
  Outcome run_;
  uint64_t count_ = 0, calls_ = 0;
  uint32_t pc_ = 0;
  bool done_ = false;
};

void Machine::step(const Instr& instr) {
  if (arithmetic(instr) || memory(instr) || control(instr)) return;
  error("unknown opcode");
}

bool Machine::arithmetic(const Instr& i) {
  const auto& r = registers_;
  auto format = ir::info(i.op).format;
  uint64_t a = format == ir::Format::Const ? 0 : r[std::min<size_t>(i.a, r.size() - 1)];
  uint64_t b = format == ir::Format::BinaryImm ? i.imm : format == ir::Format::Binary ? r[i.b] : 0;
  uint64_t result = 0;
  if (i.op >= Op::Eq && i.op <= Op::BrSgeI) {
    unsigned row = unsigned(i.op) - unsigned(Op::Eq);
    if (row % 4 < 2) {
      registers_[i.dst] = compare(row / 4, a, b, i.width);
    } else if (row % 4 == 2) {
      pc_ = compare(row / 4, a, r[i.b], i.width) ? i.dst : uint32_t(i.imm);
    } else {
      pc_ = compare(row / 4, a, i.imm, i.width) ? i.dst : i.b;
    }
    return true;
  }
  switch (i.op) {
    case Op::Const: result = i.imm; break;
    case Op::Move: result = a; break;
    case Op::Add:
    case Op::AddI:
    case Op::PtrAddI: result = a + b; break;
    case Op::Sub:
    case Op::SubI: result = a - b; break;
    case Op::Mul:
    case Op::MulI: result = a * b; break;
    case Op::Xor:
    case Op::XorI: result = a ^ b; break;
    case Op::And:
    case Op::AndI: result = a & b; break;
    case Op::Shl: result = b >= i.width ? 0xdead : a << b; break;
    case Op::SDiv:
    case Op::UDiv:
      if (b == 0) return error("division by zero"), true;
      if (i.op == Op::SDiv && b == ir::mask_of(i.width) && a == uint64_t(1) << (i.width - 1))
        return error("overflow"), true;
      result = i.op == Op::UDiv ? a / b : uint64_t(sign(a, i.width) / sign(b, i.width));
      break;
    case Op::Select: registers_[i.dst] = a ? operand(i.operand_b()) : operand(i.operand_c()); return true;
    case Op::ZExt:
    case Op::Trunc: registers_[i.dst] = a & ir::mask_of(unsigned(i.imm)); return true;
    case Op::CheckDivisor:
      if (a == 0) error("division by zero");
      return true;
    case Op::CheckSDiv:
      if (operand(i.operand_b()) == ir::mask_of(i.width) && a == uint64_t(1) << (i.width - 1))
        error("overflow");
      return true;
    case Op::CheckShift:
      if (a >= i.imm) error("overshift");
      return true;
    default: return false;
  }
  registers_[i.dst] = result & ir::mask_of(i.width);
  return true;
}

bool Machine::memory(const Instr& i) {
  switch (i.op) {
    case Op::PtrAdd: registers_[i.dst] = address(i, registers_[i.b]); return true;
    case Op::LocalAddr: registers_[i.dst] = frame(i.imm); return true;
    case Op::Load: load(i, address(i, 0)); return true;
    case Op::LoadX: load(i, address(i, registers_[i.b])); return true;
    case Op::LoadLocal: load(i, frame(i.imm)); return true;
    case Op::Store: store(i, address(i, 0)); return true;
    case Op::StoreX: store(i, address(i, registers_[i.dst])); return true;
    case Op::StoreLocal: store(i, frame(i.imm)); return true;
    default: return false;
  }
}

void Machine::call(const Instr& instr) {
  const ir::CallSite& site = program_.calls[instr.imm];
  uint64_t hash = mix(seed_ + ++calls_);
  std::string text = fmt::format("call {} at {}", site.site, count_);
  for (Operand argument : site.arguments) {
    text += fmt::format(" {:x}", operand(argument));
    hash = mix(hash ^ operand(argument));
  }
  text += fmt::format(" via {:x}", operand(site.pointer));
  event(text);
  if (site.unwind != none && hash % 3 == 0) {
    pc_ = site.unwind;
    return;
  }
  for (unsigned i = 0; i < site.result_count; ++i)
    registers_[site.result + i] = mix(hash + i) & ir::mask_of(site.result_widths[i]);
}

bool Machine::control(const Instr& i) {
  switch (i.op) {
    case Op::Count: count_ += i.imm; return true;
    case Op::Join: return true;
    case Op::Jump: pc_ = i.dst; return true;
    case Op::Br: pc_ = registers_[i.a] ? i.dst : i.b; return true;
    case Op::Switch: {
      const ir::SwitchTable& table = program_.switches[i.imm];
      pc_ = table.default_target;
      for (const auto& one : table.cases) {
        if (one.value == registers_[i.a]) pc_ = one.target;
      }
      return true;
    }
    case Op::Call: call(i); return true;
    case Op::LandingPad:
      registers_[i.dst] = mix(calls_ ^ 77) & ir::mask_of(program_.pointer_width());
      registers_[i.dst + 1] = mix(calls_ ^ 78) & ir::mask_of(32);
      return true;
    case Op::Ret:
      event(fmt::format("return {:x} at {}", operand(i.operand_a()), count_));
      done_ = true;
      return true;
    case Op::RetMany: {
      std::string text = fmt::format("return at {}", count_);
      for (uint32_t k = 0; k < i.b; ++k) text += fmt::format(" {:x}", operand(program_.operands[i.a + k]));
      event(text);
      done_ = true;
      return true;
    }
    case Op::Unsupported:
    case Op::Unreachable: return error("unreachable"), true;
    default: return false;
  }
}

// Generates blocks in an order where dominators come first; phis are filled in when all values are known.
class Generator {
 public:
  Generator(ir::Program& program, uint64_t seed) : program_(program), random_(seed) {}
  Draft run();

 private:
  struct Value {
    uint32_t reg;
    unsigned width;
  };
  struct Node {
    std::vector<uint32_t> successors;
    uint32_t unwind = none;
    bool landing = false;
    std::vector<Value> phis, values;
    std::vector<Value> visible;  // at the end
    std::vector<Instr> code;
  };

  unsigned below(unsigned n) { return unsigned(random_() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  unsigned pointer() const { return program_.pointer_width(); }
  uint64_t small() { return chance(30) ? mix(random_()) : below(9); }
  uint32_t fresh() { return draft_.registers++; }
  void shape();
  void dominate();
  void fill(uint32_t node);
  void body(uint32_t node);
  void memory(Node& node);
  void division(Node& node);
  void call(Node& node, bool invoke);
  void end(uint32_t node);
  uint32_t pick(Node& node, unsigned width);
  Operand pick_operand(Node& node, unsigned width);
  Operand constant(uint64_t value, unsigned width);
  void emit(Node& node, Instr instr) { node.code.push_back(instr); }
  void define(Node& node, Instr instr, unsigned width) {
    emit(node, instr);
    node.visible.push_back({instr.dst, width});
  }
  uint32_t edge(uint32_t from, uint32_t to);
  std::vector<Instr> copies(uint32_t from, uint32_t to);

  ir::Program& program_;
  std::mt19937_64 random_;
  Draft draft_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> dominators_;  // bit sets
};

void Generator::shape() {
  uint32_t count = 2 + below(12);
  nodes_.resize(count);
  for (uint32_t n = 1; n < count; ++n) nodes_[n].landing = chance(12);
  auto normal = [&](uint32_t from) {
    for (int tries = 0; tries < 20; ++tries) {
      uint32_t to = chance(65) ? from + 1 + below(3) : 1 + below(count - 1);
      if (to < count && !nodes_[to].landing) return to;
    }
    return none;
  };
  for (uint32_t n = 0; n < count; ++n) {
    unsigned wanted = std::min(3u, below(5));
    for (unsigned i = 0; i < wanted; ++i) {
      if (uint32_t to = normal(n); to != none) nodes_[n].successors.push_back(to);
    }
    uint32_t to = below(count);
    if (nodes_[n].successors.size() == 1 && nodes_[to].landing) nodes_[n].unwind = to;
  }
}

void Generator::dominate() {
  uint32_t all = uint32_t((uint64_t(1) << nodes_.size()) - 1);
  dominators_.assign(nodes_.size(), all);
  dominators_[0] = 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t n = 1; n < nodes_.size(); ++n) {
      uint32_t set = all;
      for (uint32_t p = 0; p < nodes_.size(); ++p) {
        auto& to = nodes_[p].successors;
        if (std::count(to.begin(), to.end(), n) || nodes_[p].unwind == n) set &= dominators_[p];
      }
      set |= 1u << n;
      changed |= set != dominators_[n];
      dominators_[n] = set;
    }
  }
}

Operand Generator::constant(uint64_t value, unsigned width) {
  program_.constants.push_back({width, false, {value & ir::mask_of(width)}});
  return Operand::constant(uint32_t(program_.constants.size() - 1));
}

uint32_t Generator::pick(Node& node, unsigned width) {
  std::vector<uint32_t> found;
  for (const Value& value : node.visible) {
    if (value.width == width) found.push_back(value.reg);
  }
  if (!found.empty() && chance(92))
    return found[found.size() - 1 - below(unsigned(std::min<size_t>(found.size(), chance(60) ? 4 : 99)))];
  Instr instr = make(Op::Const, width, fresh(), 0, 0, small() & ir::mask_of(width));
  define(node, instr, width);
  return instr.dst;
}

Operand Generator::pick_operand(Node& node, unsigned width) {
  return chance(25) ? constant(small(), width) : Operand::reg(pick(node, width));
}

void Generator::memory(Node& node) {
  static constexpr uint64_t starts[] = {0, 32, 64};
  unsigned kind = below(7);
  if (kind == 0)
    return define(node, make(Op::LocalAddr, pointer(), fresh(), 0, 0, starts[below(3)]), pointer());
  uint32_t base = pick(node, pointer());
  uint64_t offset = chance(85) ? below(24) : chance(50) ? -uint64_t(below(40)) : mix(random_());
  ir::Access access{program_.access_sites, uint16_t(chance(50) ? 4 : pointer() / 8), uint8_t(below(3))};
  unsigned width = access.bytes * 8u;
  ir::Address plain{chance(70) ? 0 : int32_t(offset % 64), 0};
  if (kind == 1 || kind == 2) {
    define(node, make(Op::PtrAddI, pointer(), fresh(), base, 0, offset & ir::mask_of(pointer())), pointer());
  } else if (kind == 3) {
    uint32_t index = pick(node, pointer());
    define(node,
           make(Op::PtrAdd, pointer(), fresh(), base, index,
                ir::Address{int32_t(offset % 100), 1u << below(4)}.pack()),
           pointer());
  } else if (kind <= 5) {
    ++program_.access_sites;
    Instr load = make(Op::Load, width, fresh(), base, 0, plain.pack());
    load.aux = access.pack();
    define(node, load, width);
  } else {
    ++program_.access_sites;
    Instr store = make(Op::Store, width, 0, base, pick_operand(node, width).raw(), plain.pack());
    store.aux = access.pack();
    emit(node, store);
  }
}

void Generator::division(Node& node) {
  uint32_t a = pick(node, 32), b = pick(node, 32);
  if (chance(40)) {
    uint32_t amount = b;
    if (chance(50)) {
      amount = fresh();
      define(node, make(Op::AndI, 32, amount, b, 0, 31), 32);
    }
    emit(node, make(Op::CheckShift, 32, 0, amount, 0, 32));
    return define(node, make(Op::Shl, 32, fresh(), a, amount), 32);
  }
  bool is_signed = chance(50);
  emit(node, make(Op::CheckDivisor, 32, 0, b));
  if (is_signed) emit(node, make(Op::CheckSDiv, 32, 0, a, Operand::reg(b).raw()));
  if (chance(30)) pick(node, 1);
  if (chance(20)) memory(node);
  if (chance(80)) define(node, make(is_signed ? Op::SDiv : Op::UDiv, 32, fresh(), a, b), 32);
}

void Generator::call(Node& node, bool invoke) {
  ir::CallSite site;
  site.pointer = pick_operand(node, pointer());
  for (unsigned i = below(4); i > 0; --i) {
    unsigned width = chance(50) ? 32 : pointer();
    site.arguments.push_back(pick_operand(node, width));
    site.argument_widths.push_back(uint16_t(width));
  }
  site.result_count = uint16_t(below(4));
  site.result = draft_.registers;
  for (unsigned i = 0; i < site.result_count; ++i) {
    unsigned width = chance(50) ? 32 : pointer();
    site.result_widths.push_back(uint16_t(width));
    if (invoke) {
      node.values.push_back({fresh(), width});  // not on the unwinding edge
    } else {
      node.visible.push_back({fresh(), width});
    }
  }
  site.site = program_.call_sites++;
  program_.calls.push_back(site);
  Instr instr = make(Op::Call, 0, 0, 0, 0, program_.calls.size() - 1);
  instr.weight = uint8_t(1 + below(4));
  emit(node, instr);
}

void Generator::body(uint32_t n) {
  Node& node = nodes_[n];
  static constexpr Op binaries[] = {Op::Add, Op::Sub, Op::Mul, Op::Xor, Op::And};
  for (unsigned left = below(9); left > 0; --left) {
    unsigned kind = below(100);
    unsigned width = chance(70) ? 32 : chance(70) ? pointer() : 1;
    if (kind < 30) {
      Op op = binaries[below(5)];
      uint32_t a = pick(node, width);
      if (chance(50)) {
        define(node, make(Op(unsigned(op) + 1), width, fresh(), a, 0, small() & ir::mask_of(width)), width);
      } else {
        uint32_t b = pick(node, width);
        define(node, make(op, width, fresh(), a, b), width);
      }
    } else if (kind < 45) {
      Op op = Op(unsigned(Op::Eq) + 4 * below(10));
      uint32_t a = pick(node, width);
      if (chance(50)) {
        define(node, make(Op(unsigned(op) + 1), width, fresh(), a, 0, below(2)), 1);
      } else {
        uint32_t b = pick(node, width);
        define(node, make(op, width, fresh(), a, b), 1);
      }
    } else if (kind < 50) {
      define(node, make(Op::ZExt, 1, fresh(), pick(node, 1), 0, 32), 32);
    } else if (kind < 56) {
      uint32_t a = pick(node, 1);
      Operand b = pick_operand(node, width), c = pick_operand(node, width);
      define(node, make(Op::Select, width, fresh(), a, b.raw(), c.raw()), width);
    } else if (kind < 88) {
      memory(node);
    } else if (kind < 95) {
      division(node);
    } else {
      call(node, false);
    }
  }
}

void Generator::fill(uint32_t n) {
  Node& node = nodes_[n];
  for (uint32_t r = 0; r < draft_.function.parameters; ++r) {
    node.visible.push_back({r, draft_.function.parameter_widths[r]});
  }
  for (uint32_t d = 0; d < nodes_.size(); ++d) {
    if (d == n || !(dominators_[n] >> d & 1)) continue;
    // What a dominator's call gave is visible past its normal edge alone; kept out here, offered to the
    // phis there.
    node.visible.insert(node.visible.end(), nodes_[d].visible.begin(), nodes_[d].visible.end());
  }
  std::sort(node.visible.begin(), node.visible.end(),
            [](const Value& l, const Value& r) { return l.reg < r.reg; });
  auto last = std::unique(node.visible.begin(), node.visible.end(),
                          [](const Value& l, const Value& r) { return l.reg == r.reg; });
  node.visible.erase(last, node.visible.end());
  if (node.landing) {
    Instr pad = make(Op::LandingPad, 0, fresh(), 0, 0, 0);
    fresh();
    emit(node, pad);
    node.visible.push_back({pad.dst, pointer()});
    node.visible.push_back({pad.dst + 1, 32});
  }
  for (const Value& phi : node.phis) node.visible.push_back(phi);
  body(n);
  if (node.unwind != none) call(node, true);
}

// Parallel copies made sequential: a copy whose target nobody still reads first, cycles broken with one more
// register.
std::vector<Instr> Generator::copies(uint32_t from, uint32_t to) {
  std::vector<std::pair<uint32_t, uint32_t>> pending;
  std::vector<Instr> code;
  for (const Value& phi : nodes_[to].phis) {
    bool normal = nodes_[from].unwind != to;
    std::vector<uint32_t> choices;
    for (const Value& value : nodes_[from].visible) {
      if (value.width == phi.width) choices.push_back(value.reg);
    }
    for (const Value& value : nodes_[from].values) {
      if (value.width == phi.width && normal) choices.push_back(value.reg);
    }
    if (choices.empty()) {
      code.push_back(make(Op::Const, phi.width, phi.reg, 0, 0, 5 & ir::mask_of(phi.width)));
      continue;
    }
    // Late ones more often, and often another phi of the target: swaps.
    uint32_t source =
        choices[chance(50) ? choices.size() - 1 - below(unsigned(std::min<size_t>(3, choices.size())))
                           : below(unsigned(choices.size()))];
    for (const Value& other : nodes_[to].phis) {
      if (other.width == phi.width && other.reg != phi.reg && chance(30) &&
          std::count(choices.begin(), choices.end(), other.reg))
        source = other.reg;
    }
    if (source != phi.reg) pending.push_back({phi.reg, source});
  }
  // A constant written first must not be read by another copy.
  for (const Instr& instr : code) {
    for (auto& copy : pending) {
      if (copy.second == instr.dst) copy.second = copy.first;
    }
  }
  std::erase_if(pending, [](auto& copy) { return copy.first == copy.second; });
  while (!pending.empty()) {
    auto ready = std::find_if(pending.begin(), pending.end(), [&](auto& copy) {
      return std::none_of(pending.begin(), pending.end(), [&](auto& other) {
        return other.second == copy.first && other.first != copy.first;
      });
    });
    if (ready == pending.end()) {
      uint32_t saved = fresh();
      uint32_t victim = pending.front().first;
      code.push_back(make(Op::Move, 64, saved, victim));
      for (auto& copy : pending) {
        if (copy.second == victim) copy.second = saved;
      }
      continue;
    }
    code.push_back(make(Op::Move, 64, ready->first, ready->second));
    pending.erase(ready);
  }
  return code;
}

uint32_t Generator::edge(uint32_t from, uint32_t to) {
  DraftBlock block;
  block.code = copies(from, to);
  if (block.code.empty() && chance(70)) return to;
  block.code.push_back(make(Op::Jump, 0, to));
  block.locations.assign(block.code.size(), 0);
  draft_.blocks.push_back(std::move(block));
  return uint32_t(draft_.blocks.size() - 1);
}

void Generator::end(uint32_t n) {
  Node& node = nodes_[n];
  Instr last;
  auto& to = node.successors;
  if (to.empty()) {
    if (chance(30)) {
      last = make(Op::RetMany, 0, 0, uint32_t(program_.operands.size()), 2);
      Operand one = pick_operand(node, 32), two = pick_operand(node, pointer());
      program_.operands.push_back(one);
      program_.operands.push_back(two);
    } else {
      last = make(Op::Ret, 32, 0, pick_operand(node, 32).raw());
    }
  } else if (to.size() == 1) {
    if (node.unwind != none) {
      ir::CallSite& site = program_.calls[node.code.back().imm];
      site.landing_pad = 0;
      uint32_t unwind = edge(n, node.unwind);
      program_.calls[node.code.back().imm].unwind = unwind;
    }
    for (const Instr& copy : copies(n, to[0])) emit(node, copy);
    last = make(Op::Jump, 0, to[0]);
  } else if (to.size() == 2) {
    uint32_t bit = pick(node, 1);
    uint32_t yes = edge(n, to[0]), no = edge(n, to[1]);
    last = make(Op::Br, 1, yes, bit, no);
  } else {
    uint32_t value = pick(node, 32);
    ir::SwitchTable table;
    table.default_target = edge(n, to[0]);
    for (uint32_t i = 1; i < to.size(); ++i) table.cases.push_back({i, edge(n, to[i])});
    program_.switches.push_back(table);
    last = make(Op::Switch, 32, 0, value, 0, program_.switches.size() - 1);
  }
  last.weight = uint8_t(1 + below(chance(10) ? 200 : 5));
  emit(node, last);
  draft_.blocks[n].code = node.code;
  draft_.blocks[n].locations.assign(node.code.size(), 0);
  bool decides = std::adjacent_find(to.begin(), to.end(), std::not_equal_to<>()) != to.end();
  if (decides) draft_.blocks[n].branch = n;
}

Draft Generator::run() {
  ir::Function& f = draft_.function;
  f.name = f.source_name = "f";
  f.parameters = below(4);
  f.variadic = chance(20);
  for (uint32_t i = 0; i < f.parameters; ++i)
    f.parameter_widths.push_back(chance(50) ? 32 : uint16_t(pointer()));
  f.frame_bytes = 96;
  for (auto [offset, size] : {std::pair<uint64_t, uint64_t>{0, 16}, {32, 8}, {64, 24}}) {
    ir::Local local;
    local.name = fmt::format("l{}", offset);
    local.offset = offset;
    local.size = size;
    local.align = 8;
    f.locals.push_back(local);
  }
  draft_.registers = f.parameters + (f.variadic ? 1 : 0);
  draft_.returns_twice = chance(5);
  shape();
  dominate();
  for (uint32_t n = 1; n < nodes_.size(); ++n) {
    for (unsigned i = below(4); i > 0; --i) {
      unsigned width = chance(60) ? 32 : chance(70) ? pointer() : 1;
      nodes_[n].phis.push_back({fresh(), width});
    }
  }
  // By number of dominators: those of a block come before it.
  std::vector<uint32_t> order(nodes_.size());
  for (uint32_t n = 0; n < order.size(); ++n) order[n] = n;
  auto key = [&](uint32_t n) { return std::pair(__builtin_popcount(dominators_[n]), n); };
  std::sort(order.begin(), order.end(), [&](uint32_t l, uint32_t r) { return key(l) < key(r); });
  draft_.blocks.resize(nodes_.size());
  for (uint32_t n : order) fill(n);
  for (uint32_t n : order) end(n);
  return std::move(draft_);
}

}  // namespace

void add_block(Draft& draft, std::vector<Instr> code, uint8_t weight) {
  code.back().weight = weight;
  std::vector<ir::LocationId> locations(code.size(), 0);
  draft.blocks.push_back({{}, std::move(code), std::move(locations)});
}

std::vector<Op> ops(const std::vector<Instr>& code) {
  std::vector<Op> result;
  for (const Instr& instr : code) result.push_back(instr.op);
  return result;
}

Draft large_draft(uint32_t blocks) {
  Draft draft;
  draft.function.parameters = 2;
  constexpr uint32_t kept = 100;  // values of the first block that are read all over
  std::mt19937_64 random(1);
  uint32_t first = 2, phi = first + kept;
  draft.registers = phi + blocks + 1;
  std::vector<Instr> code;
  for (uint32_t i = 0; i < kept; ++i) code.push_back(make(Op::AddI, 32, first + i, 0, 0, i));
  code.push_back(make(Op::Move, 32, phi + 1, 0));
  code.push_back(make(Op::Jump, 0, 1));
  add_block(draft, code, 1);
  // Block b computes from its phi, long-lived values and its own; then goes on, or back a little, both with a
  // new phi value.
  std::vector<std::vector<Instr>> edges;
  for (uint32_t b = 1; b < blocks; ++b) {
    code.clear();
    uint32_t last = phi + b;
    for (int i = 0; i < 6; ++i) {
      uint32_t value = draft.registers++;
      uint32_t other = random() % 3 == 0 ? first + uint32_t(random() % kept) : last;
      code.push_back(make(Op::Add, 32, value, last, other));
      last = value;
    }
    uint32_t bit = draft.registers++;
    code.push_back(make(Op::Ult, 32, bit, last, 1));
    uint32_t back = b < 20 ? 1 : b - uint32_t(random() % 20);
    for (uint32_t to : {b + 1, back})
      edges.push_back({make(Op::Move, 32, phi + to, last), make(Op::Jump, 0, to)});
    code.push_back(
        make(Op::Br, 1, blocks + uint32_t(edges.size()) - 1, bit, blocks + uint32_t(edges.size())));
    add_block(draft, code, 1);
  }
  add_block(draft, {make(Op::Ret, 32, 0, Operand::reg(phi + blocks).raw())}, 1);
  for (auto& edge : edges) add_block(draft, edge, 0);
  return draft;
}

ir::Function flatten(ir::Program& program, const Draft& draft) {
  ir::Function function = draft.function;
  function.has_body = true;
  function.register_count = draft.registers;
  for (const DraftBlock& block : draft.blocks) {
    auto first = uint32_t(function.code.size());
    function.code.insert(function.code.end(), block.code.begin(), block.code.end());
    function.locations.insert(function.locations.end(), block.locations.begin(), block.locations.end());
    auto end = uint32_t(function.code.size());
    function.blocks.push_back({first, end, block.name});
    if (block.branch != none) function.branch_sites.push_back({end - 1, block.branch, block.inverted});
  }
  for (Instr& instr : function.code) {
    ir::map_targets(program, instr, [&](uint32_t target) { return function.blocks[target].first; });
  }
  return function;
}

Outcome interpret(const ir::Program& program, const ir::Function& function,
                  const std::vector<uint64_t>& arguments, uint64_t seed, uint64_t fuel) {
  return Machine(program, function, seed).run(arguments, fuel);
}

Draft random_draft(ir::Program& program, uint64_t seed) { return Generator(program, seed).run(); }

std::string difference(const Outcome& expected, const Outcome& actual) {
  size_t common = std::min(expected.events.size(), actual.events.size());
  for (size_t i = 0; i < common; ++i) {
    if (expected.events[i] != actual.events[i]) {
      return fmt::format("event {}: expected \"{}\", got \"{}\"", i, expected.events[i], actual.events[i]);
    }
  }
  if (expected.out_of_fuel || actual.out_of_fuel) return {};
  if (expected.events.size() != actual.events.size()) {
    return fmt::format("expected {} events, got {}", expected.events.size(), actual.events.size());
  }
  return {};
}

}  // namespace bonsai::load::test
