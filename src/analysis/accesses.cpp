// Tested by cli/analyses_test.cpp.
#include "analysis/accesses.h"

#include <algorithm>
#include <map>

#include "analysis/function_models.h"
#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::FunctionId;
using ir::Instr;
using ir::Op;

namespace {

constexpr size_t most_ranges = 16;  // of one site

// Bytes at a place of a site; 0: unknown, from there on.
void access(const PointsTo& points_to, Accesses& found, SiteId site, Offsets place, uint64_t bytes,
            bool writes) {
  const Site& what = points_to.sites()[site];
  std::vector<Range>& to = writes ? found.writes : found.reads;
  if (what.kind == Site::Kind::function) return;
  if (what.kind == Site::Kind::outside) {
    (writes ? found.writes_anything : found.reads_anything) = true;
    return;
  }
  bool has_size = what.size != PointsToSolver::unknown_size;
  if (place.step == 0) {
    // Beyond the bounds it is an error. A length that is not known may be that of a part.
    if (place.offset < 0 && bytes != 0) return;
    auto begin = uint64_t(std::max<int64_t>(place.offset, 0));
    if (has_size && (begin >= what.size || (bytes != 0 && bytes > what.size - begin))) return;
    to.push_back({site, begin, bytes ? begin + bytes : Range::to_the_end});
    return;
  }
  uint64_t count = has_size && place.step > 1 ? what.size / place.step + 1 : most_ranges + 1;
  if (bytes == 0 || count > most_ranges) {
    to.push_back({site, 0, Range::to_the_end});
    return;
  }
  for (uint64_t begin = uint64_t(place.offset); begin < what.size; begin += place.step)
    if (bytes <= what.size - begin) to.push_back({site, begin, begin + bytes});
}

// Open accesses: what a parameter points to, and anywhere in it.
SiteId open_site(const PointsTo& points_to, uint32_t parameter, bool anywhere) {
  return SiteId(points_to.sites().size()) + 2 * parameter + (anywhere ? 1 : 0);
}

bool is_open(const PointsTo& points_to, SiteId site) { return site >= points_to.sites().size(); }

Range open_range(const PointsTo& points_to, uint32_t parameter, int64_t offset, uint64_t bytes,
                 bool anywhere) {
  if (anywhere || offset < 0) return {open_site(points_to, parameter, true), 0, Range::to_the_end};
  return {open_site(points_to, parameter, false), uint64_t(offset),
          bytes ? uint64_t(offset) + bytes : Range::to_the_end};
}

void free_target(const PointsTo& points_to, Accesses& found, const Target& target) {
  Site::Kind kind = points_to.sites()[target.site].kind;
  if (kind == Site::Kind::heap) found.frees.push_back(target.site);
  if (kind == Site::Kind::outside) found.writes_anything = true;
}

class Finder {
 public:
  Finder(const PointsTo& points_to, uint32_t instance, const Function& function, uint32_t index,
         const ParameterAddresses* parameters, Accesses& found)
      : points_to_(points_to),
        program_(points_to.program()),
        instance_(instance),
        function_(function),
        index_(index),
        instr_(function_.code[index]),
        parameters_(parameters),
        found_(found) {}

  void run();

 private:
  void access(SiteId site, Offsets place, uint64_t bytes, bool writes) {
    analysis::access(points_to_, found_, site, place, bytes, writes);
  }
  // Of what an operand points to.
  void access_at(ir::Operand operand, const Move& move, uint64_t bytes, bool writes);
  void access_at(uint32_t r, const Move& move, uint64_t bytes, bool writes) {
    access_at(ir::Operand::reg(r), move, bytes, writes);
  }
  std::optional<ParameterAddress> parameter_at(ir::Operand operand) const {
    return parameters_ ? parameters_->find(index_, operand) : std::nullopt;
  }
  void access_span(const ir::CallSite& call, const Span& span, bool writes);
  std::optional<uint64_t> number(ir::Operand operand) const {
    return points_to_.number(function_.id, index_, operand);
  }
  uint64_t bytes_of(ir::Operand operand) const { return number(operand).value_or(0); }
  bool is_nothing(ir::Operand size) const { return number(size) == uint64_t(0); }
  std::vector<Target> at(ir::Operand operand) const {
    return points_to_.read(function_.id, index_, operand, instance_);
  }
  void access_block();
  void access_call();
  void access_model(const ir::CallSite& call, const FunctionModel& model);
  // All that can be reached from the arguments.
  void access_reachable(const ir::CallSite& call, bool writes);

