#include "solve/fixing.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "expr/evaluate.h"

namespace bonsai::solve {
namespace {

using expr::Kind;
using expr::Term;

constexpr size_t most_alone = 4;   // words that are tried each alone
constexpr size_t most_words = 64;  // of a condition that are looked at
constexpr size_t most_found = 4096;
constexpr size_t most_unknown = 4;

// Is the term neighbouring bytes of one input, and nothing else?
bool is_word(expr::TermStore& store, const Term* term) {
  if (term->kind() != Kind::Read && term->kind() != Kind::Concat) return false;
  std::span<const expr::CellRange> ranges = term->support()->ranges();
  if (ranges.size() != 1) return false;
  uint64_t bytes = ranges[0].last - ranges[0].first + 1;
  return bytes <= 16 && term->width() == 8 * bytes &&
         term == store.symbolic_word(ranges[0].array, ranges[0].first, bytes);
}

struct Word {
  const Term* term;
  uint64_t weight;  // terms of the condition that depend on it
  size_t place;     // in order of finding
};

// The words of a condition, those first that most depends on.
std::vector<Word> words_of(expr::TermStore& store, const Term* condition) {
  std::vector<const Term*> order, todo{condition}, words;
  std::unordered_set<const Term*> seen;
  while (!todo.empty() && words.size() < most_found) {
    const Term* term = todo.back();
    todo.pop_back();
    if (term->is_constant() || !seen.insert(term).second) continue;
    order.push_back(term);
    if (is_word(store, term)) {
      words.push_back(term);
      continue;
    }
    for (const Term* operand : term->operands()) todo.push_back(operand);
  }
  // A word and a part of it are both there: the word is enough.
  const std::vector<const Term*> all = words;
  std::erase_if(words, [&](const Term* part) {
    const expr::CellRange& inner = part->support()->ranges()[0];
    return std::any_of(all.begin(), all.end(), [&](const Term* word) {
      const expr::CellRange& outer = word->support()->ranges()[0];
      return word->width() > part->width() && outer.array == inner.array && outer.first <= inner.first &&
             inner.last <= outer.last;
    });
  });
  std::vector<Word> found;
  for (const Term* word : words) {
    const expr::CellRange& cells = word->support()->ranges()[0];
    uint64_t weight = 0;
    for (const Term* term : order)
      for (const expr::CellRange& range : term->support()->ranges())
        if (range.array == cells.array && range.first <= cells.first && cells.last <= range.last) {
          ++weight;
          break;
        }
    found.push_back({word, weight, found.size()});
    if (found.size() == most_words) break;
  }
  std::sort(found.begin(), found.end(), [](const Word& a, const Word& b) {
    return std::pair(b.weight, a.place) < std::pair(a.weight, b.place);
  });
  return found;
}

FixedWord fix(const Term* word, const expr::Assignment& model) {
  const expr::CellRange& cells = word->support()->ranges()[0];
  FixedWord fixed{cells.array, cells.first, {}};
  for (uint64_t i = cells.first; i <= cells.last; ++i) fixed.bytes.push_back(model.get(cells.array, i));
  return fixed;
}

void append_number(std::string& bytes, uint64_t number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

uint64_t take_number(std::string_view& bytes) {
  uint64_t number = 0;
  std::memcpy(&number, bytes.data(), std::min(sizeof number, bytes.size()));
  bytes.remove_prefix(std::min(sizeof number, bytes.size()));
  return number;
}

}  // namespace

const Term* equation(expr::TermStore& store, const FixedWord& word) {
  const Term* all = store.bool_true();
  for (size_t i = 0; i < word.bytes.size(); ++i)
    all = store.land(
        all, store.eq(store.symbolic_byte(word.array, word.first + i), store.constant(8, word.bytes[i])));
  return all;
}

Reply find_by_fixing(Chain& chain, const PathCondition& pc, const Term* condition,
                     std::vector<FixedWord>& fixed) {
  std::vector<Word> words = words_of(chain.store(), condition);
  size_t unknown = 0;
  auto attempt = [&](size_t from, size_t to) {
    fixed.clear();
    PathCondition narrowed = pc;
    for (size_t i = from; i < to; ++i) {
      fixed.push_back(fix(words[i].term, *pc.model()));
      chain.assume(narrowed, equation(chain.store(), fixed.back()));
    }
    Reply reply = chain.may_be_true(narrowed, condition);
    unknown += !reply.decided();
    return reply;
  };
  // With all of them fixed the condition is as false as it is now.
  for (size_t i = 0; i < std::min(words.size(), most_alone) && words.size() > 1; ++i)
    if (Reply reply = attempt(i, i + 1); reply.answer == Answer::sat) return reply;
  for (size_t count = 2; count < words.size(); ++count) {
    if (unknown >= most_unknown) count = words.size() - 1;
    if (Reply reply = attempt(0, count); reply.answer == Answer::sat) return reply;
  }
  fixed.clear();
  return {};
}

std::string to_bytes(const std::vector<FixedWord>& words) {
  std::string bytes;
  for (const FixedWord& word : words) {
    const expr::ArrayInfo& array = word.array->array();
    append_number(bytes, array.name.size());
    bytes += array.name;
    append_number(bytes, array.size);
    append_number(bytes, word.first);
    append_number(bytes, word.bytes.size());
    bytes.append(word.bytes.begin(), word.bytes.end());
  }
  return bytes;
}

std::vector<FixedWord> from_bytes(expr::TermStore& store, std::string_view bytes) {
  std::vector<FixedWord> words;
  auto take = [&](uint64_t count) {
    std::string_view taken = bytes.substr(0, count);
    bytes.remove_prefix(taken.size());
    return taken;
  };
  while (!bytes.empty()) {
    std::string_view name = take(take_number(bytes));
    uint64_t size = take_number(bytes);
    FixedWord word{store.array(name, size), take_number(bytes), {}};
    std::string_view values = take(take_number(bytes));
    word.bytes.assign(values.begin(), values.end());
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace bonsai::solve
