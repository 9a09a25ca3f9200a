// Bitcode inside native files: what `bonsai cc` puts into objects, and how to get it out again.
//
// Idea: each object that was compiled from one source carries a record in its section `.bonsai`, which is not
// loaded at run time. Linkers concatenate sections of one name, so an executable, a shared library or the
// result of ld -r has the records of exactly the objects that were linked. A record is
//
//   magic "BONSAIBC" (8 bytes), version (u32), size of the origin (u32),
//   size of the packed bitcode (u64), size of the bitcode (u64), origin (JSON), bitcode (one zstd frame)
//
// all little-endian. Zeros between records are padding of a linker; the same record twice counts once.
//
// This header needs no LLVM: `bonsai cc` is started hundreds of times in a build.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace bonsai::load {

constexpr const char* embedded_section = ".bonsai";

// How a source was compiled: enough to compile it again.
struct Origin {
  std::string source;                // as the command line named it; "-" for standard input
  std::string directory;             // in which the compiler ran
  std::vector<std::string> command;  // flags that matter to the compiler; no inputs, no outputs
  std::string language;              // "c" or "c++"
  std::string libc;                  // "musl" or "system": whose headers
};

struct Embedded {
  Origin origin;
  std::string bitcode;
};

// One record.
base::Result<std::string> pack(const Embedded& embedded);

// All records of a section, in order. The error says what is damaged, and names no file.
base::Result<std::vector<Embedded>> unpack(std::string_view section);

// Adds `record` to what the section `.bonsai` of an ELF file holds; makes the section if there is none. Until
// the last byte is written the file is what it was before.
base::Result<void> append_record(const std::string& path, std::string_view record);

// True for ELF files and archives.
bool is_binary(const std::string& path);
bool is_archive(const std::string& path);

// What an executable, object, shared library or archive carries, without repetition; for an archive, of all
// members. An error if it is nothing, or damaged, or for another machine: one line that names the file.
base::Result<std::vector<Embedded>> read_embedded(const std::string& path);

// The same, and what bitcode of a linked file lacks: a function that was inlined natively has its body in an
// archive that the file was linked with, if at all. Archives that are gone are passed over.
base::Result<std::vector<Embedded>> read_program(const std::string& path);

// The language of a record without bitcode, whose command is the list of those archives.
constexpr const char* archives_language = "archives";

// Writes the bitcode of each as DIRECTORY/NUMBER-NAME.bc; leaves files alone that hold the same already.
// Returns their paths.
base::Result<std::vector<std::string>> extract(const std::vector<Embedded>& all,
                                               const std::string& directory);

}  // namespace bonsai::load
