// Tested by native_path_test.cpp.
#include "report/native_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/home.h"

namespace bonsai::report {
namespace {

// As runtime/trace/trace.c writes them.
struct Header {
  char magic[8];
  uint32_t version, flags;
  uint64_t count, unused;
};
struct Record {
  uint32_t branch, kind;
  uint64_t outcome;
};
static_assert(sizeof(Header) == 32 && sizeof(Record) == 16 && std::endian::native == std::endian::little);

// The target that a switch takes for a value.
uint32_t target_of(const ir::SwitchTable& table, uint64_t value) {
  auto found =
      std::lower_bound(table.cases.begin(), table.cases.end(), value,
                       [](const ir::SwitchTable::Case& one, uint64_t wanted) { return one.value < wanted; });
  return found != table.cases.end() && found->value == value ? found->target : table.default_target;
}

bool is_target_flag(const std::string& flag) {
  return flag.starts_with("-m") || flag.starts_with("-l") || flag.starts_with("-L") ||
         flag.starts_with("-Wl,") || flag.starts_with("-stdlib=") || flag.starts_with("-fsanitize") ||
         flag == "-pthread" || flag == "-static";
}

}  // namespace

base::Result<NativeProgram> traced_program(const NativeProgram& original, const ir::Program& program,
                                           const std::string& bitcode) {
  std::string recorder = base::trace_directory();
  if (recorder.empty())
    return base::Error{"the source of the path recorder (runtime/trace) is not where Bonsai is"};
  NativeProgram traced;
  traced.inputs = {bitcode, recorder + "/trace.c"};
  std::copy_if(original.compiler_flags.begin(), original.compiler_flags.end(),
               std::back_inserter(traced.compiler_flags), is_target_flag);
  std::vector<std::string>& flags = traced.compiler_flags;
  if (program.pointer_bytes == 4 && std::find(flags.begin(), flags.end(), "-m32") == flags.end())
    flags.push_back("-m32");
  traced.arguments = original.arguments;
  traced.directory = original.directory;
  traced.is_unconfined = original.is_unconfined;
  traced.is_stopped = original.is_stopped;
  return traced;
}

base::Result<Trace> read_trace(std::string_view bytes) {
  if (bytes.empty()) return Trace{};
  Header header{};
  if (bytes.size() < sizeof header || std::memcmp(bytes.data(), "BONSAITR", 8) != 0)
    return base::Error{"the native run left no trace, or the program wrote over it"};
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != 1) return base::Error{fmt::format("the trace has version {}", header.version)};
  if (header.flags > 1 || header.unused != 0) return base::Error{"the header of the trace is damaged"};
  uint64_t room = (bytes.size() - sizeof header) / sizeof(Record);
  if (header.count > room)
    return base::Error{fmt::format("the trace has {} records and room for {}", header.count, room)};
  std::vector<Record> records(header.count);
  if (!records.empty())
    std::memcpy(records.data(), bytes.data() + sizeof header, records.size() * sizeof(Record));
  Trace trace;
  trace.is_cut = header.flags & 1;
  trace.events.reserve(records.size());
  for (const Record& record : records) {
    if (record.kind > 1 || (record.kind == 0 && record.outcome > 1))
      return base::Error{fmt::format("record {} of the trace is damaged", trace.events.size())};
    trace.events.push_back({record.branch, record.kind == 1, record.outcome});
  }
  return trace;
}

std::optional<Decision> decision(const ir::Program& program, const BranchStep& step) {
  const ir::Function& function = program.functions[step.function];
  const ir::BranchSite* site = function.branch_site(step.index);
  if (!site) return std::nullopt;
  bool is_switch = function.code[step.index].op == ir::Op::Switch;
  return Decision{site->id, is_switch ? step.way : uint32_t((step.way != 0) != site->inverted)};
}

base::Result<std::vector<Decision>> decisions(const ir::Program& program,
                                              std::span<const BranchEvent> events) {
  std::vector<Decision> result;
  result.reserve(events.size());
  for (const BranchEvent& event : events) {
    if (event.id >= program.branches.size())
      return base::Error{fmt::format("event {}: branch {} of {}: the trace is of another program",
                                     &event - events.data(), event.id, program.branches.size())};
    const ir::Branch& branch = program.branches[event.id];
    if (!branch.is_traced()) continue;
    const ir::Instr& instr = program.functions[branch.function].code[branch.index];
    if (event.is_switch != (instr.op == ir::Op::Switch))
      return base::Error{fmt::format("event {}: branch {} is {} switch: the trace is of another program",
                                     &event - events.data(), event.id, event.is_switch ? "no" : "a")};
    result.push_back({event.id, event.is_switch ? target_of(program.switches[instr.imm], event.outcome)
                                                : uint32_t(event.outcome)});
  }
  return result;
}

}  // namespace bonsai::report
