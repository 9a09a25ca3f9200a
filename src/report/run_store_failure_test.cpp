// What can go wrong with a run's database: every case must end in an error with words.
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/run_store.h"
#include "report/test_support.h"

namespace bonsai::report {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class RunStoreFailure : public FolderTest {
 protected:
  static std::string message_of_open(const fs::path& folder,
                                     RunStore::Access access = RunStore::Access::read) {
    auto store = RunStore::open(folder, access);
    return store ? "(opened)" : store.error().message;
  }
  void make_run(uint64_t tests) {
    auto store = RunStore::create(folder_);
    ASSERT_TRUE(store);
    for (uint64_t id = 1; id <= tests; ++id) ASSERT_TRUE((*store)->add(some_test(id)));
    ASSERT_TRUE((*store)->close());
  }
  void patch(size_t offset, const std::string& bytes) {
    std::string content = read(folder_ / "run.db");
    content.replace(offset, bytes.size(), bytes);
    write(folder_ / "run.db", content);
  }
  static Test large_test(uint64_t id) {
    Test test = some_test(id);
    test.output = std::string(10000, 'x');
    return test;
  }
  // Adds until it fails; returns how many tests were certainly committed before.
  static uint64_t fill(RunStore& store, std::string& message) {
    uint64_t committed = 0;
    for (uint64_t id = 1; id < 100000; ++id) {
      base::Result<void> added = store.add(large_test(id));
      if (added && id % 10 == 0) {
        added = store.commit();
        if (added) committed = id;
      }
      if (!added) {
        message = added.error().message;
        return committed;
      }
    }
    return 0;
  }
  // Everything up to `committed` is there and whole.
  static void expect_readable(RunStore& store, uint64_t committed) {
    uint64_t found = 0;
    TestCursor cursor = store.tests();
    for (Test test;; ++found) {
      base::Result<bool> next = cursor.next(test);
      ASSERT_TRUE(next) << next.error().message;
      if (!*next) break;
      ASSERT_EQ(test.id, found + 1);
      expect_equal(test, large_test(test.id));
    }
    EXPECT_GE(found, committed);
    EXPECT_LT(found, committed + 10);
  }
};

TEST_F(RunStoreFailure, NothingToOpen) {
  EXPECT_THAT(message_of_open(folder_ / "none"), HasSubstr("there is no folder"));
  EXPECT_THAT(message_of_open(folder_), HasSubstr("there is no run.db"));
  write(folder_ / "file", "");
  EXPECT_THAT(message_of_open(folder_ / "file"), HasSubstr("is a file, not the folder of a run"));
  fs::create_directory(folder_ / "run.db");
  EXPECT_THAT(message_of_open(folder_), HasSubstr("is no regular file"));
}

TEST_F(RunStoreFailure, NotADatabase) {
  write(folder_ / "run.db", "this is a text and no database at all\n" + std::string(5000, 'x'));
  EXPECT_THAT(message_of_open(folder_), HasSubstr("is no database"));
  write(folder_ / "run.db", "short\n");
  EXPECT_THAT(message_of_open(folder_), HasSubstr("is no database"));
  write(folder_ / "run.db", "");
  EXPECT_THAT(message_of_open(folder_), HasSubstr("is empty"));
}

TEST_F(RunStoreFailure, SomebodyElsesDatabase) {
  make_run(1);
  patch(68, "mine");  // SQLite's file format: application id at 68, user version at 60
  EXPECT_THAT(message_of_open(folder_), HasSubstr("not of a run"));
}

TEST_F(RunStoreFailure, AnotherVersion) {
  make_run(1);
  constexpr int64_t another = RunStore::schema_version + 1;
  patch(60, std::string(3, '\0') + char(another));
  std::string words = "version " + std::to_string(another);
  EXPECT_THAT(message_of_open(folder_), HasSubstr(words));
  EXPECT_THAT(message_of_open(folder_, RunStore::Access::write), HasSubstr(words));
}

TEST_F(RunStoreFailure, DamagedPages) {
  make_run(2000);
  size_t size = fs::file_size(folder_ / "run.db");
  patch(4096, std::string(size - 4096, '\x55'));
  auto store = RunStore::open(folder_);
  ASSERT_TRUE(store) << store.error().message;  // the first page is whole
  auto test = (*store)->test(1000);
  ASSERT_FALSE(test);
  EXPECT_THAT(test.error().message, HasSubstr("is damaged"));
  EXPECT_FALSE((*store)->test_count());
  EXPECT_FALSE((*store)->covered());
}

TEST_F(RunStoreFailure, DamagedFirstPage) {
  make_run(1);
  patch(100, std::string(3000, '\x55'));
  EXPECT_THAT(message_of_open(folder_), HasSubstr("is damaged"));
}

// Every page in turn is lost: whoever reads all notices, and nobody reads something else than was written.
TEST_F(RunStoreFailure, ZeroedPages) {
  {
    auto store = RunStore::create(folder_);
    for (uint64_t id = 1; id <= 40; ++id) ASSERT_TRUE((*store)->add(large_test(id)));  // many overflow pages
    ASSERT_TRUE((*store)->add(some_error(1)));
    ASSERT_TRUE((*store)->set_meta(meta_key::summary, std::string(20000, 's')));
    ASSERT_TRUE((*store)->set_covered(std::vector<uint32_t>{1, 2, 3}));
    auto job = std::make_shared<Job>(Job{1, 7, std::string(30000, 'j')});
    ASSERT_TRUE((*store)->set_frontier(std::vector<std::shared_ptr<const Job>>{job}));
    EXPECT_TRUE((*store)->verify());
    ASSERT_TRUE((*store)->close());
  }
  std::string whole = read(folder_ / "run.db");
  for (size_t page = 0; page < whole.size() / 4096; ++page) {
    std::string changed = whole;
    changed.replace(page * 4096, 4096, std::string(4096, '\0'));
    write(folder_ / "run.db", changed);
    auto store = RunStore::open(folder_);
    EXPECT_FALSE(store && (*store)->verify()) << "page " << page;
    if (!store) continue;
    TestCursor cursor = (*store)->tests();
    for (Test test; base::Result<bool> next = cursor.next(test);) {
      if (!*next) break;
      expect_equal(test, large_test(test.id));
    }
  }
  write(folder_ / "run.db", whole);
  EXPECT_TRUE((*RunStore::open(folder_))->verify());
}

class ForeignRows : public RunStoreFailure {
 protected:
  void execute(const std::string& sql) {
    sqlite::Database database;
    ASSERT_EQ(database.open((folder_ / "run.db").string(), sqlite::Database::Mode::write), 0);
    ASSERT_EQ(database.execute(sql.c_str()), 0) << database.message();
  }
};

TEST_F(ForeignRows, NumbersHaveBounds) {
  for (const char* change : {"UPDATE tests SET id=9223372036854775807",
                             "UPDATE tests SET id=-1",
                             "UPDATE tests SET ending=99",
                             "UPDATE tests SET exit_status=5000000000",
                             "UPDATE tests SET depth=-1",
                             "UPDATE tests SET seconds=1e999",
                             "UPDATE tests SET instructions='many'",
                             "UPDATE tests SET host_files=x'00'",
                             "UPDATE tests SET host_files=x'002e2e00'",
                             "UPDATE tests SET host_files=x'002f657463' || x'00'",
                             "UPDATE tests SET host_files=x'096100'",
                             "UPDATE tests SET output='other'",
                             "DELETE FROM inputs",
                             "UPDATE inputs SET bytes=x''",
                             "UPDATE coverage_sets SET points=x'ffffffff7f'",
                             "DELETE FROM coverage_sets",
                             "UPDATE tests SET tape=zeroblob(1000000)",
                             "UPDATE errors SET count=-1",
                             "UPDATE errors SET id=9223372036854775807",
                             "UPDATE errors SET kind='leak'",
                             "UPDATE stacks SET line=4294967296",
                             "UPDATE stacks SET function='f'",
                             "UPDATE frontier SET states=-1",
                             "UPDATE frontier SET states=9",
                             "UPDATE frontier SET bytes=x''",
                             "UPDATE meta SET value='other'"}) {
    fs::remove_all(folder_);
    auto made = RunStore::create(folder_);
    ASSERT_TRUE((*made)->add(some_test(1)) && (*made)->add(some_error(1)) &&
                (*made)->set_meta("summary", "s"));
    auto job = std::make_shared<Job>(Job{1, 7, "bytes"});
    ASSERT_TRUE((*made)->set_frontier(std::vector<std::shared_ptr<const Job>>{job}));
    ASSERT_TRUE((*made)->close());
    execute(change);
    auto store = RunStore::open(folder_);
    ASSERT_TRUE(store) << store.error().message;
    base::Result<void> verified = (*store)->verify();
    ASSERT_FALSE(verified) << change;
    EXPECT_THAT(verified.error().message, HasSubstr("is damaged")) << change;
  }
}

TEST_F(ForeignRows, ASchemaThatIsNotOursIsRefused) {
  for (const char* change :
       {"CREATE TRIGGER t AFTER INSERT ON tests BEGIN DELETE FROM tests; END", "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE t(x)", "CREATE INDEX i ON tests(depth)", "DROP TABLE inputs",
        "ALTER TABLE tests ADD COLUMN more INTEGER"}) {
    fs::remove_all(folder_);
    make_run(1);
    execute(change);
    for (RunStore::Access access : {RunStore::Access::read, RunStore::Access::write})
      EXPECT_THAT(message_of_open(folder_, access), HasSubstr("tables are not those of a run")) << change;
  }
}

TEST_F(RunStoreFailure, APipeIsNotOpened) {
  ASSERT_EQ(mkfifo((folder_ / "run.db").c_str(), 0600), 0);
  EXPECT_THAT(message_of_open(folder_), HasSubstr("is no regular file"));
}

TEST_F(RunStoreFailure, CutShort) {
  make_run(2000);
  fs::resize_file(folder_ / "run.db", fs::file_size(folder_ / "run.db") / 2);
  auto store = RunStore::open(folder_);
  if (!store) {
    EXPECT_THAT(store.error().message, HasSubstr("is damaged"));
    return;
  }
  TestCursor cursor = (*store)->tests();
  Test test;
  base::Result<bool> next = true;
  while (next && *next) next = cursor.next(test);
  ASSERT_FALSE(next);
  EXPECT_THAT(next.error().message, HasSubstr("is damaged"));
}

TEST_F(RunStoreFailure, CreateWhereARunIs) {
  make_run(1);
  auto second = RunStore::create(folder_);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("holds a run already"));
  expect_equal(**(*RunStore::open(folder_))->test(1), some_test(1));
}

