// Tests of what comes behind a place: liveness and widths against their definition on random functions,
// estimates on small ones.
#include "analysis/outlook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>

#include "analysis/test_program.h"

namespace bonsai::analysis {
namespace {

using ir::Operand;
using test::FunctionId;
using test::Instr;
using test::Op;
using test::ProgramMaker;

const Instr join{Op::Join, 0, 0, 0, 0, 0, 0, 0};

Instr constant(uint32_t d, uint64_t value, uint16_t width = 32) {
  return {Op::Const, 0, width, d, 0, 0, value, 0};
}
Instr move(uint32_t d, uint32_t a, uint16_t width = 0) { return {Op::Move, 0, width, d, a, 0, 0, 0}; }
Instr add(uint32_t d, uint32_t a, uint32_t b, uint16_t width = 32) {
  return {Op::Add, 0, width, d, a, b, 0, 0};
}
Instr add_constant(uint32_t d, uint32_t a, uint64_t value, uint16_t width = 32) {
  return {Op::AddI, 0, width, d, a, 0, value, 0};
}
Instr load(uint32_t d, uint32_t a, uint16_t width = 32) {
  return {Op::Load, 0, width, d, a, 0, 0, ir::Access{0, uint16_t(width / 8), 0}.pack()};
}
Instr load_indexed(uint32_t d, uint32_t a, uint32_t b) {
  return {Op::LoadX, 0, 32, d, a, b, ir::Address{0, 4}.pack(), ir::Access{0, 4, 0}.pack()};
}
Instr store(uint32_t a, uint32_t b, uint16_t width = 32) {
  return {Op::Store, 0, width, 0, a, Operand::reg(b).raw(), 0, ir::Access{0, uint16_t(width / 8), 0}.pack()};
}
Instr load_local(uint32_t d, uint64_t offset, uint16_t width = 32) {
  return {Op::LoadLocal, 0, width, d, 0, 0, offset, ir::Access{0, uint16_t(width / 8), 0}.pack()};
}
Instr store_local(uint64_t offset, uint32_t b, uint16_t width = 32) {
  uint64_t access = ir::Access{0, uint16_t(width / 8), 0}.pack();
  return {Op::StoreLocal, 0, width, 0, 0, Operand::reg(b).raw(), offset, access};
}
Instr local_address(uint32_t d, uint64_t offset) { return {Op::LocalAddr, 0, 64, d, 0, 0, offset, 0}; }
Instr jump(uint32_t to) { return ProgramMaker::jump(1, to); }
Instr branch(uint32_t a, uint32_t yes, uint32_t no) { return {Op::Br, 1, 1, yes, a, no, 0, 0}; }
Instr branch_less(uint32_t a, uint32_t b, uint32_t yes, uint32_t no, uint16_t width = 32) {
  return {Op::BrUlt, 1, width, yes, a, b, no, 0};
}
Instr ret(uint32_t a, uint16_t width = 32) { return {Op::Ret, 1, width, 0, Operand::reg(a).raw(), 0, 0, 0}; }

class OutlookTest : public ::testing::Test {
 protected:
  FunctionId define(std::vector<uint16_t> parameters, uint32_t registers,
                    const std::vector<std::vector<Instr>>& blocks) {
    FunctionId f = make_.declare(std::move(parameters));
    body(f, registers, blocks);
    return f;
  }
  void body(FunctionId f, uint32_t registers, const std::vector<std::vector<Instr>>& blocks) {
    make_.define(f, blocks);
    make_[f].register_count = registers;
    make_[f].result_widths = {32};
  }
  // A call as an instruction, with what it passes and where its result goes.
  Instr call(FunctionId callee, const std::vector<uint32_t>& arguments, uint32_t result = ir::none,
             uint32_t unwind = ir::none) {
    Instr instr = make_.call(1, callee, unwind);
    ir::CallSite& site = make_.program().calls[instr.imm];
    site.arguments.clear();
    for (uint32_t r : arguments) site.arguments.push_back(Operand::reg(r));
    site.argument_widths.resize(arguments.size(), 32);
    if (result != ir::none) {
      site.result = result;
      site.result_count = 1;
      site.result_widths = {32};
    }
    return instr;
  }
  void add_local(FunctionId f, uint64_t offset, uint64_t size) {
    make_[f].locals.push_back({"x", offset, size, 1, false, 0, 0});
    make_[f].frame_bytes = offset + size;
  }
  View at(FunctionId f, uint32_t index) { return Outlook(make_.program()).at(f, index); }
  std::vector<uint32_t> live(FunctionId f, uint32_t index) {
    View view = at(f, index);
    std::vector<uint32_t> result;
    for (uint32_t r = 0; r < view.registers.size(); ++r)
      if (view.registers[r].live) result.push_back(r);
    return result;
  }
  uint32_t first(FunctionId f, uint32_t block) { return make_[f].blocks[block].first; }

