// HostFolder: the folder of the host that the program under test may read (--fs).
//
// Idea: the folder is opened once. A file in it is opened from that descriptor, component by component, and
// never through a symbolic link, so that what is checked is what is opened: no link and no "..", also none
// that appears meanwhile, leads out of the folder. The model of Linux follows links itself.
//
// Folders of runs (--out) and the link bonsai-last are not there: what a run writes while it goes on would
// make programs see another folder each time.
//
// Paths are absolute and in normal form; of any other, and of those outside of the folder, the answer is
// -ENOENT. The folders that lead to it have a status, and as their only name the next one on the way.
//
// Threads: any number may ask. Tested by host_folder_test.cpp.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace bonsai::sandbox {

class HostFolder {
 public:
  // `path` is absolute and has no links. Null: it cannot be opened.
  static std::shared_ptr<const HostFolder> open(const std::string& path);
  ~HostFolder();
  HostFolder(const HostFolder&) = delete;
  HostFolder& operator=(const HostFolder&) = delete;

  const std::string& path() const { return path_; }
  // Returns the path relative to the folder, which is "." itself; nothing: it is not inside.
  std::optional<std::string> relative(const std::string& path) const;

  // All return a negative errno on failure. Of a link itself:
  int64_t status(const std::string& path, struct stat& found) const;
  // Up to `size` bytes of a regular file from `offset` on; of anything else there are none.
  int64_t content(const std::string& path, uint64_t size, uint64_t offset, std::string& bytes) const;
  // Up to `size` bytes, from `offset` on, of the names in a folder, sorted, a NUL behind each.
  int64_t names(const std::string& path, uint64_t size, uint64_t offset, std::string& bytes) const;
  // Where a link leads.
  int64_t target(const std::string& path, uint64_t size, std::string& bytes) const;

 private:
  HostFolder(std::string path, int folder, int root) : path_(std::move(path)), folder_(folder), root_(root) {}
  bool leads_here(const std::string& path) const;

  std::string path_;
  int folder_;  // descriptors
  int root_;
};

}  // namespace bonsai::sandbox
