// Tests as programs. What the driver does with the inputs of a test is done once more, in words.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include "unit/writers.h"

namespace bonsai::unit {
namespace {

constexpr size_t most_alike = 200;  // tests; beyond these only such as cover something that none before does

// Names that the tests have already, and those of C++ that C does not have.
const std::set<std::string>& reserved() {
  static const std::set<std::string> all = {
      "Object",       "Bytes",       "text",          "with_pointer",
      "from_bits",    "from_bytes",  "is_same",       "unit",
      "unit_returns", "unit_forget", "std",           "testing",
      "TEST",         "alarm",       "main",          "errno",
      "stdin",        "stdout",      "stderr",        "NULL",
      "alignas",      "alignof",     "and",           "and_eq",
      "asm",          "auto",        "bitand",        "bitor",
      "bool",         "break",       "case",          "catch",
      "char",         "class",       "compl",         "concept",
      "const",        "const_cast",  "consteval",     "constexpr",
      "constinit",    "continue",    "co_await",      "co_return",
      "co_yield",     "decltype",    "default",       "delete",
      "do",           "double",      "dynamic_cast",  "else",
      "enum",         "explicit",    "export",        "extern",
      "false",        "float",       "for",           "friend",
      "goto",         "if",          "inline",        "int",
      "long",         "mutable",     "namespace",     "new",
      "noexcept",     "not",         "not_eq",        "nullptr",
      "operator",     "or",          "or_eq",         "private",
      "protected",    "public",      "register",      "reinterpret_cast",
      "requires",     "return",      "short",         "signed",
      "sizeof",       "static",      "static_assert", "static_cast",
      "struct",       "switch",      "template",      "this",
      "thread_local", "throw",       "true",          "try",
      "typedef",      "typeid",      "typename",      "union",
      "unsigned",     "using",       "virtual",       "void",
      "volatile",     "wchar_t",     "while",         "xor",
      "xor_eq"};
  return all;
}

// A function of the tests' own namespace.
std::string unit_name(const std::string& function) {
  std::string name = identifier(function);
  return reserved().contains(name) ? name + "_" : name;
}

// The inputs of a test, in the order in which the driver asks for them.
class Inputs {
 public:
  explicit Inputs(const report::Test& test) : all_(test.inputs) {}
  std::vector<uint8_t> take(uint64_t bytes) {
    std::vector<uint8_t> found = at_ < all_.size() ? all_[at_++].bytes : std::vector<uint8_t>();
    found.resize(bytes);
    return found;
  }
  bool is_over() const { return at_ >= all_.size(); }
  // The input of a stub that comes next, if one does: its function's name.
  std::optional<std::string> stub() const {
    if (is_over()) return std::nullopt;
    size_t end = all_[at_].name.find("()");
    if (end == std::string::npos) return std::nullopt;
    return all_[at_].name.substr(0, end);
  }
  const std::vector<uint8_t>& take_all() { return all_[at_++].bytes; }

