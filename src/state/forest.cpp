#include "state/forest.h"

#include <unordered_map>

namespace bonsai::state {
namespace {

// A node: its depth, where it ends, its segment, its number of children; for a leaf also the caller's bytes.
void append_node(std::string& bytes, const Tape& segment, const TreeNode& node, uint64_t children) {
  append_number(bytes, node.depth);
  append_number(bytes, node.end);
  append_number(bytes, segment.size());
  bytes.append(segment.begin(), segment.end());
  append_number(bytes, children);
}

}  // namespace

void append_number(std::string& bytes, uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(char(number | 0x80));
  bytes.push_back(char(number));
}

bool take_number(std::string_view& bytes, uint64_t& number) {
  number = 0;
  for (unsigned shift = 0; !bytes.empty() && shift < 64; shift += 7) {
    uint8_t byte = uint8_t(bytes.front());
    bytes.remove_prefix(1);
    number |= uint64_t(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return true;
  }
  return false;
}

bool take_bytes(std::string_view& bytes, uint64_t count, std::string_view& taken) {
  if (count > bytes.size()) return false;
  taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return true;
}

Skeleton::Skeleton(std::span<const TreeNode* const> leaves) {
  std::unordered_map<const TreeNode*, size_t> known;
  for (size_t i = 0; i < leaves.size(); ++i) {
    size_t below = SIZE_MAX;
    for (const TreeNode* node = leaves[i]; node; node = node->parent.get()) {
      auto [it, is_new] = known.try_emplace(node, entries_.size());
      if (is_new) entries_.push_back({node, {}, SIZE_MAX});
      Entry& entry = entries_[it->second];
      if (below == SIZE_MAX)
        entry.leaf = i;
      else
        entry.children.push_back(below);
      if (!is_new) {
        below = SIZE_MAX;
        break;
      }
      below = it->second;
    }
    if (below != SIZE_MAX) roots_.push_back(below);
  }
}

std::string pack(std::span<const Leaf> leaves) {
  std::vector<const TreeNode*> nodes;
  for (const Leaf& leaf : leaves) nodes.push_back(leaf.node.get());
  Skeleton skeleton(nodes);
  std::string bytes;
  append_number(bytes, leaves.size());
  std::vector<size_t> todo(skeleton.roots().rbegin(), skeleton.roots().rend());
  while (!todo.empty()) {
    const Skeleton::Entry* entry = &skeleton.entries()[todo.back()];
    todo.pop_back();
    Tape segment = entry->node->segment;
    while (entry->children.size() == 1) {
      entry = &skeleton.entries()[entry->children.front()];
      segment.insert(segment.end(), entry->node->segment.begin(), entry->node->segment.end());
    }
    append_node(bytes, segment, *entry->node, entry->children.size());
    if (entry->children.empty()) {
      const std::string& data = leaves[entry->leaf].data;
      append_number(bytes, data.size());
      bytes += data;
    }
    todo.insert(todo.end(), entry->children.rbegin(), entry->children.rend());
  }
  return bytes;
}

std::optional<std::vector<Leaf>> unpack(std::string_view bytes) {
  uint64_t count, depth, children, size;
  if (!take_number(bytes, count)) return std::nullopt;
  std::vector<Leaf> leaves;
  struct Open {
    TreeNodeRef node;
    uint64_t left;  // children to come
  };
  std::vector<Open> above;
  std::string_view segment, data;
  while (leaves.size() < count) {
    TreeNodeRef node = make_root();
    if (!take_number(bytes, depth) || !take_number(bytes, node->end) || !take_number(bytes, size) ||
        !take_bytes(bytes, size, segment) || !take_number(bytes, children) || depth > UINT32_MAX ||
        children > 2)
      return std::nullopt;
    node->depth = uint32_t(depth);
    node->segment.assign(segment.begin(), segment.end());
    if (!above.empty()) {
      node->parent = above.back().node;
      node->root = node->parent->root;
      above.back().node->adopt(node.get());
      if (--above.back().left == 0) above.pop_back();
    }
    if (children) {
      node->kind = TreeNode::Kind::forked;
      above.push_back({node, children});
      continue;
    }
    if (!take_number(bytes, size) || !take_bytes(bytes, size, data)) return std::nullopt;
    leaves.push_back({std::move(node), std::string(data)});
  }
  if (!bytes.empty() || !above.empty()) return std::nullopt;
  return leaves;
}

}  // namespace bonsai::state
