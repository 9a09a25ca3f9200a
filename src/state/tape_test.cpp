#include "state/tape.h"

#include <gtest/gtest.h>

#include "state/tree.h"

namespace bonsai::state {
namespace {

TEST(Tape, AnswersComeBackInOrder) {
  std::vector<Answer> answers = {
      Answer::condition(true, false),  Answer::condition(false, true),
      {Answer::Kind::number, 0},       {Answer::Kind::number, 300},
      {Answer::Kind::number, ~0ull},   {Answer::Kind::bytes, 0, "ab\0c"},
      {Answer::Kind::input, 0, "xyz"}, {Answer::Kind::bytes, 0, std::string(1000, 'x')},
      {Answer::Kind::fixed, 0, "w\1"}, {Answer::Kind::fixed, 0, ""}};
  Tape tape;
  for (const Answer& each : answers) append(tape, each);
  size_t position = 0;
  for (const Answer& each : answers) EXPECT_EQ(read(tape, position), each);
  EXPECT_EQ(position, tape.size());
  EXPECT_FALSE(read(tape, position));
}

TEST(Tape, FixedWordsAreBytesAndNoCondition) {
  Answer fixed{Answer::Kind::fixed, 0, std::string("y\0\x80\xff", 4)};
  EXPECT_TRUE(fixed.has_bytes());
  EXPECT_FALSE(fixed.is_condition() || fixed.is_choice() || fixed.is_true());
  Tape tape;
  append(tape, Answer::condition(true, true));
  append(tape, fixed);
  append(tape, Answer::condition(false, true));
  size_t position = 0;
  EXPECT_EQ(read(tape, position), Answer::condition(true, true));
  EXPECT_EQ(read(tape, position), fixed);
  EXPECT_EQ(read(tape, position), Answer::condition(false, true));
  // The kind behind the last is none, and bytes that are missing are noticed.
  for (Tape bad :
       {Tape{uint8_t(uint8_t(Answer::Kind::fixed) + 1), 0}, Tape{uint8_t(Answer::Kind::fixed), 3, 'a'}}) {
    position = 0;
    EXPECT_FALSE(read(bad, position));
    EXPECT_EQ(position, 0u);
  }
}

TEST(Tape, ABranchIsOneByte) {
  Tape tape;
  append(tape, Answer::condition(true, true));
  EXPECT_EQ(tape.size(), 1u);
}

TEST(Tape, MalformedGivesNothingAndStays) {
  for (Tape tape : {Tape{99}, Tape{4}, Tape{4, 0x80}, Tape{5, 3, 'a'}, Tape{5, 0xff, 0xff, 0xff, 0xff}}) {
    size_t position = 0;
    EXPECT_FALSE(read(tape, position)) << tape.size();
    EXPECT_EQ(position, 0u);
  }
}

TEST(Tree, TapeRunsFromTheRootOrTheLastMerge) {
  TreeNodeRef root = make_root();
  append(root->segment, Answer::condition(true, true));
  TreeNodeRef left = make_child(root), right = make_child(root);
  append(left->segment, Answer::condition(false, true));
  append(right->segment, {Answer::Kind::number, 7});
  EXPECT_EQ(tape_of(*left), (Tape{3, 2}));
  EXPECT_EQ(tape_of(*right), (Tape{3, 4, 7}));
  EXPECT_EQ(left->depth, 1u);
  TreeNodeRef merge = make_merge({left, right});
  append(merge->segment, Answer::condition(true, false));
  EXPECT_TRUE(merge->is_merge());
  EXPECT_EQ(tape_of(*merge), Tape{1});
  EXPECT_EQ(tape_of(*make_child(merge)), Tape{1});
}

TEST(Tree, ALongChainDiesWithoutRecursion) {
  TreeNodeRef node = make_root();
  for (int i = 0; i < 1'000'000; ++i) node = make_child(node);
  EXPECT_EQ(node->depth, 1'000'000u);
  node = nullptr;
}

}  // namespace
}  // namespace bonsai::state
