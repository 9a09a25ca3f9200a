#include <fmt/format.h>

#include <cctype>

#include "unit/writers.h"

namespace bonsai::unit {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char each : text) {
    if (each == '"' || each == '\\') out += '\\';
    out += each;
  }
  return out + "\"";
}

// The source, whatever it calls main, and what the rest needs in both languages.
std::string prelude(const Plan& plan) {
  std::string text = "/* Written by bonsai test. */\n";
  // Inline functions of C are there only where they are inlined.
  if (!plan.is_cpp) text += "#define inline inline __attribute__((__always_inline__))\n";
  text += fmt::format("#define main bonsai_main_of_source\n#include {}\n#undef main\n", quoted(plan.source));
  text += R"(#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
#define BONSAI_LINKAGE extern "C"
#define BONSAI_AUTO auto
#define _Bool bool
template <typename T>
struct bonsai_argument {
  T value;
  template <typename U>
  operator U() const {
    return (U)value;
  }
};
#define BONSAI_NUMBER(type, at) (bonsai_argument<type>{*(type *)(at)})
#define BONSAI_POINTER(at) (bonsai_argument<void *>{*(void **)(at)})
#else
#define BONSAI_LINKAGE
#define BONSAI_AUTO __auto_type
#define BONSAI_NUMBER(type, at) (*(type *)(at))
#define BONSAI_POINTER(at) (*(void **)(at))
#endif
)";
  return text;
}

std::string arguments_of(const Call& call) {
  std::string text;
  for (const Argument& argument : call.arguments) {
    if (!text.empty()) text += ", ";
    switch (argument.kind) {
      case Argument::Kind::number:
        text += fmt::format("BONSAI_NUMBER({}, bonsai_a + {})", argument.c_type, argument.offset);
        break;
      case Argument::Kind::pointer:
        text += fmt::format("BONSAI_POINTER(bonsai_a + {})", argument.offset);
        break;
      case Argument::Kind::structure:
        text += fmt::format("*({} *)(bonsai_a + {})", argument.c_type, argument.offset);
        break;
    }
  }
  return text;
}

// Calls the function with the arguments at `a`. The result goes to `r`; one that is a pointer as it is.
std::string caller(const Call& call, const std::string& name) {
  std::string text =
      fmt::format("BONSAI_LINKAGE void {}(unsigned char *bonsai_a, unsigned char *bonsai_r) {{\n", name);
  text += "  (void)bonsai_a;\n  (void)bonsai_r;\n";
  std::string the_call = fmt::format("{}({})", call.function, arguments_of(call));
  if (call.is_void || (!call.result_bytes && !call.is_pointer))
    text += fmt::format("  (void){};\n", the_call);
  else if (call.is_pointer)
    text += fmt::format(
        "  void *bonsai_result = (void *){};\n  __builtin_memcpy(bonsai_r, &bonsai_result, sizeof "
        "bonsai_result);\n",
        the_call);
  else
    text += fmt::format(
        "  BONSAI_AUTO bonsai_result = {};\n  __builtin_memcpy(bonsai_r, &bonsai_result, sizeof "
        "bonsai_result);\n",
        the_call);
  return text + "}\n";
}

std::string address_of(const Target& target) {
  switch (target.kind) {
    case Target::Kind::object: return fmt::format("bonsai_o{}", target.object);
    case Target::Kind::shared: return fmt::format("bonsai_handle{}", target.object);
    case Target::Kind::function: return fmt::format("(void *){}", target.function);
    default: return "0";
  }
}

void write_pointer(const Pointer& pointer, size_t object, std::string& text) {
  std::string from, open = "  ", close;
  if (pointer.targets.size() > 1) {
    text += "  {\n    unsigned char bonsai_which;\n";
    text += fmt::format("    bonsai_symbolic(&bonsai_which, 1, {});\n", quoted(pointer.input));
    text += fmt::format("    bonsai_assume(bonsai_which < {});\n", pointer.targets.size());
    text += "    void *bonsai_targets[] = {";
    for (size_t i = 0; i < pointer.targets.size(); ++i)
      text += (i ? ", " : "") + address_of(pointer.targets[i]);
    text += "};\n";
    from = "bonsai_targets[bonsai_which]", open = "    ", close = "  }\n";
  } else {
    from = address_of(pointer.targets.front());
  }
  if (pointer.is_content) from = fmt::format("*(void **)({})", from);
  text += fmt::format("{}*(void **)(bonsai_o{} + {}) = {};\n{}", open, object, pointer.offset, from, close);
}

