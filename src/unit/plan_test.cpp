// What a unit test gives to functions, and how it is written down.
#include "unit/plan.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <tuple>

#include "unit/writers.h"

namespace bonsai::unit {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

class Plans : public ::testing::Test {
 protected:
  void read(const std::string& text, const char* ending = ".c") {
    std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("bonsai_plan_test_" + std::to_string(getpid()) + ending);
    std::ofstream(file) << text;
    load::Options options;
    options.inputs = {file.string()};
    base::Result<load::Signatures> found = load::read_signatures(options);
    std::filesystem::remove(file);
    ASSERT_TRUE(found) << found.error().message << found.error().detail;
    signatures_ = std::move(*found);
  }
  const Call& call(const std::string& function) {
    base::Result<Plan> planned = plan_call(signatures_, function, limits_);
    if (!planned) {
      ADD_FAILURE() << planned.error().message;
      plan_.calls.resize(1);
      plan_.calls[0].objects.resize(1);
    } else {
      plan_ = std::move(*planned);
    }
    return plan_.calls.at(0);
  }
  void sequence(const std::vector<std::string>& functions, unsigned length = 3) {
    base::Result<Plan> planned = plan_sequence(signatures_, functions, length, limits_);
    ASSERT_TRUE(planned) << planned.error().message;
    plan_ = std::move(*planned);
  }
  std::string problem(const std::string& function) {
    base::Result<Plan> planned = plan_call(signatures_, function, limits_);
    return planned ? "(planned)" : planned.error().message;
  }
  // What a pointer can be: "null *p f() handle1".
  static std::string targets(const Plan& plan, const Call& call, const Pointer& pointer) {
    std::string text;
    for (const Target& each : pointer.targets) {
      if (!text.empty()) text += " ";
      if (each.kind == Target::Kind::null) text += "null";
      if (each.kind == Target::Kind::object) text += call.objects.at(each.object).label;
      if (each.kind == Target::Kind::shared) text += plan.shared.at(each.object).label;
      if (each.kind == Target::Kind::function) text += each.function + "()";
    }
    return text;
  }
  // Of the pointer with this label, wherever it is.
  std::string targets(const std::string& label) {
    for (const Object& object : plan_.calls.at(0).objects)
      for (const Pointer& each : object.pointers)
        if (each.label == label) return targets(plan_, plan_.calls[0], each);
    return "(no such pointer)";
  }
  const Object& object(const std::string& label) {
    for (const Object& each : plan_.calls.at(0).objects)
      if (each.label == label) return each;
    ADD_FAILURE() << "no object " << label;
    static const Object none;
    return none;
  }
  static std::vector<std::string> labels(const Object& object) {
    std::vector<std::string> all;
    for (const Leaf& leaf : object.leaves) all.push_back(leaf.label);
    return all;
  }

