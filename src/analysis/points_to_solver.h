// Inclusion constraints between sets of places in memory, and their least solution (Andersen, Program
// Analysis and Specialization for the C Programming Language, 1994), by waves: circles of copies become one
// node, then what is new flows through the others in topological order (Pereira and Berlin, Wave Propagation
// and Deep Propagation for Pointer Analysis, CGO 2009). Knows nothing of programs: points_to_builder.h makes
// the constraints.
//
// A node is a set of facts. A fact is a site (an object, or all objects of one allocation) and a place in it:
// one byte offset, or all offsets that are the same modulo a step. The memory of a site is made of words of
// the size of a pointer: a store that may touch a word adds to it, a load of a word takes whatever stores may
// have put there. Pieces of a pointer carry its facts with unknown offset, so a pointer that is copied byte
// by byte is not lost. A fact of unknown place stands for all others of its site, which may then be left out.
//
// Constraints are looked at in waves alone: an edge or a watch that is new waits for its node's turn, so that
// circles are closed before anything flows around them. Loads and stores through large sets that are the same
// share a node (points_to_hubs.cpp).
//
// One thread. Tested by points_to_solver_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/id_set.h"

namespace bonsai::analysis {

using SiteId = uint32_t;

// Byte offsets in a site: one (step 0), or all that are equal to `offset` modulo `step`; step 1 is all.
struct Offsets {
  int64_t offset = 0;
  uint64_t step = 0;
  static Offsets any() { return {0, 1}; }
  bool is_any() const { return step == 1; }
  friend bool operator==(const Offsets&, const Offsets&) = default;
  friend auto operator<=>(const Offsets&, const Offsets&) = default;
};

// How a pointer moves: by an offset, by multiples of a scale (0: none), or to anywhere in its object.
struct Move {
  int64_t offset = 0;
  uint64_t scale = 0;
  bool blur = false;    // the offset is lost
  bool narrow = false;  // a piece of a value: an unknown one is no pointer any more
  bool is_plain() const { return offset == 0 && scale == 0 && !blur && !narrow; }
  static Move anywhere() { return {.blur = true}; }
  friend bool operator==(const Move&, const Move&) = default;
};
Offsets moved(Offsets place, const Move& move);

class PointsToSolver {
 public:
  using Node = uint32_t;
  static constexpr uint64_t unknown_size = ~uint64_t(0);
  static constexpr SiteId outside = 0;  // what is not known: made first

  explicit PointsToSolver(unsigned pointer_bytes);

  // `has_memory`: false for functions. What is not writable has what store_at() gives it.
  SiteId add_site(uint64_t size, bool has_memory = true, bool is_writable = true);
  Node add_nodes(uint32_t count);

  // --- constraints
  void seed(Node node, SiteId site, Offsets place);
  void flow(Node from, Node to, const Move& move = {});
  // `to` is what lies between two addresses, a number where they are of the same site; or an address minus a
  // number.
  void subtract(Node from, Node what, Node to);
  // `to` takes what is at the pointers of `base`, moved; `bytes` are read.
  void load(Node base, const Move& move, uint64_t bytes, Node to);
  void store(Node base, const Move& move, uint64_t bytes, Node value);
  void load_at(SiteId site, Offsets place, uint64_t bytes, Node to);
  void store_at(SiteId site, Offsets place, uint64_t bytes, Node value);
  // Memory at `from` is copied to memory at `to`; no number of bytes: unknown.
  void copy_memory(Node to, Node from, std::optional<uint64_t> bytes);
  // The objects of `from`, from their beginning, are copied to the beginning of `to`.
  void copy_objects(SiteId to, Node from);
  // Everything that can be reached from the node may be written to anything that can be reached.
  void escape(Node node);
  // `found` is called for each site that comes into the node; it may add constraints.
  void watch(Node node, std::function<void(SiteId)> found);

  void solve();

  // --- the solution
  struct Fact {
    SiteId site;
    Offsets place;
  };
  Fact fact(uint32_t id) const { return {locations_[id].site, locations_[id].place}; }
  const IdSet& facts(Node node) const { return nodes_[find(node)].facts; }
  // What the words hold that these bytes of a site lie in.
  IdSet content(SiteId site, Offsets place, uint64_t bytes) const;
  uint32_t node_count() const { return uint32_t(nodes_.size()); }
  uint64_t edge_count() const { return edges_; }
  uint32_t wave_count() const { return waves_; }

