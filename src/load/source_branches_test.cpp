#include "load/source_branches.h"

#include <llvm/IR/Constants.h>

#include <set>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

class SourceBranchesTest : public LoadTest {
 protected:
  llvm::Function& function(const std::string& text, int optimisation = 1) {
    module_ = prepare(text, level(optimisation));
    return *module_->getFunction("f");
  }

  static unsigned branches(const llvm::Function& function) {
    unsigned count = 0;
    for (const llvm::BasicBlock& block : function) count += block.getTerminator()->getNumSuccessors() > 1;
    return count;
  }

  // Branches of the source that a terminator stands for.
  static std::vector<uint32_t> kept(const llvm::Function& function) {
    std::vector<uint32_t> found;
    for (const llvm::BasicBlock& block : function)
      if (auto what = observation_of(*block.getTerminator())) found.push_back(what->branch);
    return found;
  }

  static std::vector<const llvm::CallBase*> markers(const llvm::Function& function) {
    std::vector<const llvm::CallBase*> found;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && call->getCalledFunction() && marker_of(*call->getCalledFunction()) == Marker::branch)
        found.push_back(call);
    }
    return found;
  }

  static bool is_guarded(const llvm::CallBase& marker) {
    return !llvm::isa<llvm::ConstantInt>(marker.getArgOperand(4));
  }

  std::unique_ptr<llvm::Module> module_;
};

constexpr const char* sign =
    "int f(int x) { if (x == 0) return 0; if (x < 0) return -1; else return 1; }\n"
    "int main(int c, char **v) { return f(c); }";

TEST_F(SourceBranchesTest, SelectsKeepTheBranchesThatTheyWereAndUnderWhatTheyWereExecuted) {
  llvm::Function& f = function(sign);
  EXPECT_EQ(branches(f), 0u);
  auto found = markers(f);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NE(observation_of_marker(*found[0]).branch, observation_of_marker(*found[1]).branch);
  EXPECT_EQ(is_guarded(*found[0]) + is_guarded(*found[1]), 1);
}

TEST_F(SourceBranchesTest, WithoutPassesBranchesAreThemselves) {
  llvm::Function& f = function(sign, 0);
  EXPECT_EQ(branches(f), 2u);
  EXPECT_EQ(kept(f).size(), 2u);
  EXPECT_TRUE(markers(f).empty());
}

TEST_F(SourceBranchesTest, NobodyKnowsThemAtLevelTwo) {
  auto module = prepare(sign, level(2));
  llvm::Function& f = *module->getFunction("main");
  EXPECT_TRUE(kept(f).empty());
  EXPECT_TRUE(markers(f).empty());
}

TEST_F(SourceBranchesTest, WhatStaysABranchHasNoMarker) {
  llvm::Function& f = function(
      "void out(int); void f(int a, int b) { if (a > 3) out(1); else out(b); }\n"
      "int main(int c, char **v) { f(c, c + 1); return 0; }");
  EXPECT_EQ(kept(f).size(), 1u);
  EXPECT_TRUE(markers(f).empty());
}

TEST_F(SourceBranchesTest, OneBranchOfTwoConditionsStandsForBoth) {
  llvm::Function& f = function(
      "void out(int); void f(int a, int b) { if (a > 3 && b < 5) out(1); }\n"
      "int main(int c, char **v) { f(c, c + 1); return 0; }");
  EXPECT_EQ(branches(f), 1u);
  auto found = markers(f);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(is_guarded(*found[0]) + is_guarded(*found[1]), 1);
}

TEST_F(SourceBranchesTest, LoopsKeepOneComparison) {
  llvm::Function& f = function(
      "void out(int); void f(int n) { for (int i = 0; i < n; i++) out(i); }\n"
      "int main(int c, char **v) { f(c); return 0; }");
  EXPECT_TRUE(markers(f).empty());
  // The loop was rotated: its condition stands in front of it as well.
  std::vector<uint32_t> found = kept(f);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(count(f, llvm::Instruction::ICmp), 2u);
}

TEST_F(SourceBranchesTest, MarkersGoBackWhereTheBranchStays) {
  llvm::Function& f = function(
      "int *g; void f(int a, int b) { if (a > 3) if (b == 7) *g = 1; }\n"
      "int main(int c, char **v) { f(c, c + 1); return 0; }");
  for (const llvm::CallBase* marker : markers(f))
    for (const llvm::BasicBlock& block : f)
      if (auto what = observation_of(*block.getTerminator())) {
        EXPECT_NE(what->branch, observation_of_marker(*marker).branch);
      }
  EXPECT_EQ(kept(f).size() + markers(f).size(), 2u);
}

TEST_F(SourceBranchesTest, ABlockWithSeveralWaysToItBecomesValuesAsWell) {
  llvm::Function& f = function(
      "int f(const char *s) { int sign = 1; if (*s == '-' || *s == '+') { if (*s == '-') sign = -1; s++; }\n"
      "  return sign * *s; }\n"
      "int main(int c, char **v) { return f(v[0]); }");
  EXPECT_EQ(branches(f), 0u);
  std::set<uint32_t> found;
  for (const llvm::CallBase* marker : markers(f)) found.insert(observation_of_marker(*marker).branch);
  EXPECT_EQ(found.size(), 3u);
}

TEST_F(SourceBranchesTest, ThreeConditionsAreOneBranch) {
  llvm::Function& f = function(
      "void out(int); void f(int a, int b, int c) { if (a > 3 && b < 5 && c != a) out(1); }\n"
      "int main(int c, char **v) { f(c, c + 1, c + 2); return 0; }");
  EXPECT_EQ(branches(f), 1u);
  EXPECT_EQ(markers(f).size(), 3u);
}

TEST_F(SourceBranchesTest, AStoreOverASelectIsOne) {
  llvm::Function& f = function(
      "int table[4]; int f(int *a, int *b) { table[1] = 5; if (*a == 77) table[1] = 6;\n"
      "  return *b; }\n"
      "int main(int c, char **v) { return f(&c, &c); }");
  // *a may be table[1]: the first store must come before it.
  EXPECT_EQ(branches(f), 0u);
  EXPECT_EQ(count(f, llvm::Instruction::Store), 2u);
  EXPECT_EQ(markers(f).size(), 1u);
}

TEST_F(SourceBranchesTest, DirectionsOfASwitchThatGoToOnePlaceAreToldApart) {
  constexpr const char* text =
      "int f(int a) { switch (a) { case 1: break; case 2: break; case 3: return 7; default: return 9; } "
      "return 1; }\n"
      "int main(int c, char **v) { return f(c); }";
  for (int optimisation : {0, 1}) {
    llvm::Function& f = function(text, optimisation);
    unsigned told = 0;
    for (const llvm::CallBase* marker : markers(f)) told += observation_of_marker(*marker).no == ir::none;
    EXPECT_GE(told, 2u) << "level " << optimisation;
  }
}

TEST_F(SourceBranchesTest, BranchesAtOnePlaceHaveRanks) {
  auto module = prepare(
      "#define BOTH(x) if ((x) > 1 && (x) < 9) return 2\nint f(int a) { BOTH(a); return 3; }\n"
      "int main(int c, char **v) { return f(c); }",
      level(1), false);
  SourceBranches found = mark_branches(*module, false);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].location.getLine(), 2u);
  bool is_one_place = found[0].location.getCol() == found[1].location.getCol();
  EXPECT_EQ(found[1].rank, is_one_place ? 1u : 0u);
}

}  // namespace
}  // namespace bonsai::load
