// The store: interning, constants, arrays, mark and sweep. What is rewritten when is in store_make.cpp.
//
// Interning is open addressing on the structural hash; the table is the only list of terms, so sweeping
// rebuilds it.
//
// Tested by store_test.cpp.

#include "expr/store.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/hash.h"
#include "expr/known_bits.h"
#include "expr/store_key.h"

namespace bonsai::expr {

namespace {
constexpr size_t kFirstSlots = 1 << 12;
constexpr size_t kMade = 1 << 12;  // small enough to stay in the processor's cache
}  // namespace

TermStore::TermStore() : slots_(kFirstSlots), made_(kMade) {
  false_ = constant(1, 0);
  true_ = constant(1, 1);
}

TermStore::~TermStore() = default;

uint64_t TermStore::hash_of(const Key& key) {
  uint64_t h = base::hash_combine(static_cast<uint64_t>(key.kind) << 32 | key.width, key.payload);
  for (const Term* t : key.span()) h = base::hash_combine(h, t->hash());
  return h;
}

size_t TermStore::find_slot(const Key& key, uint64_t hash) const {
  const size_t last = slots_.size() - 1;
  for (size_t i = hash & last;; i = (i + 1) & last) {
    const Slot& slot = slots_[i];
    if (slot.term == nullptr) return i;
    if (slot.hash != hash) continue;
    const Term& t = *slot.term;
    if (t.kind_ == key.kind && t.width_ == key.width && t.payload_.value == key.payload &&
        t.operands_[0] == key.operands[0] && t.operands_[1] == key.operands[1] &&
        t.operands_[2] == key.operands[2])
      return i;
  }
}

const Term* TermStore::intern(const Key& key, uint64_t hash) {
  look_for_end();
  if (const Term* t = slots_[find_slot(key, hash)].term) {
    ++statistics_.intern_hits;
    return t;
  }
  return insert(key, hash);
}

// REQUIRES: not in the table.
const Term* TermStore::insert(const Key& key, uint64_t hash) {
  KnownBits known;
  const bool narrow = key.width <= 64;
  if (key.kind == Kind::Constant && narrow) {
    known = {~key.payload & Term::mask(key.width), key.payload};
  } else if (narrow && key.arity > 0 && key.kind != Kind::Store) {
    known = known_bits(key.kind, key.width, key.payload, key.span());
    if ((known.zeros | known.ones) == Term::mask(key.width)) return constant(key.width, known.ones);
  }
  Term* t = new (pool_.allocate()) Term;
  t->hash_ = hash;
  t->kind_ = key.kind;
  t->arity_ = key.arity;
  t->width_ = key.width;
  t->payload_.value = key.payload;
  std::copy_n(key.operands, 3, t->operands_);
  t->id_ = next_id_++;
  t->known_zeros_ = known.zeros;
  t->known_ones_ = known.ones;
  t->support_ = support_of(key);
  if (!narrow && key.kind != Kind::Constant) {
    if (free_wide_memo_.empty()) {
      free_wide_memo_.push_back(static_cast<uint32_t>(wide_memo_.size()));
      wide_memo_.emplace_back();
    }
    t->known_ones_ = free_wide_memo_.back();
    free_wide_memo_.pop_back();
  }
  // The slot is looked up again: making the support or a constant may have moved it.
  slots_[find_slot(key, hash)] = {hash, t};
  ++statistics_.made_terms;
  if (++count_ * 2 > slots_.size()) grow();
  return t;
}

void TermStore::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const size_t last = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.term == nullptr) continue;
    size_t i = slot.hash & last;
    while (slots_[i].term != nullptr) i = (i + 1) & last;
    slots_[i] = slot;
  }
}