  const PointsTo& points_to_;
  const ir::Program& program_;
  uint32_t instance_;
  const Function& function_;
  uint32_t index_;
  const Instr& instr_;
  const ParameterAddresses* parameters_;  // null: nothing is left open
  Accesses& found_;
};

void Finder::access_at(ir::Operand operand, const Move& move, uint64_t bytes, bool writes) {
  if (std::optional<ParameterAddress> open = parameter_at(operand)) {
    Offsets place = moved({open->offset, 0}, move);
    (writes ? found_.writes : found_.reads)
        .push_back(open_range(points_to_, open->parameter, place.offset, bytes, place.step != 0));
    return;
  }
  for (const Target& target : at(operand)) access(target.site, moved(target.place, move), bytes, writes);
}

void Finder::run() {
  ir::Address address = instr_.address();
  uint64_t bytes = instr_.access().bytes;
  const bool indexed = instr_.op == Op::LoadX || instr_.op == Op::StoreX;
  const Move move = indexed ? points_to_.indexed(function_.id, index_) : Move{.offset = address.offset};
  switch (instr_.op) {
    case Op::Load:
    case Op::LoadX:
      access_at(instr_.a, move, bytes, false);
      if (indexed && points_to_.holds_numbers(function_.id, index_, instr_.a))
        access_at(instr_.b, Move::anywhere(), bytes, false);
      break;
    case Op::Store:
    case Op::StoreX:
      access_at(instr_.a, move, bytes, true);
      if (indexed && points_to_.holds_numbers(function_.id, index_, instr_.a))
        access_at(instr_.dst, Move::anywhere(), bytes, true);
      break;
    case Op::LoadLocal:
    case Op::StoreLocal: {
      uint32_t local = PointsTo::local_at(function_, instr_.imm);
      if (local == ir::none) break;
      access(points_to_.site_of_local(function_.id, local),
             {int64_t(instr_.imm - function_.locals[local].offset), 0}, bytes, instr_.op == Op::StoreLocal);
      break;
    }
    case Op::MemCopy:
    case Op::MemMove:
    case Op::MemSet: access_block(); break;
    case Op::Alloca:
      found_.allocations.push_back(points_to_.site_of_local(function_.id, uint32_t(instr_.aux)));
      break;
    case Op::Call: access_call(); break;
    default: break;
  }
  normalise(found_);
}

void Finder::access_block() {
  if (is_nothing(instr_.operand_c())) return;
  uint64_t bytes = bytes_of(instr_.operand_c());
  access_at(instr_.a, {}, bytes, true);
  if (instr_.op != Op::MemSet) access_at(instr_.operand_b(), {}, bytes, false);
}

void Finder::access_call() {
  const ir::CallSite& call = program_.calls[instr_.imm];
  for (const PointsTo::Call& each : points_to_.calls(instance_)) {
    if (each.index != index_) continue;
    const Function& callee = program_.functions[each.callee];
    if (const FunctionModel* model = model_of(callee)) {
      access_model(call, *model);
    } else if (!callee.has_body) {
      access_reachable(call, false);
      access_reachable(call, true);
    }
  }
}

void Finder::access_span(const ir::CallSite& call, const Span& span, bool writes) {
  if (span.argument < 0 || size_t(span.argument) >= call.arguments.size()) return;
  uint64_t bytes = span.bytes;
  if (span.size >= 0 && size_t(span.size) < call.arguments.size()) {
    ir::Operand size = call.arguments[size_t(span.size)];
    if (is_nothing(size)) return;
    bytes = bytes_of(size);
  }
  access_at(call.arguments[size_t(span.argument)], {}, bytes, writes);
}

void Finder::access_model(const ir::CallSite& call, const FunctionModel& model) {
  access_span(call, model.write, true);
  access_span(call, model.read, false);
  access_span(call, model.read_too, false);
  if (model.reads_arguments) access_reachable(call, false);
  if (model.frees >= 0 && size_t(model.frees) < call.arguments.size()) {
    ir::Operand freed = call.arguments[size_t(model.frees)];
    if (std::optional<ParameterAddress> open = parameter_at(freed))
      found_.frees.push_back(open_site(points_to_, open->parameter, true));
    else
      for (const Target& target : at(freed)) free_target(points_to_, found_, target);
  }
  if (model.returns == Returns::fresh || model.special == Special::stores_fresh)
    if (std::optional<SiteId> site = points_to_.site_of_heap(instance_, call.site)) {
      found_.allocations.push_back(*site);
      // Its content comes with it.
      found_.writes.push_back({*site, 0, Range::to_the_end});
    }
  // An exception is read by its handler, and freed with the last of them.
  if (model.special == Special::end_catch || model.returns == Returns::exception)
    for (const Target& target : points_to_.thrown()) {
      if (model.special == Special::end_catch) found_.frees.push_back(target.site);
      found_.reads.push_back({target.site, 0, Range::to_the_end});
    }
}

void Finder::access_reachable(const ir::CallSite& call, bool writes) {
  std::vector<SiteId> open;
  std::vector<uint8_t> seen(points_to_.sites().size());
  auto visit = [&](const std::vector<Target>& targets) {
    for (const Target& target : targets)
      if (!seen[target.site]) {
        seen[target.site] = 1;
        open.push_back(target.site);
      }
  };
  for (ir::Operand argument : call.arguments) visit(at(argument));
  visit(at(call.variadic));
  while (!open.empty()) {
    SiteId site = open.back();
    open.pop_back();
    access(site, Offsets::any(), 0, writes);
    visit(points_to_.content(site, Offsets::any(), 1));
  }
}

}  // namespace

