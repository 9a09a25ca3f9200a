// The tables of run.db and every statement that is run on them. For run_store*.cpp alone.
//
// A change of the tables is a new RunStore::schema_version.
#pragma once

namespace bonsai::report {

inline constexpr const char* schema = R"sql(
-- "checksum": of the row (run_checksum.h), for a test with its inputs and points.
CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE coverage_sets(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, points BLOB NOT NULL);
CREATE TABLE tests(
  id INTEGER PRIMARY KEY,
  ending INTEGER NOT NULL,     -- report::Ending
  reason TEXT,                 -- NULL: none
  exit_status INTEGER NOT NULL,
  host_files BLOB,             -- of each the use (a byte) and the path with a NUL behind it; NULL: none
  output BLOB,                 -- NULL: nothing
  error INTEGER,               -- errors.id; NULL: none
  instructions INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  seconds REAL NOT NULL,       -- since the run began
  tape BLOB,                   -- NULL: none
  tape_size INTEGER,           -- NULL: the tape is as it is; else zstd of so many bytes
  coverage INTEGER,            -- coverage_sets.id; NULL: nothing covered
  checksum INTEGER NOT NULL
);
CREATE TABLE inputs(
  test INTEGER NOT NULL,
  position INTEGER NOT NULL,   -- from 0, in the order in which the program made them
  name TEXT NOT NULL,
  bytes BLOB NOT NULL,
  count INTEGER,               -- NULL: one input; else so many, from this position on (packed_inputs.h)
  PRIMARY KEY(test, position)
) WITHOUT ROWID;
CREATE TABLE errors(
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  message TEXT NOT NULL,
  omitted INTEGER NOT NULL,    -- calls left out of the stack
  count INTEGER NOT NULL,      -- paths that met it
  test INTEGER,                -- tests.id; NULL: none
  confirmed INTEGER NOT NULL,  -- report::Confirmation
  reason TEXT NOT NULL,
  checksum INTEGER NOT NULL
);
CREATE TABLE stacks(
  error INTEGER NOT NULL,
  position INTEGER NOT NULL,   -- 0: innermost
  function TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,       -- 0: unknown
  column INTEGER NOT NULL,
  rank INTEGER NOT NULL,       -- among accesses of one kind at that place
  checksum INTEGER NOT NULL,
  PRIMARY KEY(error, position)
) WITHOUT ROWID;
CREATE TABLE frontier(         -- paths that are not finished, as of the last commit
  id INTEGER PRIMARY KEY,
  states INTEGER NOT NULL,     -- paths in it
  struck_out BLOB,             -- bits: leaves that are not among them any more; NULL: none
  bytes BLOB NOT NULL,
  checksum INTEGER NOT NULL
);
CREATE TABLE statistics(seconds REAL NOT NULL, key TEXT NOT NULL, value REAL NOT NULL);
)sql";

// The prepared statements: name and text.
#define BONSAI_RUN_STATEMENTS(X)                                                                           \
  X(add_test, "INSERT INTO tests VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)")                                     \
  X(add_input, "INSERT INTO inputs VALUES(?,?,?,?,?)")                                                     \
  X(add_error, "INSERT INTO errors VALUES(?,?,?,?,?,?,?,?,?)")                                             \
  X(add_place, "INSERT INTO stacks VALUES(?,?,?,?,?,?,?,?)")                                               \
  X(update_error,                                                                                          \
    "UPDATE errors SET kind=?2, message=?3, omitted=?4, count=?5, test=?6, confirmed=?7, reason=?8, "      \
    "checksum=?9 "                                                                                         \
    "WHERE id=?1")                                                                                         \
  X(set_meta,                                                                                              \
    "INSERT INTO meta VALUES(?,?,?) ON CONFLICT(key) DO UPDATE SET value=excluded.value, "                 \
    "checksum=excluded.checksum")                                                                          \
  X(add_job, "INSERT INTO frontier(states, struck_out, bytes, checksum) VALUES(?,?,?,?)")                  \
  X(update_job, "UPDATE frontier SET states=?2, struck_out=?3, checksum=?4 WHERE id=?1")                   \
  X(remove_job, "DELETE FROM frontier WHERE id=?")                                                         \
  X(remove_jobs, "DELETE FROM frontier")                                                                   \
  X(jobs, "SELECT id, states, struck_out, bytes, checksum FROM frontier ORDER BY id")                      \
  X(add_statistic, "INSERT INTO statistics VALUES(?,?,?)")                                                 \
  X(add_set, "INSERT INTO coverage_sets(hash, points) VALUES(?,?)")                                        \
  X(find_set, "SELECT id FROM coverage_sets WHERE hash=?")                                                 \
  X(count_tests, "SELECT count(*) FROM tests")                                                             \
  X(last_test, "SELECT ifnull(max(id), 0) FROM tests")                                                     \
  X(next_test,                                                                                             \
    "SELECT t.id, ending, reason, exit_status, host_files, output, error, instructions, depth, seconds, "  \
    "tape, tape_size, points, t.checksum "                                                                 \
    "FROM tests t LEFT JOIN coverage_sets c ON c.id = t.coverage WHERE t.id >= ? ORDER BY t.id LIMIT 1")   \
  X(inputs, "SELECT name, bytes, count FROM inputs WHERE test=? ORDER BY position")                        \
  X(errors,                                                                                                \
    "SELECT id, kind, message, omitted, count, test, confirmed, reason, checksum FROM errors ORDER BY id") \
  X(stack,                                                                                                 \
    "SELECT function, file, line, column, rank, checksum FROM stacks WHERE error=? ORDER BY position")     \
  X(meta, "SELECT value, checksum FROM meta WHERE key=?")                                                  \
  X(sets, "SELECT points, hash FROM coverage_sets")                                                        \
  X(keys, "SELECT key FROM meta")                                                                          \
  X(statistics, "SELECT seconds, value FROM statistics WHERE key=? ORDER BY rowid")

enum class Sql : unsigned {
#define X(name, text) name,
  BONSAI_RUN_STATEMENTS(X)
#undef X
      count
};

inline constexpr const char* sql_texts[] = {
#define X(name, text) text,
    BONSAI_RUN_STATEMENTS(X)
#undef X
};

}  // namespace bonsai::report
