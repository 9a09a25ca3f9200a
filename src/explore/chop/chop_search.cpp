#include "explore/chop/chop_search.h"

#include <algorithm>
#include <random>

namespace bonsai::explore {
namespace {

// As the paper has it.
constexpr double share_of_recoveries = 0.2;

// Recoveries: one is followed until it ends or its call has returned, then another one is chosen: for a
// while the newest, for a while at random, and so on for longer and longer. The newest alone would recover
// calls in ways that differ in their last steps; and where a call has to do many things right to come to
// anything, as those do that check their whole input, choices at random never get there.
class Recoveries : public Searcher {
 public:
  explicit Recoveries(SearchContext context)
      : random_(make_random_state(context)), newest_(make_dfs(next(context))) {}
  void add(exec::Path& path) override {
    random_->add(path);
    newest_->add(path);
    if (path.id == last_) under_way_ = &path;
  }
  void remove(exec::Path& path) override {
    random_->remove(path);
    newest_->remove(path);
    if (under_way_ == &path) under_way_ = nullptr;
  }
  exec::Path& select() override {
    exec::Path& path = under_way_ ? *under_way_ : another();
    last_ = path.id;
    return path;
  }
  double rank(const exec::Path& path) const override { return newest_->rank(path); }

 private:
  static constexpr uint32_t shortest = 16, longest = 1024;  // choices in a row

  static SearchContext next(SearchContext context) {
    ++context.number;
    return context;
  }
  exec::Path& another() {
    if (left_-- == 0) {
      at_random_ = !at_random_;
      if (!at_random_) row_ = std::min(2 * row_, longest);
      left_ = row_;
    }
    return (at_random_ ? random_ : newest_)->select();
  }

  std::unique_ptr<Searcher> random_, newest_;
  uint64_t last_ = ~uint64_t(0);     // the one that was chosen last,
  exec::Path* under_way_ = nullptr;  // and where it waits, if it does
  bool at_random_ = false;
  uint32_t row_ = shortest, left_ = shortest;
};

class ChopSearch : public Searcher {
 public:
  ChopSearch(std::unique_ptr<Searcher> others, const SearchContext& context)
      : others_(std::move(others)), recoveries_(context), random_(context.seed) {}

  void add(exec::Path& path) override {
    ++count_of(path);
    list_of(path).add(path);
  }
  void remove(exec::Path& path) override {
    --count_of(path);
    list_of(path).remove(path);
  }
  exec::Path& select() override {
    bool recovers =
        recovering_ && (!other_ || double(random_()) < share_of_recoveries * double(random_.max()));
    return recovers ? recoveries_.select() : others_->select();
  }
  double rank(const exec::Path& path) const override {
    return path.chopped.is_recovering() ? recoveries_.rank(path) : others_->rank(path);
  }
  bool wants_forks() const override { return others_->wants_forks(); }
  void charge(uint64_t cost) override { others_->charge(cost); }

 private:
  Searcher& list_of(const exec::Path& path) { return path.chopped.is_recovering() ? recoveries_ : *others_; }
  size_t& count_of(const exec::Path& path) { return path.chopped.is_recovering() ? recovering_ : other_; }

  std::unique_ptr<Searcher> others_;
  Recoveries recoveries_;
  std::mt19937_64 random_;
  size_t recovering_ = 0, other_ = 0;
};

}  // namespace

std::unique_ptr<Searcher> make_chop_search(std::unique_ptr<Searcher> others, const SearchContext& context) {
  return std::make_unique<ChopSearch>(std::move(others), context);
}

}  // namespace bonsai::explore
