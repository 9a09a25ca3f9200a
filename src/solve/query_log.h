#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "solve/core.h"

// QueryLog: writes queries as SMT-LIB 2 files, one per query, that any solver and `bonsai solve` read.
//
// Files are numbered in the order of the queries; each opens with a comment that tells our answer and its
// time. A directory that cannot be written stops the log, not the run: see problem().

namespace bonsai::solve {

class QueryLog {
 public:
  explicit QueryLog(std::string directory);

  void write(std::span<const expr::Term* const> constraints, const expr::Term* question, Answer answer,
             std::chrono::nanoseconds time);
  uint64_t written() const { return next_; }
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  std::string directory_;
  uint64_t next_ = 0;
  std::optional<std::string> problem_;
};

std::string_view answer_name(Answer answer);

// The query as a script.
std::string query_script(std::span<const expr::Term* const> constraints, const expr::Term* question);

}  // namespace bonsai::solve