TEST_F(RunStoreFailure, CreateWhereNoFolderCanBe) {
  write(folder_ / "file", "");
  auto store = RunStore::create(folder_ / "file" / "run");
  ASSERT_FALSE(store);
  EXPECT_THAT(store.error().message, HasSubstr("cannot make the folder"));
}

TEST_F(RunStoreFailure, WritesToAReaderAreRefused) {
  make_run(1);
  auto store = RunStore::open(folder_);
  ASSERT_TRUE(store);
  auto added = (*store)->add(some_test(2));
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("opened for reading"));
}

TEST_F(RunStoreFailure, TwoWriters) {
  make_run(1);
  auto first = RunStore::open(folder_, RunStore::Access::write);
  ASSERT_TRUE(first && (*first)->add(some_test(2)));
  auto second = RunStore::open(folder_, RunStore::Access::write);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("another process is writing"));
  ASSERT_TRUE((*first)->add(some_test(4)));
  ASSERT_TRUE((*first)->close());
  EXPECT_TRUE(RunStore::open(folder_, RunStore::Access::write));
}

TEST_F(RunStoreFailure, LimitOfTheDatabase) {
  auto store = RunStore::create(folder_, {.max_bytes = 1 << 20});
  ASSERT_TRUE(store);
  std::string message;
  uint64_t committed = fill(**store, message);
  EXPECT_GT(committed, 50u);
  EXPECT_THAT(message, HasSubstr("reached its limit"));
  // The failure stays: nothing is stored with a hole before it.
  auto later = (*store)->set_meta("a", "b");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().message, message);
  EXPECT_FALSE((*store)->commit());
  expect_readable(**store, committed);
  EXPECT_FALSE((*store)->close());
  // The transaction is undone: others may write.
  auto other = RunStore::open(folder_, RunStore::Access::write);
  ASSERT_TRUE(other && (*other)->set_meta("a", "b"));
  ASSERT_TRUE((*other)->close());
  auto reader = RunStore::open(folder_);
  ASSERT_TRUE(reader) << reader.error().message;
  expect_readable(**reader, committed);
}

