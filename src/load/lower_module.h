// What the lowering of one module shares among its functions: addresses, constants, types, names, warnings.
//
// Layout of the address space: functions at 16-byte steps from AddressMap::code_begin in order of their ids,
// behind them one number for each block whose address is taken, globals from globals_begin with gaps between
// them.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "load/branch_numbers.h"
#include "load/debug_info.h"
#include "load/load.h"
#include "load/source_branches.h"

namespace bonsai::load {

// Thrown where an instruction cannot be lowered, caught where that instruction began; `what` is a noun
// phrase.
struct NotSupported {
  std::string what;
};

// One scalar of a value, as an operand: a register, a constant of at most 64 bits, an index of the constant
// pool (wider ones and poison), or the address of the frame's local at a byte offset.
struct Scalar {
  enum class Kind : uint8_t { reg, imm, pool, local };
  Kind kind = Kind::imm;
  uint16_t width = 0;
  uint64_t value = 0;

  static Scalar reg(uint32_t index, unsigned width) { return {Kind::reg, uint16_t(width), index}; }
  static Scalar imm(uint64_t value, unsigned width) {
    return {Kind::imm, uint16_t(width), value & ir::mask_of(width)};
  }
  bool is_reg() const { return kind == Kind::reg; }
  bool is_imm() const { return kind == Kind::imm; }
  bool is_constant() const { return kind == Kind::imm || kind == Kind::pool; }
};

using Parts = llvm::SmallVector<Scalar, 4>;

class ModuleLowering {
 public:
  ModuleLowering(llvm::Module& module, const Options& options, std::vector<std::string>& warnings);
  ModuleLowering(const ModuleLowering&) = delete;

  ir::Program run(const SourceBranches& branches);

  ir::Program& program() { return program_; }
  llvm::Module& module() { return module_; }
  const llvm::DataLayout& layout() const { return layout_; }
  const Options& options() const { return options_; }
  DebugTranslator& debug() { return debug_; }
  unsigned pointer_width() const { return program_.pointer_bytes * 8; }
  // The va_list of x86-64 is a structure of 24 bytes; elsewhere we take it as a pointer into the arguments.
  bool system_v() const { return system_v_; }

  // The width of a scalar type; throws NotSupported for what is not one, or not one that can be held.
  unsigned width(const llvm::Type* type) const;
  // The scalar types that a value of the type is made of, in order; throws NotSupported.
  const std::vector<llvm::Type*>& scalars(llvm::Type* type);
  // Bytes from one element of a vector in memory to the next; 0 if elements are packed as bits.
  uint64_t vector_stride(const llvm::Type* element) const;

  // Constants (lower_constants.cpp).
  uint32_t pool(const llvm::APInt& value);
  Scalar constant(const llvm::APInt& value);
  Scalar poison(unsigned width);
  void append_constant(const llvm::Constant* value, Parts& parts);
  llvm::APInt evaluate(const llvm::Constant* value);

  uint64_t address(const llvm::GlobalValue* value);
  uint64_t address(const llvm::BasicBlock* block) const { return block_addresses_.lookup(block); }
  // The function that a called operand names directly, or none.
  ir::FunctionId function(const llvm::Value* callee) const;
  ir::FunctionId library_function(const std::string& name) const;
  ir::BranchId branch(const llvm::Instruction& instr) const { return branches_.lookup(&instr); }

  uint32_t add_observation(const ir::Observation& observation);

  void warn(const std::string& line);
  // Warns, and notes that a run cannot know of it.
  void ignore(const std::string& line);
  void note_left_out(const llvm::Function& function);
  LeftOut take_left_out() { return std::move(left_out_); }

 private:
  void add_source_branch(const SourceBranch& branch);
  void number_functions();
  void add_function(const std::string& name, const llvm::Function* function);
  void describe_function(ir::Function& result, const llvm::Function& function);
  void number_blocks();
  void finish(ir::Function function);
  void place_globals();
  void place_global(const llvm::GlobalVariable& variable, uint64_t& next);
  void initialise_globals();
  void write(const llvm::Constant* value, uint64_t offset, ir::Global& global);
  void write_bits(const llvm::APInt& value, uint64_t offset, uint64_t size, std::vector<uint8_t>& bytes);
  llvm::APInt evaluate_expression(const llvm::ConstantExpr* expression);
  std::vector<ir::FunctionId> structors(const char* name);
  void append_scalars(llvm::Type* type, std::vector<llvm::Type*>& result);
  uint32_t add_constant(ir::Constant constant);

  llvm::Module& module_;
  const Options& options_;
  std::vector<std::string>& warnings_;
  const llvm::DataLayout& layout_;
  ir::Program program_;
  DebugTranslator debug_;
  bool system_v_ = true;
  llvm::DenseMap<const llvm::GlobalValue*, uint64_t> addresses_;
  llvm::DenseMap<const llvm::BasicBlock*, uint64_t> block_addresses_;
  llvm::DenseMap<const llvm::Function*, ir::FunctionId> functions_;
  BranchNumbers branches_;
  llvm::DenseMap<const llvm::GlobalVariable*, uint32_t> globals_;
  std::unordered_map<const llvm::Type*, std::vector<llvm::Type*>> scalars_;  // references into it last
  std::unordered_map<std::string, uint32_t> constants_;
  std::set<std::string> warned_;
  LeftOut left_out_;
};

// The C library function that stands for a math intrinsic on the given scalar type ("sinf"), or "" if none
// does.
std::string library_name(unsigned intrinsic, const llvm::Type* type);

}  // namespace bonsai::load
