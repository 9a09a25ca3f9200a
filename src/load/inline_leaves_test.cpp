#include "load/inline_leaves.h"

#include "load/test_support.h"

namespace bonsai::load {
namespace {

class InlineLeaves : public LoadTest {
 protected:
  // Names of the functions that `main` calls after the passes of level 1, markers aside.
  std::vector<std::string> called(const std::string& text) {
    auto module = prepare(text, level(1));
    std::vector<std::string> names;
    for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("main"))) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !marker_of(*callee) && !callee->isIntrinsic()) names.push_back(callee->getName().str());
    }
    return names;
  }
};

TEST_F(InlineLeaves, TakesArithmetic) {
  EXPECT_EQ(called("static unsigned rotate(unsigned x, unsigned n) { return x >> n | x << (32 - n); }\n"
                   "int main(int argc, char **argv) { return rotate(argc, 7) + rotate(argc, argc & 15); }"),
            std::vector<std::string>{});
}

TEST_F(InlineLeaves, KeepsTheCheckOfAShift) {
  auto module = prepare(
      "static int shift(int x, int n) { return x << n; }\nint main(int argc, char **argv) { return shift(1, "
      "argc); }",
      level(1));
  bool checked = false;
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("main")))
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      checked |= call->getCalledFunction() && marker_of(*call->getCalledFunction());
  EXPECT_TRUE(checked);
}

TEST_F(InlineLeaves, LeavesMemoryCallsAndBranchesAlone) {
  EXPECT_EQ(called("int g; static int get(void) { return g; }\nint main(void) { return get(); }"),
            std::vector<std::string>{"get"});
  EXPECT_EQ(called("static int loop(int n) { int s = 0; while (n) s += n--; return s; }\nint main(int c, "
                   "char **v) { return loop(c); }"),
            std::vector<std::string>{"loop"});
  EXPECT_EQ(called("int out(int); static int wrap(int n) { return out(n); }\nint main(int c, char **v) { "
                   "return wrap(c); }"),
            std::vector<std::string>{"wrap"});
}

}  // namespace
}  // namespace bonsai::load
