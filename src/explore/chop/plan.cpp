// Tested by tests/check_chop.
#include "explore/chop/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/function_models.h"
#include "analysis/mod_ref.h"
#include "ir/uses.h"

namespace bonsai::explore {

using analysis::Effects;
using analysis::Site;
using exec::Chop;

namespace {

// From sites of the analyses to objects of a run.
Chop::Target target_of(const ir::Program& program, const Site& site) {
  Chop::Target target;
  target.index = site.index;
  switch (site.kind) {
    case Site::Kind::global: target.kind = state::ObjectKind::global; break;
    case Site::Kind::local:
      target.kind = state::ObjectKind::local_frame;
      target.local = site.local;
      break;
    default:
      target.kind = state::ObjectKind::heap;
      target.local = site.caller + 1;  // ir::none becomes 0
      target.caller = site.callers_caller + 1;
      break;
  }
  return target;
}

bool has_objects(const ir::Program& program, const Site& site) {
  switch (site.kind) {
    case Site::Kind::global: {
      const ir::Global& global = program.globals[site.index];
      return global.address && !global.read_only && !global.external;
    }
    case Site::Kind::local:
    case Site::Kind::heap: return true;
    default: return false;
  }
}

// Adds the sites of its targets.
std::shared_ptr<const Chop::Effects> effects_of(const analysis::PointsTo& points_to, const Effects& of,
                                                std::vector<analysis::SiteId>& target_sites) {
  auto made = std::make_shared<Chop::Effects>();
  made->anything = of.memory.writes_anything;
  std::span<const Site> sites = points_to.sites();
  std::map<analysis::SiteId, Chop::Target> targets;
  auto target = [&](analysis::SiteId id) -> Chop::Target& {
    auto [it, is_new] = targets.try_emplace(id);
    if (is_new) it->second = target_of(points_to.program(), sites[id]);
    return it->second;
  };
  for (const analysis::Range& range : of.memory.writes) {
    const Site& site = sites[range.site];
    made->arguments |= site.kind == Site::Kind::arguments;
    made->anything |= site.kind == Site::Kind::outside;
    if (has_objects(points_to.program(), site)) target(range.site).bytes.push_back({range.begin, range.end});
  }
  // What is freed is changed as a whole.
  for (analysis::SiteId id : of.memory.frees) {
    made->anything |= sites[id].kind == Site::Kind::outside;
    if (sites[id].kind != Site::Kind::heap) continue;
    target(id).may_be_freed = true;
    target(id).bytes = {{}};
  }
  for (auto& [id, each] : targets) {
    made->targets.push_back(std::move(each));
    target_sites.push_back(id);
  }
  return made;
}

// Whether the function, or one that it may call, makes inputs: then it is not skipped, for inputs have names
// that depend on their order. The model of Linux makes some as the program starts, and where calls fail.
bool makes_input(const ir::Program& program, ir::FunctionId id, const Effects& effects, bool calls_fail) {
  if (!effects.makes_input) return false;
  for (const ir::Function& function : program.functions) {
    if (function.id != id && !effects.callees.contains(function.id)) continue;
    if (!function.has_body || (function.is_runtime && !calls_fail)) continue;
    for (const ir::Instr& instr : function.code) {
      if (instr.op != ir::Op::Call || program.calls[instr.imm].callee == ir::none) continue;
      const analysis::FunctionModel* model =
          analysis::model_of(program.functions[program.calls[instr.imm].callee]);
      if (model && model->makes_input) return true;
    }
  }
  return false;
}

// Why a function is never skipped, or null.
const char* objection(const ir::Program& program, ir::FunctionId id, const Effects& effects,
                      bool calls_fail) {
  if (makes_input(program, id, effects, calls_fail)) return "it may make symbolic inputs";
  return effects.registers_exit_handler ? "it may register exit handlers" : nullptr;
}

// How many branches a function has; loops count as many.
uint32_t branches_of(const ir::Program& program, const ir::Function& function) {
  constexpr uint32_t of_loop = 100;
  uint32_t count = 0;
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    const ir::Instr& instr = function.code[i];
    count += ir::is_conditional(instr.op) || instr.op == ir::Op::Switch;
    ir::for_each_target(program, instr, [&](uint32_t target) { count += target <= i ? of_loop : 0; });
  }
  return count;
}

}  // namespace

std::vector<Skippable> worth_skipping(const ir::Program& program, const std::string& entry, bool calls_fail,
                                      const std::vector<uint8_t>& covered) {
  Analyses analyses(program, entry);
  std::vector<Skippable> found;
  for (const ir::Function& function : program.functions) {
    bool is_candidate = covered[function.id] && function.name != entry && function.name != "main" &&
                        analyses.points_to.is_reached(function.id);
    if (!is_candidate) continue;
    const Effects& effects = analyses.mod_ref.of(function.id);
    std::vector<analysis::SiteId> sites;
    if (effects_of(analyses.points_to, effects, sites)->anything || effects.calls_unknown ||
        objection(program, function.id, effects, calls_fail))
      continue;
    // A call that is skipped costs a snapshot: one with few ways through it is better executed.
    constexpr uint32_t least_branches = 8;
    uint32_t branches = branches_of(program, function);
    bool is_covered = true;
    effects.callees.for_each([&](uint32_t id) {
      const ir::Function& callee = program.functions[id];
      if (!callee.is_runtime) branches += branches_of(program, callee);
      is_covered &= !callee.has_body || callee.is_runtime || covered[id];
    });
    if (branches >= least_branches && is_covered) found.push_back({function.id, effects.may_not_return});
  }
  return found;
}

ChopPlan plan_chop(const ir::Program& program, const std::string& entry, bool calls_fail,
                   const std::set<ir::FunctionId>& functions,
                   const std::set<std::pair<uint32_t, ir::FunctionId>>& sites, Slicing slicing) {
  ChopPlan plan;
  auto analyses = std::make_shared<Analyses>(program, entry);
  const analysis::ModRef& mod_ref = analyses->mod_ref;
  plan.seconds = analyses->points_to.statistics().seconds + mod_ref.seconds();
  auto slices = slicing == Slicing::never ? nullptr : std::make_shared<Slices>(analyses, slicing);
  plan.chop = std::make_shared<Chop>();
  plan.chop->functions.resize(program.functions.size());
  plan.chop->effects.resize(program.functions.size());
  auto can_be_skipped = [&](ir::FunctionId id) {
    if (plan.chop->effects[id]) return true;
    const Effects& effects = mod_ref.of(id);
    if (const char* why = objection(program, id, effects, calls_fail)) {
      plan.warnings.push_back(fmt::format("{} is not skipped: {}", program.functions[id].source_name, why));
      return false;
    }
    std::vector<analysis::SiteId> target_sites;
    plan.chop->effects[id] = effects_of(analyses->points_to, effects, target_sites);
    if (slices) slices->set_sites(id, plan.chop->effects[id], std::move(target_sites));
    return true;
  };
  for (ir::FunctionId id : functions) plan.chop->functions[id] = can_be_skipped(id);
  for (const auto& [call, id] : sites)
    if (can_be_skipped(id)) plan.chop->sites.emplace(call, id);
  plan.slices = slices;
  plan.chop->slices = slices;
  return plan;
}

}  // namespace bonsai::explore