 private:
  const std::vector<report::Input>& all_;
  size_t at_ = 0;
};

std::string number(const uint8_t* from, uint64_t bytes, bool is_signed) {
  uint64_t value = 0;
  std::memcpy(&value, from, std::min<uint64_t>(bytes, 8));
  if (!is_signed) return value > INT64_MAX ? fmt::format("{}u", value) : fmt::format("{}", value);
  int64_t extended = int64_t(value << (64 - 8 * bytes)) >> (64 - 8 * bytes);
  return extended == INT64_MIN ? "INT64_MIN" : fmt::format("{}", extended);
}

std::string byte_list(const uint8_t* from, uint64_t bytes) {
  std::string text;
  for (uint64_t i = 0; i < bytes; ++i) text += fmt::format("{}{}", i ? ", " : "", from[i]);
  return text;
}

// Text as a C string, or the bytes.
std::string text_or_bytes(const uint8_t* from, uint64_t bytes) {
  bool is_text = true;
  for (uint64_t i = 0; i < bytes; ++i) is_text &= from[i] >= 32 && from[i] < 127 && from[i] != '?';
  if (!is_text) return "{" + byte_list(from, bytes) + "}";
  std::string text = "\"";
  for (uint64_t i = 0; i < bytes; ++i) {
    if (from[i] == '"' || from[i] == '\\') text += '\\';
    text += char(from[i]);
  }
  return "text(" + text + "\")";
}

std::string number_type(uint64_t bytes, bool is_signed) {
  return fmt::format("{}int{}_t", is_signed ? "" : "u", bytes * 8);
}

// The C++ type of an argument or a result in the tests.
std::string argument_type(const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::pointer: return "void*";
    case Argument::Kind::structure: return "const Bytes&";
    default: return argument.c_type == "_Bool" ? "bool" : argument.c_type;
  }
}

std::string result_type(const Call& call) {
  if (call.is_pointer) return "void*";
  if (!call.result_bytes) return "void";
  if (call.is_floating) return call.result_bytes == 4 ? "float" : "double";
  return number_type(call.result_bytes, call.is_signed);
}

// One call of a test: its objects with what they hold.
class CallWriter {
 public:
  CallWriter(const Plan& plan, const Call& call, Inputs& inputs, std::set<std::string>& names)
      : plan_(plan), call_(call) {
    for (const Object& object : call.objects) {
      std::vector<uint8_t> image(object.bytes);
      for (const InputBytes& input : object.inputs) {
        std::vector<uint8_t> bytes = inputs.take(input.bytes);
        std::copy(bytes.begin(), bytes.end(), image.begin() + ptrdiff_t(input.offset));
      }
      for (auto [offset, bytes] : object.zeros)
        std::fill_n(image.begin() + ptrdiff_t(offset), bytes, uint8_t(0));
      images_.push_back(std::move(image));
    }
    for (const Object& object : call.objects) {
      std::vector<const Target*> chosen;
      for (const Pointer& pointer : object.pointers) {
        size_t which = pointer.targets.size() > 1 ? inputs.take(1)[0] : 0;
        chosen.push_back(&pointer.targets[std::min(which, pointer.targets.size() - 1)]);
      }
      chosen_.push_back(std::move(chosen));
    }
    names_.resize(call.objects.size());
    reach(0);
    for (size_t i = 1; i < call.objects.size(); ++i) {
      if (!reached_.contains(i)) continue;
      std::string base = identifier(call.objects[i].label), name = base;
      for (unsigned n = 2; !names.insert(name).second; ++n) name = fmt::format("{}_{}", base, n);
      names_[i] = name;
    }
  }

  // The objects, before the call.
  std::string objects() const {
    std::string text;
    for (size_t i : reached_)
      if (i)
        text += fmt::format("  Object {}({});  // {}, {}\n", names_[i], call_.objects[i].bytes,
                            call_.objects[i].label, call_.objects[i].type);
    for (size_t i : reached_)
      if (i) text += content(i);
    return text;
  }

  std::string the_call() const {
    std::string text = fmt::format("unit::{}(", unit_name(call_.function));
    for (size_t i = 0; i < call_.arguments.size(); ++i) {
      if (i) text += ", ";
      text += argument(call_.arguments[i]);
    }
    return text + ")";
  }

 private:
  void reach(size_t object) {
    if (!reached_.insert(object).second) return;
    for (const Target* target : chosen_[object])
      if (target->kind == Target::Kind::object) reach(target->object);
  }

  std::string address(const Target& target, bool is_content) const {
    std::string name;
    switch (target.kind) {
      case Target::Kind::object: name = names_[target.object]; break;
      case Target::Kind::shared: name = plan_.shared[target.object].label; break;
      case Target::Kind::function: return fmt::format("unit_address_{}()", target.function);
      default: return "nullptr";
    }
    return is_content ? name + ".pointer(0)" : name + ".data()";
  }

