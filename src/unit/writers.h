// A plan as programs: the driver that Bonsai runs, and tests for GoogleTest.
#pragma once

#include <string>
#include <vector>

#include "report/records.h"
#include "unit/plan.h"

namespace bonsai::unit {

// What stands before the results of the calls at the end of a driver's output.
inline constexpr std::string_view results_mark = "\nbonsai results:";

// A program in the source's language that includes the source, makes the inputs and calls the functions.
std::string write_driver(const Plan& plan);
// In C: the functions that the source calls and nobody has; their results are inputs. Empty: none.
std::string write_stubs(const Plan& plan);

// The same source for tests that are programs: functions that call those under test on packed arguments.
std::string write_unit(const std::vector<Plan>& plans);
// The tests of one plan; `count` becomes how many. Those of paths that did not end are left out.
std::string write_gtest(const Plan& plan, const std::vector<report::Test>& tests,
                        const std::vector<report::Error>& errors, size_t& count);
// What all of them share: objects, stubs, packed arguments.
std::string gtest_header(const std::vector<Plan>& plans);
std::string gtest_support();
// In C, which believes any prototype.
std::string gtest_stubs(const std::vector<Plan>& plans);
// Builds them. `sources`: further files of the user's; `flags`: for the compiler.
std::string gtest_cmake(const std::vector<Plan>& plans, const std::vector<std::string>& sources,
                        const std::vector<std::string>& flags, bool checks_overflow);

// A name for an identifier.
std::string identifier(const std::string& text);

}  // namespace bonsai::unit
