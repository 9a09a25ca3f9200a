#include "ir/program.h"

#include <gtest/gtest.h>

#include "ir/test_program.h"

namespace bonsai::ir {
namespace {

TEST(Program, FindsFunctions) {
  Program program = test::sum_program();
  const Function* sum = &program.functions[0];
  EXPECT_EQ(program.find_function("sum"), sum);
  EXPECT_EQ(program.find_function("other"), nullptr);
  EXPECT_EQ(program.function_at(sum->address), sum);
  EXPECT_EQ(program.function_at(sum->address + 1), nullptr);
}

TEST(Program, AddressesFitThePointer) {
  EXPECT_LE(address_map(4).stack_end, uint64_t(1) << 32);
  EXPECT_LE(address_map(8).heap_begin + address_map(8).heap_regions * address_map(8).heap_region_bytes,
            address_map(8).heap_overflow_begin);
}

}  // namespace
}  // namespace bonsai::ir