  std::string content(size_t index) const {
    const Object& object = call_.objects[index];
    const std::vector<uint8_t>& image = images_[index];
    std::string text;
    for (const Leaf& leaf : object.leaves) {
      if (leaf.offset + leaf.bytes > image.size()) continue;
      const uint8_t* from = image.data() + leaf.offset;
      uint64_t used = leaf.bytes;
      while (used && from[used - 1] == 0) --used;
      if (!used) continue;
      switch (leaf.kind) {
        case Leaf::Kind::signed_number:
        case Leaf::Kind::unsigned_number: {
          bool is_signed = leaf.kind == Leaf::Kind::signed_number;
          text += fmt::format("  {}.set<{}>({}, {});", names_[index], number_type(leaf.bytes, is_signed),
                              leaf.offset, number(from, leaf.bytes, is_signed));
          break;
        }
        case Leaf::Kind::floating:
          text += fmt::format("  {}.set<{}>({}, {});", names_[index], number_type(leaf.bytes, false),
                              leaf.offset, number(from, leaf.bytes, false));
          break;
        case Leaf::Kind::bytes:
          text += fmt::format("  {}.set({}, {});", names_[index], leaf.offset, text_or_bytes(from, used));
          break;
      }
      text += fmt::format("  // {}\n", leaf.label);
    }
    for (size_t i = 0; i < object.pointers.size(); ++i) {
      const Pointer& pointer = object.pointers[i];
      if (chosen_[index][i]->kind == Target::Kind::null) continue;
      text += fmt::format("  {}.set<void*>({}, {});  // {}\n", names_[index], pointer.offset,
                          address(*chosen_[index][i], pointer.is_content), pointer.label);
    }
    return text;
  }

  std::string argument(const Argument& argument) const {
    const uint8_t* from = images_[0].data() + argument.offset;
    if (argument.kind == Argument::Kind::pointer) {
      const std::vector<Pointer>& pointers = call_.objects[0].pointers;
      for (size_t i = 0; i < pointers.size(); ++i)
        if (pointers[i].offset == argument.offset) return address(*chosen_[0][i], pointers[i].is_content);
      return "nullptr";
    }
    if (argument.kind == Argument::Kind::structure) return structure(argument);
    if (argument.c_type == "float") return fmt::format("from_bits<float>({})", number(from, 4, false));
    if (argument.c_type == "double") return fmt::format("from_bits<double>({})", number(from, 8, false));
    if (argument.c_type == "_Bool") return from[0] ? "true" : "false";
    if (argument.c_type == "long double" || argument.c_type.ends_with("__int128"))
      return fmt::format("from_bytes<{}>({{{}}})", argument.c_type, byte_list(from, 16));
    bool is_signed = argument.c_type.starts_with("int");
    uint64_t bits = std::stoull(argument.c_type.substr(argument.c_type.find_first_of("123456789")));
    return number(from, bits / 8, is_signed);
  }

  // Its bytes, and the pointers in it.
  std::string structure(const Argument& argument) const {
    uint64_t bytes = 0;
    for (const InputBytes& input : call_.objects[0].inputs)
      if (input.offset == argument.offset) bytes = input.bytes;
    std::string text = fmt::format("Bytes{{{}}}", byte_list(images_[0].data() + argument.offset, bytes));
    const std::vector<Pointer>& pointers = call_.objects[0].pointers;
    for (size_t i = 0; i < pointers.size(); ++i)
      if (pointers[i].offset >= argument.offset && pointers[i].offset < argument.offset + bytes)
        text = fmt::format("with_pointer({}, {}, {})", text, pointers[i].offset - argument.offset,
                           address(*chosen_[0][i], pointers[i].is_content));
    return text;
  }

