#include "report/sanitizer_report.h"

#include <gmock/gmock.h>

#include "report/places.h"

namespace bonsai::report {
namespace {

TEST(SanitizerReport, AddressAndUndefined) {
  std::vector<Finding> findings = parse_sanitizers(
      "/p/a b.c:7:3: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented\n"
      "    #0\tmain\t/p/a b.c\t7\n\n"
      "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior /p/a b.c:7:3 \n"
      "==1==ERROR: AddressSanitizer: attempting double-free on 0x1 in thread T0:\n"
      "    #0\tfree\t\t0\n    #1\tf(int, char)\t/p/a.c\t9\n\n"
      "freed by thread T0 here:\n    #0\tfree\t\t0\n    #1\tother\t/p/a.c\t8\n\n"
      "SUMMARY: AddressSanitizer: double-free (/x+0x1) in free\n");
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].tool, Finding::Tool::undefined);
  EXPECT_EQ(findings[0].stack[0].file, "/p/a b.c");
  EXPECT_EQ(findings[0].stack[0].line, 7u);
  EXPECT_EQ(findings[1].what, "double-free");
  ASSERT_EQ(findings[1].stack.size(), 2u);  // not the stack of the first free
  EXPECT_EQ(findings[1].stack[1].function, "f(int, char)");
  EXPECT_EQ(words(findings[1]), "AddressSanitizer: double-free at a.c:9");
}

TEST(SanitizerReport, WildJump) {
  std::vector<Finding> findings = parse_sanitizers(
      "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x5 (pc 0x5 bp 0x1 sp 0x1 T0)\n"
      "==1==The signal is caused by a READ memory access.\n"
      "==1==Hint: PC is at a non-executable region. Maybe a wild jump?\n"
      "    #0\t\t\t0\n\nSUMMARY: AddressSanitizer: SEGV \n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_TRUE(findings[0].wild_jump);
  EXPECT_EQ(words(findings[0]), "AddressSanitizer: SEGV");
}

TEST(SanitizerReport, Nonsense) {
  EXPECT_TRUE(parse_sanitizers("").empty());
  EXPECT_TRUE(parse_sanitizers("    #0\tmain\tx\t1\nSUMMARY: AddressSanitizer: x\n").empty());
  EXPECT_EQ(parse_sanitizers(": runtime error: ").size(), 1u);
  EXPECT_EQ(parse_sanitizers("ERROR: AddressSanitizer: ").size(), 1u);
}

TEST(Places, Files) {
  EXPECT_TRUE(same_file("a/b.c", "/home/a/b.c"));
  EXPECT_TRUE(same_file("./b.c", "b.c"));
  EXPECT_TRUE(same_file("../x/b.c", "/home/x/b.c"));
  EXPECT_FALSE(same_file("a/b.c", "c/b.c"));
  EXPECT_FALSE(same_file("b.c", "ab.c"));
  EXPECT_FALSE(same_file("", ""));
}

TEST(Places, StacksMeet) {
  std::vector<std::string> inputs = {"a.c"};
  std::vector<Place> native = {{"memcpy", "", 0, 0}, {"f", "/p/a.c", 5, 1}, {"main", "/p/a.c", 9, 1}};
  auto meet = [&](std::vector<Place> engine) { return stacks_meet(engine, native, inputs); };
  EXPECT_TRUE(meet({{"f", "a.c", 5, 0}, {"main", "a.c", 9, 0}}));
  EXPECT_TRUE(meet({{"main", "a.c", 9, 0}}));
  EXPECT_FALSE(meet({{"f", "a.c", 6, 0}, {"main", "a.c", 9, 0}}));             // elsewhere in the program
  EXPECT_TRUE(meet({{"memcpy", "libc/memcpy.c", 3, 0}, {"f", "a.c", 5, 0}}));  // inside a library
  EXPECT_TRUE(meet({{"memcpy", "", 0, 0}, {"f", "a.c", 5, 0}, {"main", "a.c", 9, 0}}));  // without a line
  EXPECT_TRUE(meet({{"f", "", 0, 0}}));
  EXPECT_FALSE(meet({{"g", "", 0, 0}}));
  EXPECT_FALSE(meet({}));
}

}  // namespace
}  // namespace bonsai::report
