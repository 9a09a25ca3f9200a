#include "load/sha256.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/SHA256.h>

#include <array>

namespace bonsai::load {

std::string sha256(std::string_view bytes) {
  llvm::SHA256 hash;
  hash.update(llvm::StringRef(bytes.data(), bytes.size()));
  std::array<uint8_t, 32> digest = hash.final();
  return std::string(digest.begin(), digest.end());
}

}  // namespace bonsai::load
