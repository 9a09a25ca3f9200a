// The strategy behind --merge: who waits where, who is merged with whom. See merge.h.
//
// All paths of a worker that do not run are kept in order of how advanced they are: frame by frame from the
// bottom, the call and the place in it, with the laps of loops. Those of one call lie side by side, so that
// "is one of my call less advanced" is a look at the neighbour. Tested by merger_test.cpp.
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "analysis/joins.h"
#include "explore/merge/join.h"
#include "explore/merge/merge.h"
#include "explore/strategy.h"

namespace bonsai::explore {

class Merger : public Strategy {
 public:
  Merger(const MergeConfig& config, const analysis::Joins& joins, Joiner& joiner)
      : config_(config), joins_(joins), joiner_(joiner), order_(&less) {}

  bool added(exec::Path& path) override;
  void removed(exec::Path& path) override;
  bool stops(exec::Path& path) override;
  void settle(Host& host) override;
  bool let_go(Host& host) override;

  void count(MergeCounts& counts) const override { counts.add(counts_); }

 private:
  using Key = std::vector<uint64_t>;
  struct Member {
    exec::Path* path = nullptr;
    Key key;
    size_t call = 0;  // where in the key the activation of the top frame stands
    bool waits = false;
    bool has_met = false;  // those that were at its place with it
    uint64_t expires = 0;  // work at which it has waited long enough
    std::pair<uint64_t, uint64_t> turn() const { return {expires, path->id}; }
  };
  // What comes of waiting, at one join or at all.
  struct Success {
    uint32_t came = 0;      // paths that met others, lately
    uint32_t absorbed = 0;  // of them
    uint32_t left = 0;      // how many pass without a stop from now on
    uint32_t next = 0;
    bool passes() { return left && left--; }
    void note(uint64_t met, uint64_t merged, uint32_t enough, uint32_t least);
  };
  static bool less(const Member* a, const Member* b);

  void make_key(const exec::Path& path, Member& member) const;
  bool is_blocked(const Member& member) const;
  bool is_alone(const Member& member) const;
  bool is_taken(const Member& member) const;
  std::vector<Member*> at_same_place(const Member& member) const;
  void meet(std::vector<Member*> group, Host& host);
  // `most`: questions that may depend on what differs.
  bool pays(const Comparison& comparison, const exec::Path& path, double most, const char*& why);
  uint64_t signature(const exec::Path& path, const exec::Path& first, double most);
  bool passes_by(exec::Path& path);
  void part_ways(exec::Path& path);
  double queries_of(const Comparison& comparison, const exec::Path& path);
  double queries_of(const Comparison::Bytes& bytes, const exec::Path& path);
  double queries_of(const state::Frame* frame, const analysis::Outlook::Variable& variable);
  double all_queries(const exec::Path& path);
  JoinCounts& place(const exec::Path& path);

  const MergeConfig config_;
  const analysis::Joins& joins_;
  Joiner& joiner_;
  std::unordered_map<const exec::Path*, std::unique_ptr<Member>> members_;
  std::set<Member*, bool (*)(const Member*, const Member*)> order_;
  std::map<std::pair<uint64_t, uint64_t>, Member*> waiting_;  // by when they expire, and their paths' numbers
  std::vector<Key> left_;  // places from which paths went, since the last look
  std::vector<Key> met_;   // where a path came to others
  std::unordered_map<const ir::Instr*, Success> joins_at_;
  Success everywhere_;
  uint64_t work_ = 0;
  bool is_meeting_ = false;
  MergeCounts counts_;
};

}  // namespace bonsai::explore
