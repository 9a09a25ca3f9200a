// The little of SQLite that the run store needs, as values that close themselves. Only sqlite.cpp sees
// SQLite's header.
//
// Functions return SQLite's result codes, since their caller knows the words that go with them; 0 is success.
// Threads: a Database and its Statements belong to one thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace bonsai::report::sqlite {

// The result codes that are told apart; the rest are failures.
enum class Failure {
  none,
  row,  // step(): there is a row
  busy,
  full,
  input_output,
  read_only,
  corrupt,
  not_a_database,
  cannot_open,
  constraint,
  other,
};
Failure failure_of(int code);

// Ids and counts of rows: far more than any run has, and small enough to be added up.
inline constexpr uint64_t most_number = uint64_t(1) << 62;

class Statement;

// A file may come from anywhere: it is opened so that its schema is data, and executes nothing.
class Database {
 public:
  enum class Mode { read, immutable, write, create };
  Database() = default;
  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;
  ~Database();

  int open(const std::string& path, Mode mode);
  void close();
  int execute(const char* sql);                        // statements without rows, or whose rows do not matter
  int prepare(const char* sql, Statement& statement);  // on failure the statement's step() fails likewise
  // The first column of the first row of a PRAGMA or SELECT.
  int query(const char* sql, int64_t& value);
  int query(const char* sql, std::string& value);
  bool in_transaction() const;
  int64_t changes() const;             // rows changed by the last statement
  uint64_t last_id() const;            // of the last row inserted
  std::string message() const;         // of the last failure, in SQLite's words
  std::string system_message() const;  // the system's words behind it; empty if there are none

 private:
  sqlite3* handle_ = nullptr;
};

// A prepared statement: bind from 1 on, step, read columns from 0 on, reset.
// What is bound must live until reset().
class Statement {
 public:
  Statement() = default;
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;
  ~Statement();

  bool is_prepared() const { return handle_; }

  void bind(int position, uint64_t value);
  void bind(int position, double value);
  void bind(int position, std::string_view text);
  void bind(int position, std::span<const uint8_t> bytes);
  void bind_null(int position);

  // Failure::row, Failure::none at the end, or a failure.
  Failure step();
  // step() for a statement without rows, then reset().
  Failure run();
  void reset();

  // A number from 0 to `most`; 0 for NULL.
  uint64_t number(int column, uint64_t most = most_number);
  // Any number, also a negative one.
  int64_t signed_number(int column);
  double real(int column);
  // False if a value of a row, since the last reset(), was not as it should be; then 0 was read.
  bool is_sound() const { return is_sound_; }
  bool is_null(int column) const;
  // Valid until the next step() or reset().
  std::string_view text(int column) const;
  std::span<const uint8_t> bytes(int column) const;

 private:
  friend class Database;
  void bound(int code);

  sqlite3_stmt* handle_ = nullptr;
  bool is_sound_ = true;
  int bind_code_ = 0;  // of the preparation or the first bind() that failed; step() reports it
};

}  // namespace bonsai::report::sqlite
