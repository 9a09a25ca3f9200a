// Instructions that stand for one are joined, so that the interpreter dispatches less. Each part is exact:
// the same values, errors and counts as before. Blocks are made straight first, so that there is more to join
// in each, and what lost its last reader goes at the end. Tested by fuse_test.cpp and pipeline_test.cpp.
#include "load/definitions.h"
#include "load/draft.h"
#include "load/straighten.h"

namespace bonsai::load {

void fuse(ir::Program& program, Draft& draft) {
  straighten(program, draft);
  remove_dead(program, draft);
  fuse_addresses(program, draft);
  fuse_branches(program, draft);
  drop_needless_checks(program, draft);
  remove_dead(program, draft);
  hoist_constants(program, draft);
  remove_dead(program, draft);
}

}  // namespace bonsai::load
