#include "report/run_store.h"

#include "report/test_support.h"

namespace bonsai::report {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class RunStoreTest : public FolderTest {
 protected:
  std::unique_ptr<RunStore> create(StoreConfig config = {}) {
    auto store = RunStore::create(folder_ / "run", config);
    EXPECT_TRUE(store) << store.error().message;
    return std::move(*store);
  }
  std::unique_ptr<RunStore> open(RunStore::Access access = RunStore::Access::read) {
    auto store = RunStore::open(folder_ / "run", access);
    EXPECT_TRUE(store) << store.error().message;
    return std::move(*store);
  }
};

TEST_F(RunStoreTest, TestsComeBackAsTheyWere) {
  Test plain;  // nothing but an id
  plain.id = 3;
  Test given_up = some_test(2);
  given_up.ending = Ending::given_up;
  given_up.reason = "solver: unknown";
  given_up.error = 4;
  auto store = create();
  for (const Test& test : {some_test(1), given_up, plain}) ASSERT_TRUE(store->add(test));
  ASSERT_TRUE(store->close());

  store = open();
  auto expect_test = [&](uint64_t id, const Test& expected) {
    auto test = store->test(id);
    ASSERT_TRUE(test && *test) << id;
    expect_equal(**test, expected);
  };
  expect_test(1, some_test(1));
  expect_test(2, given_up);
  expect_test(3, plain);
  EXPECT_EQ(*store->test_count(), 3u);
  EXPECT_EQ(*store->last_test(), 3u);
  for (uint64_t id : {0, 4}) {
    auto missing = store->test(id);
    ASSERT_TRUE(missing);
    EXPECT_FALSE(*missing);
  }
}

TEST_F(RunStoreTest, CursorGoesThroughTestsById) {
  auto store = create();
  for (uint64_t id : {5, 2, 9}) ASSERT_TRUE(store->add(some_test(id)));
  auto ids = [&](uint64_t after) {
    std::vector<uint64_t> found;
    TestCursor cursor = store->tests(after);
    for (Test test; *cursor.next(test);) {
      found.push_back(test.id);
      EXPECT_EQ(test.inputs, some_test(test.id).inputs);
    }
    return found;
  };
  EXPECT_THAT(ids(0), ElementsAre(2, 5, 9));
  EXPECT_THAT(ids(2), ElementsAre(5, 9));
  EXPECT_THAT(ids(9), ElementsAre());
}

TEST_F(RunStoreTest, ErrorsAreUpdated) {
  auto store = create();
  Error bare;
  bare.id = 2;
  ASSERT_TRUE(store->add(some_error(1)));
  ASSERT_TRUE(store->add(bare));
  Error changed = some_error(1);
  changed.count = 99;
  changed.test = 12;
  changed.confirmed = Confirmation::not_reproduced;
  changed.reason = "exit status 0";
  ASSERT_TRUE(store->update(changed));
  auto missing = store->update(some_error(7));
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, ::testing::HasSubstr("no error 7"));
  ASSERT_TRUE(store->close());

  auto errors = open()->errors();
  ASSERT_TRUE(errors);
  ASSERT_EQ(errors->size(), 2u);
  expect_equal((*errors)[0], changed);
  expect_equal((*errors)[1], bare);
}

TEST_F(RunStoreTest, EqualCoverageIsStoredOnce) {
  auto size_with = [&](const char* name, bool same) {
    auto store = RunStore::create(folder_ / name);
    for (uint32_t id = 1; id <= 500; ++id) {
      Test test = some_test(id);
      for (uint32_t i = 0; i < 500; ++i) test.points.push_back(100000 + 3 * i);
      if (!same) test.points.push_back(200000 + id);
      EXPECT_TRUE((*store)->add(test));
    }
    EXPECT_TRUE((*store)->close());
    return fs::file_size(folder_ / name / "run.db");
  };
  uint64_t together = size_with("same", true), apart = size_with("different", false);
  EXPECT_GT(apart, together + 450 * 500);
}

TEST_F(RunStoreTest, EqualCoverageIsFoundAgainAfterReopening) {
  ASSERT_TRUE(create()->add(some_test(1)));
  ASSERT_TRUE(open(RunStore::Access::write)->add(some_test(2)));
  auto second = open()->test(2);
  ASSERT_TRUE(second && *second);
  expect_equal(**second, some_test(2));
}

