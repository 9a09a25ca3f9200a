// Symbolic indices into constant tables, up to 65,536 elements. Prints the times.
#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <string>

#include "expr/evaluate.h"
#include "solve/bitblast/random_terms_test.h"
#include "solve/bitblast_core.h"

namespace bonsai::solve {
namespace {

using expr::Assignment;
using expr::Term;
using std::chrono::milliseconds;

struct TableCase {
  uint64_t size;
  expr::Width width;
};

class BitblastTable : public ::testing::TestWithParam<TableCase> {
 protected:
  BitblastTable() {
    const auto [size, width] = GetParam();
    const uint64_t mask = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
    Dice dice(size + width);
    std::vector<uint64_t> t(size), u(size);
    for (uint64_t i = 0; i < size; ++i) {
      // One byte pattern never occurs, so that some questions have no solution.
      t[i] = dice.next() & mask;
      if ((t[i] & 0xff) == 0x5a) t[i] ^= 1;
      u[i] = dice.next() & mask & ~uint64_t{3};
    }
    present_ = t[size * 2 / 3];
    t_ = store_.table(t, width);
    u_ = store_.table(u, width);
    x_ = index("x");
    y_ = index("y");
  }

  const Term* index(const char* name) {
    const Term* array = store_.array(name, 2);
    const Term* term = store_.concat(store_.symbolic_byte(array, 1), store_.symbolic_byte(array, 0));
    return store_.zext(store_.trunc(term, static_cast<expr::Width>(std::bit_width(GetParam().size - 1))), 64);
  }
  const Term* constant(uint64_t value) { return store_.constant(GetParam().width, value); }

  Answer ask(const char* what, std::vector<const Term*> constraints, milliseconds limit) {
    BitblastCore core(store_);
    const Term* question = constraints.back();
    constraints.pop_back();
    Assignment model;
    const auto start = std::chrono::steady_clock::now();
    const Answer answer = core.check(constraints, question, {limit}, &model, nullptr);
    const auto spent = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
    std::string key = std::string(what) + "_ms";
    RecordProperty(key, static_cast<int>(spent.count()));
    std::printf("  %5lu x %2u bits  %-24s %-7s %5ld ms\n", GetParam().size, GetParam().width, what,
                answer == Answer::sat     ? "sat"
                : answer == Answer::unsat ? "unsat"
                                          : "unknown",
                static_cast<long>(spent.count()));
    // The machine may be busy; the core itself stops within 50 ms.
    EXPECT_LT(spent, limit + milliseconds(1000)) << what;
    EXPECT_EQ(core.statistics().model_mismatch, 0u);
    if (answer == Answer::sat) EXPECT_TRUE(expr::holds(store_, question, model));
    return answer;
  }

  expr::TermStore store_;
  const Term* t_;
  const Term* u_;
  const Term* x_;
  const Term* y_;
  uint64_t present_;
};

TEST_P(BitblastTable, one_lookup) {
  const Term* read = store_.read(t_, x_);
  const milliseconds limit(1000);
  EXPECT_EQ(ask("T[x]==c", {store_.eq(read, constant(present_))}, limit), Answer::sat);
  EXPECT_EQ(ask("T[x]==c unsat", {store_.eq(read, constant(0x5a))}, limit), Answer::unsat);
  EXPECT_EQ(ask("T[x]&c", {store_.ne(store_.band(read, constant(8)), constant(0))}, limit), Answer::sat);
}

TEST_P(BitblastTable, nested_lookups) {
  const Term* inner = store_.read(t_, x_);
  const Term* outer = store_.read(t_, store_.resize(inner, 64));
  const milliseconds limit(2000);
  EXPECT_NE(ask("T[T[x]]==c", {store_.eq(outer, constant(0))}, limit), Answer::unknown);
  EXPECT_EQ(ask("T[T[x]]==c unsat", {store_.eq(outer, constant(0x5a))}, limit), Answer::unsat);
}

TEST_P(BitblastTable, two_lookups) {
  const Term* sum = store_.add(store_.read(t_, x_), store_.read(u_, y_));
  const milliseconds limit(2000);
  (void)ask("T[x]+U[y]==c", {store_.eq(sum, constant(present_ + 4))}, limit);
  // The low two bits of the sum are those of T[x].
  const Term* low = store_.eq(store_.extract(store_.read(t_, x_), 0, 2), store_.constant(2, 1));
  EXPECT_NE(ask("T[x]+U[y]==c unsat", {low, store_.eq(sum, constant(present_ & ~uint64_t{3}))}, limit),
            Answer::sat);
}

TEST_P(BitblastTable, collision) {
  const Term* same = store_.eq(store_.read(t_, x_), store_.read(t_, y_));
  (void)ask("T[x]==T[y],x!=y", {same, store_.ne(x_, y_)}, milliseconds(2000));
}

INSTANTIATE_TEST_SUITE_P(Sizes, BitblastTable,
                         ::testing::Values(TableCase{256, 8}, TableCase{256, 32}, TableCase{4096, 8},
                                           TableCase{4096, 32}, TableCase{65536, 8}, TableCase{65536, 32}),
                         [](const auto& info) {
                           return std::to_string(info.param.size) + "x" + std::to_string(info.param.width);
                         });

}  // namespace
}  // namespace bonsai::solve
