#include "state/forest.h"

#include <unordered_map>

namespace bonsai::state {
namespace {

// A run of nodes as one: how many parents, twice, and one more for a leaf; how many records back each parent
// is; depth and end of the last node; the segments; for a leaf the caller's bytes.
void append_record(std::string& bytes, std::span<const size_t> back, const TreeNode& last,
                   const Tape& segment, const std::string* data) {
  append_number(bytes, 2 * back.size() + (data ? 1 : 0));
  for (size_t each : back) append_number(bytes, each);
  append_number(bytes, last.depth);
  append_number(bytes, last.end);
  append_number(bytes, segment.size());
  bytes.append(segment.begin(), segment.end());
  if (!data) return;
  append_number(bytes, data->size());
  bytes += *data;
}

// The entry is written as one with its parent.
bool is_continuation(const Skeleton& skeleton, const Skeleton::Entry& entry) {
  if (entry.parents.size() != 1) return false;
  const Skeleton::Entry& parent = skeleton.entries()[entry.parents.front()];
  return parent.children.size() == 1 && parent.leaf == SIZE_MAX;
}

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  std::optional<std::vector<Leaf>> unpack() {
    uint64_t count;
    if (!take_number(bytes_, count)) return std::nullopt;
    while (!bytes_.empty())
      if (!take_record()) return std::nullopt;
    for (const TreeNodeRef& node : inner_)
      if (!node->children[0]) return std::nullopt;
    if (leaves_.size() != count) return std::nullopt;
    return std::move(leaves_);
  }

 private:
  bool take_record() {
    uint64_t head, depth, size;
    std::string_view segment, data;
    TreeNodeRef node = make_root();
    if (!take_number(bytes_, head) || !take_parents(node, head / 2) || !take_number(bytes_, depth) ||
        !take_number(bytes_, node->end) || !take_number(bytes_, size) || !take_bytes(bytes_, size, segment) ||
        depth > UINT32_MAX)
      return false;
    node->depth = uint32_t(depth);
    node->segment.assign(segment.begin(), segment.end());
    bool is_leaf = head % 2;
    nodes_.push_back(is_leaf ? nullptr : node.get());
    if (!is_leaf) {
      inner_.push_back(std::move(node));
      return true;
    }
    if (!take_number(bytes_, size) || !take_bytes(bytes_, size, data)) return false;
    leaves_.push_back({std::move(node), std::string(data)});
    return true;
  }

  bool take_parents(const TreeNodeRef& node, uint64_t count) {
    using Kind = TreeNode::Kind;
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t back;
      if (!take_number(bytes_, back) || back == 0 || back > nodes_.size()) return false;
      TreeNode* parent = nodes_[nodes_.size() - back];
      if (!parent) return false;  // a leaf has no children
      // A parent of a merge node has no other child, any other at most two.
      if (count > 1 ? parent->kind != Kind::open : parent->kind == Kind::merged || parent->children[1])
        return false;
      parent->kind = count > 1 ? Kind::merged : Kind::forked;
      parent->adopt(node.get());
      if (i == 0) {
        node->parent = TreeNodeRef(parent);
        node->root = parent->root;
      } else {
        node->merged_with.push_back(TreeNodeRef(parent));
        if (parent->root != node->root) return false;
      }
    }
    return true;
  }

  std::string_view bytes_;
  std::vector<TreeNode*> nodes_;  // of each record; null: a leaf
  std::vector<TreeNodeRef> inner_;
  std::vector<Leaf> leaves_;
};

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
    if (shift == 63 && byte > 1) return false;  // more than 64 bits
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

void append_text(std::string& bytes, std::string_view text) {
  append_number(bytes, text.size());
  bytes += text;
}

bool take_text(std::string_view& bytes, std::string_view& text) {
  uint64_t size;
  return take_number(bytes, size) && take_bytes(bytes, size, text);
}

Skeleton::Skeleton(std::span<const TreeNode* const> leaves) {
  std::unordered_map<const TreeNode*, size_t> known;
  known.reserve(4 * leaves.size());
  // Depth first towards the roots; a node gets its entry when all its parents have theirs.
  struct Visit {
    const TreeNode* node;
    std::vector<size_t> parents;
  };
  std::vector<Visit> open;
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!known.contains(leaves[i])) open.push_back({leaves[i], {}});
    while (!open.empty()) {
      const TreeNode* node = open.back().node;
      std::vector<size_t>& parents = open.back().parents;
      const TreeNode* next = nullptr;
      while (!next && node->parent && parents.size() <= node->merged_with.size()) {
        next = parents.empty() ? node->parent.get() : node->merged_with[parents.size() - 1].get();
        auto it = known.find(next);
        if (it == known.end()) break;
        parents.push_back(it->second);
        next = nullptr;
      }
      if (next) {
        open.push_back({next, {}});
        continue;
      }
      size_t entry = entries_.size();
      known.emplace(node, entry);
      if (parents.empty()) roots_.push_back(entry);
      for (size_t parent : parents) entries_[parent].children.push_back(entry);
      entries_.push_back({node, std::move(parents), {}, SIZE_MAX});
      open.pop_back();
    }
    entries_[known.at(leaves[i])].leaf = i;
  }
}

std::string pack(std::span<const Leaf> leaves) {
  std::vector<const TreeNode*> nodes;
  for (const Leaf& leaf : leaves) nodes.push_back(leaf.node.get());
  Skeleton skeleton(nodes);
  std::string bytes;
  append_number(bytes, leaves.size());
  // Leaves come in order: an entry that leads to one leaf alone was made for that one.
  std::vector<size_t> records(skeleton.entries().size());  // which one ends with the entry
  std::vector<size_t> back;
  size_t count = 0;
  for (size_t i = 0; i < skeleton.entries().size(); ++i) {
    const Skeleton::Entry* entry = &skeleton.entries()[i];
    if (is_continuation(skeleton, *entry)) continue;
    back.clear();
    for (size_t parent : entry->parents) back.push_back(count - records[parent]);
    Tape segment = entry->node->segment;
    size_t last = i;
    while (entry->children.size() == 1) {
      const Skeleton::Entry& child = skeleton.entries()[entry->children.front()];
      if (!is_continuation(skeleton, child)) break;
      last = entry->children.front();
      entry = &child;
      segment.insert(segment.end(), entry->node->segment.begin(), entry->node->segment.end());
    }
    records[last] = count++;
    append_record(bytes, back, *entry->node, segment,
                  entry->leaf == SIZE_MAX ? nullptr : &leaves[entry->leaf].data);
  }
  return bytes;
}

std::optional<std::vector<Leaf>> unpack(std::string_view bytes) { return Unpacker(bytes).unpack(); }

}  // namespace bonsai::state
