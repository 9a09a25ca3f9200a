// The lowering of one function body to a Draft. Internal to the lowering; its parts stand in lower_*.cpp by
// subject.
//
// A value is the list of its scalars (Parts). Instructions that only rearrange scalars (insertelement,
// shufflevector, extractvalue, casts of pointers, …) emit no code: their result is a new list of the same
// registers. That is sound although phi registers are assigned again: a path from such an assignment to a use
// of the alias passes the alias's definition, for the phi's block dominates it. Blocks are visited in reverse
// post-order, so that a value's list exists before its uses.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>
#include <utility>
#include <vector>

#include "load/draft.h"
#include "load/lower_module.h"

namespace bonsai::load {

class FunctionLowering {
 public:
  FunctionLowering(ModuleLowering& module, const llvm::Function& function, const ir::Function& header);
  Draft run();

 private:
  using Op = ir::Op;
  struct Copy {
    uint32_t dst;
    Scalar src;
  };

  // lower_function.cpp: the walk over the function
  void number_values();
  void find_variables();
  void finish_variables();
  void lower_block(const llvm::BasicBlock& block);
  void lower_instruction(const llvm::Instruction& instr);
  void dispatch(const llvm::Instruction& instr);
  bool dispatch_simple(const llvm::Instruction& instr);
  void give_up(const llvm::Instruction& instr, const std::string& what);
  void note_location(const llvm::Instruction& instr);
  static bool is_counted(const llvm::Instruction& instr);

  // lower_emit.cpp: registers, operands, instructions
  ir::Instr& emit(Op op, unsigned width, uint32_t dst = 0, uint32_t a = 0, uint32_t b = 0, uint64_t imm = 0);
  uint32_t new_block(const std::string& name);
  void begin(uint32_t block);
  uint32_t fresh(unsigned count = 1);
  uint32_t reg(Scalar scalar);
  void assign(uint32_t dst, Scalar scalar);
  ir::Operand operand(Scalar scalar);
  Scalar binary(Op op, Scalar a, Scalar b);
  Scalar binary(Op op, Scalar a, uint64_t b) { return binary(op, a, Scalar::imm(b, a.width)); }
  Scalar compare(Op op, Scalar a, Scalar b);
  Scalar compare(Op op, Scalar a, uint64_t b) { return compare(op, a, Scalar::imm(b, a.width)); }
  Scalar unary(Op op, Scalar a);
  Scalar cast(Op op, Scalar a, unsigned to);
  Scalar resize(Scalar a, unsigned to, bool is_signed = false);
  Scalar ternary(Op op, Scalar a, Scalar b, Scalar c);
  Scalar select(Scalar condition, Scalar yes, Scalar no);
  Scalar constant(const llvm::APInt& value) { return module_.constant(value); }
  Scalar zero(unsigned width) { return constant(llvm::APInt(width, 0)); }
  Scalar concat(llvm::ArrayRef<Scalar> low_to_high);
  Scalar extract_bits(Scalar from, unsigned low, unsigned count);
  // Values
  Parts value(const llvm::Value* value);
  Scalar scalar(const llvm::Value* value);
  void define(const llvm::Value& value, llvm::ArrayRef<Scalar> parts);
  void define(const llvm::Value& value, Scalar part) { define(value, llvm::ArrayRef<Scalar>(part)); }
  unsigned width(const llvm::Type* type) const { return module_.width(type); }
  unsigned pointer_width() const { return module_.pointer_width(); }

  // lower_arith.cpp
  void lower_binary(const llvm::BinaryOperator& instr);
  Scalar poison_on_overflow(const llvm::BinaryOperator& instr, Scalar result, Scalar a, Scalar b);
  void lower_icmp(const llvm::ICmpInst& instr);
  void lower_select(const llvm::SelectInst& instr);
  void lower_cast(const llvm::CastInst& instr);
  void lower_bitcast(const llvm::Value& instr, const llvm::Value* from, llvm::Type* to);
  void lower_freeze(const llvm::FreezeInst& instr);
  Scalar int_op(unsigned opcode, Scalar a, Scalar b);
  // lower_float.cpp
  void check_float(const llvm::Type* type);
  Scalar float_op(unsigned opcode, Scalar a, Scalar b);
  Scalar float_compare(unsigned predicate, Scalar a, Scalar b);
  Scalar float_math(ir::FloatFunction function, Scalar a);
  Scalar float_min_max(ir::FloatFunction function, Scalar a, Scalar b);
  Scalar float_negate(Scalar a);
  Scalar float_class(Scalar a, unsigned classes);
  llvm::APInt float_sign(unsigned width) { return llvm::APInt::getSignMask(width); }
  bool lower_float_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_math_intrinsic(const llvm::IntrinsicInst& call, const llvm::Type* element);
  bool lower_constrained(const llvm::IntrinsicInst& call);
  void lower_library_math(const llvm::IntrinsicInst& call);
  Scalar call_library(const std::string& name, llvm::ArrayRef<Scalar> arguments, unsigned result_width);

