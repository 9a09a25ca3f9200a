#include "state/forest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace bonsai::state {
namespace {

// A random binary tree; its open leaves.
std::vector<TreeNodeRef> random_tree(std::mt19937_64& random, size_t forks) {
  std::vector<TreeNodeRef> open{make_root()};
  for (size_t i = 0; i < forks; ++i) {
    size_t which = random() % open.size();
    TreeNodeRef node = open[which];
    for (size_t j = random() % 4; j > 0; --j) append(node->segment, {Answer::Kind::number, random() % 1000});
    node->kind = TreeNode::Kind::forked;
    node->end = 100 * node->depth + 7;
    open[which] = make_child(node);
    open.push_back(make_child(node));
    append(open[which]->segment, Answer::condition(true, true));
    append(open.back()->segment, Answer::condition(false, true));
  }
  for (const TreeNodeRef& each : open) each->end = random() % 100000;
  return open;
}

TEST(Forest, LeavesComeBackWithTheirTapes) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<TreeNodeRef> open = random_tree(random, random() % 60);
    if (round % 2) {  // two trees
      append(open.front()->segment, {Answer::Kind::number, 5000});
      TreeNodeRef other = make_root();
      append(other->segment, {Answer::Kind::number, 7000 + random() % 100});
      open.push_back(other);
    }
    std::shuffle(open.begin(), open.end(), random);
    open.resize(1 + random() % open.size());
    std::vector<Leaf> leaves;
    std::map<Tape, const Leaf*> by_tape;
    for (const TreeNodeRef& each : open) leaves.push_back({each, std::to_string(random() % 1000)});
    for (const Leaf& each : leaves) by_tape[tape_of(*each.node)] = &each;
    std::string bytes = pack(leaves);
    std::optional<std::vector<Leaf>> again = unpack(bytes);
    ASSERT_TRUE(again);
    ASSERT_EQ(again->size(), leaves.size());
    for (const Leaf& each : *again) {
      auto it = by_tape.find(tape_of(*each.node));
      ASSERT_NE(it, by_tape.end());
      EXPECT_EQ(each.data, it->second->data);
      EXPECT_EQ(each.node->end, it->second->node->end);
      EXPECT_EQ(each.node->depth, it->second->node->depth);
      by_tape.erase(it);
    }
    EXPECT_TRUE(by_tape.empty());
    EXPECT_EQ(pack(*again), bytes);
  }
}

TEST(Forest, CutOrChangedBytesAreNoForest) {
  std::mt19937_64 random(3);
  std::vector<Leaf> leaves;
  for (const TreeNodeRef& each : random_tree(random, 5)) leaves.push_back({each, "model"});
  std::string bytes = pack(leaves);
  for (size_t i = 0; i < bytes.size(); ++i) EXPECT_FALSE(unpack(std::string_view(bytes).substr(0, i))) << i;
  EXPECT_FALSE(unpack(bytes + "x"));
  for (int round = 0; round < 2000; ++round) {  // no crash, whatever it says
    std::string other = bytes;
    other[random() % other.size()] = char(random());
    (void)unpack(other);
  }
}

TEST(Forest, WhatIsSharedIsWrittenOnce) {
  TreeNodeRef node = make_root();
  node->segment.assign(10000, 1);
  std::vector<Leaf> leaves;
  for (int i = 0; i < 100; ++i) {
    node->kind = TreeNode::Kind::forked;
    leaves.push_back({make_child(node), ""});
    node = make_child(node);
  }
  EXPECT_LT(pack(leaves).size(), 12000u);
}

TEST(Tree, ANodeKnowsItsLivingChildren) {
  TreeNodeRef root = make_root();
  TreeNodeRef left = make_child(root), right = make_child(root);
  EXPECT_EQ(root->children[0], left.get());
  EXPECT_EQ(root->children[1], right.get());
  TreeNodeRef below = make_child(left);
  left = nullptr;
  EXPECT_NE(root->children[0], nullptr);
  below = nullptr;
  EXPECT_EQ(root->children[0], nullptr);
  EXPECT_EQ(root->children[1], right.get());
}

}  // namespace
}  // namespace bonsai::state
