// Finds the section .bonsai in native files. Tested by embedded_test.cpp.
#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <set>

#include "load/embedded.h"

namespace bonsai::load {
namespace {

bool is_elf(llvm::file_magic magic) {
  switch (magic) {
    case llvm::file_magic::elf:
    case llvm::file_magic::elf_relocatable:
    case llvm::file_magic::elf_executable:
    case llvm::file_magic::elf_shared_object: return true;
    default: return false;
  }
}

std::string one_line(llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  return text.substr(0, text.find('\n'));
}

// Reads one file after the other, and remembers what all of them carried.
class Reader {
 public:
  explicit Reader(std::string path) : path_(std::move(path)) {}

  base::Result<void> read(llvm::MemoryBufferRef buffer) {
    if (llvm::identify_magic(buffer.getBuffer()) == llvm::file_magic::archive) return read_archive(buffer);
    return read_object(buffer, path_);
  }

  base::Result<std::vector<Embedded>> take() {
    if (!found_)
      return base::Error{path_ +
                         ": was not built with bonsai cc: it carries no bitcode; build it again with "
                         "CC=\"bonsai cc\" CXX=\"bonsai c++\""};
    return std::move(all_);
  }

 private:
  base::Result<void> read_object(llvm::MemoryBufferRef buffer, const std::string& name) {
    auto object = llvm::object::ObjectFile::createELFObjectFile(buffer);
    if (!object) return base::Error{name + ": is a damaged ELF file (" + one_line(object.takeError()) + ")"};
    llvm::Triple::ArchType machine = (*object)->getArch();
    if (machine != llvm::Triple::x86_64 && machine != llvm::Triple::x86)
      return base::Error{name + ": is for " + llvm::Triple::getArchTypeName(machine).str() +
                         "; Bonsai runs programs for x86, 32 or 64 bits"};
    for (const llvm::object::SectionRef& section : (*object)->sections()) {
      auto section_name = section.getName();
      if (!section_name) {
        llvm::consumeError(section_name.takeError());
        continue;
      }
      if (*section_name != embedded_section) continue;
      auto contents = section.getContents();
      if (!contents)
        return base::Error{name + ": its section .bonsai is damaged (" + one_line(contents.takeError()) +
                           ")"};
      if (base::Result<void> added = add(*contents, name); !added) return added;
    }
    return {};
  }

  base::Result<void> add(llvm::StringRef section, const std::string& name) {
    base::Result<std::vector<Embedded>> some = unpack(std::string_view(section.data(), section.size()));
    if (!some)
      return base::Error{name + ": its section .bonsai is damaged: " + some.error().message +
                         "; build it again"};
    found_ = found_ || !some->empty();
    for (Embedded& each : *some)
      if (seen_.insert(each.origin.directory + '\0' + each.origin.source + '\0' + each.bitcode).second)
        all_.push_back(std::move(each));
    return {};
  }

  base::Result<void> read_archive(llvm::MemoryBufferRef buffer) {
    auto archive = llvm::object::Archive::create(buffer);
    if (!archive)
      return base::Error{path_ + ": is a damaged archive (" + one_line(archive.takeError()) + ")"};
    llvm::Error error = llvm::Error::success();
    base::Result<void> result;
    for (const llvm::object::Archive::Child& child : (*archive)->children(error)) {
      auto member = child.getMemoryBufferRef();
      if (!member) {
        result =
            base::Error{path_ + ": has a member that cannot be read (" + one_line(member.takeError()) + ")"};
        break;
      }
      if (!is_elf(llvm::identify_magic(member->getBuffer()))) continue;
      result = read_object(*member, path_ + "(" + member->getBufferIdentifier().str() + ")");
      if (!result) break;
    }
    if (error) {
      std::string why = one_line(std::move(error));
      if (result) result = base::Error{path_ + ": is a damaged archive (" + why + ")"};
    }
    return result;
  }

  std::string path_;
  bool found_ = false;
  std::vector<Embedded> all_;
  std::set<std::string> seen_;
};

}  // namespace

bool is_binary(const std::string& path) {
  llvm::file_magic magic;
  if (llvm::identify_magic(path, magic)) return false;
  return is_elf(magic) || magic == llvm::file_magic::archive;
}

bool is_archive(const std::string& path) {
  llvm::file_magic magic;
  return !llvm::identify_magic(path, magic) && magic == llvm::file_magic::archive;
}

base::Result<std::vector<Embedded>> read_embedded(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return base::Error{path + ": cannot be read (" + buffer.getError().message() + ")"};
  if (!is_binary(path)) return base::Error{path + ": is neither an ELF file nor an archive"};
  Reader reader(path);
  if (base::Result<void> read = reader.read((*buffer)->getMemBufferRef()); !read) return read.error();
  return reader.take();
}

}  // namespace bonsai::load