  ProgramMaker make_;
};

// for (i = 0; i < n; i++) sum += p[i]; return sum
TEST_F(OutlookTest, ALoop) {
  enum { n, p, i, sum, x };
  FunctionId f = define({32, 64}, 5,
                        {{constant(i, 0), constant(sum, 0), jump(1)},
                         {join, branch_less(i, n, 2, 3)},
                         {load_indexed(x, p, i), add(sum, sum, x), add_constant(i, i, 1), jump(1)},
                         {ret(sum)}});
  EXPECT_THAT(live(f, 0), ::testing::ElementsAre(n, p));
  EXPECT_THAT(live(f, first(f, 1)), ::testing::ElementsAre(n, p, i, sum));
  EXPECT_THAT(live(f, first(f, 3)), ::testing::ElementsAre(sum));
  View view = at(f, first(f, 1));
  EXPECT_EQ(view.registers[n].width, 32);
  EXPECT_EQ(view.registers[p].width, 64);
  EXPECT_EQ(view.registers[sum].width, 32);
  EXPECT_EQ(view.registers[sum].queries, 0);
  EXPECT_GT(view.registers[sum].returned, 0.5f);
  EXPECT_LE(view.registers[sum].returned, 1.0f);
  EXPECT_GT(view.registers[n].queries, 3);
  EXPECT_GT(view.registers[i].queries, view.registers[n].queries);  // it is an index, too
  EXPECT_GT(view.registers[p].queries, view.registers[n].queries);
  EXPECT_EQ(view.registers[n].returned, 0);
  EXPECT_GT(view.queries, 3);
  EXPECT_EQ(view.registers[i].width, 0);  // compared as 32 bits, an index of 64
}

TEST_F(OutlookTest, WhatIsComputedPassesItsEstimateOn) {
  enum { a, b, c, d };
  FunctionId f = define({32, 32}, 4, {{add(c, a, b), branch_less(c, b, 1, 2)}, {ret(a)}, {ret(b)}});
  View view = at(f, 0);
  EXPECT_EQ(view.registers[a].queries, 1);
  EXPECT_EQ(view.registers[b].queries, 2);
  EXPECT_EQ(view.registers[c].live, false);
  EXPECT_EQ(view.queries, 1);
  EXPECT_FLOAT_EQ(view.registers[a].returned, 0.8f);
}

TEST_F(OutlookTest, PointersThatAreFollowedAskMore) {
  enum { p, q, x };
  FunctionId f =
      define({64, 64}, 3, {{load(x, p, 64), load(x, x), branch(x, 1, 2)}, {ret(x)}, {store(q, x), ret(x)}});
  View view = at(f, 0);
  EXPECT_GT(view.registers[p].queries, 6);
  EXPECT_GT(view.registers[q].queries, 2);
  EXPECT_LT(view.registers[q].queries, 3);
  EXPECT_EQ(view.registers[p].width, 64);
}

TEST_F(OutlookTest, Widths) {
  enum { a, b, c, d };
  FunctionId moved = define({32, 32}, 4, {{move(c, a), move(d, c), add(d, d, b, 200), ret(d, 200)}});
  View view = at(moved, 0);
  EXPECT_EQ(view.registers[a].width, 200);
  EXPECT_EQ(view.registers[b].width, 200);
  FunctionId differ = define({32, 32}, 4, {{branch(a, 1, 2)}, {ret(b, 8)}, {ret(b, 16)}});
  view = at(differ, 0);
  EXPECT_EQ(view.registers[a].width, 1);
  EXPECT_TRUE(view.registers[b].live);
  EXPECT_EQ(view.registers[b].width, 0);
  FunctionId chosen = define({32, 32, 32}, 4,
                             {{{Op::Select, 0, 16, d, a, Operand::reg(b).raw(), Operand::reg(c).raw(), 0},
                               {Op::ZExt, 0, 16, d, d, 0, 64, 0},
                               ret(d, 64)}});
  view = at(chosen, 0);
  EXPECT_EQ(view.registers[a].width, 1);
  EXPECT_EQ(view.registers[b].width, 16);
  EXPECT_EQ(view.registers[c].width, 16);
  EXPECT_EQ(at(chosen, 2).registers[d].width, 64);
  // A copy that nobody reads keeps its source alive, but says nothing of it.
  FunctionId dead = define({32}, 2, {{move(b, a), make_.ret(1)}});
  EXPECT_TRUE(at(dead, 0).registers[a].live);
  EXPECT_EQ(at(dead, 0).registers[a].width, 0);
}

TEST_F(OutlookTest, CallsTellOfTheirParameters) {
  enum { a, b, c, d };
  FunctionId tests = define({32, 32}, 2, {{branch_less(a, a, 1, 1)}, {branch(a, 2, 3)}, {ret(b)}, {ret(b)}});
  FunctionId outside = make_.declare({64, 32});
  FunctionId f = define({32, 32}, 4, {{call(tests, {a, b}, c), branch(c, 1, 2)}, {ret(d)}, {ret(d)}});
  View view = at(f, 0);
  EXPECT_EQ(view.registers[a].queries, 1);
  EXPECT_EQ(view.registers[b].queries, 1);  // it comes back, and is asked for
  EXPECT_EQ(view.queries, 2);
  EXPECT_FALSE(view.registers[c].live);
  FunctionId g = define({64, 32}, 2, {{call(outside, {a, b}), ret(b)}});
  view = at(g, 0);
  EXPECT_EQ(view.registers[a].queries, 1);
  EXPECT_EQ(view.registers[b].queries, 0.5f);
  EXPECT_EQ(view.registers[a].width, 64);
}

TEST_F(OutlookTest, RecursionExpectsNothing) {
  FunctionId even = make_.declare({32}), odd = make_.declare({32});
  body(even, 2, {{branch(0, 1, 2)}, {call(odd, {0}, 1), ret(1)}, {ret(0)}});
  body(odd, 2, {{branch(0, 1, 2)}, {call(even, {0}, 1), ret(1)}, {ret(0)}});
  EXPECT_EQ(at(even, 0).registers[0].queries, 1);
  Outlook one(make_.program());
  one.at(odd, 0);
  EXPECT_EQ(one.at(even, 0).registers[0].queries, 1);
}

TEST_F(OutlookTest, ExceptionsComeBeforeResults) {
  enum { a, b, c };
  FunctionId throws = make_.declare();
  FunctionId f = define(
      {32, 32}, 3,
      {{call(throws, {}, b, 1), make_.plain(), ret(b)}, {{Op::LandingPad, 0, 0, b, 0, 0, 0, 0}, ret(a)}});
  EXPECT_THAT(live(f, 0), ::testing::ElementsAre(a));
  EXPECT_THAT(live(f, 1), ::testing::ElementsAre(a, b));  // as long as the call may unwind
  EXPECT_THAT(live(f, 2), ::testing::ElementsAre(b));
  Outlook outlook(make_.program());
  EXPECT_FALSE(outlook.waiting(f, 1).registers[b].live);
  EXPECT_TRUE(outlook.waiting(f, 1).registers[a].live);
}

TEST_F(OutlookTest, ACalleeThatReturnsLessWritesLess) {
  FunctionId nothing = define({}, 1, {{make_.ret(1)}});
  make_[nothing].result_widths.clear();
  FunctionId f = define({}, 1, {{call(nothing, {}, 0), ret(0)}});
  EXPECT_THAT(live(f, 0), ::testing::ElementsAre(0));
}

TEST_F(OutlookTest, WhereSetjmpIsCalledAllIsLive) {
  FunctionId jumps = make_.declare();
  make_[jumps].name = "_setjmp";
  FunctionId f = define({32}, 3, {{call(jumps, {}, 1), ret(1)}});
  add_local(f, 0, 4);
  EXPECT_THAT(live(f, 0), ::testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(live(f, 1), ::testing::ElementsAre(0, 1, 2));
  EXPECT_TRUE(at(f, 1).locals[0].live);
  EXPECT_TRUE(Outlook(make_.program()).waiting(f, 1).registers[1].live);
}

TEST_F(OutlookTest, PrivateLocals) {
  enum { a, b, c };
  FunctionId f = define({32, 32}, 3,
                        {{store_local(0, a), store_local(32, a, 8), local_address(c, 64), branch(b, 1, 2)},
                         {load_local(c, 0), branch(c, 2, 3)},
                         {join, load_local(c, 32, 16), ret(c)},
                         {join, ret(b)}});
  add_local(f, 0, 4);
  add_local(f, 32, 2);
  add_local(f, 64, 4);
  add_local(f, 96, 4);
  View begin = at(f, 0), loads = at(f, first(f, 1)), behind = at(f, first(f, 2));
  EXPECT_FALSE(begin.locals[0].live);
  EXPECT_TRUE(begin.locals[1].live);  // only half of it is written
  EXPECT_TRUE(loads.locals[0].live);
  EXPECT_EQ(loads.locals[0].queries, 1);
  EXPECT_EQ(loads.locals[0].width, 32);
  EXPECT_FALSE(behind.locals[0].live);
  EXPECT_EQ(behind.locals[1].returned, 1);
  EXPECT_TRUE(begin.locals[2].live);
  EXPECT_EQ(begin.locals[2].queries, -1);
  EXPECT_FALSE(begin.locals[3].live);
  EXPECT_FLOAT_EQ(at(f, 0).registers[a].queries, 0.8f);
}

TEST_F(OutlookTest, ASwitchWeighsWhatABranchDoes) {
  FunctionId f = make_.declare({32, 32});
  std::vector<std::vector<Instr>> blocks{{make_.switch_to(1, {1, 2, 3, 4, 1, 1})}};
  for (int i = 0; i < 4; ++i) blocks.push_back({branch(1, 5, 6)});
  blocks.push_back({join, ret(1)});
  blocks.push_back({join, ret(1)});
  body(f, 2, blocks);
  EXPECT_FLOAT_EQ(at(f, 0).registers[1].queries, 1.6f);
  EXPECT_FLOAT_EQ(at(f, 0).registers[0].queries, 1);
}

TEST_F(OutlookTest, Globals) {
  enum { a, b, c, d };
  make_.declare({}, true);  // makes a global
  std::vector<ir::Global>& globals = make_.program().globals;
  uint64_t begin = globals[0].address;
  for (unsigned i = 1; i < 7; ++i) {
    ir::Global global = globals[0];
    global.address = begin + 64 * i;
    global.size = 8;
    global.bytes.clear();
    globals.push_back(global);
  }
  globals[0].bytes.assign(8, 0);
  uint64_t kept = begin + 64 * 6;
  std::memcpy(globals[0].bytes.data(), &kept, 8);
  FunctionId outside = make_.declare({64});
  define({64, 32}, 4,
         {{constant(d, begin + 64, 64), load(c, d), branch(c, 1, 2)},
          {constant(c, begin + 128, 64), call(outside, {c}), jump(2)},
          {join, constant(c, begin + 192, 64), load_indexed(c, c, b), constant(d, begin + 256, 64),
           store(d, c), jump(3)},
          {constant(c, begin + 320 + 4, 64), branch(a, 4, 5)},
          {constant(c, begin + 256, 64), jump(5)},
          {join, load(a, c), ret(a)}});
  Outlook outlook(make_.program());
  EXPECT_EQ(outlook.global_queries(0), 0);          // never named
  EXPECT_EQ(outlook.global_queries(1), 1);          // loaded, and tested
  EXPECT_EQ(outlook.global_queries(2), -1);         // passed
  EXPECT_FLOAT_EQ(outlook.global_queries(3), .25);  // loaded with an index, stored
  EXPECT_EQ(outlook.global_queries(4), -1);         // may be what another block loads from
  EXPECT_EQ(outlook.global_queries(5), -1);
  EXPECT_EQ(outlook.global_queries(6), -1);  // in another global
}

// --- against the definition

struct Reads {
  const ir::Program& program;
  const ir::Function& function;

  // How the instruction reads the variable; 0: it does not.
  std::set<unsigned> widths(uint32_t index, uint32_t v) const {
    const Instr& instr = function.code[index];
    std::set<unsigned> result;
    auto note = [&](uint32_t r, unsigned width) {
      if (r == v) result.insert(width);
    };
    switch (instr.op) {
      case Op::Add: note(instr.a, instr.width), note(instr.b, instr.width); break;
      case Op::BrUlt: note(instr.a, instr.width), note(instr.b, instr.width); break;
      case Op::Move: note(instr.a, instr.width); break;
      case Op::Load: note(instr.a, 64); break;
      case Op::Store: note(instr.a, 64), note(instr.b, instr.width); break;
      case Op::Br: note(instr.a, 1); break;
      case Op::Ret: note(instr.a, instr.width); break;
      case Op::StoreLocal: note(instr.b, instr.width); break;
      case Op::LoadLocal:
        if (v == local(instr)) result.insert(is_whole(instr) ? instr.width : 0xffffu);
        break;
      case Op::Call:
        for (size_t i = 0; i < program.calls[instr.imm].arguments.size(); ++i)
          note(program.calls[instr.imm].arguments[i].index(), program.calls[instr.imm].argument_widths[i]);
        break;
      default: break;
    }
    return result;
  }
  bool writes(uint32_t index, uint32_t v) const {
    const Instr& instr = function.code[index];
    if (instr.op == Op::StoreLocal) return v == local(instr) && is_whole(instr);
    bool result = false;
    ir::for_each_def(program, instr, [&](uint32_t r) { result |= r == v; });
    return result;
  }
  uint32_t local(const Instr& instr) const { return function.register_count + uint32_t(instr.imm / 8); }
  static bool is_whole(const Instr& instr) { return instr.access().bytes == 4; }

  // Of the reads that see the variable's value at the place.
  std::set<unsigned> behind(uint32_t index, uint32_t v) const {
    std::set<unsigned> result;
    std::vector<uint32_t> work{index};
    std::set<uint32_t> seen{index};
    while (!work.empty()) {
      uint32_t i = work.back();
      work.pop_back();
      for (unsigned width : widths(i, v)) result.insert(width);
      auto go = [&](uint32_t to) {
        if (seen.insert(to).second) work.push_back(to);
      };
      bool is_call = function.code[i].op == Op::Call;
      if (is_call || !writes(i, v)) ir::for_each_target(program, function.code[i], go);
      if (!ir::is_terminator(function.code[i].op) && !writes(i, v)) go(i + 1);
    }
    return result;
  }
};

class RandomOutlookTest : public OutlookTest {
 protected:
  static constexpr uint32_t registers = 5, blocks = 5;

  Instr any_instruction(FunctionId callee) {
    uint16_t width = any(4) ? 32 : 8;
    switch (any(8)) {
      case 0: return constant(any(registers), 1, width);
      case 1: return move(any(registers), any(registers), width);
      case 2: return load(any(registers), any(registers), width);
      case 3: return store(any(registers), any(registers), width);
      case 4: return load_local(any(registers), 8 * any(2), width);
      case 5: return store_local(8 * any(2), any(registers), width);
      case 6:
        return call(callee, {any(registers), any(registers)}, any(3) ? any(registers) : ir::none,
                    any(2) ? any(blocks) : ir::none);
      default: return add(any(registers), any(registers), any(registers), width);
    }
  }
  Instr any_end() {
    switch (any(4)) {
      case 0: return jump(any(blocks));
      case 1: return branch(any(registers), any(blocks), any(blocks));
      case 2: return branch_less(any(registers), any(registers), any(blocks), any(blocks));
      default: return ret(any(registers));
    }
  }
  uint32_t any(uint32_t below) { return uint32_t(random_() % below); }
  std::mt19937 random_{7};
};

TEST_F(RandomOutlookTest, LivenessAndWidthsAreExact) {
  for (unsigned round = 0; round < 300; ++round) {
    make_ = ProgramMaker();
    FunctionId callee = make_.declare({32, 32}), f = make_.declare();
    std::vector<std::vector<Instr>> code(blocks);
    for (auto& block : code) {
      for (uint32_t i = any(4); i > 0; --i) block.push_back(any_instruction(callee));
      block.push_back(any_end());
    }
    body(f, registers, code);
    add_local(f, 0, 4);
    add_local(f, 8, 4);
    Outlook outlook(make_.program());
    Reads reads{make_.program(), make_[f]};
    for (const ir::Block& block : make_[f].blocks)
      for (uint32_t i = block.first; i < block.end; ++i)
        for (uint32_t v = 0; v < registers + 2; ++v) {
          const View& view = outlook.at(f, i);
          const Variable& got = v < registers ? view.registers[v] : view.locals[v - registers];
          std::set<unsigned> wanted = reads.behind(i, v);
          if (i > block.first && make_[f].code[i - 1].op == Op::Call)
            ir::for_each_target(make_.program(), make_[f].code[i - 1],
                                [&](uint32_t pad) { wanted.merge(reads.behind(pad, v)); });
          ASSERT_EQ(got.live, !wanted.empty()) << "round " << round << " place " << i << " variable " << v;
          ASSERT_EQ(got.width, wanted.size() == 1 && *wanted.begin() != 0xffff ? *wanted.begin() : 0u)
              << "round " << round << " place " << i << " variable " << v;
        }
  }
}

TEST_F(OutlookTest, AChainOfManyBlocks) {
  constexpr uint32_t length = 20000;
  std::vector<std::vector<Instr>> blocks;
  for (uint32_t i = 0; i < length; ++i)
    blocks.push_back({join, branch(i % 7, i + 1, i % 100 ? i + 1 : i / 2)});
  blocks.push_back({ret(8)});
  FunctionId f = define({}, 9, blocks);
  View view = at(f, 0);
  EXPECT_LE(view.queries, 1e6f);
  EXPECT_TRUE(view.registers[8].live);
  EXPECT_FALSE(view.registers[7].live);
}

}  // namespace
}  // namespace bonsai::analysis