  const Plan& plan_;
  const Call& call_;
  std::vector<std::vector<uint8_t>> images_;        // per object
  std::vector<std::vector<const Target*>> chosen_;  // per object and pointer
  std::set<size_t> reached_;
  std::vector<std::string> names_;
};

// The bytes of the results, where the driver came to its end.
std::optional<std::string> results_of(const report::Test& test) {
  size_t mark = test.output.rfind(results_mark);
  if (mark == std::string::npos) return std::nullopt;
  return test.output.substr(mark + results_mark.size());
}

std::string expectation(const Call& call, const std::string& the_call, std::string& results, bool is_kept,
                        const std::string& handle) {
  if (!call.result_bytes || results.size() < call.result_bytes)
    return is_kept ? fmt::format("  {}.set<void*>(0, {});\n", handle, the_call)
                   : fmt::format("  {};\n", the_call);
  const uint8_t* from = reinterpret_cast<const uint8_t*>(results.data());
  std::string text;
  if (call.is_pointer) {
    std::string relation = from[0] ? "EXPECT_NE" : "EXPECT_EQ";
    text = is_kept ? fmt::format("  {0}.set<void*>(0, {1});\n  {2}(nullptr, {0}.pointer(0));\n", handle,
                                 the_call, relation)
                   : fmt::format("  {}(nullptr, {});\n", relation, the_call);
  } else if (call.is_floating) {
    text = fmt::format("  EXPECT_TRUE(is_same({}, {}));\n", the_call, number(from, call.result_bytes, false));
  } else {
    text = fmt::format("  EXPECT_EQ({}({}), {});\n", number_type(call.result_bytes, call.is_signed),
                       number(from, call.result_bytes, call.is_signed), the_call);
  }
  results.erase(0, call.result_bytes);
  return text;
}

std::string stub_values(Inputs& inputs) {
  std::string text;
  while (std::optional<std::string> stub = inputs.stub()) {
    const std::vector<uint8_t>& bytes = inputs.take_all();
    text += fmt::format("  unit_returns(\"{}\", {{{}}});\n", *stub, byte_list(bytes.data(), bytes.size()));
  }
  return text;
}

std::string body(const Plan& plan, const report::Test& test, bool is_bug) {
  Inputs inputs(test);
  std::set<std::string> names = reserved();
  std::string text = plan.stubs.empty() ? "" : "  unit_forget();\n";
  for (const Object& shared : plan.shared) {
    text += fmt::format("  Object {}({});  // {}\n", shared.label, shared.bytes, shared.type);
    names.insert(shared.label);
  }
  std::optional<std::string> results = results_of(test);
  bool exits = !is_bug && !results;
  std::string left = results.value_or("");
  for (unsigned step = 0; step < std::max(plan.length, 1u); ++step) {
    if (plan.length && inputs.is_over()) break;
    size_t which = plan.length ? std::min<size_t>(inputs.take(1)[0], plan.calls.size() - 1) : 0;
    const Call& call = plan.calls[which];
    CallWriter writer(plan, call, inputs, names);
    text += writer.objects() + stub_values(inputs);
    std::string the_call = writer.the_call();
    // A call that does not return is the last: nothing was asked for after it.
    bool is_last = inputs.is_over() && (step + 1 == std::max(plan.length, 1u) || is_bug || exits);
    if (is_bug && is_last) {
      text += fmt::format("  EXPECT_RETURNS({});\n", the_call);
    } else if (exits && is_last) {
      text += fmt::format("  EXPECT_EXIT({}, testing::ExitedWithCode({}), \"\");\n", the_call,
                          test.exit_status & 255);
    } else {
      std::string handle;
      if (!call.kept_in.empty())
        handle = plan.shared[call.kept[std::min<size_t>(inputs.take(1)[0], call.kept.size() - 1)]].label;
      // Results of calls before a bug are not known.
      text += results          ? expectation(call, the_call, left, !handle.empty(), handle)
              : handle.empty() ? fmt::format("  {};\n", the_call)
                               : fmt::format("  {}.set<void*>(0, {});\n", handle, the_call);
    }
  }
  return text;
}

// The functions under test with packed arguments.
std::string wrapper(const Plan& plan, size_t number) {
  const Call& call = plan.calls[number];
  std::string parameters, packing;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& argument = call.arguments[i];
    std::string name = fmt::format("{}_", identifier(argument.name));
    parameters += fmt::format("{}{} {}", i ? ", " : "", argument_type(argument), name);
    packing += argument.kind == Argument::Kind::structure
                   ? fmt::format("  std::memcpy(a + {0}, {1}.data(), {1}.size());\n", argument.offset, name)
                   : fmt::format("  std::memcpy(a + {0}, &{1}, sizeof {1});\n", argument.offset, name);
  }
  std::string target = fmt::format("unit_{}_{}", identifier(plan.name), number), result = result_type(call);
  std::string text = fmt::format("extern \"C\" void {}(unsigned char*, unsigned char*);\n", target);
  text += fmt::format("namespace unit {{\nstatic inline {} {}({}) {{  // {} {}\n", result,
                      unit_name(call.function), parameters, call.result_type, call.function);
  text += fmt::format("  alignas(16) unsigned char a[{}] = {{}}, r[16] = {{}};\n", call.objects[0].bytes);
  text += packing + fmt::format("  {}(a, r);\n", target);
  if (result != "void")
    text +=
        fmt::format("  {} result;\n  std::memcpy(&result, r, sizeof result);\n  return result;\n", result);
  return text + "}\n}  // namespace unit\n";
}

}  // namespace

