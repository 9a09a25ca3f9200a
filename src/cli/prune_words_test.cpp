#include "cli/prune_words.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "explore/prune/learner.h"
#include "report/run_store.h"

namespace bonsai::cli {
namespace {

using explore::PruneConfig;
using explore::PruneMode;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using Words = std::vector<std::string>;

base::Options asking(const char* mode = "learned") {
  base::Options options;
  options.prune = mode;
  return options;
}

PruneConfig read(const base::Options& options) {
  base::Result<PruneConfig> config = read_prune(options);
  EXPECT_TRUE(config) << config.error().message;
  return config ? *config : PruneConfig();
}

std::string complaint(const base::Options& options) {
  base::Result<PruneConfig> config = read_prune(options);
  return config ? "(none)" : config.error().message;
}

TEST(PruneWords, Modes) {
  EXPECT_EQ(read(base::Options()).mode, PruneMode::off);
  EXPECT_EQ(read(asking("off")).mode, PruneMode::off);
  EXPECT_EQ(read(asking("learned")).mode, PruneMode::learned);
  EXPECT_EQ(read(asking("random")).mode, PruneMode::random);
  EXPECT_EQ(read(asking("restart")).mode, PruneMode::restart);
}

TEST(PruneWords, WithoutWishesAsThePaperHasIt) {
  PruneConfig config = read(asking());
  EXPECT_EQ(config.period, 30);
  EXPECT_THAT(config.rounds, ElementsAre(200, 400, 600, 800));
  EXPECT_THAT(config.ratios, ElementsAre(0.2, 0.4, 0.6));
  EXPECT_EQ(config.exploring, 10u);
  EXPECT_EQ(config.least_states, 500u);
  EXPECT_EQ(config.least_features, 5u);
  EXPECT_EQ(config.learned, "");
}

// An hour is a fifth of five hours.
TEST(PruneWords, TimesInProportionToTheBudget) {
  base::Options options = asking();
  options.time = 3600;
  PruneConfig config = read(options);
  EXPECT_DOUBLE_EQ(config.period, 6);
  EXPECT_THAT(config.rounds, ElementsAre(DoubleEq(40), DoubleEq(80), DoubleEq(120), DoubleEq(160)));
  for (double longer : {5 * 3600.0, 50 * 3600.0}) {
    options.time = longer;
    EXPECT_EQ(read(options).period, 30);
    EXPECT_THAT(read(options).rounds, ElementsAre(200, 400, 600, 800));
  }
  // 30 s / 180, and 0.1 s instead of 30 s / 1,800.
  options.time = 100;
  EXPECT_DOUBLE_EQ(read(options).period, 30 / 180.0);
  options.time = 10;
  EXPECT_DOUBLE_EQ(read(options).period, 0.1);
}

TEST(PruneWords, TimesAsTheyAreAskedFor) {
  base::Options options = asking();
  options.time = 60;
  options.prune_period = 0.02;
  options.prune_rounds = {"90s", "5m", "250ms", "1.5h", "7"};
  PruneConfig config = read(options);
  EXPECT_EQ(config.period, 0.02);
  EXPECT_THAT(config.rounds, ElementsAre(90, 300, 0.25, 5400, 7));
  for (const char* wrong : {"", "x", "0", "0s", "-5s", "5d", "1m30s", "1.2.3s"}) {
    options.prune_rounds = {"90s", wrong};
    EXPECT_EQ(complaint(options),
              fmt::format("--prune-rounds {}: must be times such as 90s or 5m, with commas "
                          "between them",
                          wrong));
  }
}

TEST(PruneWords, RatiosArePercents) {
  base::Options options = asking();
  options.prune_ratios = {"20", "5", "99", "1"};
  EXPECT_THAT(read(options).ratios, ElementsAre(0.2, 0.05, 0.99, 0.01));
  for (const char* wrong : {"", "0", "00", "100", "-1", "2.5", "abc", "1e1", "20%", " 5"}) {
    options.prune_ratios = {"20", wrong};
    EXPECT_EQ(
        complaint(options),
        fmt::format("--prune-ratios {}: must be percents from 1 to 99, with commas between them", wrong));
  }
}

TEST(PruneWords, Numbers) {
  base::Options options = asking();
  options.prune_exploring = 3;
  options.prune_min_states = 77;
  options.prune_min_features = 0;
  PruneConfig config = read(options);
  EXPECT_EQ(config.exploring, 3u);
  EXPECT_EQ(config.least_states, 77u);
  EXPECT_EQ(config.least_features, 0u);
}

// Time, if the run is bounded by time; else a seed reproduces the run.
TEST(PruneWords, Clock) {
  base::Options options = asking();
  EXPECT_TRUE(read(options).by_work);
  options.time = 60;
  EXPECT_FALSE(read(options).by_work);
  options.prune_clock = "work";
  EXPECT_TRUE(read(options).by_work);
  options.prune_clock = "time";
  options.time = 0;
  EXPECT_FALSE(read(options).by_work);
}

TEST(PruneWords, RestartIsForPlainRuns) {
  auto change = [](const char* mode, auto&& how) {
    base::Options options = asking(mode);
    how(options);
    return complaint(options);
  };
  auto with_jobs = [](base::Options& options) { options.jobs = 2; };
  EXPECT_THAT(change("restart", with_jobs), HasSubstr("leave --jobs out"));
  EXPECT_EQ(change("learned", with_jobs), "(none)");
  EXPECT_EQ(change("restart", [](base::Options& options) { options.jobs = 1; }), "(none)");
  void (*const others[])(base::Options&) = {
      [](base::Options& options) { options.merge = "auto"; },
      [](base::Options& options) { options.mode = "concolic"; },
      [](base::Options& options) { options.chop = {"f"}; },
      [](base::Options& options) { options.chop_file = "list"; },
      [](base::Options& options) { options.chop_covered = "run"; },
  };
  for (auto other : others) {
    EXPECT_THAT(change("restart", other), HasSubstr("leave --merge, --chop and --mode=concolic out"));
    EXPECT_EQ(change("learned", other), "(none)");
    EXPECT_EQ(change("random", other), "(none)");
  }
}

// --- what another run learned

class LearnFrom : public testing::Test {
 protected:
  LearnFrom()
      : folder_(std::filesystem::temp_directory_path() / fmt::format("bonsai-prune-words-{}", getpid())) {}
  ~LearnFrom() override { std::filesystem::remove_all(folder_); }

