// Opcodes of Bonsai's register IR, their formats, and the fixed-size instruction.
#pragma once

#include <cstdint>
#include <string_view>

namespace bonsai::ir {

enum class Op : uint8_t {
#define OP(name, mnemonic, format, meaning) name,
#include "ir/opcode.def"
};

inline constexpr unsigned op_count = 0
#define OP(name, mnemonic, format, meaning) +1
#include "ir/opcode.def"
    ;
static_assert(op_count <= 256, "an opcode is one byte");

// Which fields an instruction uses. Registers are indices below Function::register_count; an Operand is a
// register or a constant of the program's pool; a target is an index into Function::code.
enum class Format : uint8_t {
  None,
  Result,            // dst
  Use,               // a: register
  Const,             // dst, imm: value (reduced to width)
  ConstPool,         // dst, imm: index of the constant
  Unary,             // dst, a: register
  Binary,            // dst, a, b: registers
  BinaryImm,         // dst, a: register, imm: value
  BinaryImm2,        // a: register, imm: value (no result)
  Ternary,           // dst, a: register, b: Operand, imm: Operand c
  Cast,              // dst, a: register, imm: result width
  FloatKind1,        // dst, a: register, imm: FloatFunction
  FloatKind2,        // dst, a, b: registers, imm: FloatFunction
  FloatCompare,      // dst, a, b: registers, imm: set of FloatRelation bits
  PtrAdd,            // dst, a, b: registers, imm: Address (offset, scale)
  LocalAddr,         // dst, imm: byte offset in the frame
  Alloca,            // dst, a: register (count), imm: element size, aux: index of the function's Local
  Load,              // dst, a: register, imm: Address (offset), aux: Access
  LoadX,             // dst, a, b: registers, imm: Address, aux: Access
  Store,             // a: register, b: Operand, imm: Address (offset), aux: Access
  StoreX,            // a: register, b: Operand, dst: index register c, imm: Address, aux: Access
  LoadLocal,         // dst, imm: byte offset in the frame, aux: Access
  StoreLocal,        // b: Operand, imm: byte offset in the frame, aux: Access
  Memory3,           // a: register, b: Operand, imm: Operand c, aux: Access (align only)
  Check,             // a: register, b: Operand
  Observe,           // a: register, b: Operand, imm: index of the Observation
  PoisonIf,          // dst, a, b: registers
  Jump,              // dst: target
  Branch,            // a: register, dst: target if 1, b: target if 0
  BranchCompare,     // a, b: registers, dst: target if true, imm: target if false
  BranchCompareImm,  // a: register, imm: value, dst: target if true, b: target if false
  Switch,            // a: register, imm: index of the SwitchTable
  IndirectBr,        // a: register, imm: index of the SwitchTable
  Call,              // imm: index of the CallSite
  Ret,               // a: Operand
  RetMany,           // a: first index in Program::operands, b: count
  LandingPad,        // dst, dst+1, imm: index of the LandingPad
  Resume,            // a, b: registers
  Message,           // imm: index of the string
  Count,             // imm: instructions
};

struct OpInfo {
  std::string_view name;
  std::string_view mnemonic;
  Format format;
  std::string_view meaning;
};

const OpInfo& info(Op op);

// A terminator ends a block: nothing falls through it.
bool is_terminator(Op op);
// A branch with two targets.
bool is_conditional(Op op);

// Operands of the formats that allow a constant as well as a register.
class Operand {
 public:
  Operand() = default;
  static Operand reg(uint32_t index) { return Operand(index); }
  static Operand constant(uint32_t index) { return Operand(index | constant_bit); }
  static Operand from_raw(uint32_t raw) { return Operand(raw); }
  static Operand none() { return Operand(none_raw); }
  bool is_none() const { return raw_ == none_raw; }
  bool is_constant() const { return raw_ & constant_bit && !is_none(); }
  bool is_register() const { return !(raw_ & constant_bit); }
  uint32_t index() const { return raw_ & ~constant_bit; }
  uint32_t raw() const { return raw_; }
  friend bool operator==(Operand, Operand) = default;

  static constexpr uint32_t constant_bit = 0x80000000u;

 private:
  static constexpr uint32_t none_raw = 0xffffffffu;
  explicit Operand(uint32_t raw) : raw_(raw) {}
  uint32_t raw_ = none_raw;
};

// The constant part of an address: base register + index register * scale + offset.
struct Address {
  int32_t offset = 0;
  uint32_t scale = 0;
  uint64_t pack() const { return uint32_t(offset) | uint64_t(scale) << 32; }
  static Address unpack(uint64_t raw) { return {int32_t(uint32_t(raw)), uint32_t(raw >> 32)}; }
};

// How memory is accessed. `site` numbers the loads and stores of the program; the interpreter keeps a cache
// per site. 0 < bytes; for the memory block operations bytes is 0.
struct Access {
  uint32_t site = 0;
  uint16_t bytes = 0;
  uint8_t align_log2 = 0;
  uint64_t pack() const { return site | uint64_t(bytes) << 32 | uint64_t(align_log2) << 48; }
  static Access unpack(uint64_t raw) { return {uint32_t(raw), uint16_t(raw >> 32), uint8_t(raw >> 48)}; }
};

// Possible relations of two floats; a comparison's `imm` is a set of them, bit by bit.
enum FloatRelation : uint8_t { equal = 1, greater = 2, less = 4, unordered = 8 };

enum class FloatFunction : uint8_t {
  sqrt,
  floor,
  ceil,
  trunc,
  rint,
  nearby_int,
  round,
  round_even,
  canonicalize,  // FMath
  min_num,
  max_num,
  minimum,
  maximum,  // FMinMax
};
std::string_view name(FloatFunction function);

// One instruction. `weight` is how many LLVM instructions are counted when it executes: a block's whole count
// stands at its terminator, or at the calls that split it. `aux` is the mask of `width` for plain integer
// results (0 when wider).
struct Instr {
  Op op = Op::Unreachable;
  uint8_t weight = 0;
  uint16_t width = 0;
  uint32_t dst = 0;
  uint32_t a = 0;
  uint32_t b = 0;
  uint64_t imm = 0;
  uint64_t aux = 0;

  Operand operand_a() const { return Operand::from_raw(a); }
  Operand operand_b() const { return Operand::from_raw(b); }
  Operand operand_c() const { return Operand::from_raw(uint32_t(imm)); }
  Address address() const { return Address::unpack(imm); }
  Access access() const { return Access::unpack(aux); }
};
static_assert(sizeof(Instr) == 32);

// All ones in the low `width` bits; 0 for widths above 64, which are never held plain.
constexpr uint64_t mask_of(unsigned width) {
  return width > 64 ? 0 : width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
}

}  // namespace bonsai::ir
