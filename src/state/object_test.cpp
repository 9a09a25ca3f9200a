#include "state/object.h"

#include <gtest/gtest.h>

#include "expr/store.h"
#include "state/address_space.h"
#include "state/state.h"

namespace bonsai::state {
namespace {

std::string text_of(const std::vector<const Output*>& pieces) {
  std::string all;
  for (const Output* piece : pieces) all += piece->text;
  return all;
}

TEST(Object, ReadsZerosUntilWrittenAndCrossesPages) {
  ObjectRef object(Object::make(1, 0x1000, 3 * page_bytes + 5, {}));
  EXPECT_EQ(object->page_count(), 4u);
  uint64_t value = 0x1122334455667788, back = 1;
  object->read_plain(page_bytes - 4, &back, 8);
  EXPECT_EQ(back, 0u);
  object->write_plain(1, page_bytes - 4, &value, 8);
  object->read_plain(page_bytes - 4, &back, 8);
  EXPECT_EQ(back, value);
  EXPECT_TRUE(object->contains(0x1000 + 3 * page_bytes, 5));
  EXPECT_FALSE(object->contains(0x1000 + 3 * page_bytes, 6));
  EXPECT_FALSE(object->contains(0xfff, 1));
}

TEST(Object, TermsStandBesidePlainBytes) {
  expr::TermStore terms;
  const expr::Term* byte = terms.symbolic_byte(terms.array("a", 4), 0);
  ObjectRef object(Object::make(1, 0, 16, {}));
  object->write_byte(1, 3, 0, byte);
  EXPECT_EQ(object->term(3), byte);
  EXPECT_FALSE(object->is_plain(0, 4));
  EXPECT_TRUE(object->is_plain(4, 12));
  uint32_t four = 0x01020304;
  object->write_plain(1, 0, &four, 4);
  EXPECT_TRUE(object->is_plain(0, 16));
  EXPECT_EQ(object->page(0)->shadow, nullptr) << "the shadow goes with its last term";
}

TEST(Object, CopiesShareUntilWritten) {
  ObjectRef first(Object::make(1, 0, 4 * page_bytes, {}));
  uint8_t one = 1, two = 2;
  for (uint64_t i = 0; i < 4; ++i) first->write_plain(1, i * page_bytes, &one, 1);
  ObjectRef second(first->copy(2));
  EXPECT_EQ(first->page(0), second->page(0));
  second->write_plain(2, 0, &two, 1);
  EXPECT_NE(first->page(0), second->page(0));
  for (uint64_t i = 1; i < 4; ++i) EXPECT_EQ(first->page(i), second->page(i));
  EXPECT_EQ(*first->byte(0), 1);
  EXPECT_EQ(*second->byte(0), 2);
}

TEST(AddressSpace, HeapAddressesDependOnTheSiteAlone) {
  AddressSpace one(8), two(8);
  uint64_t a = *one.heap_address(1, 7, 24, 16);
  one.heap_address(1, 8, 1000, 16);
  uint64_t b = *one.heap_address(1, 7, 24, 16);
  EXPECT_EQ(*two.heap_address(2, 7, 24, 16), a);
  EXPECT_EQ(*two.heap_address(2, 7, 24, 16), b);
  EXPECT_EQ(a % 16, 0u);
  EXPECT_GE(b - a, 24u + 16u) << "a gap separates neighbours";
  EXPECT_EQ(*one.heap_address(1, 7, 10, 4096) % 4096, 0u);
}

TEST(AddressSpace, LargeObjectsGoToTheOverflowRegionAndItEnds) {
  AddressSpace space(4);
  const ir::AddressMap& map = space.layout();
  uint64_t big = *space.heap_address(1, 1, 1 << 20, 16);
  EXPECT_GE(big, map.heap_overflow_begin);
  int given = 0;
  while (space.heap_address(1, 1, 64 << 20, 16)) ASSERT_LT(++given, 100);
  EXPECT_GT(given, 10);
}

TEST(AddressSpace, RemembersFreedObjectsForAWhile) {
  AddressSpace space(8);
  std::vector<uint64_t> bases;
  for (uint64_t i = 0; i < AddressSpace::freed_limit + 10; ++i) {
    uint64_t base = *space.heap_address(1, 3, 8, 16);
    space.bind(1, ObjectRef(Object::make(1, base, 8, {})));
    space.free(1, base, 5);
    bases.push_back(base);
  }
  EXPECT_EQ(space.size(), AddressSpace::freed_limit);
  const Object* last = space.find(bases.back());
  ASSERT_TRUE(last && last->base() == bases.back());
  EXPECT_TRUE(last->info().freed);
  EXPECT_EQ(last->info().freed_at, 5u);
  const Object* first = space.find(bases.front());
  EXPECT_TRUE(!first || first->base() != bases.front());
}

TEST(State, ForksWriteApart) {
  Tags tags;
  State a(8, tags);
  a.memory.bind(a.owner, ObjectRef(Object::make(a.owner, 0x100, 8, {})));
  auto write = [](State& state, uint8_t value) {
    bool copied;
    state.memory.writable(state.owner, 0x100, copied)->write_plain(state.owner, 0, &value, 1);
    return copied;
  };
  EXPECT_FALSE(write(a, 1));
  std::unique_ptr<State> b = a.fork(tags);
  EXPECT_TRUE(write(*b, 2));
  EXPECT_FALSE(write(*b, 3)) << "the second write finds its own copy";
  EXPECT_EQ(*a.memory.find(0x100)->byte(0), 1);
  EXPECT_EQ(*b->memory.find(0x100)->byte(0), 3);
  EXPECT_TRUE(write(a, 4));
  EXPECT_EQ(*b->memory.find(0x100)->byte(0), 3);
  a.write_output("both");
  auto c = a.fork(tags);
  a.write_output(" a");
  c->write_output(" c");
  EXPECT_EQ(text_of(a.output()), "both a");
  EXPECT_EQ(text_of(c->output()), "both c");
}

}  // namespace
}  // namespace bonsai::state
