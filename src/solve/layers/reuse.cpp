#include "solve/layers/reuse.h"

namespace bonsai::solve {

Reply ReuseLayer::ask(Query& query) {
  const Model& own = query.path_condition.model();
  if (query.is_on_path() && own && expr::holds(query.store, query.question, *own)) return {Answer::sat, own};
  // The newest first.
  for (size_t i = 0; i < kRecent; ++i) {
    const Model& model = recent_[(next_ + kRecent - 1 - i) % kRecent];
    if (model && model != own && query.satisfied_by(*model))
      return {Answer::sat, merge_models(query, *model)};
  }
  return {};
}

void ReuseLayer::learn(Query&, const Reply& reply, const std::vector<uint32_t>*) {
  if (!reply.model) return;
  recent_[next_] = reply.model;
  next_ = (next_ + 1) % kRecent;
}

}  // namespace bonsai::solve
