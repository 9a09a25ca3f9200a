// Where Bonsai's own files are: headers for programs under test, sources of what is linked to them.
//
// A folder is looked for from the running binary on (in its source tree, then in an installed tree), then in
// the source tree that the binary was built from; so a moved or copied tree works, and so do unit tests.
#pragma once

#include <string>

namespace bonsai::base {

// Folder with bonsai.h and klee/klee.h, or empty if it is nowhere.
std::string include_directory();

// Folder with replay.c, or empty.
std::string replay_directory();

// Folder with trace.c, or empty.
std::string trace_directory();

// Folder with the C library, libc.a and include, or empty.
std::string library_directory();

// A system root with musl's headers and library and the kernel's headers, made by the build; or empty.
std::string musl_root();

// The functions of the harness (bonsai.h, klee.h) for native programs: a static library, for musl or for the
// system's C library; or empty.
std::string harness_library(bool musl);

// The program that makes external calls: beside the running binary.
std::string external_helper();

// The program that runs programs under test inside a sandbox: beside the running binary; or empty.
std::string supervisor();

}  // namespace bonsai::base
