// IR as text. An instruction prints its fields by the roles of its format (uses.h); only what reads badly
// that way (calls, switches, memory) has its own words. Tested by printer_test.cpp.
#include "ir/printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ir/uses.h"

namespace bonsai::ir {

namespace {

class Printer {
 public:
  Printer(const Program& program, const Function& function) : program_(program), function_(function) {}

  std::string instr(const Instr& instr) const;
  std::string header() const;
  std::string label(uint32_t target) const;
  static std::string label(const Function& function, size_t block);

 private:
  static std::string reg(uint32_t index) { return fmt::format("%{}", index); }
  std::string constant(uint32_t index) const;
  std::string operand(Operand operand) const;
  std::string number(uint64_t value, unsigned width) const;
  std::string field(Role role, uint64_t raw, const Instr& instr) const;
  std::string address(const Instr& instr, uint32_t index_register) const;
  std::string access(const Instr& instr) const;
  std::string frame(uint64_t offset) const;
  std::string call(const Instr& instr) const;
  std::string table(const Instr& instr) const;
  std::string landing_pad(const Instr& instr) const;
  std::string plain(const Instr& instr) const;
  std::string mnemonic(const Instr& instr) const;
  std::string results(uint32_t first, uint32_t count) const;
  std::string type_name(TypeId type) const;

