// Tests of the order of blocks and of the keys made from it.
#include "analysis/joins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analysis/test_program.h"
#include "ir/points.h"

namespace bonsai::analysis {
namespace {

using test::FunctionId;
using test::Instr;
using test::Op;
using test::ProgramMaker;
using Graph = std::vector<std::vector<uint32_t>>;  // successors by block; none: the function ends

const Instr join{Op::Join, 0, 0, 0, 0, 0, 0, 0};

class JoinsTest : public ::testing::Test {
 protected:
  // Blocks of one plain instruction and a terminator, with a Join in front where several ways lead.
  FunctionId define(const Graph& graph) {
    FunctionId f = make_.declare();
    std::vector<unsigned> ways(graph.size());
    for (const auto& next : graph)
      for (uint32_t to : next) ++ways[to];
    std::vector<std::vector<Instr>> blocks(graph.size());
    for (size_t b = 0; b < graph.size(); ++b) {
      if (ways[b] > 1) blocks[b].push_back(join);
      blocks[b].push_back(make_.plain());
      const std::vector<uint32_t>& next = graph[b];
      blocks[b].push_back(next.empty()       ? make_.ret(1)
                          : next.size() == 1 ? make_.jump(1, next[0])
                          : next.size() == 2 ? make_.branch(1, next[0], next[1])
                                             : make_.switch_to(1, next));
    }
    make_.define(f, blocks);
    return f;
  }
  // Blocks in their order.
  std::vector<uint32_t> order(FunctionId f) {
    Joins joins(make_.program());
    std::vector<uint32_t> result(make_[f].blocks.size(), ir::none);
    for (uint32_t b = 0; b < result.size(); ++b) result[joins.order(f, b)] = b;
    return result;
  }
  std::vector<uint64_t> key(const Joins& joins, FunctionId f, uint32_t index,
                            std::vector<uint32_t> laps = std::vector<uint32_t>(most_laps)) {
    std::vector<uint64_t> result;
    joins.append_key(f, index, laps, result);
    return result;
  }
  ProgramMaker make_;
};

TEST_F(JoinsTest, ADiamond) {
  FunctionId f = define({{1, 2}, {3}, {3}, {}});
  EXPECT_THAT(order(f), ::testing::ElementsAre(0, 1, 2, 3));
  Joins joins(make_.program());
  EXPECT_THAT(key(joins, f, 5), ::testing::ElementsAre(uint64_t(2) << 32 | 1));
  EXPECT_TRUE(joins.loop_heads().empty());
}

TEST_F(JoinsTest, AnEarlyReturnStandsLast) {
  // A switch whose first cases return, directly or by a block between.
  FunctionId f = define({{1, 2, 4, 5}, {}, {3}, {}, {6}, {6}, {}});
  EXPECT_THAT(order(f), ::testing::ElementsAre(0, 4, 5, 6, 2, 3, 1));
}

TEST_F(JoinsTest, ACallThatNeverReturnsStandsLast) {
  FunctionId exits = make_.declare(), f = make_.declare();
  make_[exits].no_return = true;
  make_.define(f, {{make_.branch(1, 1, 2)},
                   {make_.call(1, exits), make_.stop(1)},
                   {make_.branch(1, 3, 4)},
                   {make_.jump(1, 4)},
                   {join, make_.ret(1)}});
  EXPECT_THAT(order(f), ::testing::ElementsAre(0, 2, 3, 4, 1));
}

TEST_F(JoinsTest, NestedLoopsAndAnEarlyReturn) {
  // 1: outer header, 2: inner header, 3: body that may return by 5, 4: latch of the outer loop, 6: behind
  FunctionId other = define({{}});
  FunctionId f = define({{1}, {2, 6}, {3, 4}, {2, 5}, {1}, {}, {7, 8}, {9}, {9}, {}});
  EXPECT_THAT(order(f), ::testing::ElementsAre(0, 1, 2, 3, 4, 6, 7, 8, 9, 5));
  Joins joins(make_.program());
  ir::Points points(make_.program());
  ASSERT_EQ(joins.loop_heads().size(), 2u);
  EXPECT_EQ(joins.loop_heads()[0].position, points.first_of(f) + make_[f].blocks[1].first);
  EXPECT_EQ(joins.loop_heads()[0].level, 0);
  EXPECT_EQ(joins.loop_heads()[1].position, points.first_of(f) + make_[f].blocks[2].first);
  EXPECT_EQ(joins.loop_heads()[1].level, 1);
  auto at = [](uint64_t order) { return order << 32; };
  std::vector<uint32_t> laps{4, 7, 0, 0, 0, 0};
  EXPECT_THAT(key(joins, f, make_[f].blocks[3].first, laps),
              ::testing::ElementsAre(at(1), 4, at(2), 7, at(3)));
  EXPECT_THAT(key(joins, f, make_[f].blocks[2].first, laps),
              ::testing::ElementsAre(at(1), 4, at(2), 8, at(2)));
  EXPECT_THAT(key(joins, f, make_[f].blocks[1].first, laps), ::testing::ElementsAre(at(1), 5, at(1)));
  EXPECT_THAT(key(joins, f, make_[f].blocks[5].first, laps), ::testing::ElementsAre(at(9)));
  EXPECT_THAT(key(joins, other, 1, laps), ::testing::ElementsAre(1));
}

// However often the first loop ran: in the second all paths count alike.
TEST_F(JoinsTest, LoopsThatFollowEachOtherCountAnew) {
  FunctionId f = define({{1}, {1, 2}, {2, 3}, {}});
  Joins joins(make_.program());
  ASSERT_EQ(joins.loop_heads().size(), 2u);
  std::vector<std::vector<uint64_t>> at_head, in_loop;
  for (unsigned rounds : {1, 5}) {
    std::vector<uint32_t> laps(most_laps);
    for (unsigned i = 0; i < rounds; ++i) Joins::pass(laps, joins.loop_heads()[0]);
    at_head.push_back(key(joins, f, make_[f].blocks[2].first, laps));
    Joins::pass(laps, joins.loop_heads()[1]);
    in_loop.push_back(key(joins, f, make_[f].blocks[2].first + 1, laps));
  }
  EXPECT_EQ(at_head[0], at_head[1]);
  EXPECT_EQ(in_loop[0], in_loop[1]);
  EXPECT_LT(at_head[0], in_loop[0]);
}

TEST_F(JoinsTest, AnIrreducibleLoop) {
  FunctionId f = define({{1, 2}, {2, 3}, {1, 3}, {}});
  EXPECT_THAT(order(f),
              ::testing::AnyOf(::testing::ElementsAre(0, 1, 2, 3), ::testing::ElementsAre(0, 2, 1, 3)));
  EXPECT_EQ(Joins(make_.program()).loop_heads().size(), 1u);
}

TEST_F(JoinsTest, UnreachableBlocksStandLast) {
  FunctionId f = define({{3}, {2}, {1, 3}, {}});
  EXPECT_THAT(order(f), ::testing::ElementsAre(0, 3, 1, 2));
  EXPECT_TRUE(Joins(make_.program()).loop_heads().empty());
}

TEST_F(JoinsTest, LandingPadsAreReached) {
  FunctionId throws = make_.declare(), f = make_.declare();
  make_.define(f, {{make_.call(1, throws, 2), make_.jump(1, 1)}, {make_.jump(1, 0)}, {make_.ret(1)}});
  EXPECT_THAT(order(f), ::testing::ElementsAre(0, 1, 2));
}

TEST_F(JoinsTest, DeepNestsAreCut) {
  constexpr uint32_t depth = 9;
  Graph graph{{1}};
  for (uint32_t i = 1; i <= depth; ++i) graph.push_back({i + 1, 2 * depth + 1 - i + 1});
  for (uint32_t i = depth; i >= 1; --i) graph.push_back({i});
  graph.push_back({});
  graph[1] = {2, uint32_t(graph.size() - 1)};
  FunctionId f = define(graph);
  Joins joins(make_.program());
  EXPECT_LE(joins.loop_heads().size(), most_laps);
  for (const Joins::LoopHead& head : joins.loop_heads()) EXPECT_LT(head.level, most_laps);
  for (const ir::Block& block : make_[f].blocks)
    EXPECT_LE(key(joins, f, block.first).size(), 2 * most_laps + 1);
}

TEST_F(JoinsTest, AChainOfManyBlocks) {
  constexpr uint32_t length = 20000;
  Graph graph;
  for (uint32_t i = 0; i < length; ++i)
    graph.push_back(i % 2 ? std::vector{i + 1} : std::vector{i + 1, i + 2});
  graph.push_back({1});
  graph.push_back({});
  FunctionId f = define(graph);
  Joins joins(make_.program());
  EXPECT_EQ(joins.loop_heads().size(), 1u);
  EXPECT_EQ(key(joins, f, make_[f].blocks[length / 2].first).size(), 3u);
}

std::vector<std::vector<bool>> dominators(const Graph& graph) {
  size_t n = graph.size();
  // a dominates b if b cannot be reached without a.
  std::vector<std::vector<bool>> result(n, std::vector<bool>(n));
  for (uint32_t a = 0; a < n; ++a) {
    std::vector<bool> seen(n);
    std::vector<uint32_t> work;
    if (a != 0) seen[0] = true, work.push_back(0);
    while (!work.empty()) {
      uint32_t b = work.back();
      work.pop_back();
      for (uint32_t to : graph[b])
        if (to != a && !seen[to]) seen[to] = true, work.push_back(to);
    }
    for (uint32_t b = 0; b < n; ++b) result[a][b] = !seen[b];
  }
  return result;
}

bool is_reducible(const Graph& graph) {
  std::vector<std::vector<bool>> dominates = dominators(graph);
  std::vector<unsigned> ways(graph.size());
  auto forward = [&](auto&& f) {
    for (uint32_t b = 0; b < graph.size(); ++b)
      for (uint32_t to : graph[b])
        if (!dominates[to][b]) f(b, to);
  };
  forward([&](uint32_t, uint32_t to) { ++ways[to]; });
  std::vector<uint32_t> ready;
  for (uint32_t b = 0; b < graph.size(); ++b)
    if (ways[b] == 0) ready.push_back(b);
  size_t removed = 0;
  for (; !ready.empty(); ++removed) {
    uint32_t from = ready.back();
    ready.pop_back();
    for (uint32_t to : graph[from])
      if (!dominates[to][from] && --ways[to] == 0) ready.push_back(to);
  }
  return removed == graph.size();
}

TEST_F(JoinsTest, KeysGrowAlongEveryPath) {
  std::mt19937 random(1);
  unsigned tried = 0;
  while (tried < 400) {
    Graph graph(7);
    for (auto& next : graph)
      for (unsigned i = random() % 4; i > 0; --i) {
        uint32_t to = 1 + random() % 6;
        if (std::find(next.begin(), next.end(), to) == next.end()) next.push_back(to);
      }
    if (!is_reducible(graph)) continue;
    ++tried;
    make_ = ProgramMaker();
    FunctionId f = define(graph);
    Joins joins(make_.program());
    for (unsigned walk = 0; walk < 40; ++walk) {
      std::vector<uint32_t> laps(most_laps), plain(most_laps);
      std::vector<uint64_t> before, plain_before;
      uint32_t block = 0;
      for (unsigned steps = 0; steps < 60; ++steps) {
        const ir::Block& at = make_[f].blocks[block];
        for (uint32_t i = at.first; i < at.end; ++i) {
          std::vector<uint64_t> now = key(joins, f, i, laps), plain_now = key(joins, f, i, plain);
          ASSERT_LT(before, now) << "block " << block << " in graph " << ::testing::PrintToString(graph);
          ASSERT_LT(plain_before, plain_now);
          before = now;
          plain_before = plain_now;
          for (const Joins::LoopHead& head : joins.loop_heads()) {
            if (head.position != i) continue;
            Joins::pass(laps, head);
            ++plain[head.level];
            for (unsigned l = head.level + 1u; l < most_laps; ++l) plain[l] = 0;
          }
        }
        if (graph[block].empty()) break;
        block = graph[block][random() % graph[block].size()];
      }
    }
  }
}

}  // namespace
}  // namespace bonsai::analysis
