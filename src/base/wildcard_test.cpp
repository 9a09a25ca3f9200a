#include "base/wildcard.h"

#include <gtest/gtest.h>

#include <string>

namespace bonsai::base {
namespace {

TEST(Wildcard, StarsAndQuestionMarks) {
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("get_*", "get_line"));
  EXPECT_TRUE(matches("*line", "get_line"));
  EXPECT_TRUE(matches("g?t*i*e", "get_line"));
  EXPECT_TRUE(matches("*a*b", "aabab"));
  EXPECT_TRUE(matches("operator[]", "operator[]"));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_FALSE(matches("get", "get_line"));
  EXPECT_FALSE(matches("?", ""));
  EXPECT_FALSE(matches("*b", "aba"));
  EXPECT_FALSE(matches("a*a", "a"));
}

// All patterns and names of up to four letters against the definition.
bool defined(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*')
    return defined(pattern.substr(1), name) || (!name.empty() && defined(pattern, name.substr(1)));
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
         defined(pattern.substr(1), name.substr(1));
}

std::string word(std::string_view letters, unsigned number) {
  std::string text;
  for (; number; number /= unsigned(letters.size() + 1))
    if (unsigned digit = number % unsigned(letters.size() + 1)) text += letters[digit - 1];
  return text;
}

TEST(Wildcard, AsDefined) {
  for (unsigned p = 0; p < 625; ++p)
    for (unsigned n = 0; n < 81; ++n) {
      std::string pattern = word("ab*?", p), name = word("ab", n);
      EXPECT_EQ(matches(pattern, name), defined(pattern, name)) << pattern << " " << name;
    }
}

TEST(Wildcard, LongWordsNeedNoStackAndNoTime) {
  std::string many(200'000, 'a'), stars;
  for (int i = 0; i < 1000; ++i) stars += "*a";
  EXPECT_TRUE(matches(many, many));
  EXPECT_TRUE(matches("*" + many, many));
  EXPECT_TRUE(matches(stars, many));
  EXPECT_FALSE(matches(stars + "b", many));
}

}  // namespace
}  // namespace bonsai::base
