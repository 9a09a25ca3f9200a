// How much memory this process may still take.
#pragma once

#include <cstdint>
#include <filesystem>

namespace bonsai::cli {

// Bytes that are free for this process: what the machine has, or less where the control group of the process
// or one above it (cgroup v1 or v2) is limited. `root` is / but in tests.
uint64_t free_memory(const std::filesystem::path& root = "/");

}  // namespace bonsai::cli
