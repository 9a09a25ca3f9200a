// Vectors and aggregates as values: most instructions only rearrange the list of scalars.
//
// Tested by lower_test.cpp.
#include "load/lower_function.h"

namespace bonsai::load {

using llvm::dyn_cast;
namespace Intrinsic = llvm::Intrinsic;

bool FunctionLowering::lower_vector_instruction(const llvm::Instruction& instr) {
  if (auto* extract = dyn_cast<llvm::ExtractElementInst>(&instr))
    lower_extract_element(*extract);
  else if (auto* insert = dyn_cast<llvm::InsertElementInst>(&instr))
    lower_insert_element(*insert);
  else if (auto* shuffle = dyn_cast<llvm::ShuffleVectorInst>(&instr))
    lower_shuffle(*shuffle);
  else if (auto* extract = dyn_cast<llvm::ExtractValueInst>(&instr))
    lower_extract_value(*extract);
  else if (auto* insert = dyn_cast<llvm::InsertValueInst>(&instr))
    lower_insert_value(*insert);
  else
    return false;
  return true;
}

// An index out of range is poison; any element will do.
void FunctionLowering::lower_extract_element(const llvm::ExtractElementInst& instr) {
  Parts parts = value(instr.getVectorOperand());
  Scalar index = scalar(instr.getIndexOperand());
  if (index.is_imm())
    return define(instr, index.value < parts.size() ? parts[index.value] : module_.poison(parts[0].width));
  Scalar result = parts[0];
  for (size_t i = 1; i < parts.size(); ++i) result = select(compare(Op::Eq, index, i), parts[i], result);
  define(instr, result);
}

void FunctionLowering::lower_insert_element(const llvm::InsertElementInst& instr) {
  Parts parts = value(instr.getOperand(0));
  Scalar element = scalar(instr.getOperand(1));
  Scalar index = scalar(instr.getOperand(2));
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!index.is_imm())
      parts[i] = select(compare(Op::Eq, index, i), element, parts[i]);
    else if (index.value == i)
      parts[i] = element;
  }
  define(instr, parts);
}

void FunctionLowering::lower_shuffle(const llvm::ShuffleVectorInst& instr) {
  Parts all = value(instr.getOperand(0));
  Parts second = value(instr.getOperand(1));
  all.append(second.begin(), second.end());
  Parts result;
  module_.scalars(instr.getType());
  for (int from : instr.getShuffleMask())
    result.push_back(from >= 0 && size_t(from) < all.size() ? all[size_t(from)]
                                                            : module_.poison(all[0].width));
  define(instr, result);
}

// The number of scalars before the part that the indices name.
size_t FunctionLowering::first_part(llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  size_t result = 0;
  for (unsigned index : indices) {
    if (auto* structure = dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i) result += module_.scalars(structure->getElementType(i)).size();
      type = structure->getElementType(index);
    } else {
      type = type->getArrayElementType();
      result += index * module_.scalars(type).size();
    }
  }
  return result;
}

void FunctionLowering::lower_extract_value(const llvm::ExtractValueInst& instr) {
  Parts parts = value(instr.getAggregateOperand());
  size_t first = first_part(instr.getAggregateOperand()->getType(), instr.getIndices());
  size_t count = module_.scalars(instr.getType()).size();
  if (first + count > parts.size()) throw NotSupported{"a part of this value"};
  define(instr, llvm::ArrayRef<Scalar>(parts).slice(first, count));
}

void FunctionLowering::lower_insert_value(const llvm::InsertValueInst& instr) {
  Parts parts = value(instr.getAggregateOperand());
  Parts inserted = value(instr.getInsertedValueOperand());
  size_t first = first_part(instr.getType(), instr.getIndices());
  if (first + inserted.size() > parts.size()) throw NotSupported{"a part of this value"};
  std::copy(inserted.begin(), inserted.end(), parts.begin() + first);
  define(instr, parts);
}

bool FunctionLowering::lower_vector_intrinsic(const llvm::IntrinsicInst& call) {
  auto number = [&](unsigned index) {
    return llvm::cast<llvm::ConstantInt>(call.getArgOperand(index))->getSExtValue();
  };
  Parts result;
  switch (call.getIntrinsicID()) {
    case Intrinsic::vector_extract: {
      Parts parts = value(call.getArgOperand(0));
      auto first = size_t(number(1));
      size_t count = module_.scalars(call.getType()).size();
      if (first + count > parts.size()) return false;
      result.assign(parts.begin() + first, parts.begin() + first + count);
      break;
    }
    case Intrinsic::vector_insert: {
      result = value(call.getArgOperand(0));
      Parts parts = value(call.getArgOperand(1));
      auto first = size_t(number(2));
      if (first + parts.size() > result.size()) return false;
      std::copy(parts.begin(), parts.end(), result.begin() + first);
      break;
    }
    case Intrinsic::vector_reverse:
      result = value(call.getArgOperand(0));
      std::reverse(result.begin(), result.end());
      break;
    case Intrinsic::vector_splice: {
      Parts all = value(call.getArgOperand(0));
      Parts second = value(call.getArgOperand(1));
      size_t count = all.size();
      int64_t first = number(2) < 0 ? int64_t(count) + number(2) : number(2);
      all.append(second.begin(), second.end());
      if (first < 0 || size_t(first) + count > all.size()) return false;
      result.assign(all.begin() + first, all.begin() + first + count);
      break;
    }
    case Intrinsic::vector_interleave2: {
      Parts a = value(call.getArgOperand(0));
      Parts b = value(call.getArgOperand(1));
      for (size_t i = 0; i < a.size(); ++i) result.append({a[i], b[i]});
      break;
    }
    case Intrinsic::vector_deinterleave2: {
      Parts parts = value(call.getArgOperand(0));
      for (size_t start : {0, 1})
        for (size_t i = start; i < parts.size(); i += 2) result.push_back(parts[i]);
      break;
    }
    case Intrinsic::experimental_stepvector: {
      uint64_t next = 0;
      for (llvm::Type* type : module_.scalars(call.getType()))
        result.push_back(constant(llvm::APInt(width(type), next++)));
      break;
    }
    case Intrinsic::get_active_lane_mask: {
      // Lane i is active if base + i < limit, without wrapping.
      Scalar base = scalar(call.getArgOperand(0));
      Scalar limit = scalar(call.getArgOperand(1));
      size_t count = module_.scalars(call.getType()).size();
      for (size_t i = 0; i < count; ++i) {
        Scalar lane = binary(Op::UAddSat, base, constant(llvm::APInt(base.width, i)));
        result.push_back(compare(Op::Ult, lane, limit));
      }
      break;
    }
    default: return false;
  }
  define(call, result);
  return true;
}

}  // namespace bonsai::load
