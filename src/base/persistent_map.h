// An ordered map that is copied in O(1): a B-tree whose nodes are shared between copies and copied when
// written.
//
// Who may write a node in place is decided by its owner tag: each version that may diverge has a tag of its
// own (unique for the life of the process), passes it to every change, and takes a new one whenever a copy of
// it is made. A node with another tag is copied first. So a change after a copy costs O(log n), and further
// changes nearby cost nothing extra. Removal leaves nodes underfull but never empty. Tested by
// persistent_map_test.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/ref.h"

namespace bonsai::base {

using Owner = uint64_t;

template <typename Key, typename Value>
class PersistentMap {
 public:
  struct Entry {
    Key key;
    Value value;
  };

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // The entry with the largest key <= `key`, or nullptr. Valid until the next change of this map.
  const Entry* find_at_most(const Key& key) const {
    const Node* node = root_.get();
    if (!node) return nullptr;
    while (!node->leaf) {
      const Inner* inner = static_cast<const Inner*>(node);
      node = inner->children[inner->child_for(key)].get();
    }
    const Leaf* leaf = static_cast<const Leaf*>(node);
    unsigned i = leaf->upper(key);
    return i == 0 ? nullptr : &leaf->entries[i - 1];
  }

  const Entry* find(const Key& key) const {
    const Entry* entry = find_at_most(key);
    return entry && entry->key == key ? entry : nullptr;
  }

  // The entry with the smallest key > `key`, or nullptr.
  const Entry* find_above(const Key& key) const { return above(root_.get(), key); }

  // Adds the entry or replaces its value.
  void set(Owner owner, const Key& key, Value value) {
    if (!root_) root_ = NodeRef(new Leaf(owner));
    NodeRef right = insert(root_, owner, key, std::move(value));
    if (!right) return;
    Inner* root = new Inner(owner);
    root->count = 2;
    root->keys[0] = min_key(root_.get());
    root->keys[1] = min_key(right.get());
    root->children[0] = std::move(root_);
    root->children[1] = std::move(right);
    root_ = NodeRef(root);
  }

  // REQUIRES: the key is there.
  void erase(Owner owner, const Key& key) {
    remove(root_, owner, key);
    --size_;
    while (root_ && !root_->leaf && root_->count == 1) {
      NodeRef only = static_cast<Inner*>(root_.get())->children[0];
      root_ = std::move(only);
    }
  }

  // True if neither was changed since one was copied from the other.
  bool is_same(const PersistentMap& other) const { return root_ == other.root_; }

  // In order of keys. f(key, value) must not change the map.
  template <typename F>
  void for_each(F&& f) const {
    visit(root_.get(), f);
  }

  // Calls f(key, value in a, value in b) in order of keys for every entry that lies in a node which the maps
  // do not share; null where a map has no such entry. The cost is that of these nodes.
  template <typename F>
  static void for_each_unshared(const PersistentMap& a, const PersistentMap& b, F&& f) {
    Nodes from_a, from_b;
    if (a.root_) from_a.push_back(a.root_.get());
    if (b.root_) from_b.push_back(b.root_.get());
    for (;;) {
      drop_shared(from_a, from_b);
      unsigned height_a = height(from_a), height_b = height(from_b);
      if (height_a == 0 && height_b == 0) break;
      if (height_a >= height_b) expand(from_a);
      if (height_b >= height_a) expand(from_b);
    }
    std::vector<const Entry*> entries_a = entries(from_a), entries_b = entries(from_b);
    for (size_t i = 0, j = 0; i < entries_a.size() || j < entries_b.size();) {
      const Entry* x = i < entries_a.size() ? entries_a[i] : nullptr;
      const Entry* y = j < entries_b.size() ? entries_b[j] : nullptr;
      if (x && y && x->key < y->key) y = nullptr;
      if (x && y && y->key < x->key) x = nullptr;
      f(x ? x->key : y->key, x ? &x->value : nullptr, y ? &y->value : nullptr);
      i += x != nullptr;
      j += y != nullptr;
    }
  }

 private:
  static constexpr unsigned fanout = 16;

