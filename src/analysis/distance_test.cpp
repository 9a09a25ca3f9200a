#include "analysis/distance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analysis/test_program.h"
#include "ir/verify.h"

namespace bonsai::analysis {
namespace {

using test::FunctionId;
using test::Instr;
using test::Op;
using test::ProgramMaker;
using ::testing::IsEmpty;

// A program with its distances; the maker must be done.
struct Measured {
  explicit Measured(const ir::Program& program) : points(program), graph(program, points), distance(graph) {
    EXPECT_THAT(ir::verify(program), IsEmpty());
  }
  ir::Points points;
  FlowGraph graph;
  Distance distance;
};

TEST(Distance, UncoveredCodeIsItsOwnWeightAway) {
  ProgramMaker make;
  FunctionId f = make.declare();
  make.define(f, {{make.plain(), make.jump(4, 1)}, {make.ret(2)}});
  Measured m(make.program());
  EXPECT_EQ(m.distance.to_target(f, 0), 4u);
  m.distance.cover(m.points.of(f, 1));
  EXPECT_EQ(m.distance.to_target(f, 0), 6u);
  EXPECT_EQ(m.distance.to_target(f, 1), 6u);
  m.distance.cover(m.points.of(f, 2));
  EXPECT_EQ(m.distance.to_target(f, 0), unreachable);
}

TEST(Distance, LoopsDoNotSupportThemselves) {
  ProgramMaker make;
  FunctionId f = make.declare();
  make.define(f, {{make.jump(1, 1)}, {make.branch(2, 2, 3)}, {make.jump(5, 1)}, {make.ret(7)}});
  Measured m(make.program());
  m.distance.cover(
      std::vector{m.points.of(f, 0), m.points.of(f, 1), m.points.of(f, 1, 1), m.points.of(f, 2)});
  EXPECT_EQ(m.distance.to_target(f, 0), 1 + 2 + 7u);
  EXPECT_EQ(m.distance.to_target(f, 2), 5 + 2 + 7u);
  m.distance.cover(m.points.of(f, 3));
  for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(m.distance.to_target(f, i), unreachable);
}

TEST(Distance, CallsAreEnteredOrPassed) {
  ProgramMaker make;
  FunctionId f = make.declare(), g = make.declare();
  make.define(g, {{make.branch(2, 1, 2)}, {make.ret(30)}, {make.ret(3)}});
  make.define(f, {{make.call(1, g), make.ret(8)}});
  Measured m(make.program());
  m.distance.cover(m.points.of(f, 0));
  EXPECT_EQ(m.distance.to_target(f, 0), 1 + 2u);
  m.distance.cover(std::vector{m.points.of(g, 0, 0), m.points.of(g, 0, 1), m.points.of(g, 2)});
  EXPECT_EQ(m.distance.to_target(f, 0), 1 + 5 + 8u);
  m.distance.cover(m.points.of(f, 1));
  EXPECT_EQ(m.distance.to_target(f, 0), 1 + 2 + 30u);
  EXPECT_EQ(m.distance.to_target(f, 1), unreachable);
}

TEST(Distance, PlacesThatAreNamed) {
  ProgramMaker make;
  FunctionId f = make.declare(), g = make.declare();
  make.define(g, {{make.branch(2, 1, 2)}, {make.ret(30)}, {make.ret(3)}});
  make.define(f, {{make.call(1, g), make.ret(8)}});
  ir::Points points(make.program());
  FlowGraph graph(make.program(), points);
  const Place deep{g, 1}, behind{f, 1};
  Distance distance(graph, std::vector{deep, behind, behind});
  EXPECT_TRUE(distance.is_target_function(g));
  EXPECT_EQ(distance.to_target(f, 0), 1 + 5 + 8u);
  EXPECT_EQ(distance.to_target(g, 2), unreachable);
  EXPECT_EQ(distance.to_target(std::vector{Place{g, 2}, behind}), 3 + 8u);
  distance.cover(points.of(f, 1));  // changes nothing
  EXPECT_EQ(distance.to_target(f, 0), 1 + 5 + 8u);
  distance.reach(behind);
  distance.reach(behind);
  EXPECT_EQ(distance.to_target(f, 0), 1 + 2 + 30u);
  distance.reach(deep);
  EXPECT_EQ(distance.to_target(f, 0), unreachable);
}

TEST(Distance, NothingLiesBehindACallThatNeverReturns) {
  ProgramMaker make;
  FunctionId f = make.declare(), g = make.declare();
  make.define(g, {{make.jump(1, 0)}});
  make.define(f, {{make.call(1, g), make.ret(1)}});
  Measured m(make.program());
  m.distance.cover(std::vector{m.points.of(f, 0), m.points.of(g, 0)});
  EXPECT_EQ(m.distance.to_target(f, 0), unreachable);
  EXPECT_EQ(m.distance.to_target(f, 1), 1u);
}

TEST(Distance, SwitchesHaveManyWays) {
  ProgramMaker make;
  FunctionId f = make.declare();
  make.define(f, {{make.switch_to(3, {1, 2, 1})}, {make.ret(1)}, {make.ret(1)}});
  Measured m(make.program());
  m.distance.cover(m.points.of(f, 0));  // of the switch itself: does not count
  m.distance.cover(std::vector{m.points.of_switch(0, 0), m.points.of(f, 1)});
  EXPECT_EQ(m.distance.to_target(f, 0), 3u);
  m.distance.cover(m.points.of_switch(0, 1));
  EXPECT_EQ(m.distance.to_target(f, 0), 4u);
}

TEST(Distance, AStackMayReturnFirst) {
  ProgramMaker make;
  FunctionId f = make.declare(), g = make.declare(), h = make.declare();
  make[h].is_runtime = true;
  make.define(h, {{make.ret(40)}});
  make.define(g, {{make.call(2, h), make.ret(5)}});
  make.define(f, {{make.call(1, g), make.ret(9)}});
  Measured m(make.program());
  std::vector<Place> stack{{h, 0}, {g, 1}, {f, 1}};
  EXPECT_EQ(m.distance.to_target(stack), 40 + 5u);
  m.distance.cover(m.points.of(g, 1));
  EXPECT_EQ(m.distance.to_target(stack), 40 + 5 + 9u);
  EXPECT_EQ(m.distance.to_target(std::span(stack).first(2)), unreachable);
  EXPECT_EQ(m.distance.to_target(std::span<const Place>()), unreachable);
}

// The same from scratch and from the program itself: every equation, again and again until none changes.
class Reference {
 public:
  Reference(const ir::Program& program, const ir::Points& points) : program_(program), points_(points) {
    for (const ir::Function& f : program.functions) {
      uint32_t first = 0;
      starts_.emplace_back(f.code.size() + 1);
      for (uint32_t i = 0; i < f.code.size(); ++i) {
        starts_[f.id][i] = first;
        if (f.code[i].op == Op::Call || ir::is_terminator(f.code[i].op)) {
          segments_.push_back({f.id, first, i});
          first = i + 1;
        }
      }
    }
    to_return_ = solve([&](const Segment& s) { return return_of(s); });
  }

