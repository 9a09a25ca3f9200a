#include "report/path_comparison.h"

#include <fmt/format.h>

#include <algorithm>

namespace bonsai::report {

std::optional<std::string> first_difference(std::span<const Decision> predicted,
                                            std::span<const Decision> native, bool whole) {
  size_t common = std::min(predicted.size(), native.size());
  for (size_t i = 0; i < common; ++i) {
    if (predicted[i] == native[i]) continue;
    if (predicted[i].branch != native[i].branch)
      return fmt::format("decision {}: branch {} was predicted, the native run is at branch {}", i + 1,
                         predicted[i].branch, native[i].branch);
    return fmt::format("decision {}: branch {} was predicted to take successor {}, the native run took {}",
                       i + 1, predicted[i].branch, predicted[i].outcome, native[i].outcome);
  }
  if (native.size() < predicted.size())
    return fmt::format("the native run ended after {} decisions, {} were predicted", native.size(),
                       predicted.size());
  if (whole && native.size() > predicted.size())
    return fmt::format("the native run went on after the {} decisions that were predicted", predicted.size());
  return std::nullopt;
}

}  // namespace bonsai::report
