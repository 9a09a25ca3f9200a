// Strongly connected components of a graph, each after all that it leads to (Tarjan 1972, without recursion).
// Tested by cli/analyses_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bonsai::analysis {

inline std::vector<std::vector<uint32_t>> components(const std::vector<std::vector<uint32_t>>& successors) {
  std::vector<std::vector<uint32_t>> found;
  std::vector<uint32_t> number(successors.size(), 0), low(successors.size(), 0), stack;
  std::vector<uint8_t> done(successors.size());
  std::vector<std::pair<uint32_t, size_t>> path;  // node, next successor
  uint32_t next = 1;
  for (uint32_t root = 0; root < successors.size(); ++root) {
    if (number[root]) continue;
    path.push_back({root, 0});
    while (!path.empty()) {
      auto& [at, edge] = path.back();
      if (!number[at]) {
        number[at] = low[at] = next++;
        stack.push_back(at);
      }
      if (edge < successors[at].size()) {
        uint32_t to = successors[at][edge++];
        if (!number[to])
          path.push_back({to, 0});
        else if (!done[to])
          low[at] = std::min(low[at], number[to]);
        continue;
      }
      uint32_t top = at;
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[top]);
      if (low[top] != number[top]) continue;
      found.emplace_back();
      for (uint32_t member = ~top; member != top;) {
        member = stack.back();
        stack.pop_back();
        done[member] = 1;
        found.back().push_back(member);
      }
    }
  }
  return found;
}

}  // namespace bonsai::analysis
