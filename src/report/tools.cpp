#include "report/tools.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace bonsai::report {

std::string find_llvm_tool(const std::string& name) {
  // By its plain name first: sanitizers know their symbolizer by it.
  std::string place = "/usr/lib/llvm-19/bin/" + name;
  if (access(place.c_str(), X_OK) == 0) return place;
  const char* path = std::getenv("PATH");
  std::stringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    place = (directory.empty() ? "." : directory) + "/" + name + "-19";
    if (access(place.c_str(), X_OK) == 0) return place;
  }
  return {};
}

}  // namespace bonsai::report
