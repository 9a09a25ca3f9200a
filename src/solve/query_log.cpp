#include "solve/query_log.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "expr/smtlib_writer.h"

namespace bonsai::solve {

std::string_view answer_name(Answer answer) {
  switch (answer) {
    case Answer::sat: return "sat";
    case Answer::unsat: return "unsat";
    default: return "unknown";
  }
}

QueryLog::QueryLog(std::string directory) : directory_(std::move(directory)) {
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error) problem_ = "cannot make the directory for queries '" + directory_ + "': " + error.message();
}

std::string query_script(std::span<const expr::Term* const> constraints, const expr::Term* question) {
  expr::SmtlibWriter writer;
  writer.prepare(question);
  for (const expr::Term* constraint : constraints) writer.prepare(constraint);
  for (const expr::Term* constraint : constraints) writer.assert_term(constraint);
  writer.append("; the question\n");
  writer.assert_term(question);
  return "(set-logic ALL)\n" + writer.take() + "(check-sat)\n";
}

void QueryLog::write(std::span<const expr::Term* const> constraints, const expr::Term* question,
                     Answer answer, std::chrono::nanoseconds time) {
  if (problem_) return;
  char name[32];
  std::snprintf(name, sizeof name, "%08llu.smt2", static_cast<unsigned long long>(next_));
  char header[128];
  std::snprintf(header, sizeof header, "; bonsai: %s in %.1f us, %zu constraints\n",
                answer_name(answer).data(), double(time.count()) / 1000, constraints.size());
  std::ofstream file(std::filesystem::path(directory_) / name);
  file << header;
  // For readers that know the status attribute.
  if (answer != Answer::unknown) file << "(set-info :status " << answer_name(answer) << ")\n";
  file << query_script(constraints, question);
  file.close();
  if (!file) problem_ = "cannot write the query '" + directory_ + "/" + name + "'";
  ++next_;
}

}  // namespace bonsai::solve
