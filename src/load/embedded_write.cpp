// Adds bytes to the section .bonsai of an ELF file, in place and without another process.
//
// Idea: a section that is not loaded may lie anywhere in the file. So the section's new contents, the table
// of section names (with one more) and the table of sections (with one more) are written behind the end of
// the file, and at last the ELF header is pointed to the new table. That holds for objects as for linked
// files, of 32 and 64 bits; what the old tables occupied stays as a gap of some kilobytes.
//
// Tested by embedded_test.cpp.
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "load/embedded.h"

namespace bonsai::load {
namespace {

struct Elf64 {
  using Header = Elf64_Ehdr;
  using Section = Elf64_Shdr;
};
struct Elf32 {
  using Header = Elf32_Ehdr;
  using Section = Elf32_Shdr;
};

struct File {
  int descriptor = -1;
  ~File() {
    if (descriptor >= 0) close(descriptor);
  }
};

bool write_at(int file, const void* bytes, size_t size, uint64_t offset) {
  for (const char* next = static_cast<const char*>(bytes); size > 0;) {
    ssize_t done = pwrite(file, next, size, off_t(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    next += done, size -= size_t(done), offset += uint64_t(done);
  }
  return true;
}

bool read_at(int file, void* bytes, size_t size, uint64_t offset) {
  for (char* next = static_cast<char*>(bytes); size > 0;) {
    ssize_t done = pread(file, next, size, off_t(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    next += done, size -= size_t(done), offset += uint64_t(done);
  }
  return true;
}

// The tables of one file, changed in memory first.
template <typename Elf>
class Editor {
 public:
  Editor(int file, uint64_t size) : file_(file), end_(size) {}

  // Nothing on success, else what is wrong with the file.
  std::optional<std::string> append(std::string_view record) {
    if (!read_tables()) return "its table of sections is damaged";
    size_t index = find_section();
    std::string contents;
    if (index) {
      contents.resize(sections_[index].sh_size);
      if (!read_at(file_, contents.data(), contents.size(), sections_[index].sh_offset))
        return "its section .bonsai is damaged";
    } else {
      index = add_section();
    }
    contents += record;
    sections_[index].sh_size = decltype(sections_[index].sh_size)(contents.size());
    return write_tables(index, contents) ? std::nullopt : std::optional<std::string>(std::strerror(errno));
  }

 private:
  using Section = typename Elf::Section;

  bool read_tables() {
    if (!read_at(file_, &header_, sizeof header_, 0) || !header_.e_shoff ||
        header_.e_shentsize != sizeof(Section))
      return false;
    Section first;
    if (!read_at(file_, &first, sizeof first, header_.e_shoff)) return false;
    // Large counts do not fit into the header and stand in the first section's entry.
    uint64_t count = header_.e_shnum ? header_.e_shnum : first.sh_size;
    names_index_ = header_.e_shstrndx == SHN_XINDEX ? first.sh_link : header_.e_shstrndx;
    if (count == 0 || count > end_ / sizeof(Section) || names_index_ >= count) return false;
    sections_.resize(count);
    if (!read_at(file_, sections_.data(), count * sizeof(Section), header_.e_shoff)) return false;
    const Section& names = sections_[names_index_];
    if (names.sh_size > end_) return false;
    names_.resize(names.sh_size);
    return read_at(file_, names_.data(), names_.size(), names.sh_offset);
  }

  size_t find_section() const {
    for (size_t i = 1; i < sections_.size(); ++i)
      if (sections_[i].sh_name < names_.size() &&
          !std::strcmp(names_.c_str() + sections_[i].sh_name, embedded_section))
        return i;
    return 0;
  }

  size_t add_section() {
    Section section{};
    section.sh_name = uint32_t(names_.size());
    section.sh_type = SHT_PROGBITS;
    section.sh_addralign = 1;  // no padding between records
    names_ += embedded_section;
    names_ += '\0';
    sections_.push_back(section);
    return sections_.size() - 1;
  }

  // Puts bytes behind the end and says where.
  template <typename Offset>
  bool put(const void* bytes, size_t size, Offset& offset) {
    uint64_t at = (end_ + 7) / 8 * 8;
    offset = Offset(at);
    end_ = at + size;
    return uint64_t(offset) == at && write_at(file_, bytes, size, at);
  }

  bool write_tables(size_t index, const std::string& contents) {
    Section& names = sections_[names_index_];
    // The symbols may use the same table of names: what was in it stays where it was.
    if (!put(contents.data(), contents.size(), sections_[index].sh_offset)) return false;
    if (!put(names_.data(), names_.size(), names.sh_offset)) return false;
    names.sh_size = decltype(names.sh_size)(names_.size());
    bool large = sections_.size() >= SHN_LORESERVE;
    header_.e_shnum = large ? 0 : uint16_t(sections_.size());
    if (large) sections_[0].sh_size = decltype(sections_[0].sh_size)(sections_.size());
    if (!put(sections_.data(), sections_.size() * sizeof(Section), header_.e_shoff)) return false;
    return write_at(file_, &header_, sizeof header_, 0);
  }

  int file_;
  uint64_t end_;
  typename Elf::Header header_{};
  std::vector<Section> sections_;
  std::string names_;
  size_t names_index_ = 0;
};

}  // namespace

base::Result<void> append_record(const std::string& path, std::string_view record) {
  File file{open(path.c_str(), O_RDWR | O_CLOEXEC)};
  struct stat info{};
  if (file.descriptor < 0 || fstat(file.descriptor, &info) != 0)
    return base::Error{path + ": cannot be changed (" + std::strerror(errno) + ")"};
  unsigned char ident[EI_NIDENT];
  bool elf = S_ISREG(info.st_mode) && read_at(file.descriptor, ident, sizeof ident, 0) &&
             std::memcmp(ident, ELFMAG, SELFMAG) == 0 && ident[EI_DATA] == ELFDATA2LSB;
  if (!elf) return base::Error{path + ": is not an ELF file"};
  std::optional<std::string> wrong;
  if (ident[EI_CLASS] == ELFCLASS64) {
    wrong = Editor<Elf64>(file.descriptor, uint64_t(info.st_size)).append(record);
  } else {
    wrong = Editor<Elf32>(file.descriptor, uint64_t(info.st_size)).append(record);
  }
  if (wrong) return base::Error{path + ": " + *wrong};
  return {};
}

}  // namespace bonsai::load
