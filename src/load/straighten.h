// Simplifies a draft's control flow without changing what it does or counts: drops unreachable blocks,
// threads jumps through blocks that only jump on, and joins a block with its one successor where no other
// edge leads there. Blocks that disappear give their tables back empty. The entry stays first, the others
// keep their order.
#pragma once

#include "load/draft.h"

namespace bonsai::load {

void straighten(ir::Program& program, Draft& draft);

}  // namespace bonsai::load
