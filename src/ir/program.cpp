#include "ir/program.h"

#include <algorithm>

namespace bonsai::ir {

namespace {

// Far below what a Linux process sees where it matters: null and small integers are never addresses, the
// stack is high, and the heap has room for one region per allocation site. Where the heap begins is a number
// that no data holds by chance: one that does would count as a pointer when leaks are looked for.
constexpr AddressMap map64{
    .code_begin = 0x400000,
    .globals_begin = 0x10000000,
    .heap_begin = 0x10d96b3a7000,
    .heap_region_bytes = uint64_t(1) << 30,
    .heap_regions = 65536,
    .heap_overflow_begin = 0x51a7c64b9000,
    .heap_overflow_end = 0x700000000000,
    .dynamic_stack_begin = 0x7ffd00000000,
    .dynamic_stack_end = 0x7ffe00000000,
    .stack_begin = 0x7ffff7800000,
    .stack_end = 0x7fffffff0000,
};

constexpr AddressMap map32{
    .code_begin = 0x00400000,
    .globals_begin = 0x01000000,
    .heap_begin = 0x2b3a7000,
    .heap_region_bytes = uint64_t(512) << 10,
    .heap_regions = 4096,
    .heap_overflow_begin = 0xac64b000,
    .heap_overflow_end = 0xe0000000,
    .dynamic_stack_begin = 0xe0000000,
    .dynamic_stack_end = 0xf0000000,
    .stack_begin = 0xf0000000,
    .stack_end = 0xffff0000,
};

constexpr bool in_order(const AddressMap& map) {
  return map.code_begin < map.globals_begin && map.globals_begin < map.heap_begin &&
         map.heap_begin + map.heap_regions * map.heap_region_bytes <= map.heap_overflow_begin &&
         map.heap_overflow_begin < map.heap_overflow_end &&
         map.heap_overflow_end <= map.dynamic_stack_begin &&
         map.dynamic_stack_begin < map.dynamic_stack_end && map.dynamic_stack_end <= map.stack_begin &&
         map.stack_begin < map.stack_end;
}
static_assert(in_order(map64) && in_order(map32));
static_assert(map32.stack_end <= uint64_t(1) << 32);

}  // namespace

const AddressMap& address_map(unsigned pointer_bytes) { return pointer_bytes == 4 ? map32 : map64; }

const BranchSite* Function::branch_site(uint32_t index) const {
  auto found = std::lower_bound(branch_sites.begin(), branch_sites.end(), index,
                                [](const BranchSite& site, uint32_t wanted) { return site.index < wanted; });
  return found != branch_sites.end() && found->index == index ? &*found : nullptr;
}

const Function* Program::find_function(const std::string& wanted) const {
  auto found = function_by_name.find(wanted);
  return found == function_by_name.end() ? nullptr : &functions[found->second];
}

const Function* Program::function_at(uint64_t address) const {
  auto found = function_by_address.find(address);
  return found == function_by_address.end() ? nullptr : &functions[found->second];
}

}  // namespace bonsai::ir
