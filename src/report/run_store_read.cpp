#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <iterator>
#include <set>

#include "report/packed_inputs.h"
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
  bool good = select.is_sound();
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, "the number of a test makes no sense");
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
  bool good = test.id >= least && read_enum(select.number(1), Ending::unfinished, test.ending);
  test.reason = select.text(2);
  int64_t status = select.signed_number(3);
  good &= status >= INT_MIN && status <= INT_MAX;
  test.exit_status = int(status);
  good &= decode_host_files(select.text(4), test.host_files);
  test.output = select.text(5);
  test.error = select.number(6);
  test.instructions = select.number(7);
  test.depth = select.number(8);
  test.seconds = select.real(9);
  if (select.is_null(11)) {
    test.tape = copy(select.bytes(10));
  } else {
    std::optional<std::vector<uint8_t>> tape = decompress(select.bytes(10), select.number(11));
    good &= tape.has_value();
    if (tape) test.tape = std::move(*tape);
  }
  std::optional<std::vector<uint32_t>> points = decode_points(select.bytes(12));
  uint64_t stored = uint64_t(select.signed_number(13));
  good &= select.is_sound();
  select.reset();
  if (!good || !points) return damaged(path_, fmt::format("test {} makes no sense", test.id));
  test.points = std::move(*points);
  Result<std::vector<Input>> found = inputs(test.id);
  if (!found) return found.error();
  test.inputs = std::move(*found);
  if (checksum(test) != stored)
    return damaged(path_, fmt::format("test {} is not as it was written", test.id));
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
  bool good = true;
  while ((failure = select.step()) == Failure::row) {
    if (select.is_null(2)) {
      inputs.push_back({std::string(select.text(0)), copy(select.bytes(1))});
      continue;
    }
    std::optional<std::vector<Input>> packed = unpack_inputs(select.bytes(1), select.number(2));
    good &= packed.has_value();
    if (packed) std::move(packed->begin(), packed->end(), std::back_inserter(inputs));
  }
  good &= select.is_sound();
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, fmt::format("the inputs of test {} are not as they were written", test));
  return inputs;
}

Result<void> RunStore::read_stack(Error& error) {
  Statement& select = statement(Sql::stack);
  select.bind(1, error.id);
  Failure failure;
  bool good = true;
  while ((failure = select.step()) == Failure::row) {
    Place place{std::string(select.text(0)), std::string(select.text(1)),
                uint32_t(select.number(2, UINT32_MAX)), uint32_t(select.number(3, UINT32_MAX)),
                uint32_t(select.number(4, UINT32_MAX))};
    good &= uint64_t(select.signed_number(5)) == checksum(error.id, error.stack.size(), place);
    error.stack.push_back(std::move(place));
  }
  good &= select.is_sound();
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, fmt::format("the stack of error {} is not as it was written", error.id));
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
    good &= uint64_t(select.signed_number(8)) == checksum(error);
  }
  good &= select.is_sound();
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, "an error is not as it was written");
  for (Error& error : errors)
    if (Result<void> read = read_stack(error); !read) return read.error();
  return errors;
}

Result<std::optional<std::string>> RunStore::meta(std::string_view key) {
  Statement& select = statement(Sql::meta);
  select.bind(1, key);
  Failure failure = select.step();
  std::optional<std::string> value;
  bool good = true;
  if (failure == Failure::row) {
    value = select.text(0);
    good = uint64_t(select.signed_number(1)) == checksum(key, *value);
  }
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, fmt::format("its {} is not as it was written", key));
  return value;
}

namespace {

// The union of sets of points: a bit for each of the numbers that programs have, and a list of what is more.
class Points {
 public:
  void add(const std::vector<uint32_t>& points) {
    for (uint32_t point : points)
      if (point >= few_.size())
        many_.insert(point);
      else
        few_[point] = true;
  }
  std::vector<uint32_t> all() const {
    std::vector<uint32_t> points;
    for (size_t i = 0; i < few_.size(); ++i)
      if (few_[i]) points.push_back(uint32_t(i));
    points.insert(points.end(), many_.begin(), many_.end());
    return points;
  }

