#include "explore/pieces.h"

#include <algorithm>

namespace bonsai::explore {

using exec::Path;

void Pieces::remove(Path& path) {
  if (!path.standing.piece) return;
  Piece& piece = pieces_.at(std::exchange(path.standing.piece, 0));
  uint32_t position = path.standing.position;
  piece.paths[position] = nullptr;
  piece.struck_out.resize((piece.paths.size() + 7) / 8);
  piece.struck_out[position / 8] |= char(1 << position % 8);
  --piece.left;
  --size_;
}

// Drops pieces of which less than a quarter is left: what is packed twice stays a fraction of what went.
void Pieces::drop_small() {
  std::erase_if(pieces_, [this](const auto& entry) {
    const Piece& piece = entry.second;
    if (piece.left && piece.left * 4 >= piece.paths.size()) return false;
    for (Path* path : piece.paths)
      if (path) path->standing.piece = 0;
    size_ -= piece.left;
    return true;
  });
}

void Pieces::add(const expr::TermStore& terms, std::vector<Path*> paths, uint64_t id) {
  for (uint32_t i = 0; i < paths.size(); ++i) {
    paths[i]->standing.piece = id;
    paths[i]->standing.position = i;
  }
  uint64_t count = paths.size();
  auto job = std::make_shared<Job>(Job{id, count, pack(terms, paths), {}});
  pieces_[id] = {std::move(paths), std::move(job), {}, count};
  size_ += count;
}

std::vector<std::shared_ptr<const Job>> Pieces::update(const expr::TermStore& terms,
                                                       std::span<Path* const> paths,
                                                       const std::function<uint64_t()>& new_id) {
  drop_small();
  // Neighbours in the tree are looked for among a few at a time, whose nodes stay in the processor's cache.
  constexpr size_t at_a_time = 32 * most_in_job;
  std::vector<Path*> unpacked;
  // A piece holds the way to its paths from the root. Where thousands of paths hang on one long one, as in
  // concolic runs, small pieces would repeat that way hundreds of times.
  auto most_in_piece = [&] {
    constexpr size_t most_times = 16;
    size_t deepest = 0;
    for (const Path* path : unpacked) deepest = std::max<size_t>(deepest, path->node->depth);
    return std::max(most_in_job, deepest / most_times);
  };
  auto pack_them = [&] {
    for (std::vector<Path*>& some : in_portions(unpacked, most_in_piece()))
      add(terms, std::move(some), new_id());
    unpacked.clear();
  };
  for (Path* path : paths) {
    if (!path->standing.piece) unpacked.push_back(path);
    if (unpacked.size() == at_a_time) pack_them();
  }
  pack_them();
  std::vector<std::shared_ptr<const Job>> jobs;
  for (auto& [id, piece] : pieces_) {
    if (piece.left != piece.job->states)
      piece.job = std::make_shared<Job>(Job{id, piece.left, piece.job->bytes, piece.struck_out});
    jobs.push_back(piece.job);
  }
  return jobs;
}

}  // namespace bonsai::explore
