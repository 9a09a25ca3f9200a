#include "solve/query.h"

#include <algorithm>

#include "expr/support.h"

namespace bonsai::solve {

namespace {

void copy_cells(const expr::TermStore& store, const expr::CellRange& range, const expr::Assignment& from,
                expr::Assignment& to) {
  constexpr uint64_t kFew = 4096;
  if (range.last - range.first < kFew) {
    for (uint64_t cell = range.first;; ++cell) {
      to.set(range.array, cell, from.get(range.array, cell));
      if (cell == range.last) return;
    }
  }
  const uint32_t slot = range.array->array().slot;
  std::vector<uint64_t> stale;
  to.for_each([&](uint32_t s, uint64_t cell, uint8_t) {
    if (s == slot && cell >= range.first && cell <= range.last) stale.push_back(cell);
  });
  for (uint64_t cell : stale) to.set(range.array, cell, 0);
  from.for_each([&](uint32_t s, uint64_t cell, uint8_t value) {
    if (s == slot && cell >= range.first && cell <= range.last) to.set(range.array, cell, value);
  });
}

}  // namespace

Model merge_models(Query& query, const expr::Assignment& other) {
  auto merged = query.path_condition.model()
                    ? std::make_shared<expr::Assignment>(*query.path_condition.model())
                    : std::make_shared<expr::Assignment>();
  const expr::Support* last = nullptr;  // neighbours often read the same bytes
  auto take = [&](const expr::Term* term) {
    if (term->support() == last) return;
    last = term->support();
    for (const expr::CellRange& range : last->ranges()) copy_cells(query.store, range, other, *merged);
  };
  take(query.question);
  for (const expr::Term* constraint : query.constraints()) take(constraint);
  return merged;
}

}  // namespace bonsai::solve
