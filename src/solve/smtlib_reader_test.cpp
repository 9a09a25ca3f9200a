#include "solve/smtlib_reader.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "base/home.h"
#include "solve/query_log.h"
#include "solve/smtlib_core.h"
#include "solve/testing/random_terms.h"

namespace bonsai::solve {
namespace {

struct Outcome {
  std::string output;
  std::string error;
};

Outcome run(const std::string& text, Config config = {}) {
  expr::TermStore store;
  Chain chain(store, std::move(config));
  std::ostringstream out;
  const auto result = run_script(text, chain, out);
  return {out.str(), result ? "" : result.error().message};
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> corpus() {
  const auto folder = std::filesystem::path(base::include_directory()) / "../tests/smt2";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// Every file of tests/smt2 says on its first line what its check-sats answer.
TEST(SmtlibReader, Corpus) {
  ASSERT_GE(corpus().size(), 7u);
  for (const auto& file : corpus()) {
    const std::string text = read(file);
    const Outcome result = run(text);
    EXPECT_EQ(result.error, "") << file;
    std::istringstream lines(result.output);
    std::string answers = "; expect:";
    for (std::string line; std::getline(lines, line);)
      if (line == "sat" || line == "unsat" || line == "unknown") answers += " " + line;
    EXPECT_EQ(answers, text.substr(0, text.find('\n'))) << file << "\n" << result.output;
  }
}

TEST(SmtlibReader, Values) {
  const Outcome result =
      run("(declare-const x (_ BitVec 12))(declare-const p Bool)(declare-const f Float32)"
          "(assert (= x #xabc))(assert p)(assert (= f ((_ to_fp 8 24) RNE 1.5)))"
          "(check-sat)(get-value (x (bvadd x #x001) p f))(get-model)");
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.output,
            "sat\n((x #xabc)\n ((bvadd x #x001) #xabd)\n (p true)\n"
            " (f (fp #b0 #x7f #b10000000000000000000000)))\n"
            "(\n  (define-fun x () (_ BitVec 12)\n    #xabc)\n  (define-fun p () Bool\n    true)\n"
            "  (define-fun f () (_ FloatingPoint 8 24)\n    (fp #b0 #x7f #b10000000000000000000000))\n)\n");
}

TEST(SmtlibReader, FaultsHaveTheirPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"(assert true", "line 1 column 1: a parenthesis that is not closed"},
      {"(check-sat)\n )", "line 2 column 2: a closing parenthesis"},
      {"(assert\n  (bvadd #x01 #x0001))", "line 2 column 3: arguments of different sorts"},
      {"(assert x)", "line 1 column 9: unknown symbol 'x'"},
      {"(declare-const x (_ BitVec 99999999999))", "line 1 column 28: a numeral that is too large"},
      {"(declare-const x (_ BitVec 0))", "line 1 column 28: a bit vector of 0"},
      {"(declare-const x (_ BitVec 70000))", "line 1 column 28: a bit vector of 0 or more"},
      {"(declare-fun f (Bool) Bool)", "line 1 column 16: unsupported"},
      {"(declare-const x Int)", "line 1 column 18: unsupported: sort 'Int'"},
      {"(assert (forall ((x Bool)) x))", "line 1 column 9: unsupported: forall"},
      {"(assert #x01)", "line 1 column 9: an assertion must be a Bool"},
      {"(pop 1)", "line 1 column 1: pop of more levels"},
      {"(declare-const x Bool)(declare-const x Bool)", "line 1 column 38: 'x' is declared already"},
      {"(frobnicate)", "line 1 column 2: unsupported: command"},
      {"(get-model)", "line 1 column 1: there is no model"},
      {"(assert |x)", "line 1 column 9: a |symbol| that does not end"},
      {"(assert \"x)", "line 1 column 9: a string that does not end"},
      {"(assert #b)", "line 1 column 9: '#b' is not a token"},
      {"(assert (let ((x)) x))", "line 1 column 15: a binding"},
      {"(define-fun f ((x Bool)) Bool (bvnot x))", "line 1 column 31: an argument of the wrong sort"},
      {"(define-fun f ((x Bool)) Bool x)(assert (f))", "line 1 column 41: wrong number of arguments"},
      {"(assert (= ((_ extract 8 0) #x00) #x00))", "line 1 column 12: extract outside"},
      {"(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))(assert (= a a))",
       "line 1 column 60: unsupported"},
  };
  for (const auto& [text, expected] : cases) {
    const Outcome result = run(text);
    EXPECT_TRUE(result.error.starts_with(expected)) << text << "\n" << result.error;
  }
}

TEST(SmtlibReader, DepthIsNoProblem) {
  std::string deep = "(declare-const p Bool)(assert ";
  for (int i = 0; i < 200000; ++i) deep += "(not ";
  deep += "p";
  deep += std::string(200000, ')');
  EXPECT_EQ(run(deep + ")(check-sat)").output, "sat\n");
  EXPECT_NE(run(std::string(1000000, '(')).error, "");
  std::string lets = "(declare-const x (_ BitVec 32))(assert ";
  for (int i = 0; i < 20000; ++i) lets += "(let ((x (bvadd x #x00000001))) ";
  lets += "(= x #x00000000)" + std::string(20000, ')') + ")(check-sat)(get-value (x))";
  EXPECT_EQ(run(lets).output, "sat\n((x #xffffb1e0))\n");
}

TEST(SmtlibReader, ExpansionIsBounded) {
  std::string text = "(define-fun f0 ((x (_ BitVec 8))) (_ BitVec 8) (bvmul x (bvadd x #x03)))\n";
  for (int i = 1; i < 60; ++i) {
    const std::string n = std::to_string(i), m = std::to_string(i - 1);
    text += "(define-fun f" + n + " ((x (_ BitVec 8))) (_ BitVec 8) (f" + m + " (f" + m + " x)))\n";
  }
  EXPECT_NE(run(text).error.find("too large"), std::string::npos);
}

// Logged queries are read back with the same answer.
TEST(SmtlibReader, ReadsOurOwnQueries) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    expr::TermStore store;
    testing::RandomTerms terms(store, seed, {2, 4, 4, true, true, false});
    const expr::Term* constraints[] = {terms.condition(), terms.condition()};
    const expr::Term* question = terms.condition();
    const bool possible = terms.any_input([&](const expr::Assignment& input) {
      return expr::holds(store, question, input) && expr::holds(store, constraints[0], input) &&
             expr::holds(store, constraints[1], input);
    });
    const std::string script = query_script(constraints, question);
    const Outcome result = run(script);
    EXPECT_EQ(result.error, "") << script;
    EXPECT_EQ(result.output, possible ? "sat\n" : "unsat\n") << script;
  }
}

