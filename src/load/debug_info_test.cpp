// Locations, types and variables from debug information.
#include "load/debug_info.h"

#include <gmock/gmock.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <map>

#include "load/test_support.h"

namespace bonsai::load {
namespace {

using ir::Type;
using ::testing::ElementsAre;

class DebugInfo : public LoadTest {
 protected:
  // The types of the global variables of C text, by name.
  void globals(const std::string& text, const std::string& name = "test.c") {
    module_ = prepare(text + "\nint main(void) { return 0; }", level(0), true, name);
    for (const llvm::GlobalVariable& global : module_->globals()) {
      SourceVariable variable;
      if (translator_.variable(global, variable)) types_[variable.name] = variable.type;
    }
  }
  const Type& type_of(const std::string& global) { return program_.types[types_.at(global)]; }

  ir::Program program_;
  DebugTranslator translator_{program_};
  std::unique_ptr<llvm::Module> module_;
  std::map<std::string, ir::TypeId> types_;
};

TEST_F(DebugInfo, Names) {
  globals(
      "typedef unsigned long size; enum e { A, B = -3 }; union u { int i; float f; };"
      "int i; const char *s; size z; double m[2][3]; int (*fn)(int, char *); enum e e; union u u; void *v; "
      "int (*pa)[4];"
      "char *const volatile cs = 0; _Bool b; int **pp;");
  std::map<std::string, std::string> expected{
      {"i", "int"},
      {"s", "const char *"},
      {"z", "size"},
      {"m", "double[2][3]"},
      {"fn", "int (*)(int, char *)"},
      {"e", "enum e"},
      {"u", "union u"},
      {"v", "void *"},
      {"pa", "int (*)[4]"},
      {"b", "_Bool"},
      {"pp", "int **"},
  };
  for (auto& [global, name] : expected) EXPECT_EQ(type_of(global).name, name) << global;
}

TEST_F(DebugInfo, Structure) {
  globals("struct node { int key : 3; unsigned flag : 1; struct node *next; char name[5]; } n;");
  const Type& node = type_of("n");
  EXPECT_EQ(node.kind, Type::Kind::structure);
  EXPECT_EQ(node.name, "struct node");
  ASSERT_EQ(node.fields.size(), 4u);
  EXPECT_EQ(node.fields[0].size_bits, 3u);
  EXPECT_EQ(node.fields[1].offset_bits, 3u);
  EXPECT_EQ(program_.types[program_.types[node.fields[2].type].element].name, "struct node");
  EXPECT_EQ(program_.types[node.fields[2].type].element, types_.at("n"));
  EXPECT_EQ(program_.types[node.fields[3].type].count, 5u);
}

TEST_F(DebugInfo, TypedefOfATypeInTheMaking) {
  globals("typedef struct list list; struct list { list *next; int value; } l;");
  const Type& link = program_.types[type_of("l").fields[0].type];
  const Type& named = program_.types[link.element];
  EXPECT_EQ(named.name, "list");
  EXPECT_EQ(named.fields.size(), 2u);
  EXPECT_EQ(named.size_bits, 128u);
}

TEST_F(DebugInfo, ArraysAndEnumerations) {
  globals("typedef short cell; cell m[2][3]; enum e { A, B = -3, C = 7 } e;");
  const Type& matrix = type_of("m");
  EXPECT_EQ(matrix.count, 2u);
  EXPECT_EQ(matrix.size_bits, 96u);
  EXPECT_EQ(program_.types[matrix.element].count, 3u);
  EXPECT_EQ(program_.types[program_.types[matrix.element].element].name, "cell");
  const Type& values = type_of("e");
  ASSERT_EQ(values.fields.size(), 3u);
  EXPECT_EQ(int64_t(values.fields[1].offset_bits), -3);
}

TEST_F(DebugInfo, Classes) {
  globals(
      "namespace n { struct base { int b; }; class c : base { static int s; int m; public: int &r; c(int &r) "
      ": r(r) {} }; } int i; n::c o(i);",
      "test.cpp");
  const Type& object = type_of("o");
  EXPECT_EQ(object.name, "n::c");
  ASSERT_EQ(object.fields.size(), 3u);
  EXPECT_EQ(object.fields[0].name, "n::base");
  EXPECT_EQ(program_.types[object.fields[2].type].name, "int &");
}

TEST_F(DebugInfo, Locations) {
  module_ = prepare(
      "static __attribute__((always_inline)) inline int g(int *p) {\n  return *p;\n}\nint f(int *p) {\n  "
      "return g(p);\n}",
      level(1, "f"));
  const llvm::Function& function = *module_->getFunction("f");
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!llvm::isa<llvm::LoadInst>(instruction)) continue;
    ir::LocationId id = translator_.location(instruction.getDebugLoc().get());
    EXPECT_EQ(id, translator_.location(instruction.getDebugLoc().get()));
    const ir::Location& inner = program_.locations[id];
    EXPECT_EQ(inner.line, 2u);
    EXPECT_EQ(program_.strings[inner.function], "g");
    const ir::Location& outer = program_.locations[inner.inlined_at];
    EXPECT_EQ(outer.line, 5u);
    EXPECT_EQ(program_.strings[outer.function], "f");
    EXPECT_EQ(program_.file_of(id), (directory_ / "test.c").string());
  }
  EXPECT_EQ(program_.locations[translator_.location(function)].line, 4u);
  EXPECT_EQ(translator_.location(static_cast<const llvm::DILocation*>(nullptr)), 0u);
}

TEST_F(DebugInfo, VariablesInMemory) {
  module_ = prepare("int f(int a) {\n  int x = a;\n  int v[3] = {x};\n  return v[0];\n}", level(0, "f"));
  std::vector<std::string> found;
  translator_.variables(
      *module_->getFunction("f"),
      [&](const llvm::AllocaInst&, const SourceVariable& variable) {
        found.push_back(variable.name + ":" + std::to_string(variable.line) +
                        (variable.parameter ? " parameter " : " ") + program_.types[variable.type].name);
      },
      [&](const llvm::Value&, const SourceVariable&) { ADD_FAILURE() << "a value at level 0"; });
  EXPECT_THAT(found, ElementsAre("a:1 parameter int", "x:2 int", "v:3 int[3]"));
}

TEST_F(DebugInfo, VariablesInValues) {
  module_ = prepare(
      "struct p { int x, y; };\nint f(int a, int b) {\n  struct p p = {a * 2, b * 3};\n  return p.x + "
      "p.y;\n}",
      level(1, "f"));
  std::vector<std::string> found;
  translator_.variables(
      *module_->getFunction("f"), [&](const llvm::AllocaInst&, const SourceVariable&) {},
      [&](const llvm::Value&, const SourceVariable& variable) { found.push_back(variable.name); });
  for (const char* name : {"a", "b", "p.x", "p.y"}) EXPECT_THAT(found, ::testing::Contains(name));
}

}  // namespace
}  // namespace bonsai::load
