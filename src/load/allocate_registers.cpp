// Registers for a draft, in three steps.
//  1. Live ranges with holes for every virtual register (live_ranges.h): two that do not overlap can share a
//  place.
//  2. Coalescing: the two ends of a Move become one class if their ranges do not overlap, innermost loops
//  first; in the usual
//     loop `i = phi(start, i.next)` nothing is left to copy. (Aggressive coalescing on interference by live
//     ranges, as in Budimlić et al., "Fast copy coalescing and live-range identification", 2002, without its
//     dominance forest.)
//  3. Linear scan over the classes in order of their first position (Wimmer and Mössenböck, "Optimized
//  interval splitting in
//     a linear scan register allocator", 2005, for the holes). There is no limit to registers, so nothing is
//     ever spilled: a class takes the lowest register that is free wherever the class is live.
// Parameters are classes with a fixed register. Results that must be consecutive (calls with several, landing
// pads) are not coalesced; they are placed together. Tested by allocate_registers_test.cpp and
// pipeline_test.cpp.
#include <algorithm>
#include <numeric>
#include <queue>

#include "ir/uses.h"
#include "load/draft.h"
#include "load/live_ranges.h"

namespace bonsai::load {

namespace {

using ir::Instr;
using ir::none;
using Ranges = std::vector<LiveRange>;

// `few` is looked up in `many`, so a short list against a long one is cheap.
bool overlap_sorted(const Ranges& few, std::vector<LiveRange>::const_iterator at,
                    std::vector<LiveRange>::const_iterator end) {
  for (const LiveRange& range : few) {
    if (at == end) return false;
    if (at->end <= range.begin) {
      at = std::partition_point(at, end, [&](const LiveRange& other) { return other.end <= range.begin; });
      if (at == end) return false;
    }
    if (at->begin < range.end) return true;
  }
  return false;
}

bool overlap(const Ranges& x, const Ranges& y) {
  return x.size() < y.size() ? overlap_sorted(x, y.begin(), y.end()) : overlap_sorted(y, x.begin(), x.end());
}

// Adds a few ranges, or many, to a list they do not overlap; ranges that touch become one. Inserting one by
// one moves memory, but for short lists into long ones that beats building the list anew.
void merge_into(Ranges& into, const Ranges& other) {
  if (other.size() * 8 > into.size()) {
    Ranges merged;
    merged.reserve(into.size() + other.size());
    auto add = [&](const LiveRange& range) {
      if (!merged.empty() && merged.back().end == range.begin) {
        merged.back().end = range.end;
      } else {
        merged.push_back(range);
      }
    };
    auto x = into.begin();
    for (const LiveRange& range : other) {
      while (x != into.end() && x->begin < range.begin) add(*x++);
      add(range);
    }
    while (x != into.end()) add(*x++);
    into = std::move(merged);
    return;
  }
  for (const LiveRange& range : other) {
    auto after = std::partition_point(into.begin(), into.end(),
                                      [&](const LiveRange& have) { return have.begin < range.begin; });
    bool joins_before = after != into.begin() && std::prev(after)->end == range.begin;
    bool joins_after = after != into.end() && after->begin == range.end;
    if (joins_before && joins_after) {
      std::prev(after)->end = after->end;
      into.erase(after);
    } else if (joins_before) {
      std::prev(after)->end = range.end;
    } else if (joins_after) {
      after->begin = range.begin;
    } else {
      into.insert(after, range);
    }
  }
}

struct Copy {
  uint32_t to, from, depth, number;
};

class Allocator {
 public:
  Allocator(ir::Program& program, Draft& draft) : program_(program), draft_(draft) {
    fixed_ = draft.function.parameters + (draft.function.variadic ? 1 : 0);
    draft.registers = std::max(draft.registers, fixed_);
    class_of_.resize(draft.registers);
    std::iota(class_of_.begin(), class_of_.end(), 0);
    group_.assign(draft.registers, none);
    place_.assign(draft.registers, none);
  }

  void share();
  void number_only();
  void rewrite();

 private:
  struct Place {
    Ranges taken;     // sorted, disjoint
    size_t head = 0;  // those before are over
  };
  struct Event {
    uint32_t position;
    bool begins;
    uint32_t place;
    bool operator>(const Event& o) const {
      return std::pair(position, begins) > std::pair(o.position, o.begins);
    }
  };

  uint32_t find(uint32_t r);
  void find_groups();
  std::vector<Copy> find_copies(const std::vector<uint32_t>& order) const;
  void coalesce(std::vector<Copy> copies);
  void colour();
  void advance();
  bool fits(uint32_t place, const Ranges& ranges);
  void assign(uint32_t c, uint32_t place);
  uint32_t choose(uint32_t c);
  void place_group(uint32_t first);

