#include "load/compiler_words.h"

#include <gmock/gmock.h>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CompilerWords : public LoadTest {
 protected:
  static CompilerCommand of(const std::vector<std::string>& words, bool cxx = false) {
    auto command = understand(words, cxx);
    EXPECT_TRUE(command);
    return command ? *command : CompilerCommand{};
  }
  static std::vector<std::string> paths(const CompilerCommand& command) {
    std::vector<std::string> all;
    for (const CompilerSource& source : command.sources) all.push_back(source.path);
    return all;
  }
};

TEST_F(CompilerWords, Tasks) {
  EXPECT_EQ(of({"-c", "a.c"}).task, CompilerTask::compile);
  EXPECT_EQ(of({"a.c"}).task, CompilerTask::build);
  EXPECT_EQ(of({"a.o", "-o", "a"}).task, CompilerTask::build);
  for (const char* word : {"-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "-dumpmachine",
                           "-print-search-dirs", "--print-file-name=x", "-emit-llvm"})
    EXPECT_EQ(of({word, "a.c"}).task, CompilerTask::other) << word;
  EXPECT_TRUE(of({"-###", "a.c"}).dry_run);
  EXPECT_EQ(of({"-v"}).task, CompilerTask::other);
  EXPECT_EQ(of({}).task, CompilerTask::other);
  EXPECT_EQ(of({"-MD", "-MF", "a.d", "-c", "a.c"}).task, CompilerTask::compile);
}

TEST_F(CompilerWords, SourcesAndTheirObjects) {
  CompilerCommand command = of({"-c", "x/a.c", "b.cpp", "c.S", "d.s", "e.o"});
  ASSERT_THAT(paths(command), ElementsAre("x/a.c", "b.cpp"));
  EXPECT_EQ(command.sources[0].object, "a.o");
  EXPECT_EQ(command.sources[0].language, "c");
  EXPECT_EQ(command.sources[1].language, "c++");
  EXPECT_EQ(of({"-c", "a.c", "-o", "y/z.o"}).sources[0].object, "y/z.o");
  EXPECT_EQ(of({"-c", "a.c", "-oy/z.o"}).sources[0].object, "y/z.o");
  EXPECT_EQ(of({"a.c", "-o", "prog"}).output, "prog");
  EXPECT_EQ(of({"a.c"}).output, "a.out");
  EXPECT_EQ(of({"a.c"}, true).sources[0].language, "c++");
}

TEST_F(CompilerWords, WordsOfFlagsAreNoInputs) {
  CompilerCommand command = of({"-I", "a.c", "-include", "b.c", "-MF", "c.c", "-Xlinker", "d.c", "-D", "e.c",
                                "-u", "f.c", "-c", "g.c"});
  EXPECT_THAT(paths(command), ElementsAre("g.c"));
  EXPECT_THAT(command.bitcode_flags, ElementsAre("-I", "a.c", "-include", "b.c", "-D", "e.c"));
}

TEST_F(CompilerWords, LanguageOfX) {
  CompilerCommand command = of({"-x", "c", "a", "-xc++", "-", "-x", "none", "b.o", "-x", "assembler", "c.c"});
  ASSERT_THAT(paths(command), ElementsAre("a", "-"));
  EXPECT_TRUE(command.sources[0].named);
  EXPECT_EQ(command.sources[1].language, "c++");
  EXPECT_THAT(command.bitcode_flags, IsEmpty());
}

TEST_F(CompilerWords, FlagsForBitcode) {
  CompilerCommand command = of({"-O2",
                                "-MD",
                                "-MP",
                                "-MT",
                                "x",
                                "-Wp,-MD,y.d",
                                "-Wl,-z,now",
                                "-shared",
                                "-fPIC",
                                "-lm",
                                "-L.",
                                "-DA=1",
                                "-Werror",
                                "-Wall",
                                "-pipe",
                                "-save-temps",
                                "-fsanitize=address,undefined",
                                "-fsanitize=thread",
                                "--coverage",
                                "-undef",
                                "-pthread",
                                "-c",
                                "a.c"});
  EXPECT_THAT(command.bitcode_flags,
              ElementsAre("-O2", "-fPIC", "-DA=1", "-Wall", "-fsanitize=undefined", "-undef", "-pthread"));
  EXPECT_EQ(command.words.size(), 23u);
}

TEST_F(CompilerWords, FlagsThatGccHasAlone) {
  CompilerCommand command = of({"-flto", "-flto=auto", "-ffat-lto-objects", "-fno-tree-pre", "-fipa-pta",
                                "-fno-var-tracking-assignments", "-ftree-vectorize", "-freg-struct-return",
                                "-ffreestanding", "-fno-such-thing", "-c", "a.c"});
  EXPECT_THAT(command.words, ElementsAre("-ftree-vectorize", "-freg-struct-return", "-ffreestanding",
                                         "-fno-such-thing", "-c", "a.c"));
}

TEST_F(CompilerWords, ResponseFiles) {
  EXPECT_THAT(split_response("-c \"a b.c\"\n 'c\\d' e\\ f '' -DX=\\\"y\\\"\n"),
              ElementsAre("-c", "a b.c", "c\\d", "e f", "", "-DX=\"y\""));
  std::string inner = write("inner", "a.c"), outer = write("outer", "-c @" + inner);
  CompilerCommand command = of({"@" + outer, "@/no/such/file"});
  EXPECT_THAT(command.words, ElementsAre("-c", "a.c", "@/no/such/file"));
  EXPECT_THAT(paths(command), ElementsAre("a.c"));
  std::string endless = write("endless", "");
  write("endless", "@" + endless);
  EXPECT_FALSE(understand({"@" + endless}, false));
}

TEST_F(CompilerWords, WhatTheLinkIs) {
  EXPECT_TRUE(of({"-shared", "a.o"}).makes_library);
  EXPECT_TRUE(of({"-r", "a.o"}).makes_library);
  EXPECT_TRUE(of({"-nostdlib", "a.o"}).own_libraries);
  EXPECT_TRUE(of({"a.o", ".libs/libx.so"}).wants_shared);
  EXPECT_TRUE(of({"a.o", "libx.so.1.2"}).wants_shared);
  write("liby.so", "");
  std::string folder = directory_.string();
  EXPECT_TRUE(of({"a.o", "-L" + folder, "-ly"}).wants_shared);
  write("liby.a", "");
  EXPECT_FALSE(of({"a.o", "-L", folder, "-l", "y"}).wants_shared);
  EXPECT_FALSE(of({"a.o", "-lm"}).wants_shared);
  EXPECT_TRUE(of({"-m32", "-c", "a.c"}).own_target);
  EXPECT_TRUE(of({"--sysroot=/x", "-c", "a.c"}).own_target);
}

}  // namespace
}  // namespace bonsai::load
