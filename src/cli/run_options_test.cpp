#include "cli/run_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/option_values.h"

namespace bonsai::cli {
namespace {

using base::Options;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A value that is no default, and allowed.
std::string last_word(const std::string& values) { return values.substr(values.rfind('|') + 1); }
void change(const std::string&, Options::Flag& value) { value = !value; }
void change(const std::string& values, Options::Number& value) {
  value += must_be(values, value + 1).empty() ? 1 : -1;
}
void change(const std::string&, Options::Size& value) { value += (uint64_t(1) << 60) + 1; }
void change(const std::string&, Options::Duration& value) { value += 0.1; }
void change(const std::string&, Options::Text& value) { value += " \"changed\"\n"; }
void change(const std::string& values, Options::Choice& value) {
  std::string first = values.substr(0, values.find('|'));
  value.assign(value == first ? last_word(values) : first);
}
void change(const std::string& values, Options::List& value) {
  value = {"one", "two, three"};
  if (!must_be(values, value).empty()) value = {last_word(values)};
}

std::string message(const std::string& text) {
  base::Result<RunOptions> read = run_options_from_json(text);
  return read ? "(read)" : read.error().message;
}

TEST(RunOptions, EveryOptionComesBack) {
  RunOptions run;
  run.folder = "/some where";
  run.options.inputs = {"a.c", "dir/b.cpp"};
  run.options.arguments = {"", "-x"};
#define OPTION(type, member, flag, default_value, values, commands, help) change(values, run.options.member);
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
  base::Result<RunOptions> read =
      run_options_from_json(R"({"inputs": ["a.c"], "options": {"entry": "start"}})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->options.entry, "start");
  EXPECT_EQ(read->options.optimisation, Options().optimisation);
  EXPECT_EQ(message(R"({"inputs": ["a.c"]})"), "(read)");
}

TEST(RunOptions, WrongFiles) {
  EXPECT_THAT(message(""), HasSubstr("no JSON object"));
  EXPECT_THAT(message("[1]"), HasSubstr("no JSON object"));
  EXPECT_THAT(message(R"({"inputs": ["a.c")"), HasSubstr("no JSON object"));
  EXPECT_THAT(message(R"({"inputs": "a.c"})"), HasSubstr("\"inputs\""));
  EXPECT_THAT(message(R"({"inputs": [1]})"), HasSubstr("\"inputs\""));
  EXPECT_THAT(message("{}"), HasSubstr("\"inputs\""));
  EXPECT_THAT(message(R"({"inputs": []})"), HasSubstr("\"inputs\""));
  EXPECT_THAT(message(R"({"inputs": [""]})"), HasSubstr("\"inputs\""));
  EXPECT_THAT(message(R"({"inputs": ["a\u0000b"]})"), HasSubstr("\"inputs\""));
  EXPECT_THAT(message(R"({"something": 1})"), HasSubstr("\"something\""));
  EXPECT_THAT(message(R"({"options": 3})"), HasSubstr("\"options\""));
  EXPECT_THAT(message(R"({"inputs": ["a.c"], "options": {"opt": "high"}})"), HasSubstr("\"opt\""));
  EXPECT_THAT(message(R"({"inputs": ["a.c"], "options": {"stack": -1}})"), HasSubstr("\"stack\""));
  EXPECT_THAT(message(R"({"inputs": ["a.c"], "options": {"no-such": 1}})"), HasSubstr("no option --no-such"));
}

TEST(RunOptions, ValuesMustBeAllowed) {
  auto of = [](const std::string& option) {
    return message(R"({"inputs": ["a.c"], "options": {)" + option + "}}");
  };
  EXPECT_EQ(of(R"("jobs": 2, "time": 5, "check": ["leak"], "merge": "auto")"), "(read)");
  EXPECT_EQ(of(R"("jobs": 0, "memory": 0, "mode": "")"), "(read)");  // defaults, whatever the table allows
  for (const char* wrong :
       {R"("jobs": -1)", R"("jobs": 257)", R"("jobs": 1.5)", R"("jobs": 18446744073709551615)",
        R"("time": -1)", R"("time": 1e300)", R"("memory": 1)", R"("check": ["leak", "nothing"])",
        R"("merge": "sometimes")", R"("fuzz-size": 0)", R"("check": "leak")", R"("entry": "a\u0000b")"})
    EXPECT_THAT(of(wrong), HasSubstr("is not what it should be")) << wrong;
}

class RunFolderOptions : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "bonsai-options-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  base::Result<RunOptions> read(const RunOptions& run, const std::vector<std::string>& flags = {}) {
    std::ofstream(folder_ / "options.json") << to_json(run);
    return read_run_options(folder_, flags);
  }
  std::filesystem::path folder_;
};

// Whatever option is new: if it is the user's alone, a folder cannot set it.
TEST_F(RunFolderOptions, WhatStartsProgramsOrWritesFilesIsNotTaken) {
  RunOptions run;
  run.options.inputs = {"a.c"};
#define OPTION(type, member, flag, default_value, values, commands, help) \
  if (origin_of(values) != Origin::checked) change(values, run.options.member);
#include "base/options.def"
#undef OPTION
  base::Result<RunOptions> taken = read(run);
  ASSERT_TRUE(taken) << taken.error().message;
#define OPTION(type, member, flag, default_value, values, commands, help)                  \
  EXPECT_EQ(taken->options.member,                                                         \
            origin_of(values) == Origin::anywhere ? run.options.member : Options().member) \
      << flag;
#include "base/options.def"
#undef OPTION
  for (const char* word : {"CMD", "BINARY", "NATIVE", "OUT-DIR", "OUT-FILE", "A-NEW-WORD"})
    EXPECT_EQ(origin_of(word), Origin::user) << word;
  EXPECT_FALSE(is_known_column("A-NEW-WORD"));
}

TEST_F(RunFolderOptions, ALineSaysWhatWasNotTaken) {
  RunOptions run;
  run.options.inputs = {"a.c"};
  EXPECT_TRUE(read(run));
  EXPECT_THAT(options_not_taken(folder_, "resume", {}), ElementsAre());
  run.options.solver_command = "touch x";
  base::Result<RunOptions> taken = read(run);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->options.solver_command, Options().solver_command);
  EXPECT_THAT(options_not_taken(folder_, "resume", taken->options),
              ElementsAre(HasSubstr("had --solver-command \"touch x\", which is not taken")));
  taken->options.solver_command = "touch x";  // the user said it
  EXPECT_THAT(options_not_taken(folder_, "resume", taken->options), ElementsAre());
}

