// What solvers make of the scripts is what the evaluator says.
#include "expr/smtlib_writer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "expr/random_program_test.h"
#include "expr/support.h"

namespace bonsai::expr {
namespace {

TEST(SmtlibWriter, ASharedTermIsLinear) {
  TermStore s;
  const Term* t = s.zext(s.symbolic_byte(s.array("in", 8), 0), 64);
  for (int i = 0; i < 60; ++i) t = s.mul(t, s.add(t, s.one(64)));
  const Term* condition = s.eq(t, s.zero(64));
  EXPECT_LT(to_smtlib({&condition, 1}).size(), 20000u);
}

TEST(SmtlibWriter, ScopesForgetWhatTheSolverForgets) {
  TermStore s;
  const Term* a = s.array("in", 8);
  SmtlibWriter writer;
  const auto bytes = [&] {
    size_t count = 0;
    writer.for_each_value([&](const auto&) { ++count; }, [](const auto&) {});
    return count;
  };
  EXPECT_EQ(writer.define(s.symbolic_byte(a, 0)), "b0_0");
  writer.push();
  writer.define(s.add(s.symbolic_byte(a, 1), s.symbolic_byte(a, 0)));
  EXPECT_EQ(bytes(), 2u);
  writer.pop();
  EXPECT_EQ(bytes(), 1u);
  writer.take();
  writer.define(s.symbolic_byte(a, 1));
  EXPECT_EQ(writer.take(), "(declare-fun b0_1 () (_ BitVec 8))\n");
}

// Runs a solver on a script; its output, or nothing when it is not installed.
std::string run_solver(const std::string& command, const std::string& script) {
  const std::string path = ::testing::TempDir() + "bonsai_print_test_" + std::to_string(getpid()) + ".smt2";
  std::ofstream(path) << script;
  std::string output;
  if (FILE* pipe = popen((command + " " + path + " 2>&1").c_str(), "r")) {
    char buffer[4096];
    while (const size_t n = fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, n);
    pclose(pipe);
  }
  std::filesystem::remove(path);
  return output;
}

bool is_installed(const std::string& solver) {
  return std::system(("command -v " + solver + " > /dev/null 2>&1").c_str()) == 0;
}

// Gives the bytes and arrays as definitions, not assertions: a solver then computes instead of searching.
void fix_inputs(std::string& script, const SmtlibWriter& writer, const Assignment& m) {
  const auto hex = [&](const Term* array, uint64_t cell) {
    return "#x" + Wide(8, m.get(array, cell)).to_hex();
  };
  const auto define = [&](const std::string& name, const std::string& sort, const std::string& value) {
    const std::string declaration = "(declare-fun " + name + " () " + sort + ")";
    script.replace(script.rfind(declaration), declaration.size(),
                   "(define-fun " + name + " () " + sort + " " + value + ")");
  };
  std::map<uint32_t, const Term*> arrays;
  writer.for_each_value(
      [&](const SmtlibWriter::ByteName& byte) {
        if (byte.name[0] == '(') {
          arrays[byte.array->array().slot] = byte.array;
        } else {
          define(byte.name, "(_ BitVec 8)", hex(byte.array, byte.cell));
        }
      },
      [&](const SmtlibWriter::CellName& cell) { arrays[cell.array->array().slot] = cell.array; });
  const std::string sort = "(Array (_ BitVec 64) (_ BitVec 8))";
  for (const auto& [slot, array] : arrays) {
    std::string value = "((as const " + sort + ") #x00)";
    for (uint64_t i = 0; i < array->array().size; ++i)
      value = "(store " + value + " #x" + Wide(64, i).to_hex() + " " + hex(array, i) + ")";
    define("a" + std::to_string(slot), sort, value);
  }
}

// With all bytes fixed, each term has one value: the evaluator's is possible, any other is not.
std::string value_script(unsigned programs, bool floats, uint64_t seed, std::string& expected) {
  testing::ProgramMaker maker(seed);
  TermStore store;
  std::string script = "(set-logic ALL)\n";
  for (unsigned n = 0; n < programs; ++n) {
    const auto steps = maker.make(10, floats);
    const auto terms = testing::build(store, steps);
    std::vector<uint8_t> bytes(testing::kBytes + testing::kArrayBytes);
    for (uint8_t& b : bytes)
      b = static_cast<uint8_t>(maker.below(3) ? maker.below(256) : maker.below(2) * 255);
    const Assignment m = testing::assign(store, bytes);
    SmtlibWriter writer;
    script += "(push 1)\n";
    std::vector<const Term*> conditions;
    const auto is_asked = [](const Term* t) {
      return !t->is_array() && !t->is_constant() && t->is_symbolic();
    };
    for (const Term* t : terms)
      if (is_asked(t)) writer.prepare(t);
    for (const Term* t : terms) {
      if (!is_asked(t)) continue;
      const std::string text = writer.define(t);
      script += writer.take();
      const Wide value = evaluate_wide(store, t, m);
      const std::string literal =
          t->width() == 1 ? (value.is_zero() ? "false" : "true") : "#b" + value.to_binary();
      script += "(define-fun p" + std::to_string(conditions.size()) + " () Bool (= " + text + " " + literal +
                "))\n";
      conditions.push_back(t);
    }
    if (conditions.empty()) {
      script += "(pop 1)\n";
      continue;
    }
    fix_inputs(script, writer, m);
    script += "(assert (not (and true";
    for (size_t i = 0; i < conditions.size(); ++i) script += " p" + std::to_string(i);
    script += ")))\n(check-sat)\n(pop 1)\n";
    expected += "unsat\n";
  }
  return script;
}

void check_with(const std::string& solver, const std::string& command, bool floats, unsigned programs) {
  if (!is_installed(solver)) GTEST_SKIP() << solver << " is not installed";
  const uint64_t seed = testing::seed_from_environment() + floats;
  std::string expected;
  const std::string script = value_script(programs, floats, seed, expected);
  EXPECT_EQ(run_solver(command, script), expected) << "BONSAI_SEED=" << seed - floats;
}

std::vector<const Term*> every_float_kind(TermStore& s, const Term* a, const Term* b, const Term* c,
                                          Rounding r) {
  const Width w = a->width(), other = w == 16 ? 32 : 16;
  std::vector<const Term*> terms = {s.frem(a, b),
                                    s.fround(a, r),
                                    s.fconvert(a, other, r == Rounding::NearestAway ? Rounding::Up : r),
                                    s.sint_to_f(b, w, r),
                                    s.uint_to_f(b, w, r),
                                    s.sint_to_f(s.extract(b, 0, 9), w, r),
                                    s.f_to_sint(a, 32),
                                    s.f_to_uint(a, 32),
                                    s.f_to_sint(a, 8),
                                    s.f_to_uint(a, 7),
                                    s.feq(a, b),
                                    s.flt(a, b),
                                    s.fle(a, b),
                                    s.fmin(a, b),
                                    s.fmax(a, b),
                                    s.fisnan(s.frem(a, b))};
  if (r == Rounding::NearestAway) return terms;
  for (const Term* t :
       {s.fadd(a, b, r), s.fsub(a, b, r), s.fmul(a, b, r), s.fdiv(a, b, r), s.fsqrt(a, r), s.fma(a, b, c, r)})
    terms.push_back(t);
  return terms;
}

// Each float kind in each rounding mode at special and random patterns, by z3's arithmetic.
TEST(SmtlibWriter, Z3ComputesEveryFloatKindAsTheEvaluatorDoes) {
  if (!is_installed("z3")) GTEST_SKIP() << "z3 is not installed";
  const uint64_t seed = testing::seed_from_environment();
  testing::ProgramMaker maker(seed);
  TermStore s;
  const Term* array = s.array("in", 16);
  std::string script = "(set-logic ALL)\n", expected;
  const auto halves = [&](uint64_t at, Width w) {
    const Term* t = s.symbolic_byte(array, at);
    for (uint64_t i = 1; i < w / 8; ++i) t = s.concat(s.symbolic_byte(array, at + i), t);
    return t;
  };
  for (unsigned n = 0; n < 40; ++n) {
    const Width w = n % 4 == 0 ? 32 : 16;
    const Term *a = halves(0, w), *b = halves(4, w), *c = halves(8, w);
    Assignment m;
    static constexpr uint8_t kTops[] = {0, 0x80, 0x7c, 0xfc, 0x7e, 0x3c, 0xbc, 0x40, 0x7f, 0x7b, 0x4b, 0x01};
    for (uint64_t i = 0; i < 12; ++i) {
      const bool top = i % 4 == w / 8 - 1;
      m.set(array, i,
            static_cast<uint8_t>(top && maker.below(2) ? kTops[maker.below(12)]
                                 : maker.below(4)      ? maker.below(256)
                                                       : 0));
    }
    SmtlibWriter writer;
    std::string wrong, definitions;
    for (Rounding r :
         {Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero})
      for (const Term* t : every_float_kind(s, a, b, c, r)) {
        const std::string text = writer.define(t);
        definitions += writer.take();
        const Wide value = evaluate_wide(s, t, m);
        const std::string literal =
            t->width() == 1 ? (value.is_zero() ? "false" : "true") : "#b" + value.to_binary();
        wrong += " (not (= " + text + " " + literal + "))";
      }
    fix_inputs(definitions, writer, m);
    script += "(push 1)\n" + definitions;
    script += "(assert (or false" + wrong + "))\n(check-sat)\n(pop 1)\n";
    expected += "unsat\n";
  }
  EXPECT_EQ(run_solver("timeout 60 z3", script), expected) << "BONSAI_SEED=" << seed;
}

TEST(SmtlibWriter, Z3ReadsWhatTheEvaluatorMeans) { check_with("z3", "timeout 60 z3", false, 300); }
TEST(SmtlibWriter, Z3ReadsFloatsAsTheEvaluatorDoes) { check_with("z3", "timeout 60 z3", true, 150); }
TEST(SmtlibWriter, Cvc5ReadsWhatTheEvaluatorMeans) {
  check_with("cvc5", "timeout 60 cvc5 --incremental", false, 100);
}

}  // namespace
}  // namespace bonsai::expr
