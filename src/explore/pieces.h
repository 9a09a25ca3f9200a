// The paths of a worker as its checkpoints have them.
//
// A checkpoint must cost what has changed since the one before, not what all paths cost. So paths are packed
// into pieces that stay as they are: a path that runs or leaves is struck out of its piece, and is packed
// into a new one if it waits at the next checkpoint. When little is left of a piece, that is packed anew.
//
// Threads: one worker's. Tested by resume_test.cpp.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "explore/job.h"

namespace bonsai::explore {

class Pieces {
 public:
  // Strikes out a path. Called before it runs, leaves the worker, or is set aside.
  void remove(exec::Path& path);
  // Packs those of `paths` that are in no piece, and returns all pieces. `paths` are all that wait, at rest;
  // `new_id` names a piece.
  std::vector<std::shared_ptr<const Job>> update(const expr::TermStore& terms,
                                                 std::span<exec::Path* const> paths,
                                                 const std::function<uint64_t()>& new_id);
  // Paths in pieces.
  uint64_t size() const { return size_; }

 private:
  struct Piece {
    std::vector<exec::Path*> paths;  // by position among its leaves; null: struck out
    std::shared_ptr<const Job> job;  // as last returned
    std::string struck_out;          // as Job::struck_out
    uint64_t left = 0;               // paths
  };

  void drop_small();
  void add(const expr::TermStore& terms, std::vector<exec::Path*> paths, uint64_t id);

  std::map<uint64_t, Piece> pieces_;  // by id
  uint64_t size_ = 0;
};

}  // namespace bonsai::explore
