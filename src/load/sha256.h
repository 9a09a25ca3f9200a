#pragma once

#include <string>
#include <string_view>

namespace bonsai::load {

// 32 bytes.
std::string sha256(std::string_view bytes);

}  // namespace bonsai::load