// A small file system of its own, where the caller may mount one.
class SmallDisk : public RunStoreFailure {
 protected:
  void SetUp() override {
    RunStoreFailure::SetUp();
    disk_ = folder_ / "disk";
    fs::create_directory(disk_);
    mounted_ = mount("tmpfs", disk_.c_str(), "tmpfs", 0, "size=1m") == 0;
    if (!mounted_) GTEST_SKIP() << "no right to mount a file system";
  }
  void TearDown() override {
    if (mounted_) umount(disk_.c_str());
    RunStoreFailure::TearDown();
  }
  fs::path disk_;
  bool mounted_ = false;
};

TEST_F(SmallDisk, Full) {
  auto store = RunStore::create(disk_ / "run");
  ASSERT_TRUE(store) << store.error().message;
  std::string message;
  uint64_t committed = fill(**store, message);
  EXPECT_GT(committed, 10u);
  EXPECT_THAT(message, HasSubstr("the disk is full"));
  expect_readable(**store, committed);
  EXPECT_FALSE((*store)->close());
  auto reader = RunStore::open(disk_ / "run");
  ASSERT_TRUE(reader) << reader.error().message;
  expect_readable(**reader, committed);
}

TEST_F(SmallDisk, FullFromTheStart) {
  std::ofstream(disk_ / "ballast") << std::string(2 << 20, 'x');
  auto store = RunStore::create(disk_ / "run");
  ASSERT_FALSE(store);
  EXPECT_THAT(store.error().message, HasSubstr("the disk is full"));
}

TEST_F(SmallDisk, ReadOnly) {
  ASSERT_TRUE((*RunStore::create(disk_ / "run"))->add(some_test(1)));
  {
    // As a killed run leaves it.
    auto store = RunStore::create(disk_ / "killed");
    ASSERT_TRUE((*store)->add(some_test(1)) && (*store)->commit());
    fs::create_directory(disk_ / "copy");
    for (const char* name : {"run.db", "run.db-wal"}) fs::copy(disk_ / "killed" / name, disk_ / "copy");
  }
  ASSERT_EQ(mount("tmpfs", disk_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "size=1m"), 0);
  auto reader = RunStore::open(disk_ / "run");
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(*(*reader)->test_count(), 1u);
  EXPECT_THAT(message_of_open(disk_ / "copy"), HasSubstr("copy the folder"));
  EXPECT_THAT(message_of_open(disk_ / "run", RunStore::Access::write), HasSubstr("read-only"));
  auto created = RunStore::create(disk_);
  ASSERT_FALSE(created);
  EXPECT_THAT(created.error().message, HasSubstr("cannot write to the folder"));
  EXPECT_THAT(created.error().message, HasSubstr("Read-only file system"));
  reader->reset();
}

}  // namespace
}  // namespace bonsai::report
