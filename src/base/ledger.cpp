#include "base/ledger.h"

#include <algorithm>

namespace bonsai::base {
namespace {

struct Row {
  std::string_view word;
  Column column;
  std::string_view meaning;
};

constexpr Row rows[] = {
#define NOT_EXPLORED(name, word, column, meaning) {word, Column::column, meaning},
#include "base/not_explored.def"
#undef NOT_EXPLORED
};

const Row& row(Reason reason) { return rows[size_t(reason)]; }

}  // namespace

std::string_view word(Reason reason) { return row(reason).word; }
std::string_view meaning(Reason reason) { return row(reason).meaning; }
Column column_of(Reason reason) { return row(reason).column; }

std::optional<Reason> reason_of(std::string_view given) {
  for (Reason reason : all_reasons)
    if (word(reason) == given) return reason;
  return std::nullopt;
}

std::string CodePlace::print() const {
  std::string text;
  if (line) text = file + ":" + std::to_string(line);
  if (!function.empty()) text += (text.empty() ? "in " : " in ") + function;
  return text;
}

void Ledger::add(Reason reason, std::string detail, CodePlace place, uint64_t count) {
  if (!count) return;
  Entry entry{reason, std::move(detail), std::move(place)};
  auto known = counts_.find(entry);
  if (known == counts_.end()) {
    auto begin = counts_.lower_bound({reason, "", {}});
    auto different =
        std::count_if(begin, counts_.end(), [&](const auto& each) { return each.first.reason == reason; });
    if (size_t(different) >= most_of_reason) entry = {reason, "", {}};
    known = counts_.try_emplace(std::move(entry)).first;
  }
  known->second += count;
}

void Ledger::add(const Ledger& other) {
  for (const auto& [entry, count] : other.counts_) add(entry.reason, entry.detail, entry.place, count);
}

void Ledger::forget(Reason reason) {
  std::erase_if(counts_, [&](const auto& each) { return each.first.reason == reason; });
}

uint64_t Ledger::count(Reason reason) const {
  uint64_t sum = 0;
  for (const auto& [entry, count] : counts_) sum += entry.reason == reason ? count : 0;
  return sum;
}

std::string print(const Ledger::Entry& entry) {
  std::string text(entry.detail.empty() ? meaning(entry.reason) : entry.detail), place = entry.place.print();
  return place.empty() ? text : text + " (" + place + ")";
}

}  // namespace bonsai::base