  void check(const Distance& distance, const std::vector<bool>& covered) {
    covered_ = &covered;
    to_target_ = solve([&](const Segment& s) { return uncovered_of(s); });
    for (const Segment& s : segments_) {
      for (uint32_t i = s.first; i <= s.end; ++i) {
        ASSERT_EQ(distance.to_return(s.function, i), at(to_return_, s.function, i));
        ASSERT_EQ(distance.to_target(s.function, i), at(to_target_, s.function, i))
            << "function " << s.function << ", instruction " << i;
      }
    }
  }

 private:
  struct Segment {
    FunctionId function;
    uint32_t first, end;  // end: its last instruction
  };
  using Table = std::vector<std::vector<uint64_t>>;  // by function and first instruction

  uint64_t at(const Table& table, FunctionId function, uint32_t index) const {
    return table[function][starts_[function][index]];
  }
  const Instr& end_of(const Segment& s) const { return program_.functions[s.function].code[s.end]; }

  template <typename F>
  Table solve(F equation) {
    Table& table = working_;
    table.clear();
    for (const ir::Function& f : program_.functions) table.emplace_back(f.code.size() + 1, unreachable);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Segment& s : segments_) {
        uint64_t weight = 0;
        for (uint32_t i = s.first; i <= s.end; ++i) weight += program_.functions[s.function].code[i].weight;
        uint64_t found = std::min<uint64_t>(unreachable, std::max<uint64_t>(weight, 1) + equation(s));
        if (found >= table[s.function][s.first]) continue;
        table[s.function][s.first] = found;
        changed = true;
      }
    }
    return table;
  }

  // The functions that the call may reach.
  std::vector<FunctionId> callees(const ir::CallSite& site) const {
    if (site.callee != ir::none) return {site.callee};
    std::vector<FunctionId> found;
    for (const ir::Function& f : program_.functions) {
      bool taken = false;
      for (const ir::Global& global : program_.globals)
        for (size_t i = 0; i < global.bytes.size(); i += 8)
          taken |= std::equal(&global.bytes[i], &global.bytes[i] + 8,
                              reinterpret_cast<const uint8_t*>(&f.address));
      if (taken && f.parameter_widths == site.argument_widths) found.push_back(f.id);
    }
    return found;
  }
  bool is_entered(FunctionId id) const {
    return program_.functions[id].has_body && !program_.functions[id].is_runtime;
  }
  uint64_t through(const ir::CallSite& site, const Table& to_return) const {
    std::vector<FunctionId> all = callees(site);
    uint64_t best = all.empty() ? 1 : unreachable;
    for (FunctionId id : all)
      best = std::min<uint64_t>(best, is_entered(id)                     ? to_return[id][0]
                                      : program_.functions[id].no_return ? unreachable
                                                                         : 1);
    return best;
  }
  // The least over the ways out of a segment, but for the call at its end being passed or entered.
  uint64_t by_targets(const Segment& s) const {
    uint64_t best = unreachable;
    ir::for_each_target(program_, end_of(s),
                        [&](uint32_t target) { best = std::min(best, at(working_, s.function, target)); });
    return best;
  }

