// Tested by live_view_test.cpp.
#include "cli/live_view.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace bonsai::cli {
namespace {

constexpr size_t most_history = 256;

unsigned terminal_columns() {
  struct winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col) return size.ws_col;
  return 80;
}

double share(uint64_t part, uint64_t whole) { return whole ? double(part) / double(whole) : 0; }

std::string bytes_words(uint64_t bytes) {
  if (bytes < uint64_t(1) << 30) return fmt::format("{} MiB", bytes >> 20);
  return fmt::format("{:.1f} GiB", double(bytes) / (1 << 30));
}

const char* plural(uint64_t count) { return count == 1 ? "" : "s"; }

}  // namespace

std::string clock_words(double seconds) {
  uint64_t all = uint64_t(std::max(seconds, 0.0));
  if (all >= 3600) return fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
  return fmt::format("{}:{:02}", all / 60, all % 60);
}

std::string short_number(double number) {
  const char* units[] = {"", " k", " M", " G", " T"};
  size_t unit = 0;
  while (number >= 999.5 && unit + 1 < std::size(units)) number /= 1000, ++unit;
  if (unit == 0) return fmt::format("{:.0f}", number);
  return fmt::format("{:.{}f}{}", number, number < 99.95 ? 1 : 0, units[unit]);
}

std::string cut_to(std::string_view text, size_t columns) {
  size_t used = 0, i = 0;
  for (; i < text.size(); ++i) {
    bool begins = (uint8_t(text[i]) & 0xc0) != 0x80;
    if (begins && used++ == columns) break;
  }
  return std::string(text.substr(0, i));
}

LiveView::LiveView(const ir::Program& program, Setup setup)
    : program_(program), points_(program), setup_(std::move(setup)) {
  totals_ = report::cover(program_, points_, {}).totals;
  now_.seconds = before_.seconds = setup_.seconds_before;
}

void LiveView::sample(const explore::Summary& s) {
  now_ = {s.seconds, s.instructions + s.replayed, s.solver.asked, s.solver.seconds};
  double time = now_.seconds - before_.seconds;
  if (time < 1) return;
  rate_instructions_ = double(now_.instructions - before_.instructions) / time;
  rate_queries_ = double(now_.queries - before_.queries) / time;
  solver_share_ = (now_.solver_seconds - before_.solver_seconds) / time / setup_.jobs;
  before_ = now_;
}

void LiveView::follow_coverage(const explore::Summary& s) {
  if (s.points_covered != points_covered_ && s.seconds > coverage_at_ + 0.5) {
    points_covered_ = s.points_covered;
    coverage_at_ = s.seconds;
    totals_ = report::cover(program_, points_, s.covered).totals;
  }
  double passed = s.seconds - setup_.seconds_before;
  while (double(history_.size()) * history_step_ <= passed) {
    history_.push_back(share(totals_.branches, totals_.branches_total));
    if (history_.size() < most_history) continue;
    for (size_t i = 0; i < most_history / 2; ++i) history_[i] = history_[2 * i + 1];
    history_.resize(most_history / 2);
    history_step_ *= 2;
  }
}

std::string LiveView::trend(size_t width) const {
  static constexpr const char* bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string text;
  size_t shown = std::min(width, history_.size());
  double most = history_.empty() ? 0 : std::max(history_.back(), 1e-9);
  for (size_t i = 0; i < shown; ++i) {
    double value = history_[(i + 1) * history_.size() / shown - 1];
    text += bars[std::min<size_t>(size_t(value / most * 7.99), 7)];
  }
  for (size_t i = shown; i < width; ++i) text += ' ';
  return text;
}

std::vector<std::string> LiveView::lines(const explore::Summary& s, unsigned columns) const {
  double passed = s.seconds - setup_.seconds_before;
  std::string limit = setup_.time_limit > 0 ? " of " + clock_words(setup_.time_limit) : "";
  std::string head = fmt::format("{}  {}{}", setup_.program, clock_words(passed), limit);
  if (columns >= 100)
    head += fmt::format("  {}, {} worker{}", setup_.search, setup_.jobs, plural(setup_.jobs));
  std::string memory = bytes_words(s.memory ? s.memory : s.memory_peak);
  if (setup_.memory_limit) memory += " of " + bytes_words(setup_.memory_limit);
  std::vector<std::string> all = {
      head,
      fmt::format("  paths     {} finished, {} error{}", s.paths(), s.found.size(), plural(s.found.size())),
      fmt::format("  states    {} live, {}{} put away", s.live - s.parked,
                  s.parked ? fmt::format("{} set aside, ", s.parked) : "", s.dehydrated),
      fmt::format("  covered   {:4.1f} % of branches  {}  {}",
                  100 * share(totals_.branches, totals_.branches_total), trend(columns >= 150 ? 60 : 16),
                  s.newest.empty() ? "" : "last in " + s.newest),
      fmt::format("  speed     {} instructions/s, {} queries/s, solver {:.0f} %",
                  short_number(rate_instructions_), short_number(rate_queries_), 100 * solver_share_)};
  if (s.memory || s.memory_peak) all[2] += ", memory " + memory;
  for (std::string& each : all) each = cut_to(each, columns);
  return all;
}

std::string LiveView::line(const explore::Summary& s) const {
  return fmt::format(
      "{}: {} paths, {} states, {} put away, {} error{}, {:.1f} % of branches, {} instructions/s",
      clock_words(s.seconds - setup_.seconds_before), s.paths(), s.live, s.dehydrated, s.found.size(),
      plural(s.found.size()), 100 * share(totals_.branches, totals_.branches_total),
      short_number(rate_instructions_));
}

void LiveView::show(const explore::Summary& s) {
  sample(s);
  follow_coverage(s);
  double passed = s.seconds - setup_.seconds_before;
  if (!setup_.in_place) {
    if (passed < next_line_) return;
    next_line_ = passed + 10;
    fmt::print(stderr, "{}\n", line(s));
    return;
  }
  if (passed < 0.3) return;  // a short run shows nothing
  std::string text;
  if (drawn_) text += fmt::format("\r\033[{}A", drawn_);
  std::vector<std::string> all = lines(s, terminal_columns());
  for (const std::string& each : all) text += "\033[K" + each + "\n";
  drawn_ = all.size();
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
}

void LiveView::clear() {
  if (drawn_) fmt::print(stderr, "\r\033[{}A\033[J", drawn_);
  drawn_ = 0;
  std::fflush(stderr);
}

}  // namespace bonsai::cli
