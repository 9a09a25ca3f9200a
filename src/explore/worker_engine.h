// What a worker works with. For worker*.cpp alone.
#pragma once

#include "explore/worker.h"

namespace bonsai::explore {

struct Worker::Engine {
  Engine(Shared& shared, unsigned number);

  std::unique_ptr<analysis::Distance> distance;  // if a searcher needs it
  PlaceCounts place_counts;
  bool counts_places;
  std::unique_ptr<Searcher> searcher;
  expr::TermStore terms;
  solve::Chain chain;
  exec::Machine machine;
  std::vector<std::unique_ptr<Strategy>> strategies;
};

}  // namespace bonsai::explore
