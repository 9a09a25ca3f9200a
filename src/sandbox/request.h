// What one native run is given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/limits.h"

namespace bonsai::sandbox {

// A file, directory or symbolic link that the program finds. Parents are made where they are missing.
struct File {
  enum class Kind : uint8_t { regular, directory, link };
  std::string path;  // absolute, as the program sees it
  Kind kind = Kind::regular;
  uint32_t mode = 0644;
  int64_t seconds = 0;  // modification time
  int64_t nanoseconds = 0;
  std::string content{};  // of a link: its target
  uint64_t size = 0;      // of a regular file whose content ends before: zeros follow
};

struct Request {
  std::vector<std::string> arguments;    // argv, the name first
  std::vector<std::string> environment;  // NAME=value, and nothing else
  std::string directory = "/home/user";  // current directory, the program's own; absolute
  // In `directory` or below; and directories that lead there, where they are not the root user's.
  std::vector<File> files;
  std::string standard_input;  // a regular file with this content
  Limits limits;
  bool as_model =
      false;  // where the kernel says otherwise than the model of Linux, it is told what that says (tracer.h)
  bool is_watched = false;  // where a signal ends it is wanted (Ended::place)
  // Descriptor of shared memory that the program's runtime maps at its start (runtime/replay/channel.h); -1:
  // none.
  int channel = -1;
};

}  // namespace bonsai::sandbox