  load::Signatures signatures_;
  Limits limits_;
  Plan plan_;
};

constexpr const char* node_text = "struct node { struct node *next; int value; };\n";

TEST_F(Plans, ArgumentsAreInputs) {
  read("long f(int a, unsigned char b, double c) { return a + b + (long)c; }");
  const Call& f = call("f");
  ASSERT_EQ(f.objects.size(), 1u);
  EXPECT_EQ(f.objects[0].bytes, 48u);
  ASSERT_EQ(f.arguments.size(), 3u);
  ASSERT_EQ(f.objects[0].inputs.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(f.arguments[i].offset, 16 * i);
    EXPECT_EQ(f.objects[0].inputs[i].offset, 16 * i);
    EXPECT_EQ(f.objects[0].inputs[i].input, f.arguments[i].name);
    EXPECT_EQ(f.arguments[i].kind, Argument::Kind::number);
  }
  EXPECT_EQ(f.arguments[0].c_type, "int32_t");
  EXPECT_EQ(f.arguments[1].c_type, "uint8_t");
  EXPECT_EQ(f.arguments[2].c_type, "double");
  EXPECT_EQ(f.objects[0].inputs[0].bytes, 4u);
  EXPECT_EQ(f.objects[0].inputs[1].bytes, 1u);
  EXPECT_THAT(labels(f.objects[0]), ElementsAre("a", "b", "c"));
  EXPECT_EQ(f.result_bytes, 8u);
  EXPECT_TRUE(f.is_signed);
  EXPECT_EQ(f.result_type, "long");
  EXPECT_EQ(plan_.name, "f");
  EXPECT_EQ(plan_.length, 0u);
}

TEST_F(Plans, Results) {
  read(
      "void a(void) {}\nint *b(int *p) { return p; }\nfloat c(float x) { return x; }\nstruct s { int x, y; "
      "};\n"
      "struct s d(struct s x) { return x; }\nunsigned char e(void) { return 1; }\n");
  EXPECT_TRUE(call("a").is_void);
  EXPECT_EQ(call("a").result_bytes, 0u);
  EXPECT_TRUE(call("b").is_pointer);
  EXPECT_EQ(call("b").result_bytes, 1u);
  EXPECT_TRUE(call("c").is_floating);
  EXPECT_EQ(call("c").result_bytes, 4u);
  EXPECT_FALSE(call("d").is_void);
  EXPECT_EQ(call("d").result_bytes, 0u);
  EXPECT_EQ(call("e").result_bytes, 1u);
  EXPECT_FALSE(call("e").is_signed);
}

TEST_F(Plans, PointersAreNothingOrAnObject) {
  read("int f(int *p) { return *p; }");
  const Call& f = call("f");
  EXPECT_EQ(f.arguments.at(0).kind, Argument::Kind::pointer);
  EXPECT_EQ(targets("p"), "null *p");
  const Object& array = object("*p");
  EXPECT_EQ(array.bytes, 16u);
  EXPECT_EQ(array.depth, 1u);
  EXPECT_EQ(array.type, "int");
  ASSERT_EQ(array.inputs.size(), 1u);
  EXPECT_EQ(array.inputs[0].input, "*p");
  EXPECT_EQ(array.inputs[0].bytes, 16u);
  EXPECT_THAT(labels(array), ElementsAre("p[0]", "p[1]", "p[2]", "p[3]"));
  limits_.null = false;
  limits_.array = 2;
  call("f");
  EXPECT_EQ(targets("p"), "*p");
  EXPECT_EQ(object("*p").bytes, 8u);
}

// Lists may end, go on, or come back to any of their nodes.
TEST_F(Plans, ListsMayBeCycles) {
  read(std::string(node_text) + "int f(struct node *p) { return p->value; }");
  const Call& f = call("f");
  ASSERT_EQ(f.objects.size(), 4u);
  EXPECT_EQ(targets("p"), "null *p");
  EXPECT_EQ(targets("p->next"), "null *p->next *p");
  EXPECT_EQ(targets("p->next->next"), "null *p->next->next *p *p->next");
  EXPECT_EQ(targets("p->next->next->next"), "null *p *p->next *p->next->next");
  EXPECT_EQ(object("*p").bytes, 16u);
  EXPECT_THAT(labels(object("*p")), ElementsAre("p->value"));
  limits_.null = false;  // of arguments alone
  call("f");
  EXPECT_EQ(targets("p"), "*p");
  EXPECT_EQ(targets("p->next"), "null *p->next *p");
}

TEST_F(Plans, TwoPointersMayBeTheSame) {
  read(
      std::string(node_text) + "typedef struct node item;\n" +
      "int f(struct node *a, const item *b, int *other, long *longs) { return a == b && *other == *longs; }");
  limits_.depth = 1;
  call("f");
  EXPECT_EQ(targets("a"), "null *a");
  EXPECT_EQ(targets("b"), "null *b *a");  // a name for the type makes no difference
  EXPECT_EQ(targets("other"), "null *other");
  EXPECT_EQ(targets("longs"), "null *longs");
  EXPECT_EQ(targets("a->next"), "null *a *b");
}

TEST_F(Plans, DepthAndCountAreBounded) {
  read("struct tree { struct tree *left, *right; int key; };\nint f(struct tree *t) { return t->key; }");
  for (unsigned depth : {1u, 2u, 4u}) {
    limits_.depth = depth;
    const Call& f = call("f");
    EXPECT_EQ(f.objects.size(), size_t(1) << depth);
    for (const Object& each : f.objects) EXPECT_LE(each.depth, depth);
  }
  limits_.objects = 5;
  EXPECT_EQ(call("f").objects.size(), 5u);
  limits_.depth = 0;
  call("f");
  EXPECT_EQ(targets("t"), "null");
}

TEST_F(Plans, StringsEnd) {
  read(
      "typedef unsigned char uint8_type; struct s { char name[6]; unsigned char raw[3]; };\n"
      "int f(const char *text, unsigned char *bytes, void *any, struct s *s) {\n"
      "  return *text + *bytes + (any != 0) + s->name[0]; }");
  call("f");
  EXPECT_EQ(object("*text").bytes, 9u);
  EXPECT_THAT(object("*text").zeros, ElementsAre(Pair(8u, 1u)));
  EXPECT_EQ(object("*bytes").bytes, 8u);
  EXPECT_THAT(object("*bytes").zeros, IsEmpty());
  EXPECT_EQ(object("*any").bytes, 8u);
  EXPECT_EQ(object("*any").type, "void");
  EXPECT_THAT(object("*any").zeros, IsEmpty());
  EXPECT_EQ(object("*s").bytes, 9u);
  EXPECT_THAT(object("*s").zeros, ElementsAre(Pair(5u, 1u)));
  EXPECT_THAT(labels(object("*s")), ElementsAre("s->name", "s->raw"));
  limits_.string = 3;
  call("f");
  EXPECT_EQ(object("*text").bytes, 4u);
  EXPECT_THAT(object("*text").zeros, ElementsAre(Pair(3u, 1u)));
}

TEST_F(Plans, ListsOfStringsEnd) {
  read("int f(char **words) { return words[0] == 0; }");
  call("f");
  EXPECT_EQ(targets("words"), "null *words");
  const Object& list = object("*words");
  EXPECT_EQ(list.bytes, 16u);
  EXPECT_THAT(list.inputs, IsEmpty());
  ASSERT_EQ(list.pointers.size(), 1u);
  EXPECT_EQ(list.pointers[0].offset, 0u);
  EXPECT_EQ(targets("*words"), "null **words");
  EXPECT_EQ(object("**words").bytes, 9u);
}

TEST_F(Plans, LengthsAreBounded) {
  read(
      "int f(const int *a, unsigned long n, char *s, int len, short *b, int key, int count) {\n"
      "  return a[n] + s[len] + b[key] + count; }");
  auto ranges = [&] {
    std::vector<std::tuple<uint64_t, bool, int64_t, int64_t>> all;
    for (const Range& each : call("f").objects[0].ranges)
      all.emplace_back(each.offset / 16, each.is_signed, each.low, each.high);
    return all;
  };
  // A key is none, and a count that follows no pointer counts something else.
  EXPECT_THAT(ranges(), ElementsAre(std::tuple(1, false, 0, 4), std::tuple(3, true, 0, 8)));
  limits_.any_length = true;
  EXPECT_THAT(ranges(), IsEmpty());
}

TEST_F(Plans, EnumerationsAndBooleansHaveTheirValues) {
  read(
      "enum color { RED = 2, GREEN = 7 }; enum sign { MINUS = -1, PLUS = 1 };\n"
      "struct s { char pad; _Bool on; enum color color; };\n"
      "int f(enum sign sign, _Bool flag, struct s *s) { return sign + flag + s->on; }");
  const Call& f = call("f");
  const std::vector<Range>& ranges = f.objects[0].ranges;
  ASSERT_EQ(ranges.size(), 2u);
  EXPECT_EQ(std::tuple(ranges[0].offset, ranges[0].bytes, ranges[0].is_signed, ranges[0].low, ranges[0].high),
            std::tuple(0u, 4u, true, -1, 1));
  EXPECT_EQ(std::tuple(ranges[1].offset, ranges[1].bytes, ranges[1].is_signed, ranges[1].low, ranges[1].high),
            std::tuple(16u, 1u, false, 0, 1));
  EXPECT_EQ(f.arguments[1].c_type, "_Bool");
  const std::vector<Range>& inside = object("*s").ranges;
  ASSERT_EQ(inside.size(), 2u);
  EXPECT_EQ(std::tuple(inside[0].offset, inside[0].low, inside[0].high), std::tuple(1u, 0, 1));
  EXPECT_EQ(std::tuple(inside[1].offset, inside[1].is_signed, inside[1].low, inside[1].high),
            std::tuple(4u, false, 2, 7));
}

TEST_F(Plans, PointersToFunctionsAreThoseOfTheFile) {
  read(
      "int twice(int x) { return 2 * x; }\nint sum(int x, int y) { return x + y; }\n"
      "long wide(int x) { return x; }\nint minus(const int x) { return -x; }\n"
      "int apply(int (*of)(int), void (*none)(char *), int x) { if (none) none(0); return of(x); }");
  call("apply");
  EXPECT_EQ(targets("of"), "null twice() minus()");
  EXPECT_EQ(targets("none"), "null");
}

TEST_F(Plans, UnionsWithPointersAreZeros) {
  read(
      "struct s { int tag; union { int *p; long n; } with; union { int i; float f; } without; };\n"
      "int f(struct s *s) { return s->tag; }");
  call("f");
  EXPECT_EQ(object("*s").bytes, 24u);
  EXPECT_THAT(object("*s").zeros, ElementsAre(Pair(8u, 8u)));
  EXPECT_THAT(object("*s").pointers, IsEmpty());
  EXPECT_THAT(labels(object("*s")), ElementsAre("s->tag", "s->without"));
}

TEST_F(Plans, StructuresByValue) {
  read(std::string(node_text) + "int f(int before, struct node n) { return before + n.value; }");
  const Call& f = call("f");
  EXPECT_EQ(f.arguments.at(1).kind, Argument::Kind::structure);
  EXPECT_EQ(f.arguments.at(1).c_type, "struct node");
  EXPECT_EQ(f.objects[0].bytes, 32u);
  EXPECT_EQ(targets("n.next"), "null *n.next");
  EXPECT_EQ(f.objects[0].pointers.at(0).offset, 16u);
  EXPECT_THAT(labels(f.objects[0]), ElementsAre("before", "n.value"));
}

TEST_F(Plans, BitFieldsAreBytes) {
  read("struct s { unsigned a : 3, b : 7; int c; };\nint f(struct s *s) { return s->a; }");
  call("f");
  ASSERT_EQ(object("*s").leaves.size(), 3u);
  const std::vector<Leaf>& leaves = object("*s").leaves;
  EXPECT_EQ(std::tuple(leaves[0].offset, leaves[0].bytes), std::tuple(0u, 1u));
  EXPECT_EQ(std::tuple(leaves[1].offset, leaves[1].bytes), std::tuple(1u, 1u));
  EXPECT_EQ(std::tuple(leaves[2].offset, leaves[2].bytes), std::tuple(4u, 4u));
}

TEST_F(Plans, WhatNobodyCanMakeIsNull) {
  read("struct opaque; int f(struct opaque *p) { return p == 0; }");
  call("f");
  EXPECT_EQ(targets("p"), "null");
  limits_.null = false;
  call("f");
  EXPECT_EQ(targets("p"), "null");
}

TEST_F(Plans, PreconditionsHaveAName) {
  read("int requires_f(int x) { return x > 3; }\nint f(int x) { return x; }\nint g(int x) { return x; }");
  EXPECT_EQ(call("f").requires_, "requires_f");
  EXPECT_EQ(call("g").requires_, "");
}

TEST_F(Plans, WhatCannotBePlannedIsSaid) {
  read(
      "struct stack { int size; int top(int at) { return size + at; } };\n"
      "int f(stack &s) { return s.top(2); }\n",
      ".cpp");
  EXPECT_THAT(problem("g"), HasSubstr("there is no function g"));
  EXPECT_EQ(problem("top"), "top is a method: only functions can be tested");
  EXPECT_THAT(problem("f"), HasSubstr("f: parameter s is of a type that no driver can name: stack &"));
  EXPECT_FALSE(plan_sequence(signatures_, {"nothing"}, 2, limits_));
}

// --- sequences

class Sequences : public Plans {
 protected:
  // The only pointer of a call's arguments.
  const Pointer& argument(size_t call) { return plan_.calls.at(call).objects[0].pointers.at(0); }
  std::string targets_of(size_t call) { return targets(plan_, plan_.calls.at(call), argument(call)); }
};

TEST_F(Sequences, HandlesThatArePassedByAddress) {
  read(
      "struct stack; struct stack { struct stack *below; int value; };\n"
      "int push(struct stack **s, int v) { return s != 0 && v; }\nint pop(struct stack **s) { return s != 0; "
      "}\n"
      "int size(const struct stack *s) { return s != 0; }\nstruct stack *top(struct stack **s) { return *s; "
      "}\n");
  sequence({"push", "pop", "size", "top"}, 4);
  EXPECT_EQ(plan_.length, 4u);
  EXPECT_EQ(plan_.name, "push_pop_size_top");
  ASSERT_EQ(plan_.shared.size(), 1u);
  EXPECT_EQ(plan_.shared[0].label, "handle1");
  EXPECT_EQ(plan_.shared[0].type, "struct stack *");
  EXPECT_EQ(plan_.shared[0].bytes, 8u);
  for (size_t i : {0, 1, 2, 3}) EXPECT_EQ(targets_of(i), "handle1") << i;
  EXPECT_FALSE(argument(0).is_content);
  EXPECT_FALSE(argument(1).is_content);
  EXPECT_TRUE(argument(2).is_content);
  // Its variable is changed by nothing but the functions.
  for (const Call& each : plan_.calls) EXPECT_EQ(each.kept_in, "");
  // A number is an input all the same.
  EXPECT_EQ(plan_.calls[0].objects[0].inputs.size(), 1u);
}

TEST_F(Sequences, HandlesThatAreStructures) {
  read(
      "typedef struct { int items[4]; unsigned first, count; } queue;\n"
      "void put(queue *q, int v) { q->items[0] = v; }\nint get(queue *q) { return q->items[0]; }\n");
  sequence({"put", "get"});
  ASSERT_EQ(plan_.shared.size(), 1u);
  EXPECT_EQ(plan_.shared[0].type, "queue");
  EXPECT_EQ(plan_.shared[0].bytes, 24u);
  EXPECT_THAT(plan_.shared[0].inputs, IsEmpty());
  for (size_t i : {0, 1}) {
    EXPECT_EQ(targets_of(i), "handle1");
    EXPECT_FALSE(argument(i).is_content);
  }
}

TEST_F(Sequences, HandlesThatFunctionsMake) {
  read(
      "#include <stdlib.h>\nstruct tree { struct tree *left, *right; int key; };\n"
      "struct tree *make(int key) { return calloc(1, sizeof(struct tree) + (unsigned)key); }\n"
      "struct tree *insert(struct tree *t, int key) { return t ? t : make(key); }\n"
      "struct tree *find(const struct tree *t, int key) { return key ? t->left : 0; }\n"
      "int size(const struct tree *t) { return t != 0; }\n");
  sequence({"make", "insert", "find", "size"});
  ASSERT_EQ(plan_.shared.size(), 1u);
  EXPECT_EQ(plan_.shared[0].type, "struct tree *");
  EXPECT_EQ(plan_.shared[0].bytes, 8u);
  for (size_t i : {1, 2, 3}) {
    EXPECT_EQ(targets_of(i), "handle1");
    EXPECT_TRUE(argument(i).is_content);
  }
  EXPECT_EQ(plan_.calls[0].kept_in, "make becomes");
  EXPECT_THAT(plan_.calls[0].kept, ElementsAre(0u));
  EXPECT_EQ(plan_.calls[1].kept_in, "insert becomes");
  EXPECT_EQ(plan_.calls[2].kept_in, "") << "what only looks gives a part back";
  EXPECT_EQ(plan_.calls[3].kept_in, "");
}

// That its name is constant does not make a constructor one that only looks.
TEST_F(Sequences, ConstructorsMayTakeConstantText) {
  read(
      "#include <stdlib.h>\nstruct file { int mode; };\n"
      "struct file *open_file(const char *name) { return name ? calloc(1, sizeof(struct file)) : 0; }\n"
      "int read_file(struct file *f) { return f->mode; }\n");
  sequence({"open_file", "read_file"});
  ASSERT_EQ(plan_.shared.size(), 1u);
  EXPECT_EQ(plan_.calls[0].kept_in, "open_file becomes");
}

// The same structure, whether it is called by its tag or by its name.
TEST_F(Sequences, NamesOfAStructureAreOneHandle) {
  read(
      "#include <stdlib.h>\ntypedef struct list list; struct list { int n; };\n"
      "list *list_new(void) { return calloc(1, sizeof(list)); }\nint list_size(struct list *l) { return "
      "l->n; }\n");
  sequence({"list_new", "list_size"});
  ASSERT_EQ(plan_.shared.size(), 1u);
  EXPECT_TRUE(argument(1).is_content);
}

TEST_F(Sequences, AsManyHandlesAsOneCallTakes) {
  read(
      "typedef struct { int n; } bag; typedef struct { long n; } box;\n"
      "void put(bag *b, int v) { b->n = v; }\nint merge(bag *to, bag *from) { return to->n + from->n; }\n"
      "void fill(box *b) { b->n = 1; }\n");
  sequence({"put", "merge", "fill"});
  ASSERT_EQ(plan_.shared.size(), 3u);
  EXPECT_EQ(targets_of(0), "handle1 handle2");
  EXPECT_EQ(targets(plan_, plan_.calls[1], plan_.calls[1].objects[0].pointers.at(1)), "handle1 handle2");
  EXPECT_EQ(targets_of(2), "handle3");
  EXPECT_EQ(plan_.shared[2].bytes, 8u);
}

// --- written down

// int f(int n, struct box *p), by hand.
Plan small_plan() {
  Plan plan;
  plan.source = "/src/f.c";
  plan.name = "f";
  Call call;
  call.function = "f";
  call.arguments = {{"n", "int", 0, Argument::Kind::number, "int32_t"},
                    {"p", "struct box *", 16, Argument::Kind::pointer, "void *"}};
  Object frame;
  frame.bytes = 32;
  frame.inputs = {{"n", 0, 4}};
  frame.pointers = {{16, "p", "p", {{}, {Target::Kind::object, 1, ""}}, false}};
  Object box;
  box.label = "*p";
  box.type = "struct box";
  box.bytes = 24;
  box.depth = 1;
  box.inputs = {{"*p", 0, 24}};
  box.zeros = {{7, 1}};
  box.leaves = {{Leaf::Kind::bytes, 0, 8, "p->name", "char[8]"},
                {Leaf::Kind::signed_number, 8, 4, "p->size", "int"}};
  box.pointers = {{16, "p->next", "p->next", {{}, {Target::Kind::object, 1, ""}}, false}};
  call.objects = {frame, box};
  call.result_bytes = 4;
  call.is_signed = true;
  call.result_type = "int";
  plan.calls = {call};
  return plan;
}

report::Input input(const std::string& name, const std::string& bytes) {
  return {name, std::vector<uint8_t>(bytes.begin(), bytes.end())};
}

std::string results(const std::string& bytes) { return "printed" + std::string(results_mark) + bytes; }

std::string of_int(int value) { return std::string(reinterpret_cast<const char*>(&value), sizeof value); }

TEST(WriteGtest, ASmallPlan) {
  report::Test good, null, bug, cut;
  good.id = 1;
  good.inputs = {input("n", of_int(-7)),
                 input("*p", std::string("ab\"\0\0\0\0x\xfe\xff\xff\xff\0\0\0\0\0\0\0\0\0\0\0\0", 24)),
                 input("p", "\1"), input("p->next", "\1")};
  good.output = results(of_int(-1));
  null.id = 2;
  null.inputs = {input("n", of_int(5)), input("*p", std::string(24, '\0')), input("p", std::string(1, '\0')),
                 input("p->next", "\1")};
  null.output = results(of_int(3));
  bug = null;
  bug.id = 3;
  bug.ending = report::Ending::error;
  bug.error = 1;
  bug.output = "";
  cut = good;
  cut.id = 4;
  cut.ending = report::Ending::given_up;
  report::Error error;
  error.id = 1;
  error.kind = "null-pointer";
  error.message = "a null pointer\nis read";
  error.stack = {{"f", "f.c", 12, 3}};
  size_t count = 99;
  std::string text = write_gtest(small_plan(), {good, null, bug, cut}, {error}, count);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(text, R"(// Written by bonsai test.
)"
                  "#include \"unit_test.h\""
                  R"(

extern "C" void unit_f_0(unsigned char*, unsigned char*);
namespace unit {
static inline int32_t f(int32_t n_, void* p_) {  // int f
  alignas(16) unsigned char a[32] = {}, r[16] = {};
  std::memcpy(a + 0, &n_, sizeof n_);
  std::memcpy(a + 16, &p_, sizeof p_);
  unit_f_0(a, r);
  int32_t result;
  std::memcpy(&result, r, sizeof result);
  return result;
}
}  // namespace unit

TEST(f, case1) {
  Object p(24);  // *p, struct box
  p.set(0, text("ab\""));  // p->name
  p.set<int32_t>(8, -2);  // p->size
  p.set<void*>(16, p.data());  // p->next
  EXPECT_EQ(int32_t(-1), unit::f(-7, p.data()));
}

TEST(f, case2) {
  EXPECT_EQ(int32_t(3), unit::f(5, nullptr));
}

TEST(f, bug3_null_pointer) {  // a null pointer is read (f.c:12)
  EXPECT_RETURNS(unit::f(5, nullptr));
}
)");
}

