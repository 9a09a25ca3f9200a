// What the tests of this room share: a folder of their own, files, and some tests and errors.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "report/records.h"

namespace bonsai::report {

class FolderTest : public ::testing::Test {
 protected:
  using Test = report::Test;  // not GoogleTest's, which the fixture inherits

  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "bonsai-report-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static void write(const std::filesystem::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
  }
  static std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  std::filesystem::path folder_;
};

inline Test some_test(uint64_t id) {
  Test test;
  test.id = id;
  test.ending = Ending::exited;
  test.exit_status = -3;
  test.inputs = {{"x", {1, 2, 3, uint8_t(id)}}, {"empty", {}}, {"stdin", {'h', 'i', 0, 0xff}}};
  test.host_files = {{HostFile::Use::status, "."}, {HostFile::Use::target, "a/link"}};
  test.output = std::string("out\0put\xff", 8);
  test.instructions = 1000 + id;
  test.depth = 7;
  test.seconds = 0.25;
  test.tape = {9, 8, 7};
  test.points = {0, 1, 5, 300, 70000};
  return test;
}

inline Error some_error(uint64_t id) {
  Error error;
  error.id = id;
  error.kind = "out-of-bounds";
  error.message = "read of 4 bytes, 2 past the end of 'a'";
  error.stack = {{"get", "a/b.c", 12, 3, 2}, {"main", "a/main.c", 40, 0}};
  error.omitted = 5;
  error.count = 2;
  error.test = 1;
  return error;
}

inline void expect_equal(const Test& a, const Test& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.ending, b.ending);
  EXPECT_EQ(a.reason, b.reason);
  EXPECT_EQ(a.exit_status, b.exit_status);
  EXPECT_EQ(a.inputs, b.inputs);
  EXPECT_EQ(a.host_files, b.host_files);
  EXPECT_EQ(a.output, b.output);
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.instructions, b.instructions);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.seconds, b.seconds);
  EXPECT_EQ(a.tape, b.tape);
  EXPECT_EQ(a.points, b.points);
}

inline void expect_equal(const Error& a, const Error& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.message, b.message);
  EXPECT_EQ(a.omitted, b.omitted);
  EXPECT_EQ(a.count, b.count);
  EXPECT_EQ(a.test, b.test);
  EXPECT_EQ(a.confirmed, b.confirmed);
  EXPECT_EQ(a.reason, b.reason);
  ASSERT_EQ(a.stack.size(), b.stack.size());
  for (size_t i = 0; i < a.stack.size(); ++i) {
    EXPECT_EQ(a.stack[i].function, b.stack[i].function);
    EXPECT_EQ(a.stack[i].file, b.stack[i].file);
    EXPECT_EQ(a.stack[i].line, b.stack[i].line);
    EXPECT_EQ(a.stack[i].column, b.stack[i].column);
    EXPECT_EQ(a.stack[i].rank, b.stack[i].rank);
  }
}

}  // namespace bonsai::report
