#include "cli/option_rules.h"

#include <gmock/gmock.h>

#include "cli/command_line.h"

namespace bonsai::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What is wrong with a command line; "" if nothing is.
std::string complaint(std::vector<std::string> words) {
  base::Result<Parsed> parsed = parse(words);
  if (!parsed) return parsed.error().message;
  base::Result<void> checked = check_options(parsed->command, parsed->options, parsed->given);
  return checked ? "" : checked.error().message;
}

TEST(OptionRules, AnOptionWithoutTheOneItIsForIsRefused) {
  EXPECT_THAT(complaint({"run", "a.c", "--merge-max-wait", "1"}),
              AllOf(HasSubstr("--merge-max-wait"), HasSubstr("--merge=auto")));
  EXPECT_THAT(complaint({"run", "a.c", "--merge=auto", "--merge-max-differences", "1"}),
              HasSubstr("--merge=always"));
  EXPECT_THAT(complaint({"run", "a.c", "--prune-period", "3s"}), HasSubstr("--prune=learned"));
  EXPECT_THAT(complaint({"run", "a.c", "--prune=random", "--prune-exploring", "3"}),
              HasSubstr("--prune=learned"));
  EXPECT_THAT(complaint({"reach", "a.c", "--target", "f", "--chop-keep", "f"}), HasSubstr("--chop,"));
  EXPECT_THAT(complaint({"reach", "a.c", "--target", "f", "--errors-of", "r"}),
              HasSubstr("--target error:ID"));
  EXPECT_THAT(complaint({"reach", "a.c", "--target", "f", "--strategy=sdse", "--mix-cost", "5"}),
              HasSubstr("--mix-cost"));
  EXPECT_THAT(complaint({"run", "a.c", "--external-functions", "f"}), HasSubstr("--external=concretise"));
  EXPECT_THAT(complaint({"run", "a.c", "--overwrite"}), HasSubstr("--out DIR"));
  EXPECT_THAT(complaint({"run", "a.c", "--solver=bonsai", "--solver-command", "z3"}),
              HasSubstr("--solver=smtlib"));
  EXPECT_THAT(complaint({"test", "a.c:f", "--length", "3"}), HasSubstr("--sequence"));
  EXPECT_THAT(complaint({"run", "a.c", "--no-confirm", "--unsafe-native"}), HasSubstr("--no-confirm"));
}

TEST(OptionRules, ContradictionsAreRefused) {
  EXPECT_THAT(complaint({"run", "a.c", "--no-out", "--out", "d"}), HasSubstr("--out contradicts --no-out"));
  EXPECT_THAT(complaint({"reach", "a.c", "--target", "f", "--no-out", "--write-ktest"}),
              HasSubstr("--write-ktest"));
  EXPECT_THAT(complaint({"run", "a.c", "--quiet", "-v"}), HasSubstr("--verbose contradicts --quiet"));
  EXPECT_THAT(complaint({"analyze", "a.c", "--slice", "f:g", "--points-to"}), HasSubstr("one analysis"));
  EXPECT_THAT(complaint({"run", "a.c", "--uninit", "symbolic", "--chop", "f"}),
              HasSubstr("--chop: unwritten"));
}

TEST(OptionRules, WhatACommandDoesNotReadIsRefused) {
  EXPECT_THAT(complaint({"ir", "a.c", "--", "word"}), HasSubstr("takes no arguments"));
  EXPECT_THAT(complaint({"test", "a.c:f", "--", "word"}), HasSubstr("takes no arguments"));
  EXPECT_THAT(complaint({"solve", "a.smt2", "-DN=3"}), HasSubstr("-DN=3"));
  EXPECT_THAT(complaint({"ir", "a.c", "--check=leak"}), HasSubstr("--check leak"));
  EXPECT_THAT(complaint({"replay", "run", "3", "--sample", "2"}), HasSubstr("--sample"));
  EXPECT_THAT(complaint({"tests", "list", "run", "--to", "d"}), HasSubstr("tests export"));
  EXPECT_THAT(complaint({"test", "--search", "list"}), HasSubstr("is required"));
}

TEST(OptionRules, EmptyValuesAreRefused) {
  EXPECT_THAT(complaint({"run", "a.c", "--check="}), HasSubstr("--check"));
  EXPECT_THAT(complaint({"run", "a.c", "--stop-at", ","}), HasSubstr("--stop-at"));
  EXPECT_THAT(complaint({"run", "a.c", "--entry", ""}), HasSubstr("--entry"));
}

TEST(OptionRules, FilesAndFoldersMustBeThere) {
  EXPECT_THAT(complaint({"run", "a.c", "--fs", "/nowhere"}), HasSubstr("no such folder"));
  EXPECT_THAT(complaint({"run", "a.c", "--fs", "/etc/passwd"}), HasSubstr("is a file"));
  EXPECT_THAT(complaint({"run", "a.c", "--stdin", "/nowhere"}), HasSubstr("no such file"));
  EXPECT_THAT(complaint({"run", "a.c", "--stdin", "/"}), HasSubstr("is a folder"));
  EXPECT_THAT(complaint({"run", "a.c", "--program-output", "/nowhere/x"}), HasSubstr("cannot be written"));
  EXPECT_THAT(complaint({"run", "a.c", "--log-queries", "/proc/nowhere"}), HasSubstr("--log-queries"));
}

TEST(OptionRules, WhatFitsIsAccepted) {
  EXPECT_EQ(complaint({"run", "a.c", "--merge=always", "--merge-max-differences", "1"}), "");
  EXPECT_EQ(complaint({"run", "a.c", "--chop", "f", "--chop-keep", "g", "--fs", "/", "--stdin", "/dev/null"}),
            "");
  EXPECT_EQ(complaint({"reach", "a.c", "--target", "error:1", "--errors-of", "r", "--mix-cost", "5"}), "");
  EXPECT_EQ(complaint({"run", "a.c", "--no-confirm", "--external=concretise", "--unsafe-native"}), "");
  EXPECT_EQ(complaint({"run", "a.c", "--out", "d", "--overwrite", "-DN=3", "--", "word"}), "");
  EXPECT_EQ(complaint({"run", "--search", "list"}), "");
}

TEST(OptionRules, FlagsForSourcesAreNamedWhereThereIsNone) {
  base::Options options;
  options.compiler_flags = {"-DN=3", "-lm", "-std=c11"};
  options.inputs = {"a.bc"};
  EXPECT_THAT(useless_compiler_flags(options), ElementsAre(HasSubstr("-DN=3"), HasSubstr("-std=c11")));
  options.inputs.push_back("b.c");
  EXPECT_THAT(useless_compiler_flags(options), IsEmpty());
}

}  // namespace
}  // namespace bonsai::cli
