// bonsai tests, from its words to its files.
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/run_options.h"
#include "ir/points.h"
#include "load/load.h"
#include "report/ktest.h"
#include "report/program_hash.h"
#include "report/run_store.h"
#include "report/test_support.h"

namespace bonsai::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class TestsCommand : public report::FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    run_ = folder_ / "run";
    write(folder_ / "p.c",
          "int main(int argc, char **argv) {\n  if (argc > 1)\n    return 1;\n  return 0;\n}\n");
    RunOptions options;
    options.folder = folder_;
    options.options.inputs = {"p.c"};
    options.options.setup = {"word", "-x"};
    options.options.optimisation = 0;
    auto store = report::RunStore::create(run_);
    ASSERT_TRUE(store);
    write(run_ / "options.json", to_json(options));
    for (uint64_t id : {1, 2, 5}) {
      report::Test test = report::some_test(id);
      test.points.clear();
      ASSERT_TRUE((*store)->add(test));
    }
    ASSERT_TRUE((*store)->set_meta(report::meta_key::program, "p"));
    ASSERT_TRUE((*store)->close());
  }

  // Runs the command; `out_` and `err_` hold what it printed.
  int command(std::vector<std::string> words) {
    words.insert(words.begin(), "tests");
    base::Result<Parsed> parsed = parse(words);
    if (!parsed) {
      err_ = parsed.error().message;
      return bad_input;
    }
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    int code = tests(parsed->options);
    fflush(nullptr);
    out_ = testing::internal::GetCapturedStdout();
    err_ = testing::internal::GetCapturedStderr();
    return code;
  }
  // A command that must fail; returns its one line.
  std::string complaint(const std::vector<std::string>& words) {
    EXPECT_EQ(command(words), int(bad_input));
    EXPECT_EQ(out_, "");
    return err_;
  }
  // The points of a whole run through the program, by its first way.
  void cover(uint64_t id, std::string hash = "") {
    load::Options options;
    options.inputs = {"p.c"};
    options.optimisation = 0;
    fs::path here = fs::current_path();
    fs::current_path(folder_);
    auto loaded = load::load(options);
    fs::current_path(here);
    ASSERT_TRUE(loaded);
    ir::Points points(loaded->program);
    const ir::Function& main = *loaded->program.find_function("main");
    report::Test test;
    test.id = id;
    for (uint32_t i = 0; i < main.code.size(); ++i) test.points.push_back(points.of(main.id, i));
    auto store = report::RunStore::open(run_, report::RunStore::Access::write);
    ASSERT_TRUE(store && (*store)->add(test));
    if (hash.empty()) hash = report::program_hash(loaded->program);
    ASSERT_TRUE((*store)->set_meta(report::meta_key::program_hash, hash));
  }

  fs::path run_;
  std::string out_, err_;
};

TEST_F(TestsCommand, List) {
  ASSERT_EQ(command({"list", run_}), int(clean));
  EXPECT_EQ(std::count(out_.begin(), out_.end(), '\n'), 4);
  EXPECT_THAT(out_,
              HasSubstr("     5  exited -3         7         1005      0.25  x[4] empty[0] stdin[4]\n"));
  ASSERT_EQ(command({"list", run_, "2"}), int(clean));
  EXPECT_EQ(std::count(out_.begin(), out_.end(), '\n'), 2);
}