std::string gtest_header(const std::vector<Plan>& plans) {
  std::string text = R"(// Written by bonsai test: what its tests share.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

using Bytes = std::vector<unsigned char>;

// Memory that the function under test gets a pointer to. It is not freed here, for the function may do so:
// leaks are not looked for.

class Object {
 public:
  explicit Object(size_t size) : data_(static_cast<unsigned char*>(std::calloc(1, size))) {}
  unsigned char* data() const { return data_; }
  template <typename T, typename V>
  void set(size_t offset, V value) {
    T converted = (T)value;
    std::memcpy(data_ + offset, &converted, sizeof converted);
  }
  void set(size_t offset, const Bytes& bytes) { std::memcpy(data_ + offset, bytes.data(), bytes.size()); }
  void* pointer(size_t offset) const {
    void* value;
    std::memcpy(&value, data_ + offset, sizeof value);
    return value;
  }

 private:
  unsigned char* data_;
};

inline Bytes text(const std::string& all) { return Bytes(all.begin(), all.end()); }
inline Bytes with_pointer(Bytes bytes, size_t offset, void* pointer) {
  std::memcpy(bytes.data() + offset, &pointer, sizeof pointer);
  return bytes;
}
template <typename T>
T from_bits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <typename T>
T from_bytes(const Bytes& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}
// The same bits, or both not a number.
template <typename T>
bool is_same(T value, uint64_t bits) {
  T wanted = from_bits<T>(bits);
  return (value != value && wanted != wanted) || std::memcmp(&value, &wanted, sizeof value) == 0;
}

// What the next call of a function that is a stub returns.
void unit_returns(const std::string& function, std::initializer_list<unsigned char> bytes);
void unit_forget();

// The call comes back: no crash, no report of a sanitizer, no endless loop. In a process of its own.
#define EXPECT_RETURNS(call) EXPECT_EXIT({ alarm(10); (void)(call); std::_Exit(0); }, testing::ExitedWithCode(0), "")

)";
  std::set<std::string> functions;
  for (const Plan& plan : plans)
    for (const Call& call : plan.calls)
      for (const Object& object : call.objects)
        for (const Pointer& pointer : object.pointers)
          for (const Target& target : pointer.targets)
            if (target.kind == Target::Kind::function) functions.insert(target.function);
  for (const std::string& function : functions)
    text += fmt::format("extern \"C\" void* unit_address_{}(void);\n", function);
  return text;
}

std::string gtest_support() {
  return R"(// Written by bonsai test: what stubs return, and what a harness may ask.
)"
         "#include \"unit_test.h\"\n"
         R"(
#include <deque>
#include <map>

static std::map<std::string, std::deque<Bytes>> next;

void unit_returns(const std::string& function, std::initializer_list<unsigned char> bytes) {
  next[function].emplace_back(bytes);
}
void unit_forget() { next.clear(); }

extern "C" {
// The next result of a stub.
void unit_take(const char* function, void* to, size_t size) {
  std::deque<Bytes>& values = next[function];
  std::memset(to, 0, size);
  if (values.empty()) return;
  std::memcpy(to, values.front().data(), std::min(size, values.front().size()));
  values.pop_front();
}

// Arguments are not freed by the tests, for the functions may do so.
const char* __asan_default_options() { return "detect_leaks=0:allocator_may_return_null=1"; }

// Assumptions hold in every test that was written.
__attribute__((weak)) void klee_assume(uintptr_t) {}
__attribute__((weak)) void bonsai_assume(bool) {}
__attribute__((weak)) void __VERIFIER_assume(int) {}
}
)";
}

