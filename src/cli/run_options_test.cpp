#include "cli/run_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace bonsai::cli {
namespace {

using base::Options;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A value of each type that is no default.
void change(Options::Flag& value) { value = !value; }
void change(Options::Number& value) { value += 1; }
void change(Options::Size& value) { value += (uint64_t(1) << 60) + 1; }
void change(Options::Duration& value) { value += 0.1; }
void change(std::string& value) { value += " \"changed\"\n"; }
void change(Options::List& value) { value = {"one", "two, three"}; }

std::string message(const std::string& text) {
  base::Result<RunOptions> read = run_options_from_json(text);
  return read ? "(read)" : read.error().message;
}

TEST(RunOptions, EveryOptionComesBack) {
  RunOptions run;
  run.folder = "/some where";
  run.options.inputs = {"a.c", "dir/b.cpp"};
  run.options.arguments = {"", "-x"};
#define OPTION(type, member, flag, default_value, values, commands, help) change(run.options.member);
#include "base/options.def"
#undef OPTION
  base::Result<RunOptions> read = run_options_from_json(to_json(run));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->folder, "/some where");
  EXPECT_THAT(read->options.inputs, ElementsAre("a.c", "dir/b.cpp"));
  EXPECT_THAT(read->options.arguments, ElementsAre("", "-x"));
#define OPTION(type, member, flag, default_value, values, commands, help) \
  EXPECT_EQ(read->options.member, run.options.member) << flag;            \
  EXPECT_NE(read->options.member, Options().member) << flag;
#include "base/options.def"
#undef OPTION
}

TEST(RunOptions, KeysAreTheLongFlags) {
  nlohmann::json all = nlohmann::json::parse(to_json({}));
  EXPECT_EQ(all["options"]["opt"], 1);
  EXPECT_EQ(all["options"]["verbose"], false);
  EXPECT_TRUE(all["options"]["check"].is_array());
}

TEST(RunOptions, WhatIsMissingHasItsDefault) {
  base::Result<RunOptions> read = run_options_from_json(R"({"options": {"entry": "start"}})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->options.entry, "start");
  EXPECT_EQ(read->options.optimisation, Options().optimisation);
  EXPECT_EQ(message("{}"), "(read)");
}

TEST(RunOptions, WrongFiles) {
  EXPECT_THAT(message(""), HasSubstr("no JSON object"));
  EXPECT_THAT(message("[1]"), HasSubstr("no JSON object"));
  EXPECT_THAT(message(R"({"inputs": ["a.c")"), HasSubstr("no JSON object"));
  EXPECT_THAT(message(R"({"inputs": "a.c"})"), HasSubstr("\"inputs\""));
  EXPECT_THAT(message(R"({"inputs": [1]})"), HasSubstr("\"inputs\""));
  EXPECT_THAT(message(R"({"something": 1})"), HasSubstr("\"something\""));
  EXPECT_THAT(message(R"({"options": 3})"), HasSubstr("\"options\""));
  EXPECT_THAT(message(R"({"options": {"opt": "high"}})"), HasSubstr("\"opt\""));
  EXPECT_THAT(message(R"({"options": {"stack": -1}})"), HasSubstr("\"stack\""));
  EXPECT_THAT(message(R"({"options": {"no-such": 1}})"), HasSubstr("no option --no-such"));
}

TEST(RunOptions, AFileThatIsNotThere) {
  base::Result<RunOptions> read = read_run_options("/no/such/run");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("/no/such/run/options.json: cannot be read"));
}

}  // namespace
}  // namespace bonsai::cli
