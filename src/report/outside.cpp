// Tested by outside_test.cpp.
#include "report/outside.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

namespace bonsai::report {
namespace {

// How many words follow each; runtime/linux/start.c has the same table.
const std::map<std::string, size_t>& operands() {
  static const std::map<std::string, size_t> table = {
      {"name", 1},  {"word", 1},   {"arg", 1},  {"args", 3},  {"files", 2},
      {"stdin", 1}, {"stdout", 0}, {"env", 2},  {"fail", 1},  {"setenv", 1},
      {"fs", 1},    {"input", 1},  {"fuzz", 1}, {"unpin", 1}, {"refused", 0},
  };
  return table;
}

// Calls f(word, its operands) for each.
template <typename F>
void for_each_word(std::span<const std::string> setup, F f) {
  for (size_t i = 0; i < setup.size();) {
    auto known = operands().find(setup[i]);
    if (known == operands().end() || known->second > setup.size() - i - 1) return;
    f(setup[i], setup.subspan(i + 1, known->second));
    i += 1 + known->second;
  }
}

// The engine tells inputs of one name apart by a number behind it.
bool is_called(const Input& input, const std::string& name) {
  if (!input.name.starts_with(name)) return false;
  std::string rest = input.name.substr(name.size());
  return rest.empty() ||
         (rest.size() > 1 && rest[0] == '_' && rest.find_first_not_of("0123456789", 1) == rest.npos);
}

// Inputs in their order: by name, the next that was not used.
class Inputs {
 public:
  explicit Inputs(std::span<const Input> inputs) : inputs_(inputs), used_(inputs.size()) {}

  const Input* next(const std::string& name) {
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (!used_[i] && is_called(inputs_[i], name)) {
        used_[i] = true;
        return &inputs_[i];
      }
    return nullptr;
  }
  // Its bytes, or none.
  std::string content(const std::string& name) {
    const Input* input = next(name);
    return input ? std::string(input->bytes.begin(), input->bytes.end()) : std::string();
  }
  // Its bytes as a string of C, whose last byte is always the end.
  std::string text(const std::string& name) {
    std::string bytes = content(name);
    if (!bytes.empty()) bytes.pop_back();
    return bytes.c_str();
  }
  // What was not used, and is not the model's own.
  std::vector<Input> rest() const {
    std::vector<Input> others;
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (!used_[i] && !is_called(inputs_[i], "fail")) others.push_back(inputs_[i]);
    return others;
  }
  bool has(const std::string& name) const {
    return std::any_of(inputs_.begin(), inputs_.end(),
                       [&](const Input& input) { return is_called(input, name); });
  }
  // Has any of the inputs of that name a value but zero?
  bool any(const std::string& name) const {
    return std::any_of(inputs_.begin(), inputs_.end(), [&](const Input& input) {
      return is_called(input, name) &&
             std::any_of(input.bytes.begin(), input.bytes.end(), [](uint8_t byte) { return byte != 0; });
    });
  }

 private:
  std::span<const Input> inputs_;
  std::vector<bool> used_;
};

}  // namespace

Outside outside_of(std::span<const std::string> setup, std::span<const Input> inputs) {
  Outside outside;
  Inputs from(inputs);
  unsigned arguments = 0;
  auto add_argument = [&] {
    std::string digits = std::to_string(arguments++ % 100);
    outside.arguments.push_back(from.text("arg" + std::string(2 - digits.size(), '0') + digits));
  };
  for_each_word(setup, [&](const std::string& word, std::span<const std::string> operand) {
    if (word == "word") {
      outside.arguments.push_back(operand[0]);
    } else if (word == "arg") {
      add_argument();
    } else if (word == "args") {
      uint32_t count = uint32_t(std::strtoul(operand[0].c_str(), nullptr, 10));
      std::string bytes = from.content("n_args");
      if (bytes.size() == sizeof count) std::memcpy(&count, bytes.data(), sizeof count);
      count = std::min(count, uint32_t(std::strtoul(operand[1].c_str(), nullptr, 10)));
      for (uint32_t i = 0; i < count; ++i) add_argument();
    } else if (word == "files") {
      unsigned long count = std::strtoul(operand[0].c_str(), nullptr, 10);
      for (unsigned long i = 0; i < count && i < 26; ++i) {
        std::string name(1, char('A' + i));
        outside.files.emplace_back(name, from.content(name + "_data"));
      }
    } else if (word == "stdin") {
      outside.standard_input = from.content("stdin");
    } else if (word == "input") {
      outside.standard_input_file = operand[0];
    } else if (word == "env") {
      outside.environment.push_back(operand[0] + "=" + from.text("env_" + operand[0]));
    } else if (word == "setenv") {
      outside.environment.push_back(operand[0]);
    } else if (word == "fs") {
      outside.folder = operand[0];
    }
  });
  for_each_word(setup, [&](const std::string& word, std::span<const std::string> operand) {
    if (word == "unpin" && from.has(operand[0])) outside.free_value = operand[0];
  });
  outside.has_failures = from.any("fail");
  outside.rest = from.rest();
  return outside;
}

std::vector<std::string> klee_words(std::span<const std::string> setup) {
  static const std::map<std::string, std::string> spelled = {{"arg", "--sym-arg"},
                                                             {"args", "--sym-args"},
                                                             {"files", "--sym-files"},
                                                             {"stdin", "--sym-stdin"},
                                                             {"stdout", "--sym-stdout"}};
  std::vector<std::string> words;
  for_each_word(setup, [&](const std::string& word, std::span<const std::string> operand) {
    auto known = spelled.find(word);
    if (known != spelled.end()) words.push_back(known->second);
    if (known != spelled.end() || word == "word") words.insert(words.end(), operand.begin(), operand.end());
  });
  return words;
}

}  // namespace bonsai::report
