// Generational search, as SAGE has it: every choice of a run is changed, not the last alone, and the children
// of those runs come first that covered most that no run had covered; of one run the earliest choice first.
//
// When no run has covered anything new, those choices come first that were changed least often: a choice is a
// place in the code and the how manieth time a run decided there, roughly. So one loop that decides a
// thousand times does not keep the others from their turn.
#include <bit>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

class Generational : public Searcher {
 public:
  explicit Generational(unsigned number) : number_(number) {}

  void add(exec::Path& path) override {
    uint64_t run = run_of(path);
    if (run != newest_) times_.clear();
    newest_ = run;
    uint64_t choice = choice_of(path);
    uint32_t slot = take_slot();
    children_[slot] = {&path, path.standing.run, run, choice, next_++};
    path.standing.places[number_] = slot;
    Run& of = runs_[run];
    of.children.insert({children_[slot].order, slot});
    rank(run, of, path.standing.run ? path.standing.run->fresh : 0);
    Choice& same = choices_[choice];
    if (same.waiting.empty()) order_.insert({same.tried, choice});
    same.waiting.insert({children_[slot].order, slot});
  }

  void remove(exec::Path& path) override {
    uint32_t slot = path.standing.places[number_];
    Child& child = children_[slot];
    auto run = runs_.find(child.number);
    run->second.children.erase({child.order, slot});
    if (run->second.children.empty()) {
      fresh_.erase({-int64_t(run->second.fresh), child.number});
      runs_.erase(run);
    }
    Choice& same = choices_[child.choice];
    same.waiting.erase({child.order, slot});
    order_.erase({same.tried, child.choice});
    ++same.tried;
    if (!same.waiting.empty()) order_.insert({same.tried, child.choice});
    child = {};
    free_.push_back(slot);
  }

  exec::Path& select() override {
    // A run covers more after it has left children behind, but not after it has ended.
    if (auto it = runs_.find(newest_); it != runs_.end())
      if (const Child& one = children_[it->second.children.begin()->second]; one.run)
        rank(newest_, it->second, one.run->fresh);
    if (!fresh_.empty() && fresh_.begin()->first < 0)
      return *children_[runs_[fresh_.begin()->second].children.begin()->second].path;
    return *children_[choices_[order_.begin()->second].waiting.rbegin()->second].path;
  }

  double rank(const exec::Path& path) const override {
    return path.standing.run ? double(path.standing.run->fresh) : 0;
  }

 private:
  struct Child {
    exec::Path* path = nullptr;
    std::shared_ptr<exec::ConcolicRun> run{};
    uint64_t number = 0;  // of the run
    uint64_t choice = 0;
    uint64_t order = 0;  // in which it came
  };
  using Waiting = std::set<std::pair<uint64_t, uint32_t>>;  // order and slot
  struct Run {
    Waiting children;
    uint64_t fresh = ~uint64_t(0);  // as it stands in fresh_
  };
  struct Choice {
    Waiting waiting;
    uint64_t tried = 0;
  };

  static uint64_t run_of(const exec::Path& path) { return path.standing.run ? path.standing.run->number : 0; }

  void rank(uint64_t number, Run& run, uint64_t fresh) {
    if (run.fresh == fresh) return;
    fresh_.erase({-int64_t(run.fresh), number});
    run.fresh = fresh;
    fresh_.insert({-int64_t(fresh), number});
  }

  uint64_t choice_of(const exec::Path& path) {
    uint64_t place = path.top ? base::hash_combine(path.top->function->id, path.top->pc) : 0;
    uint32_t times = ++times_[place];
    return base::hash_combine(place, times <= 8 ? times : 8 + std::bit_width(times));
  }

  uint32_t take_slot() {
    if (free_.empty()) {
      children_.emplace_back();
      return uint32_t(children_.size() - 1);
    }
    uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  unsigned number_;
  std::vector<Child> children_;
  std::vector<uint32_t> free_;  // slots of it
  std::unordered_map<uint64_t, Run> runs_;
  std::set<std::pair<int64_t, uint64_t>> fresh_;  // what runs covered, negative, and their numbers
  std::unordered_map<uint64_t, Choice> choices_;
  std::set<std::pair<uint64_t, uint64_t>> order_;  // how often choices were tried, and which
  std::unordered_map<uint64_t, uint32_t> times_;   // that the newest run decided at a place
  uint64_t newest_ = 0;                            // run that left the last child
  uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<Searcher> make_generational(const SearchContext& context) {
  return std::make_unique<Generational>(context.number);
}

}  // namespace bonsai::explore
