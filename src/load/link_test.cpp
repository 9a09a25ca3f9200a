#include "load/link.h"

#include <gmock/gmock.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Verifier.h>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ::testing::HasSubstr;

class Link : public LoadTest {
 protected:
  std::string error_of(const std::string& a, const std::string& b, const std::string& entry = "main") {
    Options options = level(0, entry);
    options.inputs = {write("a.c", a), write("b.c", b)};
    std::string message = message_of([&] { prepare("", options); });
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
};

TEST_F(Link, TwoFiles) {
  EXPECT_EQ(error_of("int f(void); static int g; int main(void) { return f() + g; }",
                     "static int g; int f(void) { return g; }"),
            "");
}

TEST_F(Link, DefinedTwice) {
  std::string message =
      error_of("int f(void) { return 1; } int main(void) { return 0; }", "int f(void) { return 2; }");
  EXPECT_THAT(message, HasSubstr("b.c: defines f again, which "));
  EXPECT_THAT(error_of("int g = 1; int main(void) { return 0; }", "int g = 2;"),
              HasSubstr("defines g again"));
}

TEST_F(Link, WeakGivesWay) {
  EXPECT_EQ(error_of("__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }",
                     "int f(void) { return 2; }"),
            "");
}

// What the linker of a binary let pass: the first definition counts.
TEST_F(Link, DefinedTwiceInABinary) {
  Options options = level(0);
  options.inputs = {write("a.c", "int f(void) { return 1; } int g = 1; int main(void) { return f() + g; }"),
                    write("b.c",
                          "int f(void) { return 2; } int g = 2; int h(void) { return f() + g; }"
                          "int f_too(void) __attribute__((alias(\"f\")));")};
  auto context = make_context(messages_);
  std::vector<Unit> units = compile(options, *context, warnings_);
  units[1].embedded = true;
  auto module = link(std::move(units), options, nullptr, messages_);
  EXPECT_FALSE(llvm::verifyModule(*module));
  EXPECT_EQ(messages_.size(), 2u);
  EXPECT_THAT(messages_[0], HasSubstr("again, which "));
  // clang moves what the file's path and the working directory have in common into the name of a folder.
  const llvm::DISubprogram& place = *module->getFunction("f")->getSubprogram();
  EXPECT_EQ(std::filesystem::path(place.getDirectory().str()) / place.getFilename().str(), options.inputs[0]);
}

TEST_F(Link, MembersOfArchivesAsNeeded) {
  Options options = level(0);
  options.inputs = {write("a.c", "int f(void); int main(void) { return f(); }"),
                    write("unused.c", "int main(void) { return 1; } int other(void) { return 2; }"),
                    write("h.c", "int h(void) { return 3; }"),
                    write("f.c", "int h(void); int f(void) { return h(); }")};
  auto context = make_context(messages_);
  auto names = [&](std::vector<bool> optional) {
    std::vector<Unit> units = compile(options, *context, warnings_);
    for (size_t i = 0; i < units.size(); ++i) units[i].optional = optional[i];
    std::string text;
    for (const Unit& unit : choose_members(std::move(units), "main"))
      text += std::filesystem::path(unit.path).filename().string() + " ";
    return text;
  };
  EXPECT_EQ(names({false, true, true, true}), "a.c h.c f.c ");
  EXPECT_EQ(names({true, true, true, true}), "a.c h.c f.c ");
  EXPECT_EQ(names({false, false, true, true}), "a.c unused.c h.c f.c ");
}

TEST_F(Link, NoEntry) {
  std::string message = error_of("int first(void) { return 1; }", "int second(void) { return 2; }");
  EXPECT_THAT(message, HasSubstr("no function main in "));
  EXPECT_THAT(message, HasSubstr("name another with --entry: first, second"));
  EXPECT_THAT(error_of("int mian(void) { return 1; }", ""), HasSubstr("perhaps mian"));
  EXPECT_THAT(error_of("int main(void); int f(void) { return main(); }", ""), HasSubstr("no function main"));
}

TEST_F(Link, StaticEntry) {
  EXPECT_EQ(error_of("static int f(void) { return 1; } int (*p)(void) = f;", "", "f"), "");
}

TEST_F(Link, BodiesForTheHarnessAreNotBelieved) {
  for (int optimisation : {0, 1, 2}) {
    auto module = prepare(
        "void reach_error(void) {} int klee_int(const char *n) { return 7; }"
        "int main(void) { if (klee_int(\"x\") == 42) reach_error(); return 0; }",
        level(optimisation));
    EXPECT_EQ(count_calls(*module, "klee_int"), 1u) << optimisation;
    EXPECT_EQ(count_calls(*module, "reach_error"), 1u) << optimisation;
  }
}

TEST_F(Link, EverythingButTheEntryIsInternal) {
  auto module = prepare(
      "int g; int f(void) { return g; } __attribute__((constructor)) void c(void) { g = 1; } int main(void) "
      "{ return f(); }",
      level(0));
  EXPECT_FALSE(module->getFunction("main")->hasLocalLinkage());
  EXPECT_TRUE(module->getFunction("f")->hasLocalLinkage());
  EXPECT_TRUE(module->getNamedGlobal("g")->hasLocalLinkage());
  EXPECT_TRUE(module->getNamedGlobal("llvm.global_ctors"));
}

}  // namespace
}  // namespace bonsai::load
