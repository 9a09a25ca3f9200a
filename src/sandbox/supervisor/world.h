// What a program in the sandbox sees of files: a root of its own, made for one run and gone with it.
//
// There is what the model of Linux has (/dev, /proc, /tmp, the current directory with the files of the
// request, and the directories that lead to it), and, for programs that are not static, the system's
// libraries, read only.
#pragma once

#include <string>
#include <vector>

#include "sandbox/request.h"

namespace bonsai::sandbox {

// Descriptors that belong to the world and are seen by the program only under their numbers.
struct World {
  int standard_input = -1;
  std::string problem;  // empty: all is well
};

// Makes the world and changes into its current directory. REQUIRES: the calling process has a mount namespace
// of its own, CAP_SYS_ADMIN in it, and will execute the program; the root is the one that launch.cpp lays
// out.
World make_world(const Request& request);

// The same without a namespace, for programs that the user wants to run unconfined: the current directory is
// `folder`, and files outside of request.directory are left out.
World make_folder(const Request& request, const std::string& folder);

// The directories that lead to a directory: "/" first, without itself.
std::vector<std::string> parents_of(const std::string& directory);

}  // namespace bonsai::sandbox
