#include "expr/smtlib_writer.h"
#include "expr/store.h"

// Arrays: symbolic ones read 0 at and past their size, tables past their end. In SMT-LIB an array is total,
// so a read that may lie outside is guarded. A table that is only read is a function: a tree of decisions on
// the bits of the index, in which equal halves are one.

namespace bonsai::expr {

namespace {

// Does every index that the term can have lie below `size`?
bool lies_below(const Term* index, uint64_t size) { return index->unsigned_max() < size; }

struct TableText {
  const TableInfo& table;
  std::string (*literal)(Width, uint64_t);

  // The elements from `first` on that share the index bits from `bit` up.
  std::string tree(uint64_t first, unsigned bit) const {
    if (first >= table.size()) return literal(table.element_width(), 0);
    if (bit == 0) return literal(table.element_width(), table.element(first));
    const std::string low = tree(first, bit - 1);
    const std::string high = tree(first + (uint64_t{1} << (bit - 1)), bit - 1);
    if (low == high) return low;
    const std::string at = std::to_string(bit - 1);
    return "(ite (= ((_ extract " + at + " " + at + ") i) #b1) " + high + " " + low + ")";
  }
};

}  // namespace

// A large table is not even begun. Elements that are equal may take less than this, single ones take more.
bool SmtlibWriter::is_too_long(const TableInfo& table) {
  constexpr size_t kElement = 16;
  given_up_ |= table.size() > most_ / kElement;
  return has_given_up();
}

std::string SmtlibWriter::byte(const Term* array, uint64_t cell) {
  if (cell >= array->array().size) return "#x00";
  const uint32_t slot = array->array().slot;
  std::string name = "b" + std::to_string(slot) + "_" + std::to_string(cell);
  const bool is_array = arrays_.contains(slot);
  const std::string text = is_array ? "(select " + this->array(array) + " " + literal(64, cell) + ")" : name;
  if (define_once(name)) {
    if (!is_array) text_ += "(declare-fun " + name + " () (_ BitVec 8))\n";
    scopes_.back().bytes.push_back({array, cell, text});
    ++bytes_in_scope_[slot];
  }
  return text;
}

std::string SmtlibWriter::array(const Term* term) {
  switch (term->kind()) {
    case Kind::Array: {
      const std::string name = "a" + std::to_string(term->array().slot);
      if (define_once(name)) text_ += "(declare-fun " + name + " () (Array (_ BitVec 64) (_ BitVec 8)))\n";
      return name;
    }
    case Kind::Table: {
      const std::string name = "c" + std::to_string(term->id());
      const TableInfo& table = term->table();
      if (is_too_long(table) || !define_once(name)) return name;
      const std::string sort = "(Array (_ BitVec 64) " + bit_vector(table.element_width()) + ")";
      std::string text = "((as const " + sort + ") " + literal(table.element_width(), 0) + ")";
      std::string opening;
      for (uint64_t i = 0; i < table.size(); ++i) {
        if (table.element(i) == 0) continue;
        opening += "(store ";
        text += " " + literal(64, i) + " " + literal(table.element_width(), table.element(i)) + ")";
      }
      text_ += "(define-fun " + name + " () " + sort + " " + opening + text + ")\n";
      return name;
    }
    default: {
      if (auto found = inline_.find(term); found != inline_.end()) return found->second;
      return "t" + std::to_string(term->id());
    }
  }
}

std::string SmtlibWriter::table_read(const Term* term) {
  const Term* table = term->operand(0);
  const TableInfo& info = table->table();
  const std::string name = "d" + std::to_string(table->id());
  if (!is_too_long(info) && define_once(name)) {
    unsigned bit = 0;
    while (bit < 63 && (uint64_t{1} << bit) < info.size()) ++bit;
    const TableText text{info, &SmtlibWriter::literal};
    text_ += "(define-fun " + name + " ((i (_ BitVec 64))) " + bit_vector(info.element_width()) + " " +
             text.tree(0, bit) + ")\n";
    // Beyond the bits that the tree looks at.
    text_ += "(define-fun " + name + "_ ((i (_ BitVec 64))) " + bit_vector(info.element_width()) +
             " (ite (bvult i " + literal(64, info.size()) + ") (" + name + " i) " +
             literal(info.element_width(), 0) + "))\n";
  }
  const Term* index = term->operand(1);
  return "(" + name + (lies_below(index, info.size()) ? " " : "_ ") + text_of(index) + ")";
}

std::string SmtlibWriter::read_body(const Term* term) {
  const Term* array = term->operand(0);
  const Term* index = term->operand(1);
  std::string text;
  if (array->kind() == Kind::Array && index->is_constant()) {
    text = byte(array, index->value());
  } else if (array->kind() == Kind::Table) {
    text = table_read(term);
  } else {
    const std::string at = text_of(index);
    text = "(select " + this->array(array) + " " + at + ")";
    // Outside the symbolic array everything is 0 that was not written.
    const Term* base = array;
    while (base->kind() == Kind::Store) base = base->operand(0);
    if (base->kind() == Kind::Array) {
      const uint64_t size = base->array().size;
      std::string written;
      for (const Term* store = array; store != base; store = store->operand(0))
        // Nothing to say of writes that lie within.
        if (!lies_below(store->operand(1), size))
          written += " (= " + at + " " + text_of(store->operand(1)) + ")";
      scopes_.back().cells.push_back({base, at, "(select " + this->array(base) + " " + at + ")"});
      if (!lies_below(index, size)) {
        const std::string inside = "(bvult " + at + " " + literal(64, size) + ")";
        text = "(ite " + (written.empty() ? inside : "(or " + inside + written + ")") + " " + text + " " +
               literal(8, 0) + ")";
      }
    }
  }
  return term->width() == 1 ? "(= " + text + " #b1)" : text;
}

}  // namespace bonsai::expr
