#include "state/object.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <new>

namespace bonsai::state {
namespace {

Shadow* make_shadow(uint32_t size) {
  void* memory = std::calloc(1, sizeof(Shadow) + size * sizeof(const expr::Term*));
  if (!memory) throw std::bad_alloc();
  return new (memory) Shadow;
}

uint32_t size_of_page(uint64_t object_size, uint64_t index) {
  return uint32_t(std::min<uint64_t>(page_bytes, object_size - (index << page_bits)));
}

// A page all of whose bytes carry the mark.
Page* marked_page(Owner owner, uint32_t size, const expr::Term* mark) {
  Page* page = Page::make(owner, size);
  page->shadow = make_shadow(size);
  page->shadow->terms_set = size;
  std::fill_n(page->shadow->terms, size, mark);
  return page;
}

// The last page of each size that carries nothing but a mark: many objects get the same one. No state owns
// it, so that whoever writes to it copies it.
class MarkedPages {
 public:
  ~MarkedPages() {
    for (Page* page : pages_)
      if (page) page->release();
  }
  Page* get(uint32_t size, const expr::Term* mark) {
    Page*& page = pages_[size];
    if (!page || page->shadow->terms[0] != mark) {
      if (page) page->release();
      page = marked_page(nobody, size, mark);
    }
    page->retain();
    return page;
  }