  struct Node {
    uint32_t refs = 0;
    uint16_t count = 0;
    bool leaf;
    Owner owner;
    Node(bool is_leaf, Owner o) : leaf(is_leaf), owner(o) {}
    static void destroy(Node* node);
  };
  using NodeRef = Ref<Node>;

  struct Leaf : Node {
    Entry entries[fanout];
    explicit Leaf(Owner owner) : Node(true, owner) {}
    // Index of the first entry with a larger key.
    unsigned upper(const Key& key) const {
      unsigned i = 0;
      while (i < this->count && !(key < entries[i].key)) ++i;
      return i;
    }
  };

  struct Inner : Node {
    Key keys[fanout];  // keys[i] is the smallest key below children[i]
    NodeRef children[fanout];
    explicit Inner(Owner owner) : Node(false, owner) {}
    unsigned child_for(const Key& key) const {
      unsigned i = 1;
      while (i < this->count && !(key < keys[i])) ++i;
      return i - 1;
    }
  };

  static Key min_key(const Node* node) {
    return node->leaf ? static_cast<const Leaf*>(node)->entries[0].key
                      : static_cast<const Inner*>(node)->keys[0];
  }

  // Makes `slot` writable by `owner`.
  static Node* own(NodeRef& slot, Owner owner) {
    if (slot->owner == owner) return slot.get();
    Node* copy;
    if (slot->leaf) {
      Leaf* leaf = new Leaf(*static_cast<Leaf*>(slot.get()));
      copy = leaf;
    } else {
      copy = new Inner(*static_cast<Inner*>(slot.get()));
    }
    copy->refs = 0;
    copy->owner = owner;
    slot = NodeRef(copy);
    return copy;
  }

  // Returns the new right sibling if the node was split.
  NodeRef insert(NodeRef& slot, Owner owner, const Key& key, Value value) {
    Node* node = own(slot, owner);
    if (node->leaf) return insert_leaf(static_cast<Leaf*>(node), owner, key, std::move(value));
    Inner* inner = static_cast<Inner*>(node);
    unsigned i = inner->child_for(key);
    if (key < inner->keys[i]) inner->keys[i] = key;
    NodeRef right = insert(inner->children[i], owner, key, std::move(value));
    if (!right) return nullptr;
    NodeRef sibling;
    if (inner->count == fanout) {
      sibling = split_inner(inner, owner);
      if (i >= inner->count) {
        i -= inner->count;
        inner = static_cast<Inner*>(sibling.get());
      }
    }
    for (unsigned j = inner->count; j > i + 1; --j) {
      inner->keys[j] = inner->keys[j - 1];
      inner->children[j] = std::move(inner->children[j - 1]);
    }
    inner->keys[i + 1] = min_key(right.get());
    inner->children[i + 1] = std::move(right);
    ++inner->count;
    return sibling;
  }

  NodeRef insert_leaf(Leaf* leaf, Owner owner, const Key& key, Value value) {
    unsigned i = leaf->upper(key);
    if (i > 0 && leaf->entries[i - 1].key == key) {
      leaf->entries[i - 1].value = std::move(value);
      return nullptr;
    }
    ++size_;
    NodeRef sibling;
    if (leaf->count == fanout) {
      Leaf* right = new Leaf(owner);
      sibling = NodeRef(right);
      // Appending at the end is the common case (stack frames, fresh heap regions): keep the left node nearly
      // full.
      unsigned keep = i == fanout ? fanout - 1 : fanout / 2;
      right->count = uint16_t(fanout - keep);
      for (unsigned j = keep; j < fanout; ++j) right->entries[j - keep] = std::move(leaf->entries[j]);
      leaf->count = uint16_t(keep);
      if (i > keep) {
        i -= keep;
        leaf = right;
      }
    }
    for (unsigned j = leaf->count; j > i; --j) leaf->entries[j] = std::move(leaf->entries[j - 1]);
    leaf->entries[i] = Entry{key, std::move(value)};
    ++leaf->count;
    return sibling;
  }

  static NodeRef split_inner(Inner* inner, Owner owner) {
    Inner* right = new Inner(owner);
    unsigned keep = fanout / 2;
    right->count = uint16_t(fanout - keep);
    for (unsigned j = keep; j < fanout; ++j) {
      right->keys[j - keep] = inner->keys[j];
      right->children[j - keep] = std::move(inner->children[j]);
    }
    inner->count = uint16_t(keep);
    return NodeRef(right);
  }

