// What a run came to, as JSON and in words.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "explore/explorer.h"
#include "report/coverage.h"
#include "report/records.h"

namespace bonsai::cli {

struct RunResult {
  const explore::Summary& summary;
  const std::vector<report::Error>& errors;
  const std::vector<report::Test>& error_tests;  // that show them, by error
  const report::CoverageTotals& coverage;
  const std::string& program;
  report::CoverageTotals seen{};  // by any path
};

// The one object that --json prints.
nlohmann::json to_json(const RunResult& result);
nlohmann::json to_json(const explore::ConcolicCounts& counts);
// A count as it was written, small enough to be added up; anything else throws what nlohmann's readers throw.
uint64_t count_from_json(const nlohmann::json& value);
explore::ConcolicCounts concolic_from_json(const nlohmann::json& counts);  // throws nlohmann's exceptions
// Errors with their stacks and inputs, on standard output. `tests` are those that show them, by error.
void print_errors(const std::vector<report::Error>& errors, const std::vector<report::Test>& tests);
// The bytes of a test: a list of objects.
nlohmann::json inputs_to_json(const report::Test& test);
// The bytes of a test, a line for each input.
void print_inputs(const report::Test& test);
void print_summary(const RunResult& result);

}  // namespace bonsai::cli
