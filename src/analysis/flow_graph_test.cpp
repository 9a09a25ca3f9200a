#include "analysis/flow_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/test_program.h"
#include "ir/verify.h"

namespace bonsai::analysis {
namespace {

using test::FunctionId;
using test::ProgramMaker;
using ::testing::IsEmpty;

class FlowGraphTest : public ::testing::Test {
 protected:
  FlowGraph graph() {
    EXPECT_THAT(ir::verify(make_.program()), IsEmpty());
    return FlowGraph(make_.program(), ir::Points(make_.program()));
  }
  // From the start of a function to its return.
  uint32_t through(FunctionId function) {
    FlowGraph made = graph();
    return made.to_return(made.node_of(function, 0));
  }
  ProgramMaker make_;
};

TEST_F(FlowGraphTest, SegmentsEndBehindCalls) {
  FunctionId outside = make_.declare(), f = make_.declare();
  make_.define(f, {{make_.plain(), make_.call(3, outside), make_.plain(), make_.count(300), make_.ret(255)}});
  FlowGraph made = graph();
  EXPECT_EQ(made.size(), 2u);
  EXPECT_EQ(made.node_of(f, 0), made.node_of(f, 1));
  EXPECT_EQ(made.node_of(f, 2), made.node_of(f, 4));
  EXPECT_EQ(made.weight(made.node_of(f, 0)), 3u);
  EXPECT_EQ(made.weight(made.node_of(f, 2)), 555u);
  EXPECT_EQ(made.to_return(made.node_of(f, 0)), 3 + 1 + 555u);
}

TEST_F(FlowGraphTest, TheShorterWayReturns) {
  FunctionId f = make_.declare();
  make_.define(f,
               {{make_.branch(2, 1, 2)}, {make_.jump(9, 3)}, {make_.switch_to(4, {1, 3})}, {make_.ret(1)}});
  EXPECT_EQ(through(f), 2 + 4 + 1u);
}

TEST_F(FlowGraphTest, NothingWeighsNothing) {
  FunctionId f = make_.declare();
  make_.define(f, {{make_.jump(0, 1)}, {make_.ret(0)}});
  EXPECT_EQ(through(f), 2u);
}

TEST_F(FlowGraphTest, RecursionReturnsByItsBase) {
  FunctionId f = make_.declare();
  make_.define(f, {{make_.branch(2, 1, 2)}, {make_.call(5, f), make_.ret(1)}, {make_.ret(7)}});
  EXPECT_EQ(through(f), 2 + 7u);
  FlowGraph made = graph();
  EXPECT_EQ(made.to_return(made.node_of(f, 1)), 5 + 9 + 1u);
}

TEST_F(FlowGraphTest, WhatNeverReturnsHasNoWayThrough) {
  FunctionId loop = make_.declare(), endless = make_.declare(), stops = make_.declare(),
             exits = make_.declare();
  make_.define(loop, {{make_.jump(1, 0)}});
  make_.define(endless, {{make_.call(1, endless), make_.ret(1)}});
  make_.define(stops, {{make_.call(1, loop), make_.ret(1)}});
  make_[exits].no_return = true;
  FunctionId caller = make_.declare();
  make_.define(caller, {{make_.call(1, exits), make_.stop(1)}});
  for (FunctionId f : {loop, endless, stops, caller}) EXPECT_EQ(through(f), unreachable);
}

TEST_F(FlowGraphTest, RuntimeFunctionsCostOne) {
  FunctionId runtime = make_.declare(), f = make_.declare();
  make_[runtime].is_runtime = true;
  make_.define(runtime, {{make_.ret(100)}});
  make_.define(f, {{make_.call(1, runtime), make_.ret(1)}});
  EXPECT_EQ(through(f), 3u);
  EXPECT_EQ(through(runtime), 100u);
}

TEST_F(FlowGraphTest, PointersCallTheCheapest) {
  FunctionId slow = make_.declare({64}, true), quick = make_.declare({64}, true),
             other = make_.declare({32}, true);
  make_.define(slow, {{make_.ret(50)}});
  make_.define(quick, {{make_.ret(20)}});
  make_.define(other, {{make_.ret(2)}});
  FunctionId f = make_.declare(), unknown = make_.declare();
  make_.define(f, {{make_.call_pointer(1, {64}), make_.ret(1)}});
  make_.define(unknown, {{make_.call_pointer(1, {16}), make_.ret(1)}});
  EXPECT_EQ(through(f), 1 + 20 + 1u);
  EXPECT_EQ(through(unknown), 1 + 1 + 1u);
  make_.declare({64}, true);  // one of outside
  EXPECT_EQ(through(f), 1 + 1 + 1u);
}

TEST_F(FlowGraphTest, InvokesMayUnwind) {
  FunctionId throws = make_.declare(), f = make_.declare();
  make_[throws].no_return = true;
  make_.define(f, {{make_.call(1, throws, 1), make_.stop(1)},
                   {make_.branch(3, 2, 3)},
                   {make_.resume(1)},
                   {make_.ret(4)}});
  EXPECT_EQ(through(f), 1 + 3 + 4u);
}

TEST_F(FlowGraphTest, PointsThatCount) {
  FunctionId runtime = make_.declare(), f = make_.declare();
  make_[runtime].is_runtime = true;
  make_.define(runtime, {{make_.ret(1)}});
  make_.define(f, {{make_.call(1, runtime), make_.branch(1, 1, 2)},
                   {make_.switch_to(1, {2, 3, 2})},
                   {make_.ret(1)},
                   {make_.stop(1)}});
  FlowGraph made = graph();
  ir::Points points(make_.program());
  EXPECT_EQ(made.node_of_point(points.of(runtime, 0)), ir::none);
  EXPECT_EQ(made.node_of_point(points.of(f, 0)), made.node_of(f, 0));
  EXPECT_EQ(made.node_of_point(points.of(f, 0, 1)), ir::none);
  EXPECT_EQ(made.node_of_point(points.of(f, 1, 1)), made.node_of(f, 1));
  EXPECT_EQ(made.node_of_point(points.of(f, 2)), ir::none);
  EXPECT_EQ(made.node_of_point(points.of_switch(0, 1)), made.node_of(f, 2));
  EXPECT_EQ(made.node_of_point(points.of(f, 4)), ir::none);
  std::vector<uint32_t> counts;
  for (NodeId node = 0; node < made.size(); ++node) counts.push_back(made.point_count(node));
  EXPECT_THAT(counts, ::testing::ElementsAre(0, 1, 2, 2, 1, 0));
}

}  // namespace
}  // namespace bonsai::analysis