  void remove(NodeRef& slot, Owner owner, const Key& key) {
    Node* node = own(slot, owner);
    if (node->leaf) {
      Leaf* leaf = static_cast<Leaf*>(node);
      unsigned i = leaf->upper(key) - 1;
      for (unsigned j = i; j + 1 < leaf->count; ++j) leaf->entries[j] = std::move(leaf->entries[j + 1]);
      --leaf->count;
      leaf->entries[leaf->count].value = Value();
      if (leaf->count == 0) slot = nullptr;
      return;
    }
    Inner* inner = static_cast<Inner*>(node);
    unsigned i = inner->child_for(key);
    remove(inner->children[i], owner, key);
    if (inner->children[i]) {
      inner->keys[i] = min_key(inner->children[i].get());
      return;
    }
    for (unsigned j = i; j + 1 < inner->count; ++j) {
      inner->keys[j] = inner->keys[j + 1];
      inner->children[j] = std::move(inner->children[j + 1]);
    }
    --inner->count;
    inner->children[inner->count] = nullptr;
    if (inner->count == 0) slot = nullptr;
  }

  static const Entry* above(const Node* node, const Key& key) {
    if (!node) return nullptr;
    if (node->leaf) {
      const Leaf* leaf = static_cast<const Leaf*>(node);
      unsigned i = leaf->upper(key);
      return i < leaf->count ? &leaf->entries[i] : nullptr;
    }
    const Inner* inner = static_cast<const Inner*>(node);
    for (unsigned i = inner->child_for(key); i < inner->count; ++i)
      if (const Entry* entry = above(inner->children[i].get(), key)) return entry;
    return nullptr;
  }

  // Nodes of one level, in order.
  using Nodes = std::vector<const Node*>;

  static unsigned height(const Nodes& nodes) {
    unsigned height = 0;
    for (const Node* node = nodes.empty() ? nullptr : nodes.front(); node && !node->leaf; ++height)
      node = static_cast<const Inner*>(node)->children[0].get();
    return height;
  }
  static void drop_shared(Nodes& a, Nodes& b) {
    Nodes kept_a, kept_b;
    size_t j = 0;
    for (const Node* node : a) {
      while (j < b.size() && min_key(b[j]) < min_key(node)) kept_b.push_back(b[j++]);
      if (j < b.size() && b[j] == node)
        ++j;
      else
        kept_a.push_back(node);
    }
    kept_b.insert(kept_b.end(), b.begin() + std::ptrdiff_t(j), b.end());
    a = std::move(kept_a);
    b = std::move(kept_b);
  }
  static void expand(Nodes& nodes) {
    Nodes below;
    for (const Node* node : nodes) {
      const Inner* inner = static_cast<const Inner*>(node);
      for (unsigned i = 0; i < inner->count; ++i) below.push_back(inner->children[i].get());
    }
    nodes = std::move(below);
  }
  static std::vector<const Entry*> entries(const Nodes& leaves) {
    std::vector<const Entry*> all;
    for (const Node* node : leaves) {
      const Leaf* leaf = static_cast<const Leaf*>(node);
      for (unsigned i = 0; i < leaf->count; ++i) all.push_back(&leaf->entries[i]);
    }
    return all;
  }

  template <typename F>
  static void visit(const Node* node, F& f) {
    if (!node) return;
    if (node->leaf) {
      const Leaf* leaf = static_cast<const Leaf*>(node);
      for (unsigned i = 0; i < leaf->count; ++i) f(leaf->entries[i].key, leaf->entries[i].value);
      return;
    }
    const Inner* inner = static_cast<const Inner*>(node);
    for (unsigned i = 0; i < inner->count; ++i) visit(inner->children[i].get(), f);
  }

  NodeRef root_;
  size_t size_ = 0;
};

template <typename Key, typename Value>
void PersistentMap<Key, Value>::Node::destroy(Node* node) {
  if (node->leaf)
    delete static_cast<Leaf*>(node);
  else
    delete static_cast<Inner*>(node);
}

}  // namespace bonsai::base
