// Straight segments of code (blocks, split behind calls that may unwind) have an element for each register
// that is live at their beginning, and each write is one. Elements that flow into each other are united.
// Tested by webs_test.cpp.
#include "analysis/webs.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "ir/uses.h"

namespace bonsai::analysis {

using ir::Function;
using ir::Instr;

namespace {

class Splitter {
 public:
  Splitter(const ir::Program& program, const Function& function)
      : program_(program), function_(function), words_((function.register_count + 63) / 64) {}

  void find_segments();
  void find_live();
  void unite_flows();
  void unite_registers();

  uint32_t find(uint32_t element) {
    while (parent_[element] != element) element = parent_[element] = parent_[parent_[element]];
    return element;
  }

  std::vector<Webs::Reference> reads, writes;
  std::vector<uint32_t> read_begin, write_begin, parameters;
  uint32_t elements() const { return uint32_t(parent_.size()); }

 private:
  struct Segment {
    uint32_t first = 0, end = 0;
    std::vector<uint32_t> targets;  // segments
    bool falls_through = false;
    uint32_t entry = 0;  // of entries_: elements of the live registers, ascending by register
  };

  uint32_t new_element() {
    parent_.push_back(uint32_t(parent_.size()));
    return parent_.back();
  }
  void unite(uint32_t a, uint32_t b) { parent_[find(a)] = find(b); }
  uint64_t* live(uint32_t segment) { return live_.data() + size_t(segment) * words_; }
  template <typename F>
  void for_each_live(uint32_t segment, F&& f) {
    for (uint32_t w = 0; w < words_; ++w)
      for (uint64_t bits = live(segment)[w]; bits; bits &= bits - 1)
        f(w * 64 + uint32_t(__builtin_ctzll(bits)));
  }
  void flow_into(uint32_t segment, const std::vector<uint32_t>& current) {
    uint32_t at = segments_[segment].entry;
    for_each_live(segment, [&](uint32_t r) { unite(entries_[at++], current[r]); });
  }

  const ir::Program& program_;
  const Function& function_;
  uint32_t words_;
  std::vector<Segment> segments_;
  std::vector<uint64_t> live_;
  std::vector<uint32_t> entries_;
  std::vector<uint32_t> parent_;
};

void Splitter::find_segments() {
  std::vector<uint32_t> segment_at(function_.code.size() + 1, ir::none);
  for (const ir::Block& block : function_.blocks) {
    uint32_t first = block.first;
    for (uint32_t i = block.first; i < block.end; ++i) {
      bool leaves = false;
      ir::for_each_target(program_, function_.code[i], [&](uint32_t) { leaves = true; });
      if (!leaves && i + 1 < block.end) continue;
      segment_at[first] = uint32_t(segments_.size());
      segments_.push_back({first, i + 1, {}, !ir::is_terminator(function_.code[i].op), 0});
      first = i + 1;
    }
  }
  for (Segment& segment : segments_)
    ir::for_each_target(program_, function_.code[segment.end - 1],
                        [&](uint32_t target) { segment.targets.push_back(segment_at[target]); });
}

void Splitter::find_live() {
  live_.assign(segments_.size() * words_, 0);
  std::vector<uint64_t> now(words_);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto s = uint32_t(segments_.size()); s-- > 0;) {
      const Segment& segment = segments_[s];
      std::fill(now.begin(), now.end(), 0);
      auto add = [&](uint32_t other) {
        for (uint32_t w = 0; w < words_; ++w) now[w] |= live(other)[w];
      };
      if (segment.falls_through && s + 1 < segments_.size()) add(s + 1);
      auto write = [&](const Instr& instr) {
        ir::for_each_def(program_, instr, [&](uint32_t r) { now[r / 64] &= ~(uint64_t(1) << r % 64); });
      };
      // A call that unwinds writes nothing: what its targets read is live before it, whatever it writes.
      bool is_call = function_.code[segment.end - 1].op == ir::Op::Call;
      if (is_call) write(function_.code[segment.end - 1]);
      for (uint32_t target : segment.targets) add(target);
      for (uint32_t i = segment.end; i-- > segment.first;) {
        const Instr& instr = function_.code[i];
        if (!is_call || i + 1 != segment.end) write(instr);
        ir::for_each_use(program_, instr, [&](uint32_t r) { now[r / 64] |= uint64_t(1) << r % 64; });
      }
      if (std::equal(now.begin(), now.end(), live(s))) continue;
      std::copy(now.begin(), now.end(), live(s));
      changed = true;
    }
  }
}

