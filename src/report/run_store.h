// RunStore: a run's database, run.db in the run's folder. What a run finds goes in as it is found; every
// other format is made from it.
//
// Idea: SQLite with a write-ahead log, so that readers see the run while it goes on and never stop it. Rows
// are written by prepared statements inside one long transaction that is committed every few hundred tests,
// sooner if they are large, or half a second. The many tests that cover the same points share one coverage
// set, found by its hash.
//
// Invariants: the file names its kind (application_id) and the version of its tables (user_version). A test
// and its inputs become visible together. Tests are never removed or changed.
//
// What was written carries checksums, and every number that is read has a bound: a row that is not as it was
// written is an error when it is read. verify() reads all.
//
// Failure: the disk is full, or the folder cannot be written: the call says so in words, the transaction is
// undone, and every later write returns the same error; what was committed before stays readable. Reading a
// damaged file is an error value, too.
//
// Threads: a RunStore belongs to one thread at a time. One process writes to a run (a lock on its folder sees
// to that, and ends with the process); any number may read.
#pragma once

#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "report/records.h"
#include "report/run_checksum.h"
#include "report/sqlite.h"

namespace bonsai::report {

// Keys of the table meta. Values are text; those ending in JSON hold one JSON object.
namespace meta_key {
inline constexpr std::string_view program = "program";            // its name
inline constexpr std::string_view program_hash = "program_hash";  // tapes hold for this program alone
inline constexpr std::string_view options = "options";            // JSON
inline constexpr std::string_view library = "library";            // "1": it has the C library
inline constexpr std::string_view summary = "summary";            // JSON, as `--json` prints it
inline constexpr std::string_view finished = "finished";          // "1": the run ended by itself
inline constexpr std::string_view learned = "learned";            // by pruning (explore/prune/learner.h)
inline constexpr std::string_view loops = "loops";                // that tests show, as a set of points
inline constexpr std::string_view progress = "progress";          // JSON: counts up to the last commit
}  // namespace meta_key

struct StoreConfig {
  // What a full disk, a kill or a reader's impatience may cost at most: so much, whichever comes first.
  uint32_t tests_per_commit = 512;
  uint64_t bytes_per_commit = 64 << 10;  // of tapes, outputs and inputs
  double seconds_per_commit = 0.5;
  uint64_t max_bytes = 0;      // of the database; 0: what the disk holds
  bool commits_itself = true;  // false: only commit() does, since what is written belongs together
};

struct Statistic {
  double seconds = 0;
  double value = 0;
};

class TestCursor;
enum class Sql : unsigned;  // run_schema.h

class RunStore {
 public:
  static constexpr int64_t application_id = 0x426f6e73;  // "Bons"
  static constexpr int64_t schema_version = 9;
  static constexpr const char* file_name = "run.db";

  enum class Access { read, write };

  // A new database in a folder, which is made if there is none. A run.db that is there already is an error.
  static base::Result<std::unique_ptr<RunStore>> create(const std::filesystem::path& folder,
                                                        StoreConfig config = {});
  // Of a run that ended, was killed, or goes on (read only).
  static base::Result<std::unique_ptr<RunStore>> open(const std::filesystem::path& folder,
                                                      Access access = Access::read, StoreConfig config = {});
  ~RunStore();  // close(), whose error is lost
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  // Writing. Each call may commit; commit() makes everything up to now visible and safe against a crash of
  // this process.
  base::Result<void> add(const Test& test);  // REQUIRES: no test has its id
  base::Result<void> add(const Error& error);
  // All but the stack, which stays as it is. An id that is not there is an error.
  base::Result<void> update(const Error& error);
  base::Result<void> set_meta(std::string_view key, std::string_view value);
  // Points covered so far by any path, also by those that left no test.
  base::Result<void> set_covered(std::span<const uint32_t> points);
  base::Result<void> add_statistics(double seconds, std::span<const std::pair<std::string, double>> values);
  // The paths that are not finished, instead of those before. Jobs with an id that were there the last time
  // are not written again, only how many paths are left in them, and which.
  base::Result<void> set_frontier(std::span<const std::shared_ptr<const Job>> jobs);
  base::Result<void> commit();
  // Forgets what was written since the last commit.
  void undo();
  // Commits and leaves one plain file, readable also where nothing can be written. Nothing may follow.
  base::Result<void> close();

