// Opening, committing, failing. Adding is in run_store_write.cpp, reading in run_store_read.cpp.
// Tested by run_store_test.cpp, run_store_failure_test.cpp.
#include "report/run_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "report/run_schema.h"

namespace bonsai::report {

namespace fs = std::filesystem;
using base::Result;
using sqlite::Database;
using sqlite::Failure;

RunStore::RunStore(fs::path path, StoreConfig config)
    : path_(std::move(path)), config_(config), statements_(size_t(Sql::count)) {}

RunStore::~RunStore() {
  (void)close();
  if (lock_ >= 0) ::close(lock_);
}

Result<void> RunStore::lock() {
  lock_ = ::open(path_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return base::Error{fmt::format("{}: another process is writing to it", path_.string())};
  return {};  // a file system without locks is no reason to fail
}

Result<std::unique_ptr<RunStore>> RunStore::create(const fs::path& folder, StoreConfig config) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return base::Error{fmt::format("cannot make the folder {}: {}", folder.string(), error.message())};
  fs::path path = folder / file_name;
  if (fs::exists(fs::symlink_status(path, error)))
    return base::Error{fmt::format("{}: holds a run already", folder.string())};
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    return base::Error{
        fmt::format("cannot write to the folder {}: {}", folder.string(), std::strerror(errno))};
  std::unique_ptr<RunStore> store(new RunStore(path, config));
  if (Result<void> locked = store->lock(); !locked) return locked.error();
  if (int code = store->database_.open(path.string(), Database::Mode::create))
    return store->words(sqlite::failure_of(code));
  if (Result<void> made = store->make(); !made) return made.error();
  store->writes_ = true;
  return store;
}

Result<void> RunStore::make() {
  // NORMAL: a crash of the machine may lose the last commits, never the database.
  std::string tables = fmt::format(
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=4000;"
      "PRAGMA cache_size=-16000;"
      "BEGIN IMMEDIATE; PRAGMA application_id={}; PRAGMA user_version={}; {} COMMIT;",
      application_id, schema_version, schema);
  Failure failure = sqlite::failure_of(database_.execute(tables.c_str()));
  if (failure == Failure::none && config_.max_bytes) {
    std::string limit = fmt::format("PRAGMA max_page_count={}", config_.max_bytes / 4096 + 1);
    failure = sqlite::failure_of(database_.execute(limit.c_str()));
  }
  if (failure != Failure::none) return words(failure);
  return {};
}

Result<std::unique_ptr<RunStore>> RunStore::open(const fs::path& folder, Access access, StoreConfig config) {
  std::error_code error;
  fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) return base::Error{fmt::format("there is no folder {}", folder.string())};
  if (!fs::is_directory(status))
    return base::Error{fmt::format("{}: is a file, not the folder of a run", folder.string())};
  fs::path path = folder / file_name;
  if (!fs::exists(path, error))
    return base::Error{
        fmt::format("{}: not the folder of a run: there is no {}", folder.string(), file_name)};
  // To open a pipe waits for whoever writes to it.
  for (const char* end : {"", "-wal", "-shm", "-journal"})
    if (fs::path each = path.string() + end; fs::exists(each, error) && !fs::is_regular_file(each, error))
      return base::Error{fmt::format("{}: is no regular file", each.string())};
  std::unique_ptr<RunStore> store(new RunStore(path, config));
  if (access == Access::write)
    if (Result<void> locked = store->lock(); !locked) return locked.error();
  if (Result<void> looked = store->look(access); !looked) return looked.error();
  store->writes_ = access == Access::write;
  return store;
}

Result<void> RunStore::look(Access access) {
  int code =
      database_.open(path_.string(), access == Access::read ? Database::Mode::read : Database::Mode::write);
  int64_t kind = 0, version = 0, tables = 0;
  if (!code) code = database_.query("PRAGMA application_id", kind);
  if (sqlite::failure_of(code) == Failure::cannot_open && access == Access::read) {
    // A run that was not closed, in a folder where SQLite cannot put its index: nothing is writing there.
    if (fs::exists(path_.string() + "-wal"))
      return base::Error{
          fmt::format("{}: the run was not closed, and its folder cannot be written; copy the "
                      "folder to a place where it can",
                      path_.string())};
    code = database_.open(path_.string(), Database::Mode::immutable);
    if (!code) code = database_.query("PRAGMA application_id", kind);
  }
  if (!code) code = database_.query("PRAGMA user_version", version);
  if (!code) code = database_.query("SELECT count(*) FROM sqlite_schema", tables);
  if (code) return words(sqlite::failure_of(code));
  if (kind == 0 && tables == 0)
    return base::Error{fmt::format("{}: is empty: the run ended before it began", path_.string())};
  if (kind != application_id)
    return base::Error{fmt::format("{}: is a database, but not of a run", path_.string())};
  if (version != schema_version)
    return base::Error{
        fmt::format("{}: was written by another version of Bonsai (tables of version {}; this one "
                    "reads version {})",
                    path_.string(), version, schema_version)};
  if (base::Result<void> tables_checked = check_tables(); !tables_checked) return tables_checked;
  if (access == Access::read) return {};
  code =
      database_.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=4000");
  if (code) return words(sqlite::failure_of(code));
  return {};
}