// Ranges that touch stay apart, as fields of a structure are, while there are few.
void normalise(std::vector<Range>& ranges) {
  if (!std::is_sorted(ranges.begin(), ranges.end())) std::sort(ranges.begin(), ranges.end());
  size_t out = 0;
  // Joins those in [first, end) and puts them to `to`; returns where they end.
  auto join = [&](size_t first, size_t end, size_t to, bool also_touching) {
    size_t last = to;
    for (size_t i = first; i < end; ++i) {
      Range each = ranges[i];
      bool joins = last > to && (each.begin < ranges[last - 1].end ||
                                 (also_touching && each.begin == ranges[last - 1].end));
      if (joins)
        ranges[last - 1].end = std::max(ranges[last - 1].end, each.end);
      else
        ranges[last++] = each;
    }
    return last;
  };
  for (size_t i = 0, end; i < ranges.size(); i = end) {
    const SiteId site = ranges[i].site;
    const size_t first = out;
    for (end = i; end < ranges.size() && ranges[end].site == site;) ++end;
    out = join(i, end, first, false);
    if (out - first > most_ranges) out = join(first, out, first, true);
    if (out - first > most_ranges) {
      ranges[first] = {site, 0, Range::to_the_end};
      out = first + 1;
    }
  }
  ranges.resize(out);
}

