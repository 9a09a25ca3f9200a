#include "cli/live_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "explore/explore_test_util.h"

namespace bonsai::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

size_t columns_of(std::string_view text) {
  return size_t(std::count_if(text.begin(), text.end(), [](char c) { return (uint8_t(c) & 0xc0) != 0x80; }));
}

size_t count(std::string_view text, std::string_view word) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size()) ++found;
  return found;
}

const ir::Program& program() {
  static const load::Loaded loaded = explore::compile(explore::matcher);
  return loaded.program;
}

// Everything that the program's paths cover.
const std::vector<uint32_t>& all_points() {
  static const std::vector<uint32_t> points = [] {
    explore::Config config;
    explore::Listener nobody;
    return explore::explore(program(), config, nobody).covered;
  }();
  return points;
}

LiveView::Setup setup(bool in_place = true) {
  LiveView::Setup setup;
  setup.program = "matcher.c";
  setup.search = "random-path,covnew";
  setup.jobs = 2;
  setup.in_place = in_place;
  return setup;
}

explore::Summary summary(double seconds) {
  explore::Summary s;
  s.seconds = seconds;
  s.completed = 12345;
  s.live = 678;
  s.dehydrated = 9;
  s.instructions = uint64_t(seconds * 2e6);
  s.memory = 345'000'000;
  return s;
}

// What a view writes for these, one after the other.
std::string shown(LiveView& view, std::initializer_list<double> times) {
  ::testing::internal::CaptureStderr();
  for (double seconds : times) view.show(summary(seconds));
  return ::testing::internal::GetCapturedStderr();
}

TEST(LiveView, ClockWords) {
  EXPECT_EQ(clock_words(-1), "0:00");
  EXPECT_EQ(clock_words(0.99), "0:00");
  EXPECT_EQ(clock_words(65), "1:05");
  EXPECT_EQ(clock_words(3599.9), "59:59");
  EXPECT_EQ(clock_words(3600), "1:00:00");
  EXPECT_EQ(clock_words(100 * 3600 + 62), "100:01:02");
}

