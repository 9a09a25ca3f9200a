#include "solve/smtlib/term_reader.h"

// The machine; sorts and constants are in term_reader_atoms.cpp. Tested by smtlib_reader_test.cpp; fuzzed by
// scripts/fuzz_smtlib.

namespace bonsai::solve::smtlib {

using expr::Term;

std::nullopt_t TermReader::fail(const Tree& tree, uint32_t node, std::string message) {
  if (!fault_) fault_ = Fault{tree[node].place, std::move(message)};
  return std::nullopt;
}

void TermReader::bind(const std::string& name, Value value) {
  locals_.back()[name].push_back(std::move(value));
  frames_.back().bound.push_back(name);
}

// Ends a frame: its local names go.
void TermReader::leave(Frame& frame) {
  for (const std::string& name : frame.bound) {
    auto found = locals_.back().find(name);
    found->second.pop_back();
    if (found->second.empty()) locals_.back().erase(found);
  }
  if (frame.form == Form::expansion) locals_.pop_back();
  frames_.pop_back();
}

std::optional<Value> TermReader::value(std::shared_ptr<const Tree> tree, uint32_t node) {
  frames_.clear();
  results_.clear();
  locals_.assign(1, {});
  steps_ = expansions_ = 0;
  fault_.reset();
  if (!enter(std::move(tree), node)) return std::nullopt;
  return run();
}

std::optional<Value> TermReader::expand(const std::shared_ptr<const Macro>& macro,
                                        std::vector<Value> arguments) {
  frames_.clear();
  results_ = std::move(arguments);
  locals_.assign(1, {});
  steps_ = expansions_ = 0;
  fault_.reset();
  Frame caller;
  caller.tree = macro->tree;
  if (!call(caller, macro)) return std::nullopt;
  return run();
}

std::optional<Value> TermReader::run() {
  while (!frames_.empty()) {
    if (++steps_ > kMostSteps)
      return fail(*frames_.back().tree, frames_.back().node, "a term that is too large");
    if (!step()) return std::nullopt;
  }
  return std::move(results_.back());
}

// Begins a term: an atom gives its value at once, a list gets a frame.
bool TermReader::enter(std::shared_ptr<const Tree> tree, uint32_t node) {
  const Tree& t = *tree;
  if (t[node].token != Token::list) return atom(t, node);
  const auto list = t.list(node);
  if (list.empty()) {
    fail(t, node, "an empty list is not a term");
    return false;
  }
  if (t.is_symbol(list[0], "_")) return underscore(t, node);
  Frame frame{Form::apply, tree, node, 1, results_.size()};
  if (t.is_symbol(list[0], "let")) {
    if (list.size() != 3 || t[list[1]].token != Token::list || t[list[1]].count == 0) {
      fail(t, node, "let takes a list of bindings and a term");
      return false;
    }
    frame.form = Form::let;
    frame.next = 0;
  } else if (t.is_symbol(list[0], "!")) {
    frame.form = Form::annotation;
    if (list.size() < 2) {
      fail(t, node, "! takes a term");
      return false;
    }
  } else if (t.is_symbol(list[0], "forall") || t.is_symbol(list[0], "exists") ||
             t.is_symbol(list[0], "match")) {
    fail(t, node, "unsupported: " + std::string(t[list[0]].text));
    return false;
  }
  frames_.push_back(std::move(frame));
  return true;
}

bool TermReader::step() {
  Frame& frame = frames_.back();
  switch (frame.form) {
    case Form::let: return step_let();
    case Form::apply: return step_apply();
    case Form::annotation:
      if (frame.next == 1) {
        frame.next = 2;
        return enter(frame.tree, frame.tree->list(frame.node)[1]);
      }
      leave(frame);
      return true;
    case Form::expansion:
      if (frame.next == 0) {
        frame.next = 1;
        return enter(frame.macro->tree, frame.macro->body);
      }
      if (results_.back().sort != frame.macro->result) {
        fail(*frame.macro->tree, frame.macro->body, "the body is not of the declared sort");
        return false;
      }
      leave(frame);
      return true;
  }
  return false;
}

// The bindings' terms see the names outside; they are bound together, then the body is read.
bool TermReader::step_let() {
  Frame& frame = frames_.back();
  const Tree& tree = *frame.tree;
  const auto list = tree.list(frame.node);
  const auto bindings = tree.list(list[1]);
  if (frame.next < bindings.size()) {
    const uint32_t binding = bindings[frame.next++];
    const auto pair = tree[binding].token == Token::list ? tree.list(binding) : std::span<const uint32_t>();
    if (pair.size() != 2 || tree[pair[0]].token != Token::symbol) {
      fail(tree, binding, "a binding is (symbol term)");
      return false;
    }
    return enter(frame.tree, pair[1]);
  }
  if (frame.next == bindings.size()) {
    ++frame.next;
    for (size_t i = 0; i < bindings.size(); ++i)
      bind(std::string(tree[tree.list(bindings[i])[0]].text), std::move(results_[frame.first_result + i]));
    results_.resize(frame.first_result);
    return enter(frame.tree, list[2]);
  }
  leave(frame);
  return true;
}

bool TermReader::step_apply() {
  Frame& frame = frames_.back();
  const Tree& tree = *frame.tree;
  const auto list = tree.list(frame.node);
  if (frame.next < list.size()) {
    const uint32_t element = list[frame.next++];
    if (tree[element].token == Token::decimal || tree[element].token == Token::numeral)
      return decimal_float(tree, frame.node);
    return enter(frame.tree, element);
  }
  return finish_apply(frame);
}

bool TermReader::finish_apply(Frame& frame) {
  const Tree& tree = *frame.tree;
  const uint32_t head = tree.list(frame.node)[0];
  const auto arguments = std::span<const Value>(results_).subspan(frame.first_result);
  std::string_view name;
  std::vector<uint32_t> indices;
  if (tree[head].token == Token::symbol) {
    name = tree[head].text;
    if (auto found = symbols.find(std::string(name)); found != symbols.end()) {
      if (found->second.macro) return call(frame, found->second.macro);
      fail(tree, head, "'" + std::string(name) + "' is not a function");
      return false;
    }
  } else if (tree[head].token == Token::list && tree[head].count >= 3 &&
             tree.is_symbol(tree.list(head)[0], "_")) {
    const auto list = tree.list(head);
    name = tree[list[1]].text;
    for (size_t i = 2; i < list.size(); ++i) {
      const auto index = number(tree, list[i]);
      if (!index) return false;
      indices.push_back(*index);
    }
  } else if (tree[head].token == Token::list && tree[head].count == 3 &&
             tree.is_symbol(tree.list(head)[0], "as") && tree.is_symbol(tree.list(head)[1], "const") &&
             arguments.size() == 1) {
    return constant_array(tree, frame.node, arguments[0]);
  } else {
    fail(tree, head, "a function was expected");
    return false;
  }
  auto result = operators_.apply(name, indices, arguments);
  if (!result) {
    fail(tree, frame.node, operators_.message());
    return false;
  }
  results_.resize(frame.first_result);
  results_.push_back(std::move(*result));
  leave(frame);
  return true;
}

// Replaces the frame of a call, whose arguments are the results, by one for the macro's body.
bool TermReader::call(const Frame& frame, const std::shared_ptr<const Macro>& macro) {
  const size_t first = frame.first_result;
  if (results_.size() - first != macro->parameters.size()) {
    fail(*frame.tree, frame.node, "wrong number of arguments");
    return false;
  }
  for (size_t i = 0; i < macro->parameters.size(); ++i) {
    if (results_[first + i].sort == macro->parameters[i].second) continue;
    fail(*frame.tree, frame.node,
         "argument " + std::to_string(i + 1) + " is not of sort " + macro->parameters[i].second.print());
    return false;
  }
  if (++expansions_ > kMostExpansions) {
    fail(*frame.tree, frame.node, "a term that is too large");
    return false;
  }
  if (!frames_.empty()) leave(frames_.back());
  locals_.emplace_back();
  Frame expansion{Form::expansion, macro->tree, macro->body, 0, first};
  expansion.macro = macro;
  frames_.push_back(std::move(expansion));
  std::vector<Value> arguments(std::make_move_iterator(results_.begin() + static_cast<ptrdiff_t>(first)),
                               std::make_move_iterator(results_.end()));
  results_.resize(first);
  for (size_t i = 0; i < arguments.size(); ++i) bind(macro->parameters[i].first, std::move(arguments[i]));
  return true;
}

}  // namespace bonsai::solve::smtlib
