// Choice, growth and eviction of instances. The prices are measured: bench/solve_core_bench.cpp.
//
// Tested by bitblast_core_test.cpp, bitblast_fuzz_test.cpp.
#include "solve/bitblast/instance_cache.h"

#include <algorithm>

namespace bonsai::solve {

using expr::Term;

InstanceCache::InstanceCache(const Aig& aig, Budget& budget, const InstanceCacheConfig& config)
    : aig_(aig), budget_(budget), config_(config) {}

void InstanceCache::clear() {
  entries_.clear();
  recent_.clear();
}

void InstanceCache::drop(const CachedInstance* entry) {
  std::erase_if(entries_, [&](const auto& other) { return other.get() == entry; });
}

CachedInstance* InstanceCache::by_serial(uint64_t serial) {
  for (const auto& entry : entries_)
    if (entry->serial == serial) return entry.get();
  return nullptr;
}

CachedInstance* InstanceCache::find(std::span<const Term* const> constraints, std::span<const Lit> literals,
                                    Lit question) {
  constexpr size_t kTries = 8;
  const auto serves = [&](const CachedInstance* entry) {
    if (entry == nullptr || entry->hard.size() > constraints.size()) return false;
    for (size_t i = 0; i < entry->hard.size(); ++i)
      if (entry->hard[i] != constraints[i]->id()) return false;
    return true;
  };
  const auto defining = [&](Lit root) -> CachedInstance* {
    const uint64_t* serial = is_constant(root) ? nullptr : recent_.find(gate_of(root));
    CachedInstance* entry = serial == nullptr ? nullptr : by_serial(*serial);
    return serves(entry) ? entry : nullptr;
  };
  // The last constraints of the path say best which lineage it is.
  for (size_t i = literals.size(); i > 0 && i + kTries > literals.size(); --i)
    if (CachedInstance* entry = defining(literals[i - 1]); entry != nullptr) return entry;
  if (CachedInstance* entry = defining(question); entry != nullptr) return entry;
  // New paths begin in the instance that was used last.
  CachedInstance* last = nullptr;
  for (const auto& entry : entries_)
    if (last == nullptr || entry->last_use > last->last_use) last = entry.get();
  return last != nullptr && literals.size() <= 1 && last->hard.empty() ? last : nullptr;
}

void InstanceCache::evict(size_t room) {
  const auto total = [&] {
    size_t gates = 0;
    for (const auto& entry : entries_) gates += entry->instance->gates();
    return gates;
  };
  while (!entries_.empty() &&
         (entries_.size() + room > config_.max_instances || total() > config_.max_gates)) {
    const auto oldest = std::min_element(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) {
      return a->last_use < b->last_use;
    });
    entries_.erase(oldest);
  }
}

CachedInstance* InstanceCache::create(std::span<const Term* const> constraints,
                                      std::span<const Lit> literals) {
  evict(1);
  auto entry = std::make_unique<CachedInstance>();
  entry->instance = std::make_unique<Instance>(aig_, budget_, Instance::Effort::small);
  entry->serial = ++made_;
  const size_t hard = literals.size() > config_.assumed ? literals.size() - config_.assumed : 0;
  for (size_t i = 0; i < hard; ++i) {
    entry->instance->assert_hard(literals[i]);
    entry->hard.push_back(constraints[i]->id());
    recent_[gate_of(literals[i])] = entry->serial;
  }
  entries_.push_back(std::move(entry));
  return entries_.back().get();
}

bool InstanceCache::define_all(CachedInstance& entry, std::span<const Lit> literals, Lit question) {
  const auto define = [&](Lit literal) {
    const size_t before = entry.instance->gates();
    entry.instance->define(literal);
    if (entry.instance->gates() != before) recent_[gate_of(literal)] = entry.serial;
  };
  for (Lit literal : literals.subspan(entry.hard.size())) define(literal);
  define(question);
  return !entry.instance->broken();
}

bool InstanceCache::rent_exceeds_price(CachedInstance& entry, std::span<const Lit> literals,
                                       Lit question) const {
  size_t living = entry.instance->gates_of_root(question);
  for (Lit literal : literals) living += entry.instance->gates_of_root(literal);
  const size_t all = entry.instance->gates();
  entry.rent += all - std::min(all, living);
  return entry.rent > config_.rent_per_gate * living + config_.rent_fixed;
}

// Asserts older constraints that were there for many questions in a row.
void InstanceCache::promote(CachedInstance& entry, std::span<const Term* const> constraints,
                            std::span<const Lit> literals) {
  const auto path = constraints.subspan(entry.hard.size());
  size_t same = 0;
  while (same < std::min(path.size(), entry.assumed.size()) && entry.assumed[same] == path[same]->id())
    ++same;
  entry.assumed.resize(same);
  entry.streak.resize(same);
  for (unsigned& streak : entry.streak) ++streak;
  for (const Term* term : path.subspan(same)) {
    entry.assumed.push_back(term->id());
    entry.streak.push_back(1);
  }
  if (path.size() < 2 * config_.assumed) return;
  size_t count = 0;
  while (count < path.size() - config_.assumed && entry.streak[count] >= config_.promotion_streak) ++count;
  for (size_t i = 0; i < count; ++i) {
    entry.instance->assert_hard(literals[entry.hard.size()]);
    entry.hard.push_back(path[i]->id());
  }
  entry.assumed.erase(entry.assumed.begin(), entry.assumed.begin() + static_cast<ptrdiff_t>(count));
  entry.streak.erase(entry.streak.begin(), entry.streak.begin() + static_cast<ptrdiff_t>(count));
  promoted_ += count;
}

CachedInstance* InstanceCache::acquire(std::span<const Term* const> constraints,
                                       std::span<const Lit> literals, Lit question) {
  CachedInstance* entry = find(constraints, literals, question);
  if (entry != nullptr) {
    if (!define_all(*entry, literals, question)) return drop(entry), nullptr;
    if (rent_exceeds_price(*entry, literals, question)) {
      entry->rent = 0;
      entry = nullptr;
      ++rebuilt_;
    }
  }
  if (entry == nullptr) {
    entry = create(constraints, literals);
    if (!define_all(*entry, literals, question)) return drop(entry), nullptr;
  }
  promote(*entry, constraints, literals);
  entry->last_use = ++clock_;
  evict(0);
  return by_serial(entry->serial);
}

}  // namespace bonsai::solve
