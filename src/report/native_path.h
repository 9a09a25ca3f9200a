// The path of a native run, told by a build of the very module that the engine executes.
//
// load::Options::native_module makes the bitcode (load/native_module.h), runtime/trace records what it
// reports. Both sides of a comparison are brought to one form, Decision: the native events by decisions(),
// what the engine recorded by decision(). To compare one test:
//
//   NativeProgram traced = *traced_program(native_program, program, "run/module.bc");
//   NativeBuild build(traced, "run/traced");
//   RunConfig config{.trace = true};
//   auto run = run_test(*build.binary(Variant::plain), Variant::plain, build, test.inputs, config);
//   first_difference(program, predicted, *decisions(program, read_trace(run->trace)->events), whole);
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ir/program.h"
#include "report/native_build.h"
#include "report/path_comparison.h"

namespace bonsai::report {

// The program as its module's bitcode and the recorder, to be built in a folder of its own as Variant::plain.
// Of the user's flags those for the target and the linker are kept.
base::Result<NativeProgram> traced_program(const NativeProgram& original, const ir::Program& program,
                                           const std::string& bitcode);

// One record of a trace.
struct BranchEvent {
  ir::BranchId id = 0;
  bool is_switch = false;
  uint64_t outcome = 0;  // conditional: the condition; switch: the value, zero-extended
  friend bool operator==(const BranchEvent&, const BranchEvent&) = default;
};

struct Trace {
  std::vector<BranchEvent> events;
  bool is_cut = false;  // the path is longer than a trace can be
};

// Reads NativeRun::trace. It is empty after a run that met no traced branch: so are the events.
base::Result<Trace> read_trace(std::string_view bytes);

// What the engine knows of one branch on its path.
struct BranchStep {
  ir::FunctionId function = 0;
  uint32_t index = 0;  // of the instruction
  uint32_t way = 0;    // two-way branch: 1 if it took its first target, else 0; switch: the target
};

// Nothing for a branch without a number, which is no part of the comparison.
// REQUIRES: the step names an instruction of the program.
std::optional<Decision> decision(const ir::Program& program, const BranchStep& step);

// Untraced branches are left out. An error if the events are not of this program.
base::Result<std::vector<Decision>> decisions(const ir::Program& program,
                                              std::span<const BranchEvent> events);

}  // namespace bonsai::report
