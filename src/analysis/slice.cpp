// Tested by slice_test.cpp in cli.
#include "analysis/slice.h"

#include <algorithm>

#include "analysis/function_models.h"
#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::FunctionId;
using ir::Instr;
using ir::Op;

namespace {

bool returns(Op op) { return op == Op::Ret || op == Op::RetVoid || op == Op::RetMany; }

// Ends its function other than by returning.
bool ends(Op op) {
  return op == Op::Unreachable || op == Op::Trap || op == Op::Unsupported || op == Op::Resume;
}

}  // namespace

const Slicer::Facts& Slicer::facts(FunctionId id) {
  auto [found, is_new] = facts_.try_emplace(id);
  Facts& made = found->second;
  if (!is_new) return made;
  const ir::Program& program = points_to_.program();
  const Function& function = program.functions[id];
  const Webs& webs = points_to_.webs(id);
  made.writers.resize(webs.count());
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    made.accesses.push_back(accesses(points_to_, id, i));
    for (const Webs::Reference& each : webs.writes(i)) made.writers[each.web].push_back(i);
    if (function.code[i].op != Op::Call) continue;
    for (FunctionId callee : points_to_.callees(uint32_t(function.code[i].imm))) {
      const FunctionModel* model = model_of(program.functions[callee]);
      made.returns_twice |= model && model->special == Special::setjmp;
    }
  }
  made.control = std::make_unique<ControlDependence>(
      program, function, [&](uint32_t index) { return mod_ref_.may_not_return(id, index); });
  return made;
}

// One slice in the making.
class Slicer::Work {
 public:
  Work(Slicer& slicer, FunctionId root, Slice& slice) : slicer_(slicer), slice_(slice) {
    add_function(root);
    slicer.mod_ref_.of(root).callees.for_each([&](uint32_t id) {
      if (slicer.points_to_.is_reached(id) && !model_of(program().functions[id])) add_function(id);
    });
    for (auto& [id, sliced] : slice.functions) note(id);
  }

  void want(const Range& range);
  void want_result(FunctionId function);
  void run();
  void finish();

 private:
  struct Place {
    FunctionId function;
    uint32_t index;
  };
  struct Writer {
    Range range;
    Place place;
  };

  const ir::Program& program() const { return slicer_.points_to_.program(); }
  void add_function(FunctionId id) {
    slice_.functions[id].code.assign(program().functions[id].code.size(), SlicedFunction::drop);
  }
  void note(FunctionId id);
  void keep(Place place);
  void keep_call(Place place);
  void keep_ends(FunctionId function);
  void want_web(FunctionId function, uint32_t web);
  void want_all();

  Slicer& slicer_;
  Slice& slice_;
  std::vector<Place> open_;
  std::vector<Range> wanted_;  // that was looked at
  std::unordered_map<SiteId, std::vector<Writer>> writers_;
  std::vector<Place> write_anything_, write_something_;
  std::unordered_map<FunctionId, std::vector<Place>> callers_;
  std::unordered_map<FunctionId, uint8_t> entered_, result_wanted_, ends_kept_;
  bool all_wanted_ = false;
};

void Slicer::Work::note(FunctionId id) {
  const Facts& facts = slicer_.facts(id);
  const Function& function = program().functions[id];
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    const Accesses& here = facts.accesses[i];
    for (const Range& range : here.writes) writers_[range.site].push_back({range, {id, i}});
    // The end of an object is a change of it.
    for (SiteId site : here.frees) writers_[site].push_back({{site, 0, Range::to_the_end}, {id, i}});
    if (here.writes_anything) write_anything_.push_back({id, i});
    if (!here.writes.empty() || !here.frees.empty()) write_something_.push_back({id, i});
    if (function.code[i].op == Op::Call)
      for (FunctionId callee : slicer_.points_to_.callees(uint32_t(function.code[i].imm)))
        callers_[callee].push_back({id, i});
  }
}

void Slicer::Work::want(const Range& range) {
  if (all_wanted_) return;
  for (const Range& each : wanted_)
    if (each.site == range.site && each.begin <= range.begin && range.end <= each.end) return;
  wanted_.push_back(range);
  for (Place place : write_anything_) keep(place);
  for (const Writer& writer : writers_[range.site])
    if (writer.range.begin < range.end && range.begin < writer.range.end) keep(writer.place);
}

void Slicer::Work::want_all() {
  if (all_wanted_) return;
  all_wanted_ = true;
  for (Place place : write_anything_) keep(place);
  for (Place place : write_something_) keep(place);
}