TEST(LiveView, ShortNumbersHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(0.4), "0");
  EXPECT_EQ(short_number(999.4), "999");
  EXPECT_EQ(short_number(999.5), "1.0 k");
  EXPECT_EQ(short_number(12'345), "12.3 k");
  EXPECT_EQ(short_number(99'949), "99.9 k");
  EXPECT_EQ(short_number(99'950), "100 k");
  EXPECT_EQ(short_number(999'499), "999 k");
  EXPECT_EQ(short_number(999'500), "1.0 M");
  EXPECT_EQ(short_number(7.25e9), "7.2 G");
  EXPECT_EQ(short_number(5e12), "5.0 T");
}

TEST(LiveView, TextIsCutBetweenCharacters) {
  EXPECT_EQ(cut_to("abc", 5), "abc");
  EXPECT_EQ(cut_to("abc", 3), "abc");
  EXPECT_EQ(cut_to("abc", 2), "ab");
  EXPECT_EQ(cut_to("abc", 0), "");
  EXPECT_EQ(cut_to("▁▂█", 2), "▁▂");
  EXPECT_EQ(cut_to("ä▁x", 3), "ä▁x");
}

TEST(LiveView, LinesFitTheTerminal) {
  LiveView::Setup large = setup();
  large.program = std::string(120, 'p');
  large.time_limit = 7200;
  large.memory_limit = 2'000'000'000;
  LiveView view(program(), large);
  explore::Summary s = summary(5000);
  s.completed = s.live = s.dehydrated = 123'456'789'012;
  s.newest = "a_function_with_a_name_of_some_length_that_does_not_fit_beside_all_that_stands_before_it";
  s.covered = all_points();
  s.points_covered = s.covered.size();
  ::testing::internal::CaptureStderr();
  for (int i = 1; i < 400; ++i) s.seconds = i * 12.5, view.show(s);
  ::testing::internal::GetCapturedStderr();
  for (unsigned columns : {1u, 20u, 80u, 100u, 150u, 200u}) {
    std::vector<std::string> lines = view.lines(s, columns);
    EXPECT_EQ(lines.size(), 5u);
    for (const std::string& line : lines) EXPECT_LE(columns_of(line), columns) << line;
  }
}

TEST(LiveView, ALineSaysEachThing) {
  LiveView::Setup limits = setup();
  limits.time_limit = 60;
  limits.memory_limit = 1'000'000'000;
  LiveView view(program(), limits);
  explore::Summary s = summary(12);
  s.found.resize(1);
  s.newest = "match";
  std::vector<std::string> narrow = view.lines(s, 80), wide = view.lines(s, 200);
  EXPECT_EQ(narrow[0], "matcher.c  0:12 of 1:00");
  EXPECT_EQ(wide[0], "matcher.c  0:12 of 1:00  random-path,covnew, 2 workers");
  EXPECT_EQ(narrow[1], "  paths     12345 finished, 1 error");
  EXPECT_EQ(narrow[2], "  states    678 live, 9 put away, memory 329 MiB of 953 MiB");
  EXPECT_THAT(narrow[3], StartsWith("  covered    0.0 % of branches"));
  EXPECT_THAT(narrow[3], EndsWith("last in match"));
  EXPECT_THAT(narrow[4], HasSubstr("instructions/s"));
  EXPECT_EQ(view.line(s),
            "0:12: 12345 paths, 678 states, 9 put away, 1 error, 0.0 % of branches, 0 instructions/s");
}

TEST(LiveView, TheTimeIsThatOfTheSession) {
  LiveView::Setup resumed = setup();
  resumed.seconds_before = 100;
  LiveView view(program(), resumed);
  EXPECT_THAT(view.lines(summary(107), 80)[0], HasSubstr("  0:07"));
}

TEST(LiveView, TheTrendRisesWithTheCoverage) {
  LiveView view(program(), setup());
  explore::Summary s = summary(0);
  ASSERT_GT(all_points().size(), 4u);
  ::testing::internal::CaptureStderr();
  for (size_t i = 0; i <= all_points().size(); ++i) {
    s.seconds = double(i);
    s.covered.assign(all_points().begin(), all_points().begin() + ptrdiff_t(i));
    s.points_covered = i;
    view.show(s);
  }
  ::testing::internal::GetCapturedStderr();
  std::string narrow = view.lines(s, 80)[3], wide = view.lines(s, 200)[3];
  EXPECT_GE(count(narrow, "▁"), 1u);
  EXPECT_THAT(narrow, HasSubstr("█"));
  EXPECT_LT(narrow.find("▁"), narrow.rfind("█"));
  EXPECT_THAT(narrow, Not(HasSubstr(" 0.0 %")));
  EXPECT_EQ(columns_of(narrow), columns_of("  covered   100.0 % of branches    ") + 16);
  EXPECT_EQ(columns_of(wide), columns_of("  covered   100.0 % of branches    ") + 60);
}

TEST(LiveView, TheTrendOfALongRunKeepsItsBounds) {
  LiveView view(program(), setup());
  ::testing::internal::CaptureStderr();
  view.show(summary(100'000));  // a machine that slept: the history is filled at once
  ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(count(view.lines(summary(100'000), 200)[3], "▁"), 60u);
}

TEST(LiveView, ABlockIsDrawnInPlaceAndTakenAway) {
  LiveView view(program(), setup());
  EXPECT_EQ(shown(view, {0.1, 0.2}), "");  // a short run shows nothing
  std::string first = shown(view, {0.4}), second = shown(view, {0.5});
  EXPECT_EQ(count(first, "\n"), 5u);
  EXPECT_THAT(first, Not(HasSubstr("\033[5A")));
  EXPECT_THAT(second, StartsWith("\r\033[5A"));
  ::testing::internal::CaptureStderr();
  view.clear();
  view.clear();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "\r\033[5A\033[J");
}

TEST(LiveView, ElsewhereALineComesEveryTenSeconds) {
  LiveView view(program(), setup(false));
  EXPECT_EQ(shown(view, {1, 5, 9.9}), "");
  std::string text = shown(view, {10.1, 11, 19, 20.2, 21});
  EXPECT_EQ(count(text, "\n"), 2u);
  EXPECT_THAT(text, StartsWith("0:10: 12345 paths"));
  EXPECT_THAT(text, HasSubstr("2.0 M instructions/s"));
  EXPECT_THAT(text, Not(HasSubstr("\033")));
}

}  // namespace
}  // namespace bonsai::cli
