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

// A random tree with merge nodes; its open leaves.
std::vector<TreeNodeRef> random_merged(std::mt19937_64& random, size_t steps) {
  std::vector<TreeNodeRef> open = random_tree(random, random() % 8);
  for (size_t i = 0; i < steps; ++i) {
    std::shuffle(open.begin(), open.end(), random);
    append(open.back()->segment, {Answer::Kind::number, random() % 1000});
    open.back()->end = random() % 100000;
    if (size_t count = 2 + random() % 3; random() % 3 == 0 && count <= open.size()) {
      TreeNodeRef merge = make_merge({open.end() - ptrdiff_t(count), open.end()});
      open.resize(open.size() - count);
      open.push_back(merge);
    } else if (random() % 4 || open.size() == 1) {
      TreeNodeRef node = open.back();
      node->kind = TreeNode::Kind::forked;
      open.back() = make_child(node);
      open.push_back(make_child(node));
    } else {
      open.pop_back();
    }
    if (random() % 2) append(open.back()->segment, Answer::condition(true, true));
  }
  return open;
}

std::vector<const TreeNode*> nodes_of(const std::vector<Leaf>& leaves) {
  std::vector<const TreeNode*> nodes;
  for (const Leaf& each : leaves) nodes.push_back(each.node.get());
  return nodes;
}

// Compares what is above the leaves with what came back, where runs of nodes may be one.
class Comparison {
 public:
  Comparison(const std::vector<Leaf>& old_leaves, const std::vector<Leaf>& new_leaves)
      : old_(nodes_of(old_leaves)), new_(nodes_of(new_leaves)) {
    for (size_t i = 0; i < old_.entries().size(); ++i)
      if (old_.entries()[i].leaf != SIZE_MAX) old_leaves_[old_.entries()[i].leaf] = i;
    for (size_t i = 0; i < new_.entries().size(); ++i)
      if (new_.entries()[i].leaf != SIZE_MAX) expect_same(old_leaves_[new_.entries()[i].leaf], i);
    while (!todo_.empty()) {
      auto [from, to] = todo_.back();
      todo_.pop_back();
      compare(from, to);
    }
    EXPECT_EQ(same_.size(), new_.entries().size());
    for (const Skeleton::Entry& entry : new_.entries())
      EXPECT_TRUE(entry.children.size() != 1 || new_.entries()[entry.children[0]].node->is_merge());
  }

 private:
  void expect_same(size_t from, size_t to) {
    auto [it, is_new] = same_.try_emplace(to, from);
    EXPECT_EQ(it->second, from);
    auto [back, is_new_too] = same_back_.try_emplace(from, to);
    EXPECT_EQ(back->second, to);
    if (is_new) todo_.push_back({from, to});
  }

  void compare(size_t from, size_t to) {
    const Skeleton::Entry *before = &old_.entries()[from], *after = &new_.entries()[to];
    EXPECT_EQ(after->node->end, before->node->end);
    EXPECT_EQ(after->node->depth, before->node->depth);
    EXPECT_EQ(after->node->kind, before->node->kind);
    EXPECT_EQ(after->node->root, new_.entries()[new_.roots().front()].node->root);
    EXPECT_EQ(after->children.size(), before->children.size());
    for (size_t i = 0; i < 2; ++i) EXPECT_EQ(after->node->children[i] != nullptr, i < after->children.size());
    Tape tape = before->node->segment;
    while (before->parents.size() == 1 && old_.entries()[before->parents[0]].children.size() == 1) {
      before = &old_.entries()[before->parents[0]];
      tape.insert(tape.begin(), before->node->segment.begin(), before->node->segment.end());
    }
    EXPECT_EQ(after->node->segment, tape);
    ASSERT_EQ(after->parents.size(), before->parents.size());
    EXPECT_EQ(after->node->is_merge(), before->node->is_merge());
    for (size_t i = 0; i < after->parents.size(); ++i) expect_same(before->parents[i], after->parents[i]);
  }

  Skeleton old_, new_;
  std::map<size_t, size_t> old_leaves_, same_, same_back_;  // same_: old entry of a new one
  std::vector<std::pair<size_t, size_t>> todo_;
};

TEST(Skeleton, ParentsComeFirst) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<TreeNodeRef> open = random_merged(random, random() % 60);
    std::shuffle(open.begin(), open.end(), random);
    std::vector<const TreeNode*> leaves;
    for (const TreeNodeRef& each : open) leaves.push_back(each.get());
    Skeleton skeleton(leaves);
    std::vector<size_t> edges(skeleton.entries().size());
    size_t next_leaf = 0;
    for (size_t i = 0; i < skeleton.entries().size(); ++i) {
      const Skeleton::Entry& entry = skeleton.entries()[i];
      ASSERT_EQ(entry.parents.size(), entry.node->parent ? 1 + entry.node->merged_with.size() : 0);
      for (size_t j = 0; j < entry.parents.size(); ++j) {
        ASSERT_LT(entry.parents[j], i);
        const TreeNodeRef& parent = j ? entry.node->merged_with[j - 1] : entry.node->parent;
        EXPECT_EQ(skeleton.entries()[entry.parents[j]].node, parent.get());
        ++edges[entry.parents[j]];
      }
      EXPECT_TRUE(std::is_sorted(entry.children.begin(), entry.children.end()));
      if (entry.leaf != SIZE_MAX) EXPECT_EQ(entry.leaf, next_leaf++);
    }
    EXPECT_EQ(next_leaf, leaves.size());
    for (size_t i = 0; i < edges.size(); ++i) EXPECT_EQ(skeleton.entries()[i].children.size(), edges[i]);
  }
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
    for (const TreeNodeRef& each : open) leaves.push_back({each, std::to_string(random() % 1000)});
    std::string bytes = pack(leaves);
    std::optional<std::vector<Leaf>> again = unpack(bytes);
    ASSERT_TRUE(again);
    ASSERT_EQ(again->size(), leaves.size());
    for (size_t i = 0; i < leaves.size(); ++i) {
      const Leaf &before = leaves[i], &after = (*again)[i];
      EXPECT_EQ(tape_of(*after.node), tape_of(*before.node));
      EXPECT_EQ(after.data, before.data);
      EXPECT_EQ(after.node->end, before.node->end);
      EXPECT_EQ(after.node->depth, before.node->depth);
    }
    EXPECT_EQ(pack(*again), bytes);
  }
}

