// What the column "values" of base/options.def says: which values an option may have, and what may come from
// the folder of a run, which somebody else may have written.
//
// Invariant: every row's column is known here. A new row with a new word does not compile until the word is
// in the table of option_values.cpp, with what it means for the option's origin.
#pragma once

#include <string>
#include <string_view>

#include "base/options.h"

namespace bonsai::cli {

// Each returns what the value must be, as in "must be …"; empty if it is good.
std::string must_be(const std::string& values, base::Options::Flag value);
std::string must_be(const std::string& values, base::Options::Number value);
std::string must_be(const std::string& values, base::Options::Size value);
std::string must_be(const std::string& values, base::Options::Duration value);
std::string must_be(const std::string& values, const base::Options::Text& value);
std::string must_be(const std::string& values, const base::Options::Choice& value);
std::string must_be(const std::string& values, const base::Options::List& value);

bool is_word_of(const std::string& list, const std::string& word, char separator);

// Where the value of an option may come from.
enum class Origin {
  anywhere,  // it decides what is computed, or names a file to read
  user,      // it leads to a program that is started, or to a file that is written: the command line alone
  checked    // flags of the compiler: harmless ones from anywhere (load/harmless_flags.h)
};

// REQUIRES: the column of a row of base/options.def.
constexpr Origin origin_of(std::string_view values);

namespace detail {

struct ValueWord {
  std::string_view word;
  Origin origin;
};

// Words that stand for values which the table of options does not enumerate.
inline constexpr ValueWord value_words[] = {
    {"", Origin::anywhere},  // of a flag
    {"FUNCTION", Origin::anywhere}, {"FUNCTIONS", Origin::anywhere}, {"FUNCTION:WANTED", Origin::anywhere},
    {"PLACES", Origin::anywhere},   {"LIST", Origin::anywhere},      {"STRATEGY", Origin::anywhere},
    {"FORMAT", Origin::anywhere},   {"WHAT", Origin::anywhere},      {"INPUTS", Origin::anywhere},
    {"TIME", Origin::anywhere},     {"TIMES", Origin::anywhere},     {"PERCENTS", Origin::anywhere},
    {"DIR", Origin::anywhere},      {"FILE", Origin::anywhere},      {"PATHS", Origin::anywhere},
    {"RUN", Origin::anywhere},      {"RUN|FILE", Origin::anywhere},  {"OUT-DIR", Origin::user},  // written
    {"OUT-FILE", Origin::user},                                                                  // written
    {"CMD", Origin::user},                                                                       // executed
    {"BINARY", Origin::user},                                                                    // executed
    {"HOST", Origin::user},      // a flag that lets the program out of its sandbox
    {"NATIVE", Origin::user},    // functions that are called natively
    {"FLAGS", Origin::checked},  // of the compiler
};

constexpr const ValueWord* find_value_word(std::string_view values) {
  for (const ValueWord& each : value_words)
    if (each.word == values) return &each;
  return nullptr;
}

// A range, or a list of words in lower case.
constexpr bool is_enumerated(std::string_view values) {
  if (values.find("..") != std::string_view::npos) return true;
  if (values.find('|') == std::string_view::npos) return false;
  for (char c : values)
    if (c >= 'A' && c <= 'Z') return false;
  return true;
}

}  // namespace detail

constexpr bool is_known_column(std::string_view values) {
  return detail::is_enumerated(values) || detail::find_value_word(values);
}

constexpr Origin origin_of(std::string_view values) {
  const detail::ValueWord* found = detail::find_value_word(values);
  return found ? found->origin : detail::is_enumerated(values) ? Origin::anywhere : Origin::user;
}

}  // namespace bonsai::cli