std::string literal(int64_t value, bool is_signed) {
  if (!is_signed) return fmt::format("{}u", uint64_t(value));
  return value == INT64_MIN ? "(-9223372036854775807 - 1)" : fmt::format("{}", value);
}

// Makes the inputs of one call and calls it.
std::string step(const Call& call, size_t number) {
  std::string text = fmt::format("static void bonsai_step{}(void) {{\n", number);
  for (size_t i = 0; i < call.objects.size(); ++i)
    text += fmt::format("  unsigned char *bonsai_o{} = (unsigned char *)__builtin_calloc(1, {});\n", i,
                        call.objects[i].bytes);
  for (size_t i = 0; i < call.objects.size(); ++i) {
    const Object& object = call.objects[i];
    for (const InputBytes& input : object.inputs)
      text += fmt::format("  bonsai_symbolic(bonsai_o{} + {}, {}, {});\n", i, input.offset, input.bytes,
                          quoted(input.input));
    for (const Range& range : object.ranges) {
      std::string value = fmt::format("*({}int{}_t *)(bonsai_o{} + {})", range.is_signed ? "" : "u",
                                      8 * range.bytes, i, range.offset);
      text += fmt::format("  bonsai_assume(({0} >= {1}) & ({0} <= {2}));\n", value,
                          literal(range.low, range.is_signed), literal(range.high, range.is_signed));
    }
    for (auto [offset, bytes] : object.zeros)
      text += fmt::format("  __builtin_memset(bonsai_o{} + {}, 0, {});\n", i, offset, bytes);
  }
  for (size_t i = 0; i < call.objects.size(); ++i)
    for (const Pointer& pointer : call.objects[i].pointers) write_pointer(pointer, i, text);
  text += "  unsigned char *bonsai_a = bonsai_o0;\n  (void)bonsai_a;\n";
  if (!call.requires_.empty())
    text += fmt::format("  bonsai_assume({}({}));\n", call.requires_, arguments_of(call));
  text += "  unsigned char bonsai_r[16] = {0};\n";
  text += fmt::format("  bonsai_call{}(bonsai_o0, bonsai_r);\n", number);
  if (!call.kept_in.empty()) {
    text += fmt::format("  unsigned char bonsai_kept;\n  bonsai_symbolic(&bonsai_kept, 1, {});\n",
                        quoted(call.kept_in));
    text +=
        fmt::format("  bonsai_assume(bonsai_kept < {});\n  void *bonsai_handles[] = {{", call.kept.size());
    for (size_t i = 0; i < call.kept.size(); ++i)
      text += fmt::format("{}bonsai_handle{}", i ? ", " : "", call.kept[i]);
    text += "};\n  *(void **)bonsai_handles[bonsai_kept] = *(void **)bonsai_r;\n";
  }
  if (call.is_pointer)
    text += "  unsigned char bonsai_there = *(void **)bonsai_r != 0;\n  bonsai_keep(&bonsai_there, 1);\n";
  else if (call.result_bytes)
    text += fmt::format("  bonsai_keep(bonsai_r, {});\n", call.result_bytes);
  return text + "}\n";
}

}  // namespace

std::string identifier(const std::string& text) {
  std::string out;
  for (char each : text) {
    bool is_good = std::isalnum(static_cast<unsigned char>(each)) || each == '_';
    if (is_good)
      out += each;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  bool ends_so = !text.empty() && text.back() == '_';
  while (out.size() > 1 && out.back() == '_' && !ends_so) out.pop_back();
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0]))) out = "x" + out;
  return out;
}