TEST_F(TestsCommand, ExportsAllToTheRunByDefault) {
  ASSERT_EQ(command({"export", run_}), int(clean)) << err_;
  EXPECT_THAT(out_, HasSubstr("3 tests written to"));
  for (const char* name : {"test000001.ktest", "test000002.ktest", "test000005.ktest"})
    EXPECT_TRUE(fs::exists(run_ / "tests" / name)) << name;
  std::string file = read(run_ / "tests" / "test000005.ktest");
  auto ktest = report::read_ktest({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  ASSERT_TRUE(ktest);
  EXPECT_EQ(ktest->objects, report::some_test(5).inputs);
  EXPECT_THAT(ktest->arguments, ::testing::ElementsAre("p", "-x"));
}

TEST_F(TestsCommand, ExportsSomeInEachFormat) {
  for (auto [format, name] : {std::pair("raw", "test000002.bin"), std::pair("c", "test000002.c"),
                              std::pair("text", "test000002.txt")}) {
    fs::path to = folder_ / format;
    ASSERT_EQ(command({"export", run_, "--format", format, "--to", to, "2"}), int(clean)) << err_;
    EXPECT_THAT(out_, HasSubstr("1 test written to"));
    EXPECT_EQ(std::distance(fs::directory_iterator(to), {}), 1);
    EXPECT_GT(fs::file_size(to / name), 0u);
  }
}

TEST_F(TestsCommand, ExportsCoverage) {
  cover(6);
  ASSERT_EQ(command({"export", run_, "--format", "lcov", "--to", folder_ / "cov"}), int(clean)) << err_;
  std::string info = read(folder_ / "cov" / "coverage.info");
  EXPECT_THAT(info, HasSubstr("SF:" + (folder_ / "p.c").string() + "\n"));
  EXPECT_THAT(info, HasSubstr("BRDA:2,0,0,1\nBRDA:2,0,1,0\n"));
  EXPECT_THAT(info, HasSubstr("DA:3,1\n"));
  EXPECT_THAT(out_, HasSubstr("1 of 2 branches, 1 of 1 functions"));
  // Of one test that covers nothing.
  ASSERT_EQ(command({"export", run_, "--format", "lcov", "--to", folder_ / "cov", "1"}), int(clean)) << err_;
  EXPECT_THAT(out_, HasSubstr("0 of 2 branches, 0 of 1 functions"));
}

// Points that a path covered for which there is no test do not count.
TEST_F(TestsCommand, CoverageIsThatOfTests) {
  cover(6);
  ASSERT_EQ(command({"export", run_, "--format", "lcov", "--to", folder_ / "cov"}), int(clean)) << err_;
  std::string before = read(folder_ / "cov" / "coverage.info");
  auto store = report::RunStore::open(run_, report::RunStore::Access::write);
  ASSERT_TRUE(store);
  base::Result<std::vector<uint32_t>> all = (*store)->covered();
  ASSERT_TRUE(all && !all->empty());
  std::vector<uint32_t> points;  // both ways of the branch
  for (uint32_t point : *all) points.insert(points.end(), {point & ~1u, point | 1u});
  points.erase(std::unique(points.begin(), points.end()), points.end());
  ASSERT_TRUE((*store)->set_covered(points));
  ASSERT_TRUE((*store)->close());
  ASSERT_EQ(command({"export", run_, "--format", "lcov", "--to", folder_ / "cov"}), int(clean)) << err_;
  EXPECT_EQ(read(folder_ / "cov" / "coverage.info"), before);
}

TEST_F(TestsCommand, CoverageOfAnotherProgramIsRefused) {
  cover(6, "0123456789abcdef");
  EXPECT_THAT(complaint({"export", run_, "--format", "lcov"}), HasSubstr("has changed since the run"));
  fs::remove(folder_ / "p.c");
  EXPECT_THAT(complaint({"export", run_, "--format", "lcov"}), HasSubstr("p.c"));
  fs::remove(run_ / "options.json");
  EXPECT_THAT(complaint({"export", run_, "--format", "lcov"}), HasSubstr("options.json: cannot be read"));
}

TEST_F(TestsCommand, ComplaintsAreClear) {
  EXPECT_THAT(complaint({"list"}), HasSubstr("needs the folder of a run"));
  EXPECT_THAT(complaint({"remove", run_}),
              HasSubstr("tests list RUN, tests minimise RUN or tests export RUN"));
  EXPECT_THAT(complaint({"list", folder_ / "none"}), HasSubstr("there is no folder"));
  EXPECT_THAT(complaint({"list", folder_}), HasSubstr("there is no run.db"));
  EXPECT_THAT(complaint({"export", run_, "--format", "xml"}),
              HasSubstr("known are ktest, raw, c, text, lcov"));
  EXPECT_THAT(complaint({"export", run_, "77"}), HasSubstr("there is no test 77"));
  EXPECT_THAT(complaint({"export", run_, "two"}), HasSubstr("two: is not the number of a test"));
  EXPECT_THAT(complaint({"export", run_, "--to", folder_ / "p.c" / "x"}),
              HasSubstr("cannot make the folder"));
  EXPECT_THAT(complaint({}), HasSubstr("required"));
}

}  // namespace
}  // namespace bonsai::cli
