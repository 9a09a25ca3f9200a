#include "report/coverage.h"

#include <charconv>
#include <sstream>

#include "load/load.h"
#include "report/test_support.h"

namespace bonsai::report {
namespace {

using ir::Op;
using ::testing::ElementsAre;
using ::testing::Pair;

class CoverageTest : public FolderTest {
 protected:
  void load(const std::string& text, int optimisation = 0) {
    write(folder_ / "p.c", text);
    load::Options options;
    options.inputs = {(folder_ / "p.c").string()};
    options.optimisation = optimisation;
    base::Result<load::Loaded> loaded = load::load(options);
    ASSERT_TRUE(loaded) << loaded.error().message << loaded.error().detail;
    program_ = std::move(loaded->program);
    points_ = std::make_unique<ir::Points>(program_);
  }
  // The points of the instructions of a function on a line that end a run; switches: with this way.
  void execute(const std::string& name, uint32_t line, unsigned way = 0) {
    const ir::Function& function = *program_.find_function(name);
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      const ir::Instr& instr = function.code[i];
      if (program_.locations[function.locations[i]].line != line) continue;
      if (!ir::is_terminator(instr.op) && instr.op != Op::Call) continue;
      bool is_jump = instr.op == Op::Call || instr.op == Op::Jump;
      covered_.push_back(instr.op == Op::Switch ? points_->of_switch(uint32_t(instr.imm), way)
                                                : points_->of(function.id, i, is_jump ? 0 : way));
    }
  }
  Coverage result() { return cover(program_, *points_, covered_); }
  FileCoverage file() { return result().files[(folder_ / "p.c").string()]; }

  ir::Program program_;
  std::unique_ptr<ir::Points> points_;
  std::vector<uint32_t> covered_;
};

constexpr const char* calls_and_branches = R"c(int g;
int call(int x) { return x + 1; }
int main(int argc, char **argv) {
  g = 1;
  g = call(g);
  g = 2;
  if (argc > 1)
    g = 3;
  else
    g = 4;
  return g;
}
)c";

TEST_F(CoverageTest, NothingCovered) {
  load(calls_and_branches);
  Coverage none = result();
  EXPECT_EQ(none.totals.lines, 0u);
  EXPECT_EQ(none.totals.lines_total, 8u);
  EXPECT_EQ(none.totals.branches, 0u);
  EXPECT_EQ(none.totals.branches_total, 2u);
  EXPECT_EQ(none.totals.functions, 0u);
  EXPECT_EQ(none.totals.functions_total, 2u);
}

TEST_F(CoverageTest, ARunReachesBackToTheCallBeforeIt) {
  load(calls_and_branches);
  execute("main", 5);  // the call alone: what follows it may not have been reached
  EXPECT_THAT(file().lines, ElementsAre(Pair(2, false), Pair(4, true), Pair(5, true), Pair(6, false),
                                        Pair(7, false), Pair(8, false), Pair(10, false), Pair(11, false)));
  covered_.clear();
  execute("main", 7, 1);  // the result of the call is stored on line 5, after the call
  EXPECT_THAT(file().lines, ElementsAre(Pair(2, false), Pair(4, false), Pair(5, true), Pair(6, true),
                                        Pair(7, true), Pair(8, false), Pair(10, false), Pair(11, false)));
}

TEST_F(CoverageTest, WaysOfABranch) {
  load(calls_and_branches);
  execute("main", 7, 1);
  ASSERT_EQ(file().branches.size(), 1u);
  EXPECT_EQ(file().branches[0].line, 7u);
  EXPECT_THAT(file().branches[0].taken, ElementsAre(false, true));
  execute("main", 7, 0);
  EXPECT_THAT(file().branches[0].taken, ElementsAre(true, true));
  EXPECT_EQ(result().totals.branches, 2u);
}

