#include "load/embedded.h"

#include <elf.h>
#include <gmock/gmock.h>

#include "load/clang.h"
#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Embedded sample(const std::string& source, const std::string& bitcode = "BC bytes") {
  return {{source, "/somewhere", {"-I", "a b", "-DX=\"y\""}, "c", "musl"}, bitcode};
}
std::string record(const Embedded& embedded) {
  auto packed = pack(embedded);
  return packed ? *packed : "";
}

class EmbeddedTest : public LoadTest {
 protected:
  // A native file made by clang itself.
  std::string native(const std::string& name, const std::string& text, const std::string& flags = "-c") {
    std::string path = directory_ / name;
    std::string command = find_clang() + " -w " + flags + " -o " + path + " " + write(name + ".c", text);
    EXPECT_EQ(std::system(command.c_str()), 0);
    return path;
  }
  std::vector<std::string> sources(const std::string& path) {
    auto all = read_embedded(path);
    if (!all) return {all.error().message};
    std::vector<std::string> names;
    for (const Embedded& each : *all) names.push_back(each.origin.source);
    return names;
  }
  std::string error_of(const std::string& path) {
    auto all = read_embedded(path);
    return all ? "" : all.error().message;
  }
};

TEST_F(EmbeddedTest, RecordsSurvivePackingPaddingAndRepetition) {
  std::string one = record(sample("a.c")), two = record(sample("b.c", std::string(100000, 'x')));
  auto all = unpack(std::string(7, '\0') + one + std::string(3, '\0') + two + one + std::string(9, '\0'));
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ((*all)[0].origin.source, "a.c");
  EXPECT_EQ((*all)[0].origin.directory, "/somewhere");
  EXPECT_THAT((*all)[0].origin.command, ElementsAre("-I", "a b", "-DX=\"y\""));
  EXPECT_EQ((*all)[0].bitcode, "BC bytes");
  EXPECT_EQ((*all)[1].bitcode, std::string(100000, 'x'));
  EXPECT_TRUE(unpack("")->empty());
}

TEST_F(EmbeddedTest, DamageIsSeen) {
  std::string good = record(sample("a.c", "some bitcode, more or less"));
  for (size_t length = 1; length < good.size(); ++length)
    EXPECT_FALSE(unpack(good.substr(0, length))) << length;
  for (size_t at : {size_t(0), size_t(8), size_t(12), size_t(24), good.size() - 1, good.size() - 20}) {
    std::string bad = good;
    bad[at] ^= 0x55;
    EXPECT_FALSE(unpack(bad)) << at;
  }
  EXPECT_FALSE(unpack(good + "rubbish"));
  std::string later = good;
  later[8] = 9;
  EXPECT_THAT(unpack(later).error().message, HasSubstr("a record of version 9"));
}

TEST_F(EmbeddedTest, ObjectsKeepWorkingAndLinkersConcatenate) {
  std::string f = native("f.o", "int f(void) { return 20; }");
  std::string g = native("main.o", "int f(void); int main(void) { return f() + 2; }");
  ASSERT_TRUE(append_record(f, record(sample("f.c"))));
  ASSERT_TRUE(append_record(g, record(sample("main.c"))));
  EXPECT_THAT(sources(f), ElementsAre("f.c"));
  std::string program = directory_ / "program";
  ASSERT_EQ(std::system((find_clang() + " -o " + program + " " + g + " " + f).c_str()), 0);
  EXPECT_THAT(sources(program), ElementsAre("main.c", "f.c"));
  ASSERT_TRUE(append_record(program, record(sample("late.c"))));
  EXPECT_THAT(sources(program), ElementsAre("main.c", "f.c", "late.c"));
  EXPECT_EQ(WEXITSTATUS(std::system(program.c_str())), 22);
  ASSERT_EQ(std::system(("strip " + program).c_str()), 0);
  EXPECT_THAT(sources(program), ElementsAre("main.c", "f.c", "late.c"));
  EXPECT_EQ(WEXITSTATUS(std::system(program.c_str())), 22);
  std::string joined = directory_ / "joined.o";
  ASSERT_EQ(std::system(("ld -r -o " + joined + " " + g + " " + f).c_str()), 0);
  EXPECT_THAT(sources(joined), ElementsAre("main.c", "f.c"));
}

TEST_F(EmbeddedTest, NarrowObjectsAndManySections) {
  std::string narrow = native("n.o", "int f(void) { return 20; }", "-m32 -c");
  ASSERT_TRUE(append_record(narrow, record(sample("n.c"))));
  EXPECT_THAT(sources(narrow), ElementsAre("n.c"));
  // More sections than fit into the header's count.
  std::string assembly;
  for (int i = 0; i < 0xff00; ++i) assembly += ".section .s" + std::to_string(i) + "\n.byte 1\n";
  std::string path = directory_ / "many.o";
  ASSERT_EQ(std::system((find_clang() + " -c -o " + path + " " + write("many.s", assembly)).c_str()), 0);
  ASSERT_TRUE(append_record(path, record(sample("many.c"))));
  ASSERT_TRUE(append_record(path, record(sample("more.c"))));
  EXPECT_THAT(sources(path), ElementsAre("many.c", "more.c"));
}

TEST_F(EmbeddedTest, Archives) {
  std::string a = native("a.o", "int a;"), b = native("b.o", "int b;"), c = native("c.o", "int c;");
  ASSERT_TRUE(append_record(a, record(sample("a.c"))));
  ASSERT_TRUE(append_record(b, record(sample("b.c"))));
  for (std::string flags : {"rcs ", "rcsT "}) {  // whole and thin
    std::string archive = directory_ / "lib.a";
    std::filesystem::remove(archive);
    ASSERT_EQ(std::system(("ar " + flags + archive + " " + a + " " + c + " " + b).c_str()), 0);
    EXPECT_THAT(sources(archive), ElementsAre("a.c", "b.c"));
  }
}

TEST_F(EmbeddedTest, WhatIsWrongIsSaid) {
  EXPECT_THAT(error_of("/proc/self/exe"), HasSubstr("was not built with bonsai cc"));
  EXPECT_THAT(error_of(write("x", "text")), HasSubstr("is neither an ELF file nor an archive"));
  EXPECT_THAT(error_of(directory_ / "none"), HasSubstr("cannot be read"));
  std::string object = native("d.o", "int d;");
  ASSERT_TRUE(append_record(object, "BONSAIBC but no more"));
  EXPECT_THAT(error_of(object), HasSubstr("its section .bonsai is damaged"));
  std::string bytes = read(native("e.o", "int e;"));
  reinterpret_cast<Elf64_Ehdr*>(bytes.data())->e_machine = EM_AARCH64;
  EXPECT_THAT(error_of(write("arm.o", bytes)), HasSubstr("is for aarch64"));
  EXPECT_THAT(error_of(write("cut.o", bytes.substr(0, 70))), HasSubstr("cut.o: is a damaged ELF file"));
  EXPECT_FALSE(append_record(write("y", "text"), "x"));
  EXPECT_FALSE(append_record(write("z", bytes.substr(0, 70)), "x"));
}

TEST_F(EmbeddedTest, Extracts) {
  auto paths = extract({sample("dir/a.c", "one"), sample("-", "two")}, directory_ / "out");
  ASSERT_TRUE(paths);
  EXPECT_THAT(*paths, ElementsAre(directory_ / "out/1-a.bc", directory_ / "out/2-stdin.bc"));
  EXPECT_EQ(read((*paths)[1]), "two");
}

}  // namespace
}  // namespace bonsai::load
