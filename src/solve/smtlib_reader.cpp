#include "solve/smtlib_reader.h"

#include <memory>
#include <vector>

#include "solve/query_log.h"
#include "solve/smtlib/term_reader.h"

// The commands. Every level of (push) is a path condition of its own, copied in O(1) from the one below, so
// that a script is solved group by group and as incrementally as a path is.
// Tested by smtlib_reader_test.cpp; fuzzed by scripts/fuzz_smtlib.

namespace bonsai::solve {

using smtlib::Macro;
using smtlib::Sort;
using smtlib::Symbol;
using smtlib::Token;
using smtlib::Tree;
using smtlib::Value;

namespace {

class Script {
 public:
  Script(Chain& chain, std::ostream& out) : chain_(chain), out_(out), reader_(chain.store()) { reset(); }

  // False: stop, by exit or by a fault.
  bool run(const std::shared_ptr<const Tree>& tree);
  const std::optional<smtlib::Fault>& fault() const { return fault_; }
  const ScriptSummary& summary() const { return summary_; }

 private:
  struct Level {
    PathCondition pc;
    std::vector<std::string> names{};  // symbols and sorts to forget at its pop
  };
  using Command = bool (Script::*)();
  struct Row {
    std::string_view name;
    size_t least, most;  // arguments
    Command run;
  };
  static const Row kCommands[];

  bool fail(uint32_t node, std::string message);
  bool fail_reading();
  void reset();
  bool name_free(uint32_t node);
  void declare(const std::string& name, const Sort& sort);
  bool print_answer(const Reply& reply);

  bool ignore() { return true; }
  bool declare_fun();
  bool declare_const();
  bool define_fun();
  bool define_const();
  bool define_sort();
  bool do_assert();
  bool check_sat();
  bool check_sat_assuming();
  bool push();
  bool pop();
  bool get_value();
  bool get_model();
  bool echo();
  bool do_reset();
  bool reset_assertions();
  bool exit() { return false; }

