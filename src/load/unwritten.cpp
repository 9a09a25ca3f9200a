// Tested by passes_test.cpp.
#include "load/unwritten.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <vector>

#include "load/checks.h"

namespace bonsai::load {

namespace {

using llvm::Instruction;
using llvm::Value;

constexpr size_t most_parts = 64;       // of one object that are given a value
constexpr size_t most_pairs = 1 << 16;  // of a read and a write that are compared, of one object

using Range = std::pair<uint64_t, uint64_t>;

// What is left of a range without others.
std::vector<Range> without(Range range, std::vector<Range> others) {
  std::sort(others.begin(), others.end());
  std::vector<Range> left;
  for (auto [begin, end] : others) {
    if (end <= range.first) continue;
    if (begin >= range.second) break;
    if (begin > range.first) left.emplace_back(range.first, begin);
    range.first = std::max(range.first, end);
    if (range.first >= range.second) return left;
  }
  if (range.first < range.second) left.push_back(range);
  return left;
}

bool overlap(const std::vector<Range>& ranges, uint64_t begin, uint64_t end) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& each) { return each.first < end && begin < each.second; });
}

// The bytes that may be read before they were written.
std::vector<Range> maybe_unwritten(const std::vector<ObjectAccess>& accesses,
                                   const llvm::DominatorTree& order) {
  std::vector<Range> found;
  size_t writes = size_t(
      std::count_if(accesses.begin(), accesses.end(), [](const ObjectAccess& each) { return each.writes; }));
  bool is_large = writes * (accesses.size() - writes) > most_pairs;
  for (const ObjectAccess& read : accesses) {
    if (!read.reads) continue;
    std::vector<Range> before;
    for (const ObjectAccess& write : accesses)
      if (!is_large && write.writes && write.at != read.at && order.dominates(write.at, read.at))
        before.emplace_back(write.begin, write.end);
    for (const Range& each : without({read.begin, read.end}, std::move(before))) found.push_back(each);
  }
  return found;
}

struct Part {
  uint64_t offset;
  llvm::Type* type;
  bool is_gap;  // no member
};

// The members of an object, and what lies between them, that overlap the ranges.
class Parts {
 public:
  Parts(llvm::LLVMContext& context, const llvm::DataLayout& layout, const std::vector<Range>& wanted)
      : context_(context), layout_(layout), wanted_(wanted) {}

  // False: they are too many.
  bool add(llvm::Type* type, uint64_t at) {
    uint64_t size = layout_.getTypeAllocSize(type);
    if (found.size() > most_parts) return false;
    if (!overlap(wanted_, at, at + size)) return true;
    if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
      const llvm::StructLayout* offsets = layout_.getStructLayout(record);
      uint64_t end = 0;
      for (unsigned i = 0; i < record->getNumElements(); ++i) {
        uint64_t offset = offsets->getElementOffset(i);
        if (!gap(at + end, at + offset) || !add(record->getElementType(i), at + offset)) return false;
        end = offset + layout_.getTypeAllocSize(record->getElementType(i));
      }
      return gap(at + end, at + size);
    }
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      uint64_t step = layout_.getTypeAllocSize(array->getElementType());
      for (uint64_t i = 0; step && i < array->getNumElements(); ++i) {
        if (!overlap(wanted_, at + i * step, at + size)) break;
        if (!add(array->getElementType(), at + i * step)) return false;
      }
      return true;
    }
    found.push_back({at, type, false});
    return gap(at + layout_.getTypeStoreSize(type), at + size);
  }

  std::vector<Part> found;

 private:
  bool gap(uint64_t begin, uint64_t end) {
    for (uint64_t here; begin < end; begin += here) {
      here = std::min<uint64_t>(end - begin, 8);
      if (!overlap(wanted_, begin, begin + here)) continue;
      found.push_back({begin, llvm::IntegerType::get(context_, unsigned(here * 8)), true});
      if (found.size() > most_parts) return false;
    }
    return true;
  }

  llvm::LLVMContext& context_;
  const llvm::DataLayout& layout_;
  const std::vector<Range>& wanted_;
};

