// Names of files as users give them.
#pragma once

#include <string>
#include <string_view>

namespace bonsai::base {

// Is the wanted one a file's name, or the end of it from a folder's name on?
inline bool is_file(std::string_view file, std::string_view wanted) {
  if (!file.ends_with(wanted)) return false;
  return file.size() == wanted.size() || file[file.size() - wanted.size() - 1] == '/';
}

// By its ending.
inline bool is_cpp_source(std::string_view file) {
  for (std::string_view ending : {".cc", ".cpp", ".cxx", ".c++", ".C", ".ii"})
    if (file.ends_with(ending)) return true;
  return false;
}

}  // namespace bonsai::base