void Slicer::Work::want_result(FunctionId id) {
  if (result_wanted_[id]++) return;
  const Function& function = program().functions[id];
  for (uint32_t i = 0; i < function.code.size(); ++i)
    if (returns(function.code[i].op)) keep({id, i});
}

void Slicer::Work::want_web(FunctionId id, uint32_t web) {
  for (uint32_t writer : slicer_.facts(id).writers[web]) {
    keep({id, writer});
    if (program().functions[id].code[writer].op != Op::Call) continue;
    for (FunctionId callee : slicer_.points_to_.callees(uint32_t(program().functions[id].code[writer].imm)))
      if (slice_.functions.contains(callee)) want_result(callee);
  }
}

void Slicer::Work::keep(Place place) {
  auto found = slice_.functions.find(place.function);
  if (found == slice_.functions.end() || found->second.code[place.index] == SlicedFunction::keep) return;
  found->second.code[place.index] = SlicedFunction::keep;
  open_.push_back(place);
}

// Where the function may end without returning: what comes behind its call depends on it.
void Slicer::Work::keep_ends(FunctionId id) {
  if (ends_kept_[id]++) return;
  const Function& function = program().functions[id];
  for (uint32_t i = 0; i < function.code.size(); ++i) {
    bool may_end = ends(function.code[i].op) ||
                   (function.code[i].op == Op::Call && slicer_.mod_ref_.may_not_return(id, i));
    if (may_end) keep({id, i});
  }
}

void Slicer::Work::keep_call(Place place) {
  auto call = uint32_t(program().functions[place.function].code[place.index].imm);
  for (FunctionId callee : slicer_.points_to_.callees(call))
    if (slice_.functions.contains(callee) && slicer_.mod_ref_.of(callee).may_not_return) keep_ends(callee);
}

void Slicer::Work::run() {
  while (!open_.empty()) {
    Place at = open_.back();
    open_.pop_back();
    const Function& function = program().functions[at.function];
    const Facts& facts = slicer_.facts(at.function);
    if (!entered_[at.function]++) {
      for (Place caller : callers_[at.function]) keep(caller);
      if (facts.returns_twice)
        for (uint32_t i = 0; i < function.code.size(); ++i) keep({at.function, i});
    }
    const Instr& instr = function.code[at.index];
    // A return whose value nobody wants needs none.
    if (!returns(instr.op) || result_wanted_[at.function])
      for (const Webs::Reference& each : slicer_.points_to_.webs(at.function).reads(at.index))
        want_web(at.function, each.web);
    for (uint32_t decider : facts.control->deciders(at.index)) keep({at.function, decider});
    const Accesses& here = facts.accesses[at.index];
    if (here.reads_anything) want_all();
    for (const Range& range : here.reads) want(range);
    if (instr.op == Op::Call) keep_call(at);
  }
}

// Terminators stay, but branches that decide nothing.
void Slicer::Work::finish() {
  for (auto& [id, sliced] : slice_.functions) {
    const Function& function = program().functions[id];
    const Facts& facts = slicer_.facts(id);
    uint32_t end = ir::none, stop = ir::none;  // some return; some place that no execution comes to
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      if (end == ir::none && returns(function.code[i].op)) end = i;
      if (stop == ir::none && function.code[i].op == Op::Unreachable) stop = i;
    }
    if (end == ir::none) end = stop;
    for (uint32_t i = 0; i < function.code.size(); ++i) {
      uint32_t& what = sliced.code[i];
      if (what == SlicedFunction::keep) {
        ++sliced.kept;
        continue;
      }
      const Instr& instr = function.code[i];
      if (!ir::is_terminator(instr.op)) continue;
      bool decides = ir::is_conditional(instr.op) || instr.op == Op::Switch || instr.op == Op::IndirectBr;
      uint32_t to = decides ? facts.control->meeting(i) : ir::none;
      if (decides && to == ir::none) to = end;
      what = to == ir::none ? SlicedFunction::keep : to;
    }
    slice_.kept += sliced.kept;
    slice_.instructions += function.code.size();
  }
}

const Slice& Slicer::slice(FunctionId function, const std::vector<Range>& wanted, bool result) {
  std::unique_ptr<Slice>& slice = made_[{function, wanted, result}];
  if (slice) return *slice;
  slice = std::make_unique<Slice>();
  Work work(*this, function, *slice);
  for (const Range& range : wanted) work.want(range);
  if (result) work.want_result(function);
  work.run();
  work.finish();
  return *slice;
}

}  // namespace bonsai::analysis
