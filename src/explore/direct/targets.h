// Places that a run is to reach, and which of them it has.
//
// Threads: any number may ask; each target is reached once.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "analysis/distance.h"
#include "exec/machine.h"

namespace bonsai::explore {

struct Target {
  std::string name;                     // as the user said it
  std::vector<analysis::Place> places;  // instructions to come to
  // A path has come there if it covers one of these (ir/points.h), or ends in an error whose stack has a call
  // or access at the line.
  std::vector<uint32_t> points;  // ascending
  std::string file;              // empty: errors do not count
  uint32_t line = 0;
  std::string kind{};  // not empty: nothing but an error of this kind counts, and of no call further out
};

class Targets {
 public:
  explicit Targets(std::vector<Target> all) : all_(std::move(all)), reached_(all_.size()) {}

  const std::vector<Target>& all() const { return all_; }
  // In the order in which they were reached, from the given one on.
  std::vector<uint32_t> reached(size_t from = 0) const;
  size_t count_reached() const;
  bool is_reached(uint32_t target) const;
  // False: it was before.
  bool reach(uint32_t target);
  // A path that stands for others came there, and the one of its model does not: who knows of the others.
  void doubt(uint32_t target);
  bool is_doubtful(uint32_t target) const;

 private:
  const std::vector<Target> all_;
  mutable std::mutex mutex_;  // of what follows
  std::vector<uint8_t> reached_, doubtful_ = std::vector<uint8_t>(all_.size());
  std::vector<uint32_t> order_;
};

// The reason of a test that shows how a target is reached.
std::string reason_of(const Target& target);

// The nearest that a run came to what it did not reach: a branch that it came to and never took the way of
// that leads there on the shortest way.
struct Nearest {
  analysis::Place branch;
  uint32_t to = 0;               // where the way leads: an instruction of the same function
  std::vector<uint32_t> others;  // points of the ways that were taken
  uint64_t distance = 0;
};
// Nothing if no way leads there from what was covered.
std::optional<Nearest> find_nearest(const ir::Program& program, const std::vector<analysis::Place>& targets,
                                    const std::vector<uint32_t>& covered);

}  // namespace bonsai::explore
