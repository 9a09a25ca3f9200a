#include "report/outside.h"

#include <gmock/gmock.h>

namespace bonsai::report {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

Input input(const std::string& name, const std::string& bytes) {
  return {name, {bytes.begin(), bytes.end()}};
}
using namespace std::string_literals;

TEST(Outside, ArgumentsComeInTheOrderOfTheWords) {
  std::vector<std::string> setup = {"arg", "3", "word", "-x", "args", "0", "2", "1"};
  std::vector<Input> inputs = {input("arg00", "ab\0\0"s), input("n_args", "\2\0\0\0"s),
                               input("arg01", "c\0"s), input("arg02", "\0\0"s)};
  EXPECT_THAT(outside_of(setup, inputs).arguments, ElementsAre("ab", "-x", "c", ""));
}

TEST(Outside, CountsOfTheSameNameAreNumbered) {
  std::vector<std::string> setup = {"args", "0", "1", "1", "args", "0", "2", "1"};
  std::vector<Input> inputs = {input("n_args", "\0\0\0\0"s), input("n_args_1", "\1\0\0\0"s),
                               input("arg00", "c\0"s)};
  EXPECT_THAT(outside_of(setup, inputs).arguments, ElementsAre("c"));
}

TEST(Outside, ACountBelowTheMostMeansFewerArguments) {
  std::vector<std::string> setup = {"args", "0", "2", "1", "word", "z"};
  std::vector<Input> inputs = {input("n_args", "\0\0\0\0"s)};
  EXPECT_THAT(outside_of(setup, inputs).arguments, ElementsAre("z"));
}

TEST(Outside, TheLastByteOfAnArgumentIsItsEnd) {
  EXPECT_THAT(
      outside_of(std::vector<std::string>{"arg", "2"}, std::vector<Input>{input("arg00", "abc")}).arguments,
      ElementsAre("ab"));
}

TEST(Outside, FilesInputAndEnvironment) {
  std::vector<std::string> setup = {"files", "2", "3", "stdin", "2", "env", "HOME", "4", "setenv", "A=b"};
  std::vector<Input> inputs = {input("A_data", "a\0c"s), input("B_data", "xyz"), input("stdin", "\n\0"s),
                               input("env_HOME", "/\0\0\0\0"s)};
  Outside outside = outside_of(setup, inputs);
  EXPECT_THAT(outside.files, ElementsAre(Pair("A", "a\0c"s), Pair("B", "xyz")));
  EXPECT_EQ(outside.standard_input, "\n\0"s);
  EXPECT_THAT(outside.environment, ElementsAre("HOME=/", "A=b"));
  EXPECT_FALSE(outside.has_failures);
  EXPECT_THAT(outside.rest, IsEmpty());
}

TEST(Outside, WhatTheProgramAsksForItselfIsLeft) {
  std::vector<Input> inputs = {input("arg00", "a\0"s), input("x", "1234"), input("fail", "\0\0\0\0"s)};
  Outside outside = outside_of(std::vector<std::string>{"arg", "1"}, inputs);
  ASSERT_EQ(outside.rest.size(), 1u);
  EXPECT_EQ(outside.rest[0].name, "x");
}

TEST(Outside, AFailureIsOneOfAnyErrorNumber) {
  std::vector<std::string> setup = {"fail", "1"};
  EXPECT_FALSE(outside_of(setup, std::vector<Input>{input("fail", "\0\0\0\0"s)}).has_failures);
  EXPECT_TRUE(outside_of(setup, std::vector<Input>{input("fail", "\0\0\0\0"s), input("fail_1", "\14\0\0\0"s)})
                  .has_failures);
}

TEST(Outside, BrokenWordsEndTheReading) {
  EXPECT_THAT(outside_of(std::vector<std::string>{"nonsense", "word", "a"}, {}).arguments, IsEmpty());
  EXPECT_THAT(outside_of(std::vector<std::string>{"word"}, {}).arguments, IsEmpty());
}

TEST(Outside, KleeSpelling) {
  std::vector<std::string> setup = {"args",  "0", "1", "10",    "word", "-n",
                                    "files", "1", "8", "stdin", "8",    "stdout"};
  EXPECT_THAT(klee_words(setup), ElementsAre("--sym-args", "0", "1", "10", "-n", "--sym-files", "1", "8",
                                             "--sym-stdin", "8", "--sym-stdout"));
}

TEST(Outside, WhatNoNativeRunCanBeGivenIsNamed) {
  const std::vector<std::string> setup = {"unpin", "pid", "unpin", "clock", "stdin", "3"};
  EXPECT_EQ(outside_of(setup, std::vector<Input>{}).free_value, "");
  EXPECT_EQ(outside_of(setup, std::vector<Input>{{"clock", {1, 2, 3, 4, 5, 6, 7, 8}}}).free_value, "clock");
}

}  // namespace
}  // namespace bonsai::report
