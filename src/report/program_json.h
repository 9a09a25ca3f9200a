// How a run's options (the meta entry "options" of run.db) name the program, so that it can be built again:
// the keys inputs, compiler_flags, arguments (lists of text), entry, directory (text). Other keys are for
// others.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "report/native_build.h"

namespace bonsai::report {

// `options` is a JSON object, or empty; the keys of the program are set in it.
std::string with_program(std::string_view options, const NativeProgram& program);

base::Result<NativeProgram> read_program(std::string_view options);

}  // namespace bonsai::report
