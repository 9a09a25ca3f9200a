// Tested by slice_test.cpp.
#include "cli/slice_check.h"

#include <fmt/format.h>

#include <optional>

#include "ir/uses.h"

namespace bonsai::cli {

using analysis::SlicedFunction;

ir::Program sliced(const ir::Program& program, const analysis::Slice& slice) {
  ir::Program copy = program;
  for (const auto& [id, function] : slice.functions)
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      ir::Instr& instr = copy.functions[id].code[i];
      if (function.code[i] == SlicedFunction::keep) continue;
      if (function.code[i] == SlicedFunction::drop)
        instr = {ir::Op::Join, 0, 0, 0, 0, 0, 0, 0};
      else
        instr = {ir::Op::Jump, 1, 0, function.code[i], 0, 0, 0, 0};
    }
  return copy;
}

namespace {

// The bytes of all globals when the program has come to its end; nothing: it did not.
std::optional<std::vector<std::string>> final_globals(const ir::Program& program, const exec::Config& config,
                                                      const solve::Config& solver) {
  expr::TermStore terms;
  solve::Chain chain(terms, solver);
  exec::Machine machine(program, chain, config);
  std::unique_ptr<exec::Path> path = machine.initial_state();
  constexpr uint64_t most_instructions = 50'000'000;
  exec::Outcome outcome = machine.run(*path, most_instructions);
  // An Unreachable ends a slice: what stands before it would not have returned, and was not wanted.
  bool ends =
      outcome.kind == exec::Outcome::Kind::exited ||
      (outcome.kind == exec::Outcome::Kind::error && outcome.error.kind == exec::ErrorKind::unreachable);
  if (!ends) return std::nullopt;
  std::vector<std::string> all;
  for (const ir::Global& global : program.globals) {
    std::string bytes(global.size, '\0');
    const state::Object* object = global.address ? path->memory.find(global.address) : nullptr;
    if (object && object->base() == global.address && object->is_plain(0, global.size))
      object->read_plain(0, bytes.data(), global.size);
    all.push_back(std::move(bytes));
  }
  return all;
}

}  // namespace

SliceCheck check_slices(const ir::Program& program, const analysis::PointsTo& points_to,
                        const analysis::ModRef& mod_ref, const exec::Config& config,
                        const solve::Config& solver, unsigned most) {
  SliceCheck check;
  std::optional<std::vector<std::string>> whole = final_globals(program, config, solver);
  if (!whole) return check;
  check.is_usable = true;
  ir::FunctionId start = program.find_function(config.entry)->id;
  analysis::Slicer slicer(points_to, mod_ref);
  for (uint32_t i = 0; i < program.globals.size() && check.slices < most; ++i) {
    const ir::Global& global = program.globals[i];
    analysis::Range range{points_to.site_of_global(i), 0, analysis::Range::to_the_end};
    if (global.read_only || global.address == 0 || !mod_ref.may_write(start, range)) continue;
    const analysis::Slice& slice = slicer.slice(start, {range});
    ++check.slices;
    check.kept += slice.kept;
    check.instructions += slice.instructions;
    std::optional<std::vector<std::string>> part = final_globals(sliced(program, slice), config, solver);
    if (!part)
      check.differences.push_back(fmt::format("{}: the slice does not come to its end", global.name));
    else if ((*part)[i] != (*whole)[i])
      check.differences.push_back(fmt::format("{}: the slice leaves other bytes", global.name));
  }
  return check;
}

}  // namespace bonsai::cli
