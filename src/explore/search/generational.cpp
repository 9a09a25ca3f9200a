// Generational search, as SAGE has it: every choice of a run is changed, not the last alone, and the children
// of those runs come first that covered most that no run had covered; of one run the earliest choice first.
//
// When no run has covered anything new, those choices come first that were changed least often, by one of two
// counts. Two times of three a choice is a place in the code and the how manieth time a run decided there,
// roughly: so one loop that decides a thousand times does not keep the others from their turn. The third time
// it is a place and all that the run had covered before it, and of those that were changed as often the
// newest comes first: so parts of a program that are covered, but never were on one run together, come
// together, step by step.
//
// Tested by searchers_test.cpp; bench/riff is what the second count is for.
#include <bit>
#include <compare>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "explore/search/searcher.h"

namespace bonsai::explore {
namespace {

// What waits, by keys; those first whose keys were taken least often.
class Shelf {
 public:
  enum class Ties : uint8_t { any, newest };
  explicit Shelf(Ties ties) : ties_(ties) {}

  void add(uint64_t key, uint64_t order, uint32_t slot) {
    Same& same = all_[key];
    if (!same.waiting.empty()) order_.erase(entry(key, same));
    same.waiting.insert({order, slot});
    order_.insert(entry(key, same));
  }
  void take(uint64_t key, uint64_t order, uint32_t slot) {
    Same& same = all_[key];
    order_.erase(entry(key, same));
    same.waiting.erase({order, slot});
    ++same.taken;
    if (!same.waiting.empty()) order_.insert(entry(key, same));
  }
  // The newest of the first key.
  uint32_t first() const { return all_.at(order_.begin()->key).waiting.rbegin()->second; }

 private:
  struct Same {
    std::set<std::pair<uint64_t, uint32_t>> waiting;  // order and slot
    uint64_t taken = 0;
  };
  struct Entry {
    uint64_t taken, rank, key;
    auto operator<=>(const Entry&) const = default;
  };
  Entry entry(uint64_t key, const Same& same) const {
    return {same.taken, ties_ == Ties::newest ? ~same.waiting.rbegin()->first : 0, key};
  }

  const Ties ties_;
  std::unordered_map<uint64_t, Same> all_;
  std::set<Entry> order_;
};

class Generational : public Searcher {
 public:
  explicit Generational(unsigned number) : number_(number) {}

  void add(exec::Path& path) override {
    uint64_t run = run_of(path);
    if (run != newest_) {
      times_.clear();
      forget_covered();
    }
    newest_ = run;
    uint64_t place = path.top ? base::hash_combine(path.top->function->id, path.top->pc) : 0;
    uint32_t slot = take_slot();
    children_[slot] = {&path, path.standing.run, run, choice_of(place), combination_of(place, path), next_++};
    path.standing.places[number_] = slot;
    Run& of = runs_[run];
    of.children.insert({children_[slot].order, slot});
    rank(run, of, path.standing.run ? path.standing.run->fresh : 0);
    choices_.add(children_[slot].choice, children_[slot].order, slot);
    combinations_.add(children_[slot].combination, children_[slot].order, slot);
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
    choices_.take(child.choice, child.order, slot);
    combinations_.take(child.combination, child.order, slot);
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
    return *children_[(++turns_ % 3 ? choices_ : combinations_).first()].path;
  }

  double rank(const exec::Path& path) const override {
    return path.standing.run ? double(path.standing.run->fresh) : 0;
  }

 private:
  struct Child {
    exec::Path* path = nullptr;
    std::shared_ptr<exec::ConcolicRun> run{};
    uint64_t number = 0;  // of the run
    uint64_t choice = 0, combination = 0;
    uint64_t order = 0;  // in which it came
  };
  struct Run {
    std::set<std::pair<uint64_t, uint32_t>> children;  // order and slot
    uint64_t fresh = ~uint64_t(0);                     // as it stands in fresh_
  };

  static uint64_t run_of(const exec::Path& path) { return path.standing.run ? path.standing.run->number : 0; }

  void rank(uint64_t number, Run& run, uint64_t fresh) {
    if (run.fresh == fresh) return;
    fresh_.erase({-int64_t(run.fresh), number});
    run.fresh = fresh;
    fresh_.insert({-int64_t(fresh), number});
  }

  uint64_t choice_of(uint64_t place) {
    uint32_t times = ++times_[place];
    return base::hash_combine(place, times <= 8 ? times : 8 + std::bit_width(times));
  }

  // Children of a run come in the order of its choices: each has covered what the one before had, and more.
  uint64_t combination_of(uint64_t place, const exec::Path& path) {
    for (const exec::Covered* each = path.covered.get(); each && each != seen_.get();
         each = each->before.get())
      for (uint32_t point : each->points) {
        if (point >= is_covered_.size()) is_covered_.resize(point + 1);
        if (is_covered_[point]) continue;
        is_covered_[point] = true;
        covered_.push_back(point);
        signature_ += base::hash_combine(0, point);
      }
    seen_ = path.covered;
    return base::hash_combine(signature_, place);
  }

  void forget_covered() {
    for (uint32_t point : covered_) is_covered_[point] = false;
    covered_.clear();
    signature_ = 0;
    seen_ = {};
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
  Shelf choices_{Shelf::Ties::any}, combinations_{Shelf::Ties::newest};
  uint64_t newest_ = 0;  // run that left the last child
  uint64_t next_ = 0, turns_ = 0;
  // Of the newest run, up to its last child:
  std::unordered_map<uint64_t, uint32_t> times_;  // that it decided at a place
  std::vector<bool> is_covered_;                  // points,
  std::vector<uint32_t> covered_;                 // the same as a list,
  uint64_t signature_ = 0;                        // and as a number
  base::Ref<exec::Covered> seen_;                 // where they end
};

}  // namespace

std::unique_ptr<Searcher> make_generational(const SearchContext& context) {
  return std::make_unique<Generational>(context.number);
}

}  // namespace bonsai::explore