const Support* TermStore::support_of(const Key& key) {
  const Support* result = supports_.empty();
  if (key.kind == Kind::Read && key.operands[0]->kind() == Kind::Array) {
    const Term *array = key.operands[0], *index = key.operands[1];
    // Cells past the end are 0, so only those within the array count.
    const uint64_t size = array->array().size;
    if (index->unsigned_min() < size)
      result = supports_.range(array, index->unsigned_min(), std::min(index->unsigned_max(), size - 1));
    return supports_.join(result, index->support());
  }
  for (const Term* t : key.span()) result = supports_.join(result, t->support());
  return result;
}

const Term* TermStore::constant(Width width, uint64_t value) {
  assert(width >= 1);
  if (width > 64) return constant(Wide(width, value));
  const Key key{Kind::Constant, 0, width, value & Term::mask(width), {}};
  return intern(key, hash_of(key));
}

const Term* TermStore::constant(const Wide& value) {
  if (value.width() <= 64) return constant(value.width(), value.low64());
  const uint64_t hash = base::hash_combine(value.hash(), static_cast<uint64_t>(Kind::Constant));
  const size_t last = slots_.size() - 1;
  for (size_t i = hash & last; slots_[i].term != nullptr; i = (i + 1) & last) {
    const Term* t = slots_[i].term;
    if (slots_[i].hash == hash && t->is_constant() && t->width() == value.width() &&
        *t->payload_.wide == value)
      return t;
  }
  auto storage = std::make_unique<Wide>(value);
  Term::Payload payload;
  payload.wide = storage.get();
  const Term* t = insert({Kind::Constant, 0, value.width(), payload.value, {}}, hash);
  wide_storage_.emplace(t, std::move(storage));
  return t;
}

const Term* TermStore::all_ones(Width width) {
  return width <= 64 ? constant(width, ~uint64_t{0}) : constant(Wide::all_ones(width));
}

const Term* TermStore::array(std::string_view name, uint64_t size) {
  const uint64_t hash = base::hash_string(name, size * 2 + static_cast<uint64_t>(Kind::Array));
  const size_t last = slots_.size() - 1;
  for (size_t i = hash & last; slots_[i].term != nullptr; i = (i + 1) & last) {
    const Term* t = slots_[i].term;
    if (t->kind() == Kind::Array && t->array().name == name && t->array().size == size) return t;
  }
  auto storage = std::make_unique<ArrayStorage>();
  storage->name = name;
  storage->info = {storage->name, size, static_cast<uint32_t>(arrays_.size())};
  Term::Payload payload;
  payload.array = &storage->info;
  array_storage_.push_back(std::move(storage));
  const Term* t = insert({Kind::Array, 0, 8, payload.value, {}}, hash);
  arrays_.push_back(t);
  // What a read from it may depend on: all of it.
  if (size > 0) const_cast<Term*>(t)->support_ = supports_.range(t, 0, size - 1);
  return t;
}

const Term* TermStore::table(std::span<const uint8_t> bytes) {
  auto storage = std::make_unique<TableStorage>();
  storage->bytes.assign(bytes.begin(), bytes.end());
  storage->info.element_width_ = 8;
  return table_of(std::move(storage));
}

const Term* TermStore::table(std::span<const uint64_t> elements, Width element_width) {
  assert(element_width >= 1 && element_width <= 64);
  auto storage = std::make_unique<TableStorage>();
  TableInfo& info = storage->info;
  info.element_width_ = element_width;
  info.stride_ = element_width <= 8 ? 1 : element_width <= 16 ? 2 : element_width <= 32 ? 4 : 8;
  storage->bytes.resize(elements.size() * info.stride_);
  for (size_t i = 0; i < elements.size(); ++i) {
    const uint64_t element = elements[i] & Term::mask(element_width);
    std::memcpy(storage->bytes.data() + i * info.stride_, &element, info.stride_);
  }
  return table_of(std::move(storage));
}

