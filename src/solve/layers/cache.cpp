#include "solve/layers/cache.h"

#include <algorithm>

namespace bonsai::solve {

using expr::Term;

namespace {

bool by_id(const Term* a, const Term* b) { return a->id() < b->id(); }

bool is_subset(const std::vector<const Term*>& small, const std::vector<const Term*>& large) {
  return small.size() <= large.size() &&
         std::includes(large.begin(), large.end(), small.begin(), small.end(), by_id);
}

}  // namespace

std::vector<const Term*> CacheLayer::sorted_set(std::span<const Term* const> constraints,
                                                const Term* question) {
  std::vector<const Term*> set(constraints.begin(), constraints.end());
  set.push_back(question);
  std::sort(set.begin(), set.end(), by_id);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

Reply CacheLayer::ask(Query& query) {
  auto found = index_.find(query.question->id());
  if (found == index_.end()) return {};
  const std::vector<EntryRef>& bucket = found->second;
  const auto set = sorted_set(query.constraints(), query.question);
  unsigned tries = 0;
  for (size_t i = bucket.size(); i-- > 0;) {
    const Entry& entry = *bucket[i];
    if (!entry.model) {
      if (is_subset(entry.set, set)) return {Answer::unsat};
    } else if (is_subset(set, entry.set) || (tries++ < kModelTries && query.satisfied_by(*entry.model))) {
      return {Answer::sat, merge_models(query, *entry.model)};
    }
  }
  return {};
}

void CacheLayer::learn(Query& query, const Reply& reply, const std::vector<uint32_t>* core) {
  if (!reply.decided()) return;
  Entry entry;
  if (reply.answer == Answer::unsat && core) {
    std::vector<const Term*> members;
    for (uint32_t position : *core) members.push_back(query.constraints()[position]);
    entry.set = sorted_set(members, query.question);
  } else {
    entry.set = sorted_set(query.constraints(), query.question);
  }
  entry.model = reply.model;
  if (entry.model) entry.model_bytes = entry.model->bytes();
  if (!entry.model && entry.set.size() <= kSmallCore)
    entry.keys = entry.set;
  else
    entry.keys = {query.question};
  insert(std::move(entry));
}

void CacheLayer::insert(Entry entry) {
  auto shared = std::make_shared<const Entry>(std::move(entry));
  terms_ += shared->set.size();
  model_bytes_ += shared->model_bytes;
  entries_.push_back(shared);
  for (const Term* key : shared->keys) {
    auto& bucket = index_[key->id()];
    bucket.push_back(shared);
    if (bucket.size() > kPerQuestion) bucket.erase(bucket.begin());
  }
  auto is_full = [&] { return terms_ > max_terms_ || model_bytes_ > max_model_bytes_; };
  while (entries_.size() > max_entries_ || (is_full() && entries_.size() > 1)) drop_oldest();
}

void CacheLayer::drop_oldest() {
  const EntryRef entry = entries_.front();
  entries_.pop_front();
  unlink(entry);
}

void CacheLayer::unlink(const EntryRef& entry) {
  terms_ -= entry->set.size();
  model_bytes_ -= entry->model_bytes;
  for (const Term* key : entry->keys) {
    auto found = index_.find(key->id());
    if (found == index_.end()) continue;
    std::erase(found->second, entry);
    if (found->second.empty()) index_.erase(found);
  }
}

void CacheLayer::drop_dead(const expr::TermStore& store) {
  std::deque<EntryRef> living;
  for (const EntryRef& entry : entries_) {
    const bool alive = std::all_of(entry->set.begin(), entry->set.end(),
                                   [&](const Term* term) { return store.is_marked(term); });
    if (alive)
      living.push_back(entry);
    else
      unlink(entry);
  }
  entries_ = std::move(living);
}

}  // namespace bonsai::solve
