// The ledger: what a run has not explored, why, where and how often.
//
// Whatever explores less than everything writes an entry. A run is exhaustive if its ledger is empty and no
// state is left; there is no second notion of it. Reasons are rows of not_explored.def.
//
// The number of entries is bounded: of each reason, what comes when there are `most_of_reason` different ones
// is counted in one entry without place and detail. Counts are exact.
//
// Threads: none; each worker has its own, and they are added up.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace bonsai::base {

enum class Reason : uint8_t {
#define NOT_EXPLORED(name, word, column, meaning) name,
#include "base/not_explored.def"
#undef NOT_EXPLORED
};

inline constexpr Reason all_reasons[] = {
#define NOT_EXPLORED(name, word, column, meaning) Reason::name,
#include "base/not_explored.def"
#undef NOT_EXPLORED
};

// Where a path that ends for a reason is counted.
enum class Column : uint8_t {
  unsupported,  // the engine cannot execute what comes
  given_up,     // it could, but does not
  open          // no path ended
};

std::string_view word(Reason reason);     // as the interface spells it: "undecided-query"
std::string_view meaning(Reason reason);  // a sentence
Column column_of(Reason reason);
std::optional<Reason> reason_of(std::string_view word);

// A place of the program; empty: none.
struct CodePlace {
  std::string function;
  std::string file;
  uint32_t line = 0;
  auto operator<=>(const CodePlace&) const = default;
  // "prog.c:7 in main"; empty if there is none.
  std::string print() const;
};

class Ledger {
 public:
  static constexpr size_t most_of_reason = 64;

  struct Entry {
    Reason reason = Reason::fault;
    std::string detail;  // empty: what the reason means says it all
    CodePlace place;
    auto operator<=>(const Entry&) const = default;
  };

  void add(Reason reason, std::string detail, CodePlace place, uint64_t count = 1);
  void add(const Ledger& other);
  void forget(Reason reason);
  bool is_empty() const { return counts_.empty(); }
  uint64_t count(Reason reason) const;
  // Ordered by reason, detail and place.
  const std::map<Entry, uint64_t>& entries() const { return counts_; }
  friend bool operator==(const Ledger&, const Ledger&) = default;

 private:
  std::map<Entry, uint64_t> counts_;
};

// What an entry says, without its count: "call of f, which is not defined (prog.c:7 in main)".
std::string print(const Ledger::Entry& entry);

}  // namespace bonsai::base
