// Memory: allocas, loads and stores of any type, address arithmetic, atomics (there is one thread).
//
// Tested by lower_test.cpp.
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include "load/lower_function.h"

namespace bonsai::load {

using llvm::Align;
using llvm::APInt;
using llvm::dyn_cast;
using llvm::Instruction;

// Segment registers and device memories are other address spaces.
void FunctionLowering::check_address_space(const llvm::Value* pointer) {
  if (pointer->getType()->getScalarType()->getPointerAddressSpace() != 0)
    throw NotSupported{"memory in another address space"};
}

Scalar FunctionLowering::new_local(const std::string& name, uint64_t size, uint64_t align) {
  ir::Function& function = draft_.function;
  ir::Local local;
  local.name = name;
  local.size = size;
  local.align = align;
  local.offset = llvm::alignTo(function.frame_bytes, align);
  function.frame_align = std::max(function.frame_align, local.align);
  function.frame_bytes = local.offset + size + ir::gap_after(size, 16, 256);
  Scalar address{Scalar::Kind::local, uint16_t(pointer_width()), local.offset};
  function.locals.push_back(std::move(local));
  return address;
}

void FunctionLowering::lower_alloca(const llvm::AllocaInst& instr) {
  if (values_.contains(&instr)) return;  // static: it has its place
  check_address_space(&instr);
  llvm::TypeSize size = module_.layout().getTypeAllocSize(instr.getAllocatedType());
  if (size.isScalable() || instr.isUsedWithInAlloca()) throw NotSupported{"this kind of alloca"};
  ir::Local local;
  auto named = local_names_.find(&instr);
  local.name = instr.getName().str();
  if (named != local_names_.end()) {
    local.name = named->second.name;
    local.type = named->second.type;
    local.location = named->second.location;
  }
  local.align = uint32_t(instr.getAlign().value());
  local.dynamic = true;
  uint32_t count = reg(resize(scalar(instr.getArraySize()), pointer_width()));
  uint32_t dst = fresh();
  emit(Op::Alloca, pointer_width(), dst, count, 0, size.getFixedValue()).aux = dynamic_locals_.size();
  allocas_.emplace_back(current_, uint32_t(draft_.blocks[current_].code.size() - 1));
  local_indices_[&instr] = uint32_t(dynamic_locals_.size());
  dynamic_locals_.push_back(std::move(local));
  define(instr, Scalar::reg(dst, pointer_width()));
}

Scalar FunctionLowering::move_pointer(Scalar pointer, uint64_t offset) {
  offset &= ir::mask_of(pointer.width);
  if (offset == 0) return pointer;
  if (pointer.is_imm()) return Scalar::imm(pointer.value + offset, pointer.width);
  uint32_t from = reg(pointer);
  uint32_t dst = fresh();
  emit(Op::PtrAddI, pointer.width, dst, from, 0, offset);
  return Scalar::reg(dst, pointer.width);
}

namespace {

// An offset that an Address holds, or 0 with the pointer to be moved.
bool fits(uint64_t offset) { return offset <= INT32_MAX; }

}  // namespace

Scalar FunctionLowering::load_scalar(Scalar pointer, uint64_t offset, unsigned width, Align align) {
  if (!fits(offset)) pointer = move_pointer(pointer, std::exchange(offset, 0));
  uint32_t from = reg(pointer);
  uint32_t dst = fresh();
  ir::Access access{program_.access_sites++, uint16_t((width + 7) / 8), uint8_t(Log2(align))};
  emit(Op::Load, width, dst, from, 0, ir::Address{int32_t(offset), 0}.pack()).aux = access.pack();
  return Scalar::reg(dst, width);
}

void FunctionLowering::store_scalar(Scalar pointer, uint64_t offset, Scalar what, Align align) {
  if (!fits(offset)) pointer = move_pointer(pointer, std::exchange(offset, 0));
  uint32_t to = reg(pointer);
  ir::Operand from = operand(what);
  ir::Access access{program_.access_sites++, uint16_t((what.width + 7) / 8), uint8_t(Log2(align))};
  emit(Op::Store, what.width, 0, to, from.raw(), ir::Address{int32_t(offset), 0}.pack()).aux = access.pack();
}

void FunctionLowering::load_parts(llvm::Type* type, Scalar pointer, uint64_t offset, Align align,
                                  Parts& parts) {
  const llvm::DataLayout& layout = module_.layout();
  module_.scalars(type);  // refuses what cannot be held
  if (auto* structure = dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      load_parts(structure->getElementType(i), pointer, offset + fields->getElementOffset(i).getFixedValue(),
                 align, parts);
  } else if (auto* array = dyn_cast<llvm::ArrayType>(type)) {
    uint64_t stride = layout.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      load_parts(array->getElementType(), pointer, offset + i * stride, align, parts);
  } else if (auto* vector = dyn_cast<llvm::FixedVectorType>(type)) {
    unsigned bits = width(vector->getElementType());
    uint64_t stride = module_.vector_stride(vector->getElementType());
    unsigned count = vector->getNumElements();
    if (stride == 0) {
      Scalar all = load_scalar(pointer, offset, bits * count, commonAlignment(align, offset));
      for (unsigned i = 0; i < count; ++i) parts.push_back(extract_bits(all, i * bits, bits));
    } else {
      for (unsigned i = 0; i < count; ++i)
        load_parts(vector->getElementType(), pointer, offset + i * stride, align, parts);
    }
  } else {
    parts.push_back(load_scalar(pointer, offset, width(type), commonAlignment(align, offset)));
  }
}

void FunctionLowering::store_value(llvm::Type* type, Scalar pointer, uint64_t offset, Align align,
                                   llvm::ArrayRef<Scalar> parts) {
  size_t next = 0;
  store_parts(type, pointer, offset, align, parts, next);
}

void FunctionLowering::store_parts(llvm::Type* type, Scalar pointer, uint64_t offset, Align align,
                                   llvm::ArrayRef<Scalar> parts, size_t& next) {
  const llvm::DataLayout& layout = module_.layout();
  if (auto* structure = dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      store_parts(structure->getElementType(i), pointer, offset + fields->getElementOffset(i).getFixedValue(),
                  align, parts, next);
  } else if (auto* array = dyn_cast<llvm::ArrayType>(type)) {
    uint64_t stride = layout.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      store_parts(array->getElementType(), pointer, offset + i * stride, align, parts, next);
  } else if (auto* vector = dyn_cast<llvm::FixedVectorType>(type)) {
    uint64_t stride = module_.vector_stride(vector->getElementType());
    unsigned count = vector->getNumElements();
    if (stride == 0) {
      store_scalar(pointer, offset, concat(parts.slice(next, count)), commonAlignment(align, offset));
      next += count;
    } else {
      for (unsigned i = 0; i < count; ++i)
        store_parts(vector->getElementType(), pointer, offset + i * stride, align, parts, next);
    }
  } else {
    if (next >= parts.size()) throw NotSupported{"a store of this type"};
    store_scalar(pointer, offset, parts[next++], commonAlignment(align, offset));
  }
}

void FunctionLowering::memory_block(Op op, Scalar to, Scalar from, Scalar length, Align align) {
  uint32_t destination = reg(to);
  ir::Operand source = operand(from);
  ir::Operand bytes = operand(resize(length, pointer_width()));
  emit(op, pointer_width(), 0, destination, source.raw(), bytes.raw()).aux =
      ir::Access{0, 0, uint8_t(Log2(align))}.pack();
}

void FunctionLowering::lower_gep(const llvm::GetElementPtrInst& instr) {
  unsigned lanes = 1;
  if (auto* vector = dyn_cast<llvm::FixedVectorType>(instr.getType())) lanes = vector->getNumElements();
  module_.scalars(instr.getType());
  Parts bases = value(instr.getPointerOperand());
  Parts result;
  for (unsigned lane = 0; lane < lanes; ++lane)
    result.push_back(gep_lane(instr, bases[bases.size() == 1 ? 0 : lane], lane));
  define(instr, result);
}

// One PtrAdd per variable index; the constant part rides on the first of them if it fits.
Scalar FunctionLowering::gep_lane(const llvm::GetElementPtrInst& instr, Scalar base, unsigned lane) {
  const llvm::DataLayout& layout = module_.layout();
  uint64_t offset = 0;
  llvm::SmallVector<std::pair<Scalar, uint64_t>, 4> moves;
  for (auto it = gep_type_begin(instr), end = gep_type_end(instr); it != end; ++it) {
    Parts indices = value(it.getOperand());
    Scalar index = indices[indices.size() == 1 ? 0 : lane];
    if (llvm::StructType* structure = it.getStructTypeOrNull()) {
      offset += layout.getStructLayout(structure)->getElementOffset(unsigned(index.value)).getFixedValue();
      continue;
    }
    llvm::TypeSize stride = it.getSequentialElementStride(layout);
    if (stride.isScalable()) throw NotSupported{"a scalable vector"};
    index = resize(index, pointer_width(), true);
    if (index.is_imm())
      offset += APInt(pointer_width(), index.value).sext(64).getZExtValue() * stride.getFixedValue();
    else if (stride.getFixedValue() != 0)
      moves.emplace_back(index, stride.getFixedValue());
  }
  if (pointer_width() < 64) offset = APInt(64, offset).trunc(pointer_width()).sext(64).getZExtValue();
  bool rides = !moves.empty() && int64_t(offset) == int32_t(offset);
  if (!rides) base = move_pointer(base, std::exchange(offset, 0));
  for (auto [index, scale] : moves) {
    if (scale > UINT32_MAX) {
      index = binary(Op::Mul, index, scale);
      scale = 1;
    }
    uint32_t from = reg(base);
    uint32_t by = reg(index);
    uint32_t dst = fresh();
    ir::Address address{int32_t(std::exchange(offset, 0)), uint32_t(scale)};
    emit(Op::PtrAdd, pointer_width(), dst, from, by, address.pack());
    base = Scalar::reg(dst, pointer_width());
  }
  return base;
}

void FunctionLowering::lower_cmpxchg(const llvm::AtomicCmpXchgInst& instr) {
  check_address_space(instr.getPointerOperand());
  Scalar pointer = scalar(instr.getPointerOperand());
  Scalar expected = scalar(instr.getCompareOperand());
  Scalar wanted = scalar(instr.getNewValOperand());
  Scalar old = load_scalar(pointer, 0, expected.width, instr.getAlign());
  Scalar equal = compare(Op::Eq, old, expected);
  store_scalar(pointer, 0, select(equal, wanted, old), instr.getAlign());
  define(instr, {old, equal});
}

void FunctionLowering::lower_atomicrmw(const llvm::AtomicRMWInst& instr) {
  check_address_space(instr.getPointerOperand());
  if (instr.getType()->isFPOrFPVectorTy() && instr.getOperation() != llvm::AtomicRMWInst::Xchg)
    check_float(instr.getType());
  Scalar pointer = scalar(instr.getPointerOperand());
  Parts operands = value(instr.getValOperand());
  Parts old;
  load_parts(instr.getType(), pointer, 0, instr.getAlign(), old);
  Parts result;
  for (size_t i = 0; i < old.size(); ++i)
    result.push_back(rmw_result(instr.getOperation(), old[i], operands[i]));
  store_value(instr.getType(), pointer, 0, instr.getAlign(), result);
  define(instr, old);
}

Scalar FunctionLowering::rmw_result(llvm::AtomicRMWInst::BinOp operation, Scalar old, Scalar operand) {
  using Rmw = llvm::AtomicRMWInst;
  Scalar ones = constant(APInt::getAllOnes(old.width));
  Scalar one = constant(APInt(old.width, 1));
  switch (operation) {
    case Rmw::Xchg: return operand;
    case Rmw::Add: return binary(Op::Add, old, operand);
    case Rmw::Sub: return binary(Op::Sub, old, operand);
    case Rmw::And: return binary(Op::And, old, operand);
    case Rmw::Nand: return binary(Op::Xor, binary(Op::And, old, operand), ones);
    case Rmw::Or: return binary(Op::Or, old, operand);
    case Rmw::Xor: return binary(Op::Xor, old, operand);
    case Rmw::Max: return binary(Op::SMax, old, operand);
    case Rmw::Min: return binary(Op::SMin, old, operand);
    case Rmw::UMax: return binary(Op::UMax, old, operand);
    case Rmw::UMin: return binary(Op::UMin, old, operand);
    case Rmw::FAdd: return float_op(Instruction::FAdd, old, operand);
    case Rmw::FSub: return float_op(Instruction::FSub, old, operand);
    case Rmw::FMax: return float_min_max(ir::FloatFunction::max_num, old, operand);
    case Rmw::FMin: return float_min_max(ir::FloatFunction::min_num, old, operand);
    case Rmw::UIncWrap:
      return select(compare(Op::Uge, old, operand), zero(old.width), binary(Op::Add, old, one));
    case Rmw::UDecWrap: {
      Scalar wraps = binary(Op::Or, compare(Op::Eq, old, zero(old.width)), compare(Op::Ugt, old, operand));
      return select(wraps, operand, binary(Op::Sub, old, one));
    }
    default: throw NotSupported{"this atomic operation"};
  }
}

}  // namespace bonsai::load
