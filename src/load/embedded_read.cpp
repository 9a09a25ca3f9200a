// Finds the section .bonsai in native files. Tested by embedded_test.cpp.
#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/IRObjectFile.h>
#include <llvm/Object/IRSymtab.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
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

  const std::vector<std::string>& archives() const { return archives_; }

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
    for (Embedded& each : *some) {
      if (each.origin.language == archives_language) {
        archives_.insert(archives_.end(), each.origin.command.begin(), each.origin.command.end());
        continue;
      }
      found_ = true;
      if (seen_.insert(each.origin.directory + '\0' + each.origin.source + '\0' + each.bitcode).second)
        all_.push_back(std::move(each));
    }
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
  std::vector<std::string> archives_;
  bool found_ = false;
  std::vector<Embedded> all_;
  std::set<std::string> seen_;
};

// What bitcode defines and what it needs.
class Symbols {
 public:
  // False if nothing that is missing is defined there, or it was added before.
  bool add(const std::string& bitcode) {
    auto table = llvm::object::readIRSymtab(llvm::MemoryBufferRef(bitcode, ""));
    if (!table) {
      llvm::consumeError(table.takeError());
      return false;
    }
    bool useful = false;
    for (const auto& symbol : table->TheReader.symbols()) {
      std::string name = symbol.getIRName().str();
      if (name.empty()) continue;
      if (!symbol.isUndefined()) {
        useful |= needed_.contains(name) && !defined_.contains(name);
        defined_.insert(name);
      } else if (!symbol.isWeak()) {
        needed_.insert(name);
      }
    }
    return useful;
  }
  std::set<std::string> missing() const {
    std::set<std::string> names;
    std::set_difference(needed_.begin(), needed_.end(), defined_.begin(), defined_.end(),
                        std::inserter(names, names.end()));
    return names;
  }

 private:
  std::set<std::string> defined_, needed_;
};

// Of an archive, what the members carry that define one of the names natively. Nothing if it cannot be read.
std::vector<Embedded> read_members(const std::string& path, const std::set<std::string>& names) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer || !is_archive(path)) return {};
  auto archive = llvm::object::Archive::create((*buffer)->getMemBufferRef());
  if (!archive) {
    llvm::consumeError(archive.takeError());
    return {};
  }
  Reader reader(path);
  for (const std::string& name : names) {
    auto member = (*archive)->findSym(name);
    if (!member) {
      llvm::consumeError(member.takeError());
    } else if (*member) {
      if (auto object = (*member)->getMemoryBufferRef())
        (void)reader.read(*object);
      else
        llvm::consumeError(object.takeError());
    }
  }
  base::Result<std::vector<Embedded>> all = reader.take();
  return all ? std::move(*all) : std::vector<Embedded>();
}

base::Result<void> read_file(const std::string& path, Reader& reader) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return base::Error{path + ": cannot be read (" + buffer.getError().message() + ")"};
  if (!is_binary(path)) return base::Error{path + ": is neither an ELF file nor an archive"};
  return reader.read((*buffer)->getMemBufferRef());
}

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
  Reader reader(path);
  if (base::Result<void> read = read_file(path, reader); !read) return read.error();
  return reader.take();
}

base::Result<std::vector<Embedded>> read_program(const std::string& path) {
  Reader reader(path);
  if (base::Result<void> read = read_file(path, reader); !read) return read.error();
  base::Result<std::vector<Embedded>> all = reader.take();
  if (!all || reader.archives().empty()) return all;
  Symbols symbols;
  for (const Embedded& each : *all) symbols.add(each.bitcode);
  for (bool more = true; more;) {
    more = false;
    for (const std::string& archive : reader.archives()) {
      std::vector<Embedded> found = read_members(archive, symbols.missing());
      for (Embedded& each : found) {
        if (!symbols.add(each.bitcode)) continue;
        all->push_back(std::move(each));
        more = true;
      }
    }
  }
  return all;
}

}  // namespace bonsai::load