TEST(WriteGtest, ProgramsThatExit) {
  report::Test test;
  test.id = 1;
  test.exit_status = 3;
  test.inputs = {input("n", of_int(5)), input("*p", std::string(24, '\0')), input("p", std::string(1, '\0')),
                 input("p->next", std::string(1, '\0'))};
  size_t count = 0;
  EXPECT_THAT(write_gtest(small_plan(), {test}, {}, count),
              HasSubstr("  EXPECT_EXIT(unit::f(5, nullptr), testing::ExitedWithCode(3), \"\");\n"));
}

TEST(WriteGtest, WhatStubsReturnIsSaidBeforeTheCall) {
  Plan plan = small_plan();
  plan.stubs = {{"next", "int", {}}};
  report::Test test;
  test.id = 1;
  test.inputs = {input("n", of_int(5)),
                 input("*p", std::string(24, '\0')),
                 input("p", std::string(1, '\0')),
                 input("p->next", std::string(1, '\0')),
                 input("next()", of_int(258)),
                 input("next()_1", of_int(1))};
  test.output = results(of_int(0));
  size_t count = 0;
  EXPECT_THAT(
      write_gtest(plan, {test}, {}, count),
      HasSubstr("{\n  unit_forget();\n  unit_returns(\"next\", {2, 1, 0, 0});\n"
                "  unit_returns(\"next\", {1, 0, 0, 0});\n  EXPECT_EQ(int32_t(0), unit::f(5, nullptr));\n}"));
}