 private:
  struct Location {
    SiteId site;
    uint32_t any;  // the location of its site with unknown offset
    Offsets place;
  };
  struct Edge {
    Node to;
    Move move;
  };
  enum class Kind : uint8_t { load, store, copy_to, copy_from, copy_objects, call };
  // What is done for each new fact of a node.
  struct Watch {
    Kind kind;
    Node other = 0;  // load, store
    Move move{};
    uint64_t bytes = 0;
    uint32_t index = 0;  // copies_, listeners_
  };
  struct NodeData {
    IdSet facts;
    IdSet pending;  // of them: not handed on yet to those that are served
    std::vector<Edge> edges;
    std::vector<Watch> watches;
    // So many of them have what is not pending; the others have nothing yet.
    uint32_t edges_served = 0, watches_served = 0;
  };
  // Facts that come to the watches of a node, and how loads and stores at one offset from them are done.
  struct Batch {
    IdSet ids;
    struct Parts {
      IdSet whole;  // unknown places of sites where any word may be meant
      IdSet rest;
    };
    std::optional<Parts> parts;
  };
  struct HubKey {
    IdSet ids;
    Kind kind;
    Move move;
    uint64_t bytes;
    friend bool operator==(const HubKey&, const HubKey&) = default;
  };
  struct HubHash {
    size_t operator()(const HubKey& key) const;
  };
  struct Cell {
    Offsets word;  // in words
    Node node;
  };
  // Words of a site that go to another: those from `from` on, at most `bytes` (0: unknown), to `to` on.
  struct CopyOut {
    Offsets from;
    SiteId site;
    Offsets to;
    uint64_t bytes;
  };
  struct SiteData {
    uint64_t size;
    bool has_memory;
    bool is_writable;
    uint32_t places = 0;  // locations of it so far
    uint32_t any = 0;     // of them: with unknown offset
    std::vector<Cell> writes, reads;
    std::vector<CopyOut> copies;
  };
  struct MemoryCopy {
    Node to, from;
    uint64_t bytes = 0;  // 0: unknown
    SiteId object = 0;   // copy_objects: what they become, instead of `to`
    uint32_t pairs = 0;
    IdSet sources{};        // copy_objects: unknown places of those so far
    bool gives_up = false;  // offsets: it is a load and a store of everything
  };
  struct Difference {
    Node from, what, to;
    size_t seen = 0;  // facts of both when it was looked at
  };
  struct PlaceKey {
    uint64_t site;
    Offsets place;
    friend bool operator==(const PlaceKey&, const PlaceKey&) = default;
  };
  struct PlaceHash {
    size_t operator()(const PlaceKey& key) const;
  };
  using PlaceMap = std::unordered_map<PlaceKey, uint32_t, PlaceHash>;

  Node find(Node node) const {
    while (parent_[node] != node) node = parent_[node];
    return node;
  }

  // points_to_solver.cpp
  void add_fact(Node node, uint32_t id);
  void add_facts(Node node, const IdSet& ids);
  void add_watch(Node node, const Watch& watch);
  static bool has_news(const NodeData& data) {
    bool has_new = data.edges_served < data.edges.size() || data.watches_served < data.watches.size();
    return !data.pending.empty() || (has_new && !data.facts.empty());
  }
  void process(Node node);
  IdSet covered(const IdSet& ids, const IdSet& facts) const;
  // To the edges of the node in [begin, end).
  void send(Node node, size_t begin, size_t end, const IdSet& ids);
  void handle(const Watch& watch, Batch& batch);
  uint32_t moved_location(uint32_t id, const Move& move, const IdSet& facts);
  IdSet blurred(const IdSet& ids, bool narrow) const;
  bool add_differences();
  std::vector<Node> collapse_circles();
  void merge(Node into, Node from);
  void drop_repeated_edges(Node node);
  // points_to_hubs.cpp
  void access(const Watch& watch, Batch& batch);
  void access_each(const Watch& watch, const IdSet& ids);
  void access_through_hub(const Watch& watch, const IdSet& ids);
  Batch::Parts parts(const IdSet& ids, const Move& move) const;
  // points_to_memory.cpp
  uint32_t location(SiteId site, Offsets place);
  std::optional<uint32_t> known_location(SiteId site, Offsets place) const;
  bool is_inside(SiteId site, Offsets place, uint64_t bytes) const;
  template <typename F>
  void for_each_word(SiteId site, Offsets place, uint64_t bytes, F&& f) const;
  Node read_node(SiteId site, Offsets word);
  Node write_node(SiteId site, Offsets word);
  void add_copy(MemoryCopy& copy, const IdSet& to, const IdSet& from);
  void add_object_copy(MemoryCopy& copy, const IdSet& from);
  void copy_out(SiteId from, const CopyOut& copy);
  void apply(const Cell& cell, const CopyOut& copy);

  unsigned pointer_bytes_;
  std::vector<NodeData> nodes_;
  mutable std::vector<Node> parent_;
  std::vector<Location> locations_;
  std::vector<uint64_t> unknown_places_;  // a bit for each of them: it is the unknown place of its site
  std::vector<SiteData> sites_;
  std::vector<MemoryCopy> copies_;
  std::vector<Difference> differences_;
  std::vector<std::function<void(SiteId)>> listeners_;
  std::vector<std::unordered_set<SiteId>> heard_;  // by listener
  std::unordered_map<HubKey, Node, HubHash> hubs_;
  PlaceMap known_places_, read_cells_, write_cells_;
  std::unordered_set<uint64_t> copy_edges_, blur_edges_, narrow_edges_;
  std::unordered_set<uint64_t> copied_;  // pairs of copies_
  uint64_t edges_ = 0;
  uint32_t waves_ = 0;
};

}  // namespace bonsai::analysis