std::string write_driver(const Plan& plan) {
  std::string text = prelude(plan);
  text += R"(#include <bonsai.h>
#ifdef __cplusplus
extern "C"
#endif
int putchar(int);

static unsigned char bonsai_results[1024];
static size_t bonsai_results_size;
static void bonsai_keep(const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size && bonsai_results_size < sizeof bonsai_results; i++)
    bonsai_results[bonsai_results_size++] = bytes[i];
}
)";
  for (size_t i = 0; i < plan.shared.size(); ++i)
    text += fmt::format("static unsigned char *bonsai_handle{};\n", i);
  for (size_t i = 0; i < plan.calls.size(); ++i) {
    text += caller(plan.calls[i], fmt::format("bonsai_call{}", i));
    text += step(plan.calls[i], i);
  }
  text += "\nint main(void) {\n";
  for (size_t i = 0; i < plan.shared.size(); ++i)
    text += fmt::format("  bonsai_handle{} = (unsigned char *)__builtin_calloc(1, {});\n", i,
                        plan.shared[i].bytes);
  if (plan.length) {
    text += fmt::format("  for (int i = 0; i < {}; i++) {{\n    unsigned char bonsai_step;\n", plan.length);
    text += "    bonsai_symbolic(&bonsai_step, 1, \"step\");\n";
    text +=
        fmt::format("    bonsai_assume(bonsai_step < {});\n    switch (bonsai_step) {{\n", plan.calls.size());
    for (size_t i = 0; i < plan.calls.size(); ++i)
      text += fmt::format("      case {0}: bonsai_step{0}(); break;\n", i);
    text += "    }\n  }\n";
  } else {
    text += "  bonsai_step0();\n";
  }
  text += "  static const char bonsai_mark[] = \"\\nbonsai results:\";\n";
  text += "  for (size_t i = 0; i + 1 < sizeof bonsai_mark; i++) putchar(bonsai_mark[i]);\n";
  text += "  for (size_t i = 0; i < bonsai_results_size; i++) putchar(bonsai_results[i]);\n";
  return text + "  return 0;\n}\n";
}

std::string write_stubs(const Plan& plan) {
  if (plan.stubs.empty()) return "";
  std::string text = "/* Written by bonsai test: functions that the source calls and nobody has. */\n";
  text += "#include <bonsai.h>\nvoid *calloc(size_t, size_t);\n";
  for (const load::Undefined& stub : plan.stubs) {
    std::string parameters;
    for (size_t i = 0; i < stub.parameters.size(); ++i)
      parameters += fmt::format("{}{} x{}", i ? ", " : "", stub.parameters[i], i);
    text += fmt::format("{} {}({}) {{\n", stub.result, stub.name, parameters.empty() ? "void" : parameters);
    for (size_t i = 0; i < stub.parameters.size(); ++i) text += fmt::format("  (void)x{};\n", i);
    std::string input = quoted(stub.name + "()");
    if (stub.result == "void *") {
      text += fmt::format("  unsigned char which;\n  bonsai_symbolic(&which, 1, {});\n", input);
      text += "  bonsai_assume(which < 2);\n  return which ? calloc(1, 256) : 0;\n";
    } else if (stub.result == "_Bool") {
      text += fmt::format("  return bonsai_bool({});\n", input);
    } else if (stub.result != "void") {
      text += fmt::format("  {} result;\n  bonsai_symbolic(&result, sizeof result, {});\n  return result;\n",
                          stub.result, input);
    }
    text += "}\n";
  }
  return text;
}

std::string write_unit(const std::vector<Plan>& plans) {
  std::string text = prelude(plans.front());
  std::vector<std::string> functions;
  for (const Plan& plan : plans)
    for (size_t i = 0; i < plan.calls.size(); ++i) {
      text += caller(plan.calls[i], fmt::format("unit_{}_{}", identifier(plan.name), i));
      for (const Object& object : plan.calls[i].objects)
        for (const Pointer& pointer : object.pointers)
          for (const Target& target : pointer.targets)
            if (target.kind == Target::Kind::function) functions.push_back(target.function);
    }
  std::sort(functions.begin(), functions.end());
  functions.erase(std::unique(functions.begin(), functions.end()), functions.end());
  for (const std::string& function : functions)
    text += fmt::format("BONSAI_LINKAGE void *unit_address_{0}(void) {{ return (void *){0}; }}\n", function);
  return text;
}

}  // namespace bonsai::unit
