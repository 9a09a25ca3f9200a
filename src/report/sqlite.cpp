#include "report/sqlite.h"

#include <sqlite3.h>

#include <cmath>
#include <cstring>
#include <utility>

namespace bonsai::report::sqlite {

Failure failure_of(int code) {
  switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE: return Failure::none;
    case SQLITE_ROW: return Failure::row;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return Failure::busy;
    case SQLITE_FULL: return Failure::full;
    case SQLITE_IOERR: return Failure::input_output;
    case SQLITE_PERM:
    case SQLITE_READONLY: return Failure::read_only;
    case SQLITE_CORRUPT: return Failure::corrupt;
    case SQLITE_NOTADB: return Failure::not_a_database;
    case SQLITE_CANTOPEN: return Failure::cannot_open;
    case SQLITE_CONSTRAINT: return Failure::constraint;
    default: return Failure::other;
  }
}

Database::Database(Database&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
Database& Database::operator=(Database&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}
Database::~Database() { close(); }

namespace {

// A path as SQLite's URI: what has a meaning there is escaped.
std::string uri(const std::string& path, const char* query) {
  std::string text = "file:";
  for (char c : path) {
    if (c == '?') {
      text += "%3f";
    } else if (c == '#') {
      text += "%23";
    } else if (c == '%') {
      text += "%25";
    } else {
      text += c;
    }
  }
  return text + query;
}

// No function of the schema has an effect, what the file says of its pages is checked, and what is damaged is
// an error of reading, not a fault in mapped memory.
int harden(sqlite3* handle) {
  for (auto [what, is_on] :
       {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        std::pair(SQLITE_DBCONFIG_DQS_DDL, 0), std::pair(SQLITE_DBCONFIG_DQS_DML, 0)})
    if (int code = sqlite3_db_config(handle, what, is_on, nullptr)) return code;
  return sqlite3_exec(handle, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", nullptr, nullptr, nullptr);
}

}  // namespace

int Database::open(const std::string& path, Mode mode) {
  close();
  int flags = SQLITE_OPEN_NOMUTEX;
  std::string name = path;
  switch (mode) {
    case Mode::read: flags |= SQLITE_OPEN_READONLY; break;
    case Mode::immutable:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
      name = uri(path, "?immutable=1");
      break;
    case Mode::write: flags |= SQLITE_OPEN_READWRITE; break;
    case Mode::create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE; break;
  }
  int code = sqlite3_open_v2(name.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) return code;
  sqlite3_busy_timeout(handle_, 2000);
  return harden(handle_);
}

void Database::close() {
  sqlite3_close_v2(handle_);
  handle_ = nullptr;
}

int Database::execute(const char* sql) { return sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr); }

int Database::prepare(const char* sql, Statement& statement) {
  statement = Statement();
  int code = sqlite3_prepare_v3(handle_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement.handle_, nullptr);
  statement.bound(code);
  return code;
}

int Database::query(const char* sql, int64_t& value) {
  Statement statement;
  if (int code = prepare(sql, statement)) return code;
  int code = sqlite3_step(statement.handle_);
  if (code != SQLITE_ROW) return code == SQLITE_DONE ? SQLITE_ERROR : code;
  value = sqlite3_column_int64(statement.handle_, 0);
  return SQLITE_OK;
}

int Database::query(const char* sql, std::string& value) {
  Statement statement;
  if (int code = prepare(sql, statement)) return code;
  int code = sqlite3_step(statement.handle_);
  if (code != SQLITE_ROW) return code == SQLITE_DONE ? SQLITE_ERROR : code;
  value = statement.text(0);
  return SQLITE_OK;
}

bool Database::in_transaction() const { return handle_ && !sqlite3_get_autocommit(handle_); }
int64_t Database::changes() const { return sqlite3_changes64(handle_); }
uint64_t Database::last_id() const { return uint64_t(sqlite3_last_insert_rowid(handle_)); }
std::string Database::system_message() const {
  int number = handle_ ? sqlite3_system_errno(handle_) : 0;
  return number ? std::strerror(number) : "";
}
std::string Database::message() const { return handle_ ? sqlite3_errmsg(handle_) : "out of memory"; }

Statement::Statement(Statement&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)),
      is_sound_(other.is_sound_),
      bind_code_(other.bind_code_) {}
Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(is_sound_, other.is_sound_);
  std::swap(bind_code_, other.bind_code_);
  return *this;
}
Statement::~Statement() { sqlite3_finalize(handle_); }

void Statement::bound(int code) {
  if (!bind_code_) bind_code_ = code;
}
void Statement::bind(int position, uint64_t value) {
  bound(sqlite3_bind_int64(handle_, position, int64_t(value)));
}
void Statement::bind(int position, double value) { bound(sqlite3_bind_double(handle_, position, value)); }
void Statement::bind(int position, std::string_view text) {
  // Without an address SQLite would bind NULL.
  const char* data = text.data() ? text.data() : "";
  bound(sqlite3_bind_text64(handle_, position, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
}
void Statement::bind(int position, std::span<const uint8_t> bytes) {
  bound(bytes.empty() ? sqlite3_bind_zeroblob(handle_, position, 0)
                      : sqlite3_bind_blob64(handle_, position, bytes.data(), bytes.size(), SQLITE_STATIC));
}
void Statement::bind_null(int position) { bound(sqlite3_bind_null(handle_, position)); }

Failure Statement::step() { return failure_of(bind_code_ ? bind_code_ : sqlite3_step(handle_)); }
Failure Statement::run() {
  Failure failure = step();
  reset();
  return failure == Failure::row ? Failure::none : failure;
}
void Statement::reset() {
  sqlite3_reset(handle_);
  bind_code_ = 0;
  is_sound_ = true;
}

uint64_t Statement::number(int column, uint64_t most) {
  int64_t value = is_null(column) ? 0 : signed_number(column);
  bool is_good = value >= 0 && uint64_t(value) <= most;
  is_sound_ &= is_good;
  return is_good ? uint64_t(value) : 0;
}
int64_t Statement::signed_number(int column) {
  bool is_good = sqlite3_column_type(handle_, column) == SQLITE_INTEGER;
  is_sound_ &= is_good;
  return is_good ? sqlite3_column_int64(handle_, column) : 0;
}
double Statement::real(int column) {
  double value = sqlite3_column_double(handle_, column);
  is_sound_ &= std::isfinite(value);
  return std::isfinite(value) ? value : 0;
}
bool Statement::is_null(int column) const { return sqlite3_column_type(handle_, column) == SQLITE_NULL; }
std::string_view Statement::text(int column) const {
  auto* data = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  return data ? std::string_view(data, size_t(sqlite3_column_bytes(handle_, column))) : std::string_view();
}
std::span<const uint8_t> Statement::bytes(int column) const {
  auto* data = static_cast<const uint8_t*>(sqlite3_column_blob(handle_, column));
  return {data, data ? size_t(sqlite3_column_bytes(handle_, column)) : 0};
}

}  // namespace bonsai::report::sqlite
