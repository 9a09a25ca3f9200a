// What was learned, as bytes: the conditions that occur, the samples, then the tests, which name both by
// their places.
#include <algorithm>
#include <bit>
#include <map>

#include "base/hash.h"
#include "explore/prune/learner.h"
#include "state/forest.h"

namespace bonsai::explore {
namespace {

using state::append_number;
using state::append_text;
using state::take_number;
using state::take_text;

constexpr uint64_t format = 1;
constexpr uint64_t no_sample = ~uint64_t(0);

// Ascending numbers, each as its distance from the one before.
void append_ascending(std::string& bytes, const std::vector<uint32_t>& numbers) {
  append_number(bytes, numbers.size());
  uint32_t before = 0;
  for (uint32_t each : numbers) {
    append_number(bytes, each - before);
    before = each;
  }
}

bool take_ascending(std::string_view& bytes, std::vector<uint32_t>& numbers) {
  uint64_t count, distance, sum = 0;
  if (!take_number(bytes, count) || count > bytes.size()) return false;
  for (uint64_t i = 0; i < count; ++i) {
    if (!take_number(bytes, distance) || distance > UINT32_MAX) return false;
    sum += distance;
    if (sum > UINT32_MAX) return false;
    numbers.push_back(uint32_t(sum));
  }
  return true;
}

class Packer {
 public:
  explicit Packer(const CoreConditions& conditions) : conditions_(conditions) {}

  std::string pack(const Learned& learned) {
    std::string tests;
    for (const std::vector<Evidence>* some : {&learned.good, &learned.inherited}) {
      append_number(tests, some->size());
      for (const Evidence& test : *some) {
        append_ascending(tests, test.points);
        append_conditions(tests, test.conditions);
        append_number(tests, test.sample ? place(*test.sample) : no_sample);
      }
    }
    std::string bytes;
    append_number(bytes, format);
    append_number(bytes, learned.rounds);
    append_number(bytes, learned.taught);
    append_number(bytes, places_.size());
    bytes += texts_;
    append_number(bytes, samples_.size());
    bytes += packed_samples_;
    bytes += tests;
    append_number(bytes, base::hash_string(bytes));
    return bytes;
  }

 private:
  uint64_t place(ConditionId id) {
    auto [it, is_new] = places_.try_emplace(id, places_.size());
    if (is_new) {
      CoreConditions::Entry entry = conditions_[id];
      append_number(texts_, entry.name);
      append_text(texts_, entry.words);
    }
    return it->second;
  }
  uint64_t place(const Sample& sample) {
    auto [it, is_new] = samples_.try_emplace(&sample, samples_.size());
    if (is_new) {
      append_conditions(packed_samples_, sample.features);
      for (float weight : sample.weights) append_number(packed_samples_, std::bit_cast<uint32_t>(weight));
      append_number(packed_samples_, uint64_t(sample.way));
      append_number(packed_samples_, sample.ratio);
      append_number(packed_samples_, sample.round);
    }
    return it->second;
  }
  void append_conditions(std::string& bytes, const std::vector<ConditionId>& ids) {
    append_number(bytes, ids.size());
    for (ConditionId id : ids) append_number(bytes, place(id));
  }

  const CoreConditions& conditions_;
  std::map<ConditionId, uint64_t> places_;
  std::map<const Sample*, uint64_t> samples_;
  std::string texts_, packed_samples_;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  bool unpack(Learned& learned, CoreConditions& conditions) {
    uint64_t version, count;
    if (!number(version) || version != format || !number(learned.rounds) || !number(learned.taught) ||
        learned.taught > learned.rounds || !number(count))
      return false;
    for (uint64_t i = 0; i < count; ++i) {
      CoreConditions::Entry entry;
      std::string_view words;
      if (!number(entry.name) || !take_text(bytes_, words)) return false;
      entry.words = words;
      ids_.push_back(conditions.id(entry));
    }
    if (!number(count)) return false;
    for (uint64_t i = 0; i < count; ++i)
      if (!take_sample()) return false;
    return take_tests(learned.good) && take_tests(learned.inherited);
  }
  std::string_view rest() const { return bytes_; }

 private:
  bool number(uint64_t& value) { return take_number(bytes_, value); }
  bool take_conditions(std::vector<ConditionId>& ids) {
    uint64_t count, place;
    if (!number(count) || count > bytes_.size()) return false;
    for (uint64_t i = 0; i < count; ++i) {
      if (!number(place) || place >= ids_.size()) return false;
      ids.push_back(ids_[place]);
    }
    return true;
  }
  bool take_sample() {
    auto sample = std::make_shared<Sample>();
    uint64_t bits, way, ratio, round;
    if (!take_conditions(sample->features)) return false;
    for (size_t i = 0; i < sample->features.size(); ++i) {
      if (!number(bits) || bits > UINT32_MAX) return false;
      sample->weights.push_back(std::bit_cast<float>(uint32_t(bits)));
    }
    if (!number(way) || way > uint64_t(Sample::Way::reverse) || !number(ratio) || !number(round))
      return false;
    sample->way = Sample::Way(way);
    sample->ratio = ratio;
    sample->round = round;
    samples_.push_back(std::move(sample));
    return true;
  }
  bool take_tests(std::vector<Evidence>& tests) {
    uint64_t count, sample;
    if (!number(count)) return false;
    for (uint64_t i = 0; i < count; ++i) {
      Evidence test;
      if (!take_ascending(bytes_, test.points) || !take_conditions(test.conditions) || !number(sample))
        return false;
      std::sort(test.conditions.begin(), test.conditions.end());
      if (sample != no_sample) {
        if (sample >= samples_.size()) return false;
        test.sample = samples_[sample];
      }
      tests.push_back(std::move(test));
    }
    return true;
  }

  std::string_view bytes_;
  std::vector<ConditionId> ids_;
  std::vector<std::shared_ptr<const Sample>> samples_;
};

}  // namespace

std::string pack(const Learned& learned, const CoreConditions& conditions) {
  return Packer(conditions).pack(learned);
}

std::optional<Learned> unpack_learned(std::string_view bytes, CoreConditions& conditions) {
  Learned learned;
  Unpacker unpacker(bytes);
  if (!unpacker.unpack(learned, conditions)) return std::nullopt;
  std::string_view rest = unpacker.rest();
  uint64_t hash = base::hash_string(bytes.substr(0, bytes.size() - rest.size())), stored;
  if (!take_number(rest, stored) || stored != hash || !rest.empty()) return std::nullopt;
  return learned;
}

}  // namespace bonsai::explore