Result<void> RunStore::check_tables() {
  constexpr const char* all =
      "SELECT group_concat(line, char(10)) FROM "
      "(SELECT type||' '||name||' '||tbl_name||' '||ifnull(sql,'') AS line FROM sqlite_schema ORDER BY line)";
  Database ours;
  std::string wanted, found;
  int code = ours.open(":memory:", Database::Mode::create);
  if (!code) code = ours.execute(schema);
  if (!code) code = ours.query(all, wanted);
  if (code) return base::Error{fmt::format("{}: {}", path_.string(), ours.message())};
  if (int failed = database_.query(all, found)) return words(sqlite::failure_of(failed));
  if (found == wanted) return {};
  return base::Error{fmt::format("{}: is damaged: its tables are not those of a run", path_.string())};
}

base::Error RunStore::words(Failure failure) {
  std::string path = path_.string(), system = database_.system_message();
  switch (failure) {
    case Failure::busy: return {fmt::format("{}: another process is writing to it", path)};
    case Failure::full:
      return {fmt::format("{}: the disk is full{}", path,
                          config_.max_bytes ? ", or the database has reached its limit" : "")};
    case Failure::input_output:
      return {fmt::format("{}: reading or writing failed: {}", path,
                          system.empty() ? database_.message() : system)};
    case Failure::read_only: return {fmt::format("{}: cannot be written: it is read-only", path)};
    case Failure::corrupt: return {fmt::format("{}: is damaged: {}", path, database_.message())};
    case Failure::not_a_database: return {fmt::format("{}: is no database", path)};
    case Failure::cannot_open:
      return {fmt::format("{}: cannot be opened{}{}", path, system.empty() ? "" : ": ", system)};
    default: return {fmt::format("{}: {}", path, database_.message())};
  }
}

base::Error RunStore::fail(Failure failure) {
  base::Error error = words(failure);
  // The rows of a broken constraint were never there; the rest of the transaction is good.
  if (failure == Failure::constraint) return error;
  for (sqlite::Statement& each : statements_) each.reset();
  if (database_.in_transaction()) (void)database_.execute("ROLLBACK");
  error.message += "; what was stored before stays readable";
  failed_ = error;
  return error;
}

sqlite::Statement& RunStore::statement(Sql sql) {
  sqlite::Statement& found = statements_[size_t(sql)];
  if (!found.is_prepared()) (void)database_.prepare(sql_texts[size_t(sql)], found);
  return found;
}

Result<void> RunStore::begin() {
  if (failed_) return *failed_;
  if (!writes_) return base::Error{fmt::format("{}: was opened for reading", path_.string())};
  if (database_.in_transaction()) return {};
  if (int code = database_.execute("BEGIN IMMEDIATE")) return fail(sqlite::failure_of(code));
  began_ = std::chrono::steady_clock::now();
  return {};
}

Result<void> RunStore::written(uint32_t tests, uint64_t bytes) {
  tests_since_commit_ += tests;
  bytes_since_commit_ += bytes;
  if (!config_.commits_itself) return {};
  std::chrono::duration<double> since = std::chrono::steady_clock::now() - began_;
  if (tests_since_commit_ < config_.tests_per_commit && bytes_since_commit_ < config_.bytes_per_commit &&
      since.count() < config_.seconds_per_commit)
    return {};
  return commit();
}

Result<void> RunStore::commit() {
  if (failed_) return *failed_;
  tests_since_commit_ = 0;
  bytes_since_commit_ = 0;
  if (!database_.in_transaction()) return {};
  if (int code = database_.execute("COMMIT")) return fail(sqlite::failure_of(code));
  return {};
}

void RunStore::undo() {
  if (failed_ || !database_.in_transaction()) return;
  for (sqlite::Statement& each : statements_) each.reset();
  (void)database_.execute("ROLLBACK");
  sets_.clear();
  jobs_.clear();
  nameless_jobs_.clear();
  has_frontier_ = false;
}

Result<void> RunStore::close() {
  if (!writes_) return {};
  Result<void> result = commit();
  writes_ = false;
  statements_.clear();
  statements_.resize(size_t(Sql::count));
  // Fails while somebody reads; the log then stays, and the next to close the file folds it in.
  (void)database_.execute("PRAGMA busy_timeout=0; PRAGMA journal_mode=DELETE");
  database_.close();
  if (lock_ >= 0) ::close(lock_);
  lock_ = -1;
  return result;
}

}  // namespace bonsai::report