TEST_F(CoverageTest, Functions) {
  load(calls_and_branches);
  execute("call", 2);
  FileCoverage found = file();
  ASSERT_EQ(found.functions.size(), 2u);
  EXPECT_EQ(found.functions[0].name, "call");
  EXPECT_EQ(found.functions[0].line, 2u);
  EXPECT_TRUE(found.functions[0].covered);
  EXPECT_EQ(found.functions[1].name, "main");
  EXPECT_FALSE(found.functions[1].covered);
  EXPECT_EQ(result().totals.functions, 1u);
}

TEST_F(CoverageTest, WaysOfASwitch) {
  load(R"c(int main(int argc, char **argv) {
  switch (argc) {
    case 1:
    case 2: return 5;
    case 3: return 6;
  }
  return 7;
}
)c");
  execute("main", 2, 1);
  FileCoverage found = file();
  ASSERT_EQ(found.branches.size(), 1u);
  EXPECT_THAT(found.branches[0].taken, ElementsAre(false, true, false));  // default, 1 and 2, 3
  EXPECT_TRUE(found.lines[2]);
}

TEST_F(CoverageTest, BranchesOfAMacroAtOnePlaceAreSeveral) {
  load(R"c(#define BOTH(a, b) if (a) { if (b) return 1; }
int main(int argc, char **argv) {
  BOTH(argc > 1, argc > 2)
  return 0;
}
)c");
  EXPECT_EQ(file().branches.size(), 2u);
  EXPECT_EQ(result().totals.branches_total, 4u);
}

TEST_F(CoverageTest, CopiesOfInlinedCodeCountOnce) {
  load(R"c(static int leaf(int x) {
  return x * x + 1;
}
int main(int argc, char **argv) {
  return
    leaf(argc) ^
    leaf(argc + 5);
}
)c",
       1);
  const ir::Function& main = *program_.find_function("main");
  ASSERT_EQ(main.code.size(), main.blocks[0].end);
  for (const ir::Instr& instr : main.code) ASSERT_NE(instr.op, Op::Call) << "leaf was not inlined";
  covered_ = {points_->of(main.id, main.blocks[0].end - 1)};
  FileCoverage found = file();
  EXPECT_EQ(found.lines[2], true);
  ASSERT_EQ(found.functions.size(), program_.find_function("leaf") ? 2u : 1u);
  for (const FunctionCoverage& function : found.functions) EXPECT_TRUE(function.covered) << function.name;
  EXPECT_EQ(result().totals.lines, result().totals.lines_total);
}

TEST_F(CoverageTest, PointsOfAnotherProgramAreIgnored) {
  load(calls_and_branches);
  covered_ = {points_->count(), 0xffffffff};
  EXPECT_EQ(result().totals.lines, 0u);
}

// A strict reader of the subset of lcov's format that we write.
struct Record {
  std::string source;
  std::map<std::string, uint64_t> functions, called;
  std::map<uint64_t, uint64_t> lines;
  std::map<std::tuple<uint64_t, uint64_t, uint64_t>, std::string> branches;
  std::map<std::string, uint64_t> totals;
};

uint64_t number(const std::string& text) {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_TRUE(!text.empty() && error == std::errc() && end == text.data() + text.size()) << text;
  return value;
}

void read_line(const std::string& key, const std::vector<std::string>& f, Record& record) {
  if (key == "FN") {
    ASSERT_EQ(f.size(), 2u);
    EXPECT_TRUE(record.functions.emplace(f[1], number(f[0])).second) << f[1] << " twice";
  } else if (key == "FNDA") {
    ASSERT_EQ(f.size(), 2u);
    ASSERT_TRUE(record.functions.contains(f[1]));
    EXPECT_TRUE(record.called.emplace(f[1], number(f[0])).second);
  } else if (key == "DA") {
    ASSERT_EQ(f.size(), 2u);
    EXPECT_TRUE(record.lines.emplace(number(f[0]), number(f[1])).second);
  } else if (key == "BRDA") {
    ASSERT_EQ(f.size(), 4u);
    ASSERT_TRUE(f[3] == "-" || f[3] == "0" || f[3] == "1");
    EXPECT_TRUE(record.branches.emplace(std::tuple(number(f[0]), number(f[1]), number(f[2])), f[3]).second);
  } else {
    ASSERT_THAT(key, ::testing::AnyOf("FNF", "FNH", "BRF", "BRH", "LF", "LH"));
    ASSERT_EQ(f.size(), 1u);
    EXPECT_TRUE(record.totals.emplace(key, number(f[0])).second);
  }
}