void Splitter::unite_flows() {
  for (uint32_t s = 0; s < segments_.size(); ++s) {
    segments_[s].entry = uint32_t(entries_.size());
    for_each_live(s, [&](uint32_t) { entries_.push_back(new_element()); });
  }
  uint32_t arriving = function_.parameters + (function_.variadic ? 1 : 0);
  for (uint32_t r = 0; r < arriving; ++r) parameters.push_back(new_element());
  std::vector<uint32_t> current(function_.register_count);
  uint32_t nothing = new_element();  // what a register holds before anything is written
  std::fill(current.begin(), current.end(), nothing);
  for (uint32_t r = 0; r < arriving && r < current.size(); ++r) current[r] = parameters[r];
  if (!segments_.empty()) {
    uint32_t at = segments_[0].entry;
    for_each_live(0, [&](uint32_t r) {
      if (r < arriving) unite(entries_[at], current[r]);
      ++at;
    });
  }
  for (uint32_t s = 0; s < segments_.size(); ++s) {
    const Segment& segment = segments_[s];
    uint32_t at = segment.entry;
    for_each_live(s, [&](uint32_t r) { current[r] = entries_[at++]; });
    for (uint32_t i = segment.first; i < segment.end; ++i) {
      const Instr& instr = function_.code[i];
      read_begin.push_back(uint32_t(reads.size()));
      write_begin.push_back(uint32_t(writes.size()));
      ir::for_each_use(program_, instr, [&](uint32_t r) { reads.push_back({r, current[r]}); });
      if (i + 1 == segment.end)
        for (uint32_t target : segment.targets) flow_into(target, current);
      ir::for_each_def(program_, instr, [&](uint32_t r) {
        current[r] = new_element();
        writes.push_back({r, current[r]});
      });
      // To be safe, what unwinds may have written as well.
      if (i + 1 == segment.end && instr.op == ir::Op::Call)
        for (uint32_t target : segment.targets) flow_into(target, current);
    }
    if (segment.falls_through && s + 1 < segments_.size()) flow_into(s + 1, current);
  }
  read_begin.push_back(uint32_t(reads.size()));
  write_begin.push_back(uint32_t(writes.size()));
}

void Splitter::unite_registers() {
  std::vector<uint32_t> first(function_.register_count, ir::none);
  auto add = [&](uint32_t r, uint32_t element) {
    if (first[r] == ir::none)
      first[r] = element;
    else
      unite(first[r], element);
  };
  for (uint32_t r = 0; r < parameters.size() && r < first.size(); ++r) add(r, parameters[r]);
  for (const auto& each : reads) add(each.r, each.web);
  for (const auto& each : writes) add(each.r, each.web);
}

}  // namespace

Webs::Webs(const ir::Program& program, const Function& function, bool returns_twice) {
  assert(function.has_body);
  Splitter splitter(program, function);
  splitter.find_segments();
  splitter.find_live();
  splitter.unite_flows();
  if (returns_twice) splitter.unite_registers();
  std::vector<uint32_t> numbers(splitter.elements(), ir::none);
  auto number = [&](uint32_t element) {
    uint32_t& n = numbers[splitter.find(element)];
    if (n == ir::none) n = count_++;
    return n;
  };
  for (uint32_t element : splitter.parameters) parameters_.push_back(number(element));
  for (Reference& each : splitter.reads) each.web = number(each.web);
  for (Reference& each : splitter.writes) each.web = number(each.web);
  reads_ = std::move(splitter.reads);
  writes_ = std::move(splitter.writes);
  read_begin_ = std::move(splitter.read_begin);
  write_begin_ = std::move(splitter.write_begin);
}

uint32_t Webs::find(const std::vector<Reference>& all, const std::vector<uint32_t>& begin, uint32_t index,
                    uint32_t r) {
  for (const Reference& each : of(all, begin, index))
    if (each.r == r) return each.web;
  assert(false && "the instruction does not name the register");
  return ir::none;
}

}  // namespace bonsai::analysis
