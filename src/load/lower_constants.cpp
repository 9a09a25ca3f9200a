// Constants of the module as operands and as bytes: everything that LLVM leaves to the linker is a number
// here, because all addresses are known.
//
// Tested by lower_test.cpp.
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

#include <cstring>

#include "load/lower_module.h"

namespace bonsai::load {

using llvm::APInt;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

uint32_t ModuleLowering::add_constant(ir::Constant constant) {
  std::string key = std::to_string(constant.width) + (constant.poison ? "p" : ":");
  for (uint64_t word : constant.words) key.append(reinterpret_cast<const char*>(&word), sizeof word);
  auto [found, is_new] = constants_.try_emplace(key, program_.constants.size());
  if (is_new) program_.constants.push_back(std::move(constant));
  return found->second;
}

uint32_t ModuleLowering::pool(const APInt& value) {
  const uint64_t* words = value.getRawData();
  return add_constant({value.getBitWidth(), false, {words, words + value.getNumWords()}});
}

Scalar ModuleLowering::constant(const APInt& value) {
  if (value.getBitWidth() <= 64) return Scalar::imm(value.getZExtValue(), value.getBitWidth());
  return {Scalar::Kind::pool, uint16_t(value.getBitWidth()), pool(value)};
}

Scalar ModuleLowering::poison(unsigned width) {
  return {Scalar::Kind::pool, uint16_t(width),
          add_constant({width, true, std::vector<uint64_t>((width + 63) / 64)})};
}

void ModuleLowering::append_constant(const llvm::Constant* value, Parts& parts) {
  llvm::Type* type = value->getType();
  if (isa<llvm::PoisonValue>(value)) {
    for (llvm::Type* scalar : scalars(type)) parts.push_back(poison(width(scalar)));
  } else if (isa<llvm::UndefValue>(value) || value->isNullValue()) {
    for (llvm::Type* scalar : scalars(type)) parts.push_back(constant(APInt(width(scalar), 0)));
  } else if (!type->isVectorTy() && !type->isAggregateType()) {
    parts.push_back(constant(evaluate(value)));
  } else {
    uint64_t count = isa<llvm::FixedVectorType>(type) ? cast<llvm::FixedVectorType>(type)->getNumElements()
                     : type->isArrayTy()              ? type->getArrayNumElements()
                     : type->isStructTy()             ? type->getStructNumElements()
                                                      : throw NotSupported{"a scalable vector"};
    scalars(type);  // refuses what is too large
    for (uint64_t i = 0; i < count; ++i) {
      const llvm::Constant* element = value->getAggregateElement(unsigned(i));
      if (!element) throw NotSupported{"a vector constant expression"};
      append_constant(element, parts);
    }
  }
}

APInt ModuleLowering::evaluate(const llvm::Constant* value) {
  unsigned bits = width(value->getType());
  auto address_bits = [&](uint64_t number) { return APInt(64, number).zextOrTrunc(bits); };
  if (isa<llvm::UndefValue>(value) || value->isNullValue()) return APInt(bits, 0);
  if (auto* integer = dyn_cast<llvm::ConstantInt>(value)) return integer->getValue();
  if (auto* number = dyn_cast<llvm::ConstantFP>(value)) return number->getValueAPF().bitcastToAPInt();
  if (auto* global = dyn_cast<llvm::GlobalValue>(value)) return address_bits(address(global));
  if (auto* block = dyn_cast<llvm::BlockAddress>(value)) return address_bits(address(block->getBasicBlock()));
  if (auto* same = dyn_cast<llvm::DSOLocalEquivalent>(value))
    return address_bits(address(same->getGlobalValue()));
  if (auto* same = dyn_cast<llvm::NoCFIValue>(value)) return address_bits(address(same->getGlobalValue()));
  if (auto* expression = dyn_cast<llvm::ConstantExpr>(value)) return evaluate_expression(expression);
  throw NotSupported{"an unknown kind of constant"};
}

APInt ModuleLowering::evaluate_expression(const llvm::ConstantExpr* expression) {
  using llvm::Instruction;
  unsigned bits = width(expression->getType());
  if (auto* gep = dyn_cast<llvm::GEPOperator>(expression)) {
    APInt result = evaluate(cast<llvm::Constant>(gep->getPointerOperand()));
    for (auto it = gep_type_begin(gep), end = gep_type_end(gep); it != end; ++it) {
      APInt index = evaluate(cast<llvm::Constant>(it.getOperand()));
      if (llvm::StructType* structure = it.getStructTypeOrNull())
        result += layout_.getStructLayout(structure)
                      ->getElementOffset(unsigned(index.getZExtValue()))
                      .getFixedValue();
      else
        result +=
            index.sextOrTrunc(bits) * APInt(64, it.getSequentialElementStride(layout_)).zextOrTrunc(bits);
    }
    return result;
  }
  APInt a = evaluate(expression->getOperand(0));
  switch (expression->getOpcode()) {
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr: return a.zextOrTrunc(bits);
    case Instruction::SExt: return a.sext(bits);
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast: return a;
    default: break;
  }
  if (expression->getNumOperands() == 2) {
    APInt b = evaluate(expression->getOperand(1));
    switch (expression->getOpcode()) {
      case Instruction::Add: return a + b;
      case Instruction::Sub: return a - b;
      case Instruction::Mul: return a * b;
      case Instruction::And: return a & b;
      case Instruction::Or: return a | b;
      case Instruction::Xor: return a ^ b;
      case Instruction::Shl: return a.shl(b);
      default: break;
    }
  }
  throw NotSupported{std::string("the constant expression ") + expression->getOpcodeName()};
}

void ModuleLowering::write_bits(const APInt& value, uint64_t offset, uint64_t size,
                                std::vector<uint8_t>& bytes) {
  if (value.isZero()) return;
  if (bytes.size() < offset + size) bytes.resize(offset + size);
  APInt wide = value.zext(std::max<unsigned>(value.getBitWidth(), unsigned(size * 8)));
  for (uint64_t i = 0; i < size; ++i)
    bytes[offset + i] = uint8_t(wide.extractBitsAsZExtValue(8, unsigned(i * 8)));
}

// Zero and undefined parts are not written: an object's content past `bytes` is zero.
// Is it an address, or computed of one?
static bool has_address(const llvm::Constant& value) {
  if (isa<llvm::GlobalValue>(value) || isa<llvm::BlockAddress>(value)) return true;
  if (!isa<llvm::ConstantExpr>(value)) return false;
  for (const llvm::Use& operand : value.operands())
    if (has_address(*llvm::cast<llvm::Constant>(operand.get()))) return true;
  return false;
}

void ModuleLowering::write(const llvm::Constant* value, uint64_t offset, ir::Global& global) {
  std::vector<uint8_t>& bytes = global.bytes;
  llvm::Type* type = value->getType();
  if (isa<llvm::UndefValue>(value) || value->isNullValue()) return;
  if (auto* data = dyn_cast<llvm::ConstantDataSequential>(value)) {
    llvm::StringRef raw = data->getRawDataValues();
    if (bytes.size() < offset + raw.size()) bytes.resize(offset + raw.size());
    std::memcpy(bytes.data() + offset, raw.data(), raw.size());
  } else if (auto* structure = dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* fields = layout_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      write(value->getAggregateElement(i), offset + fields->getElementOffset(i).getFixedValue(), global);
  } else if (auto* array = dyn_cast<llvm::ArrayType>(type)) {
    uint64_t stride = layout_.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      write(value->getAggregateElement(unsigned(i)), offset + i * stride, global);
  } else if (auto* vector = dyn_cast<llvm::FixedVectorType>(type)) {
    unsigned bits = width(vector->getElementType());
    APInt all(bits * vector->getNumElements(), 0);
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      const llvm::Constant* element = value->getAggregateElement(i);
      if (!element) throw NotSupported{"a vector constant expression"};
      all.insertBits(evaluate(element), i * bits);
      if (has_address(*element)) global.addresses.push_back(offset + i * bits / 8);
    }
    write_bits(all, offset, layout_.getTypeStoreSize(type), bytes);
  } else {
    if (has_address(*value)) global.addresses.push_back(offset);
    write_bits(evaluate(value), offset, layout_.getTypeStoreSize(type), bytes);
  }
}

}  // namespace bonsai::load