  Chain& chain_;
  std::ostream& out_;
  smtlib::TermReader reader_;
  std::vector<Level> levels_;
  std::vector<std::string> declared_;               // in order, for get-model
  std::unordered_map<std::string, unsigned> uses_;  // of a name, by declarations of different sorts
  Model model_;
  ScriptSummary summary_;
  std::optional<smtlib::Fault> fault_;
  std::shared_ptr<const Tree> tree_;     // the command
  std::span<const uint32_t> arguments_;  // its elements after the name
};

constexpr size_t kMany = ~size_t{0};

const Script::Row Script::kCommands[] = {
    {"set-logic", 1, 1, &Script::ignore},
    {"set-info", 1, kMany, &Script::ignore},
    {"set-option", 1, kMany, &Script::ignore},
    {"declare-fun", 3, 3, &Script::declare_fun},
    {"declare-const", 2, 2, &Script::declare_const},
    {"define-fun", 4, 4, &Script::define_fun},
    {"define-const", 3, 3, &Script::define_const},
    {"define-sort", 3, 3, &Script::define_sort},
    {"assert", 1, 1, &Script::do_assert},
    {"check-sat", 0, 0, &Script::check_sat},
    {"check-sat-assuming", 1, 1, &Script::check_sat_assuming},
    {"push", 0, 1, &Script::push},
    {"pop", 0, 1, &Script::pop},
    {"get-value", 1, 1, &Script::get_value},
    {"get-model", 0, 0, &Script::get_model},
    {"echo", 1, 1, &Script::echo},
    {"reset", 0, 0, &Script::do_reset},
    {"reset-assertions", 0, 0, &Script::reset_assertions},
    {"exit", 0, 0, &Script::exit},
};

bool Script::fail(uint32_t node, std::string message) {
  fault_ = smtlib::Fault{(*tree_)[node].place, std::move(message)};
  return false;
}

bool Script::fail_reading() {
  fault_ = reader_.fault();
  return false;
}

void Script::reset() {
  levels_.clear();
  levels_.push_back({PathCondition()});
  reader_.symbols.clear();
  reader_.sorts.clear();
  declared_.clear();
  model_ = nullptr;
}

bool Script::run(const std::shared_ptr<const Tree>& tree) {
  tree_ = tree;
  if ((*tree)[tree->root].token != Token::list || (*tree)[tree->root].count == 0 ||
      (*tree)[tree->list(tree->root)[0]].token != Token::symbol)
    return fail(tree->root, "a command was expected");
  const uint32_t head = tree->list(tree->root)[0];
  arguments_ = tree->list(tree->root).subspan(1);
  for (const Row& row : kCommands) {
    if ((*tree)[head].text != row.name) continue;
    if (arguments_.size() < row.least || arguments_.size() > row.most)
      return fail(tree->root, "wrong number of arguments for " + std::string(row.name));
    return (this->*row.run)();
  }
  return fail(head, "unsupported: command '" + std::string((*tree)[head].text) + "'");
}

bool Script::name_free(uint32_t node) {
  if ((*tree_)[node].token != Token::symbol) return fail(node, "a symbol was expected");
  const std::string name((*tree_)[node].text);
  if (reader_.symbols.contains(name) || reader_.sorts.contains(name))
    return fail(node, "'" + name + "' is declared already");
  return true;
}

void Script::declare(const std::string& name, const Sort& sort) {
  // A name that comes back after a pop is another symbol.
  const unsigned use = uses_[name]++;
  Symbol symbol;
  symbol.value =
      smtlib::make_symbol(chain_.store(), use == 0 ? name : name + "!again" + std::to_string(use), sort);
  symbol.is_declared = true;
  reader_.symbols[name] = std::move(symbol);
  levels_.back().names.push_back(name);
  declared_.push_back(name);
}

bool Script::declare_fun() {
  if ((*tree_)[arguments_[1]].token != Token::list)
    return fail(arguments_[1], "a list of sorts was expected");
  if ((*tree_)[arguments_[1]].count != 0)
    return fail(arguments_[1], "unsupported: functions that are not defined");
  const auto sort = reader_.sort(*tree_, arguments_[2]);
  if (!sort) return fail_reading();
  if (sort->is(Sort::Kind::rounding)) return fail(arguments_[2], "unsupported: rounding modes as variables");
  if (!name_free(arguments_[0])) return false;
  declare(std::string((*tree_)[arguments_[0]].text), *sort);
  return true;
}

bool Script::declare_const() {
  const auto sort = reader_.sort(*tree_, arguments_[1]);
  if (!sort) return fail_reading();
  if (sort->is(Sort::Kind::rounding)) return fail(arguments_[1], "unsupported: rounding modes as variables");
  if (!name_free(arguments_[0])) return false;
  declare(std::string((*tree_)[arguments_[0]].text), *sort);
  return true;
}

bool Script::define_const() {
  const auto sort = reader_.sort(*tree_, arguments_[1]);
  if (!sort) return fail_reading();
  if (!name_free(arguments_[0])) return false;
  auto value = reader_.value(tree_, arguments_[2]);
  if (!value) return fail_reading();
  if (value->sort != *sort) return fail(arguments_[2], "the body is not of the declared sort");
  const std::string name((*tree_)[arguments_[0]].text);
  reader_.symbols[name].value = std::move(*value);
  levels_.back().names.push_back(name);
  return true;
}

bool Script::define_fun() {
  if ((*tree_)[arguments_[1]].token != Token::list)
    return fail(arguments_[1], "a list of parameters was expected");
  if (!name_free(arguments_[0])) return false;
  auto macro = std::make_shared<Macro>();
  macro->tree = tree_;
  macro->body = arguments_[3];
  const auto result = reader_.sort(*tree_, arguments_[2]);
  if (!result) return fail_reading();
  macro->result = *result;
  std::vector<Value> samples;
  for (uint32_t parameter : tree_->list(arguments_[1])) {
    const auto pair =
        (*tree_)[parameter].token == Token::list ? tree_->list(parameter) : std::span<const uint32_t>();
    if (pair.size() != 2 || (*tree_)[pair[0]].token != Token::symbol)
      return fail(parameter, "a parameter is (symbol sort)");
    const auto sort = reader_.sort(*tree_, pair[1]);
    if (!sort) return fail_reading();
    macro->parameters.emplace_back((*tree_)[pair[0]].text, *sort);
    if (sort->is(Sort::Kind::rounding))
      samples.push_back({*sort});
    else
      samples.push_back(smtlib::make_symbol(
          chain_.store(), "!parameter" + std::to_string(samples.size()) + sort->print(), *sort));
  }
  // Read once, so that what is wrong in the body is found here.
  auto value = reader_.expand(macro, std::move(samples));
  if (!value) return fail_reading();
  const std::string name((*tree_)[arguments_[0]].text);
  Symbol& symbol = reader_.symbols[name];
  if (macro->parameters.empty())
    symbol.value = std::move(*value);
  else
    symbol.macro = std::move(macro);
  levels_.back().names.push_back(name);
  return true;
}

bool Script::define_sort() {
  if ((*tree_)[arguments_[1]].token != Token::list || (*tree_)[arguments_[1]].count != 0)
    return fail(arguments_[1], "unsupported: sorts with parameters");
  if (!name_free(arguments_[0])) return false;
  const auto sort = reader_.sort(*tree_, arguments_[2]);
  if (!sort) return fail_reading();
  const std::string name((*tree_)[arguments_[0]].text);
  reader_.sorts[name] = *sort;
  levels_.back().names.push_back(name);
  return true;
}

bool Script::do_assert() {
  const auto value = reader_.value(tree_, arguments_[0]);
  if (!value) return fail_reading();
  if (!value->sort.is(Sort::Kind::boolean)) return fail(arguments_[0], "an assertion must be a Bool");
  chain_.assume(levels_.back().pc, value->term);
  model_ = nullptr;
  return true;
}

bool Script::print_answer(const Reply& reply) {
  model_ = reply.model;
  summary_.sat += reply.answer == Answer::sat;
  summary_.unsat += reply.answer == Answer::unsat;
  summary_.unknown += reply.answer == Answer::unknown;
  out_ << answer_name(reply.answer) << '\n' << std::flush;
  return true;
}

bool Script::check_sat() {
  const Reply reply = chain_.model(levels_.back().pc);
  if (reply.model) levels_.back().pc.set_model(reply.model);
  return print_answer(reply);
}

bool Script::check_sat_assuming() {
  if ((*tree_)[arguments_[0]].token != Token::list)
    return fail(arguments_[0], "a list of literals was expected");
  PathCondition pc = levels_.back().pc;
  for (uint32_t literal : tree_->list(arguments_[0])) {
    const auto value = reader_.value(tree_, literal);
    if (!value) return fail_reading();
    if (!value->sort.is(Sort::Kind::boolean)) return fail(literal, "a literal must be a Bool");
    chain_.assume(pc, value->term);
  }
  return print_answer(chain_.model(pc));
}

bool Script::push() {
  constexpr size_t kMostLevels = 1 << 20;
  const auto count = arguments_.empty() ? std::optional<uint32_t>(1) : reader_.number(*tree_, arguments_[0]);
  if (!count) return fail_reading();
  if (levels_.size() + *count > kMostLevels) return fail(tree_->root, "too many levels");
  for (uint32_t i = 0; i < *count; ++i) {
    PathCondition copy = levels_.back().pc;
    levels_.push_back({std::move(copy)});
  }
  return true;
}

bool Script::pop() {
  const auto count = arguments_.empty() ? std::optional<uint32_t>(1) : reader_.number(*tree_, arguments_[0]);
  if (!count) return fail_reading();
  if (*count >= levels_.size()) return fail(tree_->root, "pop of more levels than were pushed");
  for (uint32_t i = 0; i < *count; ++i) {
    for (const std::string& name : levels_.back().names) {
      if (auto found = reader_.symbols.find(name);
          found != reader_.symbols.end() && found->second.is_declared)
        std::erase(declared_, name);
      reader_.symbols.erase(name);
      reader_.sorts.erase(name);
    }
    levels_.pop_back();
  }
  model_ = nullptr;
  return true;
}

bool Script::get_value() {
  if ((*tree_)[arguments_[0]].token != Token::list)
    return fail(arguments_[0], "a list of terms was expected");
  if (!model_) return fail(tree_->root, "there is no model");
  std::string text = "(";
  for (uint32_t term : tree_->list(arguments_[0])) {
    const auto value = reader_.value(tree_, term);
    if (!value) return fail_reading();
    if (text.size() > 1) text += "\n ";
    text += "(" + tree_->print(term) + " " + smtlib::print_value(chain_.store(), *value, *model_) + ")";
  }
  out_ << text << ")\n";
  return true;
}

bool Script::get_model() {
  if (!model_) return fail(tree_->root, "there is no model");
  out_ << "(\n";
  for (const std::string& name : declared_) {
    const Value& value = *reader_.symbols[name].value;
    Tree quoted;
    quoted.nodes.push_back({Token::symbol, {}, name});
    out_ << "  (define-fun " << quoted.print(0) << " () " << value.sort.print() << "\n    "
         << smtlib::print_value(chain_.store(), value, *model_) << ")\n";
  }
  out_ << ")\n";
  return true;
}

bool Script::echo() {
  if ((*tree_)[arguments_[0]].token != Token::string) return fail(arguments_[0], "a string was expected");
  out_ << (*tree_)[arguments_[0]].text << '\n';
  return true;
}

bool Script::do_reset() {
  reset();
  return true;
}

bool Script::reset_assertions() {
  // Declarations of the first level stay, as z3 has it; their level is the first again.
  while (levels_.size() > 1) {
    for (const std::string& name : levels_.back().names) {
      std::erase(declared_, name);
      reader_.symbols.erase(name);
      reader_.sorts.erase(name);
    }
    levels_.pop_back();
  }
  levels_.back().pc = PathCondition();
  model_ = nullptr;
  return true;
}

std::string place_text(const smtlib::Fault& fault) {
  return "line " + std::to_string(fault.place.line) + " column " + std::to_string(fault.place.column) + ": " +
         fault.message;
}

}  // namespace

base::Result<ScriptSummary> run_script(std::string_view text, Chain& chain, std::ostream& out) {
  smtlib::Parser parser(text);
  Script script(chain, out);
  while (auto tree = parser.next())
    if (!script.run(tree)) break;
  if (script.fault()) return base::Error{place_text(*script.fault())};
  if (parser.fault()) return base::Error{place_text(*parser.fault())};
  return script.summary();
}

}  // namespace bonsai::solve
