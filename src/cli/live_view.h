// What a run shows while it goes on: on a terminal a block of lines that is drawn in place, elsewhere a line
// every ten seconds. All on standard error.
#pragma once

#include <string>
#include <vector>

#include "explore/explorer.h"
#include "report/coverage.h"

namespace bonsai::cli {

class LiveView {
 public:
  struct Setup {
    std::string program;
    std::string search;
    unsigned jobs = 1;
    double time_limit = 0;  // of this session; 0: none
    uint64_t memory_limit = 0;
    double seconds_before = 0;  // of former sessions
    bool in_place = false;      // a terminal
  };
  LiveView(const ir::Program& program, Setup setup);

  void show(const explore::Summary& summary);
  // Takes the block away, so that what follows stands on clean ground.
  void clear();

  // The block for a terminal of so many columns; each line fits. For tests, too.
  std::vector<std::string> lines(const explore::Summary& summary, unsigned columns) const;
  std::string line(const explore::Summary& summary) const;

 private:
  struct Sample {
    double seconds = 0;
    uint64_t instructions = 0, queries = 0;
    double solver_seconds = 0;
  };
  void sample(const explore::Summary& summary);
  void follow_coverage(const explore::Summary& summary);
  std::string trend(size_t width) const;

  const ir::Program& program_;
  ir::Points points_;
  Setup setup_;
  report::CoverageTotals totals_;
  uint64_t points_covered_ = 0;
  double coverage_at_ = -1;      // when the totals were counted
  std::vector<double> history_;  // share of branches covered, evenly spaced in time
  double history_step_ = 0.5;    // seconds between two of them
  Sample now_, before_;          // about a second apart
  double rate_instructions_ = 0, rate_queries_ = 0, solver_share_ = 0;
  double next_line_ = 10;
  size_t drawn_ = 0;  // lines on the terminal
};

// "1:05", "2:03:04"
std::string clock_words(double seconds);
// "12.3 M": at most five characters and a unit
std::string short_number(double number);
// As many columns as fit: a character of UTF-8 is one.
std::string cut_to(std::string_view text, size_t columns);

}  // namespace bonsai::cli
