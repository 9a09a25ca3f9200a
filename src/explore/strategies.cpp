// The table of strategies.
#include "explore/strategy.h"

namespace bonsai::explore {

const std::vector<StrategyInfo>& strategies() {
  static const std::vector<StrategyInfo> all = {
      {"stop-at", make_stop_at}, {"reach", make_reach},  {"endless", make_endless},
      {"mix", make_mix},         {"merge", make_merger}, {"prune", make_pruner},
  };
  return all;
}

}  // namespace bonsai::explore