void check_totals(Record& record) {
  auto hit = [](const auto& map, auto is_hit) {
    return uint64_t(std::count_if(map.begin(), map.end(), is_hit));
  };
  EXPECT_EQ(record.functions.size(), record.called.size());
  EXPECT_EQ(record.totals["FNF"], record.functions.size());
  EXPECT_EQ(record.totals["FNH"], hit(record.called, [](auto& each) { return each.second != 0; }));
  EXPECT_EQ(record.totals["LF"], record.lines.size());
  EXPECT_EQ(record.totals["LH"], hit(record.lines, [](auto& each) { return each.second != 0; }));
  EXPECT_EQ(record.totals["BRF"], record.branches.size());
  EXPECT_EQ(record.totals["BRH"], hit(record.branches, [](auto& each) { return each.second == "1"; }));
}

std::vector<Record> read_lcov(const std::string& text) {
  std::vector<Record> records;
  bool inside = false;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line == "end_of_record") {
      EXPECT_TRUE(inside);
      check_totals(records.back());
      inside = false;
      continue;
    }
    size_t colon = line.find(':');
    EXPECT_NE(colon, std::string::npos) << line;
    std::string key = line.substr(0, colon), rest = line.substr(colon + 1);
    if (key == "TN") continue;
    if (key == "SF") {
      EXPECT_FALSE(inside);
      inside = true;
      records.emplace_back().source = rest;
      continue;
    }
    EXPECT_TRUE(inside) << line;
    std::vector<std::string> fields;
    std::stringstream parts(rest);
    for (std::string part; std::getline(parts, part, ',');) fields.push_back(part);
    read_line(key, fields, records.back());
  }
  EXPECT_FALSE(inside);
  EXPECT_TRUE(text.empty() || text.back() == '\n');
  return records;
}

TEST_F(CoverageTest, Lcov) {
  load(calls_and_branches);
  execute("main", 5);
  execute("main", 7, 0);
  std::vector<Record> records = read_lcov(to_lcov(result()));
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].source, (folder_ / "p.c").string());
  EXPECT_THAT(records[0].functions, ElementsAre(Pair("call", 2), Pair("main", 3)));
  EXPECT_THAT(records[0].called, ElementsAre(Pair("call", 0), Pair("main", 1)));
  EXPECT_EQ(records[0].lines.size(), 8u);
  EXPECT_EQ(records[0].lines[7], 1u);
  EXPECT_EQ(records[0].lines[10], 0u);
  EXPECT_THAT(records[0].branches,
              ElementsAre(Pair(std::tuple(7, 0, 0), "1"), Pair(std::tuple(7, 0, 1), "0")));
}

TEST_F(CoverageTest, LcovOfABranchThatWasNotReached) {
  load(calls_and_branches);
  std::vector<Record> records = read_lcov(to_lcov(result()));
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ((records[0].branches[std::tuple(7, 0, 0)]), "-");
}

TEST(Lcov, RelativeFilesLieInTheFolder) {
  Coverage coverage;
  coverage.files["../a.c"].lines[3] = true;
  coverage.files["/b.c"].lines[3] = false;
  std::vector<Record> records = read_lcov(to_lcov(coverage, "/x/y"));
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].source, "/x/a.c");
  EXPECT_EQ(records[1].source, "/b.c");
  EXPECT_TRUE(read_lcov(to_lcov({})).empty());
}

}  // namespace
}  // namespace bonsai::report