TEST_F(RunStoreTest, CoveredIsTheUnion) {
  auto store = create();
  EXPECT_THAT(*store->covered(), ElementsAre());
  Test one, two;
  one.id = 1;
  one.points = {1, 4};
  two.id = 2;
  two.points = {2, 4, 1000};
  ASSERT_TRUE(store->add(one) && store->add(two));
  EXPECT_THAT(*store->covered(), ElementsAre(1, 2, 4, 1000));
  ASSERT_TRUE(store->set_covered(std::vector<uint32_t>{0, 4, 7}));
  EXPECT_THAT(*store->covered(), ElementsAre(0, 1, 2, 4, 7, 1000));
}

TEST_F(RunStoreTest, MetaAndStatistics) {
  auto store = create();
  ASSERT_TRUE(store->set_meta(meta_key::program, "a"));
  ASSERT_TRUE(store->set_meta(meta_key::program, "b"));
  ASSERT_TRUE(store->set_meta(meta_key::summary, ""));
  std::vector<std::pair<std::string, double>> first = {{"paths", 1}, {"states", 5}}, later = {{"paths", 4}};
  ASSERT_TRUE(store->add_statistics(0.5, first));
  ASSERT_TRUE(store->add_statistics(1.5, later));
  ASSERT_TRUE(store->close());
  store = open();
  EXPECT_EQ(*store->meta(meta_key::program), "b");
  EXPECT_EQ(*store->meta(meta_key::summary), "");
  EXPECT_EQ(*store->meta(meta_key::finished), std::nullopt);
  auto paths = store->statistics("paths");
  ASSERT_TRUE(paths);
  ASSERT_EQ(paths->size(), 2u);
  EXPECT_EQ((*paths)[1].seconds, 1.5);
  EXPECT_EQ((*paths)[1].value, 4);
}

TEST_F(RunStoreTest, IsReadWhileItIsWritten) {
  auto writer = create({.tests_per_commit = 10, .seconds_per_commit = 1000});
  for (uint64_t id = 1; id <= 25; ++id) ASSERT_TRUE(writer->add(some_test(id)));
  auto reader = open();
  EXPECT_EQ(*reader->test_count(), 20u);
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(*reader->test_count(), 25u);
  ASSERT_TRUE(writer->add(some_test(26)));
  ASSERT_TRUE(writer->close());
  EXPECT_EQ(*reader->test_count(), 26u);
}

TEST_F(RunStoreTest, CommitsWhenTimeHasPassed) {
  auto writer = create({.tests_per_commit = 1000, .seconds_per_commit = 0});
  ASSERT_TRUE(writer->add(some_test(1)));
  EXPECT_EQ(*open()->test_count(), 1u);
}

TEST_F(RunStoreTest, CommitsWhenTestsAreLarge) {
  auto writer = create({.tests_per_commit = 1000, .bytes_per_commit = 2000, .seconds_per_commit = 1000});
  Test test = some_test(1);
  test.tape.assign(1500, 7);
  ASSERT_TRUE(writer->add(test));
  EXPECT_EQ(*open()->test_count(), 0u);
  test.id = 2;
  ASSERT_TRUE(writer->add(test));
  EXPECT_EQ(*open()->test_count(), 2u);
}

TEST_F(RunStoreTest, ClosedIsOnePlainFile) {
  auto store = create();
  ASSERT_TRUE(store->add(some_test(1)));
  ASSERT_TRUE(store->close());
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder_ / "run")) files.push_back(entry.path().filename());
  EXPECT_THAT(files, ElementsAre("run.db"));
}

TEST_F(RunStoreTest, ARunThatWasKilledIsReadable) {
  // A copy of all files in the middle of a run is what a killed process leaves.
  auto store = create();
  ASSERT_TRUE(store->add(some_test(1)));
  ASSERT_TRUE(store->commit());
  ASSERT_TRUE(store->add(some_test(2)));
  fs::copy(folder_ / "run", folder_ / "killed");
  auto killed = RunStore::open(folder_ / "killed");
  ASSERT_TRUE(killed);
  EXPECT_EQ(*(*killed)->test_count(), 1u);
}

TEST_F(RunStoreTest, AnIdThatIsTakenIsAnErrorThatLeavesTheRest) {
  auto store = create();
  ASSERT_TRUE(store->add(some_test(1)));
  EXPECT_FALSE(store->add(some_test(1)));
  ASSERT_TRUE(store->add(some_test(2)));
  ASSERT_TRUE(store->close());
  EXPECT_EQ(*open()->test_count(), 2u);
}

}  // namespace
}  // namespace bonsai::report
