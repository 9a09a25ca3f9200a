#include "explore/job.h"

#include <bit>

#include "base/hash.h"
#include "state/forest.h"

namespace bonsai::explore {
namespace {

using exec::Path;
using state::append_number;
using state::append_text;
using state::take_bytes;
using state::take_number;
using state::take_text;

// The values that are not zero, array by array, as runs of neighbouring cells.
void append_model(std::string& bytes, const expr::TermStore& terms, const expr::Assignment& model) {
  struct Run {
    uint32_t slot = 0;
    uint64_t first = 0;
    std::string values;
  };
  std::vector<Run> runs;
  model.for_each([&](uint32_t slot, uint64_t cell, uint8_t value) {
    if (runs.empty() || runs.back().slot != slot || runs.back().first + runs.back().values.size() != cell)
      runs.push_back({slot, cell, {}});
    runs.back().values.push_back(char(value));
  });
  for (const Run& run : runs) {
    const expr::ArrayInfo& array = terms.arrays()[run.slot]->array();
    append_text(bytes, array.name);
    append_number(bytes, array.size);
    append_number(bytes, run.first);
    append_text(bytes, run.values);
  }
}

void append_seeds(std::string& bytes, const expr::TermStore& terms, const Path& path) {
  append_number(bytes, path.seeds ? path.seeds->size() : 0);
  if (!path.seeds) return;
  for (const exec::SeedOnPath& on_path : *path.seeds) {
    const exec::Seed& seed = *on_path.seed;
    append_number(bytes, seed.inputs.size());
    for (const auto& [name, value] : seed.inputs) {
      append_text(bytes, name);
      append_text(bytes, value);
    }
    append_number(bytes, seed.is_raw);
    append_text(bytes, seed.raw);
    append_number(bytes, seed.random.has_value());
    append_number(bytes, seed.random.value_or(0));
    append_number(bytes, on_path.used);
    std::string model;
    append_model(model, terms, *on_path.model);
    append_text(bytes, model);
  }
}

std::string leaf_data(const expr::TermStore& terms, const Path& path) {
  std::string bytes;
  append_number(bytes, path.standing.covered_new_at);
  append_number(bytes, path.standing.core_queries);
  append_number(bytes, path.unchecked);
  append_number(bytes, path.standing.is_parked);
  append_number(bytes, std::bit_cast<uint32_t>(path.standing.features.score));
  append_seeds(bytes, terms, path);
  append_model(bytes, terms, *path.condition.model());
  return bytes;
}

bool take_model(std::string_view bytes, expr::TermStore& terms, expr::Assignment& model) {
  while (!bytes.empty()) {
    std::string_view name, values;
    uint64_t size, first;
    if (!take_text(bytes, name) || !take_number(bytes, size) || !take_number(bytes, first) ||
        !take_text(bytes, values) || values.size() > size || first > size - values.size())
      return false;
    const expr::Term* array = terms.array(name, size);
    for (uint64_t i = 0; i < values.size(); ++i) model.set(array, first + i, uint8_t(values[i]));
  }
  return true;
}

bool take_seeds(std::string_view& bytes, expr::TermStore& terms, Path& path) {
  uint64_t count;
  if (!take_number(bytes, count)) return false;
  auto seeds = std::make_shared<exec::Seeds>();
  for (uint64_t i = 0; i < count; ++i) {
    exec::Seed seed;
    uint64_t inputs, is_raw, is_random, random;
    std::string_view raw, model_bytes, name, value;
    if (!take_number(bytes, inputs)) return false;
    for (uint64_t j = 0; j < inputs; ++j) {
      if (!take_text(bytes, name) || !take_text(bytes, value)) return false;
      seed.inputs.emplace_back(name, value);
    }
    exec::SeedOnPath on_path;
    auto model = std::make_shared<expr::Assignment>();
    if (!take_number(bytes, is_raw) || !take_text(bytes, raw) || !take_number(bytes, is_random) ||
        !take_number(bytes, random) || !take_number(bytes, on_path.used) || !take_text(bytes, model_bytes) ||
        !take_model(model_bytes, terms, *model))
      return false;
    seed.is_raw = is_raw;
    seed.raw = raw;
    if (is_random) seed.random = random;
    on_path.seed = std::make_shared<exec::Seed>(std::move(seed));
    on_path.model = std::move(model);
    seeds->push_back(std::move(on_path));
  }
  if (count) path.seeds = std::move(seeds);
  return true;
}

bool take_leaf_data(std::string_view bytes, expr::TermStore& terms, Path& path) {
  uint64_t unchecked, is_parked, score;
  if (!take_number(bytes, path.standing.covered_new_at) || !take_number(bytes, path.standing.core_queries) ||
      !take_number(bytes, unchecked) || !take_number(bytes, is_parked) || !take_number(bytes, score) ||
      !take_seeds(bytes, terms, path))
    return false;
  path.unchecked = unchecked;
  path.standing.is_parked = is_parked;
  path.standing.features.score = std::bit_cast<float>(uint32_t(score));
  auto model = std::make_shared<expr::Assignment>();
  if (!take_model(bytes, terms, *model)) return false;
  path.condition.set_model(std::move(model));
  return true;
}

constexpr size_t hash_bytes = 8;

std::string hash_of(std::string_view bytes) {
  std::string text;
  for (uint64_t i = 0, hash = base::hash_string(bytes); i < hash_bytes; ++i)
    text.push_back(char(hash >> 8 * i));
  return text;
}

std::string with_hash(const std::string& bytes) { return hash_of(bytes) + bytes; }

}  // namespace

std::string pack(const expr::TermStore& terms, std::span<Path* const> paths) {
  std::vector<state::Leaf> leaves;
  for (Path* path : paths) {
    path->node->end = path->instructions;
    leaves.push_back({path->node, leaf_data(terms, *path)});
  }
  return with_hash(state::pack(leaves));
}

bool is_intact(std::string_view bytes) {
  std::string_view hash;
  return bytes.empty() || (take_bytes(bytes, hash_bytes, hash) && hash == hash_of(bytes));
}

bool strike(Job& job) {
  if (job.struck_out.empty()) return true;
  if (!is_intact(job.bytes) || job.bytes.empty()) return false;
  std::optional<std::vector<state::Leaf>> leaves =
      state::unpack(std::string_view(job.bytes).substr(hash_bytes));
  if (!leaves || job.struck_out.size() * 8 < leaves->size()) return false;
  std::vector<state::Leaf> left;
  for (size_t i = 0; i < leaves->size(); ++i)
    if (!(job.struck_out[i / 8] >> i % 8 & 1)) left.push_back(std::move((*leaves)[i]));
  if (left.size() != job.states) return false;
  leaves->clear();
  job.bytes = with_hash(state::pack(left));
  job.struck_out.clear();
  return true;
}

std::vector<Job> halve(const Job& job) {
  std::optional<std::vector<state::Leaf>> leaves;
  if (job.states > 1 && is_intact(job.bytes))
    leaves = state::unpack(std::string_view(job.bytes).substr(hash_bytes));
  std::vector<Job> halves;
  if (!leaves || leaves->size() < 2) return halves;
  std::span<const state::Leaf> all = *leaves;
  for (std::span<const state::Leaf> some : {all.first(all.size() / 2), all.subspan(all.size() / 2)})
    halves.push_back({0, some.size(), with_hash(state::pack(some))});
  return halves;
}

std::vector<std::vector<Path*>> in_portions(const std::vector<Path*>& paths, size_t most) {
  if (paths.empty()) return {};
  if (paths.size() <= most) return {paths};
  std::vector<const state::TreeNode*> nodes;
  for (const Path* path : paths) nodes.push_back(path->node.get());
  state::Skeleton skeleton(nodes);
  std::vector<std::vector<Path*>> portions(1);
  std::vector<size_t> todo = skeleton.roots();
  std::vector<bool> seen(skeleton.entries().size());
  while (!todo.empty()) {
    size_t next = todo.back();
    todo.pop_back();
    if (seen[next]) continue;  // behind a merge
    seen[next] = true;
    const state::Skeleton::Entry& entry = skeleton.entries()[next];
    if (entry.leaf != SIZE_MAX) {
      if (portions.back().size() == most) portions.emplace_back();
      portions.back().push_back(paths[entry.leaf]);
    }
    todo.insert(todo.end(), entry.children.rbegin(), entry.children.rend());
  }
  return portions;
}

std::optional<std::vector<std::unique_ptr<Path>>> unpack(exec::Machine& machine, std::string_view bytes,
                                                         const exec::Join& join) {
  if (bytes.empty() || !is_intact(bytes)) return std::nullopt;
  std::optional<std::vector<state::Leaf>> leaves = state::unpack(bytes.substr(hash_bytes));
  if (!leaves) return std::nullopt;
  std::vector<state::TreeNodeRef> nodes;
  for (const state::Leaf& leaf : *leaves) nodes.push_back(leaf.node);
  std::vector<std::unique_ptr<Path>> paths = exec::replay_all(machine, nodes, join);
  if (paths.size() != nodes.size()) return std::nullopt;
  for (size_t i = 0; i < paths.size(); ++i)
    if (!paths[i] || !take_leaf_data((*leaves)[i].data, machine.terms(), *paths[i])) return std::nullopt;
  return std::move(paths);
}

}  // namespace bonsai::explore
