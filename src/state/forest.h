// Parts of execution trees as bytes: some open leaves with all ways from the root to each.
//
// This is how paths leave a worker's memory: to another worker, to the run's database, or only out of the
// way when memory is short. Beginnings that leaves share are written once, and a node is written as one with
// its child when that is the only one left and no merge, so that a state costs a few dozen bytes. A merge
// node and its parents stay: where these end is where their states are joined again. What belongs to a leaf
// besides its tape (its model) is bytes that the caller made. Tested by forest_test.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "state/tree.h"

namespace bonsai::state {

struct Leaf {
  TreeNodeRef node;
  std::string data;  // the caller's
};

// REQUIRES: the leaves are open, without repetition, and their `end` is up to date.
std::string pack(std::span<const Leaf> leaves);

// The leaves in trees of their own, in the order given to pack. Nothing when the bytes are no such trees.
std::optional<std::vector<Leaf>> unpack(std::string_view bytes);

// What both use. A number: seven bits to a byte.
void append_number(std::string& bytes, uint64_t number);
// Takes a number from the front; false: there is none.
bool take_number(std::string_view& bytes, uint64_t& number);
// Takes so many bytes from the front; false: there are not so many.
bool take_bytes(std::string_view& bytes, uint64_t count, std::string_view& taken);
// Text with its length before it.
void append_text(std::string& bytes, std::string_view text);
bool take_text(std::string_view& bytes, std::string_view& text);

// The nodes from which some leaves can be reached, parents before children. Among children, and among roots,
// those come first that lead to earlier leaves. REQUIRES: leaves without repetition.
class Skeleton {
 public:
  explicit Skeleton(std::span<const TreeNode* const> leaves);
  struct Entry {
    const TreeNode* node = nullptr;
    std::vector<size_t> parents;   // entries: that of `parent`, then those of `merged_with`
    std::vector<size_t> children;  // entries; a merge node is a child of each of its parents
    size_t leaf = SIZE_MAX;        // which of the leaves it is
  };
  const std::vector<Entry>& entries() const { return entries_; }
  const std::vector<size_t>& roots() const { return roots_; }

 private:
  std::vector<Entry> entries_;
  std::vector<size_t> roots_;
};

}  // namespace bonsai::state