bool overlaps(const std::vector<Range>& ranges, const Range& range) {
  auto at = std::lower_bound(ranges.begin(), ranges.end(), range.site,
                             [](const Range& each, SiteId site) { return each.site < site; });
  for (; at != ranges.end() && at->site == range.site; ++at)
    if (at->begin < range.end && range.begin < at->end) return true;
  return false;
}

void add(Accesses& to, const Accesses& more) {
  auto append = [](auto& list, const auto& other) { list.insert(list.end(), other.begin(), other.end()); };
  append(to.reads, more.reads);
  append(to.writes, more.writes);
  append(to.frees, more.frees);
  append(to.allocations, more.allocations);
  to.reads_anything |= more.reads_anything;
  to.writes_anything |= more.writes_anything;
}

void normalise(Accesses& accesses) {
  normalise(accesses.reads);
  normalise(accesses.writes);
  for (std::vector<SiteId>* list : {&accesses.frees, &accesses.allocations}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
}

Accesses take_open(const PointsTo& points_to, Accesses& from) {
  Accesses taken;
  auto take = [&](auto& list, auto& to, auto site_of) {
    std::erase_if(list, [&](const auto& each) {
      if (!is_open(points_to, site_of(each))) return false;
      to.push_back(each);
      return true;
    });
  };
  auto of_range = [](const Range& range) { return range.site; };
  take(from.reads, taken.reads, of_range);
  take(from.writes, taken.writes, of_range);
  take(from.frees, taken.frees, [](SiteId site) { return site; });
  return taken;
}

Accesses with_arguments(const PointsTo& points_to, const Accesses& open,
                        const std::function<Argument(uint32_t parameter)>& argument) {
  Accesses found;
  std::map<uint32_t, Argument> known;
  auto find = [&](SiteId site) -> const Argument& {
    uint32_t parameter = (site - SiteId(points_to.sites().size())) / 2;
    auto [at, is_new] = known.try_emplace(parameter);
    if (is_new) at->second = argument(parameter);
    return at->second;
  };
  auto access_all = [&](const std::vector<Range>& ranges, std::vector<Range>& to, bool writes) {
    for (const Range& range : ranges) {
      const Argument& is = find(range.site);
      bool anywhere = range.site % 2 != SiteId(points_to.sites().size()) % 2;
      uint64_t bytes = range.end == Range::to_the_end ? 0 : range.end - range.begin;
      Move move = anywhere ? Move::anywhere() : Move{.offset = int64_t(range.begin)};
      if (is.open)
        to.push_back(open_range(points_to, is.open->parameter, is.open->offset + int64_t(range.begin), bytes,
                                anywhere));
      for (const Target& target : is.targets)
        access(points_to, found, target.site, moved(target.place, move), anywhere ? 0 : bytes, writes);
    }
  };
  access_all(open.reads, found.reads, false);
  access_all(open.writes, found.writes, true);
  for (SiteId site : open.frees) {
    const Argument& is = find(site);
    if (is.open) found.frees.push_back(open_site(points_to, is.open->parameter, true));
    for (const Target& target : is.targets) free_target(points_to, found, target);
  }
  return found;
}

Accesses open_accesses(const PointsTo& points_to, PointsTo::InstanceId instance, const Function& function,
                       uint32_t index, const ParameterAddresses& parameters) {
  Accesses found;
  if (points_to.is_executed(instance, index))
    Finder(points_to, instance, function, index, &parameters, found).run();
  return found;
}

Accesses accesses(const PointsTo& points_to, PointsTo::InstanceId instance, const Function& function,
                  uint32_t index) {
  Accesses found;
  if (points_to.is_executed(instance, index))
    Finder(points_to, instance, function, index, nullptr, found).run();
  return found;
}

Accesses accesses(const PointsTo& points_to, FunctionId function, uint32_t index) {
  Accesses found;
  for (uint32_t instance : points_to.instances(function))
    add(found, accesses(points_to, instance, points_to.program().functions[function], index));
  normalise(found);
  return found;
}

}  // namespace bonsai::analysis
