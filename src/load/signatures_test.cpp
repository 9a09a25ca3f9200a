// What functions take and give.
#include "load/signatures.h"

#include <gmock/gmock.h>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ir::Type;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ReadSignatures : public LoadTest {
 protected:
  void read_text(const std::string& text, const std::string& name = "test.c") {
    Options options;
    options.inputs = {write(name, text)};
    base::Result<Signatures> read = read_signatures(options);
    ASSERT_TRUE(read) << read.error().message << read.error().detail;
    all_ = std::move(*read);
  }
  const Signature& function(const std::string& name) {
    for (const Signature& each : all_.functions)
      if (each.name == name) return each;
    ADD_FAILURE() << "no function " << name;
    static const Signature none;
    return none;
  }
  const Undefined* undefined(const std::string& name) {
    for (const Undefined& each : all_.undefined)
      if (each.name == name) return &each;
    return nullptr;
  }
  const Type& type(ir::TypeId id) { return all_.types.at(id); }
  // "int f(int a, char *b)", as far as types have names.
  std::string words(const std::string& name) {
    const Signature& of = function(name);
    std::string text = (of.result ? type(of.result).name : "void") + " " + of.name + "(";
    for (size_t i = 0; i < of.parameters.size(); ++i)
      text += (i ? ", " : "") + type(of.parameters[i].type).name + " " + of.parameters[i].name;
    return text + ")";
  }
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Signature& each : all_.functions) all.push_back(each.name);
    return all;
  }

  Signatures all_;
};

TEST_F(ReadSignatures, ParametersWithNamesAndTypes) {
  read_text(
      "typedef unsigned long size;\n"
      "int f(int a, const char *b, size c, double d, _Bool e) { return a; }\n"
      "void g(void) {}\n"
      "short *h(short **p) { return *p; }\n");
  EXPECT_EQ(words("f"), "int f(int a, const char * b, size c, double d, _Bool e)");
  EXPECT_EQ(words("g"), "void g()");
  EXPECT_EQ(words("h"), "short * h(short ** p)");
  EXPECT_EQ(function("f").line, 2u);
  EXPECT_FALSE(function("f").is_method);
  EXPECT_EQ(function("g").result, 0u);
}

TEST_F(ReadSignatures, InTheOrderOfTheFile) {
  read_text("int z(void) { return 1; }\nint m(void) { return z(); }\nint a(void) { return m(); }\n");
  EXPECT_THAT(names(), ElementsAre("z", "m", "a"));
}

TEST_F(ReadSignatures, ParametersWithoutAName) {
  read_text("int f(int, char *p) { return *p; }", "test.cpp");
  ASSERT_EQ(function("f").parameters.size(), 2u);
  EXPECT_EQ(function("f").parameters[0].name, "");
  EXPECT_EQ(function("f").parameters[1].name, "p");
}

// What is inlined brings parameters of its own along.
TEST_F(ReadSignatures, ParametersOfInlinedFunctionsAreNotTheirs) {
  read_text(
      "static inline __attribute__((always_inline)) int inner(int theirs) { return theirs + 1; }\n"
      "int outer(int ours) { return inner(ours * 2); }\n");
  EXPECT_EQ(words("outer"), "int outer(int ours)");
}

TEST_F(ReadSignatures, StructuresPointersAndEnumerations) {
  read_text(
      "enum color { RED, GREEN = 5, BLUE = -2 };\n"
      "typedef struct node { struct node *next; enum color color; char name[6]; } node;\n"
      "union value { int i; float f; };\n"
      "int f(node *n, struct node by_value, enum color c, union value u, int (*compare)(int, char *)) { "
      "return c; }\n");
  const Signature& f = function("f");
  ASSERT_EQ(f.parameters.size(), 5u);
  const Type& pointer = type(f.parameters[0].type);
  EXPECT_EQ(pointer.kind, Type::Kind::pointer);
  const Type& node = type(pointer.element);
  EXPECT_EQ(node.name, "node");
  EXPECT_EQ(node.kind, Type::Kind::structure);
  ASSERT_EQ(node.fields.size(), 3u);
  EXPECT_EQ(node.fields[0].name, "next");
  EXPECT_EQ(type(type(node.fields[0].type).element).name, "struct node");
  EXPECT_EQ(type(node.fields[2].type).count, 6u);
  EXPECT_EQ(type(f.parameters[1].type).kind, Type::Kind::structure);
  EXPECT_EQ(type(f.parameters[1].type).size_bits, 192u);
  const Type& color = type(f.parameters[2].type);
  EXPECT_EQ(color.kind, Type::Kind::enumeration);
  ASSERT_EQ(color.fields.size(), 3u);
  EXPECT_EQ(int64_t(color.fields[2].offset_bits), -2);
  EXPECT_EQ(type(f.parameters[3].type).kind, Type::Kind::union_);
  const Type& compare = type(type(f.parameters[4].type).element);
  EXPECT_EQ(compare.kind, Type::Kind::function);
  EXPECT_EQ(compare.fields.size(), 2u);
}

