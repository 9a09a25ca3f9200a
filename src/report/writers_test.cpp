#include "report/writers.h"

#include "report/ktest.h"
#include "report/test_support.h"

namespace bonsai::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::span<const uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

const Invocation invocation{"prog", {"-a", "b c"}};

TEST(Writers, TableAndFileNames) {
  std::vector<std::string_view> names;
  for (const TestWriter& writer : test_writers()) names.push_back(writer.name);
  EXPECT_THAT(names, ElementsAre("ktest", "raw", "c", "text"));
  EXPECT_EQ(find_test_writer("xml"), nullptr);
  EXPECT_EQ(file_name(*find_test_writer("ktest"), 42), "test000042.ktest");
  EXPECT_EQ(file_name(*find_test_writer("c"), 12345678), "test12345678.c");
}

TEST(KTestFile, BytesAreThoseOfKlee) {
  report::Test test;
  test.inputs = {{"ab", {1, 2, 3}}};
  std::string expected(
      "KTEST\0\0\0\3"               // version
      "\0\0\0\1\0\0\0\1p"           // one argument
      "\0\0\0\0\0\0\0\0"            // symbolic arguments, their length
      "\0\0\0\1\0\0\0\2ab\0\0\0\3"  // one object
      "\1\2\3",
      5 + 4 + 9 + 8 + 14 + 3);
  EXPECT_EQ(write_ktest(test, {"p", {}}), expected);
}

TEST(KTestFile, IsReadBack) {
  base::Result<KTest> read = read_ktest(as_bytes(write_ktest(some_test(1), invocation)));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT(read->arguments, ElementsAre("prog", "-a", "b c"));
  EXPECT_EQ(read->objects, some_test(1).inputs);
}

TEST(KTestFile, VersionOneHasNoSymbolicArguments) {
  std::string file("KTEST\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\1x\0\0\0\1\7", 27);
  base::Result<KTest> read = read_ktest(as_bytes(file));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT(read->objects, ElementsAre(Input{"x", {7}}));
}

TEST(KTestFile, EveryCutIsNoticed) {
  std::string whole = write_ktest(some_test(1), invocation);
  for (size_t size = 0; size < whole.size(); ++size) {
    base::Result<KTest> read = read_ktest(as_bytes(whole.substr(0, size)));
    ASSERT_FALSE(read) << size;
    EXPECT_THAT(read.error().message, HasSubstr(size < 5 ? "is no KTest file" : "cut short"));
  }
}

TEST(KTestFile, OtherFilesAreRefused) {
  auto message = [](const std::string& file) {
    base::Result<KTest> read = read_ktest(as_bytes(file));
    return read ? "(read)" : read.error().message;
  };
  EXPECT_THAT(message("this is a text"), HasSubstr("is no KTest file"));
  EXPECT_THAT(message(std::string("KTEST\0\0\0\4", 9)), HasSubstr("version 4"));
  EXPECT_THAT(message(write_ktest(some_test(1), {}) + "x"), HasSubstr("behind its end"));
  // Four thousand million objects that are not there.
  EXPECT_THAT(message(std::string("KTEST\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff", 25)),
              HasSubstr("cut short"));
}

TEST(RawFile, IsTheBytes) {
  EXPECT_EQ(write_raw(some_test(9), {}), std::string("\1\2\3\x9hi\0\xff", 8));
  EXPECT_EQ(write_raw({}, {}), "");
}

TEST(TextFile, ShowsNumbersAndText) {
  std::string text = write_text(some_test(0xff), invocation);
  EXPECT_THAT(text, HasSubstr("ending     : exited with status -3\n"));
  EXPECT_THAT(text, HasSubstr("args       : ['prog', '-a', 'b c']\n"));
  EXPECT_THAT(
      text, HasSubstr("object 0: hex : 0x010203ff\nobject 0: int : -16580095\nobject 0: uint: 4278387201\n"));
  EXPECT_THAT(
      text, HasSubstr("object 1: name: 'empty'\nobject 1: size: 0\nobject 1: hex : 0x\nobject 1: text: \n"));
  EXPECT_THAT(text, HasSubstr("object 2: text: hi..\n"));
  EXPECT_THAT(text, HasSubstr("output     : 'out\\x00put\\xff'\n"));
}

class CFile : public FolderTest {
 protected:
  // Compiles the test with a program and returns what the program prints; empty with a failure otherwise.
  std::string build_and_run(const std::string& test, const std::string& program) {
    write(folder_ / "test.c", test);
    write(folder_ / "program.c", program);
    std::string in = "cd " + folder_.string() + " && ";
    EXPECT_EQ(system((in + "clang-19 -Wall -Wextra -Werror -std=c99 program.c test.c -o program").c_str()),
              0);
    EXPECT_EQ(system((in + "./program > out").c_str()), 0);
    return read(folder_ / "out");
  }
};

constexpr const char* reads_the_table = R"c(
#include <stdio.h>
extern const struct { const char *name; unsigned long size; const unsigned char *bytes; } bonsai_test_inputs[];
extern const unsigned long bonsai_test_input_count;
int main(void) {
  for (unsigned long i = 0; i < bonsai_test_input_count; i++) {
    printf("%s:", bonsai_test_inputs[i].name);
    for (unsigned long j = 0; j < bonsai_test_inputs[i].size; j++) printf(" %u", bonsai_test_inputs[i].bytes[j]);
    printf("\n");
  }
})c";

TEST_F(CFile, HasTheInputsByName) {
  Test test = some_test(9);
  test.inputs.push_back({"odd \"name\"\\?\?/*\n7", {5}});
  EXPECT_EQ(build_and_run(write_c(test, {"p*/rog", {}}), reads_the_table),
            "x: 1 2 3 9\nempty:\nstdin: 104 105 0 255\nodd \"name\"\\?\?/*\n7: 5\n");
  EXPECT_EQ(build_and_run(write_c({}, {}), reads_the_table), "");
}

TEST_F(CFile, HandsAKTestFileToTheReplayLibrary) {
  std::string printed = build_and_run(write_c(some_test(9), invocation), R"c(
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *file = fopen(getenv("BONSAI_TEST"), "rb");
  for (int c; (c = fgetc(file)) != EOF;) putchar(c);
})c");
  base::Result<KTest> read = read_ktest(as_bytes(printed));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->objects, some_test(9).inputs);
}

}  // namespace
}  // namespace bonsai::report
