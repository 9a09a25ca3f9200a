#include "report/packed_inputs.h"

#include <gtest/gtest.h>

#include <string>

namespace bonsai::report {
namespace {

void expect_same(const std::vector<Input>& inputs) {
  std::vector<uint8_t> packed = pack_inputs(inputs);
  std::optional<std::vector<Input>> again = unpack_inputs(packed, inputs.size());
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, inputs);
  EXPECT_FALSE(unpack_inputs(packed, inputs.size() + 1));
  if (!inputs.empty()) {
    EXPECT_FALSE(unpack_inputs(packed, inputs.size() - 1));
  }
}

TEST(PackedInputs, ComeBackWhateverTheirNames) {
  expect_same({});
  expect_same({{"x", {1, 2, 3}}, {"x_1", {}}, {"x_2", {0xff}}, {"x_1_1", {4}}});
  // Names that look like numbered ones.
  expect_same({{"", {}},
               {"_", {1}},
               {"_1", {2}},
               {"x_", {3}},
               {"x_0", {4}},
               {"x_01", {5}},
               {"x_4294967296", {6}},
               {"x_-1", {7}}});
  // Numbers that go back and forth.
  expect_same({{"x_9", {1}}, {"x_3", {2}}, {"x_4294967295", {3}}, {"x_1", {4}}, {"y", {5}}, {"x", {6}}});
  expect_same({{std::string("a\0b_7", 5), {1}}, {"\xff_8", {2}}});
}

TEST(PackedInputs, AreSmallWhereNamesAreNumbered) {
  std::vector<Input> inputs;
  for (int i = 0; i < 10000; ++i)
    inputs.push_back(
        {i ? "__VERIFIER_nondet_int_" + std::to_string(i) : "__VERIFIER_nondet_int", {0, 0, 0, 0}});
  EXPECT_LT(pack_inputs(inputs).size(), 200u);
  expect_same(inputs);
  // Two that take turns.
  std::vector<Input> two;
  for (int i = 1; i < 5000; ++i)
    for (const char* stem : {"a_", "b_"}) two.push_back({stem + std::to_string(i), {uint8_t(i)}});
  EXPECT_LT(pack_inputs(two).size(), 5000u);
  expect_same(two);
}

TEST(PackedInputs, DamageIsNoticedOrHarmless) {
  std::vector<Input> inputs = {{"x", {1, 2, 3}}, {"x_1", {4, 5}}, {"y_7", {6}}};
  std::vector<uint8_t> packed = pack_inputs(inputs);
  for (size_t length = 0; length < packed.size(); ++length)
    EXPECT_FALSE(unpack_inputs(std::span(packed).first(length), inputs.size())) << length;
  for (size_t i = 0; i < packed.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<uint8_t> other = packed;
      other[i] ^= uint8_t(1 << bit);
      if (auto found = unpack_inputs(other, inputs.size())) {
        EXPECT_EQ(found->size(), inputs.size());
      }
    }
}

TEST(PackedInputs, BytesComeBack) {
  for (size_t size : {0, 1, 300, 100000}) {
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i < size; ++i) bytes.push_back(uint8_t(i * i >> 3));
    std::vector<uint8_t> packed = compress(bytes);
    EXPECT_EQ(decompress(packed, size), bytes);
    EXPECT_FALSE(decompress(packed, size + 1));
  }
}

}  // namespace
}  // namespace bonsai::report