  // lower_memory.cpp
  void lower_alloca(const llvm::AllocaInst& instr);
  void load_parts(llvm::Type* type, Scalar pointer, uint64_t offset, llvm::Align align, Parts& parts);
  void store_parts(llvm::Type* type, Scalar pointer, uint64_t offset, llvm::Align align,
                   llvm::ArrayRef<Scalar> parts, size_t& next);
  Scalar load_scalar(Scalar pointer, uint64_t offset, unsigned width, llvm::Align align);
  void store_scalar(Scalar pointer, uint64_t offset, Scalar what, llvm::Align align);
  void store_value(llvm::Type* type, Scalar pointer, uint64_t offset, llvm::Align align,
                   llvm::ArrayRef<Scalar> parts);
  Scalar move_pointer(Scalar pointer, uint64_t offset);
  void memory_block(Op op, Scalar to, Scalar from, Scalar length, llvm::Align align);
  void lower_gep(const llvm::GetElementPtrInst& instr);
  Scalar gep_lane(const llvm::GetElementPtrInst& instr, Scalar base, unsigned lane);
  void lower_cmpxchg(const llvm::AtomicCmpXchgInst& instr);
  void lower_atomicrmw(const llvm::AtomicRMWInst& instr);
  Scalar rmw_result(llvm::AtomicRMWInst::BinOp operation, Scalar old, Scalar operand);
  static void check_address_space(const llvm::Value* pointer);
  // A new static local; returns its address.
  Scalar new_local(const std::string& name, uint64_t size, uint64_t align);

  // lower_calls.cpp
  void lower_call(const llvm::CallBase& call);
  void lower_real_call(const llvm::CallBase& call);
  Scalar by_value_argument(const llvm::CallBase& call, unsigned index);
  Scalar variadic_area(const llvm::CallBase& call, llvm::MutableArrayRef<Parts> arguments);
  void emit_call(ir::CallSite site, uint32_t first_result);
  bool lower_operation(const llvm::CallBase& call);
  void lower_observation(const llvm::CallBase& marker);
  void note_source_branch(const llvm::Instruction& instr);
  void lower_va_start(Scalar list);
  void lower_va_arg(const llvm::VAArgInst& instr);
  // lower_asm.cpp
  void lower_asm(const llvm::CallBase& call, const llvm::InlineAsm& code);
  bool lower_asm_statement(const llvm::CallBase& call, const std::string& text, llvm::ArrayRef<int> tied);

  // lower_intrinsics.cpp
  void lower_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_hint(const llvm::IntrinsicInst& call);
  bool lower_integer_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_overflow_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_memory_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_machine_intrinsic(const llvm::IntrinsicInst& call);
  Scalar object_size(const llvm::IntrinsicInst& call);

  // lower_vectors.cpp
  bool lower_vector_instruction(const llvm::Instruction& instr);
  void lower_extract_element(const llvm::ExtractElementInst& instr);
  void lower_insert_element(const llvm::InsertElementInst& instr);
  void lower_shuffle(const llvm::ShuffleVectorInst& instr);
  void lower_extract_value(const llvm::ExtractValueInst& instr);
  void lower_insert_value(const llvm::InsertValueInst& instr);
  size_t first_part(llvm::Type* type, llvm::ArrayRef<unsigned> indices);
  bool lower_vector_intrinsic(const llvm::IntrinsicInst& call);
  // lower_reduce.cpp
  bool lower_reduction(const llvm::IntrinsicInst& call);
  // lower_masked.cpp
  bool lower_masked_intrinsic(const llvm::IntrinsicInst& call);
  template <typename Yes, typename No>
  void if_lane(Scalar condition, Yes&& yes, No&& no);
  Parts masked_load(llvm::ArrayRef<Scalar> pointers, llvm::ArrayRef<Scalar> mask,
                    llvm::ArrayRef<Scalar> otherwise, llvm::Type* element, llvm::Align align);
  void masked_store(llvm::ArrayRef<Scalar> pointers, llvm::ArrayRef<Scalar> mask, llvm::ArrayRef<Scalar> what,
                    llvm::Type* element, llvm::Align align);
  Parts lane_pointers(Scalar base, llvm::Type* element, size_t count);
  void lower_expand_load(const llvm::IntrinsicInst& call);
  void lower_compress_store(const llvm::IntrinsicInst& call);

  // lower_control.cpp
  bool lower_terminator(const llvm::Instruction& instr);
  void lower_branch(const llvm::BranchInst& instr);
  void lower_switch(const llvm::SwitchInst& instr);
  void lower_indirectbr(const llvm::IndirectBrInst& instr);
  void lower_return(const llvm::ReturnInst& instr);
  void lower_landing_pad(const llvm::LandingPadInst& instr);
  uint32_t landing_pad(const llvm::LandingPadInst& instr);
  void jump(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  uint32_t edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  std::vector<Copy> copies(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  unsigned incoming_index(const llvm::PHINode& phi, const llvm::BasicBlock* from);
  void emit_copies(std::vector<Copy> copies);

  ModuleLowering& module_;
  ir::Program& program_;
  const llvm::Function& function_;
  Draft draft_;
  uint32_t current_ = 0;  // block under construction
  bool ended_ = false;    // it has its terminator
  uint64_t count_ = 0;    // LLVM instructions since the last counting point
  ir::LocationId location_ = 0;
  bool has_checks_ = false;      // compiled by us: flags are covered by inserted checks
  std::vector<Scalar> scalars_;  // the parts of all values, one after the other
  llvm::DenseMap<const llvm::Value*, std::pair<uint32_t, uint32_t>> values_;  // first and count in scalars_
  llvm::DenseMap<const llvm::BasicBlock*, uint32_t> heads_;
  llvm::DenseMap<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, uint32_t> edges_;
  llvm::DenseMap<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, unsigned> incoming_;
  llvm::DenseMap<const llvm::LandingPadInst*, uint32_t> landing_pads_;
  llvm::DenseMap<const llvm::AllocaInst*, SourceVariable> local_names_;
  llvm::DenseMap<const llvm::AllocaInst*, uint32_t> local_indices_;  // static or dynamic locals
  std::vector<ir::Local> dynamic_locals_;
  std::vector<std::pair<uint32_t, uint32_t>> allocas_;  // block and index of the Alloca instructions
  struct NotedVariable {
    SourceVariable variable;
    const llvm::Value* value;
    bool in_memory;
  };
  std::vector<NotedVariable> noted_;
};

}  // namespace bonsai::load
