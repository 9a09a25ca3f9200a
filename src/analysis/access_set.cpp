// Tested by access_set_test.cpp.
#include "analysis/access_set.h"

namespace bonsai::analysis {

namespace {

void unite(IdSet& to, const IdSet& more) {
  IdSet ignored;
  to.insert(more, ignored);
}

}  // namespace

void AccessSet::add(const std::vector<Range>& more, IdSet& whole, std::vector<Range>& rest) const {
  for (const Range& range : more)
    if (range.is_whole() && range.site < sites_)
      whole.insert(range.site);
    else
      rest.push_back(range);
}

void AccessSet::add(const Accesses& more) {
  add(more.reads, reads_, rest_.reads);
  add(more.writes, writes_, rest_.writes);
  for (SiteId site : more.frees)
    if (site < sites_)
      frees_.insert(site);
    else
      rest_.frees.push_back(site);
  for (SiteId site : more.allocations) allocations_.insert(site);
  rest_.reads_anything |= more.reads_anything;
  rest_.writes_anything |= more.writes_anything;
}

void AccessSet::add(const AccessSet& more) {
  unite(reads_, more.reads_);
  unite(writes_, more.writes_);
  unite(frees_, more.frees_);
  unite(allocations_, more.allocations_);
  analysis::add(rest_, more.rest_);
}

void AccessSet::settle() {
  normalise(rest_);
  auto keep_parts = [&](std::vector<Range>& ranges, IdSet& whole) {
    std::erase_if(ranges, [&](const Range& range) {
      if (range.site >= sites_) return false;
      if (range.is_whole()) whole.insert(range.site);
      return whole.contains(range.site);
    });
  };
  keep_parts(rest_.reads, reads_);
  keep_parts(rest_.writes, writes_);
}

void AccessSet::leave_out(const IdSet& sites) {
  for (IdSet* set : {&reads_, &writes_, &allocations_}) set->erase(sites);
  for (std::vector<Range>* ranges : {&rest_.reads, &rest_.writes})
    std::erase_if(*ranges, [&](const Range& range) { return sites.contains(range.site); });
}

Accesses AccessSet::list() const {
  AccessSet settled = *this;
  settled.settle();
  Accesses all = std::move(settled.rest_);
  auto merge = [](std::vector<Range>& parts, const IdSet& whole) {
    std::vector<Range> both;
    both.reserve(parts.size() + whole.size());
    auto next = parts.begin();
    whole.for_each([&](SiteId site) {
      while (next != parts.end() && next->site < site) both.push_back(*next++);
      both.push_back({site, 0, Range::to_the_end});
    });
    both.insert(both.end(), next, parts.end());
    parts = std::move(both);
  };
  merge(all.reads, settled.reads_);
  merge(all.writes, settled.writes_);
  frees_.for_each([&](SiteId site) { all.frees.push_back(site); });
  allocations_.for_each([&](SiteId site) { all.allocations.push_back(site); });
  return all;
}

}  // namespace bonsai::analysis
