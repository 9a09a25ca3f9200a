#include "solve/fixing.h"

#include <gtest/gtest.h>

#include <unordered_set>

#include "expr/evaluate.h"

namespace bonsai::solve {
namespace {

using expr::Term;

// Gives up on whatever still has a remainder in it, and decides the rest.
class ShyCore : public Core {
 public:
  explicit ShyCore(std::unique_ptr<Core> others) : others_(std::move(others)) {}
  Answer check(std::span<const Term* const> constraints, const Term* question, const Limits& limits,
               expr::Assignment* model, std::vector<uint32_t>* core) override {
    for (const Term* each : constraints)
      if (is_hard(each)) return Answer::unknown;
    return is_hard(question) ? Answer::unknown : others_->check(constraints, question, limits, model, core);
  }
  void visit_roots(const expr::TermStore::Mark& mark) const override { others_->visit_roots(mark); }

 private:
  static bool is_hard(const Term* root) {
    std::vector<const Term*> todo{root};
    std::unordered_set<const Term*> seen;
    while (!todo.empty()) {
      const Term* term = todo.back();
      todo.pop_back();
      if (!seen.insert(term).second) continue;
      if (term->kind() == expr::Kind::URem) return true;
      for (const Term* operand : term->operands()) todo.push_back(operand);
    }
    return false;
  }
  std::unique_ptr<Core> others_;
};

class Fixing : public ::testing::Test {
 protected:
  static Config config() {
    Config config;
    config.solver = Solver::bonsai;
    config.repair = config.reuse = config.cache = false;  // they would find it by themselves
    return config;
  }
  static Cores shy(expr::TermStore& store) {
    Cores cores = make_cores(store, config());
    cores.core = std::make_unique<ShyCore>(std::move(cores.core));
    return cores;
  }
  const Term* word(const char* name) {
    const Term* array = store_.array(name, 4);
    const Term* all = store_.symbolic_byte(array, 0);
    for (uint64_t i = 1; i < 4; ++i) all = store_.concat(store_.symbolic_byte(array, i), all);
    return all;
  }
  const Term* number(uint64_t value) { return store_.constant(32, value); }
  // What the core cannot invert.
  const Term* secure(const Term* v) {
    return store_.urem(store_.mul(store_.add(v, number(77)), store_.add(store_.mul(v, number(5)), number(3))),
                       number(1000003));
  }
  void assume(const Term* condition) {
    Reply reply = chain_.may_be_true(pc_, condition);
    ASSERT_EQ(reply.answer, Answer::sat);
    chain_.assume(pc_, condition, reply.model);
  }
  uint64_t value(const Term* term, const Model& model) { return expr::evaluate(store_, term, *model); }
  // The model is one of the path condition, of the condition and of the words.
  void expect_good(const Reply& reply, const Term* condition, const std::vector<FixedWord>& fixed) {
    ASSERT_EQ(reply.answer, Answer::sat);
    ASSERT_TRUE(reply.model);
    EXPECT_TRUE(expr::holds(store_, condition, *reply.model));
    for (const Decision& decision : pc_.decisions())
      EXPECT_TRUE(expr::holds(store_, decision.raw, *reply.model));
    for (const FixedWord& each : fixed)
      EXPECT_TRUE(expr::holds(store_, equation(store_, each), *reply.model));
  }

