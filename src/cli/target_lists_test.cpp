#include "cli/target_lists.h"

#include <gmock/gmock.h>

namespace bonsai::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TargetLists, LinesOfAPatch) {
  auto found = lines_of_patch(R"(diff --git a/src/x.c b/src/x.c
--- a/src/x.c	2026-01-01
+++ b/src/x.c	2026-01-02
@@ -3,5 +3,5 @@ int f(void)
 a
-b
+B
+C
 d
-e
 f
--- a/y.c
+++ b/y.c
@@ -10 +10,0 @@
-gone
@@ -20,0 +20,2 @@
+one
+--- a/x
)");
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ElementsAre(NamedLine{"src/x.c", 4, "B"}, NamedLine{"src/x.c", 5, "C"},
                                  NamedLine{"src/x.c", 7, "behind lines that are gone"},
                                  NamedLine{"y.c", 11, "behind lines that are gone"},
                                  NamedLine{"y.c", 20, "one"}, NamedLine{"y.c", 21, "--- a/x"}));
}

TEST(TargetLists, WhatIsNoPatchIsTold) {
  EXPECT_THAT(lines_of_patch("hello\n").error().message, HasSubstr("unified diff"));
  EXPECT_THAT(lines_of_patch("+++ b/x\n@@ -a +b @@\n").error().message,
              HasSubstr("no hunk of a patch: @@ -a"));
}

TEST(TargetLists, WarningsOfCompilers) {
  auto found = lines_of_report(R"(In file included from a.c:1:
a.c: In function 'f':
a.c:12:5: warning: array subscript 9 is above array bounds [-Warray-bounds=]
   12 |   x[9] = 1;
a.c:12:9: warning: another
a.c:3:5: note: while referencing 'x'
C:\dir\b.c:7: error: something
)");
  ASSERT_TRUE(found);
  EXPECT_THAT(
      *found,
      ElementsAre(NamedLine{"a.c", 12, "warning: array subscript 9 is above array bounds [-Warray-bounds=]"},
                  NamedLine{"C:\\dir\\b.c", 7, "error: something"}));
}

TEST(TargetLists, Sarif) {
  auto found = lines_of_report(R"({"version": "2.1.0", "runs": [{"results": [
    {"message": {"text": "null"}, "locations": [{"physicalLocation":
      {"artifactLocation": {"uri": "file:///src/a.c"}, "region": {"startLine": 4}}}]},
    {"message": {"text": "nowhere"}}]}]})");
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ElementsAre(NamedLine{"/src/a.c", 4, "null"}));
  EXPECT_THAT(lines_of_report("{\"runs\": 3").error().message, HasSubstr("is no SARIF"));
  EXPECT_THAT(lines_of_report("nothing\n").error().message, HasSubstr("names no lines"));
}

}  // namespace
}  // namespace bonsai::cli
