#include "cli/ledger_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/run_report.h"

namespace bonsai::cli {

using base::Ledger;
using nlohmann::json;

namespace {

const char* word(base::Column column) {
  switch (column) {
    case base::Column::unsupported: return "unsupported";
    case base::Column::given_up: return "given_up";
    case base::Column::open: break;
  }
  return "open";
}

json to_json(const base::CodePlace& place) {
  if (place == base::CodePlace()) return nullptr;
  return {{"function", place.function}, {"file", place.file}, {"line", place.line}};
}

base::CodePlace place_from_json(const json& place) {
  if (place.is_null()) return {};
  uint64_t line = count_from_json(place.at("line"));
  return {place.at("function").get<std::string>(), place.at("file").get<std::string>(), uint32_t(line)};
}

}  // namespace

json to_json(const Ledger& ledger) {
  json list = json::array();
  for (const auto& [entry, count] : ledger.entries())
    list.push_back({{"reason", base::word(entry.reason)},
                    {"detail", entry.detail.empty() ? base::meaning(entry.reason) : entry.detail},
                    {"place", to_json(entry.place)},
                    {"count", count},
                    {"column", word(base::column_of(entry.reason))}});
  return list;
}

Ledger ledger_from_json(const json& list) {
  Ledger ledger;
  for (const json& each : list) {
    std::optional<base::Reason> reason = base::reason_of(each.at("reason").get<std::string>());
    if (!reason) throw json::type_error::create(302, "a reason must be a word that is known", &each);
    std::string detail = each.at("detail").get<std::string>();
    if (detail == base::meaning(*reason)) detail.clear();
    ledger.add(*reason, std::move(detail), place_from_json(each.at("place")),
               count_from_json(each.at("count")));
  }
  return ledger;
}

json given_up_reasons(const Ledger& ledger) {
  json list = json::array();
  for (const auto& [entry, count] : ledger.entries())
    if (base::column_of(entry.reason) != base::Column::open)
      list.push_back({{"reason", base::print(entry)}, {"count", count}});
  return list;
}

std::vector<std::string> describe(const Ledger& ledger, size_t most) {
  std::vector<std::pair<Ledger::Entry, uint64_t>> all(ledger.entries().begin(), ledger.entries().end());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::vector<std::string> lines;
  for (const auto& [entry, count] : all) {
    if (lines.size() == most) {
      lines.push_back(fmt::format("… and {} more (--json has all)", all.size() - most));
      break;
    }
    lines.push_back(count > 1 ? fmt::format("{}, {} times", base::print(entry), count) : base::print(entry));
  }
  return lines;
}

}  // namespace bonsai::cli
