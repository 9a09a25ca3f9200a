// The ledger of a run (base/ledger.h) as JSON and in words.
#pragma once

#include <nlohmann/json.hpp>

#include "base/ledger.h"

namespace bonsai::cli {

// A list of objects: reason, detail, place (null: none), count, column.
nlohmann::json to_json(const base::Ledger& ledger);
// What to_json made; anything else throws what nlohmann's readers throw.
base::Ledger ledger_from_json(const nlohmann::json& list);
// The entries that end paths or sides of branches, in words: the key given_up_reasons.
nlohmann::json given_up_reasons(const base::Ledger& ledger);
// "helper is not defined (prog.c:4 in main)" of those that count most, and how many more there are.
std::vector<std::string> describe(const base::Ledger& ledger, size_t most);

}  // namespace bonsai::cli