// The sign of a double is in its highest bit.
TEST(WriteGtest, DoublesThatAreNegative) {
  Plan plan;
  plan.name = "half";
  Call call;
  call.function = "half";
  call.arguments = {{"x", "double", 0, Argument::Kind::number, "double"}};
  call.objects.emplace_back();
  call.objects[0].bytes = 16;
  call.objects[0].inputs = {{"x", 0, 8}};
  call.result_bytes = 8;
  call.is_floating = true;
  call.result_type = "double";
  plan.calls = {call};
  report::Test test;
  test.id = 1;
  test.inputs = {input("x", std::string("\0\0\0\0\0\0\0\xc0", 8))};  // -2
  test.output = results(std::string("\0\0\0\0\0\0\xf0\xbf", 8));     // -1
  size_t count = 0;
  EXPECT_THAT(write_gtest(plan, {test}, {}, count),
              HasSubstr("  EXPECT_TRUE(is_same(unit::half(from_bits<double>(13835058055282163712u)), "
                        "13830554455654793216u));\n"));
}

// Parameters may be called like something that the tests themselves use, or that C++ has.
TEST(WriteGtest, ObjectsHaveNamesOfTheirOwn) {
  for (const char* name : {"text", "new", "Object", "class", "from_bits"}) {
    Plan plan = small_plan();
    plan.calls[0].objects[1].label = std::string("*") + name;
    report::Test test;
    test.id = 1;
    test.inputs = {input("n", of_int(1)), input("*p", "ab" + std::string(22, '\0')), input("p", "\1"),
                   input("p->next", std::string(1, '\0'))};
    test.output = results(of_int(0));
    size_t count = 0;
    EXPECT_THAT(write_gtest(plan, {test}, {}, count),
                Not(HasSubstr("  Object " + std::string(name) + "(24);")));
  }
}

