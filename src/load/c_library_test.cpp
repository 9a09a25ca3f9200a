// Linking with the C library that the build made. Its functions are executed by tests/programs/linux.
#include "load/c_library.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/home.h"
#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ::testing::HasSubstr;

class CLibraryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    options_.library = base::library_directory();
    if (options_.library.empty()) GTEST_SKIP() << "built without the C library";
    options_.engine_provides = [](const std::string& name) {
      return name == "malloc" || name == "memcpy" || name.starts_with("bonsai_");
    };
    options_.engine_stands_in = [](const std::string& name) { return name == "printf" || name == "exit"; };
  }

  base::Result<Loaded> load(const std::string& text) {
    // Tests run side by side.
    std::string path = ::testing::TempDir() + "c_library_test_" + std::to_string(getpid()) + ".c";
    std::ofstream(path) << text;
    options_.inputs = {path};
    return bonsai::load::load(options_);
  }
  static const ir::Function* find(const Loaded& loaded, const std::string& name) {
    const auto& all = loaded.program.functions;
    auto it = std::find_if(all.begin(), all.end(), [&](const ir::Function& f) { return f.name == name; });
    return it == all.end() ? nullptr : &*it;
  }

  Options options_;
};

TEST_F(CLibraryTest, IsLeftOutWhereTheEngineHasEverything) {
  base::Result<Loaded> loaded = load("int printf(const char *, ...); int main() { return printf(\"x\"); }");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_FALSE(loaded->has_library);
  EXPECT_EQ(loaded->start, "main");
}

TEST_F(CLibraryTest, BringsWhatIsUsedAndNothingElse) {
  base::Result<Loaded> loaded = load("#include <stdlib.h>\nint main(int n, char **v) { return atoi(v[1]); }");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(loaded->has_library);
  EXPECT_EQ(loaded->entry, "main");
  EXPECT_EQ(loaded->start, library_start);
  ASSERT_TRUE(find(*loaded, "atoi"));
  EXPECT_TRUE(find(*loaded, "atoi")->has_body);
  EXPECT_TRUE(find(*loaded, "atoi")->is_runtime);
  EXPECT_FALSE(find(*loaded, "main")->is_runtime);
  EXPECT_FALSE(find(*loaded, "qsort"));
}

TEST_F(CLibraryTest, AlwaysMeansAlways) {
  options_.library_always = true;
  base::Result<Loaded> loaded = load("int printf(const char *, ...); int main() { return printf(\"x\"); }");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(loaded->has_library);
  EXPECT_TRUE(find(*loaded, "printf")->has_body);
}

TEST_F(CLibraryTest, TheEnginesOwnFunctionsAreNotTaken) {
  base::Result<Loaded> loaded =
      load("#include <stdlib.h>\n#include <string.h>\nint main() { return !strdup(malloc(atoi(\"1\"))); }");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_FALSE(find(*loaded, "malloc")->has_body);
  EXPECT_TRUE(find(*loaded, "strdup")->has_body);
}

TEST_F(CLibraryTest, TheProgramsOwnDefinitionWinsEverywhere) {
  // musl's setenv calls strchrnul as __strchrnul, and getenv; the program has a getenv of its own.
  base::Result<Loaded> loaded = load(
      "char *getenv(const char *n) { return 0; }\n#include <stdlib.h>\n#include <time.h>\n"
      "int main() { time_t t = 0; return localtime(&t) == 0; }");
  ASSERT_TRUE(loaded) << loaded.error().message;
  size_t bodies = 0;
  for (const ir::Function& function : loaded->program.functions)
    bodies += function.has_body && function.source_name == "getenv";
  EXPECT_EQ(bodies, 1u);
  EXPECT_FALSE(find(*loaded, "getenv")->is_runtime);
}

TEST_F(CLibraryTest, FailingAllocationsAreAskedFor) {
  options_.failing_allocations = true;
  options_.library_always = true;
  base::Result<Loaded> loaded = load("#include <stdlib.h>\nint main() { return malloc(1) == 0; }");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(find(*loaded, "__bonsai_failing_malloc"));
}

TEST_F(CLibraryTest, ADamagedArchiveIsExplained) {
  std::string folder = ::testing::TempDir() + "damaged_library_" + std::to_string(getpid());
  std::filesystem::create_directories(folder + "/include");
  std::ofstream(folder + "/libc.a") << "!<arch>\nnonsense";
  options_.library = folder;
  base::Result<Loaded> loaded = load("int main() { return 0; }");
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message, HasSubstr("libc.a: cannot be read"));
  EXPECT_THAT(loaded.error().message, HasSubstr("--libc=none"));
}

}  // namespace
}  // namespace bonsai::load