  // A run of a program with that hash; empty: it has none.
  void write(const std::string& hash, const std::optional<std::string>& learned) {
    using namespace report;
    std::filesystem::remove_all(folder_);
    base::Result<std::unique_ptr<RunStore>> store = RunStore::create(folder_);
    ASSERT_TRUE(store) << store.error().message;
    if (!hash.empty()) ASSERT_TRUE((*store)->set_meta(meta_key::program_hash, hash));
    if (learned) ASSERT_TRUE((*store)->set_meta(meta_key::learned, *learned));
    ASSERT_TRUE((*store)->close());
  }
  std::string complaint() {
    base::Result<void> learned = learn_from(folder_.string(), "abc", config_);
    return learned ? "(none)" : learned.error().message;
  }
  static std::string some() {
    explore::CoreConditions conditions;
    explore::ConditionId id = conditions.id({~uint64_t(0), "arg00[0] == '-'"});
    return pack({.rounds = 3, .good = {{{1, 2}, {id}, nullptr}}, .inherited = {}}, conditions);
  }

  std::filesystem::path folder_;
  PruneConfig config_;
};

TEST_F(LearnFrom, ComesAsItWasKept) {
  write("abc", some());
  EXPECT_EQ(complaint(), "(none)");
  EXPECT_EQ(config_.learned, some());
  EXPECT_FALSE(config_.is_learned_elsewhere);
}

TEST_F(LearnFrom, OtherProgramsAreElsewhere) {
  for (const char* hash : {"abd", ""}) {
    write(hash, some());
    EXPECT_EQ(complaint(), "(none)");
    EXPECT_TRUE(config_.is_learned_elsewhere) << hash;
  }
}

TEST_F(LearnFrom, WhatCannotBeReadIsTold) {
  EXPECT_THAT(complaint(), HasSubstr("--learn-from"));
  EXPECT_THAT(complaint(), HasSubstr(folder_.string()));
  write("abc", std::nullopt);
  EXPECT_THAT(complaint(), HasSubstr(folder_.string() + ": it has learned nothing"));
  for (const std::string& damaged : {std::string(), some().substr(1), some() + "x", std::string("words")}) {
    write("abc", damaged);
    EXPECT_THAT(complaint(), HasSubstr("what it has learned is damaged")) << damaged.size();
  }
  EXPECT_EQ(config_.learned, "");
}

// --- words

std::string renamed(const std::string& words, Words setup = {}) {
  base::Options options;
  options.setup = std::move(setup);
  return with_arguments(words, options);
}

TEST(WithArguments, SymbolicArgumentsComeBehindTheName) {
  EXPECT_EQ(renamed("arg00[0] == '-'"), "argv[1][0] == '-'");
  EXPECT_EQ(renamed("arg01[12] == 'x'", {"arg", "3", "arg", "20"}), "argv[2][12] == 'x'");
  EXPECT_EQ(renamed("arg10[0] == 0", {"args", "0", "11", "3"}), "argv[11][0] == 0");
  EXPECT_EQ(renamed("(arg00[0] == 'a' || arg01[1] == 'b') && arg00[2] == 'c'"),
            "(argv[1][0] == 'a' || argv[2][1] == 'b') && argv[1][2] == 'c'");
}

TEST(WithArguments, ThoseThatAreFixedComeBefore) {
  EXPECT_EQ(renamed("arg00[0] == '-'", {"word", "-n", "arg", "3"}), "argv[2][0] == '-'");
  EXPECT_EQ(renamed("arg02[0] == '-'", {"word", "arg", "word", "word", "args", "1", "2", "3", "arg", "4"}),
            "argv[5][0] == '-'");
  // What is no argument does not count.
  EXPECT_EQ(renamed("arg00[0] == '-'", {"stdin", "8", "env", "arg", "5", "setenv", "word=1", "input", "/word",
                                        "files", "1", "8", "word", "x", "arg", "3", "fail", "1"}),
            "argv[2][0] == '-'");
}

// How many there are before it depends on the path.
TEST(WithArguments, FixedOnesBehindSymbolicOnesAreNotCounted) {
  EXPECT_EQ(renamed("arg01[0] == '-'", {"args", "0", "2", "3", "word", "x", "arg", "3"}), "arg01[0] == '-'");
}

TEST(WithArguments, OtherNamesStay) {
  for (const char* words : {"stdin[0] == 'a'", "myarg00[0] == 'a'", "arg0[0] == 'a'", "arg000[0] == 'a'",
                            "argument[0] == 'a'", "arg00", "arg0", "arg", "n_args == 2", ""})
    EXPECT_EQ(renamed(words), words);
  EXPECT_EQ(renamed("stdin[0] == '(' && arg00[0] == 'a'"), "stdin[0] == '(' && argv[1][0] == 'a'");
}

}  // namespace
}  // namespace bonsai::cli
