// Paths that begin anywhere, suffixes, and the search backwards.
#include <gtest/gtest.h>

#include <algorithm>

#include "explore/direct/arrivals.h"
#include "explore/direct/backward.h"
#include "explore/direct/call_graph.h"
#include "explore/explore_test_util.h"

namespace bonsai::explore {
namespace {

using exec::Outcome;
using exec::Path;

// A program, and a machine for it that needs no worker.
struct Engine {
  explicit Engine(const std::string& source, int optimisation = 0)
      : loaded(compile(source, optimisation)), chain(terms, {}), machine(loaded.program, chain, config()) {}
  exec::Config config() const {
    exec::Config config;
    config.entry = loaded.start;
    config.lazy_callees = CallGraph(loaded.program, function("main").id).callees();
    return config;
  }
  const ir::Function& function(const std::string& name) const { return *loaded.program.find_function(name); }

  // How the paths that begin at a function end, by kind and, of those that return, the value of a global.
  std::vector<std::pair<std::unique_ptr<Path>, Outcome>> run_from(const std::string& name) {
    std::unique_ptr<Path> main = machine.initial_state();
    machine.watch(function("main").id, true);
    while (main->top->function->id != function("main").id) machine.run(*main, 1000);
    machine.watch(function("main").id, false);
    machine.take_forked();
    std::vector<std::unique_ptr<Path>> todo;
    todo.push_back(machine.start_in(function(name), *main));
    std::vector<std::pair<std::unique_ptr<Path>, Outcome>> ended;
    while (!todo.empty() && ended.size() < 1000) {
      std::unique_ptr<Path> path = std::move(todo.back());
      todo.pop_back();
      Outcome outcome = machine.run(*path, 100'000);
      for (std::unique_ptr<Path>& forked : machine.take_forked()) todo.push_back(std::move(forked));
      if (outcome.kind == Outcome::Kind::yielded)
        todo.push_back(std::move(path));
      else
        ended.emplace_back(std::move(path), std::move(outcome));
    }
    EXPECT_EQ(machine.fault(), "");
    return ended;
  }
  // Assertions that fail on some path from a function, by line.
  std::set<uint32_t> failures_from(const std::string& name) {
    std::set<uint32_t> lines;
    for (const auto& [path, outcome] : run_from(name))
      if (outcome.kind == Outcome::Kind::error && outcome.error.kind == exec::ErrorKind::assertion)
        lines.insert(loaded.program.locations[outcome.error.stack.front().location].line);
    return lines;
  }

  load::Loaded loaded;
  expr::TermStore terms;
  solve::Chain chain;
  exec::Machine machine;
};

TEST(LazyStart, ArgumentsAndWhatTheyPointTo) {
  Engine engine(R"(#include <assert.h>
struct node { struct node *next; int value; };
void f(struct node *list, int wanted) {
  if (list && list->next && list->next->next == 0)
    if (list->next->value == wanted + 1) assert(0);
  if (list == 0) assert(0);
}
int main(void) { return 0; }
)");
  EXPECT_EQ(engine.failures_from("f"), (std::set<uint32_t>{5, 6}));
}

TEST(LazyStart, VariablesOfTheProgram) {
  Engine engine(R"(#include <assert.h>
static int state, *pointer;
static const int fixed = 3;
static char text[8] = "abc";
void f(void) {
  if (state == 77) assert(0);
  if (*pointer == 5) assert(0);
  if (fixed != 3) assert(0);
  if (text[2] == 'x') assert(0);
}
int main(void) { state = 1; pointer = &state; text[0] = 'b'; f(); return 0; }
)");
  EXPECT_EQ(engine.failures_from("f"), (std::set<uint32_t>{6, 7, 9}));
}

// An index is no pointer, whatever it is added to.
TEST(LazyStart, IndicesAndPointersWithIndices) {
  Engine engine(R"(#include <assert.h>
#include <stddef.h>
static int table[16];
void f(int *numbers, size_t i, size_t j) {
  if (i < 16 && j < 16 && table[i] == 4 && numbers[j] == 9 && numbers[j + 1] == 10) assert(0);
}
int main(void) { return table[0]; }
)");
  EXPECT_EQ(engine.failures_from("f"), (std::set<uint32_t>{5}));
}

TEST(LazyStart, FunctionPointers) {
  Engine engine(R"(#include <assert.h>
static int twice(int x) { return 2 * x; }
static int other(int x, int y) { return x + y; }
static int (*chosen)(int) = twice;
static int (*second)(int, int) = other;
void f(int x) {
  if (chosen(x) == 42) assert(0);
  if (second(x, 1) == 5) assert(0);
}
int main(void) { f(1); return 0; }
)");
  EXPECT_EQ(engine.failures_from("f"), (std::set<uint32_t>{7, 8}));
}

TEST(LazyStart, BlocksAndWrites) {
  Engine engine(R"(#include <assert.h>
#include <string.h>
void f(char *to, const char *from) {
  memcpy(to, from, 4);
  to[1] = 'b';
  if (to[0] == 'a' && from[3] == 'd' && to[3] == 'd' && to[1] == 'b') assert(0);
  if (to[3] != from[3]) assert(0);
}
int main(void) { return 0; }
)");
  EXPECT_EQ(engine.failures_from("f"), (std::set<uint32_t>{6}));
}

TEST(CallGraph, CallersAndDepths) {
  load::Loaded loaded = compile(R"(#include <stdlib.h>
static int order(const void *a, const void *b) { return *(int *)a - *(int *)b; }
static void inner(void) {}
static void outer(void) { inner(); }
static void lonely(void) { inner(); }
static void (*through)(void) = lonely;
static int numbers[4];
int main(void) { outer(); through(); qsort(numbers, 4, sizeof(int), order); return 0; }
)");
  const ir::Program& program = loaded.program;
  auto id = [&](const char* name) { return program.find_function(name)->id; };
  CallGraph calls(program, id("main"));
  EXPECT_EQ(calls.callers(id("outer")), std::vector{id("main")});
  EXPECT_EQ(calls.callers(id("order")), std::vector{id("main")});
  std::vector<ir::FunctionId> of_inner = calls.callers(id("inner"));
  EXPECT_EQ(std::set(of_inner.begin(), of_inner.end()), (std::set{id("outer"), id("lonely")}));
  EXPECT_EQ(calls.depth(id("main")), 0u);
  EXPECT_EQ(calls.depth(id("lonely")), 1u);
  EXPECT_EQ(calls.depth(id("inner")), 2u);
}

TEST(SuffixBook, KeepsEachOnceAndNotTooMany) {
  SuffixBook book;
  EXPECT_TRUE(book.add(3, {0, {1, 2, 3}, false}));
  EXPECT_FALSE(book.add(3, {0, {1, 2, 3}, false}));
  EXPECT_TRUE(book.add(3, {0, {1, 2, 3}, true}));
  EXPECT_TRUE(book.add(1, {0, {1, 2, 3}, false}));
  EXPECT_EQ(book.functions(), (std::vector<ir::FunctionId>{3, 1}));
  EXPECT_EQ(book.functions(1), (std::vector<ir::FunctionId>{1}));
  EXPECT_EQ(book.of(3).size(), 2u);
  EXPECT_EQ(book.of(3, 1).size(), 1u);
  for (uint32_t i = 0; i < 2 * SuffixBook::most_of_target; ++i) book.add(3, {0, {i}, false});
  EXPECT_EQ(book.of(3).size(), SuffixBook::most_of_target);
  EXPECT_EQ(book.version(), SuffixBook::most_of_target + 1);
}

// The whole search, for the failing assertion of a program.
struct Reached {
  bool is_reached = false;
  std::vector<uint8_t> input;
  BackwardCounts counts;
  Summary summary;
};

Reached reach(const std::string& source, Backwards backwards, const std::string& search) {
  load::Loaded loaded = compile(source);
  const ir::Program& program = loaded.program;
  Target target{.name = "t", .places = {}, .points = {}, .file = "", .line = 0, .kind = "assertion"};
  for (const ir::Function& function : program.functions)
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      if (function.code[i].op != ir::Op::Call || function.is_runtime) continue;
      ir::FunctionId callee = program.calls[function.code[i].imm].callee;
      if (callee == ir::none || program.functions[callee].name != "__assert_fail") continue;
      const ir::Location& at = program.locations[function.locations[i]];
      target.places.push_back({function.id, i});
      target.file = program.strings[at.file];
      target.line = at.line;
    }
  Config config;
  config.machine.entry = loaded.start;
  config.search = *parse_search(search);
  config.targets = std::make_shared<Targets>(std::vector{target});
  config.direct = {backwards, config.search, 3000, program.find_function("main")->id,
                   std::make_shared<SuffixBook>()};
  config.max_instructions = 3'000'000;
  Collector collector;
  Reached result;
  result.summary = explore(program, config, collector);
  result.is_reached = config.targets->is_reached(0);
  result.counts = config.direct.book->counts();
  for (const report::Test& test : collector.tests)
    if (test.reason == "reaches t" && !test.inputs.empty()) result.input = test.inputs[0].bytes;
  EXPECT_EQ(result.summary.fault, "");
  return result;
}

constexpr const char* behind_a_loop = R"(
#include <assert.h>
#include <klee/klee.h>
static void inner(int a, int b) {
  int sum = 0;
  for (int i = 0; i < 8; i++) if (a & (1 << i)) sum += i;
  if (sum == 3 && b == 77) assert(0);
}
static void outer(int *numbers) { if (numbers[0] > 0) inner(numbers[1], numbers[0]); }
int main(void) {
  int numbers[2];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  outer(numbers);
  return 0;
}
)";

TEST(Backwards, FindsAWayFromMain) {
  for (Backwards backwards : {Backwards::never, Backwards::first, Backwards::mixed}) {
    Reached found = reach(behind_a_loop, backwards, "sdse");
    ASSERT_TRUE(found.is_reached) << int(backwards);
    ASSERT_EQ(found.input.size(), 8u);
    EXPECT_EQ(found.input[0], 77);
    EXPECT_TRUE((found.input[4] & 0xff) == 0b110 + 0 || found.input[4] == 0b1000 ||
                (found.input[4] & ~1) == 0b110 || (found.input[4] & ~1) == 0b1000)
        << int(found.input[4]);
    if (backwards == Backwards::first) {
      EXPECT_EQ(found.counts.functions, 2u);  // inner, outer
      EXPECT_GE(found.counts.suffixes, 2u);
      EXPECT_GE(found.counts.followed, 2u);
    }
    if (backwards == Backwards::never) EXPECT_EQ(found.counts.functions, 0u);
  }
}

// What a caller rules out is not found, and only paths from the beginning can show that.
TEST(Backwards, WhatIsUnreachableStaysSo) {
  std::string source = behind_a_loop;
  source.replace(source.find("outer(numbers);\n"), 0, "if (numbers[0] == 77) return 1;\n  ");
  for (Backwards backwards : {Backwards::first, Backwards::mixed}) {
    Reached found = reach(source, backwards, "random-path");
    EXPECT_FALSE(found.is_reached);
    EXPECT_TRUE(found.summary.exhaustive());
    EXPECT_EQ(found.summary.stopped_by, "");
  }
}

// A pointer that the caller has set, a variable that it has changed.
TEST(Backwards, SuffixesMeetWhatIsThere) {
  Reached found = reach(R"(
#include <assert.h>
#include <klee/klee.h>
struct item { int kind; struct item *next; };
static struct item *first;
static int level;
static void check(struct item *list) {
  if (level > 2 && list->kind == 1 && list->next->kind == 2) assert(0);
}
int main(void) {
  struct item items[3] = {{0, &items[1]}, {1, &items[2]}, {2, 0}};
  int n = klee_int("n");
  first = items;
  if (n > 5) level = n - 5;
  check(first);
  if (n == 50) check(first->next);
  return 0;
}
)",
                        Backwards::first, "sdse");
  ASSERT_TRUE(found.is_reached);
  EXPECT_EQ(found.input, (std::vector<uint8_t>{50, 0, 0, 0}));
}

// Functions of the engine make the objects of pointers, too; the way is noted once all the same.
TEST(Backwards, StringsOfUnknownLength) {
  Reached found = reach(R"(
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
static char *unescape(const char *text) {
  char *result = malloc(strlen(text) + 1), *end = result;
  for (; *text; text++) {
    if (*text == '%' && !*++text) assert(0);
    *end++ = *text;
  }
  *end = 0;
  return result;
}
int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  unescape(text);
  return 0;
}
)",
                        Backwards::first, "sdse");
  ASSERT_TRUE(found.is_reached);
  EXPECT_GE(found.counts.followed, 1u);
  EXPECT_NE(std::find(found.input.begin(), found.input.end(), '%'), found.input.end());
}

}  // namespace
}  // namespace bonsai::explore