  expr::TermStore store_;
  Chain chain_{store_, config(), shy(store_)};
  PathCondition pc_;
  const Term* x_ = word("x");
  const Term* y_ = word("y");
  const Term* z_ = word("z");
};

TEST_F(Fixing, TheWordThatIsHashedKeepsItsValue) {
  assume(store_.eq(y_, number(0x01020304)));
  // As a path that came here with this input and knows nothing of it.
  PathCondition free;
  free.set_model(pc_.model());
  pc_ = free;
  assume(store_.ult(x_, number(1000003)));
  const Term* condition = store_.eq(secure(y_), x_);
  ASSERT_EQ(chain_.may_be_true(pc_, condition).answer, Answer::unknown);
  std::vector<FixedWord> fixed;
  Reply reply = find_by_fixing(chain_, pc_, condition, fixed);
  expect_good(reply, condition, fixed);
  ASSERT_EQ(fixed.size(), 1u);
  EXPECT_EQ(fixed[0].array, store_.array("y", 4));
  EXPECT_EQ(fixed[0].first, 0u);
  EXPECT_EQ(fixed[0].bytes, (std::vector<uint8_t>{4, 3, 2, 1}));
  EXPECT_EQ(value(y_, reply.model), 0x01020304u);
  EXPECT_EQ(value(x_, reply.model), value(secure(y_), pc_.model()));
}

TEST_F(Fixing, SeveralWordsWhereOneIsNotEnough) {
  const Term* condition = store_.eq(store_.add(secure(y_), secure(z_)), store_.add(x_, number(1)));
  ASSERT_EQ(chain_.may_be_true(pc_, condition).answer, Answer::unknown);
  std::vector<FixedWord> fixed;
  Reply reply = find_by_fixing(chain_, pc_, condition, fixed);
  expect_good(reply, condition, fixed);
  ASSERT_EQ(fixed.size(), 2u);
  for (const FixedWord& each : fixed) EXPECT_NE(each.array, store_.array("x", 4));
}

// A hash that takes its word apart uses the bytes as well as the whole: that is still one word.
TEST_F(Fixing, BytesOfAWordAreNoFurtherWords) {
  const Term* mixed = store_.urem(store_.mul(store_.add(y_, number(77)), store_.bxor(y_, number(0x5bd1e995))),
                                  number(1000003));
  const Term* condition = store_.eq(mixed, store_.add(x_, number(1)));
  ASSERT_EQ(chain_.may_be_true(pc_, condition).answer, Answer::unknown);
  uint64_t asked = chain_.statistics().asked;
  std::vector<FixedWord> fixed;
  Reply reply = find_by_fixing(chain_, pc_, condition, fixed);
  expect_good(reply, condition, fixed);
  EXPECT_EQ(fixed.size(), 1u);
  EXPECT_LE(chain_.statistics().asked - asked, 2u);
}

TEST_F(Fixing, BothSidesHashedStayUnknown) {
  const Term* condition = store_.eq(secure(y_), store_.add(secure(x_), number(1)));
  ASSERT_EQ(chain_.may_be_true(pc_, condition).answer, Answer::unknown);
  std::vector<FixedWord> fixed{{store_.array("z", 4), 0, {1}}};
  Reply reply = find_by_fixing(chain_, pc_, condition, fixed);
  EXPECT_EQ(reply.answer, Answer::unknown);
  EXPECT_FALSE(reply.model);
  EXPECT_TRUE(fixed.empty());
}

// That no input was found with a word fixed says nothing about the others.
TEST_F(Fixing, NeverSaysUnsat) {
  assume(store_.ult(number(2000000), x_));
  const Term* condition = store_.eq(secure(y_), x_);
  std::vector<FixedWord> fixed;
  EXPECT_EQ(find_by_fixing(chain_, pc_, condition, fixed).answer, Answer::unknown);
  EXPECT_TRUE(fixed.empty());
}

// With the only word fixed, the condition is as false as it is: nothing is asked.
TEST_F(Fixing, OneWordIsNotTried) {
  const Term* condition = store_.eq(secure(y_), number(5));
  ASSERT_EQ(chain_.may_be_true(pc_, condition).answer, Answer::unknown);
  uint64_t asked = chain_.statistics().asked;
  std::vector<FixedWord> fixed;
  EXPECT_EQ(find_by_fixing(chain_, pc_, condition, fixed).answer, Answer::unknown);
  EXPECT_EQ(chain_.statistics().asked, asked);
}

// However many words there are, it ends after few questions that stay without an answer.
TEST_F(Fixing, GivesUpSoon) {
  const Term* sum = number(0);
  for (int i = 0; i < 40; ++i) sum = store_.add(sum, secure(word(("w" + std::to_string(i)).c_str())));
  const Term* condition = store_.eq(store_.mul(sum, secure(x_)), number(3));
  uint64_t asked = chain_.statistics().asked;
  std::vector<FixedWord> fixed;
  Reply reply = find_by_fixing(chain_, pc_, condition, fixed);
  EXPECT_LE(chain_.statistics().asked - asked, 6u);
  if (reply.answer == Answer::sat) expect_good(reply, condition, fixed);
}

TEST_F(Fixing, EquationSaysTheBytesAndNothingElse) {
  FixedWord some{store_.array("x", 4), 1, {7, 0}};
  const Term* term = equation(store_, some);
  expr::Assignment assignment;
  EXPECT_FALSE(expr::holds(store_, term, assignment));
  assignment.set(some.array, 1, 7);
  assignment.set(some.array, 0, 99);
  assignment.set(some.array, 3, 98);
  EXPECT_TRUE(expr::holds(store_, term, assignment));
  assignment.set(some.array, 2, 1);
  EXPECT_FALSE(expr::holds(store_, term, assignment));
  EXPECT_TRUE(equation(store_, {some.array, 0, {}})->is_true());
}

TEST_F(Fixing, WordsComeBackFromBytes) {
  std::vector<FixedWord> words{{store_.array("x", 4), 0, {1, 0, 255, 4}},
                               {store_.array("a longer name, with = and \n", 1 << 20), 123456, {0}},
                               {store_.array("y", 4), 3, {}}};
  std::string bytes = to_bytes(words);
  for (expr::TermStore* store : {&store_, static_cast<expr::TermStore*>(nullptr)}) {
    expr::TermStore other;
    expr::TermStore& to = store ? *store : other;
    std::vector<FixedWord> again = from_bytes(to, bytes);
    ASSERT_EQ(again.size(), words.size());
    for (size_t i = 0; i < words.size(); ++i) {
      EXPECT_EQ(again[i].array->array().name, words[i].array->array().name);
      EXPECT_EQ(again[i].array->array().size, words[i].array->array().size);
      EXPECT_EQ(again[i].first, words[i].first);
      EXPECT_EQ(again[i].bytes, words[i].bytes);
      if (store) EXPECT_EQ(again[i].array, words[i].array);
    }
  }
  EXPECT_EQ(to_bytes({}), "");
  EXPECT_TRUE(from_bytes(store_, "").empty());
}

}  // namespace
}  // namespace bonsai::solve