 private:
  std::vector<bool> few_ = std::vector<bool>(1 << 24);
  std::set<uint32_t> many_;
};

}  // namespace

Result<std::vector<uint32_t>> RunStore::covered(Covered by) {
  Points all;
  bool good = true;
  auto take = [&](std::span<const uint8_t> bytes) {
    std::optional<std::vector<uint32_t>> points = decode_points(bytes);
    good &= points.has_value();
    if (points) all.add(*points);
  };
  Result<std::optional<std::string>> stored = meta("covered");
  if (!stored) return stored.error();
  if (*stored && by == Covered::by_any_path)
    take({reinterpret_cast<const uint8_t*>((*stored)->data()), (*stored)->size()});
  Statement& select = statement(Sql::sets);
  Failure failure;
  while ((failure = select.step()) == Failure::row) {
    take(select.bytes(0));
    SetHash hash = hash_of_set(select.bytes(0));
    std::span<const uint8_t> known = select.bytes(1);
    good &= std::equal(hash.begin(), hash.end(), known.begin(), known.end());
  }
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, "a coverage set is not as it was written");
  return all.all();
}

Result<std::vector<Statistic>> RunStore::statistics(std::string_view key) {
  std::vector<Statistic> values;
  Statement& select = statement(Sql::statistics);
  select.bind(1, key);
  Failure failure;
  while ((failure = select.step()) == Failure::row) values.push_back({select.real(0), select.real(1)});
  bool good = select.is_sound();
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, "a statistic makes no sense");
  return values;
}

Result<std::vector<Job>> RunStore::frontier() {
  std::vector<Job> jobs;
  Statement& select = statement(Sql::jobs);
  Failure failure;
  bool good = true;
  while ((failure = select.step()) == Failure::row) {
    std::span<const uint8_t> struck_out = select.bytes(2);
    std::string bits(struck_out.begin(), struck_out.end());
    std::span<const uint8_t> bytes = select.bytes(3);
    jobs.push_back({0, select.number(1), std::string(bytes.begin(), bytes.end()), std::move(bits)});
    good &= uint64_t(select.signed_number(4)) == checksum(jobs.back());
  }
  good &= select.is_sound();
  if (Result<void> ended = end(select, failure); !ended) return ended.error();
  if (!good) return damaged(path_, "paths that are not finished are not as they were written");
  return jobs;
}

Result<void> RunStore::verify(const std::function<void(double)>& progress) {
  auto tell = [&](double part) {
    if (progress) progress(part);
  };
  tell(0);
  // Structure first: what a page that makes no sense would hide.
  std::string found;
  if (int code = database_.query("PRAGMA quick_check(1)", found)) return words(sqlite::failure_of(code));
  if (found != "ok") return damaged(path_, found.substr(0, found.find('\n')));
  constexpr double structure = 0.3;  // of the time, about
  tell(structure);
  Result<uint64_t> count = test_count();
  if (!count) return count.error();
  TestCursor cursor = tests();
  uint64_t done = 0;
  for (Test test;; ++done) {
    Result<bool> next = cursor.next(test);
    if (!next) return next.error();
    if (!*next) break;
    if (done % 256 == 0) tell(structure + (1 - structure) * double(done) / double(*count));
  }
  if (done != *count) return damaged(path_, "tests are missing");
  if (Result<std::vector<Error>> all = errors(); !all) return all.error();
  if (Result<std::vector<Job>> all = frontier(); !all) return all.error();
  if (Result<std::vector<uint32_t>> all = covered(); !all) return all.error();
  std::vector<std::string> keys;
  Statement& select = statement(Sql::keys);
  Failure failure;
  while ((failure = select.step()) == Failure::row) keys.emplace_back(select.text(0));
  if (Result<void> ended = end(select, failure); !ended) return ended;
  for (const std::string& key : keys)
    if (Result<std::optional<std::string>> value = meta(key); !value) return value.error();
  tell(1);
  return {};
}

}  // namespace bonsai::report
