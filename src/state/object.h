// A memory object: bounds, what it is, and its bytes in copy-on-write pages.
//
// A page holds plain bytes; where some of its bytes are terms (or marks) it has a shadow with a term per
// byte, null for plain ones. Pages and objects are shared between states and written in place only by the
// state whose owner tag they carry (see base/persistent_map.h); writable_page() copies first where needed.
// Pages never written are the zero page. Tested by object_test.cpp.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/persistent_map.h"
#include "base/ref.h"
#include "expr/term.h"
#include "ir/program.h"

namespace bonsai::state {

using base::Owner;
using base::Ref;

inline constexpr unsigned page_bits = 9;
inline constexpr uint32_t page_bytes = 1u << page_bits;

struct Shadow {
  uint32_t terms_set = 0;
  const expr::Term* terms[];  // one per byte of the page
};

struct Page {
  uint32_t refs = 0;
  uint32_t size = 0;
  mutable uint64_t epoch = 0;  // of the last collection of terms that came by
  Owner owner = 0;             // 0: the zero page, which is never written nor counted
  Shadow* shadow = nullptr;
  uint8_t bytes[];

  static Page* zero();
  // Stands for the pages of an object in array form: never read nor written, and kept from fast paths.
  static Page* opaque();
  static Page* make(Owner owner, uint32_t size);  // zero-filled
  Page* copy(Owner owner) const;
  void retain() {
    if (owner) ++refs;
  }
  void release() {
    if (owner && --refs == 0) destroy(this);
  }
  static void destroy(Page* page);

  // The term of a byte, or nullptr when it is plain.
  const expr::Term* term(uint32_t index) const { return shadow ? shadow->terms[index] : nullptr; }
  // REQUIRES: the page is writable. `term` may be null: the byte becomes plain (and its bits are set by the
  // caller).
  void set_term(uint32_t index, const expr::Term* term);
};

enum class ObjectKind : uint8_t { global, local_frame, dynamic_local, heap };

// Who gave a heap object: only the function that belongs to it may end it. That of an exception ends with it,
// and is never lost.
enum class Allocator : uint8_t { malloc, operator_new, operator_new_array, exception };

// Larger objects have no pages: they are in array form from the beginning.
inline constexpr uint64_t largest_with_pages = uint64_t(1) << 32;

// What an object is and where it came from; for messages, and for the rules of free().
struct ObjectInfo {
  ObjectKind kind = ObjectKind::heap;
  Allocator allocator = Allocator::malloc;
  bool read_only = false;
  bool freed = false;
  bool external = false;  // declared only: any access is an error
  // A skipped call of this number may have freed it; 0: none.
  uint32_t may_be_freed = 0;
  // Heap and dynamic locals: the size as the program gave it, where that is symbolic; 64 bits. Then size() is
  // what was reserved, and the most it can be.
  const expr::Term* symbolic_size = nullptr;
  // With --uninit=symbolic: the number of the object's first byte among all that were never written, plus 1.
  // A byte with the mark `uninit` is then the symbolic byte of its number, wherever and whenever it is read.
  uint64_t unwritten = 0;
  // Global: its index; local_frame, dynamic_local: the function's id; heap: the call that allocated it
  // (CallSite::site).
  uint32_t index = 0;
  // dynamic_local: index in Function::locals; heap: the call of the function that allocated it, plus 1.
  uint32_t local = 0;
  uint32_t caller = 0;  // heap: the call of the function that made that call, plus 1
  ir::LocationId allocated_at = 0;
  ir::LocationId freed_at = 0;
};

class Object {
 public:
  // `filled_with`: the mark that its bytes carry at first, or nullptr for plain zeros. What is larger than
  // largest_with_pages must then be given its array.
  static Object* make(Owner owner, uint64_t base, uint64_t size, const ObjectInfo& info,
                      const expr::Term* filled_with = nullptr);
  // A copy that shares all pages.
  Object* copy(Owner owner) const;
  static void destroy(Object* object);

  uint64_t base() const { return base_; }
  uint64_t size() const { return size_; }
  const ObjectInfo& info() const { return info_; }
  Owner owner() const { return owner_; }
  // True if [address, address + bytes) lies within.
  bool contains(uint64_t address, uint64_t bytes) const {
    uint64_t offset = address - base_;
    return offset <= size_ && bytes <= size_ - offset;
  }

  Page* const* pages() const { return pages_; }
  uint64_t page_count() const { return page_count_; }
  const Page* page(uint64_t index) const { return pages_[index]; }
  // REQUIRES: owner() == owner.
  Page* writable_page(Owner owner, uint64_t index);
  // Drops the content and marks it freed. REQUIRES: owner() == owner.
  void free(ir::LocationId where);

  // The array form: all bytes as one array term (a base with stores), for large objects written at symbolic
  // offsets. Then there are no pages, and the members below that read or write bytes must not be called.
  const expr::Term* array() const { return array_; }
  // REQUIRES: owner() == owner of the caller.
  void set_array(const expr::Term* array);

  const uint8_t* byte(uint64_t offset) const {
    return &pages_[offset >> page_bits]->bytes[offset & (page_bytes - 1)];
  }
  const expr::Term* term(uint64_t offset) const {
    return pages_[offset >> page_bits]->term(offset & (page_bytes - 1));
  }
  // True if no byte of [offset, offset + bytes) is a term.
  bool is_plain(uint64_t offset, uint64_t bytes) const;
  // REQUIRES: plain and in bounds.
  void read_plain(uint64_t offset, void* to, uint64_t bytes) const;
  void write_plain(Owner owner, uint64_t offset, const void* from, uint64_t bytes);
  // `term` is one byte wide, or a mark, or null with `bits`.
  void write_byte(Owner owner, uint64_t offset, uint8_t bits, const expr::Term* term);

  // All bytes of [first, end) carry the mark; of an object in array form, which becomes pages, all bytes.
  // REQUIRES: owner() == owner.
  void fill(Owner owner, uint64_t first, uint64_t end, const expr::Term* mark);
  void set_may_be_freed(uint32_t call) { info_.may_be_freed = call; }

  // Calls mark for every term held, once per epoch.
  template <typename Mark>
  void visit_terms(const Mark& mark, uint64_t epoch) const {
    if (epoch_ == epoch) return;
    epoch_ = epoch;
    mark(array_);
    mark(info_.symbolic_size);
    for (uint64_t i = 0; i < page_count_; ++i) {
      const Page* page = pages_[i];
      if (!page->shadow || page->epoch == epoch || array_) continue;
      page->epoch = epoch;
      for (uint32_t j = 0; j < page->size; ++j) mark(page->shadow->terms[j]);
    }
  }

  uint32_t refs = 0;

 private:
  Object() = default;
  mutable uint64_t epoch_ = 0;
  Owner owner_ = 0;
  uint64_t base_ = 0;
  uint64_t size_ = 0;
  uint64_t page_count_ = 0;
  ObjectInfo info_;
  const expr::Term* array_ = nullptr;
  Page* single_ = nullptr;  // the page table of objects with one page
  Page** pages_ = nullptr;
};

using ObjectRef = Ref<Object>;

}  // namespace bonsai::state