TEST_F(RunFolderOptions, FlagsOfTheCompilerMustBeHarmless) {
  RunOptions run;
  run.options.inputs = {"a.c"};
  run.options.compiler_flags = {"-O2", "-I", "inc", "-DX"};
  ASSERT_TRUE(read(run));
  run.options.compiler_flags.push_back("-fplugin=x.so");
  base::Result<RunOptions> refused = read(run);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("the flag -fplugin=x.so"));
  base::Result<RunOptions> repeated = read(run, {"-fplugin=x.so"});
  ASSERT_TRUE(repeated);
  EXPECT_EQ(repeated->options.compiler_flags, run.options.compiler_flags);
}

// Nobody writes to it: to open it would wait for ever.
TEST_F(RunFolderOptions, APipeIsNoFileOfOptions) {
  std::filesystem::remove(folder_ / "options.json");
  ASSERT_EQ(mkfifo((folder_ / "options.json").c_str(), 0600), 0);
  base::Result<RunOptions> read = read_run_options(folder_);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("options.json: cannot be read"));
}

TEST(RunOptions, AFileThatIsNotThere) {
  base::Result<RunOptions> read = read_run_options("/no/such/run");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("/no/such/run/options.json: cannot be read"));
}

}  // namespace
}  // namespace bonsai::cli
