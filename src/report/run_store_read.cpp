#include <fmt/format.h>

#include <algorithm>

#include "report/point_set.h"
#include "report/run_schema.h"
#include "report/run_store.h"

namespace bonsai::report {

using base::Result;
using sqlite::Failure;
using sqlite::Statement;

namespace {

template <typename Enum>
bool read_enum(uint64_t number, Enum last, Enum& value) {
  value = Enum(number);
  return number <= uint64_t(last);
}

std::vector<uint8_t> copy(std::span<const uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

base::Error damaged(const std::filesystem::path& path, std::string_view what) {
  return {fmt::format("{}: is damaged: {}", path.string(), what)};
}

// False: the bytes are no list of files below a folder.
bool decode_host_files(std::string_view bytes, std::vector<HostFile>& files) {
  files.clear();
  while (!bytes.empty()) {
    size_t end = bytes.find('\0', 1);
    HostFile file;
    if (end == std::string_view::npos || !read_enum(uint8_t(bytes.front()), HostFile::Use::target, file.use))
      return false;
    file.path = bytes.substr(1, end - 1);
    std::filesystem::path path(file.path);
    if (path.empty() || path.is_absolute() || *path.begin() == ".." || path.lexically_normal() != path)
      return false;
    files.push_back(std::move(file));
    bytes.remove_prefix(end + 1);
  }
  return true;
}

}  // namespace

Result<void> RunStore::end(Statement& select, Failure failure) {
  // In this order: a reset forgets what went wrong.
  Result<void> result;
  if (failure != Failure::none && failure != Failure::row) result = words(failure);
  select.reset();
  return result;
}

Result<uint64_t> RunStore::number(Sql sql) {
  Statement& select = statement(sql);
  Failure failure = select.step();
  uint64_t value = failure == Failure::row ? select.number(0) : 0;
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  return value;
}

Result<uint64_t> RunStore::test_count() { return number(Sql::count_tests); }
Result<uint64_t> RunStore::last_test() { return number(Sql::last_test); }

Result<bool> RunStore::next_test(uint64_t least, Test& test) {
  Statement& select = statement(Sql::next_test);
  select.bind(1, least);
  Failure failure = select.step();
  if (failure != Failure::row) {
    if (Result<void> ended = end(select, failure); !ended) return ended.error();
    return false;
  }
  test.id = select.number(0);
  bool good = read_enum(select.number(1), Ending::unfinished, test.ending);
  test.reason = select.text(2);
  test.exit_status = int(select.number(3));
  good &= decode_host_files(select.text(4), test.host_files);
  test.output = select.text(5);
  test.error = select.number(6);
  test.instructions = select.number(7);
  test.depth = select.number(8);
  test.seconds = select.real(9);
  test.tape = copy(select.bytes(10));
  std::optional<std::vector<uint32_t>> points = decode_points(select.bytes(11));
  select.reset();
  if (!good || !points) return damaged(path_, fmt::format("test {} makes no sense", test.id));
  test.points = std::move(*points);
  Result<std::vector<Input>> found = inputs(test.id);
  if (!found) return found.error();
  test.inputs = std::move(*found);
  return true;
}

Result<bool> TestCursor::next(Test& test) {
  Result<bool> found = store_.next_test(after_ + 1, test);
  if (found && *found) after_ = test.id;
  return found;
}

TestCursor RunStore::tests(uint64_t after) { return TestCursor(*this, after); }

Result<std::optional<Test>> RunStore::test(uint64_t id) {
  Test test;
  Result<bool> found = next_test(id, test);
  if (!found) return found.error();
  if (!*found || test.id != id) return std::optional<Test>();
  return std::optional<Test>(std::move(test));
}

Result<std::vector<Input>> RunStore::inputs(uint64_t test) {
  std::vector<Input> inputs;
  Statement& select = statement(Sql::inputs);
  select.bind(1, test);
  Failure failure;
  while ((failure = select.step()) == Failure::row)
    inputs.push_back({std::string(select.text(0)), copy(select.bytes(1))});
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  return inputs;
}

Result<void> RunStore::read_stack(Error& error) {
  Statement& select = statement(Sql::stack);
  select.bind(1, error.id);
  Failure failure;
  while ((failure = select.step()) == Failure::row)
    error.stack.push_back({std::string(select.text(0)), std::string(select.text(1)),
                           uint32_t(select.number(2)), uint32_t(select.number(3))});
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  return {};
}

Result<std::vector<Error>> RunStore::errors() {
  std::vector<Error> errors;
  Statement& select = statement(Sql::errors);
  Failure failure;
  bool good = true;
  while ((failure = select.step()) == Failure::row) {
    Error& error = errors.emplace_back();
    error.id = select.number(0);
    error.kind = select.text(1);
    error.message = select.text(2);
    error.omitted = select.number(3);
    error.count = select.number(4);
    error.test = select.number(5);
    good &= read_enum(select.number(6), Confirmation::unconfirmable, error.confirmed);
    error.reason = select.text(7);
  }
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, "an error makes no sense");
  for (Error& error : errors)
    if (Result<void> read = read_stack(error); !read) return read.error();
  return errors;
}

Result<std::optional<std::string>> RunStore::meta(std::string_view key) {
  Statement& select = statement(Sql::meta);
  select.bind(1, key);
  Failure failure = select.step();
  std::optional<std::string> value;
  if (failure == Failure::row) value = select.text(0);
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  return value;
}

Result<std::vector<uint32_t>> RunStore::covered(Covered by) {
  std::vector<bool> seen;
  bool good = true;
  auto take = [&](std::span<const uint8_t> bytes) {
    std::optional<std::vector<uint32_t>> points = decode_points(bytes);
    good &= points.has_value();
    if (!points || points->empty()) return;
    if (seen.size() <= points->back()) seen.resize(size_t(points->back()) + 1);
    for (uint32_t point : *points) seen[point] = true;
  };
  Result<std::optional<std::string>> stored = meta("covered");
  if (!stored) return stored.error();
  if (*stored && by == Covered::by_any_path)
    take({reinterpret_cast<const uint8_t*>((*stored)->data()), (*stored)->size()});
  Statement& select = statement(Sql::sets);
  Failure failure;
  while ((failure = select.step()) == Failure::row) take(select.bytes(0));
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, "a coverage set makes no sense");
  std::vector<uint32_t> points;
  for (size_t i = 0; i < seen.size(); ++i)
    if (seen[i]) points.push_back(uint32_t(i));
  return points;
}

Result<std::vector<Statistic>> RunStore::statistics(std::string_view key) {
  std::vector<Statistic> values;
  Statement& select = statement(Sql::statistics);
  select.bind(1, key);
  Failure failure;
  while ((failure = select.step()) == Failure::row) values.push_back({select.real(0), select.real(1)});
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  return values;
}

Result<std::vector<Job>> RunStore::frontier() {
  std::vector<Job> jobs;
  Statement& select = statement(Sql::jobs);
  Failure failure;
  while ((failure = select.step()) == Failure::row) {
    std::span<const uint8_t> bytes = select.bytes(2);
    jobs.push_back({0, select.number(1), std::string(bytes.begin(), bytes.end())});
  }
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  return jobs;
}

}  // namespace bonsai::report