 private:
  static constexpr Owner nobody = ~Owner(0);
  Page* pages_[page_bytes + 1] = {};
};

thread_local MarkedPages marked_pages;

}  // namespace

Page* Page::zero() {
  // All fields and all bytes are zero: owned by nobody, so never written, and as large as any page.
  alignas(Page) static const unsigned char storage[sizeof(Page) + page_bytes] = {};
  return reinterpret_cast<Page*>(const_cast<unsigned char*>(storage));
}

Page* Page::opaque() {
  static Page* const page = [] {
    Page* made = Page::make(0, page_bytes);
    made->shadow = make_shadow(page_bytes);
    made->shadow->terms_set = page_bytes;
    std::fill_n(made->shadow->terms, page_bytes, expr::Term::poison());
    return made;
  }();
  return page;
}

Page* Page::make(Owner owner, uint32_t size) {
  void* memory = std::calloc(1, sizeof(Page) + size);
  if (!memory) throw std::bad_alloc();
  Page* page = new (memory) Page;
  page->refs = 1;
  page->size = size;
  page->owner = owner;
  return page;
}

Page* Page::copy(Owner new_owner) const {
  void* memory = std::malloc(sizeof(Page) + size);
  if (!memory) throw std::bad_alloc();
  Page* page = new (memory) Page;
  page->refs = 1;
  page->size = size;
  page->owner = new_owner;
  std::memcpy(page->bytes, bytes, size);
  if (shadow && shadow->terms_set) {
    page->shadow = make_shadow(size);
    page->shadow->terms_set = shadow->terms_set;
    std::memcpy(page->shadow->terms, shadow->terms, size * sizeof(const expr::Term*));
  }
  return page;
}

void Page::destroy(Page* page) {
  std::free(page->shadow);
  std::free(page);
}

void Page::set_term(uint32_t index, const expr::Term* term) {
  if (!shadow) {
    if (!term) return;
    shadow = make_shadow(size);
  }
  const expr::Term*& slot = shadow->terms[index];
  shadow->terms_set += (term != nullptr) - (slot != nullptr);
  slot = term;
  if (shadow->terms_set == 0) {
    std::free(shadow);
    shadow = nullptr;
  }
}

Object* Object::make(Owner owner, uint64_t base, uint64_t size, const ObjectInfo& info,
                     const expr::Term* filled_with) {
  Object* object = new Object;
  object->owner_ = owner;
  object->base_ = base;
  object->size_ = size;
  object->info_ = info;
  object->page_count_ = size > largest_with_pages ? 0 : (size + page_bytes - 1) >> page_bits;
  object->single_ = Page::zero();
  object->pages_ = object->page_count_ <= 1 ? &object->single_ : new Page*[object->page_count_];
  if (filled_with) {
    // Pages of small objects are likely to be written, all of them.
    bool is_small = object->page_count_ <= 16;
    for (uint64_t i = 0; i < object->page_count_; ++i)
      object->pages_[i] = is_small ? marked_page(owner, size_of_page(size, i), filled_with)
                                   : marked_pages.get(size_of_page(size, i), filled_with);
  } else {
    std::fill_n(object->pages_, object->page_count_, Page::zero());
  }
  return object;
}

Object* Object::copy(Owner owner) const {
  Object* object = new Object(*this);
  object->refs = 0;
  object->owner_ = owner;
  if (page_count_ <= 1) {
    object->pages_ = &object->single_;
    object->single_->retain();
  } else {
    object->pages_ = new Page*[page_count_];
    std::copy_n(pages_, page_count_, object->pages_);
    for (uint64_t i = 0; i < page_count_; ++i) object->pages_[i]->retain();
  }
  return object;
}

void Object::destroy(Object* object) {
  if (object->page_count_ <= 1) {
    if (object->single_) object->single_->release();
  } else {
    for (uint64_t i = 0; i < object->page_count_; ++i) object->pages_[i]->release();
    delete[] object->pages_;
  }
  delete object;
}

Page* Object::writable_page(Owner owner, uint64_t index) {
  assert(owner_ == owner);
  Page*& slot = pages_[index];
  if (slot->owner == owner) return slot;
  Page* mine = slot->owner ? slot->copy(owner) : Page::make(owner, size_of_page(size_, index));
  slot->release();
  slot = mine;
  return mine;
}

void Object::set_array(const expr::Term* array) {
  if (!array_)
    for (uint64_t i = 0; i < page_count_; ++i) {
      pages_[i]->release();
      pages_[i] = Page::opaque();
    }
  array_ = array;
}

void Object::fill(Owner owner, uint64_t first, uint64_t end, const expr::Term* mark) {
  assert(owner_ == owner);
  if (array_) first = 0, end = size_;
  array_ = nullptr;
  for (end = std::min(end, size_); first < end;) {
    uint64_t index = first >> page_bits;
    uint64_t page_end = std::min(size_, (index + 1) << page_bits);
    bool whole = first == index << page_bits && end >= page_end;
    if (whole) {
      pages_[index]->release();
      pages_[index] = marked_pages.get(size_of_page(size_, index), mark);
    } else {
      Page* page = writable_page(owner, index);
      for (uint64_t i = first; i < std::min(end, page_end); ++i) page->set_term(i & (page_bytes - 1), mark);
    }
    first = page_end;
  }
}

void Object::free(ir::LocationId where) {
  info_.freed = true;
  info_.freed_at = where;
  array_ = nullptr;
  for (uint64_t i = 0; i < page_count_; ++i) pages_[i]->release();
  if (page_count_ > 1) delete[] pages_;
  page_count_ = 0;
  single_ = Page::zero();
  pages_ = &single_;
}

bool Object::is_plain(uint64_t offset, uint64_t bytes) const {
  if (array_) return false;
  for (uint64_t end = offset + bytes; offset < end;) {
    const Page* page = pages_[offset >> page_bits];
    uint32_t in_page = offset & (page_bytes - 1);
    uint32_t here = uint32_t(std::min<uint64_t>(page_bytes - in_page, end - offset));
    if (page->shadow)
      for (uint32_t i = 0; i < here; ++i)
        if (page->shadow->terms[in_page + i]) return false;
    offset += here;
  }
  return true;
}

void Object::read_plain(uint64_t offset, void* to, uint64_t bytes) const {
  uint8_t* out = static_cast<uint8_t*>(to);
  while (bytes) {
    uint32_t in_page = offset & (page_bytes - 1);
    uint64_t here = std::min<uint64_t>(page_bytes - in_page, bytes);
    std::memcpy(out, pages_[offset >> page_bits]->bytes + in_page, here);
    offset += here, out += here, bytes -= here;
  }
}

void Object::write_plain(Owner owner, uint64_t offset, const void* from, uint64_t bytes) {
  const uint8_t* in = static_cast<const uint8_t*>(from);
  while (bytes) {
    uint32_t in_page = offset & (page_bytes - 1);
    uint64_t here = std::min<uint64_t>(page_bytes - in_page, bytes);
    Page* page = writable_page(owner, offset >> page_bits);
    std::memcpy(page->bytes + in_page, in, here);
    for (uint64_t i = 0; page->shadow && i < here; ++i) page->set_term(uint32_t(in_page + i), nullptr);
    offset += here, in += here, bytes -= here;
  }
}

void Object::write_byte(Owner owner, uint64_t offset, uint8_t bits, const expr::Term* term) {
  Page* page = writable_page(owner, offset >> page_bits);
  uint32_t in_page = offset & (page_bytes - 1);
  page->bytes[in_page] = bits;
  page->set_term(in_page, term);
}

}  // namespace bonsai::state