void store_parts(llvm::AllocaInst& object, const std::vector<Part>& parts, const Options& options) {
  llvm::Module& module = *object.getModule();
  auto at = std::next(object.getIterator());
  while (llvm::isa<llvm::AllocaInst>(*at)) ++at;
  llvm::IRBuilder<> builder(object.getParent(), at);
  auto declares = llvm::findDVRDeclares(&object);
  builder.SetCurrentDebugLocation(declares.empty() ? llvm::DebugLoc() : declares.front()->getDebugLoc());
  for (const Part& part : parts) {
    bool is_zero = part.is_gap && !options.symbolic_uninitialised;
    Value* value = is_zero
                       ? llvm::Constant::getNullValue(part.type)
                       : static_cast<Value*>(builder.CreateCall(uninit_marker(module, part.type, options)));
    Value* place = part.offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &object, part.offset)
                               : static_cast<Value*>(&object);
    builder.CreateAlignedStore(value, place, llvm::commonAlignment(object.getAlign(), part.offset));
  }
}

}  // namespace

bool for_each_access(llvm::AllocaInst& object, llvm::function_ref<void(const ObjectAccess&)> visit) {
  const llvm::DataLayout& layout = object.getModule()->getDataLayout();
  auto bytes = object.getAllocationSize(layout);
  if (!bytes || bytes->isScalable() || !object.isStaticAlloca()) return false;
  uint64_t size = bytes->getFixedValue();
  auto inside = [&](int64_t offset, uint64_t length) {
    return offset >= 0 && uint64_t(offset) <= size && length <= size - uint64_t(offset);
  };
  llvm::SmallVector<std::pair<Value*, int64_t>, 8> work{{&object, 0}};
  while (!work.empty()) {
    auto [pointer, offset] = work.pop_back_val();
    auto access = [&](llvm::User* at, uint64_t length, bool reads, bool writes) {
      visit({llvm::cast<Instruction>(at), uint64_t(offset), uint64_t(offset) + length, reads, writes});
    };
    for (llvm::User* user : pointer->users()) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        uint64_t length = layout.getTypeStoreSize(load->getType());
        if (!load->isSimple() || !inside(offset, length)) return false;
        access(user, length, true, false);
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        uint64_t length = layout.getTypeStoreSize(store->getValueOperand()->getType());
        if (!store->isSimple() || store->getValueOperand() == pointer || !inside(offset, length))
          return false;
        access(user, length, false, true);
      } else if (auto* moved = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        llvm::APInt by(layout.getIndexTypeSizeInBits(moved->getType()), 0);
        if (!moved->accumulateConstantOffset(layout, by)) return false;
        work.emplace_back(moved, offset + by.getSExtValue());
      } else if (auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
        auto* length = llvm::dyn_cast<llvm::ConstantInt>(block->getLength());
        if (!length || block->isVolatile() || !inside(offset, length->getLimitedValue())) return false;
        auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(block);
        access(user, length->getLimitedValue(), copy && copy->getRawSource() == pointer,
               block->getRawDest() == pointer);
      } else if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
                 !call || !call->isLifetimeStartOrEnd()) {
        return false;
      }
    }
  }
  return true;
}

std::vector<llvm::AllocaInst*> write_unwritten(llvm::Function& function, const Options& options) {
  std::vector<llvm::AllocaInst*> objects, too_many;
  for (Instruction& instruction : function.getEntryBlock()) {
    auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (object && !llvm::isAllocaPromotable(object)) objects.push_back(object);
  }
  if (objects.empty()) return too_many;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::DominatorTree order(function);
  for (llvm::AllocaInst* object : objects) {
    std::vector<ObjectAccess> accesses;
    if (!for_each_access(*object, [&](const ObjectAccess& access) { accesses.push_back(access); })) continue;
    std::vector<Range> unwritten = maybe_unwritten(accesses, order);
    if (unwritten.empty()) continue;
    Parts parts(function.getContext(), layout, unwritten);
    bool is_one = !object->isArrayAllocation();
    if (is_one && parts.add(object->getAllocatedType(), 0) && parts.found.size() <= most_parts)
      store_parts(*object, parts.found, options);
    else
      too_many.push_back(object);
  }
  return too_many;
}

}  // namespace bonsai::load
