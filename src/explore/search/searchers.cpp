#include <deque>
#include <random>

#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

using exec::Path;

// Depth first: the path that ran goes on until it ends, then the youngest.
class Dfs : public Searcher {
 public:
  void add(std::unique_ptr<Path> path) override { paths_.push_back(std::move(path)); }
  std::unique_ptr<Path> take() override {
    std::unique_ptr<Path> path = std::move(paths_.back());
    paths_.pop_back();
    return path;
  }
  size_t size() const override { return paths_.size(); }
  void for_each(const std::function<void(const Path&)>& visit) const override {
    for (const std::unique_ptr<Path>& path : paths_) visit(*path);
  }
  bool wants_forks() const override { return false; }

 private:
  std::vector<std::unique_ptr<Path>> paths_;
};

// Breadth first: the path that has waited longest.
class Bfs : public Searcher {
 public:
  void add(std::unique_ptr<Path> path) override { paths_.push_back(std::move(path)); }
  std::unique_ptr<Path> take() override {
    std::unique_ptr<Path> path = std::move(paths_.front());
    paths_.pop_front();
    return path;
  }
  size_t size() const override { return paths_.size(); }
  void for_each(const std::function<void(const Path&)>& visit) const override {
    for (const std::unique_ptr<Path>& path : paths_) visit(*path);
  }

 private:
  std::deque<std::unique_ptr<Path>> paths_;
};

// Any path, each with the same chance.
class Random : public Searcher {
 public:
  explicit Random(uint64_t seed) : random_(seed) {}
  void add(std::unique_ptr<Path> path) override { paths_.push_back(std::move(path)); }
  std::unique_ptr<Path> take() override {
    std::swap(paths_[random_() % paths_.size()], paths_.back());
    std::unique_ptr<Path> path = std::move(paths_.back());
    paths_.pop_back();
    return path;
  }
  size_t size() const override { return paths_.size(); }
  void for_each(const std::function<void(const Path&)>& visit) const override {
    for (const std::unique_ptr<Path>& path : paths_) visit(*path);
  }

 private:
  std::mt19937_64 random_;
  std::vector<std::unique_ptr<Path>> paths_;
};

}  // namespace

const std::vector<SearcherInfo>& searchers() {
  static const std::vector<SearcherInfo> all = {
      {"dfs", "depth first: follows a path to its end, then the youngest other",
       [](uint64_t) -> std::unique_ptr<Searcher> { return std::make_unique<Dfs>(); }},
      {"bfs", "breadth first: the path that has waited longest",
       [](uint64_t) -> std::unique_ptr<Searcher> { return std::make_unique<Bfs>(); }},
      {"random", "any path, each with the same chance",
       [](uint64_t seed) -> std::unique_ptr<Searcher> { return std::make_unique<Random>(seed); }},
  };
  return all;
}

std::unique_ptr<Searcher> make_searcher(std::string_view name, uint64_t seed) {
  for (const SearcherInfo& each : searchers())
    if (each.name == name) return each.make(seed);
  return nullptr;
}

}  // namespace bonsai::explore
