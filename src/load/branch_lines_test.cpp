// Lines that hold nothing but a jump have code if they are asked for, at every level, and cost nothing
// otherwise.
#include "load/branch_lines.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "load/load.h"
#include "load/test_support.h"

namespace bonsai::load {
namespace {

class BranchLines : public LoadTest {
 protected:
  // Instructions of main that have this line.
  size_t code_at(int optimisation, uint32_t line, bool is_asked_for) {
    Options options = level(optimisation);
    options.inputs = {path_};
    if (is_asked_for) options.exact = {"jumps.c:" + std::to_string(line)};
    auto loaded = load(options);
    if (!loaded) return ADD_FAILURE() << loaded.error().message, 0;
    const ir::Function* main = loaded->program.find_function("main");
    return size_t(std::count_if(main->locations.begin(), main->locations.end(), [&](ir::LocationId id) {
      return loaded->program.locations[id].line == line;
    }));
  }

  std::string path_;
};

TEST_F(BranchLines, JumpsHaveCodeWhereTheyAreAskedFor) {
  path_ = write("jumps.c", R"(int main(int n, char **v) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (v[i][0])
      continue;
    if (v[i][1]) {
      sum += 3;
      break;
    }
    if (v[i][2])
      goto out;
    sum++;
  }
  switch (n) {
    case 3:
      break;
    default:
      sum++;
  }
out:
  return sum;
})");
  for (int optimisation : {0, 1, 2})
    for (uint32_t line : {5u, 8u, 11u, 16u}) {
      EXPECT_GT(code_at(optimisation, line, true), 0u) << optimisation << " " << line;
      // The jump behind `sum += 3` ends a block with other code, and its line needs no code of its own.
      if (line != 8) {
        EXPECT_EQ(code_at(optimisation, line, false), 0u) << optimisation << " " << line;
      }
    }
}

// The condition at the line is its code.
TEST_F(BranchLines, AJumpBehindACondition) {
  path_ = write("jumps.c", R"(int main(int n, char **v) {
  while (n-- > 0) {
    if (v[n]) break;
  }
  return n;
})");
  EXPECT_EQ(code_at(1, 3, true), code_at(0, 3, false));
}

}  // namespace
}  // namespace bonsai::load
