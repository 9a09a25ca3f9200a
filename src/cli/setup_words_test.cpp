#include "cli/setup_words.h"

#include <gmock/gmock.h>

namespace bonsai::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Words = std::vector<std::string>;

// What is taken from the words; those that are left come behind "|".
Words taken(const Words& words) {
  base::Options options;
  Words left;
  for (size_t i = 0; i < words.size(); ++i) {
    base::Result<bool> result = take_setup(words, i, options);
    if (!result) return {"error", result.error().message};
    if (!*result) left.push_back(words[i]);
  }
  Words all = options.setup;
  all.push_back("|");
  all.insert(all.end(), left.begin(), left.end());
  return all;
}

TEST(SetupWords, BonsaisAndKleesSpelling) {
  EXPECT_THAT(taken({"--sym-args", "0", "1", "10", "-sym-arg", "3"}),
              ElementsAre("args", "0", "1", "10", "arg", "3", "|"));
  EXPECT_THAT(taken({"--sym-files", "1", "8", "--sym-stdin=8", "--sym-stdout", "--max-fail", "2"}),
              ElementsAre("files", "1", "8", "stdin", "8", "stdout", "fail", "2", "|"));
  EXPECT_THAT(taken({"--sym-env", "HOME=5", "--env", "A=b=c"}),
              ElementsAre("env", "HOME", "5", "setenv", "A=b=c", "|"));
}

TEST(SetupWords, OtherWordsAreLeft) {
  EXPECT_THAT(taken({"prog.c", "--time", "3s", "-n", "-", "--"}),
              ElementsAre("|", "prog.c", "--time", "3s", "-n", "-", "--"));
}

TEST(SetupWords, WrongValuesAreExplained) {
  EXPECT_THAT(taken({"--sym-args", "0", "1"})[1], HasSubstr("2 of 3 numbers; it is --sym-args MIN MAX N"));
  EXPECT_THAT(taken({"--sym-args", "2", "1", "3"})[1], HasSubstr("MIN 2 is more than MAX 1"));
  EXPECT_THAT(taken({"--sym-stdin", "x"})[1], HasSubstr("'x' is no number"));
  EXPECT_THAT(taken({"--sym-stdin", "999999999"})[1], HasSubstr("is no number up to 1048576"));
  EXPECT_THAT(taken({"--sym-env", "HOME"})[1], HasSubstr("must be NAME=SIZE"));
  EXPECT_THAT(taken({"--env", "=x"})[1], HasSubstr("must be NAME=VALUE"));
}

TEST(SetupWords, WhatAProgramHasOnceIsGivenOnce) {
  EXPECT_THAT(taken({"--sym-stdin", "3", "--sym-stdin", "4"})[1],
              HasSubstr("--sym-stdin 4: there is a --sym-stdin before it"));
  EXPECT_THAT(taken({"--stdin", "/dev/null", "--sym-stdin=4"})[1],
              HasSubstr("--sym-stdin=4: there is a --stdin before it"));
  EXPECT_THAT(taken({"--sym-stdin", "4", "--stdin", "/dev/null"})[1],
              HasSubstr("there is a --sym-stdin before"));
  EXPECT_THAT(taken({"--sym-files", "1", "8", "-sym-files", "2", "9"})[1], HasSubstr("(--sym-files 1 8)"));
  EXPECT_THAT(taken({"--fail", "1", "--max-fail", "2"})[1], HasSubstr("give it once"));
  EXPECT_THAT(taken({"--sym-env", "A=3", "--env", "A=b"})[1], HasSubstr("the variable A was given before"));
  EXPECT_THAT(taken({"--env", "A=b", "--env", "AB=c", "--sym-args", "0", "1", "2", "--sym-arg", "3"}),
              ElementsAre("setenv", "A=b", "setenv", "AB=c", "args", "0", "1", "2", "arg", "3", "|"));
}

TEST(SetupWords, KleesShortcutForOneFailure) {
  EXPECT_THAT(taken({"--fd-fail", "--save-all-writes"}), ElementsAre("fail", "1", "|"));
}

TEST(SetupWords, WhatTheModelFixesBecomesAnInput) {
  EXPECT_THAT(taken({"--sym-clock", "--sym-pid", "--sym-stdin", "3"}),
              ElementsAre("unpin", "clock", "unpin", "pid", "stdin", "3", "|"));
}

TEST(SetupWords, ArgumentsOfEachKindAreFound) {
  base::Options options;
  options.setup = {"setenv", "arg", "stdin", "4"};
  EXPECT_FALSE(takes_arguments(options));
  options.setup.insert(options.setup.end(), {"args", "0", "1", "2"});
  EXPECT_TRUE(takes_arguments(options));
}

TEST(SetupWords, OnlyConcreteArgumentsNeedNoLinux) {
  base::Options options;
  options.setup = {"word", "arg", "word", "x"};
  EXPECT_FALSE(needs_linux(options));
  options.setup.insert(options.setup.end(), {"arg", "1"});
  EXPECT_TRUE(needs_linux(options));
}

TEST(SetupWords, TheStartGetsAll) {
  base::Options options;
  options.setup = {"word", "a"};
  options.fs = "/";
  EXPECT_THAT(start_words(options, "p"), ElementsAre("name", "p", "word", "a", "fuzz", "64", "fs", "/"));
}

}  // namespace
}  // namespace bonsai::cli