  const Program& program_;
  const Function& function_;
};

std::string Printer::label(const Function& function, size_t block) {
  const std::string& name = function.blocks[block].name;
  return name.empty() ? fmt::format("b{}", block) : name;
}

std::string Printer::label(uint32_t target) const {
  auto after = std::upper_bound(function_.blocks.begin(), function_.blocks.end(), target,
                                [](uint32_t index, const Block& block) { return index < block.first; });
  if (after == function_.blocks.begin()) return fmt::format("@{}", target);
  --after;
  if (after->first != target || target >= function_.code.size()) return fmt::format("@{}", target);
  return label(function_, size_t(after - function_.blocks.begin()));
}

// Small numbers as people write them: negative where the sign bit is set and the magnitude small.
std::string Printer::number(uint64_t value, unsigned width) const {
  if (width >= 8 && width <= 64) {
    uint64_t negated = (0 - value) & mask_of(width);
    if (value >> (width - 1) & 1 && negated <= 65536) return fmt::format("-{}", negated);
  }
  return value < 65536 ? fmt::format("{}", value) : fmt::format("0x{:x}", value);
}

std::string Printer::constant(uint32_t index) const {
  if (index >= program_.constants.size()) return fmt::format("constant {}?", index);
  const Constant& constant = program_.constants[index];
  if (constant.poison) return "poison";
  if (constant.words.size() == 1) return number(constant.words[0], constant.width);
  std::string text = "0x";
  for (size_t i = constant.words.size(); i-- > 0;) text += fmt::format("{:016x}", constant.words[i]);
  return text;
}

std::string Printer::operand(Operand operand) const {
  if (operand.is_none()) return "none";
  return operand.is_constant() ? constant(operand.index()) : reg(operand.index());
}

std::string Printer::frame(uint64_t offset) const {
  for (const Local& local : function_.locals) {
    if (local.dynamic || offset < local.offset || offset - local.offset >= std::max<uint64_t>(local.size, 1))
      continue;
    std::string name = local.name.empty() ? fmt::format("frame+{}", local.offset) : local.name;
    return offset == local.offset ? name : fmt::format("{}+{}", name, offset - local.offset);
  }
  return fmt::format("frame+{}", offset);
}

std::string Printer::field(Role role, uint64_t raw, const Instr& instr) const {
  switch (role) {
    case Role::unused:
    case Role::def:
    case Role::def_pair: return {};
    case Role::use: return reg(uint32_t(raw));
    case Role::operand: return operand(Operand::from_raw(uint32_t(raw)));
    case Role::target: return label(uint32_t(raw));
    case Role::value: return number(raw, instr.width);
    case Role::constant: return constant(uint32_t(raw));
    case Role::frame_offset: return frame(raw);
    case Role::string:
      return raw < program_.strings.size() ? fmt::format("\"{}\"", program_.strings[raw])
                                           : fmt::format("string {}?", raw);
    case Role::address:
    case Role::switch_table:
    case Role::call_site:
    case Role::landing_pad:
    case Role::operand_list: return fmt::format("{}", raw);
  }
  return {};
}

std::string Printer::address(const Instr& instr, uint32_t index_register) const {
  Address address = instr.address();
  std::string text = reg(instr.a);
  if (index_register != none) text += fmt::format(" + {} * {}", reg(index_register), address.scale);
  if (address.offset != 0)
    text += fmt::format(" {} {}", address.offset < 0 ? '-' : '+', std::abs(int64_t(address.offset)));
  return "[" + text + "]";
}

std::string Printer::access(const Instr& instr) const {
  Access access = instr.access();
  return fmt::format(", align {}", uint64_t(1) << access.align_log2);
}

std::string Printer::results(uint32_t first, uint32_t count) const {
  if (count == 0) return {};
  return count == 1 ? reg(first) + " = " : fmt::format("{}..{} = ", reg(first), reg(first + count - 1));
}

std::string Printer::call(const Instr& instr) const {
  if (instr.imm >= program_.calls.size()) return fmt::format("call site {}?", instr.imm);
  const CallSite& site = program_.calls[instr.imm];
  std::string text = results(site.result, site.result_count) + "call ";
  if (site.callee == none) {
    text += operand(site.pointer);
  } else {
    text += site.callee < program_.functions.size() ? program_.functions[site.callee].name
                                                    : fmt::format("function {}?", site.callee);
  }
  text += "(";
  for (size_t i = 0; i < site.arguments.size(); ++i) {
    if (i != 0) text += ", ";
    if (i < site.argument_widths.size()) text += fmt::format("i{} ", site.argument_widths[i]);
    text += operand(site.arguments[i]);
  }
  text += ")";
  if (!site.variadic.is_none()) text += " variadic " + operand(site.variadic);
  if (site.unwind != none) text += " unwind " + label(site.unwind);
  return text;
}

std::string Printer::table(const Instr& instr) const {
  std::string text = fmt::format("{} {}", mnemonic(instr), reg(instr.a));
  if (instr.imm >= program_.switches.size()) return text + fmt::format(" table {}?", instr.imm);
  const SwitchTable& table = program_.switches[instr.imm];
  std::string separator = " [";
  for (const auto& one : table.cases) {
    std::string value = table.wide                   ? constant(uint32_t(one.value))
                        : instr.op == Op::IndirectBr ? fmt::format("0x{:x}", one.value)
                                                     : number(one.value, instr.width);
    text += fmt::format("{}{}: {}", separator, value, label(one.target));
    separator = ", ";
  }
  if (table.default_target != none) {
    text += fmt::format("{}else: {}", separator, label(table.default_target));
    separator = ", ";
  }
  if (separator == " [") text += separator;
  return text + "]" + (table.dense.empty() ? "" : " dense");
}

std::string Printer::landing_pad(const Instr& instr) const {
  std::string text = results(instr.dst, 2) + "landingpad";
  if (instr.imm >= program_.landing_pads.size()) return text + fmt::format(" {}?", instr.imm);
  const LandingPad& pad = program_.landing_pads[instr.imm];
  for (const auto& clause : pad.clauses) {
    text += clause.filter ? " filter" : " catch";
    for (uint64_t info : clause.type_infos) text += info == 0 ? " all" : fmt::format(" 0x{:x}", info);
  }
  return text + (pad.cleanup ? " cleanup" : "");
}

std::string Printer::mnemonic(const Instr& instr) const {
  const OpInfo& row = info(instr.op);
  std::string text(row.mnemonic);
  if (row.format == Format::Cast) return text + fmt::format(".i{}.i{}", instr.width, instr.imm);
  bool float_named = text.ends_with(".f32") || text.ends_with(".f64");
  if (instr.width != 0 && !float_named) text += fmt::format(".i{}", instr.width);
  return text;
}

std::string Printer::plain(const Instr& instr) const {
  Roles r = roles(instr);
  Format format = info(instr.op).format;
  std::string text = mnemonic(instr);
  std::string separator = " ";
  auto add = [&](Role role, uint64_t raw) {
    std::string one = field(role, raw, instr);
    if (one.empty()) return;
    text += separator + one;
    separator = ", ";
  };
  bool imm_is_kind = format == Format::FloatKind1 || format == Format::FloatKind2;
  if (imm_is_kind) text += fmt::format(".{}", name(FloatFunction(instr.imm)));
  if (format == Format::FloatCompare) {
    text += ".";
    for (auto [bit, letter] : {std::pair(equal, 'e'), {greater, 'g'}, {less, 'l'}, {unordered, 'u'}}) {
      if (instr.imm & bit) text += letter;
    }
  }
  // The false target of a compare-and-branch stands behind the true one, wherever its field is.
  add(r.a, instr.a);
  if (r.b != Role::target) add(r.b, instr.b);
  if (r.imm != Role::target && format != Format::Cast && !imm_is_kind && format != Format::FloatCompare) {
    add(r.imm, instr.imm);
  }
  if (r.dst == Role::target) add(r.dst, instr.dst);
  if (r.b == Role::target) add(r.b, instr.b);
  if (r.imm == Role::target) add(r.imm, instr.imm);
  return text;
}

std::string Printer::instr(const Instr& instr) const {
  Roles r = roles(instr);
  std::string left = r.dst == Role::def ? reg(instr.dst) + " = " : "";
  std::string op = mnemonic(instr);
  switch (info(instr.op).format) {
    case Format::PtrAdd: return left + op + " " + address(instr, instr.b);
    case Format::Load: return left + op + " " + address(instr, none) + access(instr);
    case Format::LoadX: return left + op + " " + address(instr, instr.b) + access(instr);
    case Format::Store:
      return op + " " + address(instr, none) + ", " + operand(instr.operand_b()) + access(instr);
    case Format::StoreX:
      return op + " " + address(instr, instr.dst) + ", " + operand(instr.operand_b()) + access(instr);
    case Format::StoreLocal:
      return fmt::format("{} {}, {}", op, frame(instr.imm), operand(instr.operand_b()));
    case Format::Memory3: return plain(instr) + access(instr);
    case Format::Alloca: return fmt::format("{}{} {} * {} bytes", left, op, reg(instr.a), instr.imm);
    case Format::Switch:
    case Format::IndirectBr: return table(instr);
    case Format::Call: return call(instr);
    case Format::LandingPad: return landing_pad(instr);
    case Format::RetMany: {
      std::string text = op;
      for (uint64_t i = instr.a; i < uint64_t(instr.a) + instr.b; ++i) {
        text += i == instr.a ? " " : ", ";
        text += i < program_.operands.size() ? operand(program_.operands[i]) : "?";
      }
      return text;
    }
    default: return left + plain(instr);
  }
}

std::string Printer::type_name(TypeId type) const {
  return type != 0 && type < program_.types.size() ? program_.types[type].name : std::string();
}

std::string Printer::header() const {
  std::string text = fmt::format("function {}(", function_.name);
  for (uint32_t i = 0; i < function_.parameters; ++i) {
    if (i != 0) text += ", ";
    text += i < function_.parameter_widths.size() ? fmt::format("i{} %{}", function_.parameter_widths[i], i)
                                                  : reg(i);
  }
  if (function_.variadic)
    text += fmt::format("{}... %{}", function_.parameters == 0 ? "" : ", ", function_.parameters);
  text += ")";
  for (size_t i = 0; i < function_.result_widths.size(); ++i) {
    text += fmt::format("{} i{}", i == 0 ? " ->" : ",", function_.result_widths[i]);
  }
  if (function_.source_name != function_.name) text += fmt::format("  ; {}", function_.source_name);
  if (!function_.has_body) return text + "  ; no body\n";
  text += fmt::format("  ; {}\n; {} registers, frame of {} bytes\n", to_string(program_, function_.location),
                      function_.register_count, function_.frame_bytes);
  for (const Variable& variable : function_.variables) {
    std::string place = variable.place == Variable::Place::reg ? reg(variable.index)
                        : variable.index < function_.locals.size()
                            ? fmt::format("local {}", function_.locals[variable.index].name)
                            : "?";
    text += fmt::format("; {} {} {}: {}\n", variable.parameter ? "parameter" : "variable",
                        type_name(variable.type), variable.name, place);
  }
  for (const Local& local : function_.locals) {
    std::string place =
        local.dynamic ? "dynamic" : fmt::format("frame+{}, {} bytes", local.offset, local.size);
    text += fmt::format("; local {}: {}, align {}\n", local.name, place, local.align);
  }
  return text;
}

}  // namespace

std::string to_string(const Program& program, const Function& function, const Instr& instr) {
  return Printer(program, function).instr(instr);
}

std::string to_string(const Program& program, const Function& function) {
  Printer printer(program, function);
  std::string text = printer.header();
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    const Block& block = function.blocks[b];
    text += Printer::label(function, b) + ":\n";
    for (uint32_t i = block.first; i < block.end && i < function.code.size(); ++i) {
      std::string line = fmt::format("{:5}  {}", i, printer.instr(function.code[i]));
      if (const BranchSite* site = function.branch_site(i))
        line += fmt::format("  #{}{}", site->id, site->inverted ? " inverted" : "");
      LocationId location = i < function.locations.size() ? function.locations[i] : 0;
      if (location != 0) line = fmt::format("{:<54}  ; {}", line, to_string(program, location));
      text += line + "\n";
    }
  }
  return text;
}

std::string to_string(const Program& program, LocationId location) {
  std::string text;
  // Bounded, so that a broken chain prints too.
  for (int depth = 0; depth < 64; ++depth) {
    if (location == 0 || location >= program.locations.size()) return text.empty() ? "?" : text;
    const Location& place = program.locations[location];
    if (!text.empty()) text += " inlined at ";
    text += place.file < program.strings.size() ? program.strings[place.file] : "?";
    if (place.line != 0) text += fmt::format(":{}", place.line);
    if (place.line != 0 && place.column != 0) text += fmt::format(":{}", place.column);
    location = place.inlined_at;
    if (location == 0) return text;
  }
  return text + " …";
}

}  // namespace bonsai::ir
