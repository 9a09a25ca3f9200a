// Where the variadic arguments of a call lie when all of them are passed in memory, one behind the other as
// the ABI lays them out on the stack.
#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
class CallBase;
class DataLayout;
class Type;
}  // namespace llvm

namespace bonsai::load {

// Alignment of a variadic argument on a stack of slots of that many bytes.
uint64_t slot_align(const llvm::Type* type, uint64_t size, uint64_t slot);

struct VariadicLayout {
  std::vector<uint64_t> offsets;  // by variadic argument
  uint64_t size = 0;
  uint64_t align = 16;
};

// `slot` is the size of a pointer.
VariadicLayout variadic_layout(const llvm::CallBase& call, const llvm::DataLayout& layout, uint64_t slot);

}  // namespace bonsai::load