TEST(Forest, MergeNodesComeBack) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 500 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    std::vector<TreeNodeRef> open = random_merged(random, random() % 60);
    std::shuffle(open.begin(), open.end(), random);
    open.resize(1 + random() % open.size());
    std::vector<Leaf> leaves;
    for (const TreeNodeRef& each : open) leaves.push_back({each, std::to_string(random() % 1000)});
    std::string bytes = pack(leaves);
    std::optional<std::vector<Leaf>> again = unpack(bytes);
    ASSERT_TRUE(again);
    ASSERT_EQ(again->size(), leaves.size());
    for (size_t i = 0; i < leaves.size(); ++i) EXPECT_EQ((*again)[i].data, leaves[i].data);
    Comparison(leaves, *again);
    EXPECT_EQ(pack(*again), bytes);
  }
}

TEST(Forest, CutOrChangedBytesAreNoForest) {
  std::mt19937_64 random(3);
  for (bool merged : {false, true}) {
    std::vector<Leaf> leaves;
    for (const TreeNodeRef& each : merged ? random_merged(random, 40) : random_tree(random, 5))
      leaves.push_back({each, "model"});
    std::string bytes = pack(leaves);
    for (size_t i = 0; i < bytes.size(); ++i) EXPECT_FALSE(unpack(std::string_view(bytes).substr(0, i))) << i;
    EXPECT_FALSE(unpack(bytes + "x"));
    for (int round = 0; round < 20000; ++round) {  // no crash, whatever it says
      std::string other = bytes;
      for (size_t count = 1 + random() % 3; count > 0; --count)
        other[random() % other.size()] = char(random() % 2 ? random() : random() % 8);
      std::optional<std::vector<Leaf>> again = unpack(other);
      if (!again) continue;
      std::optional<std::vector<Leaf>> once_more = unpack(pack(*again));  // a forest all the same
      ASSERT_TRUE(once_more);
      EXPECT_EQ(once_more->size(), again->size());
    }
  }
}

// Records: parents (twice, plus one for a leaf), how far back each is, depth, end, segment, data.
TEST(Forest, OnlyTreesWithFittingMergesAreTaken) {
  auto bytes = [](std::initializer_list<int> list) { return std::string(list.begin(), list.end()); };
  EXPECT_TRUE(unpack(bytes({0})));
  EXPECT_TRUE(unpack(bytes({1, 1, 0, 0, 0, 0})));
  EXPECT_TRUE(unpack(bytes({1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 2, 2, 0, 0, 0, 5, 2, 1, 0, 0, 0, 0})));
  EXPECT_FALSE(unpack(bytes({0, 0, 0, 0, 0}))) << "an inner node without children";
  EXPECT_FALSE(unpack(bytes({2, 1, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0}))) << "a leaf with children";
  EXPECT_FALSE(unpack(bytes({1, 3, 1, 0, 0, 0, 0}))) << "a parent before the beginning";
  EXPECT_FALSE(unpack(bytes({1, 3, 0, 0, 0, 0, 0}))) << "its own parent";
  EXPECT_FALSE(unpack(bytes({1, 0, 0, 0, 0, 5, 1, 1, 0, 0, 0, 0}))) << "the same parent twice";
  EXPECT_FALSE(unpack(bytes({1, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 1, 0, 0, 0, 0}))) << "a merge of two trees";
  EXPECT_FALSE(unpack(bytes({3, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0})))
      << "three children";
  EXPECT_FALSE(unpack(bytes({2, 0, 0, 0, 0, 2, 1, 0, 0, 0, 2, 2, 0, 0, 0,  //
                             5, 2, 1, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0})))
      << "a parent of a merge with another child";
}

TEST(Forest, LongChainsNeedNoStack) {
  TreeNodeRef node = make_root();
  for (int i = 0; i < 300'000; ++i) {
    node->kind = TreeNode::Kind::forked;
    TreeNodeRef left = make_child(node), right = make_child(node);
    node = i % 2 ? left : make_merge({left, right});
  }
  std::vector<Leaf> leaves{{node, "x"}};
  std::optional<std::vector<Leaf>> again = unpack(pack(leaves));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->front().node->depth, 300'000u);
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

TEST(Forest, ALeafCostsAFewBytes) {
  std::mt19937_64 random(13);
  std::vector<Leaf> leaves;
  size_t tapes = 0;
  for (const TreeNodeRef& each : random_tree(random, 2000)) leaves.push_back({each, ""});
  Skeleton skeleton(nodes_of(leaves));
  for (const Skeleton::Entry& entry : skeleton.entries()) tapes += entry.node->segment.size();
  // Two nodes for each leaf: parents, the way back, depth, end and length of the segment.
  EXPECT_LT(pack(leaves).size(), tapes + leaves.size() * 2 * 8);
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