  ir::Program& program_;
  Draft& draft_;
  uint32_t fixed_ = 0;                       // parameters, in the registers of their number
  LiveRanges live_;                          // of classes, at their representative
  std::vector<uint32_t> class_of_;           // union-find
  std::vector<uint32_t> group_;              // first register of the group of consecutive ones; or none
  std::vector<uint32_t> place_;              // result, by class
  std::vector<std::vector<uint32_t>> wish_;  // by class: registers at the other end of a copy that stays
  uint32_t now_ = 0;                         // position of the scan
  std::vector<Place> places_;
  std::vector<uint64_t> free_;  // bit set of places free at the current position
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

uint32_t Allocator::find(uint32_t r) {
  while (class_of_[r] != r) r = class_of_[r] = class_of_[class_of_[r]];
  return r;
}

void Allocator::find_groups() {
  auto group = [&](uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) group_[first + i] = first;
  };
  for (const DraftBlock& block : draft_.blocks) {
    for (const Instr& instr : block.code) {
      if (instr.op == ir::Op::Call && program_.calls[instr.imm].result_count > 1) {
        group(program_.calls[instr.imm].result, program_.calls[instr.imm].result_count);
      } else if (ir::roles(instr).dst == ir::Role::def_pair) {
        group(instr.dst, 2);
      }
    }
  }
}

// Depth is how many backward edges of the order span a block: exact for loops whose blocks stand together.
std::vector<Copy> Allocator::find_copies(const std::vector<uint32_t>& order) const {
  std::vector<uint32_t> rank(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::vector<int> change(order.size() + 1, 0);
  for (uint32_t b : order) {
    for (const Instr& instr : draft_.blocks[b].code) {
      ir::for_each_target(program_, instr, [&](uint32_t target) {
        if (rank[target] > rank[b]) return;
        ++change[rank[target]];
        --change[rank[b] + 1];
      });
    }
  }
  std::vector<Copy> copies;
  int depth = 0;
  for (uint32_t i = 0; i < order.size(); ++i) {
    depth += change[i];
    for (const Instr& instr : draft_.blocks[order[i]].code) {
      if (instr.op == ir::Op::Move && instr.dst != instr.a) {
        copies.push_back({instr.dst, instr.a, uint32_t(depth), uint32_t(copies.size())});
      }
    }
  }
  std::sort(copies.begin(), copies.end(), [](const Copy& l, const Copy& r) {
    return std::pair(r.depth, l.number) < std::pair(l.depth, r.number);
  });
  return copies;
}

void Allocator::coalesce(std::vector<Copy> copies) {
  for (const Copy& copy : copies) {
    uint32_t x = find(copy.to), y = find(copy.from);
    if (x == y || group_[x] != none || group_[y] != none) continue;
    if (x < fixed_ && y < fixed_) continue;
    if (overlap(live_.of[x], live_.of[y])) continue;
    // A parameter stays the representative, since its number is its place.
    if (y < fixed_) std::swap(x, y);
    if (live_.of[x].size() < live_.of[y].size()) std::swap(live_.of[x], live_.of[y]);
    merge_into(live_.of[x], live_.of[y]);
    live_.of[y] = {};
    class_of_[y] = x;
  }
  wish_.resize(draft_.registers);
  for (const Copy& copy : copies) {
    uint32_t x = find(copy.to), y = find(copy.from);
    if (x == y) continue;
    wish_[x].push_back(y);
    wish_[y].push_back(x);
  }
}

void Allocator::advance() {
  while (!events_.empty() && events_.top().position <= now_) {
    Event event = events_.top();
    events_.pop();
    uint64_t bit = uint64_t(1) << event.place % 64;
    if (event.begins) {
      free_[event.place / 64] &= ~bit;
    } else {
      free_[event.place / 64] |= bit;
      // Ends are seen in order, so the head follows them.
      Place& place = places_[event.place];
      while (place.head < place.taken.size() && place.taken[place.head].end <= event.position) ++place.head;
    }
  }
}

bool Allocator::fits(uint32_t place, const Ranges& ranges) {
  const Place& p = places_[place];
  return !overlap_sorted(ranges, p.taken.begin() + std::ptrdiff_t(p.head), p.taken.end());
}

void Allocator::assign(uint32_t c, uint32_t place) {
  if (places_.size() <= place) {
    places_.resize(place + 1);
    free_.resize(place / 64 + 1, ~uint64_t(0));
  }
  place_[c] = place;
  const Ranges& ranges = live_.of[c];
  Place& p = places_[place];
  if (p.head * 2 > p.taken.size()) {
    p.taken.erase(p.taken.begin(), p.taken.begin() + std::ptrdiff_t(p.head));
    p.head = 0;
  }
  merge_into(p.taken, ranges);
  // The range that was over may have grown.
  if (p.head > 0 && p.taken[p.head - 1].end > now_) --p.head;
  for (const LiveRange& range : ranges) {
    events_.push({range.begin, true, place});
    events_.push({range.end, false, place});
  }
  advance();
}

uint32_t Allocator::choose(uint32_t c) {
  const Ranges& ranges = live_.of[c];
  for (uint32_t other : wish_[c]) {
    if (place_[other] != none && fits(place_[other], ranges)) return place_[other];
  }
  // A bound on attempts keeps this near linear; past it, one register more costs less than the search.
  constexpr int most_attempts = 256;
  int attempts = 0;
  for (uint32_t word = 0; word < free_.size(); ++word) {
    for (uint64_t bits = free_[word]; bits != 0; bits &= bits - 1) {
      uint32_t place = word * 64 + uint32_t(__builtin_ctzll(bits));
      if (place >= places_.size() || ++attempts > most_attempts) return uint32_t(places_.size());
      if (fits(place, ranges)) return place;
    }
  }
  return uint32_t(places_.size());
}

void Allocator::place_group(uint32_t first) {
  uint32_t count = 0;
  while (first + count < group_.size() && group_[first + count] == first) ++count;
  uint32_t base = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (base + i >= places_.size() || fits(base + i, live_.of[first + i])) continue;
    base += i + 1;
    i = none;  // from the start again
  }
  for (uint32_t i = 0; i < count; ++i) assign(first + i, base + i);
}

void Allocator::colour() {
  std::vector<uint32_t> classes;
  for (uint32_t r = 0; r < draft_.registers; ++r) {
    if (class_of_[r] == r && !live_.of[r].empty()) classes.push_back(r);
  }
  // Parameters are live from 0 and come first by number.
  std::sort(classes.begin(), classes.end(), [&](uint32_t l, uint32_t r) {
    return std::pair(live_.of[l].front().begin, l) < std::pair(live_.of[r].front().begin, r);
  });
  for (uint32_t c : classes) {
    if (place_[c] != none) continue;  // by its group
    now_ = live_.of[c].front().begin;
    advance();
    if (c < fixed_) {
      assign(c, c);
    } else if (group_[c] != none) {
      place_group(group_[c]);
    } else {
      assign(c, choose(c));
    }
  }
}

void Allocator::share() {
  std::vector<uint32_t> order = reverse_postorder(program_, draft_);
  live_ = find_live_ranges(program_, draft_, order);
  find_groups();
  coalesce(find_copies(order));
  colour();
  draft_.registers = std::max(fixed_, uint32_t(places_.size()));
}

void Allocator::number_only() {
  std::vector<uint8_t> occurs(draft_.registers, 0);
  std::fill_n(occurs.begin(), fixed_, 1);
  for (const DraftBlock& block : draft_.blocks) {
    for (const Instr& instr : block.code) {
      ir::for_each_use(program_, instr, [&](uint32_t r) { occurs[r] = 1; });
      ir::for_each_def(program_, instr, [&](uint32_t r) { occurs[r] = 1; });
    }
  }
  uint32_t count = 0;
  for (uint32_t r = 0; r < draft_.registers; ++r) {
    if (occurs[r]) place_[r] = count++;
  }
  draft_.registers = count;
}

void Allocator::rewrite() {
  auto place = [&](uint32_t r) { return place_[find(r)]; };
  for (DraftBlock& block : draft_.blocks) {
    size_t kept = 0;
    for (size_t i = 0; i < block.code.size(); ++i) {
      Instr instr = block.code[i];
      ir::map_uses(program_, instr, place);
      ir::map_defs(program_, instr, place);
      if (instr.op == ir::Op::Move && instr.dst == instr.a) continue;
      block.code[kept] = instr;
      block.locations[kept++] = block.locations[i];
    }
    block.code.resize(kept);
    block.locations.resize(kept);
  }
  auto& variables = draft_.function.variables;
  std::erase_if(variables, [&](ir::Variable& variable) {
    if (variable.place != ir::Variable::Place::reg) return false;
    variable.index = variable.index < place_.size() ? place(variable.index) : none;
    return variable.index == none;
  });
}

}  // namespace

void allocate_registers(ir::Program& program, Draft& draft) {
  Allocator allocator(program, draft);
  if (draft.returns_twice) {
    allocator.number_only();
  } else {
    allocator.share();
  }
  allocator.rewrite();
}

}  // namespace bonsai::load
