// Accesses that are gathered from many instructions and functions. In large programs most of them are of
// whole sites, and many: those are kept as sets, which are united faster than lists are sorted. One thread.
// Tested by access_set_test.cpp.
#pragma once

#include "analysis/accesses.h"
#include "analysis/id_set.h"

namespace bonsai::analysis {

class AccessSet {
 public:
  // Accesses of sites from `sites` on are open (accesses.h).
  explicit AccessSet(SiteId sites) : sites_(sites) {}

  void add(const Accesses& more);
  void add(const AccessSet& more);
  // Whoever added much calls it: what is no whole site is put in order.
  void settle();
  void leave_out(const IdSet& sites);
  // Takes the open ones out.
  Accesses take_open(const PointsTo& points_to) { return analysis::take_open(points_to, rest_); }
  // Normalised. REQUIRES: none is open.
  Accesses list() const;

 private:
  void add(const std::vector<Range>& more, IdSet& whole, std::vector<Range>& rest) const;

  SiteId sites_;
  IdSet reads_, writes_, frees_, allocations_;  // of whole sites
  Accesses rest_;
};

}  // namespace bonsai::analysis