// Structures come by value in registers or in memory; the parameters are those of the source.
TEST_F(ReadSignatures, ParametersAreThoseOfTheSource) {
  read_text(
      "struct large { long v[8]; };\nstruct two { long a, b; };\n"
      "struct large f(struct two t, int x, struct large l) { l.v[0] = t.a + x; return l; }\n");
  EXPECT_EQ(words("f"), "struct large f(struct two t, int x, struct large l)");
}

TEST_F(ReadSignatures, StaticFunctions) {
  read_text("static int helper(int x) { return x; }\nint f(int y) { return helper(y); }\n");
  EXPECT_THAT(names(), ElementsAre("helper", "f"));
  EXPECT_EQ(words("helper"), "int helper(int x)");
}

TEST_F(ReadSignatures, UndefinedFunctionsAsCTypes) {
  read_text(
      "struct s; struct big { long v[8]; }; _Bool flag(void); void use(struct s *, char, short, long);\n"
      "float scale(float, double); long double wide(long double); struct big give(void); void take(struct "
      "big);\n"
      "int defined(void) { return 0; }\n"
      "int f(struct s *p) {\n"
      "  struct big b = give();\n  take(b);\n  use(p, 1, 2, 3);\n"
      "  return flag() + (int)scale(1, 2) + (int)wide(3) + defined();\n}\n");
  ASSERT_TRUE(undefined("use"));
  EXPECT_EQ(undefined("use")->result, "void");
  EXPECT_THAT(undefined("use")->parameters, ElementsAre("void *", "signed char", "short", "long long"));
  ASSERT_TRUE(undefined("flag"));
  EXPECT_EQ(undefined("flag")->result, "_Bool");
  EXPECT_THAT(undefined("flag")->parameters, IsEmpty());
  ASSERT_TRUE(undefined("scale"));
  EXPECT_EQ(undefined("scale")->result, "float");
  EXPECT_THAT(undefined("scale")->parameters, ElementsAre("float", "double"));
  ASSERT_TRUE(undefined("wide"));
  EXPECT_EQ(undefined("wide")->result, "long double");
  // Structures that come and go through memory cannot be said in simple types.
  for (const char* name : {"give", "take"}) {
    ASSERT_TRUE(undefined(name)) << name;
    EXPECT_EQ(undefined(name)->result, "") << name;
  }
  EXPECT_FALSE(undefined("defined"));
  for (const Undefined& each : all_.undefined) EXPECT_FALSE(each.name.starts_with("llvm.")) << each.name;
}

TEST_F(ReadSignatures, MethodsAreFlagged) {
  read_text(
      "struct stack { int size; int top(int at) { return size + at; } static int made() { return 1; } };\n"
      "int f(stack &s) { return s.top(2) + stack::made(); }\n",
      "test.cpp");
  EXPECT_TRUE(function("top").is_method);
  EXPECT_TRUE(function("made").is_method);
  EXPECT_FALSE(function("f").is_method);
  EXPECT_EQ(type(function("f").parameters.at(0).type).name, "stack &");
}

TEST_F(ReadSignatures, FunctionsOfTheFirstInputAndWhatNobodyDefines) {
  Options options;
  options.inputs = {write("a.c", "int b(void); int a(void) { return b(); }"),
                    write("b.c", "int c(void); int b(void) { return c(); }")};
  base::Result<Signatures> read = read_signatures(options);
  ASSERT_TRUE(read);
  all_ = std::move(*read);
  EXPECT_THAT(names(), ElementsAre("a"));
  EXPECT_FALSE(undefined("b"));
  EXPECT_TRUE(undefined("c"));
}

TEST_F(ReadSignatures, WhatDoesNotCompileIsAnError) {
  Options options;
  options.inputs = {write("bad.c", "int f( {")};
  base::Result<Signatures> read = read_signatures(options);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message + read.error().detail, HasSubstr("bad.c"));
}

}  // namespace
}  // namespace bonsai::load