std::string gtest_stubs(const std::vector<Plan>& plans) {
  std::string text =
      "/* Written by bonsai test: functions that the source calls and nobody has return what a test says. "
      "*/\n"
      "void unit_take(const char *, void *, unsigned long);\nvoid *calloc(unsigned long, unsigned long);\n";
  std::map<std::string, const load::Undefined*> all;
  for (const Plan& plan : plans)
    for (const load::Undefined& stub : plan.stubs) all.emplace(stub.name, &stub);
  for (const auto& [name, stub] : all) {
    std::string parameters;
    for (size_t i = 0; i < stub->parameters.size(); ++i)
      parameters += fmt::format("{}{} x{}", i ? ", " : "", stub->parameters[i], i);
    text += fmt::format("{} {}({}) {{\n", stub->result, name, parameters.empty() ? "void" : parameters);
    if (stub->result == "void *")
      text += fmt::format(
          "  unsigned char which;\n  unit_take(\"{}\", &which, 1);\n  return which ? calloc(1, 256) : 0;\n",
          name);
    else if (stub->result != "void")
      text += fmt::format("  {} result;\n  unit_take(\"{}\", &result, sizeof result);\n  return result;\n",
                          stub->result, name);
    text += "}\n";
  }
  return text;
}

std::string write_gtest(const Plan& plan, const std::vector<report::Test>& tests,
                        const std::vector<report::Error>& errors, size_t& count) {
  std::string text = "// Written by bonsai test.\n#include \"unit_test.h\"\n\n";
  for (size_t i = 0; i < plan.calls.size(); ++i) text += wrapper(plan, i);
  std::string suite = identifier(plan.name);
  count = 0;
  std::set<uint32_t> covered;
  for (const report::Test& test : tests) {
    bool is_bug = test.ending == report::Ending::error;
    if (!is_bug && test.ending != report::Ending::exited) continue;
    size_t before = covered.size();
    covered.insert(test.points.begin(), test.points.end());
    if (!is_bug && covered.size() == before && count >= most_alike) continue;
    std::string name = fmt::format("case{}", test.id), comment;
    for (const report::Error& error : errors)
      if (error.id == test.error && is_bug) {
        name = fmt::format("bug{}_{}", test.id, identifier(error.kind));
        comment = "  // " + error.message;
        for (char& each : comment)
          if (each == '\n' || each == '\\') each = ' ';
        if (!error.stack.empty())
          comment += fmt::format(" ({}:{})", error.stack.front().file, error.stack.front().line);
      }
    text += fmt::format("\nTEST({}, {}) {{{}\n{}}}\n", suite, name, comment, body(plan, test, is_bug));
    ++count;
  }
  return text;
}

std::string gtest_cmake(const std::vector<Plan>& plans, const std::vector<std::string>& sources,
                        const std::vector<std::string>& flags, bool checks_overflow) {
  std::string text = R"(# Written by bonsai test. Builds and runs its tests:
#   cmake -B build && cmake --build build && build/unit_test
cmake_minimum_required(VERSION 3.16)
project(unit_test C CXX)
find_package(GTest REQUIRED)
set(CMAKE_CXX_STANDARD 17)
# What a bug does to memory must show; what Bonsai did not look for must not.
add_compile_options(-g -O0 -fno-builtin -fsanitize=address,undefined -fno-sanitize-recover=all
  -fno-sanitize=pointer-overflow,function,nonnull-attribute,returns-nonnull-attribute,float-cast-overflow)
add_link_options(-fsanitize=address,undefined -Wl,--unresolved-symbols=ignore-all)
)";
  if (!checks_overflow) text += "add_compile_options(-fno-sanitize=signed-integer-overflow)\n";
  auto quoted = [](const std::string& word) {
    std::string out = "\"";
    for (char each : word) {
      if (each == '"' || each == '\\' || each == '$') out += '\\';
      out += each;
    }
    return out + "\"";
  };
  std::string unit = plans.front().is_cpp ? "unit.cpp" : "unit.c", user = unit;
  text += "add_executable(unit_test " + unit + " stubs.c support.cpp";
  for (const std::string& source : sources) {
    text += " " + quoted(source);
    user += " " + quoted(source);
  }
  for (const Plan& plan : plans) text += fmt::format(" {}_test.cpp", identifier(plan.name));
  text += ")\n";
  if (!flags.empty()) {
    text += fmt::format("set_source_files_properties({} PROPERTIES COMPILE_OPTIONS \"", user);
    for (size_t i = 0; i < flags.size(); ++i) {
      std::string word = quoted(flags[i]);
      text += (i ? ";" : "") + word.substr(1, word.size() - 2);
    }
    text += "\")\n";
  }
  return text + "target_link_libraries(unit_test GTest::gtest GTest::gtest_main m)\n";
}

}  // namespace bonsai::unit
