#include "report/program_hash.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace bonsai::report {
namespace {

class Hasher {
 public:
  void add(uint64_t value) { hash_ = base::hash_combine(hash_, value); }
  void add(const std::string& text) { hash_ = base::hash_string(text, hash_); }
  void add(ir::Operand operand) { add(uint64_t(operand.raw())); }

  void add(const ir::Instr& instr) {
    add(uint64_t(instr.op) | uint64_t(instr.weight) << 8 | uint64_t(instr.width) << 16 |
        uint64_t(instr.dst) << 32);
    add(uint64_t(instr.a) | uint64_t(instr.b) << 32);
    add(instr.imm);
    add(instr.aux);
  }
  void add(const ir::Function& function) {
    add(function.name);
    add(function.address);
    add(function.frame_bytes);
    add(function.code.size());
    for (const ir::Instr& instr : function.code) add(instr);
    for (ir::LocationId location : function.locations) add(uint64_t(location));
  }
  void add(const ir::Global& global) {
    add(global.address);
    add(global.size);
    hash_ = base::hash_bytes(global.bytes, hash_);
  }
  void add(const ir::CallSite& call) {
    add(uint64_t(call.callee) | uint64_t(call.result) << 32);
    add(call.pointer);
    for (ir::Operand argument : call.arguments) add(argument);
    add(call.variadic);
    add(uint64_t(call.unwind) | uint64_t(call.landing_pad) << 32);
  }
  void add(const ir::SwitchTable& table) {
    add(uint64_t(table.default_target));
    for (const ir::SwitchTable::Case& each : table.cases) add(each.value), add(uint64_t(each.target));
  }
  void add(const ir::Constant& constant) {
    add(uint64_t(constant.width) | uint64_t(constant.poison) << 32);
    for (uint64_t word : constant.words) add(word);
  }
  void add(const ir::Location& location) {
    add(uint64_t(location.file) | uint64_t(location.line) << 32);
    add(uint64_t(location.column) | uint64_t(location.inlined_at) << 32);
    add(uint64_t(location.rank));
  }

  template <typename T>
  void add(const std::vector<T>& all) {
    add(uint64_t(all.size()));
    for (const T& each : all) add(each);
  }

  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = 0;
};

}  // namespace

std::string program_hash(const ir::Program& program) {
  Hasher hasher;
  hasher.add(uint64_t(program.pointer_bytes));
  hasher.add(program.functions);
  hasher.add(program.globals);
  hasher.add(program.constants);
  hasher.add(program.operands);
  hasher.add(program.switches);
  hasher.add(program.calls);
  hasher.add(program.locations);
  return fmt::format("{:016x}", hasher.value());
}

}  // namespace bonsai::report