  uint64_t return_of(const Segment& s) const {
    const Instr& end = end_of(s);
    if (end.op == Op::RetVoid) return 0;
    if (end.op != Op::Call) return by_targets(s);
    return std::min(by_targets(s),
                    through(program_.calls[end.imm], working_) + at(working_, s.function, s.end + 1));
  }

  uint64_t uncovered_of(const Segment& s) const {
    const Instr& end = end_of(s);
    if (is_target(s)) return 0;
    if (end.op != Op::Call) return by_targets(s);
    const ir::CallSite& site = program_.calls[end.imm];
    uint64_t best = std::min(by_targets(s), through(site, to_return_) + at(working_, s.function, s.end + 1));
    for (FunctionId id : callees(site))
      if (is_entered(id)) best = std::min(best, working_[id][0]);
    return best;
  }

  bool is_target(const Segment& s) const {
    const Instr& end = end_of(s);
    if (program_.functions[s.function].is_runtime || end.op == Op::Unreachable) return false;
    const std::vector<bool>& covered = *covered_;
    if (end.op == Op::Switch) {
      auto table = uint32_t(end.imm);
      for (uint32_t i = 0; i < points_.distinct_targets(table).size(); ++i)
        if (!covered[points_.of_switch(table, i)]) return true;
      return false;
    }
    if (!covered[points_.of(s.function, s.end)]) return true;
    return end.op == Op::Br && !covered[points_.of(s.function, s.end, 1)];
  }

  const ir::Program& program_;
  const ir::Points& points_;
  std::vector<Segment> segments_;
  std::vector<std::vector<uint32_t>> starts_;  // by function and instruction: first of its segment
  Table to_return_, to_target_, working_;
  const std::vector<bool>* covered_ = nullptr;
};

// Functions of a few blocks that branch, switch, call each other (directly, by pointer, with landing pads),
// return or do not.
class RandomProgram {
 public:
  explicit RandomProgram(uint64_t seed) : random_(seed) {
    auto functions = uint32_t(2 + pick(6));
    for (uint32_t i = 0; i < functions; ++i) {
      FunctionId id = make_.declare(pick(2) ? Widths{64} : Widths{}, pick(3) == 0);
      make_[id].is_runtime = pick(6) == 0;
      make_[id].no_return = pick(6) == 0;
    }
    for (FunctionId id = 0; id < functions; ++id)
      if (id == 0 || pick(8)) define(id);
  }
  const ir::Program& program() const { return make_.program(); }
  uint64_t pick(uint64_t below) { return random_() % below; }

 private:
  using Widths = std::vector<uint16_t>;

  void define(FunctionId id) {
    std::vector<std::vector<Instr>> blocks(1 + pick(9));
    for (std::vector<Instr>& block : blocks) {
      block_count_ = uint32_t(blocks.size());
      if (pick(2)) block.push_back(make_.plain());
      for (uint64_t calls = pick(3); calls && pick(2); --calls) block.push_back(call());
      block.push_back(terminator());
    }
    make_.define(id, blocks);
  }
  uint8_t weight() { return uint8_t(pick(pick(2) ? 3 : 20)); }  // many ties
  uint32_t block() { return uint32_t(pick(block_count_)); }
  Instr call() {
    if (pick(3) == 0) return make_.call_pointer(weight(), pick(2) ? Widths{64} : Widths{});
    auto callee = FunctionId(pick(make_.program().functions.size()));
    return make_.call(weight(), callee, pick(5) ? ir::none : block());
  }
  Instr terminator() {
    switch (pick(8)) {
      case 0: return make_.ret(weight());
      case 1: return pick(2) ? make_.stop(weight()) : make_.resume(weight());
      case 2: return make_.switch_to(weight(), {block(), block(), block(), block()});
      case 3:
      case 4: return make_.jump(weight(), block());
      default: return make_.branch(weight(), block(), block());
    }
  }

  std::mt19937_64 random_;
  ProgramMaker make_;
  uint32_t block_count_ = 0;
};

TEST(Distance, UpdatesAgreeWithAComputationFromScratch) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    RandomProgram random(seed);
    Measured m(random.program());
    Reference reference(random.program(), m.points);
    std::vector<bool> covered(m.points.count());
    reference.check(m.distance, covered);
    // Each point once, in any order, and some of them again.
    std::vector<uint32_t> order(m.points.count());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.pick(i)]);
    for (size_t at = 0; at < order.size() && !HasFatalFailure();) {
      std::vector<uint32_t> batch;
      size_t size = seed % 2 ? 1 : 1 + random.pick(4);
      while (at < order.size() && batch.size() < size) batch.push_back(order[at++]);
      batch.push_back(order[random.pick(at)]);
      m.distance.cover(batch);
      for (uint32_t point : batch) covered[point] = true;
      reference.check(m.distance, covered);
    }
    for (uint32_t i = 0; i < random.program().functions[0].code.size(); ++i)
      EXPECT_EQ(m.distance.to_target(0, i), unreachable);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace bonsai::analysis
