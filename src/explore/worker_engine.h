// What a worker works with. For worker*.cpp alone.
#pragma once

#include "exec/replay.h"
#include "explore/merge/join.h"
#include "explore/worker.h"
#include "solve/query_log.h"

namespace bonsai::explore {

struct Worker::Engine {
  Engine(Shared& shared, unsigned number);

  std::unique_ptr<analysis::Distance> distance;  // if a searcher needs it
  std::unique_ptr<analysis::Distance> target;    // the same, of what is to be reached
  size_t reached = 0;                            // targets that it knows to be reached
  PlaceCounts place_counts;
  bool counts_places;
  std::unique_ptr<Searcher> searcher;
  expr::TermStore terms;
  solve::Chain chain;
  exec::Machine machine;
  std::unique_ptr<Joiner> joiner;               // if paths are merged
  exec::Join join;                              // for replay
  std::unique_ptr<solve::QueryLog> conditions;  // if they are asked for
  std::vector<std::unique_ptr<Strategy>> strategies;
};

}  // namespace bonsai::explore