// Mutations of the corpus: anything but a crash or a hang is right. BONSAI_FUZZ_SECONDS, BONSAI_SEED.
TEST(SmtlibReader, Fuzz) {
  const char* seconds_text = std::getenv("BONSAI_FUZZ_SECONDS");
  const char* seed_text = std::getenv("BONSAI_SEED");
  const std::chrono::seconds seconds(seconds_text ? std::atoi(seconds_text) : 5);
  const uint64_t seed = seed_text ? std::strtoull(seed_text, nullptr, 10) : 1;
  const char* save = std::getenv("BONSAI_FUZZ_SAVE");  // the script about to be run goes there
  std::mt19937_64 random(seed);
  std::vector<std::string> texts;
  for (const auto& file : corpus()) texts.push_back(read(file));
  std::vector<std::string> words;
  for (const std::string& text : texts) {
    std::istringstream in(text);
    for (std::string word; in >> word;) words.push_back(word);
  }
  for (const char* word : {"(", ")", "|", "\"", "#x", "#b1", "99999999999999999999", "(_ bv1 65536)",
                           "(_ extract 0 0)", "(let (("})
    words.push_back(word);
  Config config;
  config.solver = Solver::bonsai;  // floats become unknown at once
  config.time_per_query = std::chrono::milliseconds(50);
  const auto end = std::chrono::steady_clock::now() + seconds;
  uint64_t runs = 0, good = 0;
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    std::string text = texts[random() % texts.size()];
    for (uint64_t n = 1 + random() % 3; n > 0 && !text.empty(); --n) {
      const size_t at = random() % text.size();
      const std::string& word = words[random() % words.size()];
      switch (random() % 5) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, 1 + random() % 12); break;
        case 2: text.insert(at, word); break;
        case 3: text.insert(at, text.substr(random() % text.size(), random() % 80)); break;
        default: {
          const size_t space = text.find(' ', at);
          if (space != std::string::npos)
            text.replace(space, text.find_first_of(" )", space + 1) - space, " " + word);
        }
      }
    }
    if (save) std::ofstream(save) << text;
    good += run(text, config).error.empty();
  }
  RecordProperty("runs", std::to_string(runs));
  if (std::getenv("BONSAI_VERBOSE")) std::printf("%lu scripts, %lu without a fault\n", runs, good);
  EXPECT_GT(runs, 0u);
}

}  // namespace
}  // namespace bonsai::solve
