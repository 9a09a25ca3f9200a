#include <fmt/format.h>

#include <algorithm>

#include "report/packed_inputs.h"
#include "report/point_set.h"
#include "report/run_checksum.h"
#include "report/run_schema.h"
#include "report/run_store.h"

namespace bonsai::report {

using base::Result;
using sqlite::Failure;
using sqlite::Statement;

namespace {

// NULL stands for the empty string, the empty set of bytes and the id 0: it takes no room.
void bind_or_null(Statement& statement, int position, std::string_view text) {
  text.empty() ? statement.bind_null(position) : statement.bind(position, text);
}
void bind_or_null(Statement& statement, int position, std::span<const uint8_t> bytes) {
  bytes.empty() ? statement.bind_null(position) : statement.bind(position, bytes);
}
void bind_or_null(Statement& statement, int position, uint64_t id) {
  id ? statement.bind(position, id) : statement.bind_null(position);
}

std::span<const uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

std::string encode_host_files(const std::vector<HostFile>& files) {
  std::string bytes;
  for (const HostFile& file : files) (bytes += char(file.use)) += file.path + '\0';
  return bytes;
}

// Inputs of a test that have rows of their own, and bytes of a tape that is stored as it is.
constexpr size_t most_plain_inputs = 16;
constexpr size_t longest_plain_tape = 256;

// More than these are looked up in the database, so that memory stays bounded.
constexpr size_t sets_remembered = 1u << 20;

}  // namespace

Failure RunStore::coverage_set(const std::vector<uint32_t>& points, uint64_t& id) {
  id = 0;
  if (points.empty()) return Failure::none;
  std::vector<uint8_t> bytes = encode_points(points);
  SetHash value = hash_of_set(bytes);
  if (auto it = sets_.find(value); it != sets_.end()) {
    id = it->second;
    return Failure::none;
  }
  std::span<const uint8_t> hash(value);
  Statement& find = statement(Sql::find_set);
  find.bind(1, hash);
  Failure failure = find.step();
  if (failure == Failure::row) id = find.number(0);
  find.reset();
  if (failure == Failure::none) {
    Statement& add = statement(Sql::add_set);
    add.bind(1, hash);
    add.bind(2, std::span<const uint8_t>(bytes));
    failure = add.run();
    id = database_.last_id();
  }
  if (failure != Failure::none && failure != Failure::row) return failure;
  if (sets_.size() >= sets_remembered) sets_.clear();
  sets_.emplace(value, id);
  return Failure::none;
}

Failure RunStore::add_row(const Test& test, uint64_t coverage) {
  Statement& add = statement(Sql::add_test);
  add.bind(1, test.id);
  add.bind(2, uint64_t(test.ending));
  bind_or_null(add, 3, std::string_view(test.reason));
  add.bind(4, uint64_t(int64_t(test.exit_status)));
  std::string host_files = encode_host_files(test.host_files);
  bind_or_null(add, 5, as_bytes(host_files));
  bind_or_null(add, 6, as_bytes(test.output));
  bind_or_null(add, 7, test.error);
  add.bind(8, test.instructions);
  add.bind(9, test.depth);
  add.bind(10, test.seconds);
  std::vector<uint8_t> packed;
  if (test.tape.size() > longest_plain_tape) packed = compress(test.tape);
  bind_or_null(add, 11, std::span<const uint8_t>(packed.empty() ? test.tape : packed));
  bind_or_null(add, 12, packed.empty() ? 0 : uint64_t(test.tape.size()));
  bind_or_null(add, 13, coverage);
  add.bind(14, checksum(test));
  return add.run();
}

Failure RunStore::add_inputs(const Test& test) {
  Statement& add = statement(Sql::add_input);
  Failure failure = Failure::none;
  size_t plain = std::min(test.inputs.size(), most_plain_inputs);
  for (size_t i = 0; i < plain && failure == Failure::none; ++i) {
    add.bind(1, test.id);
    add.bind(2, uint64_t(i));
    add.bind(3, std::string_view(test.inputs[i].name));
    add.bind(4, std::span<const uint8_t>(test.inputs[i].bytes));
    add.bind_null(5);
    failure = add.run();
  }
  if (plain == test.inputs.size() || failure != Failure::none) return failure;
  std::vector<uint8_t> packed = pack_inputs(std::span(test.inputs).subspan(plain));
  add.bind(1, test.id);
  add.bind(2, uint64_t(plain));
  add.bind(3, std::string_view(""));
  add.bind(4, std::span<const uint8_t>(packed));
  add.bind(5, uint64_t(test.inputs.size() - plain));
  return add.run();
}

Result<void> RunStore::add(const Test& test) {
  if (Result<void> begun = begin(); !begun) return begun;
  uint64_t coverage = 0;
  Failure failure = coverage_set(test.points, coverage);
  // The row first: an id that is taken fails before any input is stored.
  if (failure == Failure::none) failure = add_row(test, coverage);
  if (failure == Failure::none) failure = add_inputs(test);
  if (failure != Failure::none) return fail(failure);
  uint64_t bytes = test.tape.size() + test.output.size();
  for (const Input& input : test.inputs) bytes += input.bytes.size();
  return written(1, bytes);
}

namespace {

void bind_error(Statement& statement, const Error& error) {
  statement.bind(1, error.id);
  statement.bind(2, std::string_view(error.kind));
  statement.bind(3, std::string_view(error.message));
  statement.bind(4, error.omitted);
  statement.bind(5, error.count);
  bind_or_null(statement, 6, error.test);
  statement.bind(7, uint64_t(error.confirmed));
  statement.bind(8, std::string_view(error.reason));
  statement.bind(9, checksum(error));
}

}  // namespace

Failure RunStore::add_stack(const Error& error) {
  Statement& add = statement(Sql::add_place);
  Failure failure = Failure::none;
  for (size_t i = 0; i < error.stack.size() && failure == Failure::none; ++i) {
    const Place& place = error.stack[i];
    add.bind(1, error.id);
    add.bind(2, uint64_t(i));
    add.bind(3, std::string_view(place.function));
    add.bind(4, std::string_view(place.file));
    add.bind(5, uint64_t(place.line));
    add.bind(6, uint64_t(place.column));
    add.bind(7, uint64_t(place.rank));
    add.bind(8, checksum(error.id, i, place));
    failure = add.run();
  }
  return failure;
}

Result<void> RunStore::add(const Error& error) {
  if (Result<void> begun = begin(); !begun) return begun;
  Statement& add = statement(Sql::add_error);
  bind_error(add, error);
  Failure failure = add.run();
  if (failure == Failure::none) failure = add_stack(error);
  if (failure != Failure::none) return fail(failure);
  return written(0);
}

Result<void> RunStore::update(const Error& error) {
  if (Result<void> begun = begin(); !begun) return begun;
  Statement& update = statement(Sql::update_error);
  bind_error(update, error);
  if (Failure failure = update.run(); failure != Failure::none) return fail(failure);
  if (database_.changes() == 0)
    return base::Error{fmt::format("{}: there is no error {}", path_.string(), error.id)};
  return written(0);
}

Result<void> RunStore::set_meta(std::string_view key, std::string_view value) {
  if (Result<void> begun = begin(); !begun) return begun;
  Statement& set = statement(Sql::set_meta);
  set.bind(1, key);
  set.bind(2, as_bytes(value));
  set.bind(3, checksum(key, value));
  if (Failure failure = set.run(); failure != Failure::none) return fail(failure);
  return written(0);
}

Result<void> RunStore::set_covered(std::span<const uint32_t> points) {
  std::vector<uint8_t> bytes = encode_points(points);
  return set_meta("covered", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Result<void> RunStore::add_statistics(double seconds,
                                      std::span<const std::pair<std::string, double>> values) {
  if (Result<void> begun = begin(); !begun) return begun;
  Statement& add = statement(Sql::add_statistic);
  for (const auto& [key, value] : values) {
    add.bind(1, seconds);
    add.bind(2, std::string_view(key));
    add.bind(3, value);
    if (Failure failure = add.run(); failure != Failure::none) return fail(failure);
  }
  return written(0);
}

Result<void> RunStore::set_frontier(std::span<const std::shared_ptr<const Job>> jobs) {
  if (Result<void> begun = begin(); !begun) return begun;
  Failure failure = Failure::none;
  auto remove = [&](uint64_t row) {
    if (failure != Failure::none) return;
    Statement& remove = statement(Sql::remove_job);
    remove.bind(1, row);
    failure = remove.run();
  };
  if (!has_frontier_) failure = statement(Sql::remove_jobs).run();
  has_frontier_ = true;
  for (uint64_t row : nameless_jobs_) remove(row);
  nameless_jobs_.clear();
  std::unordered_map<uint64_t, Row> before = std::move(jobs_);
  jobs_.clear();
  for (const std::shared_ptr<const Job>& job : jobs) {
    if (failure != Failure::none) break;
    if (auto it = before.find(job->id); it != before.end()) {
      if (it->second.states != job->states) {
        Statement& update = statement(Sql::update_job);
        update.bind(1, it->second.id);
        update.bind(2, job->states);
        bind_or_null(update, 3, as_bytes(job->struck_out));
        update.bind(4, checksum(*job));
        failure = update.run();
      }
      jobs_[job->id] = {it->second.id, job->states};
      before.erase(it);
      continue;
    }
    Statement& add = statement(Sql::add_job);
    add.bind(1, job->states);
    bind_or_null(add, 2, as_bytes(job->struck_out));
    add.bind(3, as_bytes(job->bytes));
    add.bind(4, checksum(*job));
    failure = add.run();
    if (job->id)
      jobs_[job->id] = {database_.last_id(), job->states};
    else
      nameless_jobs_.push_back(database_.last_id());
  }
  for (const auto& [id, row] : before) remove(row.id);
  if (failure != Failure::none) return fail(failure);
  return written(0);
}

}  // namespace bonsai::report