const Term* TermStore::table_of(std::unique_ptr<TableStorage> storage) {
  TableInfo& info = storage->info;
  info.size_ = storage->bytes.size() / info.stride_;
  info.bytes_ = storage->bytes.data();
  const uint64_t hash =
      base::hash_bytes(storage->bytes, info.element_width_ * 64 + static_cast<uint64_t>(Kind::Table));
  const size_t last = slots_.size() - 1;
  for (size_t i = hash & last; slots_[i].term != nullptr; i = (i + 1) & last) {
    const Term* t = slots_[i].term;
    if (slots_[i].hash == hash && t->kind() == Kind::Table && t->width() == info.element_width_ &&
        std::ranges::equal(t->table().bytes(), storage->bytes))
      return t;
  }
  info.common_ones_ = info.common_zeros_ = Term::mask(info.element_width_);
  for (uint64_t i = 0; i < info.size_; ++i) {
    info.common_ones_ &= info.element(i);
    info.common_zeros_ &= ~info.element(i);
  }
  Term::Payload payload;
  payload.table = &info;
  const Term* t = insert({Kind::Table, 0, info.element_width_, payload.value, {}}, hash);
  table_bytes_ += storage->bytes.size();
  table_storage_.emplace(t, std::move(storage));
  return t;
}

bool TermStore::is_marked(const Term* term) const { return (term->flags_ & Term::kMarkFlag) != 0; }

void TermStore::mark_from(const Term* root) {
  const auto visit = [&](const Term* t) {
    if (t == nullptr || t->is_mark() || is_marked(t)) return;
    t->flags_ |= Term::kMarkFlag;
    SupportTable::mark(t->support_);
    if (t->arity_ > 0) mark_stack_.push_back(t);
  };
  visit(root);
  while (!mark_stack_.empty()) {
    const Term* t = mark_stack_.back();
    mark_stack_.pop_back();
    look_for_end();
    for (const Term* operand : t->operands()) visit(operand);
  }
}

void TermStore::collect(const std::function<void(const Mark& mark)>& visit_roots,
                        const std::function<void()>& before_sweep) {
  assert(depth_ == 0);
  mark_from(true_);
  mark_from(false_);
  for (const Term* array : arrays_) mark_from(array);
  visit_roots([this](const Term* t) { mark_from(t); });
  if (before_sweep) before_sweep();
  sweep();
  ++statistics_.collections;
}

void TermStore::sweep() {
  std::fill(made_.begin(), made_.end(), Made{});
  supports_.sweep();
  size_t live = 0;
  for (const Slot& slot : slots_) live += slot.term != nullptr && is_marked(slot.term);
  size_t size = kFirstSlots;
  while (size < live * 4) size *= 2;
  std::vector<Slot> old(size);
  old.swap(slots_);
  std::vector<Term*> dead;
  dead.reserve(count_ - live);
  for (const Slot& slot : old) {
    Term* t = slot.term;
    if (t == nullptr) continue;
    if (is_marked(t)) {
      t->flags_ &= ~Term::kMarkFlag;
      size_t i = slot.hash & (size - 1);
      while (slots_[i].term != nullptr) i = (i + 1) & (size - 1);
      slots_[i] = slot;
      continue;
    }
    if (t->kind() == Kind::Table) {
      table_bytes_ -= t->table().bytes().size();
      table_storage_.erase(t);
    } else if (!t->is_narrow()) {
      if (t->is_constant())
        wide_storage_.erase(t);
      else
        free_wide_memo_.push_back(static_cast<uint32_t>(t->known_ones_));
    }
    dead.push_back(t);
  }
  // By descending address, so that new terms fill the holes in ascending order and lie beside each other.
  std::sort(dead.begin(), dead.end(), std::greater<>());
  for (Term* t : dead) pool_.release(t);
  statistics_.collected_terms += count_ - live;
  count_ = live;
}

const StoreStatistics& TermStore::statistics() {
  statistics_.live_terms = count_;
  statistics_.live_bytes = count_ * sizeof(Term) + slots_.size() * sizeof(Slot) + supports_.bytes() +
                           table_bytes_ + wide_storage_.size() * sizeof(Wide) +
                           wide_memo_.size() * sizeof(Wide);
  statistics_.reserved_bytes = pool_.reserved_bytes();
  return statistics_;
}

}  // namespace bonsai::expr