TEST(WriteGtest, SequencesKeepWhatTheyMake) {
  Plan plan;
  plan.name = "make_size";
  plan.length = 3;
  Object handle;
  handle.label = "handle1";
  handle.type = "struct tree *";
  handle.bytes = 8;
  plan.shared = {handle};
  Call make, size;
  make.function = "make";
  make.objects.emplace_back();
  make.objects[0].bytes = 16;
  make.is_pointer = true;
  make.result_bytes = 1;
  make.result_type = "struct tree *";
  make.kept_in = "make becomes";
  make.kept = {0};
  size.function = "size";
  size.arguments = {{"t", "struct tree *", 0, Argument::Kind::pointer, "void *"}};
  size.objects.emplace_back();
  size.objects[0].bytes = 16;
  size.objects[0].pointers = {{0, "t", "t", {{Target::Kind::shared, 0, ""}}, true}};
  size.result_bytes = 1;
  size.result_type = "unsigned char";
  plan.calls = {make, size};
  report::Test test;
  test.id = 8;
  test.inputs = {input("step", "\1"), input("step_1", std::string(1, '\0')),
                 input("make becomes", std::string(1, '\0')), input("step_2", "\1")};
  test.output = results(std::string("\0\1\1", 3));
  size_t count = 0;
  EXPECT_THAT(write_gtest(plan, {test}, {}, count), HasSubstr(R"(
TEST(make_size, case8) {
  Object handle1(8);  // struct tree *
  EXPECT_EQ(uint8_t(0), unit::size(handle1.pointer(0)));
  handle1.set<void*>(0, unit::make());
  EXPECT_NE(nullptr, handle1.pointer(0));
  EXPECT_EQ(uint8_t(1), unit::size(handle1.pointer(0)));
}
)"));
}

TEST(WriteDriver, MakesTheInputsInTheirOrder) {
  std::string text = write_driver(small_plan());
  size_t at = 0;
  for (const char* part :
       {"#include \"/src/f.c\"", "f(BONSAI_NUMBER(int32_t, bonsai_a + 0), BONSAI_POINTER(bonsai_a + 16))",
        "calloc(1, 32)", "calloc(1, 24)", "bonsai_symbolic(bonsai_o0 + 0, 4, \"n\")",
        "bonsai_symbolic(bonsai_o1 + 0, 24, \"*p\")", "__builtin_memset(bonsai_o1 + 7, 0, 1)",
        "bonsai_symbolic(&bonsai_which, 1, \"p\")", "bonsai_assume(bonsai_which < 2)",
        "void *bonsai_targets[] = {0, bonsai_o1}",
        "*(void **)(bonsai_o0 + 16) = bonsai_targets[bonsai_which]",
        "bonsai_symbolic(&bonsai_which, 1, \"p->next\")", "bonsai_keep(bonsai_r, 4)", "int main(void)",
        "bonsai_step0();"}) {
    size_t found = text.find(part, at);
    ASSERT_NE(found, std::string::npos) << part << "\n" << text;
    at = found;
  }
}

TEST(WriteStubs, ResultsAreInputs) {
  Plan plan;
  EXPECT_EQ(write_stubs(plan), "");
  plan.stubs = {{"next", "int", {"void *", "double"}},
                {"find", "void *", {}},
                {"done", "void", {}},
                {"on", "_Bool", {}}};
  std::string text = write_stubs(plan);
  EXPECT_THAT(text, HasSubstr("int next(void * x0, double x1) {\n"));
  EXPECT_THAT(text, HasSubstr("bonsai_symbolic(&result, sizeof result, \"next()\");\n  return result;\n"));
  EXPECT_THAT(text, HasSubstr("void * find(void) {\n"));
  EXPECT_THAT(text, HasSubstr("return which ? calloc(1, 256) : 0;"));
  EXPECT_THAT(text, HasSubstr("void done(void) {\n}\n"));
  EXPECT_THAT(text, HasSubstr("return bonsai_bool(\"on()\");"));
}

TEST(Identifier, IsOne) {
  EXPECT_EQ(identifier("*p->next"), "p_next");
  EXPECT_EQ(identifier("**words"), "words");
  EXPECT_EQ(identifier("a[0].b"), "a_0_b");
  EXPECT_EQ(identifier("3d"), "x3d");
  EXPECT_EQ(identifier("()"), "x");
  EXPECT_EQ(identifier("out-of-bounds"), "out_of_bounds");
}

}  // namespace
}  // namespace bonsai::unit
