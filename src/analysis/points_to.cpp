// The questions. Tested by cli/analyses_test.cpp.
#include "analysis/points_to.h"

#include <algorithm>

#include "analysis/points_to_builder.h"

namespace bonsai::analysis {

using ir::FunctionId;

PointsTo::PointsTo(const ir::Program& program, const std::string& entry)
    : made_(std::make_unique<PointsToBuilder>(program, entry)) {}

PointsTo::~PointsTo() = default;

const ir::Program& PointsTo::program() const { return made_->program_; }
std::span<const Site> PointsTo::sites() const { return made_->sites_; }
SiteId PointsTo::site_of_arguments(bool strings) const { return made_->arguments_ + (strings ? 1 : 0); }
SiteId PointsTo::site_of_global(uint32_t index) const { return made_->first_global_ + index; }
SiteId PointsTo::site_of_function(FunctionId function) const { return made_->first_function_ + function; }
SiteId PointsTo::site_of_local(FunctionId function, uint32_t local) const {
  return made_->first_local_[function] + local;
}

std::optional<SiteId> PointsTo::site_of_heap(uint32_t call_site, uint32_t caller,
                                             uint32_t callers_caller) const {
  const AllocationWrappers& wrappers = made_->wrappers_;
  auto is_in_wrapper = [&](uint32_t site) {
    FunctionId function = wrappers.function_of(site);
    return function != ir::none && wrappers.is_wrapper(function);
  };
  if (!is_in_wrapper(call_site) || !wrappers.is_told_apart(caller)) caller = ir::none;
  if (caller == ir::none || !is_in_wrapper(caller) || !wrappers.is_told_apart(callers_caller))
    callers_caller = ir::none;
  auto found = made_->heap_.find({call_site, caller, callers_caller});
  if (found == made_->heap_.end()) return std::nullopt;
  return found->second;
}

std::vector<SiteId> PointsTo::sites_of_heap(uint32_t call_site) const {
  std::vector<SiteId> found;
  for (auto each = made_->heap_.lower_bound({call_site, 0, 0});
       each != made_->heap_.end() && std::get<0>(each->first) == call_site; ++each)
    found.push_back(each->second);
  return found;
}

uint32_t PointsTo::local_at(const ir::Function& function, uint64_t frame_offset) {
  for (uint32_t i = 0; i < function.locals.size() && !function.locals[i].dynamic; ++i) {
    const ir::Local& local = function.locals[i];
    if (local.offset <= frame_offset && frame_offset - local.offset < local.size) return i;
  }
  return ir::none;
}

uint32_t PointsTo::instance_count() const { return uint32_t(made_->instances_.size()); }
std::span<const uint32_t> PointsTo::instances(FunctionId function) const {
  return made_->instances_of_[function];
}
FunctionId PointsTo::function_of(InstanceId instance) const { return made_->instances_[instance].function; }
std::span<const PointsTo::Call> PointsTo::calls(InstanceId instance) const {
  return made_->instances_[instance].calls;
}

bool PointsTo::is_executed(InstanceId instance, uint32_t index) const {
  const PointsToBuilder::Instance& at = made_->instances_[instance];
  const std::vector<ir::Block>& blocks = made_->program_.functions[at.function].blocks;
  auto after = std::upper_bound(blocks.begin(), blocks.end(), index,
                                [](uint32_t i, const ir::Block& block) { return i < block.first; });
  return after != blocks.begin() && at.blocks[size_t(after - blocks.begin() - 1)];
}

std::optional<SiteId> PointsTo::site_of_heap(InstanceId instance, uint32_t call_site) const {
  const PointsToBuilder::Instance& at = made_->instances_[instance];
  auto found = made_->heap_.find({call_site, at.caller, at.callers_caller});
  if (found == made_->heap_.end()) return std::nullopt;
  return found->second;
}

bool PointsTo::is_reached(FunctionId function) const { return !made_->instances_of_[function].empty(); }

namespace {

template <typename NodeOf>
std::vector<Target> united(const PointsToBuilder& made, FunctionId function, uint32_t instance,
                           NodeOf&& node_of) {
  IdSet all, ignored;
  for (uint32_t number : made.instances_of_[function])
    if (instance != PointsTo::every_instance && instance != number)
      continue;
    else if (uint32_t node = made.instances_[number].webs[node_of(*made.webs_[function])]; node != ir::none)
      all.insert(made.solver_.facts(node), ignored);
  return made.sorted(all);
}

}  // namespace

std::vector<Target> PointsTo::read(FunctionId function, uint32_t index, uint32_t r,
                                   InstanceId instance) const {
  return united(*made_, function, instance, [&](const Webs& webs) { return webs.read(index, r); });
}

std::vector<Target> PointsTo::written(FunctionId function, uint32_t index, uint32_t r) const {
  return united(*made_, function, every_instance, [&](const Webs& webs) { return webs.written(index, r); });
}

std::vector<Target> PointsTo::read(FunctionId function, uint32_t index, ir::Operand operand,
                                   InstanceId instance) const {
  if (operand.is_none()) return {};
  if (operand.is_register()) return read(function, index, operand.index(), instance);
  std::vector<Target> all;
  for (uint64_t word : made_->program_.constants[operand.index()].words)
    for (const Target& target : made_->targets_of(word)) all.push_back(target);
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<Target> PointsTo::parameter(FunctionId function, uint32_t number, InstanceId instance) const {
  return united(*made_, function, instance, [&](const Webs& webs) { return webs.parameter(number); });
}

std::vector<Target> PointsTo::content(SiteId site, Offsets place, uint64_t bytes) const {
  return made_->sorted(made_->solver_.content(site, place, bytes));
}

std::vector<Target> PointsTo::thrown() const { return made_->sorted(made_->solver_.facts(made_->thrown_)); }

std::span<const FunctionId> PointsTo::callees(uint32_t call) const { return made_->callees_[call]; }
const Webs& PointsTo::webs(FunctionId function) const { return *made_->webs_[function]; }
std::optional<uint64_t> PointsTo::number(FunctionId function, uint32_t index, ir::Operand operand) const {
  return made_->number(function, index, operand);
}

Move PointsTo::indexed(FunctionId function, uint32_t index) const {
  const ir::Instr& instr = made_->program_.functions[function].code[index];
  return made_->indexed(function, index, instr.address(), instr.op == ir::Op::StoreX ? instr.dst : instr.b);
}

bool PointsTo::holds_numbers(FunctionId function, uint32_t index, uint32_t r) const {
  return made_->holds_numbers(function, index, r);
}

const PointsTo::Statistics& PointsTo::statistics() const { return made_->statistics_; }

}  // namespace bonsai::analysis