  // Reading. A store that is being written reads what it wrote.
  base::Result<uint64_t> test_count();
  base::Result<uint64_t> last_test();  // the largest id, or 0
  base::Result<std::optional<Test>> test(uint64_t id);
  TestCursor tests(uint64_t after = 0);  // those with a larger id, ascending
  base::Result<std::vector<Input>> inputs(uint64_t test);
  base::Result<std::vector<Error>> errors();  // by id
  base::Result<std::optional<std::string>> meta(std::string_view key);
  // All points of all tests, and those of set_covered(), or of the tests alone.
  enum class Covered { by_any_path, by_tests };
  base::Result<std::vector<uint32_t>> covered(Covered by = Covered::by_any_path);
  base::Result<std::vector<Statistic>> statistics(std::string_view key);
  base::Result<std::vector<Job>> frontier();
  // Reads everything. Calls `progress` with the part that is done, from 0 to 1, many times.
  base::Result<void> verify(const std::function<void(double)>& progress = {});

  const std::filesystem::path& path() const { return path_; }

 private:
  friend class TestCursor;
  struct HashOfHash {
    size_t operator()(const SetHash& hash) const {
      size_t value;
      std::memcpy(&value, hash.data(), sizeof value);
      return value;
    }
  };

  RunStore(std::filesystem::path path, StoreConfig config);

  base::Result<void> lock();                   // the folder, for this process
  base::Result<void> make();                   // the tables
  base::Result<void> look(Access access);      // at a file that claims to be a run
  base::Result<void> check_tables();           // are they those of make(), and nothing besides?
  base::Error words(sqlite::Failure failure);  // what to tell the user
  base::Error fail(sqlite::Failure failure);   // words() for a failed write; undoes the transaction

  sqlite::Statement& statement(Sql sql);  // if it cannot be prepared, its step() fails
  base::Result<void> begin();
  base::Result<void> written(uint32_t tests, uint64_t bytes = 0);
  sqlite::Failure coverage_set(const std::vector<uint32_t>& points, uint64_t& id);
  sqlite::Failure add_row(const Test& test, uint64_t coverage);
  sqlite::Failure add_inputs(const Test& test);
  sqlite::Failure add_stack(const Error& error);
  base::Result<void> end(sqlite::Statement& select, sqlite::Failure failure);  // of reading
  base::Result<uint64_t> number(Sql sql);
  base::Result<bool> next_test(uint64_t least, Test& test);
  base::Result<void> read_stack(Error& error);

  std::filesystem::path path_;
  StoreConfig config_;
  bool writes_ = false;
  std::optional<base::Error> failed_;          // the first failed write
  sqlite::Database database_;                  // before the statements, which must go first
  std::vector<sqlite::Statement> statements_;  // by Sql, prepared when first used
  uint32_t tests_since_commit_ = 0;
  uint64_t bytes_since_commit_ = 0;
  std::chrono::steady_clock::time_point began_;
  std::unordered_map<SetHash, uint64_t, HashOfHash> sets_;  // ids of coverage sets lately used
  struct Row {
    uint64_t id = 0, states = 0;
  };
  std::unordered_map<uint64_t, Row> jobs_;  // rows of the frontier, by the ids of jobs
  std::vector<uint64_t> nameless_jobs_;     // rows of those that have none
  bool has_frontier_ = false;               // the rows are those of jobs_ and nameless_jobs_
  int lock_ = -1;                           // the folder, while it is written to
};

// Goes through the tests without holding more than one, and without holding a reader's lock between two.
class TestCursor {
 public:
  // False: there are no more.
  base::Result<bool> next(Test& test);

 private:
  friend class RunStore;
  TestCursor(RunStore& store, uint64_t after) : store_(store), after_(after) {}
  RunStore& store_;
  uint64_t after_;
};

}  // namespace bonsai::report
